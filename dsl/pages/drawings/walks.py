"""Walks in pictures of examples: the way on which something cannot be done because it would close the walk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from dsl import model
from dsl.board.graphs import bits_of, way
from dsl.board.scene import Held
from dsl.board.shapes import Point, Shape
from dsl.model.visit import conjuncts
from dsl.pages.drawings.layouts import SCALE
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.marks import towards
from dsl.pages.drawings.svg import words

UP_TO, POINT = 0.1 * SCALE, 8  # before the middle of its last space a way ends; how long the lines of its point are


@dataclass(frozen=True)
class Walked:
    """The spaces of a walk from its start over the one that may not be closed to the next."""

    spaces: tuple[int, ...]
    walk: model.Walk


def walked(
    asked: model.CanDo, held: Held, space: int, shape: Shape, numbers: range,
    space_of: Callable[[model.Expression], int | None], full: Collection[int] = (),
) -> Iterator[Walked]:  # fmt: skip
    """The walk that an action on a space would close, as it is known of a line that says so; it goes on beside spaces
    that may be `full`."""
    known: Mapping[tuple[int, int], tuple[int, ...]] = dict(held.ways)
    needs = [need for need in asked.invocation.action.needs if need.span.begin in known]
    for at, on in ((need.span.begin, on) for need in needs for on in conjuncts((need.condition,))):
        if isinstance(on, model.OnWalk) and isinstance(on.walk.start, model.Expression):
            start, over = space_of(on.walk.start), bits_of(n - numbers.start for n in known[at] if n in numbers)
            if start is not None and start in numbers and over >> (space - numbers.start) & 1:
                found = way(shape.adjacent, start - numbers.start, space - numbers.start, over)
                goal = space_of(on.space)
                if goal is not None and goal in numbers:
                    left = over & ~bits_of((*found[:-1], *(n - numbers.start for n in full)))
                    found += way(shape.adjacent, space - numbers.start, goal - numbers.start, left)[1:2]
                is_line = len(found) > 1  # else it ends where it begins
                yield from [Walked(tuple(n + numbers.start for n in found), on.walk)] if is_line else ()


def drawn(places: list[Point], first: float) -> Iterator[str]:
    """A dotted line through the middles of spaces, the first of which it leaves free so far, to a point at its end."""
    ends = [shortened(places[1], places[0], first), *places[1:-1], shortened(places[-2], places[-1], UP_TO)]
    data, (x, y) = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in ends), ends[-1]
    dx, dy = towards(places[-2], places[-1])
    sides = ((x - POINT * (dx - side * dy), y - POINT * (dy + side * dx)) for side in (1, -1))
    (a, b), (c, d) = ((short(left), short(top)) for left, top in sides)
    point = f"M{a} {b}L{short(x)} {short(y)}L{c} {d}"
    yield f'<path class="halo" d="{data}"/><path class="sees walk" d="{data}"/>'
    yield f'<path class="halo" d="{point}"/><path class="sees" d="{point}"/>'


def shortened(one: Point, other: Point, much: float) -> Point:
    """Before another place, seen from one, by so much."""
    (x, y), (a, b) = one, other
    part = 1 - much / max(((a - x) ** 2 + (b - y) ** 2) ** 0.5, much)
    return x + (a - x) * part, y + (b - y) * part


def sample(text: str, top: float, left: float, size: float) -> tuple[float, list[str]]:
    """What a dotted line means, below a picture, and how high that is."""
    y, x = top + size + 4, left + 0.6 * size
    path = f'<path class="sees walk" d="M{short(x)} {short(y)}h{short(3.2 * size)}"/>'
    return 2 * size + 2, [f'<g class="drawn plain">{path}</g>', words("key line", text, x + 4.1 * size, y, size)]
