"""Arithmetic with ranges of numbers: between which bounds a result lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Range = tuple[int, int]  # the lowest and the highest number


def worked_out(op: str, one: Range, other: Range) -> Range | None:
    """The range of what an operation gives; None where nothing is known of it."""
    found = _ARITHMETIC.get(op)
    return found(one, other) if found else None


def remainder(other: Range) -> Range | None:
    """The range of any number modulo one of these: a remainder is bounded by its divisor."""
    return (0, other[1] - 1) if other[0] > 0 else None


def _remainder(one: Range, other: Range) -> Range | None:
    return one if one[0] >= 0 and one[1] < other[0] else remainder(other)


def _product(one: Range, other: Range) -> Range:
    corners = [a * b for a in one for b in other]
    return min(corners), max(corners)


def _quotient(one: Range, other: Range) -> Range | None:
    if other[0] <= 0:
        return None
    corners = [a // b for a in one for b in other]
    return min(corners), max(corners)


_ARITHMETIC: Mapping[str, Callable[[Range, Range], Range | None]] = {
    "+": lambda a, b: (a[0] + b[0], a[1] + b[1]),
    "-": lambda a, b: (a[0] - b[1], a[1] - b[0]),
    "*": _product,
    "//": _quotient,
    "%": _remainder,
    "min": lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    "max": lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
}
ARITHMETIC = frozenset(_ARITHMETIC)
