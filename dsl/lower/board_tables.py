"""Constant tables of a board: neighbours, distances, straight rows, what a line between two spaces passes.

Spaces are counted from 0 in the board; a table of sets has `Bits` of the board's spaces (or edges).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate, chain

from dsl.board import geometry
from dsl.board.graphs import bits_of, members
from dsl.board.sightlines import sightlines
from dsl.ir.nodes import INT, Binary, Bits, Block, Call, Const, Expr, If, Local, Return, Set, While
from dsl.lower.build import Build
from dsl.lower.ops import NO, YES, is_empty, lookup, pair, plus
from dsl.model.world import BoardInfo, Kind

_MOST_SETS = 4096  # in a table of spaces by their distances
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
}


def board_with(build: Build, kind: Kind) -> BoardInfo | None:
    """The board of these spaces, edges or directions; None for other kinds."""
    for board in build.world.boards.values():
        if kind in (board.spaces, board.edges, board.directions) or kind.is_a(board.spaces):
            return board
    return None


def spaces(board: BoardInfo) -> Bits:
    return Bits(board.spaces.size)


def edges(board: BoardInfo) -> Bits:
    return Bits(board.edges.size)


def beside(build: Build, board: BoardInfo) -> str:
    """For each space the set of its neighbours."""
    return build.table(f"beside.{board.name}", lambda: board.shape.adjacent, spaces(board))


def straight(build: Build, board: BoardInfo) -> str:
    """For each space the set of those on a straight row through it."""
    return build.table(f"straight.{board.name}", lambda: geometry.straight(board.shape), spaces(board))


def ahead(build: Build, board: BoardInfo) -> str:
    """For each pair (space * directions + direction) the set of the spaces that lie straight on from there."""

    def make() -> tuple[int, ...]:
        ways, count = range(board.directions.size), len(board.shape.names)
        return tuple(bits_of(geometry.ray(board.shape, way, space)) for space in range(count) for way in ways)

    return build.table(f"ahead.{board.name}", make, spaces(board))


def crossed(build: Build, board: BoardInfo) -> str:
    """For each pair (a * n + b) the set of spaces that the line between them passes."""
    return build.table(f"crossed.{board.name}", lambda: _flat(geometry.crossed(board.shape)), spaces(board))


def behind(build: Build, board: BoardInfo) -> str:
    """For each pair (x * n + a) the set of spaces b such that the line from a to b passes x."""

    def make() -> tuple[int, ...]:
        count = len(board.shape.names)
        found = [0] * count**2
        for a, row in enumerate(geometry.crossed(board.shape)):
            for b, passed in enumerate(row):
                for x in members(passed):
                    found[x * count + a] |= 1 << b
        return tuple(found)

    return build.table(f"behind.{board.name}", make, spaces(board))


def followed(build: Build, board: BoardInfo) -> str:
    """For each pair (a * n + b) the set of edges along which the line between them runs."""
    return build.table(f"followed.{board.name}", lambda: _flat(geometry.followed(board.shape)), edges(board))


def line_past(build: Build, board: BoardInfo) -> str:
    """The function of a pair (a * n + b) and a set of spaces: 1 if some line from a to b touches none of them."""
    ways = sightlines(board.shape)
    first = build.table(f"lines from.{board.name}", lambda: (0, *accumulate(map(len, ways))))
    touched = build.table(f"lines.{board.name}", lambda: tuple(chain.from_iterable(ways)), spaces(board))
    at, pair_, shut = Local("at"), Local("pair"), Local("shut")
    inside = Binary("<", at, lookup(first, Binary("+", pair_, YES)))
    free = is_empty(Binary("&", lookup(touched, at), shut))
    step = Set("at", Binary("+", at, YES))
    body: Block = (
        Set("at", lookup(first, pair_)),
        While(inside, (If(free, (Return(YES),)), step)),
        Return(NO),
    )
    return build.value(f"line past.{board.name}", (("pair", INT), ("shut", spaces(board))), lambda: body)


def sides(build: Build, board: BoardInfo) -> str:
    """For each edge the set of its two spaces."""
    return build.table(f"sides.{board.name}", lambda: tuple(map(bits_of, board.shape.edges)), spaces(board))


def edges_at(build: Build, board: BoardInfo) -> str:
    """For each space the set of its edges."""

    def make() -> tuple[int, ...]:
        count = len(board.shape.names)
        return tuple(bits_of(k for k, e in enumerate(board.shape.edges) if s in e) for s in range(count))

    return build.table(f"edges.{board.name}", make, edges(board))


def distance(build: Build, board: BoardInfo) -> str:
    """For each pair (a * n + b) the distance, -1 where there is no way."""
    return build.table(f"distance.{board.name}", lambda: _flat(board.shape.distance))


def at_distance(build: Build, board: BoardInfo, operator: str, amount: int) -> str:
    """For each space the set of those whose distance compares so with `amount`."""
    holds = _COMPARISONS[operator]

    def make() -> tuple[int, ...]:
        rows = board.shape.distance
        return tuple(bits_of(b for b, d in enumerate(row) if d >= 0 and holds(d, amount)) for row in rows)

    return build.table(f"distance{operator}{amount}.{board.name}", make, spaces(board))


def at_each_distance(build: Build, board: BoardInfo, operator: str, space: Expr, amount: Expr) -> Expr:
    """The set of the spaces whose distance from one, counted from 0, compares so with an amount known only in play."""
    rows, holds = board.shape.distance, _COMPARISONS[operator]
    width = _amounts(board)

    def make() -> tuple[int, ...]:
        amounts = range(-1, width - 1)
        return tuple(bits_of(b for b, d in enumerate(row) if d >= 0 and holds(d, k)) for row in rows for k in amounts)

    def column() -> Block:
        """Less than -1 is the same as -1, and more than any distance the same as one more than the greatest."""
        number = Local("number")
        less = If(Binary("<", number, Const(0)), (Return(Const(0)),))
        more = If(Binary(">", number, Const(width - 2)), (Return(Const(width - 1)),))
        return (less, more, Return(plus(number, 1)))

    table = build.table(f"distance{operator}.{board.name}", make, spaces(board))
    kept = build.value(f"one of {width} amounts", (("number", INT),), column)
    return lookup(table, pair(space, Call(kept, (amount,)), width))


def has_each_distance(board: BoardInfo) -> bool:
    """Whether the sets of spaces at each distance from each are few enough for a table."""
    return len(board.shape.names) * _amounts(board) <= _MOST_SETS


def _amounts(board: BoardInfo) -> int:
    """How many amounts differ when distances are compared with them: from -1 to one more than the greatest distance."""
    return max(map(max, board.shape.distance)) + 3


def neighbour(build: Build, board: BoardInfo) -> str:
    """For each pair (direction * n + space) the location one step on, or -1."""

    def make() -> tuple[int, ...]:
        start = board.spaces.start
        return tuple(s + start if s >= 0 else -1 for row in board.shape.neighbour for s in row)

    return build.table(f"neighbour.{board.name}", make)


def coordinate(build: Build, board: BoardInfo, which: str) -> str:
    """For each space the number of its ring, rank or file."""
    return build.table(f"{which}.{board.name}", lambda: board.one.coordinates[which] * board.kind.size)


def with_coordinate(build: Build, board: BoardInfo, which: str) -> str:
    """For each number, from 0, the set of the spaces whose ring, rank or file has it."""

    def make() -> tuple[int, ...]:
        numbers = board.one.coordinates[which] * board.kind.size
        return tuple(bits_of(k for k, n in enumerate(numbers) if n == number) for number in range(max(numbers) + 1))

    return build.table(f"{which}={board.name}", make, spaces(board))


def turned(build: Build, board: BoardInfo) -> str:
    """For each direction the set of the two that are one step round."""
    count = board.directions.size

    def make() -> tuple[int, ...]:
        return tuple(bits_of({(d - 1) % count, (d + 1) % count} - {d}) for d in range(count))

    return build.table(f"turned.{board.name}", make, Bits(count))


def direction_to(build: Build, board: BoardInfo) -> str:
    """For each pair (a * n + b) the direction in which b is the neighbour of a, or -1."""

    def make() -> tuple[int, ...]:
        count, start = len(board.shape.names), board.directions.start
        found = [-1] * (count * count)
        for direction, row in enumerate(board.shape.neighbour):
            for a, b in enumerate(row):
                if b >= 0:
                    found[a * count + b] = direction + start
        return tuple(found)

    return build.table(f"direction.{board.name}", make)


def own_spaces(build: Build, board: BoardInfo) -> str:
    """For each of the boards the set of its spaces."""
    size = len(board.one.names)
    whole = (1 << size) - 1
    return build.table(
        f"own.{board.name}", lambda: tuple(whole << size * k for k in range(board.kind.size)), spaces(board)
    )


def line_spaces(build: Build, lines: Kind) -> str:
    """For each line the set of its spaces."""
    info = build.world.lines[lines.name]
    start = info.board.spaces.start

    def make() -> tuple[int, ...]:
        return tuple(bits_of(s - start for s in members) for members in info.members)

    return build.table(f"line.{lines.name}", make, spaces(info.board))


def lines_at(build: Build, lines: Kind) -> str:
    """For each space the set of the lines through it."""
    info = build.world.lines[lines.name]
    first = info.board.spaces.start

    def make() -> tuple[int, ...]:
        count = info.board.spaces.size
        return tuple(bits_of(k for k, m in enumerate(info.members) if s + first in m) for s in range(count))

    return build.table(f"lines.{lines.name}", make, Bits(len(info.members)))


def _flat(rows: Iterable[Iterable[int]]) -> tuple[int, ...]:
    return tuple(value for row in rows for value in row)
