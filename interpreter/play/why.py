"""From a typed answer to an option, or to the reason why it is none: the unmet need and its clause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from operator import index
from typing import SupportsIndex

from dsl.ir.layout import ARGUMENTS_AT
from dsl.ir.program import Need
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note
from interpreter.failures import Failure
from interpreter.knowledge.wording import natural, slot_value, slots
from interpreter.play.options import Answers, Legal, Option, Options
from interpreter.play.unknown_names import unknown
from interpreter.state.decoding import State
from interpreter.state.machine import Fault, Machine

Told = Callable[[Need], bool]  # whether somebody may know if a need is met

LONGEST_ANSWER = 10_000  # letters: what is longer is not looked for among the options
SHOWN = 60  # letters of it
Given = str | Option | SupportsIndex | Collection[str | Option]  # an answer as programs give it
MOST_NEAREST = 2  # answers that come nearest to being allowed; where there are more, none is named


@dataclass(frozen=True, slots=True)
class Unmet:
    """A need that is not met: its name, its sentence, the printed clauses, and the place in the rulebook's text; `can`
    is the action that must be possible for it."""

    name: str
    sentence: str
    clauses: tuple[str, ...]
    span: Span
    can: str = ""

    def __str__(self) -> str:
        cited = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        return f"{self.name}: {self.sentence}{cited}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer cannot be given: the first need that is not met, or a message alone; and what may be meant."""

    code: str
    message: str
    unmet: tuple[Unmet, ...] = ()
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [self.message, *(f"  {need} ({need.span})" for need in self.unmet)]
        return "\n".join(lines + [f"  did you mean {text!r}?" for text in self.near])

    @property
    def diagnostic(self) -> Diagnostic:
        """The same for the command line."""
        span = self.unmet[0].span if self.unmet else None
        notes = tuple(Note(str(need)) for need in self.unmet)
        return Diagnostic(self.code, self.message, span, near=self.near, notes=notes)


class IllegalChoice(Failure):
    """An answer that is none of the options; nothing has changed. `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.diagnostic)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)


def understood(answer: object) -> str | Option | int | list[str | Option]:
    """An answer as a program gives it: an option, a text, any whole number, or several options and texts.

    Raises IllegalChoice (E0810) for anything else.
    """
    if isinstance(answer, str | Option):
        return answer
    if isinstance(answer, SupportsIndex):
        with suppress(TypeError):  # an array is no number, but may say that it could be one
            return index(answer)
    if not isinstance(answer, Collection) or isinstance(answer, Mapping | bytes | bytearray | memoryview):
        raise IllegalChoice(_no_answer("This", answer))
    several = [*answer]
    for one in several:
        if not isinstance(one, str | Option):
            raise IllegalChoice(_no_answer("One of these", one))
    return several


def _no_answer(what: str, answer: object) -> Refusal:
    kind = type(answer).__name__
    message = f"{what} is no answer: it is of the kind {kind}. An option is, its text, its number, or a list of several"
    return Refusal("E0810", f"{message} options or texts.")


def in_step(number: int, refusal: Refusal) -> Refusal:
    """The same of one of several steps that were given at once (counted from 1)."""
    return replace(refusal, message=f"Step {number}: {refusal.message}")


def not_whole(number: int, step: str, closed: bool) -> Refusal:
    """Why several steps are not the whole of what is done in one go."""
    if closed:
        return Refusal("E0808", f"Step {number}, “{step[:SHOWN]}”, is the end, but others follow.")
    return Refusal("E0808", f"After step {number}, “{step[:SHOWN]}”, it is not done.", near=("done",))


def resolve(machine: Machine, state: State, answers: Answers, legal: Legal, typed: str) -> Option | Refusal:
    """The option that the typed text means, or why there is none.

    A text that is a whole answer, though an illegal one, is never taken for another that only has its words.
    """
    whole = legal.options.same(typed)
    if len(typed) > LONGEST_ANSWER and not whole:
        return Refusal("E0801", f"There is no option “{typed[:SHOWN]}…”: that has {len(typed)} letters.")
    if not whole and not legal.options.within(typed):
        typed = answers.relabelled(typed)
    if not whole:
        readings = answers.read_whole(typed)
        whole = legal.of(readings)
        told = [code for code in readings if answers.names_what_is_seen(code)]
        if told and not whole:
            return _refused(machine, state, answers, told[:1], typed)
    found = whole or legal.options.within(typed)
    if len(found) > 1:
        return Refusal("E0805", f"“{typed}” can mean {len(found)} options.", near=tuple(map(str, found[:3])))
    if found:
        return found[0] if whole else _sure(answers, legal, found[0], typed)
    told = answers.read_words(typed)
    return _refused(machine, state, answers, told, typed) if told else _unknown(answers, legal.options, typed)


def _sure(answers: Answers, legal: Legal, option: Option, typed: str) -> Option | Refusal:
    """The only option with the typed words, if the last of them cannot name what comes later in it: whoever names a
    space alone may mean where something is, or where it goes."""
    two = answers.later(legal.all[option.text][0], typed)
    if two is None:
        return option
    return Refusal("E0805", f"“{typed}” can mean {two[0]} or {two[1]}.", near=(option.text,))


def _unknown(answers: Answers, options: Options, typed: str) -> Refusal:
    strange = unknown(answers.wording.box.program, typed)
    message = f"There is no option “{typed}”" + (f": {strange}" if strange else "")
    return Refusal("E0801", f"{message}.", near=options.near(typed))


def elsewhere(
    machine: Machine, state: State, offers: Iterable[Answers], typed: str, who: int, asked: str
) -> Refusal | None:
    """Why an answer cannot be given that is none to the open decision, but to one of the game's `offers` of actions: it
    is not on offer, for what is `asked`, and the need that would not be met either. None if it is no such answer."""
    if len(typed) > LONGEST_ANSWER:
        return None
    for answers in offers:
        said = answers.relabelled(typed)
        whole = filter(answers.names_what_is_seen, answers.read_whole(said))
        codes = [*whole] or answers.read_words(said)
        if codes:
            needs = furthest(machine, state, answers, codes, (who,), lambda need: need.anywhere >> who & 1 == 1)[1]
            return Refusal("E0801", f"“{typed}” is not on offer now: {asked}", needs)
    return None


def with_needs_of_others(
    refusal: Refusal, machine: Machine, state: State, offers: Sequence[Answers], who: int
) -> Refusal:
    """The same, where a need asks for another action, with what is against that one."""
    further = (one for need in refusal.unmet if need.can for one in _of_all(machine, state, offers, need.can, who))
    return replace(refusal, unmet=tuple(dict.fromkeys((*refusal.unmet, *further))))


def _of_all(machine: Machine, state: State, offers: Sequence[Answers], action: str, who: int) -> Iterator[Unmet]:
    """The first need of an action that is not met whatever it is done with, as far as the player may know of it."""
    for answers in offers:
        alternatives = (one for one in answers.decision.alternatives if one.parts[:1] == (action,))
        for alternative in alternatives:
            known = takewhile(lambda need: need.anywhere >> who & 1 == 1, alternative.needs)
            needs = [need for need in known if need.of_all]
            found = first_unmet(machine, state, answers, alternative.base, (who,), needs)
            if found is not None:
                yield unmet(answers, found)


def out_of_turn(
    machine: Machine, state: State, offers: Iterable[Answers], typed: str, who: int, message: str
) -> Refusal:
    """Why a player whose turn it is not cannot do it: for that reason, and for the need that would not be met either.

    `offers` are the game's offers of actions, as the player knows them; `message` says whose turn it is.
    """
    found = elsewhere(machine, state, offers, typed, who, "")
    return Refusal("E0803", message, found.unmet if found else ())


def _refused(machine: Machine, state: State, answers: Answers, codes: Sequence[int], typed: str) -> Refusal:
    """Why none of these answers, which are all that the typed text can mean, can be given."""
    given = state[ARGUMENTS_AT : ARGUMENTS_AT + answers.decision.arguments]
    nearest, needs = furthest(machine, state, answers, codes, given, lambda need: need.told)
    allowed = "allowed" if needs else "possible now"
    if len({answers.text(code) for code in codes}) == 1:
        return Refusal("E0802", f"“{answers.text(codes[0])}” is not {allowed}.", needs)
    texts = sorted({answers.text(code) for code in nearest}, key=natural)
    if len(texts) > MOST_NEAREST:
        return Refusal("E0802", f"“{typed}” is not {allowed}, in no way.", needs)
    come = "comes" if len(texts) == 1 else "come"
    return Refusal("E0802", f"“{typed}” is not {allowed}: {' and '.join(texts)} {come} nearest.", needs)


def furthest(
    machine: Machine, state: State, answers: Answers, codes: Sequence[int], given: Sequence[int], told: Told
) -> tuple[list[int], tuple[Unmet, ...]]:
    """Those of illegal answers that meet the most needs before the first that they do not, and these first needs.

    Behind a need of which may not be told whether it is met, nothing is told: that it was tested would tell it. Of what
    ends steps taken in one go all needs that are not met are told: each speaks of how things stand then.
    """
    met: dict[int, list[int]] = defaultdict(list)
    failing: dict[int, list[Need]] = {}
    now = list(state)  # needs only read it
    for code in codes:
        needs = [*takewhile(told, answers.alternative(code).needs)]
        found = all_unmet(machine, now, answers, code, given, needs)
        failing[code] = [*found] if answers.alternative(code).closes else [*islice(found, 1)]
        met[needs.index(failing[code][0]) if failing[code] else len(needs)].append(code)
    nearest = met[max(met)]
    reasons = (unmet(answers, need) for code in nearest for need in failing[code])
    return nearest, tuple(dict.fromkeys(reasons))


def unmet(answers: Answers, need: Need) -> Unmet:
    rule = answers.wording.box.program.rules[need.rule]
    return Unmet(need.name or rule.name, rule.sentence, rule.clauses, rule.span, need.can)


def first_unmet(
    machine: Machine,
    state: State,
    answers: Answers,
    code: int,
    given: Sequence[int],
    needs: Sequence[Need] | None = None,
) -> Need | None:
    """The first need that is not met; those behind it may rely on it, so that they are not tested.

    `given` are the arguments of the decision's site, the first of which is who acts. `needs`: the first of them; with
    none, all, as the referee is told.
    """
    needs = answers.alternative(code).needs if needs is None else needs
    return next(all_unmet(machine, list(state), answers, code, given, needs), None)


def all_unmet(
    machine: Machine, state: list[int], answers: Answers, code: int, given: Sequence[int], needs: Sequence[Need]
) -> Iterator[Need]:
    """Those of the needs that are not met, one after the other."""
    alternative = answers.alternative(code)
    arguments = [*given, *(slot_value(alternative, slot, code) for slot in slots(alternative))]
    return (need for need in needs if not _met(machine, state, need, arguments))


def _met(machine: Machine, state: list[int], need: Need, arguments: Sequence[int]) -> bool:
    """A need whose test goes out of bounds for this answer is not met."""
    try:
        return machine.call(need.function, state, *arguments) != 0
    except Fault:
        return False
