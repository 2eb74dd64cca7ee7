"""The states of a batch as matches: what a batch means, and slow."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

from interpreter.adapters.batch_rows import Numbers
from interpreter.play.action_numbers import Numbering
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.observation import Observation
from interpreter.play.options import Option
from interpreter.play.payoffs import payoffs
from interpreter.play.position import Position
from interpreter.play.simultaneous import Part


class Unlogged(Match):
    """A match of which nothing is kept but the position."""

    def _told(self, position: Position, codes: tuple[int, ...], text: str) -> dict[int, str]:
        return {}

    def _carry_out(self, position: Position, before: array[int], parts: Sequence[Part]) -> None:
        for part in parts:
            self._position = self._after(position, before, part.codes)
            before = self._packed()


class Matches:
    """Matches by the numbers of their states. Of those who are asked at once the first is the one who is asked."""

    def __init__(self, numbering: Numbering, rows: Observation) -> None:
        self._numbering, self._rows = numbering, rows
        self.matches: dict[int, Match] = {}
        self._options: dict[int, dict[int, Option]] = {}

    def put(self, number: int, match: Match) -> None:
        """Has a match in the place of whatever was there."""
        self.matches[number] = match
        self._options.pop(number, None)

    def drop(self, number: int) -> None:
        """Has none there."""
        self.matches.pop(number, None)
        self._options.pop(number, None)

    def options(self, number: int) -> dict[int, Option]:
        """What may be answered, by its numbers."""
        match = self.matches[number]
        if number not in self._options:
            self._options[number] = self._numbering.options(match.position) if match.decision else {}
        return self._options[number]

    def give(self, number: int, action: int) -> bool:
        """Gives an answer; false if there is none of this number."""
        option, match = self.options(number).get(action), self.matches[number]
        if option is None:
            return False
        match.choose(option, match.players[match.position.who])
        self._options.pop(number)
        return True

    def tell(self, number: int, observation: Numbers, mask: Numbers) -> int:
        """Fills in what is seen and what is legal; who is asked."""
        position = self.matches[number].position
        observation[:] = self._rows.row(position, position.who)
        mask[:] = False
        mask[[*self.options(number)]] = True
        return position.who


class PythonSide:
    """All states of a batch as matches; nothing that it needs is missing anywhere."""

    def __init__(self, game: Game, n: int, numbering: Numbering, rows: Observation) -> None:
        self._game, self._n, self._size = game, n, rows.size
        self._actions = numbering.size
        self._matches = Matches(numbering, rows)

    def begin(self, numbers: Numbers, seeds: Numbers) -> None:
        """Begins these states anew."""
        for number, seed in zip(numbers.tolist(), seeds.tolist(), strict=True):
            self._matches.put(number, Unlogged(self._game, seed))

    def give(self, actions: Numbers) -> Numbers:
        """Gives each state its answer; which of them was legal."""
        return np.array([self._matches.give(number, action) for number, action in enumerate(actions.tolist())])

    def over(self) -> Numbers:
        """Which states are at their end."""
        return np.array([self._matches.matches[number].position.over for number in range(self._n)])

    def in_python(self) -> int:
        """How many states Python steps: all."""
        return self._n

    def worth(self, number: int) -> list[float]:
        """What a state that is at its end is worth to each player."""
        return worth(self._game, self._matches.matches[number])

    def seen(self) -> tuple[Numbers, Numbers, Numbers]:
        """What whoever is asked sees of each state, which answers are legal, and who it is."""
        rows: Numbers = np.zeros((self._n, self._size), np.int32)
        mask: Numbers = np.zeros((self._n, self._actions), bool)
        players = [self._matches.tell(number, rows[number], mask[number]) for number in range(self._n)]
        return rows, mask, np.array(players)


def worth(game: Game, match: Match) -> list[float]:
    """What an ended match is worth to each player; nothing if a fault ended it."""
    position: Any = match.position
    return [0.0] * len(match.players) if position.fault else payoffs(game.box, position.state)
