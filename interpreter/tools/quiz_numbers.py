"""Questions on the numbers of a rulebook: how many there are of what, what something costs, at most how many.

A sentence is told without one of its numbers; wrong ones are those that stand there in changed rulebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.terms import Terms
from dsl.text.files import read_text
from interpreter.tools.mutants import Construct, Mutant, mutants

if TYPE_CHECKING:
    from dsl.model import Rulebook
    from dsl.prose.lexicon import Lexicon
    from dsl.prose.speech import Sheet, Speech
    from dsl.text.diagnostics import Diagnostic

NUMBER = re.compile(r"(?<![\w.])\d+(?!\w|\.\d)")
MISSING = "…"
Asked = tuple[str, str]
"""A sentence without one of its numbers, and that number."""


@dataclass
class Numbers:
    """The numbers of a rulebook on some terms, told in its own language or that of a `code`."""

    rulebook: Path
    terms: Terms
    code: str = ""

    @cached_property
    def text(self) -> str:
        return read_text(self.rulebook)

    @cached_property
    def usual(self) -> list[str]:
        return self.told(self.text)

    def told(self, text: str) -> list[str]:
        """All sentences of a rulebook with this text; none if there is anything wrong in it."""
        from dsl.load import load_text

        book, _ = load_text(text, str(self.rulebook), self.terms)
        return list(sentences(self.speech(book))) if book is not None else []

    def speech(self, book: Rulebook) -> Speech:
        from dsl.prose.catalogues import LANGUAGES
        from dsl.prose.speech import Speech

        return Speech(book, language=LANGUAGES[self.code] if self.code else "", lexicon=self.lexicon)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the rulebook in that language; what is asked for and is not there is noted in it."""
        from dsl.load import lexicon_of, load_text
        from dsl.prose.catalogues import lexicon

        book, _ = load_text(self.text, str(self.rulebook), self.terms)
        assert book is not None
        return lexicon(self.rulebook, self.code, book)[0] if self.code else lexicon_of(book, self.rulebook)

    @property
    def untranslated(self) -> list[Diagnostic]:
        """What of all sentences has no words in that language."""
        from dsl.prose.catalogues import LANGUAGES, untranslated

        if not (self.code and self.usual):
            return []
        return untranslated(self.lexicon.missing, self.rulebook, LANGUAGES[self.code])

    def lost(self, construct: Construct) -> Iterator[tuple[Asked, dict[str, Mutant]]]:
        """What a construct says with a number, each with the numbers that changes of it put there instead."""
        wrong: dict[Asked, dict[str, Mutant]] = {}
        for mutant in mutants(self.text, construct):
            if mutant.change[:1].isdigit():
                for asked, number in differences(self.usual, self.told(mutant.text)):
                    wrong.setdefault(asked, {})[number] = mutant
        yield from wrong.items()


def differences(usual: Sequence[str], changed: Sequence[str]) -> Iterator[tuple[Asked, str]]:
    """The first sentence that has another number, with that; nothing where more is different in it."""
    pairs = zip(usual, changed, strict=False) if len(usual) == len(changed) else ()
    pair = next(((one, other) for one, other in pairs if one != other), None)
    if pair is None or NUMBER.sub("", pair[0]) != NUMBER.sub("", pair[1]):
        return
    both = zip(NUMBER.finditer(pair[0]), NUMBER.finditer(pair[1]), strict=True)
    found = [(one, other[0]) for one, other in both if one[0] != other[0]]
    if len(found) == 1:
        (one, other), (told, _) = found[0], pair
        yield (f"{told[: one.start()]}{MISSING}{told[one.end() :]}", one[0]), other


def sentences(speech: Speech) -> Iterator[str]:
    """What is told of a rulebook, in a list that has the same order when only a number is another one."""
    from dsl.pages.reference.passages import Passages
    from dsl.prose.speech import plain

    book = speech.book
    for found in speech.components():
        yield f"{found.count} × {plain(speech.words(found.noun))}"
    passages = Passages(speech)
    for passage in passages:
        yield from (line.text for line in passage.lines() if not line.said)
        yield from rows(passage.title, passage.sheet) if passage.sheet is not None else ()
    waiting = [*speech.block(book.setup, setup=True), *speech.block(book.play)]
    while waiting:
        line = waiting.pop(0)
        yield line.text
        waiting[:0] = line.children


def rows(title: str, sheet: Sheet) -> Iterator[str]:
    """The rows of a table, each with the heads of its cells: "Buildings: Name Academy, Metal 13, Gas 11"."""
    from dsl.pages.guide.configurations import cell_text

    for row in sheet.rows:
        cells = zip(sheet.heads, row, strict=True)
        yield f"{title}: {', '.join(f'{cell_text(head)} {cell_text(cell)}' for head, cell in cells if cell)}"
