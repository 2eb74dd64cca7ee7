"""The passages against which the language is designed, written out whole: the grammar reads them all.

Those that run are played under all the laws (`tests.laws.games`); the others are refused at their places, never by a
crash.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import compile_rules
from dsl.syntax import read
from tests.laws.games import PLAYED, SPINE

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


def test_all_eight_passages_are_there() -> None:
    assert {path.stem for path in SPINE} == PASSAGES


@pytest.mark.parametrize("path", SPINE, ids=lambda path: path.stem)
def test_a_passage_is_read_without_a_fault(path: Path) -> None:
    start, diagnostics = read(path.read_text(encoding="utf-8"), path.name)
    assert start
    assert not diagnostics


@pytest.mark.parametrize("path", [path for path in SPINE if path not in PLAYED], ids=lambda path: path.stem)
def test_what_does_not_run_yet_is_refused_at_its_place(path: Path) -> None:
    _, diagnostics = compile_rules(path)
    assert diagnostics
    assert all(d.code and d.span for d in diagnostics)
