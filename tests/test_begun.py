"""Games that are begun: what their text says so far is played under all the laws (`tests.laws.games`).

A game belongs in games/ when all its clauses are encoded, and its documents can be shown.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.coverage import cover
from tests.laws.clauses import cited, listed
from tests.laws.games import BEGUN, SETTINGS


def test_games_that_are_begun_are_played() -> None:
    assert BEGUN
    assert set(BEGUN) <= {setting.path for setting in SETTINGS if setting.whole}


@pytest.mark.parametrize("rulebook", BEGUN, ids=lambda path: path.stem)
def test_only_clauses_of_the_list_are_cited(rulebook: Path) -> None:
    assert cited(rulebook) <= set(listed(rulebook))


@pytest.mark.parametrize("rulebook", BEGUN, ids=lambda path: path.stem)
def test_what_is_cited_on_a_rule_comes_up_in_an_example(rulebook: Path) -> None:
    coverage = cover(rulebook, games=0, seed=1)
    assert coverage.rules
    assert coverage.idle == []
