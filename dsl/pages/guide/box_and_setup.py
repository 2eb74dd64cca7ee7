"""What is in the box and its setup (where it lies at first), as the guide lists it: of the game, of a variant, on other
terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from dsl.model.world import PieceInfo, PlaceInfo, Remark, TableInfo
from dsl.pages.reference.passages import Passage
from dsl.prose.forms import Form, It, Step, changed
from dsl.prose.printed import Printed
from dsl.prose.realiser import capitalised
from dsl.prose.speech import Component, Line, Place, Speech, Words, plain


@dataclass(frozen=True)
class Row:
    """A line of the inventory (with a `count`) or of the places: its name, what lies there, who sees it (None: as each
    piece says), and what is to know besides; `of_several` is that, but for the designer's words, where it is said of
    this and others at once."""

    name: Words
    lines: tuple[Line, ...]
    clauses: tuple[str, ...]
    count: int = 0
    content: Words = ()
    seen: Words | None = None
    of_several: tuple[Line, ...] = ()

    @property
    def told(self) -> tuple[object, ...]:
        """All that it says, without clauses."""
        cells = (self.name, self.content, self.seen or ())
        return (self.count, *map(plain, cells), *(line.text for line in self.lines))


@dataclass(frozen=True)
class Contents:
    """`watched`: not everybody looks into every place. `only_place` is what is to know of the place, where there is
    one, `players` of what players have and can be, and `setup` the setup: first where everything lies, then what is
    done."""

    components: tuple[Row, ...]
    places: tuple[Row, ...]
    tables: tuple[Passage, ...]
    setup: tuple[Line, ...]
    watched: bool
    only_place: tuple[Line, ...]
    players: tuple[Line, ...]

    @property
    def noted(self) -> bool:
        """Whether there is anything to know of the places besides."""
        return any(row.lines for row in self.places)

    def besides(self, usual: Contents, tables: Iterable[Passage], setup: tuple[Line, ...]) -> Contents:
        """What of it is not told as usual; its tables and the lines of its setup are known."""
        components = tuple(new_rows(self.components, usual.components))
        places = tuple(new_rows(self.places, usual.places))
        only = self.only_place if places else ()
        known = {line.text for line in usual.players}
        return replace(
            self,
            components=components,
            places=places,
            tables=tuple(tables),
            setup=setup,
            only_place=only,
            players=tuple(line for line in self.players if line.text not in known),
        )


def new_rows(rows: Sequence[Row], usual: Sequence[Row]) -> Iterator[Row]:
    """The rows that are not among the usual ones; of one with another count alone only that is told."""
    known = {row.told for row in usual}
    alike = {row.told[1:] for row in usual}
    for row in rows:
        if row.told not in known:
            yield replace(row, lines=(), clauses=()) if row.told[1:] in alike else row


def contents_of(
    speech: Speech,
    passages: Iterable[Passage],
    variant: str = "",
    without: frozenset[int] = frozenset(),
    counts: Mapping[str, Line] | None = None,
) -> Contents:
    """What belongs to a variant, or ("") to no variant that only adds to the game. `without` are the identities of what
    is left to the rules reference, `counts` as with `Teller`."""
    return Teller(speech, variant, without, counts or {}).contents(passages)


@dataclass(frozen=True)
class Teller:
    """Tells what is in the box for a variant, or for none, but for what is printed on a board. `counts` says of kinds
    of pieces, by name, how many there are with other numbers of players, where nothing else does."""

    speech: Speech
    variant: str
    without: frozenset[int]
    counts: Mapping[str, Line] = field(default_factory=dict)

    @cached_property
    def printed(self) -> Printed:
        return Printed(self.speech.book)

    def here(self, about: object) -> bool:
        book = self.speech.book
        found = book.belongs.get(about, "")
        named = about.kind if isinstance(about, PlaceInfo | TableInfo) else about
        belongs = found == self.variant or (not self.variant and found in book.patches)
        return belongs and id(named) not in self.without and not self.printed.has(about)

    def contents(self, passages: Iterable[Passage]) -> Contents:
        infos = [info for info in self.speech.book.world.places.values() if self.here(info)]
        states = self.speech.book.world.states.values()
        return Contents(
            tuple(map(self.component, self.with_words_of_sorts())),
            tuple(self.place(found) for found in self.speech.places() if self.here(found.about)),
            tuple(p for p in passages if p.sheet is not None and self.here(p.about)),
            self.setup(),
            any(info.seen.by != "all" for info in infos),
            (*self.speech.thing(infos[0]), *map(self.speech.said, infos[0].words)) if len(infos) == 1 else (),
            tuple(line for state in states if self.here(state) for line in self.needed(self.speech.state(state))),
        )

    def with_words_of_sorts(self) -> Iterator[Component]:
        """The kinds of pieces; with the first of a sort stands what the designer says of all of them."""
        told = set[PieceInfo]()
        for found in (found for found in self.speech.components() if self.here(found.about)):
            sorts = [sort for sort in self.speech.sorts(found.about) if sort not in told]
            told.update(sorts)
            yield replace(found, words=(*(word for sort in sorts for word in sort.words), *found.words))

    def component(self, found: Component) -> Row:
        name = capitalised(self.speech.words(found.noun))
        several = (replace(step, form=of_several(step.form)) for step in found.details)
        counted = tuple(filter(None, (self.counts.get(found.about.kind.name),)))
        lines = (*counted, *self.lines(found.details, found.words))
        return Row(name, lines, found.clauses, found.count, of_several=(*counted, *self.lines(several, ())))

    def place(self, found: Place) -> Row:
        name, content = capitalised(self.speech.words(found.name)), self.speech.words(found.content)
        seen = self.speech.words(found.seen) if found.seen else None
        return Row(name, self.lines(found.details, found.words), found.clauses, content=content, seen=seen)

    def lines(self, steps: Iterable[Step], words: Iterable[Remark]) -> tuple[Line, ...]:
        return (*self.needed(map(self.speech.line, steps)), *map(self.speech.said, words))

    def needed(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Those that speak of nothing that is left to the rules reference."""
        return (line for line in lines if not self.without.intersection(named_in(line)))

    def setup(self) -> tuple[Line, ...]:
        """The rulebook's own words stand before it."""
        book = self.speech.book
        texts, short = ([], []) if self.variant else (book.setup_texts, book.setup_short)
        added = [node for nodes in (*book.variant_setup.values(), book.setup_in_short) for node in nodes]
        usual = tuple(node for node in book.setup if not any(node is other for other in added))
        block = book.variant_setup.get(self.variant, ()) if self.variant else usual
        infos = self.speech.book.world.piece_infos.values()
        shown = [info for info in infos if self.printed.has(info)]
        lying = () if short else self.speech.first_places(self.variant, without=shown)
        steps = self.speech.leaving_out(self.printed.lines).block(block, setup=True)
        return (*map(self.speech.said, (*texts, *short)), *lying, *steps)


def named_in(line: Line) -> list[int]:
    """The identities of what a line names."""
    return [id(run.about) for run in line.words if run.about is not None]


def of_several(form: Form) -> Form:
    """What is said of a thing, said of several: "they belong to Red"."""
    found: Form = changed(form, lambda part: replace(part, plural=True) if isinstance(part, It) else part)
    return found
