"""All straight lines from one space to another: from any point of the one to any point of the other.

A line passes from space to space over their edges. Which edges one line can pass, one after the other, is exact: there
is such a line where all their left ends can be parted from all their right ends. Lines through corners are left out:
beside each runs one that touches fewer spaces. On its way a line takes steps in two directions that are next to one
another; one that needs a third passes more spaces than one that does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from dsl.board.geometry import SHAPES, cross
from dsl.board.shapes import Lattice, Offset, Shape, ShapeError

MOST_SPACES = 127  # of one board: a hexagon of 7
Ways = tuple[int, ...]


@lru_cache(maxsize=SHAPES)
def sightlines(shape: Shape) -> tuple[Ways, ...]:
    """For each pair (a * n + b) the least sets of spaces (bits) that a line from a to b touches between the two.

    The only one is empty where they are neighbours or the same; from board to board there is none. Raises ShapeError.
    """
    size = len(shape.names) // shape.boards
    if shape.lattice is None:
        raise ShapeError(f"A {shape.word} has no straight lines; a grid, a line, and hexes of any outline have them.")
    if size > MOST_SPACES:
        raise ShapeError(f"Lines between any points are known for boards of at most {MOST_SPACES} spaces, not {size}.")
    cells = shape.cells
    span = (_span(x for x, _ in cells[:size]), _span(y for _, y in cells[:size]))
    ways = _all_ways(shape.lattice, span)
    bit = {cell: 1 << space for space, cell in enumerate(cells)}

    def between(a: int, b: int) -> Ways:
        if a // size != b // size:
            return ()
        (x, y), (to_x, to_y) = cells[a], cells[b]
        found = ways[to_x - x, to_y - y]
        return _least({sum(bit.get((x + dx, y + dy), 0) for dx, dy in way) for way in found})

    return tuple(between(a, b) for a in range(len(cells)) for b in range(len(cells)))


def _span(numbers: Iterable[int]) -> int:
    found = list(numbers)
    return max(found) - min(found)


def _least(sets: set[int]) -> Ways:
    """Those of which no other is a part, the smallest first."""
    found: list[int] = []
    for bits in sorted(sets, key=lambda b: (b.bit_count(), b)):
        if not any(other & bits == other for other in found):
            found.append(bits)
    return tuple(found)


# ----------------------------------------------------------------------------------------------------- ways of one line


@dataclass(frozen=True, slots=True)
class _Line:
    """Lines that begin in the space at (0, 0), have passed the spaces of `way` after it, and are in the last of them.

    `left`, `right`: the ends of the edges that they passed. All vectors from a right end to a left one lie between
    `first` and `last`, less than half a turn apart: so a line can part them.
    """

    way: tuple[Offset, ...] = ()
    left: tuple[Offset, ...] = ()
    right: tuple[Offset, ...] = ()
    first: Offset = (0, 0)
    last: Offset = (0, 0)

    @property
    def cell(self) -> Offset:
        return self.way[-1] if self.way else (0, 0)


def _all_ways(lattice: Lattice, span: Offset) -> dict[Offset, set[tuple[Offset, ...]]]:
    """For each offset within the span the spaces that a line can pass on its way there, without both ends."""
    steps = [s for direction, s in zip(lattice.directions, lattice.steps, strict=True) if direction.orthogonal]
    found: dict[Offset, set[tuple[Offset, ...]]] = {(0, 0): {()}}
    for pair in zip(steps, (*steps[1:], steps[0]), strict=True):
        for line in _lines(lattice, pair, span):
            found.setdefault(line.cell, set()).add(line.way[:-1])
    return found


def _lines(lattice: Lattice, steps: tuple[Offset, Offset], span: Offset) -> Iterator[_Line]:
    """All lines that take these two steps, and stay within the span."""
    open_ = [_Line()]
    while open_:
        line = open_.pop()
        for step in steps:
            x, y = line.cell[0] + step[0], line.cell[1] + step[1]
            longer = _onward(lattice, line, step) if abs(x) <= span[0] and abs(y) <= span[1] else None
            if longer is not None:
                open_.append(longer)
                yield longer


def _onward(lattice: Lattice, line: _Line, step: Offset) -> _Line | None:
    """The lines that go on over one more edge; None if there are none."""
    (x, y), (dx, dy), scale = line.cell, step, lattice.scale
    ends = [(cx, cy) for cx, cy in lattice.corners if (cx - scale * dx, cy - scale * dy) in lattice.corners]
    one, other = sorted(ends, key=lambda end: cross(step, end))
    right, left = ((scale * x + cx, scale * y + cy) for cx, cy in (one, other))
    apart = [_from(left, end) for end in (*line.right, right)] + [_from(end, right) for end in line.left]
    wedge = _wedge(line.first, line.last, apart)
    if wedge is None:
        return None
    return _Line((*line.way, (x + dx, y + dy)), (*line.left, left), (*line.right, right), *wedge)


def _wedge(first: Offset, last: Offset, vectors: Iterable[Offset]) -> tuple[Offset, Offset] | None:
    """The same, widened to hold these vectors; None if it would be half a turn or more."""
    for vector in vectors:
        if first == (0, 0):
            first = last = vector
        elif cross(first, vector) < 0 or (cross(first, vector) == 0 and _dot(first, vector) < 0):
            if cross(vector, last) <= 0:
                return None
            first = vector
        elif cross(last, vector) > 0:
            last = vector
        if cross(first, last) < 0 or (cross(first, last) == 0 and _dot(first, last) < 0):
            return None
    return first, last


def _from(end: Offset, start: Offset) -> Offset:
    return end[0] - start[0], end[1] - start[1]


def _dot(a: Offset, b: Offset) -> int:
    return a[0] * b[0] + a[1] * b[1]
