"""What a designer's text stands for: all that its rule reaches, but for what the text itself names.

What is named speaks for itself: there its own sentences, or its own text, can be read. So what stands behind it does
not count here, either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import assert_never

from dsl.analysis.meaning import Item, Meanings, reached
from dsl.model import Definition, Rulebook, Text
from dsl.model.visit import headings_of
from dsl.model.world import Attribute, PlaceInfo
from dsl.text.inflection import stem
from dsl.text.standard_library import is_library

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def stands_for(meanings: Meanings, text: str, roots: Iterable[Item]) -> list[Item]:
    """The items whose meaning a text about the roots tells in its own words, the roots first."""
    said, firm = stems(text), list(roots)
    stops = (item for item in reached(meanings, firm) if item not in firm and names(said, item))
    return reached(meanings, firm, stops)


def stems(text: str) -> list[str]:
    return [stem(word) for word in WORD.findall(text)]


def names(said: Sequence[str], item: Item) -> bool:
    """Whether one of the words for an item is among those said, in any form, one word of it behind the other."""
    for word in words_for(item):
        looked_for = stems(word)
        size = len(looked_for)
        if size and any(list(said[at : at + size]) == looked_for for at in range(len(said) - size + 1)):
            return True
    return False


def words_for(item: Item) -> Iterator[str]:
    """By what a text may call an item."""
    match item:
        case Definition():
            yield from (item.name, item.label)
        case PlaceInfo(kind=kind):
            yield from (kind.name, kind.label, kind.plural)
        case Attribute():
            yield item.name
        case _:
            assert_never(item)


def written_in(book: Rulebook) -> Iterator[tuple[Text, list[Definition]]]:
    """The texts about what a rulebook itself defines, each with all definitions that it is about."""
    own = [item for item in dict.fromkeys(headings_of(book)) if not is_library(item.span.file)]
    texts = [(text, item) for item in own for text in (*item.short, *item.texts)]
    for _, same in groupby(sorted(texts, key=_where), _where):
        together = list(same)
        yield together[0][0], [item for _, item in together]


def _where(told: tuple[Text, Definition]) -> tuple[int, int]:
    return told[0].span.begin
