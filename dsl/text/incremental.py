"""A text read item by item, so that an item is not read again as long as nothing in it changes.

An item is a line at the left edge with all that stands under it. What was read of a file the last time is kept; where
an item stands farther down or up now, its nodes are moved. Only items without a mistake are read so: what is wrong with
one, and what is meant, is seen from the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from lark import Lark, Token, Tree

from dsl import tree as model
from dsl.text.compounds import Phrases, joined, phrases_in, without_things
from dsl.text.lexer import GOES_ON_AFTER, LINE_END, Sentence, sentences
from dsl.text.parser import Automaton, words_of
from dsl.text.recovery import objection, signal
from dsl.text.tree_builder import build
from dsl.text.vocabulary import Reserved

MOST_FILES = 8  # of which is kept what was read

_ITEM = re.compile(r"^(?!--)\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Item:
    """The text of an item, and the line on which it begins."""

    text: str
    line: int


@lru_cache(maxsize=MOST_FILES)
def last_read(file: str) -> dict[tuple[str, str, Phrases], tuple[int, model.Start | None]]:
    """What was read of a file the last time: of the text of an item, the first word of the next one, and the words of
    several words there were, on which line it began, and a rulebook with nothing else; none where it has mistakes."""
    return {}


def read_items(
    lark: Lark, reserved: Reserved, text: str, file: str, phrases: Phrases, most: int
) -> list[tuple[Item, model.Start | None]]:
    """The items of a text, each as a rulebook with nothing else, or None where there is a mistake in it; no items where
    there are more such than `most`. The text must hold nothing but what the terminals match."""
    before, now = last_read(file), dict[tuple[str, str, Phrases], tuple[int, model.Start | None]]()
    found: list[tuple[Item, model.Start | None]] = []
    for item, after in pairwise([*items_of(text), None]):
        assert item is not None
        end = next(words_of(lark, after.text, after.line), None) if after else None
        key = (item.text, end or "", phrases)
        line, start = before.get(key) or (item.line, read_item(lark, reserved, item, end, file, phrases))
        found.append((item, start.moved(item.line - line) if start else None))
        now[key] = (item.line, found[-1][1])
        most -= start is None
        if most < 0:
            return []
    if all(start for _, start in found):  # else most are the same when what is wrong was mended, or something is tried
        before.clear()
    before.update(now)
    return found


def together(starts: Sequence[model.Start]) -> model.Start | None:
    """A rulebook with all that these have, one after the other."""
    if not starts:
        return None
    items = tuple(item for start in starts for item in start.items)
    return model.Start(starts[0].span.to(starts[-1].span), (), items)


def items_of(text: str) -> Iterator[Item]:
    """The items of a text; what stands before the first belongs to it."""
    starts = [0, *[match.start() for match in _ITEM.finditer(text)][1:]]
    line, last = 1, 0
    for start, end in pairwise([*starts, len(text)]):
        line, last = line + text.count("\n", last, start), start
        yield Item(text[start:end], line)


def phrases_of(lark: Lark, text: str) -> Phrases:
    """The words of several words that a text defines. It must hold nothing but what the terminals match."""
    return without_things(frozenset().union(*(phrases_in(lark, item.text) for item in items_of(text))), text)


def read_item(
    lark: Lark, reserved: Reserved, item: Item, end: Token | None, file: str, phrases: Phrases
) -> model.Start | None:
    """A rulebook with nothing but this item, behind which this word stands; None where there is a mistake in it."""
    found = (joined(sentence, phrases) for sentence in sentences(words_of(lark, item.text, item.line), {}))
    tree = tree_of(lark, reserved, found, end)
    return build(tree, file)[0] if tree else None


def tree_of(lark: Lark, reserved: Reserved, found: Iterable[Sentence], end: Token | None) -> Tree[Token] | None:
    """The tree of an item; None where there is a mistake in it, or it goes on where the next one begins."""
    parser, depth, before = Automaton.of(lark), 0, LINE_END
    last = None
    for last in found:
        if last.crooked or objection(last):
            return None
        levels = turns(depth, last.depth, last.tokens[0])
        words = [*levels, *reserved.freed(last.tokens, levels[-1].type if levels else before)]
        words.append(Token.new_borrow_pos(LINE_END, "", words[-1]))
        if parser.feed_all(words) < len(words):
            return None
        depth, before = last.depth, LINE_END
    if last is None or last.tokens[-1].type in GOES_ON_AFTER:
        return None
    levels = turns(depth, 0, end or last.tokens[0])
    if parser.feed_all(levels) < len(levels) or parser.waits_for_lines():
        return None
    return parser.finish(last.tokens[-1])


def turns(depth: int, to: int, word: Token) -> list[Token]:
    """What stands for the change from one level to another before a word."""
    return [signal("_INDENT" if to > depth else "_DEDENT", word)] * abs(to - depth)
