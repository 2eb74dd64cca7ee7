"""`A is beside B`: neighbours, or a space that has an edge."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.board.graphs import bits_of
from dsl.builtins.signature import BuiltInRelation
from dsl.model.world import Kind, World


def _neighbours(world: World, spaces: Kind, _: Kind) -> Iterable[int]:
    return world.board_of(spaces).shape.adjacent


def _sides(world: World, spaces: Kind, _: Kind) -> Iterable[int]:
    return map(bits_of, world.board_of(spaces).shape.edges)


BESIDE = BuiltInRelation(
    name="beside",
    word="",
    subject="space",
    roles={"beside": "space"},
    table=_neighbours,
    key="beside",
    symmetric=True,
    explained=("neighbour",),
)
SIDE_OF = BuiltInRelation(name="sides", word="", subject="space", roles={"beside": "edge"}, table=_sides, key="beside")
