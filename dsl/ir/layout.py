"""Where each array lies in the state vector.

The vector is control, position, derived, in this order; the arrays that every program has come first, at fixed places,
so that the interpreter finds them without a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dsl.ir.nodes import ANSWER, ARGUMENTS, RANDOM, SITE, STATUS, WHO, Array

FIRST = (SITE, WHO, ANSWER, STATUS, RANDOM, ARGUMENTS)
SITE_AT, WHO_AT, ANSWER_AT, STATUS_AT, RANDOM_AT, ARGUMENTS_AT = range(len(FIRST))

_SECTIONS = ("control", "position", "derived")


def layout(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """The arrays in the order of the vector, each with its offset."""
    placed: dict[str, Array] = {}
    offset = 0
    for array in sorted(arrays.values(), key=_order):
        placed[array.name] = replace(array, offset=offset)
        offset += array.count
    return placed


def _order(array: Array) -> tuple[int, int]:
    first = FIRST.index(array.name) if array.name in FIRST else len(FIRST)
    return _SECTIONS.index(array.section), first


def words(arrays: Iterable[Array], *sections: str) -> int:
    """How many words of the vector the stated sections take; all of it if none is stated."""
    return sum(a.count for a in arrays if not sections or a.section in sections)
