"""One position of a match: who is to decide, what may be answered and what not, and what each reader sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from dsl.ir import OVER
from dsl.layout import SITE_AT, STATUS_AT, WHO_AT
from dsl.program import ENDING, WINS, Decision, Rule
from interpreter.knowledge import REFEREE, Knowledge
from interpreter.log import NATURE
from interpreter.machine import Fault
from interpreter.normal import state_hash
from interpreter.options import Answers, Legal, Option, Options, plain
from interpreter.rules import Rules
from interpreter.sets import DONE, GIVE_UP, NOTHING, SetAnswer, together
from interpreter.view import Data, View
from interpreter.why import Refusal, out_of_turn, resolve

Answer = str | Option | int | Sequence[str | Option]


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """What is to be decided now: by whom (players' names, or Nature), the question, and the legal answers.

    Where the answer is a set, the options are its next elements, and `chosen` are those that were entered.
    """

    who: tuple[str, ...]
    prompt: str
    options: Options
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. `ending` is the sentence of the rule that ended it, or of the fault that stopped it.

    `won`: by `winners`; `nobody`: a rule ended it without a winner; `unfinished`: play ran out and no rule says who
    won; `fault`: `rule` could not be carried out, for the reason with the code `fault`.
    """

    outcome: Literal["won", "nobody", "unfinished", "fault"]
    winners: tuple[str, ...] = ()
    ending: str = ""
    clauses: tuple[str, ...] = ()
    fault: str = ""
    rule: Rule | None = None


def typed_text(answer: str | Option | Sequence[str | Option]) -> str:
    """An answer as a person would type it."""
    return str(answer) if isinstance(answer, str | Option) else ", ".join(map(str, answer)) or NOTHING


class Position:
    """A state between two answers. The list must not change while the position is in use.

    `entered` are the elements of an answer that is a set, as far as they were given; the rules do not know of them yet.
    """

    def __init__(
        self, rules: Rules, state: list[int], fault: Fault | None = None, entered: tuple[Option, ...] = ()
    ) -> None:
        self.rules = rules
        self.state = state
        self.fault = fault
        self.entered = entered
        self.chance = len(rules.program.players)  # the number of Nature
        self.who = state[WHO_AT]

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.fault is not None or self.state[STATUS_AT] == OVER

    @property
    def nature_decides(self) -> bool:
        """Whether the open decision is one of chance."""
        return not self.over and self.who == self.chance

    def name(self, who: int) -> str:
        """What a player, or Nature, is called."""
        return NATURE if who == self.chance else self.rules.program.players[who]

    @property
    def _site(self) -> Decision:
        return self.rules.program.decisions[self.state[SITE_AT]]

    def knowledge(self, reader: int) -> Knowledge:
        """What a reader may know."""
        return Knowledge(self.rules.box, self.state, reader)

    def answers(self, reader: int) -> Answers:
        """The answers to the open decision, in a reader's words."""
        return Answers(self._site, self.knowledge(reader))

    def text(self, reader: int, codes: Sequence[int]) -> str:
        """An answer in the words of a reader; one that is a set has several codes."""
        answers = self.answers(reader)
        if self.sets is None:
            return answers.text(codes[0])
        return together(answers.text(code) for code in codes if code != DONE)

    @cached_property
    def codes(self) -> list[int]:
        """The codes of all legal answers."""
        if self.sets is not None:
            return sorted(code for codes in self.legal.all.values() for code in codes)
        return self.rules.machine.options(self.state)

    @cached_property
    def sets(self) -> SetAnswer | None:
        """The answer to the open decision, where that is a set."""
        if self.over or self._site.several is None:
            return None
        return SetAnswer(self.rules.machine, self.state, self._decider)

    @property
    def begun(self) -> bool:
        """Whether the open decision belongs to an answer of which other parts were given."""
        return not self.over and self._site.part

    @property
    def in_one_go(self) -> bool:
        """Whether the open decision is a step of what is done in one go."""
        return not self.over and any(alternative.closes for alternative in self._site.alternatives)

    def all_steps(self, answer: Answer) -> list[str] | None:
        """The steps of an answer that is all that is done in one go; None for any other answer."""
        if not self.in_one_go or isinstance(answer, int | Option):
            return None
        steps = answer.split(";") if isinstance(answer, str) else [str(step) for step in answer]
        return None if isinstance(answer, str) and len(steps) == 1 else [step.strip() for step in steps]

    def closes(self, answer: str) -> bool:
        """Whether an answer, legal or not, ends what is done in one go."""
        closing = (alternative.parts for alternative in self._site.alternatives if alternative.closes)
        return not self.over and (plain(answer),) in closing

    def entering(self, entered: Sequence[Option]) -> Position:
        """The same position, where these elements of the answer were given."""
        return Position(self.rules, self.state, entered=tuple(entered))

    @cached_property
    def decision(self) -> OpenDecision | None:
        """The open decision as its decider knows it; None when the match is over."""
        if self.over:
            return None
        chosen = tuple(option.text for option in self.entered)
        return OpenDecision((self.name(self.who),), self._site.prompt, self.legal.options, chosen)

    @cached_property
    def legal(self) -> Legal:
        """The options of the open decision with the codes that they stand for: the referee's."""
        return self.sets.steps(self.entered) if self.sets is not None else self._decider.legal(self.codes)

    @cached_property
    def _decider(self) -> Answers:
        return self.answers(REFEREE if self.nature_decides else self.who)

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it runs."""
        program = self.rules.program
        if self.fault is not None:
            rule = program.rules[self.fault.rule] if self.fault.rule >= 0 else None
            text = program.code.faults.get(self.fault.code, "")
            return Result("fault", (), text, rule.clauses if rule else (), self.fault.code, rule)
        if not self.over:
            return None
        winners = tuple(name for seat, name in enumerate(program.players) if self._word(WINS, seat))
        ending = self._word(ENDING)
        if ending < 0:
            return Result("won" if winners else "unfinished", winners)
        rule = program.rules[ending]
        return Result("won" if winners else "nobody", winners, rule.sentence, rule.clauses)

    def _word(self, name: str, index: int = 0) -> int:
        return self.state[self.rules.box.arrays[name].offset + index]

    def hash(self) -> str:
        """Equal for equal positions, whichever of several equal pieces is where."""
        return state_hash(self.rules.box, self.state)

    def resolve(self, answer: Answer, who: int | None) -> Option | list[Option] | Refusal:
        """The option that an answer of player `who` (None: of whoever decides) means, or why there is none.

        A whole answer that is a set is a list of its elements.
        """
        decision = self.decision
        if decision is None:
            return Refusal("E0804", "The match is over.")
        if who not in (None, self.who):
            return Refusal("E0803", f"It is not your turn: {decision.who[0]} is to decide.")
        if self.sets is not None and not isinstance(answer, int) and answer not in decision.options:
            if self.sets.may_give_up and plain(typed_text(answer)) == GIVE_UP.text:
                return GIVE_UP
            elements = self.sets.read(typed_text(answer))
            if elements is not None:
                return self.sets.refused(elements) or elements
        if not isinstance(answer, int):
            return resolve(self.rules.machine, self.state, self._decider, self.legal, typed_text(answer))
        if 0 <= answer < len(decision.options):
            return decision.options[answer]
        return Refusal("E0801", f"There is no option number {answer}: there are {len(decision.options)}.")

    def why_not(self, answer: Answer, who: int | None) -> Refusal | None:
        """Why player `who` (None: whoever decides) cannot give an answer; also if it is not their turn."""
        if who in (None, self.who) or self.decision is None or isinstance(answer, int):
            found = self.resolve(answer, who)
            return found if isinstance(found, Refusal) else None
        assert who is not None
        knowledge = self.knowledge(who)
        decisions = [d for d in self.rules.program.decisions if d.sort == "offer" and d.arguments == 1]
        offers = (Answers(decision, knowledge) for decision in decisions)
        return out_of_turn(self.rules.machine, self.state, offers, typed_text(answer), who, self.name(self.who))

    def view(self, reader: int) -> Data:
        """What a reader sees, as plain data: the pieces, the open decision (the decider its options), the result."""
        return {**View(self.knowledge(reader)).data(), "decision": self._asked(reader), "result": self._told()}

    def _asked(self, reader: int) -> Data | None:
        decision = self.decision
        if decision is None:
            return None
        options: Data = {"options": decision.options.texts} if reader == self.who else {}
        if self.sets is not None and reader == self.who:
            options["chosen"] = list(decision.chosen)
        return {"who": list(decision.who), "prompt": decision.prompt, **options}

    def _told(self) -> Data | None:
        result = self.result
        if result is None:
            return None
        return {"outcome": result.outcome, "winners": list(result.winners), "ending": result.ending}
