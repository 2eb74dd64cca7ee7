"""`python -m tests.benchmarks.passes [NAME …]`: what each pass of the optimiser is worth in random games of rulebooks.

A figure says how many times as long the same games take without the pass: of generated Python, and of machine code. All
are played in turns, in one process, by its own time, so that other work on the machine does little to them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from copy import copy
from functools import partial
from random import Random
from time import process_time

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import OVER
from dsl.optimise.passes import PASSES
from interpreter.backends.llvm.machine import NativeMachine
from interpreter.backends.llvm.playing import native_program
from interpreter.backends.pipeline import compiled_python, ready_program
from interpreter.play.game import Game
from interpreter.state.decoding import Box
from interpreter.state.machine import Machine
from interpreter.tools.native_games import played
from interpreter.tools.simulate import LONGEST
from tests.laws.games import RULEBOOKS, game, settings

ROUNDS = 3
SECONDS = 0.4  # about, of each round and each form of a game
Play = Callable[[int], object]  # that many games


def forms(rules: Game, without: Collection[str] = ()) -> tuple[Play, Play]:
    """Random games of rules compiled `without` some passes: by generated Python, and by machine code."""
    program = rules.program
    code = ready_program(program, without=without)
    python = compiled_python(code)
    native = copy(rules)
    native.machine = NativeMachine(native_program(program, code), python, len(program.players), program.decisions)
    native.box, native.native = Box(program, native.machine), True
    return partial(_by_python, Machine(python, len(program.players), program.decisions)), partial(_natively, native)


def _by_python(machine: Machine, games: int) -> None:
    for number in range(games):
        random = Random(number)
        state = machine.initial(number)
        machine.run(state)
        while state[STATUS_AT] != OVER:
            machine.resume(state, random.choice(machine.options(state)))


def _natively(rules: Game, games: int) -> None:
    played(rules, 1, range(games), LONGEST)


def _seconds(play: Play, games: int) -> float:
    start = process_time()
    play(games)
    return process_time() - start


def enough(play: Play) -> int:
    """How many games take about a round's time."""
    games = 1
    while (taken := _seconds(play, games)) < SECONDS / 4:
        games *= 2
    return max(1, round(games * SECONDS / taken))


def worth(plays: list[Play]) -> list[float]:
    """How many times as long each of the others takes as the first, by the best of some rounds."""
    games = enough(plays[0])
    rounds = [[_seconds(play, games) for play in plays] for _ in range(ROUNDS)]
    first, *others = map(min, zip(*rounds, strict=True))
    return [other / first for other in others]


def main(names: list[str]) -> None:
    """Prints a line for each pass and rulebook."""
    for rulebook in RULEBOOKS:
        if names and rulebook.stem not in names:
            continue
        rules = game(settings(rulebook)[0])
        made = [forms(rules), *(forms(rules, {each.name}) for each in PASSES)]
        python, native = (worth([form[k] for form in made]) for k in (0, 1))
        for each, slow, fast in zip(PASSES, python, native, strict=True):
            sys.stdout.write(f"{each.name:24} {rulebook.stem:24} {slow:6.2f} {fast:6.2f}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
