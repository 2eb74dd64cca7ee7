"""Lark's parser, fed by hand one word after another; it can be copied, and asked what could come next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken


class Automaton:
    """A parser in the middle of a text. Copies share the tree: only what a copy accepts can be relied on."""

    def __init__(self, parser: Any) -> None:
        self._parser = parser

    @classmethod
    def of(cls, lark: Lark) -> Automaton:
        """The parser at the beginning of a text."""
        return cls(lark.parse_interactive(""))

    def copy(self) -> Automaton:
        return Automaton(self._parser.copy(deepcopy_values=False))

    def feed(self, token: Token) -> bool:
        """Takes a word; False where it does not fit, which leaves the parser in no state to go on."""
        try:
            self._parser.feed_token(token)
        except UnexpectedToken:
            return False
        return True

    def feed_all(self, tokens: Iterable[Token]) -> int:
        """Takes words as long as they fit; how many did."""
        return sum(1 for _ in takewhile(self.feed, tokens))

    def finish(self, last: Token) -> Tree[Token]:
        """The tree, where the text may end here."""
        tree: Tree[Token] = self._parser.feed_eof(last)
        return tree

    def possible(self) -> set[str]:
        """The terminals that fit."""
        return set(self._parser.accepts())

    def waits_for_lines(self) -> bool:
        """Whether nothing fits but deeper lines."""
        return set(self._parser.choices()) == {"_INDENT"}


def has_words(lark: Lark, text: str) -> bool:
    """Whether a text holds nothing but what the terminals match."""
    pattern, position = Lexicon.of(lark).pattern, 0
    while position < len(text):
        found = pattern.match(text, position)
        if found is None:
            return False
        position = found.end()
    return True


def words_of(lark: Lark, text: str, line: int = 1) -> Iterator[Token]:
    """The words of a text that begins on this line, its line ends among them, as Lark's own lexer finds them, which is
    slower. The text must hold nothing but what the terminals match."""
    lexicon = Lexicon.of(lark)
    position, left = 0, 0  # where the next word starts, and its line
    while position < len(text):
        found = lexicon.pattern.match(text, position)
        assert found is not None
        value, end = found[0], found.end()
        breaks = value.count("\n")
        edge = position + value.rfind("\n") + 1 if breaks else left  # the left one of the line on which the word ends
        kind = lexicon.keywords.get(value) or found.lastgroup or ""
        if kind == "NAME" and "  " in value:  # a title, however wide it stands
            value = " ".join(value.split())
        if kind not in lexicon.ignored:
            yield Token(kind, value, position, line, position - left + 1, line + breaks, end - edge + 1, end)
        position, line, left = end, line + breaks, edge


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What matches the next word, the terminals of words that have one of their own, and those that are no words."""

    pattern: re.Pattern[str]
    keywords: dict[str, str]
    ignored: frozenset[str]

    @staticmethod
    @cache
    def of(lark: Lark) -> Lexicon:
        lexer: Any = lark.parse_interactive("").lexer_thread.lexer
        plain = {t.pattern.value: t.name for t in lexer.terminals if t.pattern.type == "str"}
        found = "|".join(f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in lexer.terminals if t.name.isupper())
        return Lexicon(re.compile(found), plain, lexer.ignore_types)
