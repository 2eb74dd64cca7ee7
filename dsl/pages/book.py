"""A rulebook with the clauses of the printed book that it encodes."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from dsl.board.reach import Trial
from dsl.board.scene import Piece, Scene
from dsl.load import load_rulebook
from dsl.model import Rulebook
from dsl.model.visit import headings_of
from dsl.pages.markdown import anchor
from dsl.pages.reference.numbers import numbers_beside
from dsl.pages.site.lengths import Length, length_of
from dsl.prose import catalogues
from dsl.prose.lexicon import AS_WRITTEN, Lexicon
from dsl.readings import waiting_in
from dsl.source import Span
from dsl.terms import Terms
from dsl.text.clauses import READING, RULING, Clause, clauses_beside
from dsl.text.diagnostics import Diagnostic
from dsl.text.files import read_text

VERSION_SIGNS = 8
LONGEST_NAME = 60  # letters, of up to four bytes, where a folder may have 255
NAMELESS = "game"


@dataclass(frozen=True)
class Book:
    """A rulebook to be printed. `name` is that of its folder of pages; all variants are in play that add to it.

    `others` are the same on other terms: with other numbers of players or for options, with a variant that leaves
    something out. `opening` is what stands on the boards before the first turn, where that was played out; without it,
    what lies there before the setup is drawn. `settled` is what lies there after a setup in which something is chosen,
    as far as that is known; `beside` is what lies elsewhere then. `source` is the path of the file as seen from where
    the pages are made; of a file elsewhere only its name. `length` is known where other descriptions of the game are
    listed beside the file. `lexicons` are the words of the catalogues beside it, by the codes of their languages.
    `version` is known by what the file says: a few signs that are others when anything in it is. `numbers` are those
    that are kept, by the names of the rules. `scenes` show the worked examples, by their titles, where they were
    played out, and `trials` tell where rules lead pieces. So many of the designer's texts are `waiting` to be read
    beside their rules; if any are, `taught` are the rulebook and the others without these.
    """

    name: str
    file: str
    rulebook: Rulebook
    clauses: tuple[Clause, ...] = ()
    source: str = ""
    others: tuple[Rulebook, ...] = ()
    length: Length | None = None
    opening: tuple[Piece, ...] | None = None
    settled: tuple[Piece, ...] = ()
    beside: tuple[Piece, ...] = ()
    own: Lexicon = field(default_factory=lambda: AS_WRITTEN)
    lexicons: Mapping[str, Lexicon] = field(default_factory=dict)
    version: str = ""
    numbers: Mapping[str, str] = field(default_factory=dict)
    scenes: Mapping[str, Scene] = field(default_factory=dict)
    trials: tuple[Trial, ...] = ()
    taught: tuple[Rulebook, ...] = ()
    waiting: int = 0

    @property
    def printed(self) -> tuple[Clause, ...]:
        """The clauses of the printed book, without the rulings."""
        return tuple(clause for clause in self.clauses if clause.sort not in (RULING, READING))

    @property
    def rulings(self) -> tuple[Clause, ...]:
        """All, those that the rules tell by themselves included."""
        return tuple(clause for clause in self.clauses if clause.sort in (RULING, READING))

    @property
    def beside_print(self) -> frozenset[str]:
        """The numbers of these: what is not from the printed book is asked at the table."""
        return frozenset(clause.number for clause in self.rulings)


def sections(clauses: tuple[Clause, ...]) -> list[tuple[str, list[Clause]]]:
    """Clauses under the headings of the printed book, in its order."""
    return [(section, list(members)) for section, members in groupby(clauses, key=lambda clause: clause.section)]


def read_book(path: Path) -> tuple[Book | None, list[Diagnostic]]:
    """The rulebook of a file with all its variants, and the clause list beside it; None if the rulebook has errors."""
    plain, diagnostics = load_rulebook(path)
    if plain is None:
        return None, diagnostics
    terms = Terms(additions(plain))
    rulebook, diagnostics = (plain, diagnostics) if terms == plain.terms else load_rulebook(path, terms)
    if rulebook is None:
        return None, diagnostics
    others = [load_rulebook(path, terms) for terms in other_terms(rulebook)]
    bad = [d for other, found in others if other is None for d in found]
    if bad:
        return None, bad
    clauses, wrong = clauses_beside(path)
    own, lexicons, misspelt = lexicons_beside(path, rulebook)
    numbers, unreadable = numbers_beside(path)
    unread, misread = waiting_in(path, (plain, rulebook))
    wrong += [*misspelt, *unreadable, *misread]
    if wrong:
        return None, wrong
    here, there = Path.cwd().resolve(), path.resolve()
    source = there.relative_to(here).as_posix() if there.is_relative_to(here) else path.name
    named, source = (name.encode("utf-8", "replace").decode() for name in (path.name, source))  # it may be no text
    told = tuple(other for other, _ in others if other is not None)
    waiting = {one.told.text.span for one in unread}
    all_terms = (rulebook.terms, *(other.terms for other in told)) if waiting else ()
    taught = tuple(without_texts(path, terms, waiting) for terms in all_terms)
    length = length_of(path, plain)
    version = version_of(read_text(path))
    book = Book(
        folder_of(path),
        named,
        rulebook,
        clauses,
        source,
        told,
        length,
        own=own,
        lexicons=lexicons,
        version=version,
        numbers=numbers,
        taught=taught,
        waiting=len(waiting),
    )
    return book, diagnostics


def without_texts(path: Path, terms: Terms, texts: Container[Span]) -> Rulebook:
    """A rulebook that can be loaded, anew and without the texts that stand at these places."""
    book, _ = load_rulebook(path, terms)
    assert book is not None
    for item in headings_of(book):
        item.short[:] = [text for text in item.short if text.span not in texts]
        item.texts[:] = [text for text in item.texts if text.span not in texts]
    return book


def folder_of(path: Path) -> str:
    """How the folder of a rulebook's pages is called, in files as in addresses: after its file, but whatever that is
    called, of letters that stand for nothing else."""
    return anchor(path.stem)[:LONGEST_NAME].strip("-") or NAMELESS


def version_of(text: str) -> str:
    """By what a version of a rulebook is known: the same signs for the same text, wherever its lines end."""
    return sha256("\n".join(text.splitlines()).encode()).hexdigest()[:VERSION_SIGNS]


def lexicons_beside(path: Path, rulebook: Rulebook) -> tuple[Lexicon, dict[str, Lexicon], list[Diagnostic]]:
    """What a rulebook says of its words in its own language, the words of all its catalogues in others, and what is
    wrong with any of them. English asks nothing of its words."""
    own, found = AS_WRITTEN, dict[str, Lexicon]()
    wrong: list[Diagnostic] = []
    for code in catalogues.LANGUAGES:
        mine = catalogues.is_own(code, rulebook)
        if mine and catalogues.LANGUAGES[code] == "English":
            continue
        if mine or catalogues.beside(path, code).is_file():
            lexicon, misspelt = catalogues.lexicon(path, code, rulebook)
            wrong += misspelt
            own, found = (lexicon, found) if mine else (own, {**found, code: lexicon})
    return own, found, wrong


def other_terms(book: Rulebook) -> list[Terms]:
    """All forms of the game that differ from the usual one in more than additions, which are all in play."""
    every = additions(book)
    found = dict.fromkeys(replace(terms, variants=(*every, *patches_in(book, terms))) for terms in book.forms)
    return [terms for terms in found if terms != Terms(every)]


def additions(book: Rulebook) -> tuple[str, ...]:
    """The variants that leave nothing out, so that they can be told together."""
    return tuple(name for name in book.variants if name not in book.patches)


def patches_in(book: Rulebook, terms: Terms) -> tuple[str, ...]:
    return tuple(name for name in terms.variants if name in book.patches)
