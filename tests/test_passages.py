"""The other hard passages of the five rulebooks, a page each: all of them run.

That their examples pass, and that they keep the laws, is tested with the examples and laws of all games.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.laws.games import PASSAGES, SETTINGS, Setting, program

HARD = {
    "beyond_nebula": (1, 2, 3, 6, 7, 8),
    "hyperline": (6, 7),
    "nebula_rush": (1, 2, 3, 8),
    "nova_raiders": (2, 3, 6, 7, 8),
}
NAMES = sorted(f"{game}_h{number}" for game, numbers in HARD.items() for number in numbers)
LEAST = 2  # examples

_NAME = re.compile(r"(\w+_h\d)_\w+")  # what it is of, and what it shows


def test_all_seventeen_passages_are_there_and_played() -> None:
    assert [match[1] for path in PASSAGES if (match := _NAME.fullmatch(path.stem))] == NAMES
    assert set(PASSAGES) <= {setting.path for setting in SETTINGS}


@pytest.mark.parametrize("path", PASSAGES, ids=lambda path: path.stem)
def test_a_passage_has_examples(path: Path) -> None:
    assert len(program(Setting(path), examples=True).examples) >= LEAST
