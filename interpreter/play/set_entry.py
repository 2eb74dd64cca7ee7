"""A person's way to an answer that is a set: one element after another in any order, with take back and done.

Nobody else sees it, and the rules know nothing of it, before it is complete.
"""

from __future__ import annotations

from typing import SupportsIndex

from interpreter.play.match import Match
from interpreter.play.options import Option, Options
from interpreter.play.position import typed_text
from interpreter.play.set_answers import COMPLETE, GIVE_UP, SetAnswer, read_option
from interpreter.play.why import IllegalChoice, Refusal, understood


class Entry:
    """The answer to the open decision of a match, which must be one that is a set, as it is put together.

    Where several players decide at once, it is the answer of `player`, or of the first of them. `chosen` are the
    elements so far, in the order in which they were chosen. Where something is refused, nothing changes.
    """

    def __init__(self, match: Match, player: str | None = None) -> None:
        seat = None if player is None else match.players.index(player)
        position = match.position.seen_from(seat)
        if position.sets is None:
            raise ValueError("the open decision is not one for a set")
        self.chosen: list[Option] = list(position.entered)
        self._match = match
        self._player = player
        self._seat = seat
        self._sets: SetAnswer = position.sets
        self._given = self._so_far()

    def _so_far(self) -> tuple[int, int]:
        """How many steps of the match, and parts of the answer, were given."""
        return len(self._match.steps), len(self._match.position.seen_from(self._seat).own.parts)

    @property
    def open(self) -> bool:
        """Whether the answer is still to be given."""
        return self._so_far() == self._given

    @property
    def options(self) -> Options:
        """What can be added, and `done` where the set is a whole answer."""
        return self._sets.addable(self.chosen).options

    def choose(self, answer: str | Option | SupportsIndex) -> Option:
        """Adds an element (an option, its text, a few words of it, or its index); gives the answer when it is full.

        `done` gives the answer as it is, `give up` gives it up. Returns the option. Raises IllegalChoice.
        """
        meant = understood(answer)
        option = read_option(self.options, typed_text(meant) if isinstance(meant, list) else meant)
        if isinstance(option, Refusal):
            raise IllegalChoice(option)
        if option == COMPLETE:
            return self.done()
        if option == GIVE_UP:
            return self._match.choose(GIVE_UP)
        self.chosen.append(option)
        if all(other == COMPLETE for other in self.options):
            self.done()
        return option

    def take_back(self) -> Option | None:
        """Takes the last element out again, and returns it; None if there is none."""
        return self.chosen.pop() if self.chosen else None

    def done(self) -> Option:
        """Gives the answer, and returns it whole. Raises IllegalChoice where it is none."""
        return self._match.choose([*self.chosen], self._player)
