"""Giving a piece to somebody: whose it is, and the sets of occupied spaces, which are kept for each owner."""

from __future__ import annotations

from dsl.analysis.partitions import Leaf, leaves
from dsl.ir.nodes import Binary, Block, Load, Local, Set, Single, Store
from dsl.ir.program import AT
from dsl.lower.build import Build
from dsl.lower.motion import shared
from dsl.lower.ops import both, load, negation, parameters, plus, statements, when, within
from dsl.lower.storage import boards_of, occupied, slot
from dsl.model.world import BoardInfo

_PIECE, _OLD, _OWNER = Local("piece"), Local("old"), Local("owner")


def giver(build: Build) -> str:
    """The procedure that gives a piece, which there is, to a player, whom there is."""
    return build.procedure("give", parameters("piece", "owner"), lambda: _body(build))


def _body(build: Build) -> Block:
    owner = build.world.owner
    assert owner is not None
    standing = [(leaf, board) for leaf in leaves(build) if leaf.given for board in boards_of(build, leaf)]
    return statements(
        Set("old", load(AT, _PIECE)),
        *(_when_there(leaf, board, _leave(build, leaf, board)) for leaf, board in standing),
        Store(owner.array, _PIECE, _OWNER),
        *(_when_there(leaf, board, _enter(build, leaf, board)) for leaf, board in standing),
    )


def _when_there(leaf: Leaf, board: BoardInfo, done: Block) -> Block:
    return when(both(within(_PIECE, leaf.start, leaf.stop), within(_OLD, board.spaces.start, board.spaces.stop)), done)


def _leave(build: Build, leaf: Leaf, board: BoardInfo) -> Block:
    """Its space is no more in the old owner's set, unless another piece of that owner is there."""
    array, which = occupied(board, leaf), slot(build, leaf, _PIECE)
    here = Single(plus(_OLD, -board.spaces.start), board.spaces.size)
    return when(negation(shared(build, leaf)), (Store(array, which, Binary("-bits", Load(array, which), here)),))


def _enter(build: Build, leaf: Leaf, board: BoardInfo) -> Block:
    array, which = occupied(board, leaf), slot(build, leaf, _PIECE)
    here = Single(plus(_OLD, -board.spaces.start), board.spaces.size)
    return (Store(array, which, Binary("|", Load(array, which), here)),)
