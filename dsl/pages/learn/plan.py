"""What is told in which part of the page that teaches a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from dsl.pages.learn.blocks import Block, Note, lines_of
from dsl.pages.learn.ends import Ends
from dsl.pages.learn.order import Order, Section
from dsl.pages.learn.setting_up import SettingUp
from dsl.pages.learn.telling import Telling, lines_told
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line

if TYPE_CHECKING:
    from dsl.pages.game import Game


class Plan:
    """The words that are told with the goal, the setup and the course of play, and the sections behind them. What one
    of these takes the next does not have: so each asks for the one before it."""

    def __init__(self, game: Game, telling: Telling, setting_up: SettingUp, ends: Ends) -> None:
        self.game, self.t = game, game.t
        self.telling, self.speech = telling, telling.speech
        self.setting_up, self.ends = setting_up, ends

    @cached_property
    def order(self) -> Order:
        ends = [line for p in self.game.endings for line in lines_told(p)]
        apart = (p for chapter in (*self.game.variants, *self.game.other_terms) for p in chapter.passages)
        ends += [line for p in apart for line in lines_told(p)]
        outside = [*ends, *self.speech.outcomes(), *self.lines_of_setup]
        book, parts, course = self.game.rulebook, self.telling.parts, self.telling.course
        return Order(book, parts, lines_told, course, outside, self.t["your_turn"])

    @cached_property
    def words_of_goal(self) -> list[Passage]:
        """What the sentences on the goal speak of, where a few more sentences tell it."""
        lines = [line for block in self.ends.told(winning=True) for line in lines_of(block)]
        return self.order.beside(lines) or self.order.beside(lines[:1])

    @property
    def lines_of_setup(self) -> list[Line]:
        told = [line for passage in self.setting_up.verbs for line in lines_told(passage)]
        return [*self.speech.block(self.setting_up.done, setup=True), *told]

    @cached_property
    def words_of_setup(self) -> list[Passage]:
        """What only the setup speaks of."""
        assert self.words_of_goal is not None  # they come first
        self.order.place(self.setting_up.verbs)
        return self.order.only_of(self.lines_of_setup)

    @cached_property
    def words_of_course(self) -> list[Passage]:
        """What the course of play speaks of."""
        assert self.words_of_setup is not None  # likewise
        return self.order.named_in(self.telling.course)

    @cached_property
    def how_else_it_ends(self) -> Section:
        """What only the sentences on how else it ends speak of."""
        assert self.words_of_course is not None  # likewise
        lines = [line for block in self.ends.told(winning=False) for line in lines_of(block)]
        return Section(self.t["other_ends"], steps=self.order.only_of_ends(lines))

    @cached_property
    def sections(self) -> list[Section]:
        assert self.how_else_it_ends is not None  # likewise
        return self.order.sections()

    @property
    def all_sections(self) -> Sequence[Section]:
        """Those of the play, and how else it ends."""
        return (*self.sections, self.how_else_it_ends)

    @cached_property
    def notes(self) -> dict[str, list[Block]]:
        """By the titles of sections what is to know of pieces there, as it speaks of powers that are told there first;
        under no title what is to know at the setup."""
        powers = {p.title: section.title for section in self.sections for p in section.told if p.sort == "power"}
        found: dict[str, list[Block]] = {title: [] for title in ("", *(section.title for section in self.sections))}
        for note in self.setting_up.notes:
            lines = note.lines if isinstance(note, Note) else ()
            homes = [next((powers[name] for name in powers if names(line, name)), "") for line in lines]
            for home in dict.fromkeys(homes or [""]):
                here = tuple(line for line, title in zip(lines, homes, strict=True) if title == home)
                found[home].append(replace(note, lines=here) if isinstance(note, Note) else note)
        return found


def names(line: Line, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", line.text) is not None
