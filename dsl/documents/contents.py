"""What is in the box and where it lies at first, as the guide tells it: of the game, or of a variant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dsl.documents.passages import Passage, Passages
from dsl.phrases import Component, Line, Place, Speech, Words
from dsl.phrases.forms import Step
from dsl.phrases.realise import capitalised
from dsl.world import PlaceInfo, Remark, TableInfo


@dataclass(frozen=True)
class Row:
    """A line of the inventory (with a `count`) or of the places: its name, what lies there, who sees it (None: as each
    piece says), and what is to know besides."""

    name: Words
    lines: tuple[Line, ...]
    clauses: tuple[str, ...]
    count: int = 0
    content: Words = ()
    seen: Words | None = None


@dataclass(frozen=True)
class Contents:
    """`variant` is the one that adds all this to the box; "" is the game as usual. `without` are the identities of what
    is left to the rules reference."""

    speech: Speech
    passages: Passages
    variant: str = ""
    without: frozenset[int] = frozenset()

    def here(self, about: object) -> bool:
        named = about.kind if isinstance(about, PlaceInfo | TableInfo) else about
        return self.speech.book.belongs.get(about, "") == self.variant and id(named) not in self.without

    @property
    def components(self) -> list[Row]:
        return [self.component(found) for found in self.speech.components() if self.here(found.about)]

    def component(self, found: Component) -> Row:
        name = self.speech.words(found.noun)
        return Row(capitalised(name), self.lines(found.details, found.words), found.clauses, found.count)

    @property
    def places(self) -> list[Row]:
        return [self.place(found) for found in self.speech.places() if self.here(found.about)]

    @property
    def only_place(self) -> tuple[Line, ...]:
        """What is to know of the place, where there is only one."""
        found = [info for info in self.speech.book.world.places.values() if self.here(info)]
        return (*self.speech.thing(found[0]), *map(self.speech.said, found[0].words)) if len(found) == 1 else ()

    def place(self, found: Place) -> Row:
        name, content = capitalised(self.speech.words(found.name)), self.speech.words(found.content)
        seen = self.speech.words(found.seen) if found.seen else None
        return Row(name, self.lines(found.details, found.words), found.clauses, content=content, seen=seen)

    def lines(self, steps: Iterable[Step], words: Iterable[Remark]) -> tuple[Line, ...]:
        told = (line for line in map(self.speech.line, steps) if not self.without.intersection(named_in(line)))
        return (*told, *map(self.speech.said, words))

    @property
    def watched(self) -> bool:
        """Whether there is anything into which not everybody looks."""
        return any(place.seen.by != "all" for place in self.speech.book.world.places.values() if self.here(place))

    @property
    def noted(self) -> bool:
        """Whether there is anything to know of the places besides."""
        return any(row.lines for row in self.places)

    @property
    def tables(self) -> list[Passage]:
        return [p for p in self.passages if p.sheet is not None and self.here(p.about)]

    @property
    def setup(self) -> list[Line]:
        """First where everything lies, then what is done; the rulebook's own words stand before."""
        book = self.speech.book
        texts = [] if self.variant else book.setup_texts
        added = [node for nodes in book.variant_setup.values() for node in nodes]
        usual = tuple(node for node in book.setup if not any(node is other for other in added))
        block = book.variant_setup.get(self.variant, ()) if self.variant else usual
        first = (*map(self.speech.said, texts), *self.speech.first_places(self.variant))
        return [*first, *self.speech.block(block, setup=True)]


def named_in(line: Line) -> list[int]:
    """The identities of what a line names."""
    return [id(run.about) for run in line.words if run.about is not None]
