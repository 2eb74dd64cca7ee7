"""`the distance from A to B`: the fewest steps between two spaces, whatever stands on them; nothing where there is no
way."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from dsl.builtins.signature import BuiltInValue
from dsl.model.world import Kind, World


def _steps(world: World, spaces: Kind, _: Kind) -> Iterable[int]:
    return chain.from_iterable(world.board_of(spaces).shape.distance)


DISTANCE = BuiltInValue(
    word="distance",
    roles={"from": "space", "to": "space"},
    gives="number",
    table=_steps,
    key="distance",
    symmetric=True,
    explained=("neighbour", "distance"),
    example="the distance from the Installation to the Bomb",
)
