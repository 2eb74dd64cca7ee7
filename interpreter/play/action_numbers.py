"""A fixed number for every answer that there can be in a game, for programs that learn and search by numbers.

Each form of answer ("Place Asteroid on a Cell") has as many numbers in a row as there are answers of this form,
wherever it is offered; a set is entered in steps, each of which has its own. The same text of the rules, on the same
terms, always gives the same numbers. What is hidden has no part in them: a piece counts as what its decider sees of it
(`interpreter.knowledge.pseudonyms`), and pieces that the decider cannot tell apart share a number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from dsl.ir.program import Alternative, Decision, Slot
from interpreter.knowledge.pseudonyms import StandIns
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.knowledge.wording import Wording, join, slot_value, slots
from interpreter.play.options import Option
from interpreter.play.position import Position
from interpreter.play.rules import Rules

Form = tuple[str | Slot, ...]


class Numbering:
    """The numbers of all answers of players. `size`: they are 0 … `size` - 1. `chances`: so many suffice for the codes
    of what chance decides."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        decisions = rules.program.decisions
        forms = {a.parts: a for decision in decisions for a in decision.alternatives if self._is_players(decision)}
        self._forms: list[Alternative] = list(forms.values())
        self._starts: list[int] = []
        self.size = 0
        for form in self._forms:
            self._starts.append(self.size)
            self.size += form.size
        self._start = dict(zip(forms, self._starts, strict=True))
        self.chances = max((a.base + a.size for decision in decisions for a in decision.alternatives), default=1)
        self._pieces: dict[tuple[int, int], StandIns] = {}

    def start(self, form: Alternative) -> int:
        """The first number of a form of answer."""
        return self._start[form.parts]

    @staticmethod
    def _is_players(decision: Decision) -> bool:
        return decision.sort in ("offer", "choice")

    # ------------------------------------------------------------------------------------------ from options to numbers

    def options(self, position: Position) -> dict[int, Option]:
        """The options of whoever the position is seen from, by their numbers, which rise."""
        knowledge = position.knowledge(position.who)
        found: dict[int, Option] = {}
        for option in position.legal.options:
            number = self._number(position, knowledge, position.legal.all[option.text])
            found[self._next(number, found)] = option
        return dict(sorted(found.items()))

    def places(self, position: Position) -> list[int]:
        """The elements that were entered of an answer that is a set, counted from 0 as its numbers are."""
        if position.sets is None:
            return []
        knowledge, every = position.knowledge(position.who), position.sets.every.all
        numbers = [self._number(position, knowledge, every[option.text]) for option in position.entered]
        return [number - self._starts[bisect_right(self._starts, number) - 1] for number in numbers]

    def _number(self, position: Position, knowledge: Knowledge, codes: Iterable[int]) -> int:
        """The smallest number of these answers, which look the same to the decider."""
        alternatives = position.site.alternatives
        bases = [alternative.base for alternative in alternatives]
        return min(self._of(knowledge, alternatives[bisect_right(bases, code) - 1], code) for code in codes)

    def _of(self, knowledge: Knowledge, form: Alternative, code: int) -> int:
        number = self._start[form.parts] + code - form.base
        for slot in slots(form):
            if self.rules.box.kinds[slot.kind].sort == "piece":
                piece = slot_value(form, slot, code)
                number += (self._stand_in(knowledge, slot, piece) - piece) * slot.stride
        return number

    def _stand_in(self, knowledge: Knowledge, slot: Slot, piece: int) -> int:
        """The number by which a piece goes in a slot. Nothing goes by its own."""
        start, stop = max(slot.start, 0), slot.start + slot.size
        if not start <= piece < stop:
            return piece
        key = start, stop - start
        if key not in self._pieces:
            self._pieces[key] = StandIns(self.rules.box, *key)
        return self._pieces[key].numbers(knowledge)[piece][0]

    def _next(self, number: int, taken: Iterable[int]) -> int:
        """The number, or the next of its form that is not taken: for pieces of which it is not seen where they are."""
        at = bisect_right(self._starts, number) - 1
        start, size = self._starts[at], self._forms[at].size
        return next(
            start + n % size for n in range(number - start, number - start + size) if start + n % size not in taken
        )

    # --------------------------------------------------------------------------------------------------------- in words

    def text(self, number: int) -> str:
        """What the answers of a number say of themselves, without where pieces are: "Drop Disc into C4"."""
        at = bisect_right(self._starts, number) - 1
        form = self._forms[at]
        code = form.base + number - self._starts[at]
        return join([p if isinstance(p, str) else self._value(p, slot_value(form, p, code)) for p in form.parts])

    def _value(self, slot: Slot, value: int) -> str:
        kind = self.rules.box.kinds[slot.kind]
        return self._wording.printed(value) if kind.sort == "piece" and value >= 0 else self._wording.value(kind, value)

    @cached_property
    def _wording(self) -> Wording:
        return Wording(Knowledge(self.rules.box, (), REFEREE))
