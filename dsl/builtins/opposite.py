"""`the opposite of a Direction`: the one that leads back."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.builtins.signature import BuiltInValue
from dsl.model.world import Kind, World


def _back(_: World, directions: Kind) -> Iterable[int]:
    """Directions stand in clockwise order; where there are two, each leads back from the other."""
    half = directions.size // 2
    return (directions.start + (way + half) % (2 * half) for way in range(2 * half))


OPPOSITE = BuiltInValue(
    word="opposite",
    roles={"of": "direction"},
    gives="direction",
    table=_back,
    key="opposite",
    example="the opposite of the heading of the Bomb",
)
