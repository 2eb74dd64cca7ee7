"""One random game told step by step: what was asked, why other answers were refused, which rules came up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.ir.layout import ARGUMENTS_AT, STATUS_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import Alternative, Rule
from interpreter.bots.random_player import any_answer
from interpreter.knowledge.reader import REFEREE
from interpreter.knowledge.wording import join
from interpreter.library.chance import Luck
from interpreter.play.options import Answers
from interpreter.play.position import Position, Result
from interpreter.play.rules import Rules
from interpreter.play.why import first_unmet
from interpreter.state.machine import Fault

MOST_TESTED = 2_000  # of a form of answer with more answers than this, no reasons are counted
NO_RULE = -1
UNOFFERED = "Not Offered"  # no need is unmet, but the choice has another range, or the answer could not be completed


@dataclass(frozen=True, slots=True)
class Form:
    """A form of answer ("Place Asteroid on Cell"): how many answers were legal, and how often each need was unmet."""

    text: str
    legal: int
    refused: tuple[tuple[str, int, int], ...]  # the need's name, the number of its rule (or NO_RULE), how often


@dataclass(frozen=True, slots=True)
class Told:
    """One answer. `number` counts from 1; 0 is what happens before the first. `rules` came up until the next answer."""

    number: int
    who: str
    prompt: str
    forms: tuple[Form, ...]
    text: str
    rules: tuple[Rule, ...]
    fault: str = ""


class Tracer:
    """Plays one game of random players, the same that a simulation plays with this seed."""

    def __init__(self, rules: Rules, seed: int, marks: list[int]) -> None:
        """`marks` is the list to which the mark of these `rules` adds the numbers of rules."""
        self.rules = rules
        self.marks = marks
        self._luck = Luck(seed)
        self._state = rules.machine.initial(seed)
        self._fault: Fault | None = None
        self.result: Result | None = None

    def steps(self) -> Iterator[Told]:
        """Every answer of the game, Chance's too. When they are told, `result` is known."""
        fault = self._go()
        yield Told(0, "", "", (), "", self._marked(), fault)
        number = 0
        while not fault and self._state[STATUS_AT] != OVER:
            number += 1
            position = Position(self.rules, self._state[:])
            codes, _ = any_answer(self.rules, self._state, self._luck)
            text = position.text(REFEREE, codes[1::2] if position.in_secret else codes)
            forms = () if position.nature_decides else tuple(self._forms(position))
            self.marks.clear()
            fault = self._go(*codes)
            yield Told(number, position.name(position.who), position.prompt, forms, text, self._marked(), fault)
        self.result = Position(self.rules, self._state, self._fault).result

    def _go(self, *codes: int) -> str:
        """Runs to the next decision; what is told of the fault if there is one."""
        try:
            if not codes:
                self.rules.machine.run(self._state)
            for code in codes:
                self.rules.machine.resume(self._state, code)
        except Fault as fault:
            self._fault = fault
            return fault.told(self.rules.program)
        return ""

    def _marked(self) -> tuple[Rule, ...]:
        """The rules that came up, each once, in the order in which they first did."""
        return tuple(self.rules.program.rules[number] for number in dict.fromkeys(self.marks))

    # ------------------------------------------------------------------------------------------------ what was refused

    def _forms(self, position: Position) -> Iterator[Form]:
        answers, legal = position.answers(REFEREE), set(position.codes)
        for alternative in answers.decision.alternatives:
            if alternative.passes:
                continue
            codes = range(alternative.base, alternative.base + alternative.size)
            found = sum(code in codes for code in legal)
            illegal = [code for code in codes if code not in legal] if alternative.size <= MOST_TESTED else []
            yield Form(_form(alternative), found, self._reasons(position, answers, illegal))

    def _reasons(self, position: Position, answers: Answers, codes: Sequence[int]) -> tuple[tuple[str, int, int], ...]:
        given = position.alone[ARGUMENTS_AT : ARGUMENTS_AT + answers.decision.arguments]
        counts: Counter[tuple[str, int]] = Counter()
        for code in codes:
            need = first_unmet(self.rules.machine, position.alone, answers, code, given)
            name = need.name or self.rules.program.rules[need.rule].name if need else UNOFFERED
            counts[name, need.rule if need else NO_RULE] += 1
        return tuple((name, rule, count) for (name, rule), count in counts.most_common())


def _form(alternative: Alternative) -> str:
    return join([part if isinstance(part, str) else part.kind for part in alternative.parts])
