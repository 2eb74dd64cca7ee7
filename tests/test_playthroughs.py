"""A playthrough of every game is kept in words: what changes in it, somebody has read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.games import RULEBOOKS, Setting, late
from tests.playthroughs.writing import FOLDER, file, kept, written

KEPT = [setting for rulebook in RULEBOOKS for setting in kept(rulebook)]
PLAYED = [late(s, late=at > 0) for rulebook in RULEBOOKS for at, s in enumerate(kept(rulebook))]
AGAIN = "python -m tests.playthroughs --write"


@pytest.mark.parametrize("setting", PLAYED, ids=str)
def test_a_game_goes_as_it_went_before(setting: Setting) -> None:
    assert file(setting).exists(), f"no playthrough is kept: {AGAIN}"
    assert written(setting) == file(setting).read_text(encoding="utf-8"), f"if it is meant: {AGAIN}"


def test_every_playthrough_is_of_a_game() -> None:
    strangers: set[Path] = set(FOLDER.glob("*.txt")) - {file(setting) for setting in KEPT}
    assert strangers == set()
