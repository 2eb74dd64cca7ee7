"""What is declared for other sentences to speak of, and none does; and variants in which there is nothing to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl import model
from dsl.errors import Diagnostic
from dsl.fields import names_of
from dsl.inflection import plural
from dsl.resolve.agreed import of_sort
from dsl.resolve.patches import name_of

SPOKEN_OF = model.Setting | model.Option | model.Enumeration | model.Range | model.Lines | model.Place
ONLY_TOLD = model.Words | model.Chapter | model.Example


def unspoken(start: model.Start) -> Iterator[Diagnostic]:
    """Warnings of what no sentence speaks of, in whatever form of the game."""
    said = {item: set(_words(item)) for item in of_sort(start, model.Node)}
    items = Counter(word for words in said.values() for word in words)  # how many of them have it
    for item, own in said.items():
        name = name_of(item)
        if any(items[word] > (word in own) for word in (name, plural(name))):
            continue
        if isinstance(item, SPOKEN_OF):
            yield _warning(name, item, "no sentence speaks of it")
        elif isinstance(item, model.Variant) and all(isinstance(inner, ONLY_TOLD) for inner in item.items):
            yield _warning(f"`variant {name}`", item, "the game is the same with it")


def _words(item: object) -> Iterator[str]:
    """All that is written in an item; of sections only what they are for, as their items are asked themselves."""
    match item:
        case str():
            yield item
        case tuple():
            for part in item:
                yield from _words(part)
        case model.OnlyWith(agreed=agreed):
            yield from _words(agreed)
        case model.Node() if not isinstance(item, model.Variant):
            for name in names_of(item):
                yield from _words(getattr(item, name))


def _warning(what: str, item: model.Node, why: str) -> Diagnostic:
    return Diagnostic("W0101", f"{what} is there in vain: {why}.", item.span, hints=("leave it out",))
