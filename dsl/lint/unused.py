"""What is declared for other sentences to speak of, and none does; and variants in which there is nothing to play."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from dsl import tree
from dsl.fields import names_of
from dsl.resolve.items import name_of, of_sort
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import plural

SPOKEN_OF = tree.Setting | tree.Option | tree.Enumeration | tree.Range | tree.Lines | tree.Place
IN_WORDS = re.compile(r"\{([^{}]+)\}")  # a number that words for people tell
ONLY_TOLD = tree.Words | tree.Chapter | tree.Example


def warnings(start: tree.Start) -> Iterator[Diagnostic]:
    """Warnings of what no sentence speaks of, in whatever form of the game."""
    said = {item: set(_words(item)) for item in of_sort(start, tree.Node)}
    items = Counter(word for words in said.values() for word in words)  # how many of them have it
    for item, own in said.items():
        name = name_of(item)
        if any(items[word] > (word in own) for word in (name, plural(name))):
            continue
        if isinstance(item, SPOKEN_OF):
            yield _warning(name, item, "no sentence speaks of it")
        elif isinstance(item, tree.Variant) and all(isinstance(inner, ONLY_TOLD) for inner in item.items):
            yield _warning(f"`variant {name}`", item, "the game is the same with it")


def _words(item: object) -> Iterator[str]:
    """All that is written in an item; of sections only what they are for, as their items are asked themselves."""
    match item:
        case str():
            yield from {item, item.rstrip("0123456789 "), *IN_WORDS.findall(item)}  # `Pile 2` speaks of the Pile
        case tuple():
            for part in item:
                yield from _words(part)
        case tree.OnlyWith(agreed=agreed):
            yield from _words(agreed)
        case tree.TakesAtMost(most=None, names=names):  # `Market Size Cards`: a number, and what it counts
            parts = names.names[0].split(" ")
            yield from (" ".join(part) for k in range(1, len(parts)) for part in (parts[:k], parts[k:]))
            yield from names.names[1:]
        case tree.Node() if not isinstance(item, tree.Variant):
            for name in names_of(item):
                yield from _words(getattr(item, name))
        case _:  # nothing is written in numbers and spans; a variant's items are asked themselves
            pass


def _warning(what: str, item: tree.Node, why: str) -> Diagnostic:
    return Diagnostic("W0101", f"{what} is there in vain: {why}.", item.span, hints=("leave it out",))
