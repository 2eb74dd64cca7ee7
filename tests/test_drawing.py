"""Options are drawn as if from a list, most often without one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from dsl.ir import OVER
from dsl.layout import STATUS_AT
from interpreter.chance import DRAWS
from interpreter.machine import Machine, State
from interpreter.rules import Rules
from tests.laws.games import GOOD, PASSAGES, RULEBOOKS, SPINE
from tests.natively import HAS_EXTRA, WHY_NOT, not_optimised

with_extra = pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)
LOOKED_AT = 40  # decisions of a game


def states(machine: Machine, seed: int, count: int) -> Iterator[State]:
    """The states of a random game at its first decisions, Chance's too."""
    random, state = Random(seed), machine.initial(seed)
    machine.run(state)
    for _ in range(count):
        if state[STATUS_AT] == OVER:
            return
        yield state
        machine.resume(state, random.choice(machine.options(state)))


def drawn(machine: Machine, state: State) -> list[int]:
    """What draws lead to, all that are possible one after another."""
    count = len(machine.candidates(state))
    return [machine.candidate(state, -(-number * DRAWS // count)) for number in range(count)]


@pytest.mark.parametrize("path", [*RULEBOOKS, *SPINE, *PASSAGES, *GOOD], ids=lambda path: path.stem)
def test_the_legal_ones_among_the_candidates_are_the_options(path: object) -> None:
    """In the same order."""
    rules = Rules.load(path)  # type: ignore[arg-type]
    for state in states(rules.machine, 4, LOOKED_AT):
        found = drawn(rules.machine, state)
        assert [code for code in found if rules.machine.allows(state, code)] == rules.machine.options(state)


@with_extra
@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_machine_code_has_the_same_candidates(path: object) -> None:
    rules = Rules.load(path)  # type: ignore[arg-type]
    with not_optimised():
        native = rules.natively()
    for state in states(rules.machine, 4, LOOKED_AT):
        same = native.machine.unpack(rules.machine.pack(state))
        assert drawn(native.machine, same) == rules.machine.candidates(state)
