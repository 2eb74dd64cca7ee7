"""The shapes of boards: spaces with their names, directions and neighbours, and how a board is drawn.

All numbers but the centres and corners for drawing are exact. Every shape of the language has one constructor here;
`shape_of` finds it by the words of a rulebook. Names are a letter or letters and a number, so that they are names of
the language:

- ``hexagon of N``: hexes with a point up, N to a side; rows A, B, … from the top, numbered from 1 at the left;
- ``flat-hexagon of N``: the same with a side up; columns A, B, … from the left, numbered from 1 at the top;
- ``grid of W by H``: squares; files A, B, … from the left, ranks from 1 at the bottom;
- ``grid-with-corners of W by H``: the same, but squares with a corner in common are neighbours, too;
- ``open-grid of W by H``: squares around X0Y0 in the middle; X grows to the east, Y to the north;
- ``hex-rectangle of W by H``: rows of hexes with a point up, every other row, from the second on, half a space to the
  right; columns A, B, … from the left, rows from 1 at the top;
- ``hex-rhombus of W by H``: the same, but each row half a space right of the one above;
- ``line of N`` and ``ring of N``: a prefix and a number from 1; a ring runs clockwise from the top;
- ``ring-board of A by B by …``: rings A, B, … from the inside, numbered from 1 at the top, clockwise; spaces are
  neighbours along their ring only.

After Z come AA, AB, … Directions stand in clockwise order; the opposite of one is half of them further on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from dsl.board import graphs
from dsl.board.text_drawing import Layout, Row

MOST_SPACES = 1_000
APART = 4 * MOST_SPACES  # between the cells of equal boards: no line of one comes near another
LEAST_RING = 3  # with two spaces, clockwise and anticlockwise would lead to the same space

Offset = tuple[int, int]
Point = tuple[float, float]


class ShapeError(ValueError):
    """A shape that cannot be built, or a question that its kind of shape cannot answer; the text is for a designer."""


@dataclass(frozen=True, slots=True)
class Direction:
    """A way to go on. Not orthogonal: through a corner of the space (the diagonals of a grid)."""

    name: str
    orthogonal: bool = True


@dataclass(frozen=True, slots=True)
class Lattice:
    """A tiling of the plane by equal spaces, in integers.

    `steps` are the offsets of the directions. `corners` are those of the space at (0, 0), clockwise, multiplied by
    `scale` to be whole. `drawn` are the places of (1, 0) and (0, 1) in a drawing.
    """

    directions: tuple[Direction, ...]
    steps: tuple[Offset, ...]
    corners: tuple[Offset, ...]
    scale: int
    drawn: tuple[Point, Point]

    def centre(self, x: float, y: float) -> Point:
        """Where a point is drawn."""
        (right_x, down_x), (right_y, down_y) = self.drawn
        return right_x * x + right_y * y, down_x * x + down_y * y


# Axial coordinates: the first grows to the east, the second to the southeast.
HEXES = Lattice(
    directions=tuple(map(Direction, ("east", "southeast", "southwest", "west", "northwest", "northeast"))),
    steps=((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
    corners=((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)),
    scale=3,
    drawn=((1.0, 0.0), (0.5, math.sqrt(3) / 2)),
)

# The same, turned by half a sixth: the first grows to the southeast, the second to the south.
FLAT_HEXES = replace(
    HEXES,
    directions=tuple(map(Direction, ("north", "northeast", "southeast", "south", "southwest", "northwest"))),
    steps=((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    drawn=((math.sqrt(3) / 2, 0.5), (0.0, 1.0)),
)

# File and rank: the first grows to the east, the second to the north.
SQUARES = Lattice(
    directions=(
        Direction("north"),
        Direction("northeast", orthogonal=False),
        Direction("east"),
        Direction("southeast", orthogonal=False),
        Direction("south"),
        Direction("southwest", orthogonal=False),
        Direction("west"),
        Direction("northwest", orthogonal=False),
    ),
    steps=((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
    corners=((1, 1), (1, -1), (-1, -1), (-1, 1)),
    scale=2,
    drawn=((1.0, 0.0), (0.0, -1.0)),
)

# Squares of which there is only one rank.
TRACK = replace(SQUARES, directions=(Direction("forward"), Direction("backward")), steps=((1, 0), (-1, 0)))

AROUND = (Direction("clockwise"), Direction("anticlockwise"))
ROOM = 1.75  # from one space of a network to the next
DISC = tuple((math.sin(k * math.pi / 12) / 2, -math.cos(k * math.pi / 12) / 2) for k in range(24))


@dataclass(frozen=True)
class Shape:
    """A board's spaces, numbered from 0 in the order of `names`.

    `neighbour[direction][space]` is a space or -1. `cells` are the spaces' places in `lattice`; a shape of rings has
    neither. `centres` and the corners of one space around its centre (`outline`, clockwise) are for drawing: x to the
    right, y down, neither below 0, in widths of a space. `cornered`: spaces with only a corner in common are adjacent,
    too. `boards`: it is so many equal boards, one after the other, between which nothing leads; `centres` are those of
    each of them. `joined` are pairs of spaces that are neighbours, besides, by a line in no direction.
    """

    word: str
    sizes: tuple[int, ...]
    names: tuple[str, ...]
    directions: tuple[Direction, ...]
    neighbour: tuple[tuple[int, ...], ...]
    centres: tuple[Point, ...]
    outline: tuple[Point, ...]
    layout: Layout
    lattice: Lattice | None = None
    cells: tuple[Offset, ...] = ()
    cornered: bool = False
    boards: int = 1
    joined: tuple[tuple[int, int], ...] = ()

    @cached_property
    def coordinates(self) -> Mapping[str, tuple[int, ...]]:
        """Numbers of each space, from 1: of a ring-board its ring, of a grid and of rows of hexes its file and rank."""
        if self.word == "ring-board":
            return {"ring": tuple(track for track, count in enumerate(self.sizes, 1) for _ in range(count))}
        if self.word in ("grid", "grid-with-corners", "hex-rectangle", "hex-rhombus"):
            width, height = self.sizes
            ranks = [rank for rank in range(1, height + 1) for _ in range(width)]
            return {"file": (*range(1, width + 1),) * height * self.boards, "rank": (*ranks,) * self.boards}
        return {}

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """For each space the set (bits) of those one step away."""
        pairs = zip(self.neighbour, self.directions, strict=True)
        ways = [row for row, direction in pairs if direction.orthogonal or self.cornered]
        found = [graphs.bits_of(row[space] for row in ways if row[space] >= 0) for space in range(len(self.names))]
        for one, other in self.joined:
            found[one] |= 1 << other
            found[other] |= 1 << one
        return tuple(found)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Every pair of adjacent spaces once, smaller number first; the index is the edge's number."""
        return graphs.edges(self.adjacent)

    @cached_property
    def distance(self) -> tuple[tuple[int, ...], ...]:
        """`distance[a][b]`: the fewest steps between adjacent spaces, -1 if there is no way."""
        return graphs.distances(self.adjacent)


def one_for_each(shape: Shape, boards: Sequence[str]) -> Shape:
    """The same board several times: a space is called "C4 of the Field of Left", where `boards` has "Field of Left"."""
    size, many = len(shape.names), range(len(boards))
    return replace(
        shape,
        names=tuple(f"{name} of the {board}" for board in boards for name in shape.names),
        neighbour=tuple(tuple(s + size * k if s >= 0 else -1 for k in many for s in row) for row in shape.neighbour),
        centres=shape.centres * len(boards),
        cells=tuple((x + APART * k, y) for k in many for x, y in shape.cells),
        boards=len(boards),
        joined=tuple((a + size * k, b + size * k) for k in many for a, b in shape.joined),
    )


def led_on(shape: Shape, way: int, space: int, to: int) -> Shape:
    """The same shape where a direction leads on beyond the edge, and its opposite back. Raises ShapeError."""
    ways, names = shape.directions, shape.names
    back = (way + len(ways) // 2) % len(ways)
    for direction, here in ((way, space), (back, to)):
        if (found := shape.neighbour[direction][here]) >= 0:
            raise ShapeError(f"{ways[direction].name} of {names[here]} is {names[found]} already.")
    if space == to or any(row[space] == to for row in shape.neighbour):
        raise ShapeError(f"A step leads from {names[space]} to {names[to]} already, in another direction.")
    rows = [list(row) for row in shape.neighbour]
    rows[way][space], rows[back][to] = to, space
    return replace(shape, neighbour=tuple(map(tuple, rows)))


def joined(shape: Shape, one: int, other: int) -> Shape:
    """The same shape with a line between two spaces. Raises ShapeError."""
    if one == other:
        raise ShapeError(f"{shape.names[one]} is joined to itself.")
    if shape.adjacent[one] >> other & 1:
        raise ShapeError(f"{shape.names[one]} is beside {shape.names[other]} already.")
    return replace(shape, joined=(*shape.joined, (one, other)))


# ----------------------------------------------------------------------------------------------- by the words of a text

PATTERNS: Mapping[str, str] = {
    "hexagon": "hexagon of 6",
    "flat-hexagon": "flat-hexagon of 4",
    "grid": "grid of 8 by 8",
    "grid-with-corners": "grid-with-corners of 20 by 20",
    "open-grid": "open-grid of 9 by 9",
    "hex-rectangle": "hex-rectangle of 9 by 7",
    "hex-rhombus": "hex-rhombus of 11 by 11",
    "network": "network of 5 by 4",
    "line": "line of 10",
    "ring": "ring of 12",
    "ring-board": "ring-board of 6 by 12 by 18",
}


def shape_of(word: str, sizes: Sequence[int], prefix: str = "S") -> Shape:
    """The shape `word` of the given numbers; `prefix` starts the names of a line or ring. Raises ShapeError."""
    match word, tuple(sizes):
        case "hexagon", (side,):
            return hexagon(side)
        case "flat-hexagon", (side,):
            return flat_hexagon(side)
        case "grid", (width, height):
            return grid(width, height)
        case "grid-with-corners", (width, height):
            return replace(grid(width, height, word), cornered=True)
        case "open-grid", (width, height):
            return open_grid(width, height)
        case "hex-rectangle", (width, height):
            return hex_rectangle(width, height)
        case "hex-rhombus", (width, height):
            return hex_rhombus(width, height)
        case "network", (width, height):
            return network(width, height)
        case "line", (count,):
            return line(count, prefix)
        case "ring", (count,):
            return ring(count, prefix)
        case "ring-board", counts if counts:
            return ring_board(counts)
        case _:  # no such word, or not with so many numbers
            raise ShapeError(_unknown(word))


def _unknown(word: str) -> str:
    if word in PATTERNS:
        return f'The numbers of {_a(word).lower()} are written as in "{PATTERNS[word]}".'
    known = ", ".join(f'"{pattern}"' for pattern in PATTERNS.values())
    return f'There is no shape "{word}". The shapes are, for example: {known}.'


# --------------------------------------------------------------------------------------------------------- constructors


def hexagon(side: int) -> Shape:
    """A regular hexagon of hexes, `side` to a side; its opposite corners are 2 * (`side` - 1) steps apart."""
    _check_hexagon(side, "hexagon")
    reach = side - 1
    rows = [range(max(-reach, -reach - r), min(reach, reach - r) + 1) for r in range(-reach, side)]
    cells = [(q, r - reach) for r, row in enumerate(rows) for q in row]
    names = [f"{letters(r)}{number}" for r, row in enumerate(rows) for number in range(1, len(row) + 1)]
    layout = _named_rows(names, [len(row) for row in rows], [abs(r) for r in range(-reach, side)])
    return _of_lattice("hexagon", (side,), HEXES, names, cells, layout)


def flat_hexagon(side: int) -> Shape:
    """A regular hexagon of hexes with a side up, `side` to a side; it has a corner at the left and at the right."""
    _check_hexagon(side, "flat-hexagon")
    reach = side - 1
    columns = [range(max(-reach, -reach - q), min(reach, reach - q) + 1) for q in range(-reach, side)]
    cells = [(q - reach, r) for q, column in enumerate(columns) for r in column]
    names = [f"{letters(q)}{number}" for q, column in enumerate(columns) for number in range(1, len(column) + 1)]
    levels = [_level(cells, level) for level in range(-2 * reach, 2 * reach + 1)]  # half a hex lower each
    rows = tuple(Row(run, names[run[0]], names[run[-1]], cells[run[0]][0] + reach) for run in levels)
    return _of_lattice("flat-hexagon", (side,), FLAT_HEXES, names, cells, Layout(rows))


def _level(cells: Sequence[Offset], level: int) -> tuple[int, ...]:
    """The hexes beside one another, from the left: every other column has one."""
    return tuple(space for space, (q, r) in enumerate(cells) if 2 * r + q == level)


def hex_rectangle(width: int, height: int) -> Shape:
    """A rectangle of hexes, `width` columns by `height` rows; every other row stands half a space to the right."""
    return _hex_rows("hex-rectangle", width, [row % 2 for row in range(height)])


def hex_rhombus(width: int, height: int) -> Shape:
    """A rhombus of hexes, `width` columns by `height` rows."""
    return _hex_rows("hex-rhombus", width, range(height))


def _hex_rows(word: str, width: int, indents: Sequence[int]) -> Shape:
    """Rows of hexes, each so many halves of a space further right than the first."""
    _check_area(word, width, len(indents))
    names = [f"{letters(column)}{row}" for row, _ in enumerate(indents, 1) for column in range(width)]
    # a row lies half a space further right by itself than the one above it
    cells = [(column + (indent - row) // 2, row) for row, indent in enumerate(indents) for column in range(width)]
    rows = tuple(Row(_run(row * width, width), str(row + 1), indent=indent) for row, indent in enumerate(indents))
    layout = Layout(rows, header=tuple(map(letters, range(width))))
    return _of_lattice(word, (width, len(indents)), HEXES, names, cells, layout)


def grid(width: int, height: int, word: str = "grid") -> Shape:
    """A grid of squares, `width` files by `height` ranks, numbered rank by rank from A1; the shape is called `word`."""
    _check_area(word, width, height)
    cells = [(file, rank) for rank in range(height) for file in range(width)]
    names = [f"{letters(file)}{rank + 1}" for file, rank in cells]
    rows = tuple(Row(_run(rank * width, width), str(rank + 1)) for rank in reversed(range(height)))
    layout = Layout(rows, footer=tuple(map(letters, range(width))))
    return _of_lattice(word, (width, height), SQUARES, names, cells, layout)


def open_grid(width: int, height: int) -> Shape:
    """Squares around X0Y0, `width` by `height`, numbered row by row from the lowest."""
    _check_area("open-grid", width, height)
    if width % 2 == 0 or height % 2 == 0:
        spaces = f"An open-grid of {width} by {height} has no space in its middle"
        raise ShapeError(f"{spaces}; both numbers are odd, as in 9 by 9.")
    xs, ys = _around_zero(width), _around_zero(height)
    cells = [(x, y) for y in ys for x in xs]
    names = [f"X{x}Y{y}" for x, y in cells]
    rows = [Row(_run(row * width, width), f"Y{y}") for row, y in enumerate(ys)]
    layout = Layout(tuple(reversed(rows)), footer=tuple(f"X{x}" for x in xs))
    return _of_lattice("open-grid", (width, height), SQUARES, names, cells, layout)


def network(width: int, height: int) -> Shape:
    """Spaces that lie and are called as those of a grid, and are neighbours only where they are joined."""
    squares = grid(width, height, "network")
    centres = tuple((x * ROOM, y * ROOM) for x, y in squares.centres)
    return replace(squares, directions=(), neighbour=(), centres=centres, outline=DISC, lattice=None, cells=())


def line(count: int, prefix: str = "S") -> Shape:
    """`count` spaces in a row, from left to right."""
    _check_count("line", count, 1)
    names = [f"{prefix}{number}" for number in range(1, count + 1)]
    cells = [(x, 0) for x in range(count)]
    return _of_lattice("line", (count,), TRACK, names, cells, _named_rows(names, [count], [0]))


def ring(count: int, prefix: str = "S") -> Shape:
    """`count` spaces in a circle."""
    _check_count("ring", count, LEAST_RING)
    return _of_rings("ring", (count,), [f"{prefix}{number}" for number in range(1, count + 1)])


def ring_board(counts: Sequence[int]) -> Shape:
    """Rings of `counts` spaces around one another, the innermost first."""
    _check_rings(counts)
    names = [f"{letters(track)}{number}" for track, count in enumerate(counts) for number in range(1, count + 1)]
    return _of_rings("ring-board", tuple(counts), names)


def letters(number: int) -> str:
    """A, B, … Z, AA, AB, … for 0, 1, …"""
    return (letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)


# ----------------------------------------------------------------------------------------------------- what is possible


def _check_hexagon(side: int, word: str) -> None:
    most = 1
    while 3 * most * (most + 1) + 1 <= MOST_SPACES:  # the spaces of a hexagon one larger
        most += 1
    if not 1 <= side <= most:
        raise ShapeError(f"A {word} can have 1 to {most} spaces to a side, not {side}; {_limit()}.")


def _check_area(word: str, width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise ShapeError(f"{_a(word)} of {width} by {height} has no spaces; both numbers are at least 1.")
    if width * height > MOST_SPACES:
        spaces = f"{_a(word)} of {width} by {height} would have {width * height:,} spaces"
        raise ShapeError(f"{spaces}; {_limit()}, as in 31 by 32 or 50 by 20.")


def _check_count(word: str, count: int, least: int) -> None:
    if not least <= count <= MOST_SPACES:
        raise ShapeError(f"A {word} can have {least} to {MOST_SPACES:,} spaces, not {count}.")


def _check_rings(counts: Sequence[int]) -> None:
    if not counts or min(counts) < LEAST_RING:
        raise ShapeError(f"A ring-board needs at least one ring, and every ring at least {LEAST_RING} spaces.")
    if sum(counts) > MOST_SPACES:
        raise ShapeError(f"This ring-board would have {sum(counts):,} spaces in all; {_limit()}.")


def _a(word: str) -> str:
    return f"An {word}" if word[0] in "aeiou" else f"A {word}"


def _limit() -> str:
    return f"a board has at most {MOST_SPACES:,} spaces"


# ---------------------------------------------------------------------------------------------------------------- parts


def _around_zero(count: int) -> range:
    """So many whole numbers, an odd number of them, with 0 in the middle."""
    return range(-(count // 2), count // 2 + 1)


def _run(start: int, count: int) -> tuple[int, ...]:
    return tuple(range(start, start + count))


def _named_rows(names: Sequence[str], counts: Sequence[int], indents: Sequence[int]) -> Layout:
    """Rows of consecutive spaces, each between the names of its first and last space."""
    starts = accumulate(counts, initial=0)
    runs = [_run(start, count) for start, count in zip(starts, counts, strict=False)]
    return Layout(
        tuple(Row(run, names[run[0]], names[run[-1]], indent) for run, indent in zip(runs, indents, strict=True))
    )


def _of_lattice(
    word: str, sizes: tuple[int, ...], lattice: Lattice, names: Sequence[str], cells: Sequence[Offset], layout: Layout
) -> Shape:
    at = {cell: space for space, cell in enumerate(cells)}
    drawn = [lattice.centre(*cell) for cell in cells]
    left, top = min(x for x, _ in drawn), min(y for _, y in drawn)
    return Shape(
        word=word,
        sizes=sizes,
        names=tuple(names),
        directions=lattice.directions,
        neighbour=tuple(tuple(at.get((x + dx, y + dy), -1) for x, y in cells) for dx, dy in lattice.steps),
        centres=tuple((x - left, y - top) for x, y in drawn),
        outline=tuple(lattice.centre(x / lattice.scale, y / lattice.scale) for x, y in lattice.corners),
        layout=layout,
        lattice=lattice,
        cells=tuple(cells),
    )


def _of_rings(word: str, counts: tuple[int, ...], names: Sequence[str]) -> Shape:
    layout = _named_rows(names, counts, [0] * len(counts))
    runs = [row.spaces for row in layout.rows]
    return Shape(
        word=word,
        sizes=counts,
        names=tuple(names),
        directions=AROUND,
        neighbour=(
            tuple(space for run in runs for space in (*run[1:], run[0])),
            tuple(space for run in runs for space in (run[-1], *run[:-1])),
        ),
        centres=_around(counts),
        outline=DISC,
        layout=layout,
    )


def _around(counts: Sequence[int]) -> tuple[Point, ...]:
    """Centres on circles at least a space apart, each wide enough that its spaces do not overlap."""
    radii: list[float] = []
    for count in counts:
        radii.append(max(0.5 / math.sin(math.pi / count), radii[-1] + 1 if radii else 0))
    middle = radii[-1]
    rings = zip(radii, counts, strict=True)
    turns = [(radius, 2 * math.pi * k / count) for radius, count in rings for k in range(count)]
    return tuple((middle + radius * math.sin(turn), middle - radius * math.cos(turn)) for radius, turn in turns)
