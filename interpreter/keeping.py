"""What of an answer is kept in a save: who gave it, what it was, and what the position looked like after it."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.position import Position
from interpreter.save import Choice
from interpreter.steps import Step


def kept(steps: Sequence[Step], number: int, now: Position) -> Choice:
    """A step (from 0) as a save keeps it; `now` is the position after the last."""
    step = steps[number]
    return Choice(now.name(step.who), step.codes, step.text, _after(steps, number, now).hash(), step.fault)


def _after(steps: Sequence[Step], number: int, now: Position) -> Position:
    if number + 1 == len(steps):
        return now
    return Position(now.rules, now.rules.machine.unpack(steps[number + 1].before))
