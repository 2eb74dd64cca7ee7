"""Kinds and definitions as messages speak of them."""

from __future__ import annotations

from dsl import resolved
from dsl.inflection import articled
from dsl.world import LOCATION, Kind


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
    return articled(kind.name) if kind is not LOCATION else "a place"
