"""To which board a thing belongs, and whether some line over a board touches nothing of a set."""

from __future__ import annotations

from itertools import accumulate, chain

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


def line_past(build: Build, board: BoardInfo) -> str:
    """The function of a pair (a * n + b) and a set of spaces: 1 if some line from a to b touches none of them."""
    ways = sightlines(board.shape)
    first = build.table(f"lines from.{board.name}", lambda: (0, *accumulate(map(len, ways))))
    touched = build.table(f"lines.{board.name}", lambda: tuple(chain.from_iterable(ways)), Bits(board.spaces.size))
    at, pair_, shut = Local("at"), Local("pair"), Local("shut")
    inside = Binary("<", at, lookup(first, Binary("+", pair_, YES)))
    free = is_empty(Binary("&", lookup(touched, at), shut))
    step = Set("at", Binary("+", at, YES))
    body: Block = (
        Set("at", lookup(first, pair_)),
        While(inside, (If(free, (Return(YES),)), step)),
        Return(NO),
    )
    return build.value(f"line past.{board.name}", (("pair", INT), ("shut", Bits(board.spaces.size))), lambda: body)
