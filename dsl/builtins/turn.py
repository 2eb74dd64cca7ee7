"""A direction as it is turned: as far round as it is from one direction to another."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.builtins.signature import BuiltInValue
from dsl.model.world import Kind, World


def _turned(_: World, directions: Kind, __: Kind, ___: Kind) -> Iterable[int]:
    """Directions stand in clockwise order."""
    ways = range(directions.size)
    return (directions.start + (way - start + end) % directions.size for way in ways for start in ways for end in ways)


TURN = BuiltInValue(
    word="turn",
    roles={"of": "direction", "from": "direction", "to": "direction"},
    gives="direction",
    table=_turned,
    key="turn",
    reserved=False,
    explained=("direction",),
)
"""No sentence says it: what a turned piece shows is worked out by it."""
