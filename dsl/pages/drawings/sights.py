"""Lines between two things in pictures of examples: which are spoken of, and whether they are open: of sight, with what
stands in their way, or of what else one thing can be to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot

from dsl import model
from dsl.board.shapes import Point
from dsl.builtins.crossed import CROSSED, FOLLOWED
from dsl.model.visit import nodes_in
from dsl.pages.cards.paper import width
from dsl.pages.drawings.layouts import SCALE
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.svg import words

INSIDE = 0.48 * SCALE  # a line that passes so near the middle of a space passes through it
BESIDE = 0.52 * SCALE  # and one that passes so near goes along its edge
DOT, BAR = 4.5, 15  # the radius of what stands at its ends, and half the length of the bar where it stops
BEFORE = 0.6 * SCALE  # how far before the middle of what is in the way it stops
EDGE = 0.37 * SCALE  # and before the middle of an edge that is closed: just before the edge begins


@dataclass(frozen=True)
class Sight:
    """From one space to another, by their numbers, and whether the end is what the `quality` says, which it is, if that
    asks for a line, where nothing is in the way; or whether that action can be done with the two, or is `done`."""

    start: int
    end: int
    open: bool
    quality: model.Quality | model.Action
    done: bool = False

    @property
    def is_line(self) -> bool:
        return isinstance(self.quality, model.Quality) and asks_for_a_line(self.quality)

    def is_back(self, other: Sight) -> bool:
        """Whether another one goes the same way in the other direction."""
        return (self.start, self.end) == (other.end, other.start)


def sights(steps: Iterable[model.ExampleStep], space_of: Callable[[model.Expression], int | None]) -> Iterator[Sight]:
    """The lines of which an example says whether they are open, and those between two things of which one is said to be
    something to the other, or not, or with which something can be done. Whoever looks is said last: `visible from C3`;
    what does something first."""
    for condition in (step.condition for step in steps if isinstance(step, model.Then)):
        seen = not isinstance(condition, model.Not)
        inner = condition.condition if isinstance(condition, model.Not) else condition
        if isinstance(inner, model.Holds) and len(inner.arguments) == 2:
            end, start = map(space_of, inner.arguments)
            if start is not None and end is not None and start != end:
                yield Sight(start, end, seen, inner.quality)
        if isinstance(inner, model.CanDo) and all(isinstance(on, model.Use) for on in inner.invocation.arguments):
            found = [space_of(on) for on in inner.invocation.arguments if on is not None]
            ends = [space for space in found if space is not None]
            if len(ends) == len({*ends}) == 2:
                yield Sight(ends[0], ends[1], seen, inner.invocation.action)


def asks_for_a_line(quality: model.Quality) -> bool:
    """Whether it is so only where nothing is on a straight line."""
    return any(
        isinstance(node, model.LinePast) or (isinstance(node, model.Related) and node.relation in (CROSSED, FOLLOWED))
        for condition in quality.conditions
        for node in nodes_in(condition)
    )


@dataclass(frozen=True)
class Way:
    """A line from point to point."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        return max(hypot(self.end[0] - self.start[0], self.end[1] - self.start[1]), 0.01)

    def at(self, far: float) -> Point:
        """So far from its start."""
        part = far / self.length
        x, y = self.start
        return x + (self.end[0] - x) * part, y + (self.end[1] - y) * part

    def passed(self, point: Point) -> tuple[float, float]:
        """How far from the start, and how far beside the line a point is; to the left of it that is below 0."""
        (x, y), (to_x, to_y) = self.start, self.end
        dx, dy = (to_x - x) / self.length, (to_y - y) / self.length
        px, py = point[0] - x, point[1] - y
        return px * dx + py * dy, dx * py - dy * px

    def beside(self, much: float) -> Way:
        """The same so far to its left."""
        (x, y), (a, b) = self.start, self.end
        dx, dy = (b - y) / self.length * much, (x - a) / self.length * much
        return Way((x + dx, y + dy), (a + dx, b + dy))


def crossed(way: Way, points: Sequence[Point]) -> list[int]:
    """Which of the middles of spaces belong to spaces that the line passes through, but for its ends."""
    told = [way.passed(point) for point in points]
    return [n for n, (far, beside) in enumerate(told) if 1 < far < way.length - 1 and abs(beside) < INSIDE]


def stop(way: Way, standing: Sequence[Point]) -> tuple[float, float] | None:
    """How far from its start a line ends, and where it would go on: before the first space on it on which something
    stands, or between two along whose edge it goes. None where nothing is in the way."""
    return min((ends for ends, _ in stops(way, standing)), default=None)


def stops(way: Way, standing: Sequence[Point]) -> Iterator[tuple[tuple[float, float], tuple[int, ...]]]:
    """All that would end a line, each with which of what stands there it is: one on the line, or two beside an edge."""
    told = [*map(way.passed, standing)]
    for number, (far, beside) in enumerate(told):
        if abs(beside) < INSIDE and 1 < far < way.length - 1:
            yield (far - BEFORE, far + BEFORE), (number,)
    along = beside_edges(way, standing)
    for one, other in combinations(along, 2):
        (far, side), (same, across) = told[one], told[other]
        if abs(far - same) < 1 and side * across < 0:
            yield (far - EDGE, far - EDGE + 8), (one, other)


def beside_edges(way: Way, standing: Sequence[Point]) -> list[int]:
    """Which of what stands there is beside an edge that the line goes along."""
    told = enumerate(map(way.passed, standing))
    return [n for n, (far, beside) in told if INSIDE <= abs(beside) < BESIDE and 1 < far < way.length - 1]


def line(way: Way, end: float, css: str, start: float = 0) -> str:
    a, b = way.at(start), way.at(end)
    return f'<path class="{css}" d="M{xy(a)}L{xy(b)}"/>'


def drawn(way: Way, blocked: tuple[float, float] | None, rims: tuple[float, float]) -> Iterator[str]:
    """A line with dots at its ends; one that is blocked ends at a bar, and goes on faintly. `rims`: how far from the
    middles of its ends it is drawn."""
    first, last = rims[0], way.length - rims[1]
    if blocked is None:
        yield line(way, last, "halo", first) + line(way, last, "sees", first) + dot(way.at(first)) + dot(way.at(last))
        return
    end, further = max(blocked[0], first + 1), blocked[1]
    yield line(way, end, "halo", first) + line(way, end, "sees not", first) + dot(way.at(first), " not")
    x, y = way.at(end)
    dx, dy = ((b - a) / way.length * BAR for a, b in zip(way.start, way.end, strict=True))
    bar = f'd="M{xy((x - dy, y + dx))}L{xy((x + dy, y - dx))}"'
    yield f'<path class="halo" {bar}/><path class="sees bar" {bar}/>'
    if further < last:
        yield line(way, last, "sees faint", further)


def key(told: tuple[str, str], wide: float, top: float, left: float, size: float) -> tuple[float, list[str]]:
    """What the lines of a picture mean, below it, in so much width: the open ones and the closed ones, if something is
    told of these; and how high that is. `size` is that of the letters."""
    half = max(size, BAR + 2) if told[1] else size  # there is room for the bar above and below it
    lines, high, x, y = list[str](), size + half, left + 0.6 * size, top + half + 4
    for text, blocked in zip(told, (None, (2.4 * size, 3 * size)), strict=True):
        long = (4 if blocked else 3.2) * size
        if lines and text and x + long + (0.9 + width(text)) * size > left + wide:
            x, y = left + 0.6 * size, y + high
        if text:
            lines.append(f'<g class="drawn plain">{"".join(drawn(Way((x, y), (x + long, y)), blocked, (0, 0)))}</g>')
            lines.append(words("key line", text, x + long + 0.9 * size, y, size))
            x += long + (2.5 + width(text)) * size
    return (y + half + 2 - top, lines) if lines else (0.0, [])


def dot(at: Point, css: str = "") -> str:
    return f'<circle class="sees dot{css}" cx="{short(at[0])}" cy="{short(at[1])}" r="{DOT}"/>'


def xy(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"
