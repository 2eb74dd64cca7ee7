"""Values and qualities that are called like a thing of the game: printed, the two cannot be told apart."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.lint.doubts import Doubt, sure
from dsl.model import Rulebook
from dsl.model.world import Kind
from dsl.resolve.wording import a
from dsl.text.diagnostics import Diagnostic
from dsl.text.standard_library import is_library

Word = model.Value | model.Quality
THINGS = ("piece", "place", "space", "board")


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """Words that mean something else than the thing whose name they are: one form with both is enough."""
    words: list[Word] = [*book.values, *book.qualities]
    for word in words:
        things = (k for k in book.world.kinds.values() if k.name.lower() == word.name and k.sort in THINGS)
        thing = next(things, None)
        if thing is not None and not is_library(word.span.file) and not is_such(word, thing):
            yield word.span, sure(warning(word, thing))


def is_such(word: Word, thing: Kind) -> bool:
    """Whether a value is a thing of that sort itself: the discard of a card is a place."""
    return isinstance(word, model.Value) and word.kind is not None and word.kind.sort == thing.sort


def warning(word: Word, thing: Kind) -> Diagnostic:
    said = f"`the {word.name}`" if isinstance(word, model.Value) else f"`{word.name}`"
    message = f"{said} is not {a(thing)}, but is printed like one: a reader cannot tell which is meant."
    return Diagnostic("W0106", message, word.span, hints=("give it a word of its own",))
