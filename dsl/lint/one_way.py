"""Lines that a table tells of at both ends, and that lead on from one end elsewhere than from the other."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.lint.doubts import Doubt, sure
from dsl.model import Rulebook
from dsl.model.world import Shown
from dsl.text.diagnostics import Diagnostic


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """Where a side leads to another that does not lead back, though others do."""
    for shown in (shown for info in book.world.piece_infos.values() for shown in info.shows):
        if shown.kind is shown.along and not shown.link:  # where two lines may lead on, each is kept at one end
            yield from _of_lines(shown)


def _of_lines(shown: Shown) -> Iterator[Doubt]:
    """One for each column. Nothing is doubted where no side leads back: these are no lines."""
    pieces = [_printed(shown, piece) for piece in range(shown.of.size)]
    if not any(ends.get(other) == one for ends in pieces for one, other in ends.items()):
        return
    for side, attribute in shown.sides.items():
        lines = [(side, ends[side], ends) for ends in pieces if side in ends]
        bad = next(((one, other, ends) for one, other, ends in lines if ends.get(other) != one), None)
        yield attribute.span or shown.span, sure(_warning(shown, *bad) if bad else None)


def _printed(shown: Shown, piece: int) -> dict[int, int]:
    """Where the lines of a piece lead, as it is printed."""
    told = {side: (attribute.constant or ())[piece] for side, attribute in shown.sides.items()}
    return {side: value for side, value in told.items() if value >= 0}


def _warning(shown: Shown, one: int, other: int, ends: dict[int, int]) -> Diagnostic:
    names = shown.along.elements
    first, second = names[one - shown.along.start], names[other - shown.along.start]
    back = names[ends[other] - shown.along.start] if other in ends else "nothing"
    message = f"A line leads from {first} to {second}, but from {second} to {back}."
    span = shown.sides[one].span or shown.span
    hints = (f"a column | Lines |, in which each line is said once: {first} to {second}",)
    return Diagnostic("W0109", message, span, hints=hints)
