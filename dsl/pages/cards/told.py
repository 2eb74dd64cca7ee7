"""What stands on a reference card, as blocks: what is asked most often first, and by what is decided who wins last.

The sentences are those of the page that teaches the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from dsl.pages.cards.contents import Card
from dsl.pages.cards.references import only_to
from dsl.pages.cards.scores import groups, in_row
from dsl.pages.cards.signs import signs
from dsl.pages.guide.chapters import is_brought
from dsl.pages.learn.blocks import Block, Bullets, Figure, Heading, Listing, Para, Powers, Steps, as_a_row, lines_of
from dsl.pages.learn.ends import notes_on, wins, with_notes
from dsl.pages.learn.order import called, runs_in, subject, word_of
from dsl.pages.learn.telling import is_titled_so, lines_told
from dsl.pages.learn.tidy import filled
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line, Run, Table

if TYPE_CHECKING:
    from dsl.pages.game import Game

LED = ("rule", "action", "lesson")  # of which a sentence says what is allowed


class Told:
    """A card of a game as it is played with one number of players; `words`: with what its words mean."""

    def __init__(self, played: Game, card: Card, words: bool = False) -> None:
        self.played, self.card, self.words, self.t = played, card, words, played.t
        self.taught = played.taught
        self.notes: dict[int, Sequence[Line]] = {}  # on what no sign shows, which stand where that is named first
        self.names = card.names(words)

    @property
    def blocks(self) -> list[Block]:
        """Without headings over nothing. What words mean stands last, of those of which the card speaks."""
        explained = self.taught.setting_up.explained
        said = {line.text for p in self.card.told if p.sort == "lesson" for line in p.short}
        self.notes = {id(about): [Line((Run(text),))] for text, about in explained.items() if text not in said}
        found = [*self.parts()]
        if self.words:
            found += [Heading(self.t["terms"]), *self.meanings(self.spoken_of(found))]
        return list(filled(found))

    def spoken_of(self, blocks: Iterable[Block]) -> list[Passage]:
        """The words of which sentences speak, and those by which these are explained, but for what stands there."""
        waiting, found = [line for block in blocks for line in lines_of(block)], [*self.drawn]
        brought = [p for p in self.taught.plan.lessons.passages if p.sort == "term" and is_brought(p)]
        words = [*self.card.words, *brought]
        while waiting:
            named = {called(subject(run)) for run in runs_in(waiting.pop())}
            new = [word for word in words if word_of(word) in named and word not in found]
            found += new
            waiting += [line for word in new for line in (*word.short, *lines_told(word))]
        return [word for word in words if word in found and word not in self.drawn]

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
            yield Steps(() if short else self.here(passage.steps))
        for title, passages in (("actions", card.deeds), ("by_itself", card.by_itself)):
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

    def here(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        """Without what refers to anything that is not on the card."""
        return tuple(only_to(lines, self.names, self.played.speech.realiser.seeing))

    # ---------------------------------------------------------------------------------------------------- how it goes

    def course(self) -> Iterator[Block]:
        """A turn, step by step; or how the whole game goes, where play is more than turns and there is room for it."""
        turn = self.played.turn if self.card.roles == () else ()
        if self.card.shows_course or not turn:
            yield Heading(self.t["course"])
            telling = self.taught.telling
            yield Steps(self.here((*telling.words_of_course, *telling.course)) if telling.course else ())
        elif turn:
            yield Heading(self.t["your_turn"])
            yield Steps(self.here(Line((Run(step),)) for step in turn))

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
        needs, steps, drawn = self.here(passage.needs), passage.steps, self.where_to(passage)
        single = needs if len(needs) == 1 and not needs[0].children else ()
        asked = (Line((Run(f"{self.t['needs_short']}:"),), said=True),) if needs != single else ()
        cost = (replace(passage.cost, title=self.t["cost"]),) if passage.cost else ()
        told = (*self.leading(passage), *(() if drawn else (*single, *steps)))
        para = self.titled(title, passage, told or (() if needs else passage.words))
        apart = bool(drawn) or bool(para.lines[-1].children)
        yield para if apart else replace(para, lines=(*para.lines, *asked))
        yield from drawn
        yield Para(self.here((*single, *steps)) if drawn else (), "generated")
        yield Para(asked if apart else (), "fixed")
        yield Bullets((*(() if single else needs), *self.here(cost)))

    def leading(self, passage: Passage) -> tuple[Line, ...]:
        """What is allowed, if the name of it does not say that already."""
        lead = passage.lead if passage.sort in LED else None
        return () if lead is None or is_titled_so(passage, lead) else (lead,)

    def where_to(self, passage: Passage) -> list[Block]:
        """Where an action leads that is tried out on the board, for each sort of piece."""
        reaches = self.taught.telling.reaches
        if passage.sort != "action":
            return []
        if reaches.rows(passage.about):
            return [self.reached([passage])]
        words = self.taught.plan.lessons.drawn_words(passage)
        return [Para(tuple(reaches.of_all(words, drawn=False)), "generated"), self.reached(words)] if words else []

    def reached(self, passages: Sequence[Passage], before: Sequence[Passage] = ()) -> Bullets:
        """Where each sort of piece comes to; `before` are words that are told in the same way further up."""
        mine, others = ([p.about for p in some] for some in (passages, before))
        rows = self.taught.telling.reaches.rows_together(mine, others, drawn=False)
        return Bullets(tuple(as_a_row([*lines_of(Powers((row,)))], row.name) for row in rows))

    def titled(self, title: str, passage: Passage, lines: Iterable[Line]) -> Para:
        """What is said of a passage, behind its title and its sign."""
        variant = f" ({self.t['variant']})" if passage.variant else ""
        told = self.here(lines) or (Line(()),)
        notes = [] if passage.short else [note for line in told for note in notes_on(line, self.notes)]
        first, *rest = (*told, *notes)
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
        ends = self.taught.ends
        goals, others, draws = ends.in_course
        won = [p for p in self.played.endings if wins(p)]
        drawn = [p for p in self.played.endings if p not in won]
        first, last = ([self.card.short(p) or ends.end(p) for p in some] for some in (won, drawn))
        told = [*first, *((line,) for line in (*goals, *others)), *last, *((line,) for line in draws)]
        rows = [with_notes(as_a_row(found), self.notes) for lines in told if (found := self.here(lines))]
        yield Heading(self.t["aim"])
        yield Bullets(tuple(rows)) if len(rows) > 1 else Para(tuple(rows), "generated")
        for passage in (p for p in self.card.phases if self.in_turn and id(p.about) not in self.in_turn):
            yield self.titled(passage.title, passage, self.card.short(passage) or passage.steps)

    def scores(self) -> Iterator[Block]:
        yield from (Heading(self.t["scoring"]),) if self.card.scored else ()
        for passage in self.card.scored:
            table = self.card.table(passage)
            if isinstance(table, Table):
                yield Listing(passage.title, table)
            else:
                yield from self.meaning(passage)

    @cached_property
    def drawn(self) -> list[Passage]:
        """The words that stand with actions, as these lead where they say."""
        lessons = self.taught.plan.lessons
        return [word for action in self.card.actions for word in lessons.drawn_words(action)]

    def meanings(self, words: Sequence[Passage]) -> Iterator[Block]:
        """What words mean; of several sorts of pieces each where the first of them is, if that is tried out."""
        shaped, before = self.taught.rules.shaped(words), list(self.drawn)
        for passage in words:
            if id(passage) not in shaped:
                yield from self.meaning(passage)
            elif group := shaped[id(passage)]:
                yield self.titled("", passage, tuple(self.taught.telling.reaches.of_all(group, drawn=False)))
                yield self.reached(group, before)
                before += group

    def meaning(self, passage: Passage) -> Iterator[Block]:
        """What a word means; of groups that count each behind its picture, or all in a row with what they are worth."""
        lead, short = passage.lead, self.card.short(passage)
        if not short and self.taught.telling.reaches.rows(passage.about):
            yield from (self.titled(passage.title, passage, (lead,) if lead else ()), self.reached([passage]))
            yield Para(self.here(passage.steps), "generated")
            return
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
