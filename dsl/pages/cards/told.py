"""What stands on a reference card, as blocks: what is asked most often first, and by what is decided who wins last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from dsl.pages.cards.contents import Card
from dsl.pages.cards.references import only_to
from dsl.pages.cards.scores import groups, in_row
from dsl.pages.cards.signs import signs
from dsl.pages.learn.blocks import Block, Bullets, Figure, Heading, Listing, Para, Steps
from dsl.pages.learn.tidy import filled
from dsl.pages.markdown import is_choice
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line, Run, Table

if TYPE_CHECKING:
    from dsl.pages.game import Game


class Told:
    """A card of a game as it is played with one number of players; `words`: with what its words mean."""

    def __init__(self, played: Game, card: Card, words: bool = False) -> None:
        self.played, self.card, self.words, self.t = played, card, words, played.t
        self.names = card.names(words)

    @property
    def blocks(self) -> list[Block]:
        """Without headings over nothing."""
        return list(filled(self.parts()))

    def parts(self) -> Iterator[Block]:
        card, t = self.card, self.t
        yield from self.course()
        if row := self.played.printing.row_from_afar((self.played.number_of_players, *card.roles)):
            yield Heading(self.played.printing.row_called)
            yield Figure(row)
        for passage in () if self.in_turn else card.phases:
            yield Heading(passage.title)
            short = self.here(card.short(passage))
            yield Para(short, "designer")
            yield from () if short else self.steps(passage.steps)
        for title, passages in (("actions", card.actions), ("by_itself", card.by_itself)):
            yield from self.entries(t[title], passages)
        for family, powers in card.families:
            yield from self.entries(family, powers)
        yield from self.entries(t["verbs"], card.verbs)  # of which actions and powers speak
        yield Heading(t["others_do"])
        yield from (self.titled(passage.title, passage, card.briefly(passage)) for passage in card.opposed)
        yield from self.numbers()
        yield from self.ends()
        yield from self.scores()
        if card.left_out:
            yield Para((Line((Run(f"{t['in_guide']} {', '.join(card.left_out)}."),)),), "fixed", flavour=True)
        if self.words:
            yield Heading(t["terms"])
            yield from (para for passage in card.words for para in self.meaning(passage))

    def here(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        """Without what refers to anything that is not on the card."""
        return tuple(only_to(lines, self.names, self.played.speech.realiser.seeing))

    # ---------------------------------------------------------------------------------------------------- how it goes

    def course(self) -> Iterator[Block]:
        """A turn, step by step; or how the whole game goes, where play is more than turns and there is room for it."""
        turn = self.played.turn if self.card.roles == () else ()
        if self.card.shows_course or not turn:
            yield Heading(self.t["course"])
            lines = self.played.brevity.steps(self.played.course) if self.played.goes_beyond_phases else ()
            yield from self.steps(lines)
        elif turn:
            yield Heading(self.t["your_turn"])
            yield from self.steps(Line((Run(step),)) for step in turn)

    def steps(self, lines: Iterable[Line]) -> Iterator[Block]:
        """What is done, step by step; a single step has no number, but what stands under it."""
        found = self.here(lines)
        if len(found) == 1 and not (found[0].children and is_choice(found[0])):
            yield Para((replace(found[0], children=()),), "generated")
            found = found[0].children
        yield Steps(found)

    @cached_property
    def in_turn(self) -> frozenset[int]:
        """The phases of which the steps of a turn tell all."""
        told = self.card.roles == () and not self.card.shows_course and self.played.turn
        return frozenset(map(id, self.played.phases_in_short)) if told else frozenset()

    def entries(self, title: str, passages: Iterable[Passage]) -> Iterator[Block]:
        yield Heading(title)
        for passage in passages:
            yield from self.entry(passage)

    def entry(self, passage: Passage) -> Iterator[Block]:
        """What is done, and below that what it needs and costs; what the designer tells in short says all of that."""
        if passage.short:
            yield self.titled(passage.title, passage, self.card.short(passage))
            return
        title = passage.lead.text.rstrip(":") if passage.sort == "verb" and passage.lead else passage.title
        lead = (passage.lead,) if passage.lead and passage.sort == "rule" else ()
        needs = self.here(passage.needs)
        told = self.titled(title, passage, (*lead, *passage.steps) or (() if needs else passage.words))
        asked = Line((Run(f"{self.t['needs_short']}:"),), said=True)
        if not needs:
            yield told
        elif told.lines[-1].children:
            yield told
            yield Para((asked,), "fixed")
        else:
            yield replace(told, lines=(*told.lines, asked))
        cost = (replace(passage.cost, title=self.t["cost"]),) if passage.cost else ()
        yield Bullets((*(replace(need, title="") for need in needs), *self.here(cost)))

    def titled(self, title: str, passage: Passage, lines: Iterable[Line]) -> Para:
        """What is said of a passage, behind its title and its sign."""
        variant = f" ({self.t['variant']})" if passage.variant else ""
        first, *rest = self.here(lines) or (Line(()),)
        sign = Markup(self.signs.get(passage.anchor, ""))
        return Para((replace(first, title=title + variant), *rest), "generated", sign=sign)

    @cached_property
    def signs(self) -> dict[str, str]:
        return signs(self.card, self.played.pictures.artist.look)

    # -------------------------------------------------------------------------------------------- numbers and the end

    def numbers(self) -> Iterator[Block]:
        card, names = self.card, ("ways", self.played.number_of_players)
        for passage, table in card.tables:
            if isinstance(table, Table):
                yield Heading(passage.title)
                yield Listing("", table)
        for passage in card.lists:
            if passage.sheet is not None:
                yield Heading(passage.title)
                yield Listing("", passage.sheet)
        about = card.about if card.shows_directions else ()
        for drawing in self.played.pictures.compasses(about, names + card.roles):
            yield Heading(self.t["directions"])
            yield Figure(drawing)

    def ends(self) -> Iterator[Block]:
        told = (self.card.short(p) or ((p.lead,) if p.lead else ()) for p in self.played.endings)
        rows = [self.row(found) for lines in told if (found := self.here(lines))]
        yield Heading(self.t["aim"])
        yield Bullets(tuple(rows)) if len(rows) > 1 else Para(tuple(rows), "generated")
        for passage in (p for p in self.card.phases if self.in_turn and id(p.about) not in self.in_turn):
            yield self.titled(passage.title, passage, self.card.short(passage) or passage.steps)

    def row(self, lines: tuple[Line, ...]) -> Line:
        """Lines as one."""
        words = tuple(run for line in lines for run in (*line.words, Run(" ")))
        return replace(lines[0], words=words[:-1], children=tuple(child for line in lines for child in line.children))

    def scores(self) -> Iterator[Block]:
        yield from (Heading(self.t["scoring"]),) if self.card.scored else ()
        for passage in self.card.scored:
            table = self.card.table(passage)
            if isinstance(table, Table):
                yield Listing(passage.title, table)
            else:
                yield from self.meaning(passage)

    def meaning(self, passage: Passage) -> Iterator[Block]:
        """What a word means; of groups that count each behind its picture, or all in a row with what they are worth."""
        lead, short = passage.lead, self.card.short(passage)
        pictured = groups(passage.about, self.played.pictures.artist) if lead and not short else []
        if lead is None or not pictured:
            yield self.titled(passage.title, passage, short or (*((lead,) if lead else ()), *passage.steps))
            return
        yield self.titled(passage.title, passage, (replace(lead, children=()),))
        if row := in_row(passage.about, self.played.pictures.artist):
            name = self.played.speech.name
            text = self.t[f"groups_{row.alike}"].format(what=name(row.of), several=name(row.of, many=True))
            yield Para((Line((Run(text),)),), "generated", sign=Markup(row.drawing))
            return
        for sign, line in zip(pictured, self.here(lead.children), strict=True):
            yield Para((line,), "generated", sign=Markup(sign))
