"""`the opponent of a Player`: the other of two."""

from __future__ import annotations

from dsl.builtins.signature import BuiltInValue, Complaint
from dsl.model.world import Kind, World


def _lacking(_: World, players: Kind) -> Complaint | None:
    return None if players.size == 2 else ("E0327", "There is one opponent only where two play.")


OPPONENT = BuiltInValue(
    word="opponent",
    roles={"of": "player"},
    gives="player",
    table=lambda world, players: (1, 0),
    key="opponent",
    complaint=_lacking,
)
