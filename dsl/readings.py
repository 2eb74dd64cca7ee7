"""Which of the designer's texts somebody has read beside the rules that they stand for, and whether that still holds.

Who has no list of them (`dsl.text.confirmed`) has not begun, and nothing waits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

from dsl.analysis.meaning import Item, Meanings, identity
from dsl.analysis.standing import stands_for, written_in
from dsl.load import load_rulebook
from dsl.model import Definition, Rulebook, Text
from dsl.model.definitions import spoken
from dsl.source import Span
from dsl.terms import USUAL
from dsl.text.confirmed import LIST, Confirmed, confirmed_beside
from dsl.text.diagnostics import Diagnostic

SIGNS = 16  # of a fingerprint
NAME = re.compile(r"[^\W_]+")


class State(StrEnum):
    READ = "read"
    AGAIN = "to be read again"
    NEVER = "never read"


@dataclass(frozen=True)
class Told:
    """A text of the rulebook with what it stands for, in all forms of the game: the meaning of each item. `owners` are
    the definitions that it is about, and `stands_for` what is told there, in the first form that has them."""

    name: str
    text: Text
    owners: tuple[Definition, ...]
    stands_for: tuple[Item, ...]
    book: Rulebook
    items: Mapping[str, str]

    @cached_property
    def words(self) -> str:
        """The fingerprint of the text, however its lines are broken."""
        return fingerprint(" ".join(self.text.text.split()))

    @cached_property
    def meaning(self) -> str:
        return fingerprint(repr(sorted(self.items.items())))

    @property
    def in_short(self) -> bool:
        """Whether it is told in place of all lines."""
        return any(self.text in owner.short for owner in self.owners)


@dataclass(frozen=True)
class Reading:
    """A text, and what the list says of it, if anything."""

    told: Told
    confirmed: Confirmed | None

    TEXT: ClassVar[str] = "the text"  # by which it is named where it is not as it was read itself

    @property
    def state(self) -> State:
        if self.confirmed is None:
            return State.NEVER
        same = (self.confirmed.words, self.confirmed.meaning) == (self.told.words, self.told.meaning)
        return State.READ if same else State.AGAIN

    @property
    def changed(self) -> tuple[str, ...]:
        """What is not as it was read: the text, and the items that mean something else now, are new or gone."""
        if self.confirmed is None:
            return ()
        text = (self.TEXT,) if self.confirmed.words != self.told.words else ()
        before, now = self.confirmed.items, self.told.items
        return (*text, *(name for name in sorted({*before, *now}) if before.get(name) != now.get(name)))

    def found_true(self, by: str, on: str, leaves_out: str = "") -> Confirmed:
        """The line that says that somebody has read it."""
        told = self.told
        return Confirmed(told.name, told.words, told.meaning, by, on, leaves_out, told.items)


@dataclass(frozen=True)
class Readings:
    """All texts of a rulebook about what it defines. `begun`: there is a list beside it."""

    texts: tuple[Reading, ...]
    begun: bool

    @property
    def waiting(self) -> tuple[Reading, ...]:
        """The texts that are not read, where somebody has begun to read."""
        return tuple(one for one in self.texts if one.state is not State.READ) if self.begun else ()


def readings_of(path: Path, read: Iterable[Rulebook] = ()) -> tuple[Readings | None, list[Diagnostic]]:
    """The texts of a rulebook's file and their states; None with what is wrong with the rulebook or its list. Forms of
    the game that were `read` are not read again. Raises OSError."""
    here = {book.terms: book for book in read}
    first, wrong = (here[USUAL], []) if USUAL in here else load_rulebook(path)
    if first is None:
        return None, wrong
    books = [first]
    for terms in first.forms[1:]:
        book, found = (here[terms], []) if terms in here else load_rulebook(path, terms)
        books, wrong = [*books, *([book] if book else [])], [*wrong, *(() if book else found)]
    known, unreadable = confirmed_beside(path)
    if wrong or unreadable:
        return None, [*wrong, *unreadable]
    texts = tuple(Reading(told, known.get(told.name)) for told in texts_of(books))
    return Readings(texts, path.with_suffix(LIST).is_file()), []


def waiting_in(path: Path, read: Iterable[Rulebook] = ()) -> tuple[tuple[Reading, ...], list[Diagnostic]]:
    """The texts of a rulebook's file that wait, which is known at once where there is no list, and what is wrong with
    that; `read` as for `readings_of`. Raises OSError."""
    if not path.with_suffix(LIST).is_file():
        return (), []
    readings, wrong = readings_of(path, read)
    return (readings.waiting if readings else ()), wrong


def texts_of(books: Iterable[Rulebook]) -> Iterator[Told]:
    """The texts about what the forms of one rulebook define, in their order in the file."""
    found: dict[Span, tuple[Text, list[tuple[Rulebook, list[Definition], list[Item]]]]] = {}
    items: dict[Span, dict[str, set[str]]] = {}
    for book in books:
        meanings = Meanings(book)
        for text, owners in written_in(book):
            reached = stands_for(meanings, text.text, owners)
            found.setdefault(text.span, (text, []))[1].append((book, owners, reached))
            for item in reached:
                items.setdefault(text.span, {}).setdefault(identity(item), set()).add(meanings.form(item))
    taken: dict[str, int] = {}
    for span, (text, uses) in sorted(found.items(), key=lambda one: (one[0].line, one[0].column)):
        book, owners, reached = uses[0]
        sort = "short" if text in owners[0].short else "words"
        name = f"{slug(spoken(owners[0]))}/{sort}"
        taken[name] = taken.get(name, 0) + 1
        prints = {name: fingerprint(repr(sorted(forms))) for name, forms in items[span].items()}
        yield Told(f"{name}-{taken[name]}", text, tuple(owners), tuple(reached), book, prints)


def slug(words: str) -> str:
    return "-".join(NAME.findall(words.casefold()))


def fingerprint(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:SIGNS]
