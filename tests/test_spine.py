"""The passages against which the language is designed, written out whole. All are played under all the laws
(`tests.laws.games`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.text.reader import read
from tests.laws.games import SPINE, Setting, program

LEAST = 5  # examples in each

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


@pytest.mark.parametrize("path", SPINE, ids=lambda path: path.stem)
def test_a_passage_says_what_it_means_by_examples(path: Path) -> None:
    assert len(program(Setting(path), examples=True).examples) >= LEAST
