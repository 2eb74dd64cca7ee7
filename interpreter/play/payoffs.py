"""What an ended game is worth to each player, in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir.program import SCORES, WINS
from interpreter.state.decoding import Box


def payoffs(box: Box, state: Sequence[int]) -> list[float]:
    """For each player what they have scored; where nothing is scored 1 if they have won, -1 if they have not, and 0 for
    all when nobody has."""
    players = range(len(box.program.players))
    if SCORES in box.arrays:
        start = box.arrays[SCORES].offset
        return [float(state[start + seat]) for seat in players]
    start = box.arrays[WINS].offset
    wins = [state[start + seat] for seat in players]
    return [1.0 if won else -1.0 for won in wins] if any(wins) else [0.0] * len(wins)
