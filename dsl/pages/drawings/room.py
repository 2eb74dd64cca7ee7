"""Where in a drawing there is room for a mark: beside the pieces and letters that are there already."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from dsl.board.shapes import Point
from dsl.pages.cards.paper import width
from dsl.pages.drawings.lettering import PART
from dsl.pages.drawings.parts import Box

CAPITALS = 0.72  # how high letters are, in their size
FREE = 1.0  # left between a mark and what it stands beside
AROUND = 34  # so much wider than the part is its frame, at most
STEPS = 12  # at which it is looked whether a line goes over something
SHAFT = 6.0  # from the middle of an arrow is what it does not touch
HARDLY = 20  # times as bad as a piece that is covered: letters that are, or a mark that is cut


class Room:
    """What is covered of a part of a drawing: discs, boxes, and boxes of letters; and where arrows go."""

    def __init__(self, part: Box) -> None:
        left, top, wide, high = part
        self.edges = left, top, left + wide, top + high
        self.discs: list[tuple[Point, float]] = []
        self.boxes: list[Box] = []
        self.told: list[Box] = []
        self.arrows: list[Point] = []

    @property
    def least(self) -> float:
        """The size of letters that can be read on a phone."""
        left, _, right, _ = self.edges
        return (right - left + AROUND) / PART

    def disc(self, middle: Point, radius: float) -> None:
        self.discs.append((middle, radius))

    def wider(self, much: float) -> Room:
        """The same with discs so many times as large."""
        left, top, right, bottom = self.edges
        found = Room((left, top, right - left, bottom - top))
        found.discs = [(middle, much * radius) for middle, radius in self.discs]
        found.boxes, found.told = self.boxes, self.told
        return found

    def without(self, places: Iterable[Point], near: float) -> Room:
        """The same but for discs so near to these places."""
        found, kept = self.wider(1), [*places]
        found.discs = [one for one in self.discs if all(apart(one[0], 0, 0, place) > near for place in kept)]
        return found

    def box(self, box: Box) -> None:
        """With its left and its top, how wide and how high it is."""
        self.boxes.append(box)

    def letters(self, text: str, x: float, y: float, size: float) -> None:
        """Letters around a point."""
        wide, high = width(text, bold=True) * size, CAPITALS * size
        self.told.append((x - wide / 2, y - high / 2, wide, high))

    def lacking(self, middle: Point, half_wide: float, half_high: float) -> float:
        """How much of what is here a mark would cover: 0 where it has room."""
        (x, y), (left, top, right, bottom) = middle, self.edges
        out = max(left - x + half_wide, x + half_wide - right, top - y + half_high, y + half_high - bottom, 0)
        covered = [radius + FREE - apart(middle, half_wide, half_high, at) for at, radius in self.discs]
        shares = [*((1, box) for box in self.boxes), *((HARDLY, box) for box in self.told)]
        for share, (one, other, wide, high) in shares:
            across = wide / 2 + half_wide + FREE - abs(one + wide / 2 - x)
            down = high / 2 + half_high + FREE - abs(other + high / 2 - y)
            covered.append(share * min(across, down))
        return out * HARDLY + sum(max(0.0, much) for much in covered)

    def crosses_letters(self, start: Point, end: Point) -> bool:
        """Whether a line goes over letters."""
        parts = [k / STEPS for k in range(STEPS)]
        points = [(start[0] + (end[0] - start[0]) * k, start[1] + (end[1] - start[1]) * k) for k in parts]
        return any(
            left <= x <= left + wide and top <= y <= top + high
            for left, top, wide, high in self.told
            for x, y in points
        )

    def on_letters(self, middle: Point, half: float) -> bool:
        """Whether a mark, so wide to all sides, would cover letters."""
        x, y = middle
        return any(
            abs(left + wide / 2 - x) < wide / 2 + half and abs(top + high / 2 - y) < high / 2 + half
            for left, top, wide, high in self.told
        )

    def crossed(self, middle: Point, half_wide: float, half_high: float) -> bool:
        """Whether an arrow goes through a mark."""
        return any(apart(middle, half_wide, half_high, point) < SHAFT for point in self.arrows)

    def place(self, places: Iterable[Point], half_wide: float, half_high: float) -> Point:
        """The first of some places where there is room, else the best; it is taken then."""
        told = [(self.lacking(place, half_wide, half_high), number, place) for number, place in enumerate(places)]
        x, y = min(told, key=lambda one: (one[0] > 0 and one[0], one[1]))[2]
        self.box((x - half_wide, y - half_high, 2 * half_wide, 2 * half_high))
        return x, y


def apart(middle: Point, half_wide: float, half_high: float, point: Point) -> float:
    """How far a point is from a box."""
    x, y = (max(0.0, abs(a - b) - half) for a, b, half in zip(middle, point, (half_wide, half_high), strict=True))
    return hypot(x, y)
