"""What the sentences under a picture call a piece, in letters beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.board.shapes import Point
from dsl.pages.cards.paper import width
from dsl.pages.drawings.marks import towards
from dsl.pages.drawings.pieces import TILE
from dsl.pages.drawings.room import CAPITALS, Room
from dsl.pages.drawings.svg import words

LETTERS = 11  # at least
WAYS = ((0, 1), (1, 0), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))  # the best first
NEARLY = 0.8  # so much in the direction of an arrow is too near to it
WHOLLY, FURTHER = 1.27, 1.9  # of the room of a piece are covered with what stands at its rim, or free of it anyway
CLEAR = 5  # from that to the letters


def callout(text: str, middle: Point, r: float, ends: Sequence[Point], room: Room) -> Iterator[str]:
    """Beside a piece with so much room, but not towards these places, to which arrows go; nothing where it would cover
    something."""
    size, (x, y) = max(LETTERS, room.least), middle
    half, high = width(text, bold=True) * size / 2, CAPITALS / 2 * size
    arrows = [towards(middle, end) for end in ends]
    free = [(a, b) for a, b in WAYS if all(a * c + b * d < NEARLY for c, d in arrows)] or WAYS
    places = [
        (x + a * (out * TILE * r + half + CLEAR), y + b * (out * TILE * r + high + CLEAR))
        for out in (WHOLLY, FURTHER) for a, b in free
    ]  # fmt: skip
    covered = room.wider(WHOLLY)
    open_ = [place for place in places if not covered.lacking(place, half, high)]
    at = next((place for place in open_ if not room.crossed(place, half, high)), next(iter(open_), None))
    if at is not None:
        room.letters(text, *at, size)
        yield words("called", text, *at, size)
