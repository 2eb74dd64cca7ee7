"""A game that can be played: `load` it, `start` a match."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dsl.errors import Diagnostic
from interpreter.failures import StartError
from interpreter.match import Match, Nature
from interpreter.rules import Rules

DEFAULT_SEED = 0


class Game(Rules):
    """The rules of one game with its variants, from which matches are started."""

    def start(
        self, seed: int = DEFAULT_SEED, players: int | Sequence[str] | None = None, nature: Nature = "auto"
    ) -> Match:
        """A new match, at its first decision. The same seed gives the same chances.

        `players` is their number or their names, where a game has a choice. With `nature` "ask", what chance decides
        is asked like any other decision. Raises StartError.
        """
        names = self.program.players
        if players not in (None, len(names)) and tuple(_names(players)) != names:
            message = f"{self.program.label} is for {len(names)} players: {', '.join(names)}."
            raise StartError(Diagnostic("E0602", message))
        return Match(self, seed, nature)


def _names(players: int | Sequence[str] | None) -> Sequence[str]:
    return () if players is None or isinstance(players, int) else players


def load(path: str | Path, variants: Sequence[str] = ()) -> Game:
    """The game of a rulebook. Raises RulebookError with all errors of the text, OSError if there is no such file."""
    return Game.load(path, variants)
