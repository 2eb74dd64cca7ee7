"""How one game of players who take any option ended, as a simulation counts it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import ENDING, SCORES, WINS
from interpreter.state.decoding import Box
from interpreter.state.machine import Fault

ANSWERS = 20  # in a game, chance's too, for each decision that players may make: with more, nobody is asked any more


class GameEnd(NamedTuple):
    """`decisions` is how many decisions the players made, `fault` the code and the rule of a fault. Unless the game is
    `over` it was given up. `ending` is the rule that ended it, or -1. `wins` has 1 for each player who won; `scores`
    are empty where nothing is scored."""

    decisions: int
    fault: tuple[str, int] | None
    over: bool
    ending: int
    wins: tuple[int, ...]
    scores: tuple[int, ...]

    @staticmethod
    def of(box: Box, state: Sequence[int], decisions: int, fault: Fault | None = None) -> GameEnd:
        """The end of a game in this state."""
        found = []
        for name in (ENDING, WINS, SCORES):
            array = box.arrays.get(name)
            found.append(tuple(state[array.offset : array.offset + array.count]) if array else ())
        (ending,), wins, scores = found
        over = fault is None and state[STATUS_AT] == OVER
        return GameEnd(decisions, (fault.code, fault.rule) if fault else None, over, ending, wins, scores)
