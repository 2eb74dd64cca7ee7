"""Which way arrows go in a picture of an example, and where their numbers stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot

from dsl.board.shapes import Point
from dsl.pages.drawings.marks import arrow, bow, counted, on_arrow, towards
from dsl.pages.drawings.parts import Box
from dsl.pages.drawings.room import Room

STEP, MOST_STEPS = 9, 6  # the radius of the number of an arrow, and how many are counted
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)  # parts of an arrow where its number can stand
ASIDE = (1.7, 2.3, 3.0)  # how far beside it, in the radius of the number
BOWS = (0.4, 0.65, 0.9, 1.25)  # how far aside the point is towards which an arrow is bent, in its own length
PARTS = tuple(k / 20 for k in range(1, 20))
NEAR, LETTER, CROSSED = 28, 12, 14  # so near an arrow passes over a piece, over a letter, and along another arrow
BENT = 0.03  # so much worse is each further way


@dataclass(frozen=True)
class Route:
    """From one place to another, but for what is left free around both; bent towards a point."""

    start: Point
    end: Point
    before: float
    behind: float
    by: Point | None = None

    def at(self, part: float) -> Point:
        return on_arrow(self.start, self.end, self.by, part)

    @property
    def points(self) -> list[Point]:
        return [self.at(part) for part in PARTS]

    def drawn(self) -> str:
        return arrow(self.start, self.end, self.before, self.behind, self.by)


def routed(
    route: Route, others: Sequence[Point], earlier: Sequence[Route], part: Box, near: float = NEAR,
    letters: Sequence[Point] = (),
) -> Route:  # fmt: skip
    """Straight, unless it passed over other pieces or letters or along earlier arrows; then beside them, as little as
    will do, and upwards if that is as well as downwards. So near to pieces it passes over them."""
    bows = [bow(route.start, route.end, side * much) for much in BOWS for side in (1, -1)]
    ways = [route, *(replace(route, by=by) for by in bows)]
    around = [*((other, near) for other in others), *((letter, LETTER) for letter in letters)]
    return min(ways, key=lambda way: trouble(way, around, earlier, part) + BENT * ways.index(way))


def trouble(way: Route, around: Sequence[tuple[Point, float]], earlier: Sequence[Route], part: Box) -> float:
    """How much an arrow passes over what is around it, each as large as it says, and over earlier arrows or the edge,
    which is worse."""
    left, top, wide, high = part
    points = way.points
    over = sum(max(0.0, 1 - min(far(p, other) for p in points) / near) for other, near in around)
    out = any(not (left < x < left + wide and top < y < top + high) for x, y in points)
    along = sum(sum(min(far(p, q) for q in old.points) < CROSSED for p in points) > 3 for old in earlier)
    return over + 3 * along + 9 * out


def numbers(routes: Sequence[Route], room: Room) -> Iterator[str]:
    """Which arrow comes first: on each where nothing else is, or beside it."""
    if 1 < len(routes) <= MOST_STEPS:
        for number, route in enumerate(routes, 1):
            yield counted(number, room.place(places_on(route), STEP, STEP), STEP)


def places_on(route: Route) -> Iterator[Point]:
    yield from map(route.at, ALONG)
    for aside in ASIDE:
        for part in ALONG:
            (x, y), (dx, dy) = route.at(part), towards(route.at(part - 0.1), route.at(part + 0.1))
            yield from ((x + dy * STEP * far, y - dx * STEP * far) for far in (aside, -aside))


def far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
