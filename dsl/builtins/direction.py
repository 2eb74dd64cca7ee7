"""`the direction from A to B`: along which B is the neighbour of A; nothing if it is none."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.builtins.signature import BuiltInValue
from dsl.model.world import Kind, World


def _ways(world: World, spaces: Kind, _: Kind) -> Iterable[int]:
    board = world.board_of(spaces)
    count = board.spaces.size
    found = [-1] * count**2
    for direction, row in enumerate(board.shape.neighbour, board.directions.start):
        for here, there in enumerate(row):
            if there >= 0:
                found[here * count + there] = direction
    return found


DIRECTION = BuiltInValue(
    word="direction",
    roles={"from": "space", "to": "space"},
    gives="direction",
    table=_ways,
    key="direction_to",
    may_lack=True,
    explained=("direction",),
    example="the direction from the Bomb to the Moon",
)
