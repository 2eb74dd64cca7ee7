"""`A is straight from B`, `A is ahead of B along a Direction`: steps that always go the same way lead from B to A."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.board import geometry
from dsl.board.graphs import bits_of
from dsl.builtins.signature import BuiltInRelation
from dsl.model.world import Kind, World


def _rows(world: World, spaces: Kind, _: Kind) -> Iterable[int]:
    return geometry.straight(world.board_of(spaces).shape)


def _rays(world: World, spaces: Kind, _: Kind, directions: Kind) -> Iterable[int]:
    shape, ways = world.board_of(spaces).shape, range(directions.size)
    return (bits_of(geometry.ray(shape, way, space)) for space in range(spaces.size) for way in ways)


STRAIGHT = BuiltInRelation(
    name="straight",
    word="straight",
    subject="space",
    roles={"from": "space"},
    table=_rows,
    key="straight",
    symmetric=True,
    explained=("line",),
)
AHEAD = BuiltInRelation(
    name="ahead",
    word="ahead",
    subject="space",
    roles={"of": "space", "along": "direction"},
    table=_rays,
    key="ahead",
    explained=("line",),
)
