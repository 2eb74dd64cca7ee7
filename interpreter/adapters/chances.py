"""A match in which whoever goes through it says all that chance decides, and how likely each of it is.

Chance decides not only where the rules ask it: of things that look alike to a player and are not alike, it takes one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

from dsl.terms import Given, Terms
from dsl.text.diagnostics import Diagnostic
from interpreter.failures import SaveError
from interpreter.knowledge.reader import REFEREE
from interpreter.play.action_numbers import Numbering
from interpreter.play.match import Match
from interpreter.play.options import Legal, Option
from interpreter.play.position import Position
from interpreter.play.rules import Rules
from interpreter.play.set_answers import SetAnswer
from interpreter.play.simultaneous import Begun
from interpreter.state.machine import Fault

Key = tuple[str, Terms, Given | None, str]  # of a game: its file, its terms, how it begins, what marks its text

_known: WeakValueDictionary[Key, Numbering] = WeakValueDictionary()  # of the games of which there are matches


class Undecided(Exception):
    """Chance has still to take one of these codes."""

    def __init__(self, codes: Sequence[int]) -> None:
        super().__init__(codes)
        self.codes = tuple(codes)


class Chances(Match):
    """A match that stops wherever chance decides. It is copied as any other."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        _known[_key(numbering.rules)] = numbering
        self._script: tuple[int, ...] = ()  # what chance has taken so far of what it must take now
        self._answer: tuple[Option, int] | None = None  # the answer, and its player, for which it must take something
        self._codes: tuple[int, ...] = ()  # of these it must take one
        super().__init__(numbering.rules, seed=0, nature="ask")

    @property
    def drawing(self) -> bool:
        """Whether chance has still to take something for what a player has answered."""
        return self._answer is not None

    def give(self, option: Option, seat: int) -> None:
        """Gives an option of the player in a seat, or as much of it as can be given before chance has its say."""
        self._answer = None
        try:
            self.choose(option, self.players[seat])
        except Undecided as undecided:
            self._answer, self._codes = (option, seat), undecided.codes
        else:
            self._script = ()

    def outcomes(self) -> list[tuple[int, float]]:
        """The codes that chance can take now, rising, each with how likely it is."""
        if self._answer is not None:
            return [(code, 1 / len(self._codes)) for code in sorted(self._codes)]
        sets = self.position.sets
        ways = _ways(self.position.legal) if sets is None else self._left(sets)
        total = sum(ways.values())
        return [(code, number / total) for code, number in sorted(ways.items())]

    def _left(self, sets: SetAnswer) -> dict[int, float]:
        """What can be drawn next, with the number of things that are alike."""
        ways: dict[int, float] = {}
        for text, codes in sets.every.all.items():
            left = [code for code in codes if code not in self._script]
            alike = len(sets.every.drawn[text]) == 1
            ways |= {left[0]: float(len(left))} if alike and left else dict.fromkeys(left, 1.0)
        return ways

    def draw(self, code: int) -> None:
        """Chance takes one of `outcomes`."""
        position, script = self.position, (*self._script, code)
        if self._answer is not None:
            self._script = script
            self.give(*self._answer)
        elif position.sets is None:
            self._script = (code,)
            (option,) = position.legal.of([code])
            self.choose(option)
            self._script = ()
        elif len(script) < position.sets.bounds[0]:
            self._script = script
        else:
            self._script = ()
            self._give(position, self._packed(), script, position.text(REFEREE, script), drawn=True)

    def told(self, code: int) -> str:
        """What chance takes, as one who sees everything calls it; with its code where others are called the same."""
        position = self.position if self._answer is None else self.position.seen_from(self._answer[1])
        answers = position.answers(REFEREE)
        text = answers.text(code)
        alone = all(answers.text(other) != text for other, _ in self.outcomes() if other != code)
        return text if alone else f"{text} (number {code})"

    def _draw(self, position: Position) -> Callable[[Sequence[int]], int]:
        script = list(self._script)

        def take(codes: Sequence[int]) -> int:
            if len(codes) == 1:
                return codes[0]
            if not script:
                raise Undecided(codes)
            return script.pop(0)

        return take

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process, which reads the rulebook again."""
        left_out = ("rules", "numbering", "_position", "_lock")
        kept = {name: value for name, value in vars(self).items() if name not in left_out}
        position = self.position
        return _again, (_key(self.rules), kept, position.state, position.fault, dict(position.partial))


def _again(
    key: Key, kept: Mapping[str, Any], state: list[int], fault: Fault | None, begun: Mapping[int, Begun]
) -> Chances:
    """A match that was written down. Raises what `Rules.load` does; SaveError for other rules."""
    path, terms, begins, _ = key
    numbering = _known.get(key)
    if numbering is None:
        rules = Rules.load(path, terms)
        numbering = Numbering(rules if begins is None else rules.beginning(begins))
    if _key(numbering.rules) != key:
        raise SaveError(Diagnostic("E0703", f"The rules of {numbering.rules.program.name} have changed since then."))
    match = Chances.__new__(Chances)
    vars(match).update(kept, rules=numbering.rules, numbering=numbering)
    match._position = Position(numbering.rules, state, fault, begun)
    return match


def _key(rules: Rules) -> Key:
    return str(rules.path), rules.program.terms, rules.given, rules.program.source_hash


def _ways(legal: Legal) -> dict[int, float]:
    """What can be taken, with the number of answers for which each stands."""
    return {code: len(legal.all[text]) / len(codes) for text, codes in legal.drawn.items() for code in codes}
