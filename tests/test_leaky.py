"""Rulebooks that would tell a secret: the checker refuses them, and let through they break the law of two worlds.

So what the checker knows of sight, and what the law finds, hold each other up.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl import secrecy
from dsl.load import compile_rules
from interpreter.play.game import Game
from tests.rulebooks import FOLDER, expected
from tests.test_two_worlds import ONE_IS_ENOUGH, compared, readers
from tests.two_worlds import has_secrets

LEAKY = sorted((FOLDER / "leaky").glob("*.rules"))


# S12.5, S12.8, S12.10
@pytest.mark.parametrize("path", LEAKY, ids=lambda path: path.stem)
def test_a_leak_is_refused(path: Path) -> None:
    program, diagnostics = compile_rules(path)
    assert program is None
    (wanted,) = expected(path.read_text("utf-8"))
    assert [wanted.fits(diagnostic) for diagnostic in diagnostics] == [True]


# S12.8, S13.2
@pytest.mark.parametrize("path", LEAKY, ids=lambda path: path.stem)
def test_a_leak_that_were_let_through_would_be_found(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrecy, "check", lambda analysis: secrecy.Observations())
    program, diagnostics = compile_rules(path)
    assert program is not None, diagnostics
    game = Game.of(program, path)
    kept_from = [reader for reader in readers(game) if has_secrets(program, reader)]
    assert any(finds(game, reader) for reader in kept_from)


def finds(game: Game, reader: int) -> bool:
    """Whether the law finds two worlds that this reader should not be able to tell apart, and can."""
    try:
        compared(game, reader, ONE_IS_ENOUGH)
    except AssertionError as error:
        return "they differ in" in str(error)
    return False
