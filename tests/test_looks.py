"""Whether pieces look alike, which every back end asks of the same function, is what a reader knows of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import ALIKE
from interpreter.bots.random_player import any_answer
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.library.chance import Luck
from interpreter.play.rules import Rules
from interpreter.state.machine import State
from tests.laws.games import LANGUAGE, RULEBOOKS, Setting, game

# Pieces seen by some, by memory, by flags; that change owners; on pieces, in order; with pieces as attributes.
GOOD = ("deeds_in_sight", "in_secret", "in_sight", "knowing", "looks", "owners", "patches", "piles", "stacks")
PATHS = [*(LANGUAGE / "good" / f"{name}.rules" for name in GOOD), *(p for p in RULEBOOKS if "defense" in p.stem)]
PATHS += [LANGUAGE / "spine" / f"{name}.rules" for name in ("flagship_lost", "stack_looks_and_lines", "theft")]
PATHS += [LANGUAGE / "passages" / f"nova_raiders_{name}.rules" for name in ("h2_ships_that_carry_stacks",)]
ANSWERS = 25
PIECES = 14  # of which each is compared with each other


def states(rules: Rules, seed: int) -> Iterator[State]:
    """The states of a random game; each changes when the next is asked for."""
    machine = rules.machine
    state, luck = machine.initial(seed), Luck(seed)
    machine.run(state)
    for _ in range(ANSWERS):
        if state[STATUS_AT] == OVER:
            return
        yield state
        for code in any_answer(rules, state, luck)[0]:
            machine.resume(state, code)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
@given(seed=st.integers(0, 2**32), first=st.integers(0, 2**16), reader=st.integers(0, 7))
def test_what_looks_alike_is_what_a_reader_knows(path: Path, seed: int, first: int, reader: int) -> None:
    rules = game(Setting(path))
    number, seat = len(rules.box.pieces), reader % (len(rules.program.players) + 2) + REFEREE
    pieces = sorted({(first * k + k) % number for k in range(PIECES)})
    for state in states(rules, seed):
        knowledge = Knowledge(rules.box, state, seat)
        for one, other in combinations(pieces, 2):
            told = rules.box.sight[ALIKE](state, rules.box.reader(seat), one, other)
            assert told == (knowledge.look(one) == knowledge.look(other)), f"{one} and {other}"
