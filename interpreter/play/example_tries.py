"""Which answers help an example that fails: each is given, and the example played on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dsl.ir.program import Step
from interpreter.play.example_failures import MOST_LINES, Answer, Failed
from interpreter.state.machine import Fault

if TYPE_CHECKING:
    from interpreter.play.examples import Runner

WAITS, UNTRIED = 0.5, 0.25  # of a line that goes well: it waits for a further answer; nobody has tried


def helping(runner: Runner, answers: Sequence[Answer], lines: Sequence[list[Step]]) -> tuple[str, ...]:
    """The answers after which the first of the lines that are left goes well, or at least waits for a further one; if
    all lines go well behind some, these alone. What cannot be tried comes last."""
    tried = [(_gone_well(runner, one, lines), one.hint) for one in answers]
    tried.sort(key=lambda each: -each[0])
    least = len(lines) if tried and tried[0][0] == len(lines) else UNTRIED
    return tuple(hint for count, hint in tried if count >= least)[:MOST_LINES]


def _gone_well(runner: Runner, answer: Answer, lines: Sequence[list[Step]]) -> float:
    """How many lines go well behind an answer; less than 1, but not 0, where it is worth saying all the same."""
    if answer.code < 0:
        return UNTRIED
    count = 0
    try:
        other = runner.after(answer.code)
        for line in lines:
            other.line(line)
            count += 1
    except Failed as failed:
        return count or (WAITS if failed.answers and other.waits else 0)
    except Fault:
        return 0
    return count
