"""The rulebook that is analysed, with all that has been found out about it so far."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

from dsl.model import Node, Rulebook
from dsl.model.visit import definitions_of, parts_of

T = TypeVar("T")


class Analysis:
    """Functions over it find a thing out `once`. `examples`: what is given in worked examples counts, too."""

    def __init__(self, book: Rulebook, examples: bool) -> None:
        self.book = book
        self.world = book.world
        self.examples = examples
        self.known: dict[Hashable, object] = {}

    @property
    def players(self) -> int:
        return self.world.players.size

    @property
    def pieces(self) -> int:
        return self.world.pieces.size

    @property
    def locations(self) -> int:
        """How many spaces and places there are; the locations of pieces come after them."""
        return self.world.locations

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gave when the key was first asked for."""
        if key not in self.known:
            self.known[key] = make()
        return self.known[key]  # type: ignore[return-value]

    def once_within(self, key: Hashable, meanwhile: T, make: Callable[[], T]) -> T:
        """The same, where `make` may ask for the key itself: that is answered with `meanwhile`."""
        if key not in self.known:
            self.known[key] = meanwhile
            self.known[key] = make()
        return self.known[key]  # type: ignore[return-value]


def roots(analysis: Analysis) -> Iterator[Node]:
    """Every statement and condition of the book that is not inside another."""
    book = analysis.book
    yield from (*book.setup, *book.play)
    for definition in definitions_of(book):
        yield from parts_of(definition)
    for example in book.examples if analysis.examples else ():
        if example.variants == {*book.terms.variants}:  # the others are played in other forms of the game
            yield from example.steps
