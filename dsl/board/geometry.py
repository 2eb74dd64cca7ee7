"""What follows from a board's shape: rays, straight lines, and what the line between two centres passes.

Exact, in integers. Sets of spaces or edges are integers, bit k for number k. The tables are computed when asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import product

from dsl.board.graphs import bits_of
from dsl.board.shapes import Lattice, Offset, Shape, ShapeError

Table = tuple[tuple[int, ...], ...]
SHAPES = 8  # of so many the larger tables are kept: each variant of a game asks for them anew


def ray(shape: Shape, direction: int, space: int) -> tuple[int, ...]:
    """The spaces in a direction from a space, nearest first, without itself; on a ring once around."""
    onward = shape.neighbour[direction]
    found = []
    at = onward[space]
    while at >= 0 and at != space:
        found.append(at)
        at = onward[at]
    return tuple(found)


def straight(shape: Shape, directions: Sequence[int] | None = None) -> tuple[int, ...]:
    """For each space the set of those on its rays in the given directions (all, if none are given)."""
    ways = range(len(shape.directions)) if directions is None else directions
    return tuple(bits_of(at for way in ways for at in ray(shape, way, space)) for space in range(len(shape.names)))


def lines(shape: Shape, length: int) -> tuple[tuple[int, ...], ...]:
    """All straight lines of `length` spaces (1 or more), each once. Raises ShapeError for a shape of rings."""
    _lattice(shape)
    ways = range(len(shape.directions) // 2)  # the others are their opposites
    starts = [(space, *ray(shape, way, space)[: length - 1]) for way in ways for space in range(len(shape.names))]
    found = {frozenset(run): run for run in reversed(starts) if len(run) == length}  # round a loop a line is only one
    return tuple(run for run in starts if found.get(frozenset(run)) is run)


@lru_cache(maxsize=SHAPES)
def crossed(shape: Shape) -> Table:
    """`[a][b]`: the spaces whose inside the line between the centres of a and b passes, without a and b.

    Raises ShapeError for a shape of rings.
    """
    bit = {cell: 1 << space for space, cell in enumerate(shape.cells)}
    crossed_by = cache(partial(_crossed_by, _lattice(shape)))

    def between(x: int, y: int, offset: Offset) -> int:
        return sum(bit.get((x + dx, y + dy), 0) for dx, dy in crossed_by(offset))  # it may leave a toothed rim

    return _for_each_pair(shape, between)


@lru_cache(maxsize=SHAPES)
def followed(shape: Shape) -> Table:
    """`[a][b]`: the edges (by their numbers in `shape.edges`) along which the line between the centres runs.

    Raises ShapeError for a shape of rings.
    """
    followed_by = cache(partial(_followed_by, _lattice(shape)))
    bit = {frozenset(map(shape.cells.__getitem__, edge)): 1 << number for number, edge in enumerate(shape.edges)}

    def between(x: int, y: int, offset: Offset) -> int:
        pairs = followed_by(offset)
        return sum(bit.get(frozenset((x + dx, y + dy) for dx, dy in pair), 0) for pair in pairs)

    return _for_each_pair(shape, between)


def _for_each_pair(shape: Shape, between: Callable[[int, int, Offset], int]) -> Table:
    """A symmetric table with 0 in its diagonal; `between` gets the first space's cell and the offset of the second.
    Between boards there is nothing."""
    size = len(shape.cells) // shape.boards
    table = [[0] * len(shape.cells) for _ in shape.cells]
    for a, (x, y) in enumerate(shape.cells):
        first = a - a % size  # of the same board
        for b, (to_x, to_y) in enumerate(shape.cells[first:a], first):
            table[a][b] = table[b][a] = between(x, y, (to_x - x, to_y - y))
    return tuple(map(tuple, table))


def _lattice(shape: Shape) -> Lattice:
    if shape.lattice is None:
        raise ShapeError(f"A {shape.word} has no straight lines; a grid, a line, and hexes of any outline have them.")
    return shape.lattice


# ------------------------------------------------------------------------------------------------ the line to an offset

# The line runs from (0, 0) to `offset`. How far a point lies beside it is measured by the cross product of both. The
# corners of a space at (0, 0) lie up to `reach` to either side; so the line passes the inside of a space that is less
# than `reach` beside it, and one that is just `reach` beside it only touches. What two neighbours on opposite sides
# have in common lies on the line: if it touches both, it runs along their edge. Both coordinates of a space that the
# line meets lie between those of its ends; and such a space its extension beyond the ends never meets.


def _crossed_by(lattice: Lattice, offset: Offset) -> tuple[Offset, ...]:
    return tuple(cell for cell, side in _met_by(lattice, offset).items() if side == 0)


def _followed_by(lattice: Lattice, offset: Offset) -> tuple[tuple[Offset, Offset], ...]:
    """Both spaces of every edge."""
    met = _met_by(lattice, offset)
    steps = [step for direction, step in zip(lattice.directions, lattice.steps, strict=True) if direction.orthogonal]
    pairs = (((x, y), (x + dx, y + dy)) for (x, y), side in met.items() if side > 0 for dx, dy in steps)
    return tuple((cell, other) for cell, other in pairs if met.get(other) == -1)


def _met_by(lattice: Lattice, offset: Offset) -> dict[Offset, int]:
    """The spaces, without both ends, whose inside the line passes: 0; which it touches from either side: 1, -1."""
    reach = max(cross(offset, corner) for corner in lattice.corners)
    met = {}
    for cell in product(_range(offset[0]), _range(offset[1])):
        beside = lattice.scale * cross(offset, cell)
        if abs(beside) <= reach and cell not in ((0, 0), offset):
            met[cell] = 0 if abs(beside) < reach else beside // reach
    return met


def _range(end: int) -> range:
    """The whole numbers between 0 and `end`, both included, in ascending order."""
    return range(min(0, end), max(0, end) + 1)


def cross(a: Offset, b: Offset) -> int:
    """0 where both lead the same way or opposite ways; else its sign says to which side of a leads b."""
    return a[0] * b[1] - a[1] * b[0]
