"""`the neighbour of A along a Direction`: the space one step on, or nothing at the edge of the board."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.builtins.signature import BuiltInValue
from dsl.model.world import Kind, World


def _next(world: World, spaces: Kind, _: Kind) -> Iterable[int]:
    board = world.board_of(spaces)
    return (space + board.spaces.start if space >= 0 else -1 for row in board.shape.neighbour for space in row)


NEIGHBOUR = BuiltInValue(
    word="neighbour",
    roles={"of": "space", "along": "direction"},
    gives="space",
    table=_next,
    key="neighbour",
    innermost="of",  # along a direction that the text names, only a number is added to that of the space
    may_lack=True,
    explained=("direction",),
    example="the neighbour of the Bomb along the heading of the Bomb",
)
