"""What is missing from a rulebook because of mistakes in its sentences: nobody shall complain of the consequences."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from dsl.text.diagnostics import Diagnostic, near
from dsl.text.lexer import Sentence

# Items whose lines say what happens: they declare nothing that other items could speak of.
SAYS_WHAT_HAPPENS = frozenset("SETUP PLAY PHASE ACTION POWER RULE EXAMPLE TO".split())
DEFINES = frozenset({"THE", "A", "AN"})  # begins an item that declares its word: what it means speaks of what others do
MEANING = frozenset({"MEANS", "WHEN"})
ABOUT_THE_WHOLE = frozenset({"E0323", "E0324", "E0326", "E0366"})  # no game, no players, no play, no end
ABOUT_BOARDS = frozenset({"E0201", "E0205", "E0206", "E0301", "E0328", "E0354"})  # what may follow when one is missing

ALWAYS_THERE = frozenset({"player", "players"})
LISTED = ["IS", "ONE", "OF"]  # behind a kind whose values follow

_MISSING = re.compile(r"called (.+?)(?: before)?\.$")


@dataclass(frozen=True, slots=True)
class Lost:
    """The items with mistakes, as first and last lines, and the names that they may have declared.

    `rest`: the file seems to be cut off, so that anything may be missing. `spaces`: a board has a mistake, so that its
    spaces and directions are not known; `chapters`: a line has one that says which chapters of the library are used.
    """

    items: tuple[tuple[int, int], ...] = ()
    names: frozenset[str] = frozenset()
    rest: bool = False
    spaces: bool = False
    chapters: bool = False

    @classmethod
    def among(
        cls,
        sentences: list[Sentence],
        lost: Iterable[Sentence],
        strays: Collection[Sentence],
        cut_off: bool,
        blemished: Collection[int] = (),
    ) -> Lost:
        """`sentences` are all, `lost` those that were left out; `strays` are no headings wherever they stand; of the
        `blemished` lines not all have words that are left."""
        gone = {s.line: s for s in lost}
        values = {str(s.tokens[0]): [*_declared(s)] for s in sentences if [t.type for t in s.tokens[1:4]] == LISTED}
        items: list[tuple[int, int]] = []
        names: set[str] = set()
        spaces = False
        used = False
        for chunk, behind in pairwise([*chunks(sentences, strays), None]):
            assert chunk is not None
            heading, *rest = chunk
            missing = [s for s in (heading, *rest) if s.line in gone]
            last = (rest or [heading])[-1].end_line
            end = behind[0].line if behind else max((last, *blemished)) + 1
            if missing or any(heading.line <= line < end for line in blemished):
                items.append((heading.line, last))
                spaces = spaces or any(t.type in ("BOARD", "MADE") for s in (heading, *rest) for t in s.tokens)
            used = used or any(s.tokens[0].type == "USE" for s in missing)
            declares = heading.tokens[0].type not in SAYS_WHAT_HAPPENS | DEFINES
            for sentence in missing:
                if declares or sentence.depth == 0:
                    names |= {*_declared(sentence)}
                    names |= {value for t in sentence.tokens if declares for value in values.get(str(t), ())}
        ends_so = cut_off and bool(sentences) and sentences[-1].line in gone
        names -= ALWAYS_THERE
        return cls(tuple(items), frozenset(names), ends_so, spaces, used)

    def explains(self, diagnostic: Diagnostic, lines: list[str]) -> bool:
        """Whether the complaint may be about nothing but what is missing; `lines` are those of the text."""
        if self.rest or not self.items or diagnostic.span is None:
            return self.rest
        if diagnostic.code in ABOUT_THE_WHOLE or any(a <= diagnostic.span.line <= b for a, b in self.items):
            return True
        if self.spaces and diagnostic.code in ABOUT_BOARDS and not diagnostic.near:
            return True
        if self.chapters and of_the_library(diagnostic):
            return True
        line = "".join(lines[diagnostic.span.line - 1 : diagnostic.span.line])
        said = diagnostic.message + " " + line[diagnostic.span.column - 1 :]
        words = set(re.findall(r"[\w'-]+", said.casefold()))
        missing = _MISSING.search(diagnostic.message)
        if missing and near(missing[1].casefold(), self.names):
            return True
        return any(set(name.split()) <= words for name in self.names)


def _declared(sentence: Sentence) -> Iterator[str]:
    """The names that a sentence may declare; what has a meaning is said of things that others declare, and what it
    calls them is known in it alone."""
    tokens = sentence.tokens
    means = next((k for k, token in enumerate(tokens) if token.type in MEANING), 0)
    sorts = ("WORD",) if means else ("NAME", "WORD")
    for before, token in pairwise(tokens[: means or None]):
        if token.type in sorts and not (means and before.type == "CALLED"):
            yield str(token).casefold()
    yield from (str(token).casefold() for token in tokens[:1] if token.type in sorts)


def of_the_library(diagnostic: Diagnostic) -> bool:
    """Whether it complains of what a chapter of the library would define."""
    return any(hint.startswith("use ") for hint in diagnostic.hints)


def chunks(sentences: list[Sentence], strays: Collection[Sentence]) -> list[list[Sentence]]:
    """The items of a text: a heading at the left edge, and the sentences under it."""
    found: list[list[Sentence]] = []
    for sentence in sentences:
        if (sentence.depth == 0 and sentence not in strays) or not found:
            found.append([])
        found[-1].append(sentence)
    return found
