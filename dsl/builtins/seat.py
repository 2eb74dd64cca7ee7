"""`the left of a Player`, `the right of a Player`: who comes next in the order of play, and who comes before."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from dsl.builtins.signature import BuiltInValue
from dsl.model.world import Kind, World


def _seats(step: int, _: World, players: Kind) -> Iterable[int]:
    return ((seat + step) % players.size for seat in range(players.size))


LEFT = BuiltInValue(
    word="left",
    roles={"of": "player"},
    gives="player",
    table=partial(_seats, 1),
    key="seat_left",
    example="the left of the Player",
    remark="Whose seat is next in the order of play; at the `right` sits who comes before.",
)
RIGHT = BuiltInValue(word="right", roles={"of": "player"}, gives="player", table=partial(_seats, -1), key="seat_right")
