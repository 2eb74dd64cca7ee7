"""Every rule of every game comes up in a worked example or in random games."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from dsl.terms import USUAL
from interpreter.cli.app import carry_out as run
from interpreter.cli.common import FINE, WRONG
from interpreter.tools.coverage import cover
from interpreter.tools.simulate import load, simulate_rules
from tests.laws.games import LARGE, RULEBOOKS, late
from tests.natively import HAS_EXTRA, WHY_NOT
from tests.rulebooks import reworded

with_extra = pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)

MOST = 2000 if HAS_EXTRA else 20  # games of each form; machine code plays hundreds in a second
MUTATED = Path(__file__).parent / "language" / "mutated.rules"
NEVER = """
rule Taken Back
    after a Mark leaves the Grid
    nobody wins
"""
TRIED = """\
    only if there is no Mark on the Square, called Empty Square
    only if afterwards there is no Mark on A1
    if the Square is A1
        spoil
"""
SPOIL = """
to spoil
    move a Mark in the Supply of the Player to C3
"""


@pytest.fixture
def never(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a rule that play cannot come to."""
    monkeypatch.chdir(tmp_path)
    path = Path("never.rules")
    path.write_text(MUTATED.read_text("utf-8") + NEVER, "utf-8")
    return path


@pytest.mark.parametrize("rulebook", [late(p, name=p.stem, late=p in LARGE or p.stem == "chess") for p in RULEBOOKS])
def test_every_rule_comes_up_in_an_example_or_in_random_games(rulebook: Path) -> None:
    coverage = cover(rulebook, MOST, seed=1)
    assert coverage.shown
    assert coverage.unused == []
    assert coverage.idle == []


def test_a_rule_that_never_comes_up_is_found(never: Path) -> None:
    assert [name for _, name in cover(never, 20, seed=1).unused] == ["Taken Back"]


def test_each_rule_is_told_with_what_it_came_up_in(never: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["coverage", str(MUTATED)]) == FINE
    assert run(["coverage", str(never), "--rules"]) == WRONG
    shown = capsys.readouterr().out
    assert "Rules that never came up:\n  never.rules:73:6  Taken Back\n" in shown
    assert "  never.rules:24:8  Claim: A row of three wins\n" in shown
    assert "  never.rules:73:6  Taken Back: never\n" in shown


@pytest.mark.parametrize("natively", [False, pytest.param(True, marks=with_extra)])
def test_what_is_only_tried_does_not_come_up(tmp_path: Path, natively: bool) -> None:
    path = tmp_path / "tried.rules"
    usual = "    only if there is no Mark on the Square, called Empty Square\n", TRIED
    until = "until the Grid is full", "until there is a Mark on B2"
    path.write_text(reworded(MUTATED.read_text("utf-8"), usual, until, ("there are 4", "there are 5")) + SPOIL, "utf-8")
    summary = simulate_rules(partial(load, path, USUAL), 5, seed=1, natively=natively)
    assert summary.unreached == ["spoil: Spoil."]


def test_a_case_of_a_value_that_never_comes_up_is_told_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "cases.rules"
    asked = "    if the worth of the Square is 3\n        spoil\n"
    worth = "\nthe worth of a Square means 2 if the Square is on the Grid, otherwise 3\n"
    usual = "    only if there is no Mark on the Square, called Empty Square\n"
    text = reworded(MUTATED.read_text("utf-8"), (usual, usual + asked)) + SPOIL + worth
    path.write_text(text, "utf-8")
    summary = simulate_rules(partial(load, path, USUAL), 20, seed=1, natively=False)
    assert summary.unreached == ["the worth, case 2 of 2", "spoil: Spoil."]


def test_a_verb_that_asks_in_secret_comes_up() -> None:
    shown = cover(MUTATED.parent / "good" / "in_secret.rules", 3, seed=1)
    assert "bid" in {shown.names[span] for span in shown.shown}
