"""`a Direction is next to another`: one step round."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.board.graphs import bits_of
from dsl.builtins.signature import BuiltInRelation
from dsl.model.world import Kind, World


def _turned(_: World, directions: Kind, __: Kind) -> Iterable[int]:
    count = directions.size
    return (bits_of({(way - 1) % count, (way + 1) % count} - {way}) for way in range(count))


NEXT_TO = BuiltInRelation(
    name="turned",
    word="next",
    subject="direction",
    roles={"to": "direction"},
    table=_turned,
    key="next_to",
    symmetric=True,
    explained=("direction",),
)
