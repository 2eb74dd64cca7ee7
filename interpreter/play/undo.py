"""What was answered, step by step, and which of it can be taken back."""

from __future__ import annotations

from array import array
from collections.abc import Container, Sequence
from dataclasses import dataclass

from interpreter.play.position import Position
from interpreter.play.simultaneous import Begun


@dataclass(frozen=True, slots=True)
class Step:
    """A part of an answer, given in the position `before`; those of one `answer` (counted from 1) have its number.

    One that is a set has a code for each element. A `barrier` came with chance or a reveal. `opened` is the index of
    the first step of the decision in secret to which it belongs, or -1.
    """

    answer: int
    before: array[int]
    who: int
    codes: tuple[int, ...]
    text: str
    barrier: bool
    fault: str = ""
    opened: int = -1


def last(
    steps: Sequence[Step],
    position: Position,
    who: int | None,
    opened: int,
    nature: bool,
    bots: Container[int] = (),
) -> int:
    """The index of the first step of the answer that `who` (None: the referee) would take back now, or -1.

    The number of steps: what was entered, and is no step yet. `opened` is the step with which the open decision in
    secret began; with `nature`, what chance decided is taken back like any other answer. Answers of `bots` stand in
    nobody's way.
    """
    if position.own != Begun() and not position.begun and who in (None, position.who):
        return len(steps)
    if who is not None and position.in_secret:
        return _in_secret(steps, who, opened, bots)
    asked = [nature or step.who < position.chance for step in steps]
    found = next((n for n in range(len(steps) - 1, -1, -1) if asked[n] and steps[n].who not in bots), -1)
    return _free(steps, found, who) if found >= 0 else -1


def _free(steps: Sequence[Step], found: int, who: int | None) -> int:
    """The first step of the answer to which step `found` belongs, if it is that of `who` and nothing was learnt since;
    else -1. The referee (None) need not ask."""
    first = _first(steps, found)
    learnt = any(step.barrier for step in steps[first:])
    return first if who is None or (steps[found].who == who and not learnt) else -1


def last_turn(steps: Sequence[Step], players: int, reader: int = -1) -> int:
    """The index of the first answer that came since the reader's; failing that, of the first of the answers in a row
    that the player gave who answered last, chance's among them; where there is one player, of their last answer. -1:
    nobody has answered yet."""
    found = next((n for n in range(len(steps) - 1, -1, -1) if steps[n].who < players), -1)
    if found < 0 or players == 1:
        return _first(steps, found) if found >= 0 else -1
    own = next((n for n in range(found, -1, -1) if steps[n].who == reader), found)
    if own < found:
        return own + 1
    others = (n for n in range(found, -1, -1) if steps[n].who not in (steps[found].who, players))
    return next(others, -1) + 1


def _in_secret(steps: Sequence[Step], who: int, opened: int, bots: Container[int]) -> int:
    """The same while several decide at once. Nothing is taken back past what chance drew in it."""
    inside, before = steps[opened:], steps[:opened]
    if any(step.barrier for step in inside):
        return -1
    if any(step.who not in bots for step in inside):
        return next((n for n, step in enumerate(inside, opened) if step.who == who), -1)
    found = next((n for n in range(opened - 1, -1, -1) if steps[n].who not in bots), -1)
    return _free(before, found, who) if found >= 0 else -1


def _first(steps: Sequence[Step], number: int) -> int:
    """The first step of the answer to which a step belongs."""
    return next(n for n, step in enumerate(steps) if step.answer == steps[number].answer)
