"""All that is printed of a game, by the names of the documents: files of Typst."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from dsl.pages.books import cards, reference
from dsl.pages.learn.typst import Document, Files
from dsl.pages.reference.cross_references import Rule

if TYPE_CHECKING:
    from dsl.pages.game import Game

SHEETS = "sheets"


def documents(game: Game, paper: str) -> Iterator[tuple[str, Files]]:
    """Each with what it is called: the pages that are read, those at the table, and what is cut out."""
    from dsl.pages.game import PAGES

    learn = game.learn
    by_thing = learn.game.passages.by_thing

    def taught(about: object) -> str:
        passage = by_thing.get(id(about))
        return f"#{passage.anchor}" if passage else ""

    def ruled(about: object) -> str:
        return about.address if isinstance(about, Rule) else game.reference.places.get(id(about), "")

    def document(name: str, label: Callable[[object], str], marked: bool = False) -> Document:
        page = game.page(*PAGES[name])
        kind, seeing = game.t[PAGES[name][0]], game.speech.realiser.seeing
        return Document(game.t, learn.is_ruled if marked else nowhere, page, paper, kind, label, seeing)

    yield "learn", document("learn", taught, marked=True).written(game.title, learn.blocks)
    yield "reference", document("reference", ruled).written(game.title, reference.blocks(game))
    yield "card", document("card", unlinked).cards(game.title, cards.cards(game, paper))
    yield SHEETS, document(SHEETS, unlinked).sheets(game.title, game.printing.drawings)


def nowhere(_: object) -> bool:
    return False


def unlinked(_: object) -> str:
    return ""
