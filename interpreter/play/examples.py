"""Runs the worked examples of a rulebook: what is given, what is done, and whether what must hold does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from dsl.ir.program import SET_UP, Example, Program, Step
from dsl.source import Span
from dsl.text.diagnostics import Note
from interpreter.play.example_failures import Failed
from interpreter.play.example_origins import beside_the_setup, none_left, room_for, taken_from
from interpreter.play.example_play import Play
from interpreter.play.example_runner import Runner
from interpreter.play.example_tries import helping, taken_at_once
from interpreter.play.in_vain import offered_in_vain, remedies
from interpreter.state.decoding import Box
from interpreter.state.machine import Fault, Machine, State
from interpreter.state.whereabouts import lying


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an example: all is well if there is no `message`. `step` is the line at which it stopped, if it
    had begun, `place` is where that or what is given stands, `notes` say more of why, `hints` what could mend it,
    `state` is the state there. `of_setup`: the setup fails, whatever the example says. `right`: what the line could say
    something is, in place of what stands there.
    """

    example: Example
    step: Step | None = None
    message: str = ""
    state: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    place: Span | None = None
    hints: tuple[str, ...] = ()
    of_setup: bool = False
    right: tuple[tuple[Span, str], ...] = ()

    @property
    def fine(self) -> bool:
        return not self.message


def run(program: Program, machine: Machine) -> list[Outcome]:
    """Runs all examples of a program that was lowered with them."""
    return [run_example(program, machine, example) for example in program.examples]


def run_example(program: Program, machine: Machine, example: Example, other: tuple[int, int] = (0, 0)) -> Outcome:
    """Runs one example to its end, or to the first line that fails. `other`: the number of a piece that it picks, and
    how many that can be meant are passed over."""
    runner = Runner(program, machine)
    runner.look_for(other)
    step: Step | None = None
    left = lines(example)
    try:
        runner.begin(example)
        for line in left:
            step = line[0]
            runner.line(line)
    except Failed as failed:
        return _failed(runner, example, step, failed, [*left])
    except Fault as fault:
        return _broken(runner, example, step, fault)
    return Outcome(example, state=tuple(runner.state))


def _failed(runner: Runner, example: Example, step: Step | None, failed: Failed, left: list[list[Step]]) -> Outcome:
    """What comes of an example of which a line fails; `left` are those behind that."""
    first = after_setup(runner.program, runner.machine)
    origins = (runner.program, runner.machine, example, runner.state)
    beside, away = beside_the_setup(*origins, first) if first else ((), ())
    told = {note.span for note in beside}
    taken = [note for note in (taken_from(*origins, first) if first else ()) if note.span not in told]
    notes = (*failed.notes, *runner.stand.together(runner.state), *beside, *taken)
    helps = helping(runner, failed.answers, [runner.left, *left])
    hints, right = (*helps, *away, *failed.hints), () if helps else failed.right
    message = str(failed)
    if step is not None and not failed.hints and taken_at_once(runner, step, left):
        message, hints = TAKEN, (LEAVE_OUT,)
    return Outcome(example, step, message, tuple(runner.state), notes, step.span if step else None, hints, right=right)


def _broken(runner: Runner, example: Example, step: Step | None, fault: Fault) -> Outcome:
    """What comes of an example in which a sentence of the rules fails, or what is given cannot be."""
    program, machine = runner.program, runner.machine
    rule = program.rules[fault.rule] if fault.rule >= 0 else None
    if rule is not None and _fails_the_setup(program, machine, fault):
        notes = tuple(map(Note, lying(Box(program, machine), [*fault.state] or runner.state, rule.about)))
        message = fault.told(program, True)
        return Outcome(example, None, message, tuple(runner.state), notes, rule.span, of_setup=True)
    of_given = rule is not None and rule.name == "given"
    place = step.span if step and not of_given else rule.span if rule is not None else None
    notes = offered_in_vain(program, machine, fault.rule, fault.state)
    origins = (program, machine, example)
    why, instead = none_left(*origins, rule, [*fault.state]) if rule and of_given and fault.state else ("", ())
    hints = (instead or INSTEAD.get(fault.code, ())) if of_given else remedies(fault, notes)
    if not of_given and step is not None and fault.code == "F3":
        hints = (*hints, *_without_what_lay_there(runner, program.rules[example.rule].span, step.span))
    message = f"{fault.code}: {why}" if why else fault.told(program, step is None or step.sort == "given")
    state = fault.state if of_given and fault.state else runner.state  # not the one before the setup went on to it
    return Outcome(example, step, message, tuple(state), notes, place, hints)


def _fails_the_setup(program: Program, machine: Machine, fault: Fault) -> bool:
    """Whether the setup fails so by itself, before anything is given."""
    play = Play(program, machine)
    try:
        machine.run(play.state, SET_UP)
        play.settle()
    except Fault as other:
        return (other.code, other.rule) == (fault.code, fault.rule)
    except Failed:
        pass
    return False


def after_setup(program: Program, machine: Machine, last: bool = False) -> State | None:
    """The state behind the setup, before anything is given or played, where chance chose what it could first, or last;
    None where the setup does not come to its end so."""
    play = Play(program, machine, last)
    try:
        machine.run(play.state, SET_UP)
        play.settle()
    except (Failed, Fault):
        return None
    return None if play.in_setup else play.state


def _without_what_lay_there(runner: Runner, heading: Span, step: Span) -> Iterator[str]:
    """Lines that take away what the setup has put where the example gives something, as the rules have no room for both
    later on."""
    program, first = runner.program, after_setup(runner.program, runner.machine)
    for rule in program.rules:
        here = rule.span.file == heading.file and heading.line < rule.span.line < step.line
        if first is not None and rule.name == "given" and here:
            yield from room_for(Box(program, runner.machine), first, rule)


TAKEN = "nobody is asked for this: what can only be one thing is taken at once, without a line"
LEAVE_OUT = "leave it out"
INSTEAD = {  # what a line before it can say, by the fault that what is given leads to
    "F5": ("say where the others are that are not there, as in: given there are 4 Trains of Red in the Harbour",),
}


def lines(example: Example) -> Iterator[list[Step]]:
    """The steps of each line; one with which somebody chooses has a step for each thing."""
    for _, line in groupby(example.steps, key=lambda step: (step.sort, step.span)):
        yield list(line)
