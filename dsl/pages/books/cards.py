"""The reference cards as blocks, each as short as it has to be to have room on a side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dsl.pages.cards.paper import A4, A5, Paper
from dsl.pages.cards.references import only_to
from dsl.pages.cards.roles import Text, chosen, headed
from dsl.pages.learn.blocks import Block, Bullets, Figure, Heading, Listing, Para, Steps
from dsl.pages.learn.tree import filled
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line, Run, Table

if TYPE_CHECKING:
    from dsl.pages.game import Game

Card = tuple[str, Sequence[Block]]
"""Whom a card is for, if not everybody, and what stands on it."""


def cards(game: Game, paper: str) -> list[Card]:
    """Those of each role; where they differ with the number of players, one for each that differs."""
    size = A5 if paper == A5.name else A4
    found: dict[str, tuple[str, list[str], list[Block]]] = {}
    for card in game.handed:
        told = list(filled(Written(chosen(card.texts, size), size).blocks))
        found.setdefault(f"{card.roles}: {told}", (card.roles, [], told))[1].append(card.players)
    several = len({tuple(numbers) for _, numbers, _ in found.values()}) > 1
    return [(headed(roles, numbers if several else []), told) for roles, numbers, told in found.values()]


class Written:
    """What stands on a card of this size."""

    def __init__(self, text: Text, paper: Paper) -> None:
        self.game, self.played, self.card, self.t = text.game, text.played, text.card, text.game.t
        self.names = self.card.names(words=False)

    def here(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        return tuple(only_to(lines, self.names, self.played.speech.realiser.seeing))

    @property
    def blocks(self) -> Iterator[Block]:
        card, t = self.card, self.t
        if self.played.goes_beyond_phases:
            yield Heading(t["course"])
            yield Steps(self.here(self.played.brevity.steps(self.played.course)))
        for phase in card.phases:
            yield Heading(phase.title)
            yield Para(self.here(phase.short), "designer")
            yield Steps(() if phase.short else self.here(phase.steps))
        yield from self.entries(t["actions"], card.actions)
        yield from self.entries(t["by_itself"], card.by_itself)
        yield from self.entries(t["verbs"], card.verbs)
        for family, powers in card.families:
            yield from self.entries(family, powers)
        yield Heading(t["others_do"])
        for passage in card.opposed:
            yield self.titled(passage, card.briefly(passage))
        yield from self.numbers
        yield Heading(t["aim"])
        yield Bullets(tuple(self.row(p.short or ((p.lead,) if p.lead else ())) for p in self.played.endings))
        yield Heading(t["scoring"])
        for passage in card.scored:
            table = card.table(passage)
            yield Listing(passage.title, table) if isinstance(table, Table) else self.titled(passage, meaning(passage))
        if card.left_out:
            yield Para((Line((Run(f"{t['in_guide']} {', '.join(card.left_out)}."),)),), "fixed", flavour=True)

    @property
    def numbers(self) -> Iterator[Block]:
        card, names = self.card, ("ways", self.played.number_of_players)
        for passage, table in card.tables:
            if isinstance(table, Table):
                yield Listing(passage.title, table)
        for passage in card.lists:
            if passage.sheet is not None:
                yield Listing(passage.title, passage.sheet)
        about = card.about if card.shows_directions else ()
        for drawing in self.played.pictures.compasses(about, names + card.roles):
            yield Heading(self.t["directions"])
            yield Figure(drawing)

    def entries(self, title: str, passages: Iterable[Passage]) -> Iterator[Block]:
        yield Heading(title)
        for passage in passages:
            lead = (passage.lead,) if passage.lead and not (passage.needs or passage.steps) else ()
            yield self.titled(passage, passage.short or (*lead, *passage.steps))
            if not passage.short:
                cost = (passage.cost,) if passage.cost else ()
                yield Bullets(self.here((*(replace(need, title="") for need in passage.needs), *cost)))

    def titled(self, passage: Passage, lines: Iterable[Line]) -> Para:
        """What is said of a passage, behind its title."""
        variant = f" ({self.t['variant']})" if passage.variant else ""
        first, *rest = self.here(lines) or self.here(passage.words) or (Line(()),)
        return Para((replace(first, title=passage.title + variant), *rest), "generated")

    def row(self, lines: Iterable[Line]) -> Line:
        """Lines as one."""
        first, *rest = self.here(lines)
        return replace(first, words=tuple(r for one in (first, *rest) for r in (*one.words, Run(" "))))


def meaning(passage: Passage) -> tuple[Line, ...]:
    return passage.short or (*((passage.lead,) if passage.lead else ()), *passage.steps)
