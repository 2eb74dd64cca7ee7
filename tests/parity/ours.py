"""The side of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy

from interpreter.knowledge import log
from interpreter.play.match import Match
from tests.parity.lockstep import CHANCE, NOBODY, Way, gathered


class Ours:
    """A match of a rulebook, with chance asked like a player."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def words(self, texts: tuple[str, ...]) -> str | None:
        """What both sides call the answers with these texts, given one after the other; None: more belong to them."""
        return texts[0]

    def asked(self) -> str:
        decision = self.match.decision
        if decision is None:
            return NOBODY
        return CHANCE if decision.who == (log.CHANCE,) else decision.who[0]

    def ways(self) -> dict[str, Way]:
        return gathered(self._ways(self.match, ()), self.asked())

    def _ways(self, match: Match, texts: tuple[str, ...], odds: float = 1.0) -> Iterator[tuple[str, Way]]:
        legal = match.position.legal.all
        total = sum(map(len, legal.values()))
        for text, codes in legal.items():
            answers, chance = (*texts, text), odds * len(codes) / total
            words = self.words(answers)
            if words is None:
                after = copy(match)
                after.choose(text)
                yield from self._ways(after, answers, chance)
            else:
                yield words, Way(answers, chance)

    def take(self, way: Way) -> None:
        for text in way.answers:
            self.match.choose(text)

    def returns(self) -> Mapping[str, float]:
        """What each has scored; where nothing is, 1 for who has won, -1 for who has not, 0 for all when nobody has."""
        result = self.match.result
        assert result is not None
        if result.scores:
            return {player: float(score) for player, score in result.scores.items()}
        assert result.outcome in ("won", "nobody"), result
        if not result.winners:
            return dict.fromkeys(self.match.players, 0.0)
        return {player: 1.0 if player in result.winners else -1.0 for player in self.match.players}
