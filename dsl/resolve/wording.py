"""Singular and plural of English Names."""

from __future__ import annotations

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
