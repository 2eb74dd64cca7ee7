"""From words to sentences: lines that go on are joined, and indentation becomes depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lark import Token

# Words before a thing, by their terminals: those that say where it is, and those that say what its part is.
PLACE_WORDS = frozenset("OF ON IN AT UNDER BESIDE BEHIND".split())
ROLE_WORDS = frozenset("FROM TO BY WITH FOR ALONG THROUGH AGAINST OVER INTO THAN".split())

# A line goes on after these words, and before these, with which no line can begin: none farther left than where the
# sentence begins, and before these but for `and` not at the left edge, where headings stand.
GOES_ON_AFTER = frozenset({"AND", "OR", "COMMA", "PLUS", "MINUS"})
GOES_ON_BEFORE = frozenset(
    "AND OF ON AT UNDER BESIDE BEHIND FROM BY WITH ALONG THROUGH AGAINST OVER INTO THAN AMONG _AND_THAT".split()
)
LINE_END = "_NL"
HOPELESS = 5_000  # words: a sentence with more is no sentence


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, however many lines it takes.

    `depth` counts the levels of indentation. `crooked`: it goes back to a column at which no line before it stands, and
    counts as if it stood a little deeper.
    """

    tokens: tuple[Token, ...]
    depth: int
    crooked: bool

    @property
    def line(self) -> int:
        return self.tokens[0].line or 1

    @property
    def end_line(self) -> int:
        return self.tokens[-1].end_line or self.line


def sentences(tokens: Iterable[Token], begins: Mapping[int, int]) -> Iterator[Sentence]:
    """The sentences of a text, one after another, as they are asked for.

    `begins` gives the first columns, from 0, of those lines where the tokens do not show them.
    """
    columns = [0]
    last = 0  # a crooked column that was complained of
    for words in _joined(tokens, begins):
        column = _column(words[0], begins)
        depth = _depth(column, columns)
        crooked = column not in columns
        yield Sentence(tuple(words), depth, crooked and column != last)
        last = column if crooked else 0


def _column(token: Token, begins: Mapping[int, int]) -> int:
    return begins.get(token.line or 1, (token.column or 1) - 1)


def _depth(column: int, columns: list[int]) -> int:
    """The level of a line that begins at this column; `columns` are those of the open levels, and are kept up."""
    if column > columns[-1]:
        columns.append(column)
    while len(columns) > 1 and columns[-2] >= column:
        columns.pop()
    return len(columns) - 1


def _joined(tokens: Iterable[Token], begins: Mapping[int, int]) -> Iterator[list[Token]]:
    """The words of each sentence, without the ends of its lines. Nothing is read after one that has no end."""
    words: list[Token] = []
    ended = False
    for token in tokens:
        if token.type == LINE_END:
            ended = bool(words)
            continue
        if ended and not (words[-1].type in GOES_ON_AFTER and _column(token, begins) >= _column(words[0], begins)):
            column = _column(token, begins)
            left = token.type != "AND" and column < max(1, _column(words[0], begins))
            if left or token.type not in GOES_ON_BEFORE or words[0].type == "RULE":  # which can begin with `at the end`
                yield words
                words = []
        ended = False
        words.append(token)
        if len(words) > HOPELESS:
            break
    if words:
        yield words
