"""The side of OpenSpiel, which knows many games: https://github.com/google-deepmind/open_spiel."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, ClassVar

from tests.parity.lockstep import CHANCE, NOBODY, Way, gathered

PASS = ""  # what is no decision in the rulebook: the peer's only answer is given for it


class OpenSpiel(ABC):
    """A game of OpenSpiel. A subclass names the game with its parameters, calls the players as the rulebook does, in
    OpenSpiel's order, and says in the words of the rulebook what an action is."""

    game: ClassVar[str]
    players: ClassVar[tuple[str, ...]]

    def __init__(self) -> None:
        # What OpenSpiel hands out is typed nowhere.
        self.state: Any = import_module("pyspiel").load_game(self.game).new_initial_state()
        self._pass()

    @abstractmethod
    def words(self, actions: tuple[int, ...]) -> str | None:
        """What both sides call these actions, taken one after the other from `state`; None: more belong to them."""

    def asked(self) -> str:
        if self.state.is_terminal():
            return NOBODY
        return CHANCE if self.state.is_chance_node() else self.players[self.state.current_player()]

    def ways(self) -> dict[str, Way]:
        return gathered(self._ways(self.state, ()), self.asked())

    def _ways(self, state: Any, actions: tuple[int, ...], odds: float = 1.0) -> Iterator[tuple[str, Way]]:
        for action, chance in _legal(state):
            taken = (*actions, action)
            words = self.words(taken)
            if words is None:
                yield from self._ways(state.child(action), taken, odds * chance)
            else:
                yield words, Way(taken, odds * chance)

    def take(self, way: Way) -> None:
        for action in way.answers:
            self.state.apply_action(action)
        self._pass()

    def _pass(self) -> None:
        while self.asked() in self.players and self._only_passes():
            self.state.apply_action(self.state.legal_actions()[0])

    def _only_passes(self) -> bool:
        actions = self.state.legal_actions()
        return len(actions) == 1 and self.words((actions[0],)) == PASS

    def returns(self) -> Mapping[str, float]:
        return dict(zip(self.players, self.state.returns(), strict=True))


def _legal(state: Any) -> list[tuple[int, float]]:
    if state.is_chance_node():
        return [(int(action), float(odds)) for action, odds in state.chance_outcomes()]
    return [(int(action), 1.0) for action in state.legal_actions()]
