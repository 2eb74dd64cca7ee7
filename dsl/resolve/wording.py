"""Singular and plural of English Names, and things as messages speak of them."""

from __future__ import annotations

from dsl import resolved
from dsl.world import LOCATION, Kind

SIBILANTS = ("s", "x", "z", "ch", "sh")


def plural(name: str) -> str:
    """The regular plural of a Name; only the last word changes."""
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(SIBILANTS) else "s")


def singular(name: str) -> str:
    """The Name whose regular plural this is."""
    if name.endswith("ies"):
        return name[:-3] + "y"
    if name.endswith("es") and name[:-2].endswith(SIBILANTS):
        return name[:-2]
    return name.removesuffix("s")


def heading_of(definition: resolved.Definition) -> str:
    """A definition's heading in short, for hints."""
    words = [
        f"{p} a {v.kind.name}".strip() for p, v in zip(definition.prepositions, definition.parameters, strict=True)
    ]
    return " ".join([f"the {definition.name}", *words])


def an_initial(kind: Kind) -> str:
    """`A Cell`, `An Installation`, at the beginning of a message."""
    return a(kind)[0].upper() + a(kind)[1:]


def a(kind: Kind) -> str:
    """`a Cell`, `an Installation`."""
    article = "an" if kind.name[:1].lower() in "aeiou" else "a"
    return f"{article} {kind.name}" if kind is not LOCATION else "a place"
