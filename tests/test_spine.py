"""The passages against which the language is designed, written out whole: the grammar reads them all.

What runs of them is told by the checker; what does not is refused by name (E0111) or by a near code, never by a crash.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dsl.load import compile_rules
from dsl.syntax import read
from interpreter.examples import run
from interpreter.machine import Machine
from tests.oracle import Oracle

SPINE = sorted((Path(__file__).parent / "language" / "spine").glob("*.rules"))
PASSAGES = {
    "clock_and_rings",
    "flagship_lost",
    "hack_and_jumpgate",
    "secret_combat",
    "ship_grid",
    "stack_looks_and_lines",
    "theft",
    "windows",
}
RUNS = {"ship_grid", "clock_and_rings"}  # what these say is played
COMPARED = 10  # decisions


def test_all_eight_passages_are_there() -> None:
    assert {path.stem for path in SPINE} == PASSAGES


@pytest.mark.parametrize("path", SPINE, ids=lambda path: path.stem)
def test_a_passage_is_read_without_a_fault(path: Path) -> None:
    start, diagnostics = read(path.read_text(encoding="utf-8"), path.name)
    assert start
    assert not diagnostics


@pytest.mark.parametrize("path", [path for path in SPINE if path.stem in RUNS], ids=lambda path: path.stem)
def test_what_runs_does_what_its_examples_say(path: Path) -> None:
    program, diagnostics = compile_rules(path, examples=True)
    assert program is not None, diagnostics
    outcomes = run(program, Machine.from_program(program))
    assert [outcome.message for outcome in outcomes if not outcome.fine] == []


@pytest.mark.parametrize("path", [path for path in SPINE if path.stem in RUNS], ids=lambda path: path.stem)
def test_what_runs_is_played_as_the_rules_say(path: Path) -> None:
    """The first decisions of a random game, in the generated Python and in the tree-walker of the tests."""
    program, _ = compile_rules(path)
    assert program is not None
    machine, oracle, random = Machine.from_program(program), Oracle(program.code, program.decisions), Random(1)
    state = machine.initial(1)
    oracle.initial(1)
    machine.run(state)
    oracle.run()
    for _ in range(COMPARED):
        assert oracle.position_words() == machine.position_words(state)
        codes = machine.options(state)
        assert oracle.options() == codes
        answer = random.choice(codes)
        machine.resume(state, answer)
        oracle.resume(answer)


@pytest.mark.parametrize("path", [path for path in SPINE if path.stem not in RUNS], ids=lambda path: path.stem)
def test_what_does_not_run_yet_is_refused_at_its_place(path: Path) -> None:
    _, diagnostics = compile_rules(path)
    assert diagnostics
    assert all(d.code and d.span for d in diagnostics)
