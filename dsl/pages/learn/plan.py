"""What is told in which part of the page that teaches a game."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from dsl import model
from dsl.pages.learn.blocks import Block, Note, Para, lines_of
from dsl.pages.learn.ends import Ends, named
from dsl.pages.learn.lessons import Lessons
from dsl.pages.learn.order import Order, Section, runs_in, subject
from dsl.pages.learn.setting_up import SettingUp
from dsl.pages.learn.telling import Telling, lines_told
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line

if TYPE_CHECKING:
    from dsl.pages.game import Game
    from dsl.pages.guide.chapters import Chapter


class Plan:
    """The words that are told with the goal, the setup and the course of play, and the sections behind them. What one
    of these takes the next does not have: so each asks for the one before it."""

    def __init__(self, game: Game, telling: Telling, setting_up: SettingUp, ends: Ends) -> None:
        self.game, self.t = game, game.t
        self.telling, self.speech = telling, telling.speech
        self.setting_up, self.ends = setting_up, ends

    @cached_property
    def order(self) -> Order:
        ends = [line for p in self.game.endings for line in self.lines_of(p)]
        chapters = (*self.game.variants, *self.game.other_terms)
        apart = (p for chapter in chapters for p in (*chapter.passages, *chapter.terms))
        ends += [line for p in apart for line in lines_told(p)]
        outside = [*ends, *map(named, self.speech.outcomes()), *self.lines_of_setup]
        book, parts, course = self.game.rulebook, self.lessons.parts, self.telling.course
        return Order(book, parts, self.lines_of, course, outside, self.t["your_turn"], self.lessons.behind)

    def lines_of(self, passage: Passage) -> tuple[Line, ...]:
        """The sentences that are taught of a passage; of an end of the game from the side of who wins by it."""
        if isinstance(passage.about, model.Ending):
            return (*self.ends.end(passage), *passage.words)
        return lines_told(passage)

    @cached_property
    def lessons(self) -> Lessons:
        return Lessons(self.game, self.telling, self.setting_up.explained)

    @cached_property
    def words_of_goal(self) -> list[Passage]:
        """What the sentences on the goal speak of, where a few more sentences tell it."""
        lines = [line for block in self.ends.told(winning=True) for line in lines_of(block)]
        return self.order.beside(lines) or self.order.beside(lines[:1])

    @property
    def lines_of_setup(self) -> list[Line]:
        told = [line for passage in self.setting_up.verbs for line in lines_told(passage)]
        return [*self.speech.block(self.setting_up.spelt_out, setup=True), *told]

    @cached_property
    def words_of_setup(self) -> list[Passage]:
        """What only the setup speaks of."""
        assert self.words_of_goal is not None  # they come first
        self.order.place(self.setting_up.called)
        return self.order.only_of(self.lines_of_setup)

    @cached_property
    def words_of_course(self) -> list[Passage]:
        """What the course of play speaks of, and no phase that is told in short says."""
        assert self.words_of_setup is not None  # likewise
        said = self.telling.said_by_phases
        return [p for p in self.order.named_in(self.telling.course) if said.isdisjoint(map(id, p.abouts))]

    @cached_property
    def words_of_winning(self) -> list[Passage]:
        """What only the sentences on the goal speak of, where that is too much to stand with them."""
        assert self.words_of_course is not None  # likewise
        return self.order.only_of_ends([line for b in self.ends.told(winning=True) for line in lines_of(b)])

    @cached_property
    def how_else_it_ends(self) -> Section:
        """What only the sentences on how it ends speak of, as far as it does not stand with the goal."""
        others = [line for b in self.ends.told(winning=False) for line in lines_of(b)]
        title = self.t["aim" if self.words_of_winning else "other_ends"]
        return Section(title, steps=[*self.words_of_winning, *self.order.only_of_ends(others)])

    @cached_property
    def sections(self) -> list[Section]:
        assert self.how_else_it_ends is not None  # likewise
        return self.order.sections()

    @property
    def all_sections(self) -> Sequence[Section]:
        """Those of the play, and how else it ends."""
        return (*self.sections, self.how_else_it_ends)

    def variants_in(self, section: Section) -> list[Chapter]:
        """The variants that bring what is chosen together with an action of a section."""
        if section.part is None or not any(step.about in self.order.beside_variants for step in section.steps):
            return []
        inside = {p.about for part in self.game.passages.parts if part.title == section.title for p in part.passages}
        found = [chapter for chapter in self.game.variants if chapter.passages]
        return [chapter for chapter in found if all(p.about in inside for p in chapter.passages)]

    @cached_property
    def notes(self) -> dict[str, list[Block]]:
        """What is to know of pieces and boards, by where it stands: under the titles of sections where it speaks of
        powers that are told there first, and under the anchors of passages, or the title of the last section, where
        it explains what these ask for first; under no title what is to know at the setup. What is told in other words
        where it is asked for is not told again."""
        found: dict[str, list[Block]] = defaultdict(list)
        for note in self.setting_up.notes([passage for section in self.all_sections for passage in section.told]):
            said = note.lines if isinstance(note, Note) else ()
            lines = [line for line in said if self.setting_up.explained.get(line.text) not in self.told_otherwise]
            homes = [self.home_of_note(line) for line in lines]
            if said and not lines:
                continue
            for home in dict.fromkeys(homes or [""]):
                here = tuple(line for line, where in zip(lines, homes, strict=True) if where == home)
                told = replace(note, lines=here) if isinstance(note, Note) else note
                found[home].append(Para(here, "designer", word=True) if home in self.asking.values() else told)
        return found

    @property
    def notes_of_ends(self) -> dict[int, list[Line]]:
        """Those on what the sentences on how else it ends ask for, by the identity of that."""
        notes = [note for note in self.notes[self.how_else_it_ends.title] if isinstance(note, Para)]
        return {id(self.setting_up.explained[line.text]): [line] for note in notes for line in note.lines}

    def home_of_note(self, line: Line) -> str:
        explained = self.setting_up.explained.get(line.text)
        if explained is not None:
            return self.asking.get(explained, "")
        return next((title for power, title in self.powers.items() if names(line, power)), "")

    @cached_property
    def told_otherwise(self) -> set[object]:
        """What no sign shows, and either nothing that is told asks for, or a lesson has the words on."""
        lessons = [p for section in self.sections for p in section.told if p.sort == "lesson"]
        said = {line.text for lesson in lessons for line in lesson.short}
        return {a for text, a in self.setting_up.explained.items() if text in said or a not in self.asking}

    @cached_property
    def powers(self) -> dict[str, str]:
        """The titles of the sections in which powers are told, by their names."""
        return {p.title: section.title for section in self.sections for p in section.told if p.sort == "power"}

    @cached_property
    def asking(self) -> dict[object, str]:
        """Where that which no sign shows is asked for first; in a section the words that ask for it come first."""
        ends = [line for winning in (True, False) for b in self.ends.told(winning) for line in lines_of(b)]
        told = [
            (p.anchor, lines_told(p))
            for section in self.sections
            for p in sorted(section.told, key=lambda p: p.sort != "term")
        ]
        places = [*told, (self.how_else_it_ends.title, ends)]
        kept = {id(a): a for a in self.setting_up.explained.values()}
        found: dict[object, str] = {}
        for where, lines in places:
            spoken = {id(subject(run)) for line in lines for run in runs_in(line)}
            found |= {a: where for number, a in kept.items() if number in spoken and a not in found}
        return found


def names(line: Line, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", line.text) is not None
