"""Answers that there are not: machine code does with them what Python does, and takes nothing down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import OVER
from interpreter.play.game import Game
from interpreter.play.why import IllegalChoice
from interpreter.state.machine import Fault, Machine, State
from tests.laws.games import LANGUAGE, RULEBOOKS, SPINE, Setting, game
from tests.natively import HAS_EXTRA, WHY_NOT, not_optimised

SEVERAL = [LANGUAGE / "good" / f"{name}.rules" for name in ("sets", "in_secret", "stacks", "numbers", "walks")]
FAR = (-1, -2, -1000, -(10**6), 10**6, 2**31)
MOST_BEFORE, AFTER = 12, 3  # answers

pytestmark = pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)
each_game = pytest.mark.parametrize("path", [*RULEBOOKS, *SPINE, *SEVERAL], ids=lambda path: path.stem)
answers = st.integers(-5000, 5000) | st.sampled_from(FAR)


@pytest.fixture(autouse=True)
def quickly_made() -> Iterator[None]:
    with not_optimised():
        yield


@cache
def natively(path: Path) -> Game:
    return game(Setting(path)).natively()


def given_to(machine: Machine, state: State, code: int) -> str:
    """What comes of an answer: nothing, or what is wrong with it."""
    try:
        machine.resume(state, code)
    except (Fault, IndexError) as error:
        return repr(error)
    return ""


def offered_by(machine: Machine, state: State) -> list[int]:
    """The options of a state to which a wild answer may have led; none where something is wrong with it."""
    try:
        return machine.options(state)
    except (Fault, IndexError):
        return []


@each_game
@given(seed=st.integers(0, 2**32), before=st.lists(st.integers(0, 2**20), max_size=MOST_BEFORE), code=answers)
def test_a_code_that_there_is_not_does_what_it_does_in_python(
    path: Path, seed: int, before: list[int], code: int
) -> None:
    python, native = game(Setting(path)).machine, natively(path).machine
    state = python.initial(seed)
    python.run(state)
    for number in before:
        if state[STATUS_AT] != OVER:
            codes = python.options(state)
            python.resume(state, codes[number % len(codes)])
    if state[STATUS_AT] == OVER:
        return
    core = python.pack(state)
    mine, theirs = python.unpack(core), native.unpack(core)
    assert given_to(python, mine, code) == given_to(native, theirs, code)
    assert python.pack(mine) == native.pack(theirs)
    for _ in range(AFTER):  # in a state that the rules do not know, all that is asked is that nothing is taken down
        offered = [] if theirs[STATUS_AT] == OVER else offered_by(native, theirs)
        if offered:
            given_to(native, theirs, offered[code % len(offered)])


@each_game
@given(seed=st.integers(0, 2**32), numbers=st.lists(answers, min_size=1, max_size=MOST_BEFORE))
def test_an_option_that_there_is_not_is_refused(path: Path, seed: int, numbers: list[int]) -> None:
    match = natively(path).start(seed)
    for number in numbers:
        if match.decision is None:
            return
        options = match.decision.options
        if 0 <= number < len(options):
            match.choose(number)
        else:
            with pytest.raises(IllegalChoice):
                match.choose(number)
            match.choose(options[number % len(options)])
