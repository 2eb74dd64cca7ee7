"""Functions that are written when they are first called do what those do that were all compiled."""

from __future__ import annotations

from random import Random

import pytest

from dsl.ir.program import Program
from dsl.load import compile_rules
from interpreter.backends.pipeline import compiled_python
from interpreter.backends.python.lazy import Late
from interpreter.state.machine import Machine
from interpreter.suspend.suspension import suspend
from tests.rulebooks import FOLDER

GAMES = FOLDER.parent.parent / "games"
RULEBOOKS = ("classics/backgammon", "classics/chess", "rebel_moon_defense", "nova_raiders")
STEPS = 60


def program(name: str) -> Program:
    found, diagnostics = compile_rules(GAMES / f"{name}.rules", worded=False)
    assert found is not None, diagnostics
    return found


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_game_goes_the_same_way(name: str) -> None:
    game = program(name)
    code, players, random = suspend(game.code), len(game.players), Random(1)
    late, all_written = (Machine(p, players, game.decisions) for p in (Late(code), compiled_python(code)))
    one, other = late.initial(3), all_written.initial(3)
    late.run(one)
    all_written.run(other)
    for _ in range(STEPS):
        assert one == other
        options = late.options(one)
        assert options == all_written.options(other)
        if not options:
            break
        answer = random.choice(options)
        late.resume(one, answer)
        all_written.resume(other, answer)
