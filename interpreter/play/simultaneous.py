"""Decisions of several players at once, in secret: who has not answered yet, and what each of them is asked.

The program asks who answers next, and after that this player. People never see the first of these questions: whoever is
not done is asked at the same time. The rules are given an answer when it is complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dsl.ir.layout import SITE_AT, WHO_AT
from dsl.ir.program import Program
from interpreter.knowledge.reader import REFEREE
from interpreter.play.options import Option
from interpreter.state.machine import Machine, State

DONE = "done"  # what others are told of an answer


@dataclass(frozen=True, slots=True)
class Part:
    """What was answered to one question; `told`: in each reader's words. Chance may have drawn among equal things."""

    codes: tuple[int, ...]
    text: str
    told: Mapping[int, str]
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Begun:
    """What a player has given of an answer, and the rules do not know of yet.

    Parts of an answer in secret, and elements of one that is a set.
    """

    parts: tuple[Part, ...] = ()
    elements: tuple[Option, ...] = ()

    @property
    def codes(self) -> list[int]:
        """The codes of all parts, in order."""
        return [code for part in self.parts for code in part.codes]


def from_outside(texts: Mapping[int, str], who: int) -> dict[int, str]:
    """What readers are told of an answer in secret: all but whoever gave it, and the referee, that it is given."""
    return {reader: text if reader in (who, REFEREE) else DONE for reader, text in texts.items()}


def is_secret(program: Program, state: Sequence[int]) -> bool:
    """Whether several players decide at once."""
    return program.decisions[state[SITE_AT]].sort == "secret"


def asked(program: Program, machine: Machine, state: State) -> tuple[int, ...]:
    """The numbers of those who are asked, in the order of their seats; Chance's is the number of players."""
    return tuple(machine.options(state)) if is_secret(program, state) else (state[WHO_AT],)


def given(program: Program, machine: Machine, state: State, who: int, codes: Iterable[int]) -> State:
    """The state after a player has given these codes."""
    after = state[:]
    for code in answers_of(program, state, who, codes):
        machine.resume(after, code)
    return after


def goes_on(program: Program, machine: Machine, after: State, who: int, codes: Sequence[int]) -> bool:
    """Whether the answer of a player, of which they have given these codes, is not complete."""
    return who in asked(program, machine, after) and steps_given(program, machine, after, who) == len(codes) > 0


def steps_given(program: Program, machine: Machine, state: Sequence[int], who: int) -> int:
    """How many steps of an answer in secret a player has given."""
    if not is_secret(program, state):
        return 0
    return state[machine.arrays[program.decisions[state[SITE_AT]].given].offset + who]


def asking(program: Program, machine: Machine, state: State, who: int, codes: Sequence[int] = ()) -> State:
    """The state in which one of those who are asked is asked alone, after the codes that they gave; it is not to be
    changed."""
    if not is_secret(program, state):
        return state
    alone = given(program, machine, state, who, codes)
    machine.resume(alone, who)
    return alone


def answers_of(program: Program, state: Sequence[int], who: int, codes: Iterable[int]) -> list[int]:
    """The codes with which the program goes on when a player has answered with these."""
    return [code for own in codes for code in (who, own)] if is_secret(program, state) else [*codes]
