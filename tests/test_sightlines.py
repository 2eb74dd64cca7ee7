"""Lines from any point of a space to any point of another: the least sets of spaces that they touch in between."""

from __future__ import annotations

from random import Random

import pytest

from dsl.board.graphs import members
from dsl.board.shapes import Shape, one_for_each, shape_of
from dsl.board.sightlines import sightlines

FLAT = shape_of("flat-hexagon", (4,))
# In the hexes around D4; each found by drawing 36 lines between corners, a little inside of them.
KNOWN = {
    ("D4", "B3"): "C4 or C3",
    ("D4", "B2"): "C3",
    ("C4", "E3"): "D4",
    ("C4", "D2"): "D4 D3 or C3 D3 or C3 C2",
    ("C4", "F2"): "D4 E3",
    ("C3", "F2"): "D4 E3 or D3 E3 or D3 E2",
    ("E3", "B3"): "D4 C4 or D4 C3 or C3 D3",
    ("B3", "E2"): "C3 D3",
    ("B3", "F2"): "D4 C4 E3 or D4 C3 E3 or C3 D3 E3 or C3 D3 E2",
    ("B3", "F3"): "D4 C4 E3 or D4 C3 E3 or D4 C4 E4 or D4 C3 E4",
    ("B2", "F2"): "C3 D3 E3 or D3 E3 C2 or C3 D3 E2 or D3 C2 E2",
    ("D2", "F3"): "D3 E3 or E3 E2 or E2 F2",
}


def ways(shape: Shape, start: str, end: str) -> set[frozenset[str]]:
    a, b = shape.names.index(start), shape.names.index(end)
    return {frozenset(shape.names[k] for k in members(bits)) for bits in sightlines(shape)[a * len(shape.names) + b]}


@pytest.mark.parametrize(("ends", "known"), KNOWN.items(), ids="-".join)
def test_the_ways_that_are_known(ends: tuple[str, str], known: str) -> None:
    expected = {frozenset(way.split()) for way in known.split(" or ")}
    assert ways(FLAT, *ends) == ways(FLAT, *reversed(ends)) == expected


def test_in_a_grid_a_line_touches_what_lies_on_a_way_without_a_bend() -> None:
    grid = shape_of("grid", (5, 4))
    assert ways(grid, "A1", "C2") == {frozenset(way.split()) for way in ("B1 C1", "B1 B2", "A2 B2")}
    assert ways(grid, "A1", "C3") == {
        frozenset(way.split()) for way in ("B1 B2 B3", "B1 B2 C2", "A2 B2 B3", "A2 B2 C2")
    }
    assert ways(grid, "A1", "A1") == ways(grid, "A1", "A2") == {frozenset()}


def test_from_board_to_board_there_is_no_line() -> None:
    both = one_for_each(shape_of("grid", (2, 2)), ("Deck of Left", "Deck of Right"))
    assert [len(found) for found in sightlines(both)[:8]] == [1, 1, 1, 2, 0, 0, 0, 0]


@pytest.mark.parametrize("shape", [shape_of("hexagon", (4,)), shape_of("grid", (6, 5))], ids=lambda shape: shape.word)
def test_whatever_line_is_drawn_touches_a_whole_way(shape: Shape) -> None:
    """Lines between random points; what they touch is found by walking along them in small steps."""
    random, count = Random(5), len(shape.names)
    for _ in range(60):
        a, b = random.randrange(count), random.randrange(count)
        start, end = (_inside(shape, space, random) for space in (a, b))
        touched = {_at(shape, *_between(start, end, k / 1000)) for k in range(1001)}
        assert any(set(members(way)) <= touched for way in sightlines(shape)[a * count + b])


def _inside(shape: Shape, space: int, random: Random) -> tuple[float, float]:
    """A random point inside of a space, often near to a corner, and on no line through corners."""
    weights = [random.random() ** 4 for _ in shape.outline]
    shares = [0.98 * weight / sum(weights) for weight in weights]
    x, y = shape.centres[space]
    dx, dy = (sum(share * corner[k] for share, corner in zip(shares, shape.outline, strict=True)) for k in (0, 1))
    return x + dx, y + dy


def _between(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _at(shape: Shape, x: float, y: float) -> int:
    """The space with the nearest centre: spaces are equal, so it is the one in which the point lies."""
    return min(range(len(shape.names)), key=lambda k: (shape.centres[k][0] - x) ** 2 + (shape.centres[k][1] - y) ** 2)
