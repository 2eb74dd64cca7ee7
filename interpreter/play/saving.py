"""What of a match is kept in a save, and how it is played again from there."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from dsl.text.diagnostics import Diagnostic
from interpreter.engine import VERSION
from interpreter.failures import SaveError
from interpreter.play.options import Option
from interpreter.play.position import Position
from interpreter.play.rules import Rules
from interpreter.play.simultaneous import Begun
from interpreter.play.undo import Step
from interpreter.play.why import IllegalChoice
from interpreter.state.save import Choice, Save, Start, Unfinished, difference, diverged, known_as, seen_from

WORD = range(-(2**63), 2**63)


class Played(Protocol):
    """A match that is played again."""

    @property
    def players(self) -> tuple[str, ...]: ...

    @property
    def position(self) -> Position: ...

    @property
    def choices(self) -> Sequence[Choice]: ...

    def choose(self, answer: str | Sequence[str], player: str | None = None, /) -> Option: ...


def save_of(
    rules: Rules,
    folder: Path | None,
    seed: int,
    nature: str,
    start: Start | None,
    choices: tuple[Choice, ...],
    begun: tuple[Unfinished, ...],
) -> Save:
    """The save of a match by these rules, which goes into a folder, or stays with the user."""
    program = rules.program
    rulebook = seen_from(folder, rules.path) if folder else str(rules.path or "")
    known, terms, players, given = known_as(program)[0], program.terms, program.players, rules.given
    return Save(program.name, rulebook, known, VERSION, terms, players, seed, nature, choices, start, begun, given)


def kept(steps: Sequence[Step], number: int, now: Position) -> Choice:
    """A step (from 0) as a save keeps it; `now` is the position after the last."""
    step = steps[number]
    return Choice(now.name(step.who), step.codes, step.text, _after(steps, number, now).hash(), step.fault)


def _after(steps: Sequence[Step], number: int, now: Position) -> Position:
    if number + 1 == len(steps):
        return now
    return Position(now.rules, now.rules.machine.unpack(steps[number + 1].before))


def unfinished(position: Position) -> tuple[Unfinished, ...]:
    """What was given of answers to the open decision, seat by seat."""
    given = [(seat, begun) for seat, begun in sorted(position.partial.items()) if begun != Begun()]
    return tuple(
        Unfinished(position.name(seat), tuple(p.text for p in begun.parts), tuple(o.text for o in begun.elements))
        for seat, begun in given
    )


# ------------------------------------------------------------------------------------------------------ where it starts


def start(rules: Rules, words: Sequence[int]) -> Start:
    """A position, whose words are these, as a save keeps it."""
    return Start(_layout(rules), tuple(words))


def first(rules: Rules, saved: Save) -> Position | None:
    """The position with which a saved match begins; None where it begins with the game.

    Raises SaveError where the words would mean another one by now (E0708).
    """
    if saved.start is None:
        return None
    words, machine = saved.start.words, rules.machine
    if saved.start.layout != _layout(rules) or len(words) != machine.core or not all(word in WORD for word in words):
        message = f"This match of {saved.game} begins in the middle, with a position of another version of Rulewright."
        raise SaveError(Diagnostic("E0708", message))
    return Position(rules, machine.unpack(words))


def _layout(rules: Rules) -> str:
    """A mark of what each word of a position means."""
    return sha256(repr((VERSION, sorted(rules.machine.arrays.items()))).encode()).hexdigest()


# --------------------------------------------------------------------------------------------------------- played again


def play_again(match: Played, saved: Save) -> None:
    """Gives all answers of a save. Raises SaveError at the first that is different now (E0704)."""
    for number, choice in enumerate(saved.choices):
        if number == len(match.choices):
            _answer_again(match, saved.choices, number)
        found = match.choices[number]
        if found != choice:
            raise diverged(number, choice, difference(found, choice))
    number = len(saved.choices)
    if len(match.choices) > number:
        raise diverged(number, match.choices[number], "the save ends before it")
    for begun in saved.begun:
        _begin_again(match, begun, number)
    if unfinished(match.position) != saved.begun or len(match.choices) > number:
        raise diverged(number, _as_choice(saved.begun[0]), "something else was begun")


def _answer_again(match: Played, choices: Sequence[Choice], number: int) -> None:
    """Gives the answers of a save from one on, until they make a step: all parts of an answer in secret."""
    for choice in choices[number:]:
        if choice.who != choices[number].who:
            raise diverged(number, choice, f"{choices[number].who} is asked now")
        _give(match, choice, number)
        if len(match.choices) > number:
            return
    raise diverged(number, choices[number], "there is more to answer now")


def _begin_again(match: Played, begun: Unfinished, number: int) -> None:
    for text in begun.parts:
        _give(match, Choice(begun.who, (), text, ""), number)
    for text in begun.elements:
        _give(match, Choice(begun.who, (), text, ""), number, whole=False)


def _give(match: Played, choice: Choice, number: int, whole: bool = True) -> None:
    """Gives the answer with which step `number` begins or goes on; one that is a set `whole`, or an element of it."""
    position = match.position
    asked = [position.name(seat) for seat in position.asked] or ["nobody"]
    if choice.who not in asked:
        raise diverged(number, choice, f"{', '.join(asked)} is asked now")
    player = choice.who if choice.who in match.players else None
    seen = position.seen_from(None if player is None else match.players.index(player))
    try:
        match.choose([choice.text] if whole and seen.sets is not None else choice.text, player)
    except IllegalChoice as illegal:
        raise diverged(number, choice, illegal.refusal.message.rstrip(".")) from None


def _as_choice(begun: Unfinished) -> Choice:
    return Choice(begun.who, (), "; ".join((*begun.parts, *begun.elements)), "")
