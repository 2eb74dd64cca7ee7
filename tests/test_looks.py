"""Whether pieces look alike, as machine code is told, is what a player knows of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import OVER
from interpreter.backends.llvm import looks
from interpreter.backends.llvm.looks import LOOKS, UNKNOWN, with_looks
from interpreter.backends.pipeline import compiled_python, ready
from interpreter.bots.random_player import any_answer
from interpreter.knowledge.reader import Knowledge
from interpreter.library.chance import Luck
from interpreter.play.rules import Rules
from interpreter.state.machine import Machine, State
from tests.laws.games import LANGUAGE, RULEBOOKS, Setting, game

# Pieces seen by some, by memory, by flags; that change owners; on pieces, in order; with pieces as attributes.
GOOD = ("deeds_in_sight", "in_secret", "in_sight", "knowing", "looks", "owners", "patches", "piles", "stacks")
PATHS = [*(LANGUAGE / "good" / f"{name}.rules" for name in GOOD), *(p for p in RULEBOOKS if "defense" in p.stem)]
PATHS += [LANGUAGE / "spine" / f"{name}.rules" for name in ("flagship_lost", "stack_looks_and_lines", "theft")]
PATHS += [LANGUAGE / "passages" / f"nova_raiders_{name}.rules" for name in ("h2_ships_that_carry_stacks",)]
ANSWERS = 25
PIECES = 14  # of which each is compared with each other


@cache
def looker(path: Path) -> Machine:
    """The machine of a game that knows what looks alike."""
    program = game(Setting(path)).program
    code = with_looks(program, ready(program.code, program.decisions))
    return Machine(compiled_python(code), len(program.players), program.decisions)


def states(rules: Rules, machine: Machine, seed: int) -> Iterator[State]:
    """The states of a random game; each changes when the next is asked for."""
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
def test_what_looks_alike_is_what_a_player_knows(path: Path, seed: int, first: int, reader: int) -> None:
    rules, machine = game(Setting(path)), looker(path)
    number, player = len(rules.box.pieces), reader % len(rules.program.players)
    pieces = sorted({(first * k + k) % number for k in range(PIECES)})
    for state in states(rules, machine, seed):
        knowledge = Knowledge(rules.box, state, player)
        for one, other in combinations(pieces, 2):
            told = machine.call(LOOKS, state, player, one, other)
            if told != UNKNOWN:
                assert told == (knowledge.look(one) == knowledge.look(other)), f"{one} and {other}"


def test_what_lies_deeper_than_is_gone_into_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "DEEPEST", 0)
    path = LANGUAGE / "good" / "owners.rules"
    rules, machine = game(Setting(path)), looker.__wrapped__(path)
    pairs = [*combinations(range(len(rules.box.pieces)), 2)]
    told = {machine.call(LOOKS, state, 0, *pair) for state in states(rules, machine, 1) for pair in pairs}
    assert told == {0, 1, UNKNOWN}
