"""The pages of all games, made once for all tests of a run."""

from __future__ import annotations

from contextlib import chdir
from functools import cache
from pathlib import Path

import pytest

from dsl import resources
from dsl.ir.program import Program
from dsl.pages import publishing
from dsl.pages.publishing import Book
from dsl.prose.lexicon import Lexicon
from dsl.terms import USUAL, Terms
from interpreter.cli.docs import read
from interpreter.play import rules
from interpreter.records import schemas
from tests.laws.games import Setting, program
from tests.shared import shared

ROOT = Path(__file__).resolve().parent.parent
GAMES = resources.folder("games")


@cache
def books() -> tuple[Book, ...]:
    return shared("books", books_read)


def books_read() -> tuple[Book, ...]:
    """Those of all games, as `docs` reads them where this repository lies; what the laws need, too, compiled once."""
    with chdir(ROOT), pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "_program", compiled)
        found = [read(path) for path in sorted(GAMES.rglob("*.rules"))]
    assert all(book for book, _ in found), [d for _, d in found]
    return tuple(book for book, _ in found if book)


def compiled(path: Path, terms: Terms = USUAL, examples: bool = False, beside: Path | None = None) -> Program:
    return program(Setting(path, terms), examples)


def book_of(name: str) -> Book:
    (book,) = [book for book in books() if book.name == name]
    return book


def site() -> dict[str, str]:
    """All pages, as `docs` writes them."""
    return _published()[0]


def lexicon_of(name: str, language: str) -> Lexicon:
    """Of a game, with the words that its pages asked for."""
    return _published()[1][name, language]


@cache
def _published() -> tuple[dict[str, str], dict[tuple[str, str], Lexicon]]:
    def made() -> tuple[dict[str, str], dict[tuple[str, str], Lexicon]]:
        read = books_read()
        pages = publishing.render_all(read, schemas())
        return pages, {(book.name, code): lexicon for book in read for code, lexicon in book.lexicons.items()}

    return shared("site", made)
