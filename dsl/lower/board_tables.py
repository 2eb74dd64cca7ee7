"""Constant tables of a board: what lies beside what, straight rows, what a line between two spaces passes.

Spaces are counted from 0 in the board; a table of sets has `Bits` of the board's spaces (or edges).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, chain

from dsl.board import geometry
from dsl.board.graphs import bits_of, members
from dsl.board.sightlines import sightlines
from dsl.ir.nodes import INT, Binary, Bits, Block, If, Local, Return, Set, While
from dsl.lower.build import Build
from dsl.lower.ops import NO, YES, is_empty, lookup
from dsl.model.world import BoardInfo, Kind


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


def turned(build: Build, board: BoardInfo) -> str:
    """For each direction the set of the two that are one step round."""
    count = board.directions.size

    def make() -> tuple[int, ...]:
        return tuple(bits_of({(d - 1) % count, (d + 1) % count} - {d}) for d in range(count))

    return build.table(f"turned.{board.name}", make, Bits(count))


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
