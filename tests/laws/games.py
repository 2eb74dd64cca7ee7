"""Every rulebook in games/ in every form that the laws are tested with: as usual, with each number of players, each
variant, all of them, the options at their bounds; the spine, the other hard passages, and the good files of the
language."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dsl.ir.program import Program
from dsl.load import compile_rules, load_rulebook
from dsl.resources import folder
from dsl.terms import USUAL, Terms
from interpreter.play.game import Game
from tests.shared import shared

GAMES = folder("games")
RULEBOOKS = sorted(GAMES.rglob("*.rules"))
LANGUAGE = Path(__file__).parents[1] / "language"
SPINE = sorted((LANGUAGE / "spine").glob("*.rules"))
CLASSICS = sorted((GAMES / "classics").glob("*.rules"))
PASSAGES = sorted((LANGUAGE / "passages").glob("*.rules"))
GOOD = sorted((LANGUAGE / "good").glob("*.rules"))
# of which each decision is long to look at
LARGE = [GAMES / f"{name}.rules" for name in ("nova_raiders", "beyond_nebula")]

LONGEST = 5000  # decisions of players; random play that is not over by then does not end
CLASSIC = 40  # answers of a classic along which a slower way goes; tests/test_parity.py goes along whole games
MANY = 1500  # options of a classic that such a slower way finds; on a large board that is a few decisions
PART = 150  # decisions for which a part of a game is looked at that need not end
PASSAGE = 25  # decisions of a hard passage that are looked at: they are many, and each has many options


@dataclass(frozen=True)
class Setting:
    """A rulebook, and what it is played with."""

    path: Path
    terms: Terms = USUAL

    @property
    def usual(self) -> bool:
        """Whether nothing was agreed on."""
        return self.terms == USUAL

    @property
    def whole(self) -> bool:
        """Whether it is a game. The good files and the passages are parts of games, which need not come to an end."""
        return self.path not in (*GOOD, *PASSAGES)

    def __str__(self) -> str:
        return f"{self.path.stem}+{self.terms}".rstrip("+").lower().replace(", ", "+").replace(" ", "_")


def looked_at(path: Path | None) -> int:
    """At how many decisions of a random game the laws are tested that look closely."""
    return PART if path in GOOD else PASSAGE if path in (*SPINE, *PASSAGES, *CLASSICS, *LARGE) else LONGEST


def to_the_end(setting: Setting) -> int:
    """How many random games are played until they end, where a law needs no more than that they do."""
    return 1 if setting.path in (*CLASSICS, *LARGE) else 5 if setting.usual else 2


def closely(path: Path | None) -> int:
    """For how many answers a slower way to run a game, or whoever watches it, goes along."""
    return CLASSIC if path in CLASSICS else PART if path in (*SPINE, *PASSAGES, *LARGE) else 10 * LONGEST


def options_looked_at(path: Path | None) -> float:
    """How many options, of all decisions together, a slower way to run a game finds before it stops."""
    return MANY if path in CLASSICS else float("inf")


def with_long(forms: Iterable[Setting]) -> list[Any]:
    """Parameters of tests for these, of which those take long that are other forms of a large game."""
    long = pytest.mark.long
    return [pytest.param(s, marks=long) if s.path in LARGE and not s.usual else s for s in forms]


@cache
def settings(path: Path) -> list[Setting]:
    """The rulebook in each form in which it is to be right (S17.4); these are known only when it is read."""
    text = path.read_text("utf-8")
    if not re.search(r"^(variant|option|only with| +for [0-9]+ to) |^( +for [0-9].*\n){2}", text, re.MULTILINE):
        return [Setting(path)]

    def forms() -> list[Setting]:
        book, diagnostics = load_rulebook(path)
        assert book is not None, [str(diagnostic) for diagnostic in diagnostics]
        return [Setting(path, terms) for terms in book.forms]

    return shared(f"forms {path}", forms)


ALL = (*RULEBOOKS, *SPINE, *PASSAGES, *GOOD)
for path in ALL[:: -1 if os.environ.get("PYTEST_XDIST_WORKER", "")[-1:] in (*"13579",) else 1]:
    settings(path)  # of two processes one begins at the end: they meet in the middle
SETTINGS = [setting for path in ALL for setting in settings(path)]


def program(setting: Setting, examples: bool = False) -> Program:
    """The program of a game, with the bodies of its functions; with its worked examples, if wanted."""

    def made() -> Program:
        found, diagnostics = compile_rules(setting.path, setting.terms, examples)
        assert found is not None, [str(diagnostic) for diagnostic in diagnostics]
        return found

    return shared(f"program {setting!r} {examples}", made)


@cache
def game(setting: Setting) -> Game:
    """The compiled game, with the bodies of its functions (which a game from the user's cache does not have)."""
    return Game(shared(f"entry {setting!r}", lambda: Game.of(program(setting))._entry), setting.path)
