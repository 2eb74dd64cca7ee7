"""The pages of all games, those of each made once for all tests of a run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import chdir
from functools import cache
from pathlib import Path

import pytest

from dsl import resources
from dsl.ir.program import Program
from dsl.pages import publishing
from dsl.pages.publishing import Book, Game, Listed
from dsl.prose.lexicon import Lexicon
from dsl.terms import USUAL, Terms
from interpreter.cli.docs import read
from interpreter.play import rules
from interpreter.records import schemas
from tests.laws.games import Setting, program
from tests.shared import shared

ROOT = Path(__file__).resolve().parent.parent
NAMES = sorted(resources.rulebooks())


def books() -> tuple[Book, ...]:
    return tuple(map(book_of, NAMES))


@cache
def book_of(name: str) -> Book:
    _published(name)
    return _kept(name)


def _kept(name: str) -> Book:
    return shared(f"book {name}", lambda: _read(name))


def _read(name: str) -> Book:
    """As `docs` reads it where this repository lies; what the laws need, too, is compiled once."""
    with chdir(ROOT), pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "_program", compiled)
        found, wrong = read(resources.rulebooks()[name])
    assert found, wrong
    return found


def compiled(path: Path, terms: Terms = USUAL, examples: bool = False, beside: Path | None = None) -> Program:
    return program(Setting(path, terms), examples)


@cache
def site() -> dict[str, str]:
    """All pages, as `docs` writes them. Two processes that want them begin at either end of the games."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    for name in NAMES[:: -1 if worker.endswith(("1", "3", "5", "7", "9")) else 1]:
        _published(name)
    made = {name: _published(name) for name in NAMES}
    pages = publishing.render_site([listed for listed, _, _ in made.values()], schemas())
    return dict(sorted((pages | {path: page for _, own, _ in made.values() for path, page in own.items()}).items()))


def pages_of(name: str) -> dict[str, str]:
    """Those of one game, in all languages."""
    return _published(name)[1]


@cache
def game_of(name: str, code: str = "") -> Game:
    """What its pages in a language are made from."""
    return Game(book_of(name), code)


def lexicon_of(name: str, language: str) -> Lexicon:
    """Of a game, with the words that its pages asked for."""
    return _published(name)[2][language]


@cache
def _published(name: str) -> tuple[Listed, dict[str, str], Mapping[str, Lexicon]]:
    def made() -> tuple[Listed, dict[str, str], Mapping[str, Lexicon]]:
        game, pages = publishing.render_game(book := _kept(name))
        return publishing.listed(game), pages, book.lexicons

    return shared(f"pages {name}", made)
