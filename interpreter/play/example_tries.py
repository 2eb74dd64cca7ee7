"""Which answers help an example that fails: each is given, and the example played on. How that can be done of which a
line says that it cannot; and with which lines whoever is asked could answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dsl.ir.layout import SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import Step
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.knowledge.wording import Wording
from interpreter.play.example_failures import MOST_LINES, Answer, Failed
from interpreter.state.decoding import Box
from interpreter.state.machine import Fault

if TYPE_CHECKING:
    from interpreter.play.example_play import Play
    from interpreter.play.example_runner import Runner

MOST_MORE = 6  # things besides those of a line that chooses too few
MOST_ANSWERS = 30  # that are tried to find how something can be done, and
LONGEST = 6  # so many one after the other
WAITS, UNTRIED = 0.5, 0.25  # of a line that goes well: it waits for a further answer; nobody has tried


def helping(runner: Runner, answers: Sequence[Answer], lines: Sequence[list[Step]]) -> tuple[str, ...]:
    """The answers after which the first of the lines that are left goes well, or at least waits for a further one; if
    all lines go well behind some, these alone. What cannot be tried comes last."""
    tried = [(_gone_well(runner, one, lines), one.hint) for one in answers]
    tried.sort(key=lambda each: -each[0])
    least = len(lines) if tried and tried[0][0] == len(lines) else UNTRIED
    return tuple(hint for count, hint in tried if count >= least)[:MOST_LINES]


def taken_at_once(runner: Runner, step: Step, behind: Sequence[list[Step]]) -> bool:
    """Whether a line chooses what was taken without a question, as it was the only thing: nobody is asked for it, and
    without it all lines `behind` go well."""
    if step.sort != "chooses" or not behind or not runner.answered:
        return False
    other = runner.aside()
    other.state[:] = runner.before_line
    try:
        for line in behind:
            other.line(line)
    except (Failed, Fault):
        return False
    return True


def _gone_well(runner: Runner, answer: Answer, lines: Sequence[list[Step]]) -> float:
    """How many lines go well behind an answer; less than 1, but not 0, where it is worth saying all the same."""
    if answer.code < 0:
        return UNTRIED
    count = 0
    try:
        other = runner.after_set(answer.things) if answer.things else runner.after(answer.code)
        for line in lines:
            other.line(line)
            count += 1
    except Failed as failed:
        return count or (WAITS if failed.answers and other.waits else 0)
    except Fault:
        return 0
    return count


def with_passes(
    answers: Sequence[Answer], here: tuple[int, int], passed: Sequence[tuple[int, int]], players: Sequence[str]
) -> tuple[Answer, ...]:
    """The answers of a player where somebody is asked for something (`here`: who, and the number of the decision), with
    lines that pass as often as the same was asked before, so that they answer this time."""
    who = here[0]
    own = [decision for decision in passed if decision[0] == who]
    before = len(own) - own[::-1].index(here) if here in own else 0
    return tuple(replace(one, before=(f"when {players[who]} passes",) * before) for one in answers)


def done_so(runner: Runner, code: int) -> str:
    """The answers with which something is done that begins with this one, the first that lead to its end."""
    waiting, tried = [(runner, code, list[str]())], 0
    while waiting and tried < MOST_ANSWERS:
        here, answer, before = waiting.pop()
        tried += 1
        said = [*before, _said(here, answer)]
        who = here.state[WHO_AT]
        try:
            other = here.after(answer)
        except Fault:
            continue
        own = other.state[STATUS_AT] != OVER and other.state[WHO_AT] == who and other.waits
        if not own:
            return ", ".join(said)
        if len(said) < LONGEST:
            waiting += [(other, one, said) for one in reversed(other.machine.options(other.state))]
    return ""


def _said(runner: Runner, code: int) -> str:
    """An answer, in words."""
    state, program = runner.state, runner.program
    forms = [form for form in program.decisions[state[SITE_AT]].alternatives if form.base <= code]
    form = max(forms, key=lambda one: one.base)
    return Wording(Knowledge(Box(program, runner.machine), state, REFEREE)).answer(form, code, detailed=True)


def answers(play: Play) -> tuple[Answer, ...]:
    """The lines with which whoever is asked could answer; of a set as many things as are enough."""
    if play.is_over or not play.asks_for_a_set:
        return play.stand.answers(play.state)
    codes = play.candidates
    many = enough(play, codes, 0)
    lines = play.stand.choosing(play.state, codes[0], many) if many else ()
    return tuple(Answer(line, codes[0], tuple(codes[:many])) for line in lines) or play.stand.answers(play.state)


def with_more(play: Play, codes: Sequence[int], many: int) -> tuple[str, ...]:
    """The line that chooses as many as are enough, where the one that stands there chooses so many."""
    number = enough(play, codes, many)
    lines = play.stand.choosing(play.state, codes[0], number) if number else ()
    return tuple(f"in place of it: {line}" for line in lines)


def enough(play: Play, codes: Sequence[int], many: int) -> int:
    """How many of these, and more than so many, make an answer; 0 where that is not found soon."""
    for number in range(many + 1, min(many + MOST_MORE, len(codes)) + 1):
        try:
            play.after_set(codes[:number])
        except (Failed, Fault):
            continue
        return number
    return 0
