"""What the sentences under a picture call a piece, in letters beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from dsl.board.shapes import Point
from dsl.pages.cards.paper import width
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.marks import towards
from dsl.pages.drawings.pieces import TILE
from dsl.pages.drawings.room import CAPITALS, Room
from dsl.pages.drawings.svg import path, words

LETTERS = 11  # at least
WAYS = ((0, 1), (1, 0), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))  # the best first
NEARLY = 0.8  # so much in the direction of an arrow is too near to it
WHOLLY, FURTHER = 1.27, 1.9  # of the room of a piece are covered with what stands at its rim, or free of it anyway
CLEAR = 5  # from that to the letters
NEAR, LED = 2, 6  # a line to letters ends so far from them; so long it is at least


def callout(text: str, middle: Point, r: float, ends: Sequence[Point], room: Room) -> Iterator[str]:
    """Beside a piece with so much room, but not towards these places, to which arrows go; nothing where it would cover
    something."""
    size, (x, y) = max(LETTERS, room.least), middle
    half, high = width(text, bold=True) * size / 2, CAPITALS / 2 * size
    arrows = [towards(middle, end) for end in ends]
    free = [(a, b) for a, b in WAYS if all(a * c + b * d < NEARLY for c, d in arrows)] or WAYS
    places = [
        (a, b, (x + a * (out * TILE * r + half + CLEAR), y + b * (out * TILE * r + high + CLEAR)))
        for out in (WHOLLY, FURTHER) for a, b in free
    ]  # fmt: skip
    covered = room.wider(WHOLLY)
    open_ = [one for one in places if not covered.lacking(one[2], half, high)]
    found = next((one for one in open_ if not room.crossed(one[2], half, high)), next(iter(open_), None))
    if found is not None:
        a, b, at = found
        room.letters(text, *at, size)
        end = at[0] - a * (half + NEAR), at[1] - b * (high + NEAR)
        yield led(middle, end, WHOLLY * TILE * r, room)
        yield words("called", text, *at, size)


def led(middle: Point, end: Point, rim: float, room: Room) -> str:
    """A thin line from the rim of what a name belongs to, up to the name; none where it stands there already, or other
    letters are in between."""
    dx, dy = towards(middle, end)
    start = middle[0] + dx * rim, middle[1] + dy * rim
    far = hypot(end[0] - middle[0], end[1] - middle[1]) - rim
    if far < LED or room.crosses_letters(start, end):
        return ""
    return path("leader", f"M{short(start[0])} {short(start[1])}L{short(end[0])} {short(end[1])}")
