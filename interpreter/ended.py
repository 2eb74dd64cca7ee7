"""How one game of players who take any option ended, as a simulation counts it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dsl.program import ENDING, SCORES, WINS
from interpreter.box import Box
from interpreter.machine import Fault


class GameEnd(NamedTuple):
    """`decisions` is how many decisions the players made, `fault` the code and the rule of a fault, `ending` the rule
    that ended the game, or -1. `wins` has 1 for each player who won; `scores` are empty where nothing is scored."""

    decisions: int
    fault: tuple[str, int] | None
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
        return GameEnd(decisions, (fault.code, fault.rule) if fault else None, ending, wins, scores)
