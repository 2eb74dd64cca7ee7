"""Functions that are written when they are first called do what those do that were all compiled."""

from __future__ import annotations

from random import Random

import pytest

from dsl.ir.nodes import FRAME
from dsl.ir.program import Program
from dsl.load import compile_rules
from interpreter.backends.pipeline import compiled_python
from interpreter.backends.python.lazy import Late
from interpreter.state.machine import Machine, State
from interpreter.suspend.suspension import suspend
from tests.rulebooks import FOLDER

GAMES = FOLDER.parent.parent / "games"
RULEBOOKS = ("classics/backgammon", "classics/chess", "rebel_moon_defense", "nova_raiders")
STEPS = 60


def program(name: str) -> Program:
    found, diagnostics = compile_rules(GAMES / f"{name}.rules", worded=False)
    assert found is not None, diagnostics
    return found


def saved(machine: Machine, state: State) -> dict[str, list[int]]:
    """What is in each array; in a frame, what is kept there."""
    found = {name: [*state[a.offset : a.offset + a.count]] for name, a in machine.arrays.items()}
    return {name: rstripped(words) if name.startswith(FRAME) else words for name, words in found.items()}


def rstripped(words: list[int]) -> list[int]:
    """The words without zeros at the end."""
    used = max((i for i, word in enumerate(words, start=1) if word), default=0)
    return words[:used]


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_game_goes_the_same_way(name: str) -> None:
    game = program(name)
    code, later, players = suspend(game.code), suspend(game.code, late=True), len(game.players)
    made = Late(code), Late(later), compiled_python(code)
    late, in_roomy_frames, all_written = machines = [Machine(p, players, game.decisions) for p in made]
    one, roomy, other = states = [machine.initial(3) for machine in machines]
    for machine, state in zip(machines, states, strict=True):
        machine.run(state)
    random = Random(1)
    for _ in range(STEPS):
        assert one == other
        assert saved(in_roomy_frames, roomy) == saved(late, one)
        options = late.options(one)
        assert options == all_written.options(other) == in_roomy_frames.options(roomy)
        if not options:
            break
        answer = random.choice(options)
        for machine, state in zip(machines, states, strict=True):
            machine.resume(state, answer)
