"""Runs the worked examples of a rulebook: what is given, what is done, and whether what must hold does.

Whoever is asked before the next `when` fits, and is not named in it, passes if they may. A `when` that cannot happen
fails the example, and so does a `then` that does not hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ir import OVER
from dsl.layout import SITE_AT, STATUS_AT, WHO_AT
from dsl.program import Decision, Example, Program, Slot, Step
from interpreter.machine import Fault, Machine, State

MOST_PASSES = 10_000  # answers that are passed by before one `when`


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an example: all is well if there is no `message`. `step` is the line at which it stopped, if any,
    and `state` the state there.
    """

    example: Example
    step: Step | None = None
    message: str = ""
    state: tuple[int, ...] = ()

    @property
    def fine(self) -> bool:
        return not self.message


class Failed(Exception):
    """A line of an example did not happen or does not hold."""


def run(program: Program, machine: Machine) -> list[Outcome]:
    """Runs all examples of a program that was lowered with them."""
    return [run_example(program, machine, example) for example in program.examples]


def run_example(program: Program, machine: Machine, example: Example) -> Outcome:
    """Runs one example to its end, or to the first line that fails."""
    runner = _Runner(program, machine)
    step: Step | None = None
    try:
        runner.begin(example)
        for step in example.steps:
            runner.step(step)
    except Failed as failed:
        return Outcome(example, step, str(failed), tuple(runner.state))
    except Fault as fault:
        return Outcome(example, step, fault.told(program), tuple(runner.state))
    return Outcome(example)


class _Runner:
    """One example under way."""

    def __init__(self, program: Program, machine: Machine) -> None:
        self.program = program
        self.machine = machine
        self.state: State = machine.initial(0)

    def begin(self, example: Example) -> None:
        self.machine.run(self.state, example.start)

    def step(self, step: Step) -> None:
        match step.sort:
            case "given":
                self._draw_open()
                self.machine.call(step.function, self.state)
            case "then":
                self._draw_open()
                if not self.machine.call(step.function, self.state):
                    raise Failed("this does not hold")
            case _:
                self._answer(step)

    # -------------------------------------------------------------------------------------------------------- answers

    def _answer(self, step: Step) -> None:
        """Gives the answer of a line to the next decision that it fits."""
        for _ in range(MOST_PASSES):
            if self.state[STATUS_AT] == OVER:
                raise Failed("the play is over before this")
            if self._fits(step):
                return self.machine.resume(self.state, self._code(step))
            self._pass(step)
        raise Failed("nobody is asked for this")

    @property
    def _decision(self) -> Decision:
        return self.program.decisions[self.state[SITE_AT]]

    @property
    def _codes(self) -> list[int]:
        return self.machine.options(self.state)

    def _fits(self, step: Step) -> bool:
        """Whether the open decision is one that the line is about."""
        named = step.who < 0 or self.state[WHO_AT] == step.who
        match step.sort:
            case "does":
                return named and self.state[SITE_AT] in step.sites
            case "passes":
                return named and self._passing() is not None
        if self._decision.sort == "draw":
            return named and step.sort == "chooses" and any(self._means(step, code) for code in self._codes)
        return named and self._decision.sort == ("roll" if step.sort == "rolls" else "choice")

    def _code(self, step: Step) -> int:
        """The first legal answer that the line means."""
        if step.sort == "passes":
            passing = self._passing()
            assert passing is not None  # it fits
            return passing
        for code in self._codes:
            if self._means(step, code):
                return code
        raise Failed("this is not allowed here")

    def _means(self, step: Step, code: int) -> bool:
        if step.sort == "does":
            return self.machine.call(step.function, self.state, self.state[SITE_AT], code) != 0
        slot = _slot(self._decision)
        if code >= slot.size:
            return False  # nothing is chosen
        return self.machine.call(step.function, self.state, code // slot.stride % slot.size + slot.start) != 0

    def _draw_open(self) -> None:
        """What chance draws from a pile, and no line says, is the piece with the lowest number."""
        while self._decision.sort == "draw":
            self.machine.resume(self.state, self._codes[0])

    def _pass(self, step: Step) -> None:
        if self._decision.sort == "draw":
            return self._draw_open()
        passing = self._passing()
        if passing is None:
            players = (*self.program.players, "chance")
            who, prompt = players[self.state[WHO_AT]], self._decision.prompt
            raise Failed(f"{who} is to answer before this: {prompt}")
        self.machine.resume(self.state, passing)

    def _passing(self) -> int | None:
        """The code with which whoever is asked passes, if that is legal."""
        codes = self.machine.options(self.state)
        return next((a.base for a in self._decision.alternatives if a.passes and a.base in codes), None)


def _slot(decision: Decision) -> Slot:
    """The one slot of a choice or a roll."""
    (part,) = decision.alternatives[0].parts
    assert isinstance(part, Slot)
    return part
