"""From characters to the words of sentences: the indenter, long lines, and which words are the designer's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lark import Token
from lark.grammar import Rule, Symbol
from lark.indenter import Indenter


class Lines(Indenter):
    """Turns indentation into tokens, joins the parts of long lines, and gives the designer back their words.

    A line goes on after a comma, `and`, `or`, `plus`, `minus`, and before a preposition other than `to`, `for`, `in`.
    """

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = []
    CLOSE_PAREN_types: ClassVar[list[str]] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    GOES_ON_AFTER = frozenset({"AND", "OR", "COMMA", "PLUS", "MINUS"})
    GOES_ON_BEFORE = frozenset(
        {"OF", "ON", "AT", "FROM", "BY", "WITH", "ALONG", "THROUGH", "AGAINST", "OVER", "INTO", "AMONG", "_AND_THAT"}
    )

    def __init__(self) -> None:
        super().__init__()
        self.may_follow: dict[str, set[str]] = {}

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return self.free_words(super().process(self.join(stream)))  # type: ignore[no-untyped-call]

    def join(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Drops the line ends inside a sentence."""
        last: Token | None = None
        held: Token | None = None
        for token in stream:
            if token.type == "_NL":
                if last is None or last.type not in self.GOES_ON_AFTER:
                    held = token
                continue
            if held is not None:
                if token.type not in self.GOES_ON_BEFORE:
                    yield held
                held = None
            last = token
            yield token
        if held is not None:
            yield held

    def free_words(self, stream: Iterator[Token]) -> Iterator[Token]:
        """A word of the language, where no sentence could have it, is a word of the game."""
        before = "_NL"
        for token in stream:
            if token.type in self.may_follow and before not in self.may_follow[token.type]:
                token = Token.new_borrow_pos("WORD", token.value, token)
            before = token.type
            yield token


def predecessors(rules: list[Rule]) -> dict[str, set[str]]:
    """For each terminal, the terminals that can stand right before it in some sentence of the grammar."""
    first = edge_terminals(rules, 0)
    last = edge_terminals(rules, -1)
    nullable = nullable_names(rules)
    before: dict[str, set[str]] = {}
    for rule in rules:
        for i, symbol in enumerate(rule.expansion):
            for earlier in reversed(rule.expansion[:i]):
                for terminal in first[symbol.name]:
                    before.setdefault(terminal, set()).update(last[earlier.name])
                if earlier.name not in nullable:
                    break
    return before


def nullable_names(rules: list[Rule]) -> set[str]:
    """The rules that can be empty."""
    found: set[str] = set()
    while True:
        new = {r.origin.name for r in rules if all(s.name in found for s in r.expansion)}
        if new == found:
            return found
        found = new


def edge_terminals(rules: list[Rule], edge: int) -> dict[str, set[str]]:
    """For each symbol, the terminals with which it can begin (`edge` 0) or end (`edge` -1)."""
    nullable = nullable_names(rules)
    sets: dict[str, set[str]] = {}
    for rule in rules:
        for symbol in rule.expansion:
            sets.setdefault(symbol.name, {symbol.name} if symbol.is_term else set())
        sets.setdefault(rule.origin.name, set())
    changed = True
    while changed:
        changed = False
        for rule in rules:
            own = sets[rule.origin.name]
            size = len(own)
            for symbol in outer_symbols(rule, edge, nullable):
                own |= sets[symbol.name]
            changed = changed or len(own) > size
    return sets


def outer_symbols(rule: Rule, edge: int, nullable: set[str]) -> Iterator[Symbol]:
    symbols = rule.expansion if edge == 0 else list(reversed(rule.expansion))
    for symbol in symbols:
        yield symbol
        if symbol.name not in nullable:
            return
