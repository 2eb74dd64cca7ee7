"""Lark's parser, fed by hand one word after another; it can be copied, and asked what could come next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


def words_of(lark: Lark, text: str) -> Iterator[Token]:
    """The words of a text, its line ends among them. The text must hold nothing but what the terminals match."""
    lexing: Any = lark.parse_interactive(text)
    yield from lexing.lexer_thread.lex(lexing.parser_state)
