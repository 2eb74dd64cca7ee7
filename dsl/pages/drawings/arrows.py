"""Which way arrows go in a picture of an example, and where their numbers stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import atan2, copysign, hypot, pi

from dsl.board.shapes import Point
from dsl.pages.drawings.layouts import polar
from dsl.pages.drawings.marks import NUMBER, arrow, arrow_through, bow, counted, on_arrow, towards
from dsl.pages.drawings.parts import Box
from dsl.pages.drawings.room import Room

STEP, MOST_STEPS = 9, 6  # the radius of the number of an arrow, and how many are counted
SHORT = 44  # of an arrow a number would hide nearly all
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)  # parts of an arrow where its number can stand
ASIDE = (1.7, 2.3, 3.0)  # how far beside it, in the radius of the number
BOWS = (0.4, 0.65, 0.9, 1.05, 1.25)  # how far aside the point is towards which an arrow is bent, in its own length
PARTS = tuple(k / 20 for k in range(1, 20))
NEAR, LETTER, CROSSED = 28, 12, 14  # so near an arrow passes over a piece, over a letter, and along another arrow
BENT = 0.03  # so much worse is each further way
POINTS = 30  # of an arrow along a ring
EDGE, THICK = 26.0, 5.0  # how far aside it can be, and half of how thick it is
TOGETHER = 8  # along another arrow it is as if it covered so much there
NEARER = 0.3  # of what is left free before and behind it there
OWN = 15.0  # so near to its ends is what it leads from and to
FURTHER = 13.0  # along the ring from the middle of the space on which it ends is its last number, if there is room
CORNERS = (
    (1, 0), (1, -1.5), (1, 1.5), (0, -1.7), (0, 1.7), (-1, -1.7), (-1, 1.7), (1.9, 0),
    (2, 1.5), (2, -1.5), (1, 2.5), (1, -2.5), (0, 2.8), (0, -2.8), (2.8, 0), (2.5, 1.5), (2.5, -1.5),
)  # (along it, outwards), in the order in which they are tried  # fmt: skip


@dataclass(frozen=True)
class Route:
    """From one place to another, but for what is left free around both; bent towards a point."""

    start: Point
    end: Point
    before: float
    behind: float
    by: Point | None = None

    @property
    def length(self) -> float:
        return far(self.start, self.end) - self.before - self.behind

    def at(self, part: float) -> Point:
        return on_arrow(self.start, self.end, self.by, part)

    @property
    def points(self) -> list[Point]:
        return [self.at(part) for part in PARTS]

    def drawn(self) -> str:
        return arrow(self.start, self.end, self.before, self.behind, self.by)


@dataclass(frozen=True)
class Orbit:
    """Along a ring around a middle, on whose spaces pieces stand so far from it: from one angle on by a turn, which is
    so many steps. It is `aside` between its ends: so much further from the middle."""

    middle: Point
    radius: float
    begin: float
    turn: float
    steps: int
    before: float
    behind: float
    aside: float = 0

    @property
    def length(self) -> float:
        return max(abs(self.turn) * self.radius - self.before - self.behind, 1.0)

    def at(self, part: float) -> Point:
        return self.turned(copysign((self.before + part * self.length) / self.radius, self.turn))

    def step(self, number: int) -> Point:
        """Where it passes the middle of a space."""
        return self.turned(self.turn * number / self.steps)

    def beside_end(self, along: float, out: float) -> Point:
        """So far beyond the middle of the space on which it ends, and further outside."""
        angle = self.begin + self.turn + copysign(along / self.radius, self.turn)
        return polar(self.middle, self.radius + out, angle)

    def turned(self, angle: float) -> Point:
        return polar(self.middle, self.radius + self.aside, self.begin + angle)

    @property
    def points(self) -> list[Point]:
        return [self.at(part) for part in PARTS]

    def drawn(self) -> str:
        return arrow_through([self.at(k / POINTS) for k in range(POINTS + 1)])

    def clear(self, room: Room, earlier: Sequence[Route | Orbit]) -> Orbit:
        """The same where it covers least of what is there, and goes least along earlier arrows: through the middle of
        spaces, else at their inner edge or their outer one, where it begins and ends beside pieces. What stands at its
        own ends, or is pale there, it leads from and to."""
        room = room.without((self.turned(0), self.turned(self.turn)), OWN)
        before, behind = (NEARER * part for part in (self.before, self.behind))
        ways = [self, *(replace(self, aside=aside, before=before, behind=behind) for aside in (-EDGE, EDGE))]
        taken = [point for old in earlier for point in old.points]
        covered = [
            sum(room.lacking(p, THICK, THICK) + TOGETHER * any(far(p, q) < CROSSED for q in taken) for p in inner)
            for inner in (way.points[2:-2] for way in ways)
        ]
        return ways[covered.index(min(covered))]


def orbit(start: Point, end: Point, middle: Point, each: float, before: float, behind: float) -> Orbit | None:
    """From one space of a ring to another, around the shorter way; `each` is the angle of a space. None if they are
    on different rings."""
    radii = [hypot(x - middle[0], y - middle[1]) for x, y in (start, end)]
    if abs(radii[0] - radii[1]) > 1:
        return None
    begin, last = (atan2(x - middle[0], middle[1] - y) for x, y in (start, end))
    turn = (last - begin + pi) % (2 * pi) - pi
    return Orbit(middle, radii[0], begin, turn, max(1, round(abs(turn) / each)), before, behind)


def routed(
    route: Route, others: Sequence[Point], earlier: Sequence[Route | Orbit], part: Box, near: float = NEAR,
    letters: Sequence[Point] = (),
) -> Route:  # fmt: skip
    """Straight, unless it passed over other pieces or letters or along earlier arrows; then beside them, as little as
    will do, and upwards if that is as well as downwards. So near to pieces it passes over them."""
    bows = [bow(route.start, route.end, side * much) for much in BOWS for side in (1, -1)]
    ways = [route, *(replace(route, by=by) for by in bows)]
    around = [*((other, near) for other in others), *((letter, LETTER) for letter in letters)]
    return min(ways, key=lambda way: trouble(way, around, earlier, part) + BENT * ways.index(way))


def trouble(way: Route, around: Sequence[tuple[Point, float]], earlier: Sequence[Route | Orbit], part: Box) -> float:
    """How much an arrow passes over what is around it, each as large as it says, and over earlier arrows or the edge,
    which is worse."""
    left, top, wide, high = part
    points = way.points
    over = sum(max(0.0, 1 - min(far(p, other) for p in points) / near) for other, near in around)
    out = any(not (left < x < left + wide and top < y < top + high) for x, y in points)
    inner = points[4:-4]  # at their ends those of one piece are near one another
    along = sum(sum(min(far(p, q) for q in old.points) < CROSSED for p in inner) > 3 for old in earlier)
    return over + 3 * along + 9 * out


def numbers(routes: Sequence[Route | Orbit], numbered: Sequence[int], room: Room) -> Iterator[str]:
    """The number of each arrow, on it where nothing else is, or beside it. Of a single one along a ring the steps."""
    one, r = routes[0] if len(routes) == 1 else None, max(STEP, room.least / NUMBER)
    if isinstance(one, Orbit) and 1 < one.steps <= MOST_STEPS:
        yield from (counted(number, one.step(number), r) for number in range(1, one.steps))
        beside = [one.beside_end(along * FURTHER, out * FURTHER) for along, out in CORNERS]
        yield counted(one.steps, room.place(beside, r, r), r)
    if 1 < len(routes) <= MOST_STEPS:
        for number, route in zip(numbered, routes, strict=True):
            yield counted(number, room.place(places_on(route, r), r, r), r)


def places_on(route: Route | Orbit, r: float) -> Iterator[Point]:
    """Where a number in a disc can stand: on an arrow, unless it would hide that, or beside it."""
    if route.length > SHORT:
        yield from map(route.at, ALONG)
    for aside in ASIDE:
        for part in ALONG:
            (x, y), (dx, dy) = route.at(part), towards(route.at(part - 0.1), route.at(part + 0.1))
            yield from ((x + dy * r * far, y - dx * r * far) for far in (aside, -aside))


def far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
