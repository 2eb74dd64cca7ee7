"""One position of a match: who is to decide, what may be answered and what not, and what each reader sees."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from dsl.ir.layout import RANDOM_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import ENDING, SCORES, WINS, Decision, Rule
from dsl.text.diagnostics import Diagnostic, near
from interpreter.failures import NoSuchPlayer
from interpreter.knowledge.log import CHANCE, news
from interpreter.knowledge.normal_form import state_hash
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.knowledge.view import Data, View
from interpreter.knowledge.wording import Wording
from interpreter.play import prompts
from interpreter.play.options import Answers, Legal, Option, Options, plain
from interpreter.play.rules import Rules
from interpreter.play.set_answers import DONE, GIVE_UP, NOTHING, SetAnswer, together
from interpreter.play.simultaneous import Begun, asked, asking, is_secret
from interpreter.play.why import Refusal, elsewhere, out_of_turn, resolve, with_needs_of_others
from interpreter.state.machine import Fault, State

Answer = str | Option | int | Sequence[str | Option]


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """What is to be decided now: by whom (players' names, or Chance), the question, and the legal answers.

    Where the answer is a set, the options are its next elements, and `chosen` are those that were entered. Where
    several players decide at once, `who` are all who have not answered yet, and the rest is what the first of them is
    asked; `Match.asked` tells what another is asked.
    """

    who: tuple[str, ...]
    prompt: str
    options: Options
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. `ending` says why, if there is more to say than who won: when the rule that ended it does so,
    what the rulebook says of it, or which fault it was. `scores` is what each player has in the end, where the rulebook
    has scores.

    `won`: by `winners`; `nobody`: a rule ended it without a winner; `undecided`: play came to its end, and no rule
    says who won; `fault`: `rule` could not be carried out, for the reason with the code `fault`.
    """

    outcome: Literal["won", "nobody", "undecided", "fault"]
    winners: tuple[str, ...] = ()
    ending: str = ""
    clauses: tuple[str, ...] = ()
    fault: str = ""
    rule: Rule | None = None
    scores: Mapping[str, int] = field(default_factory=dict)

    def data(self) -> Data:
        """As plain data (`records.Result`)."""
        scores: Data = {"scores": dict(self.scores)} if self.scores else {}
        return {"outcome": self.outcome, "winners": [*self.winners], "ending": self.ending, **scores}


def typed_text(answer: str | Option | Sequence[str | Option]) -> str:
    """An answer as a person would type it."""
    return str(answer) if isinstance(answer, str | Option) else ", ".join(map(str, answer)) or NOTHING


class Position:
    """A state between two answers. The list must not change while the position is in use.

    `partial` is what players have given of answers that are not complete; the rules do not know of it yet. Where
    several players decide at once, the position is seen from the first of them, or from `who`.
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        fault: Fault | None = None,
        partial: Mapping[int, Begun] = MappingProxyType({}),
        who: int | None = None,
    ) -> None:
        self.rules = rules
        self.state = state
        self.fault = fault
        self.partial = partial
        self._known: dict[int, Knowledge] = {}
        self._offered: dict[int, list[Answers]] = {}
        self.chance = len(rules.program.players)  # the number of Chance
        self.in_secret = not self.over and is_secret(rules.program, state)  # whether several players decide at once
        self.asked = () if self.over else asked(rules.program, rules.machine, state)
        self.who = state[WHO_AT] if not self.asked else self.asked[0] if who is None else who

    @property
    def own(self) -> Begun:
        """What `who` has given of an answer that is not complete."""
        return self.partial.get(self.who, Begun())

    @property
    def entered(self) -> tuple[Option, ...]:
        """The elements of an answer that is a set, as far as `who` has given them."""
        return self.own.elements

    def seen_from(self, who: int | None) -> Position:
        """The same position as one of those who are asked sees it; as it is for anybody else, or None."""
        if who == self.who or who not in self.asked:
            return self
        return Position(self.rules, self.state, self.fault, self.partial, who)

    @cached_property
    def alone(self) -> State:
        """The state in which `who` is asked, and nobody else."""
        program, machine = self.rules.program, self.rules.machine
        return self.state if self.over else asking(program, machine, self.state, self.who, self.own.codes)

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.fault is not None or self.state[STATUS_AT] == OVER

    @property
    def nature_decides(self) -> bool:
        """Whether the open decision is one of chance."""
        return not self.over and self.who == self.chance

    def name(self, who: int) -> str:
        """What a player, or Chance, is called."""
        return CHANCE if who == self.chance else self.rules.program.players[who]

    @property
    def site(self) -> Decision:
        """What is known, before the game, of what `who` is asked."""
        return self.rules.program.decisions[self.alone[SITE_AT]]

    def knowledge(self, reader: int) -> Knowledge:
        """What a reader may know."""
        if reader not in self._known:
            self._known[reader] = Knowledge(self.rules.box, self.state, reader)
        return self._known[reader]

    def answers(self, reader: int) -> Answers:
        """The answers to the open decision, in a reader's words."""
        return Answers(self.site, self.knowledge(reader))

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
        return self.rules.machine.options(self.alone)

    @cached_property
    def sets(self) -> SetAnswer | None:
        """The answer to the open decision, where that is a set."""
        if self.over or self.site.several is None:
            return None
        return SetAnswer(self.rules.machine, self.alone, self._decider)

    @property
    def begun(self) -> bool:
        """Whether the open decision belongs to an answer of which other parts were given."""
        return not self.over and self.site.part

    @property
    def in_one_go(self) -> bool:
        """Whether the open decision is a step of what is done in one go."""
        return not self.over and any(alternative.closes for alternative in self.site.alternatives)

    def all_steps(self, answer: Answer) -> list[str] | None:
        """The steps of an answer that is all that is done in one go; None for any other answer."""
        if not self.in_one_go or isinstance(answer, int | Option):
            return None
        steps = answer.split(";") if isinstance(answer, str) else [str(step) for step in answer]
        return None if isinstance(answer, str) and len(steps) == 1 else [step.strip() for step in steps]

    def closes(self, answer: str) -> bool:
        """Whether an answer, legal or not, ends what is done in one go."""
        closing = (alternative.parts for alternative in self.site.alternatives if alternative.closes)
        return not self.over and (plain(answer),) in closing

    def entering(self, entered: Sequence[Option]) -> Position:
        """The same position, where these elements of the answer were given."""
        return self.giving(replace(self.own, elements=tuple(entered)))

    def giving(self, begun: Begun) -> Position:
        """The same position, where this is what `who` has given of an answer."""
        return Position(self.rules, self.state, None, MappingProxyType({**self.partial, self.who: begun}))

    @cached_property
    def decision(self) -> OpenDecision | None:
        """The open decision as its decider knows it; None when the match is over."""
        if self.over:
            return None
        chosen = tuple(option.text for option in self.entered)
        return OpenDecision(tuple(map(self.name, self.asked)), self.prompt, self.legal.options, chosen)

    @property
    def prompt(self) -> str:
        """What `who` is asked, in the words of whoever decides."""
        return prompts.asked(self.site, self.alone, self.who, self._decider.knowledge, own=True)

    @cached_property
    def legal(self) -> Legal:
        """The options of the open decision with the codes that they stand for: the referee's."""
        return self.sets.steps(self.entered) if self.sets is not None else self._decider.legal(self.codes)

    @property
    def texts(self) -> Collection[str]:
        """The texts of the options, in any order."""
        return self._decider.by_text(self.codes) if self.sets is None else self.legal.all

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
            return Result("won" if winners else "undecided", winners, scores=self._scores)
        rule = program.rules[ending]
        outcome: Literal["won", "nobody"] = "won" if winners else "nobody"
        return Result(outcome, winners, rule.reason, rule.clauses, scores=self._scores)

    @property
    def _scores(self) -> dict[str, int]:
        if SCORES not in self.rules.box.arrays:
            return {}
        return {name: self._word(SCORES, seat) for seat, name in enumerate(self.rules.program.players)}

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
        if who in self.asked and who != self.who:
            return self.seen_from(who).resolve(answer, who)
        if who not in (None, self.who):
            return Refusal("E0803", self._not_your_turn)
        if self.sets is not None and not isinstance(answer, int) and answer not in decision.options:
            if self.sets.may_give_up and plain(typed_text(answer)) == GIVE_UP.text:
                return GIVE_UP
            elements = self.sets.read(typed_text(answer))
            if elements is not None:
                return self.sets.refused(elements) or elements
        if not isinstance(answer, int):
            return self._resolved(typed_text(answer))
        if 0 <= answer < len(decision.options):
            return decision.options[answer]
        return Refusal("E0801", f"There is no option number {answer}: there are {len(decision.options)}.")

    def _resolved(self, typed: str) -> Option | Refusal:
        """The option that a text means, or why there is none: it may be an answer that is asked for at other times."""
        found = resolve(self.rules.machine, self.alone, self._decider, self.legal, typed)
        if isinstance(found, Option) or self.nature_decides:
            return found
        if found.code != "E0801":
            return with_needs_of_others(found, self.rules.machine, self.alone, self._offers(self.who), self.who)
        asked, offers = f"{self.name(self.who)} is asked: {self.prompt}.", self._offers(self.who)
        refusal = elsewhere(self.rules.machine, self.alone, offers, typed, self.who, asked)
        if refusal is None:
            return found
        passing = self._passing_to(typed)
        return replace(refusal, message=f"{refusal.message} `{passing}` leads there.") if passing else refusal

    def _passing_to(self, typed: str) -> str:
        """The option that does nothing, where it leads at once to one with this text; empty if there is none. It says
        no more than whoever takes it learns, and nothing at all where they would learn what they do not know."""
        passing = next((option for option in self.legal.options if option.passes), None)
        if passing is None or self.in_secret or self.sets is not None:
            return ""
        state = [*self.state]
        try:
            self.rules.machine.resume(state, self.legal.all[passing.text][0])
        except Fault:
            return ""
        after = Position(self.rules, state)
        if after.over or after.who != self.who or after.in_secret or after._learnt_since(self):
            return ""
        found = resolve(self.rules.machine, after.alone, after._decider, after.legal, typed)
        return passing.text if isinstance(found, Option) else ""

    def _learnt_since(self, before: Position) -> bool:
        """Whether chance has drawn, or something came to light for `who`."""
        known = (position.knowledge(self.who).facts() for position in (before, self))
        return self.state[RANDOM_AT] != before.state[RANDOM_AT] or bool(news(next(known), next(known)))

    def _offers(self, who: int) -> list[Answers]:
        """The game's offers of actions to any player, in the words of this one."""
        if who not in self._offered:
            knowledge = self.knowledge(who)
            wording = Wording(knowledge)
            decisions = [d for d in self.rules.program.decisions if d.sort == "offer" and d.arguments == 1]
            self._offered[who] = [Answers(decision, knowledge, wording) for decision in decisions]
        return self._offered[who]

    def why_not(self, answer: Answer, who: int | None) -> Refusal | None:
        """Why player `who` (None: whoever decides) cannot give an answer; also if it is not their turn."""
        if who in (None, *self.asked) or self.decision is None or isinstance(answer, int):
            found = self.resolve(answer, who)
            return found if isinstance(found, Refusal) else None
        assert who is not None
        typed, message = typed_text(answer), self._not_your_turn
        return out_of_turn(self.rules.machine, self.state, self._offers(who), typed, who, message)

    @property
    def _not_your_turn(self) -> str:
        names = [self.name(seat) for seat in self.asked]
        those = f"{', '.join(names[:-1])} and {names[-1]} are" if names[1:] else f"{names[0]} is"
        return f"It is not your turn: {those} to decide."

    def view(self, reader: int) -> Data:
        """What a reader sees, as plain data (`records.View`)."""
        result = self.result
        told = {"decision": self._asked(reader), "result": result.data() if result else None}
        return {**View(self.knowledge(reader)).data(), **told}

    def _asked(self, reader: int) -> Data | None:
        if self.over:
            return None
        if reader not in self.asked:  # who need no list of the options
            site = self.rules.program.decisions[self.state[SITE_AT]]
            prompt = prompts.asked(site, self.state, self.who, self.knowledge(reader), own=False)
            return {"who": [self.name(who) for who in self.asked], "prompt": prompt}
        mine = self.seen_from(reader)
        decision = mine.decision
        assert decision is not None
        chosen: Data = {"chosen": list(decision.chosen)} if mine.sets is not None else {}
        told = {"who": list(decision.who), "prompt": decision.prompt, "options": decision.options.texts}
        return {**told, **chosen}


def first_position(rules: Rules, seed: int) -> Position:
    """The position in which the first decision of a match is open."""
    state = rules.machine.initial(seed)
    try:
        rules.machine.run(state)
    except Fault as fault:
        return Position(rules, state, fault)
    return Position(rules, state)


def seat_of(rules: Rules, player: str) -> int:
    """The number of the player of this name. Raises NoSuchPlayer."""
    players = rules.program.players
    for seat, name in enumerate(players):
        if name.casefold() == str(player).casefold():  # a program may give what is no text
            return seat
    message = f"There is no player “{player!s:.60}”: the players are {', '.join(players)}."
    raise NoSuchPlayer(Diagnostic("E0806", message, near=tuple(near(str(player), players))))
