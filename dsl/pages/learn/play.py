"""The course of play: at a glance, then section by section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from dsl import model
from dsl.pages.learn.besides import Besides
from dsl.pages.learn.blocks import Block, Heading, Para
from dsl.pages.learn.order import Section
from dsl.pages.learn.overview import Overview
from dsl.pages.learn.plan import Plan
from dsl.pages.learn.rules import Rules, in_paragraphs, steps
from dsl.pages.markdown import anchor
from dsl.pages.reference.passages import Passage

MOST_OF_FLAVOUR = 40  # words: what is longer than this at the head of a chapter explains something


class Play:
    """That of a game whose rules are told by a plan."""

    def __init__(self, plan: Plan, rules: Rules, besides: Besides) -> None:
        self.plan, self.rules, self.besides = plan, rules, besides
        self.game, self.telling, self.tables = plan.game, plan.telling, rules.tables

    @cached_property
    def blocks(self) -> list[Block]:
        told = (section for section in self.plan.sections if not self.home_of(section))
        return [*self.at_a_glance, *(block for section in told for block in self.section(section))]

    @cached_property
    def overview(self) -> Overview:
        return Overview(self.telling, self.plan.sections)

    @property
    def at_a_glance(self) -> Iterator[Block]:
        """What is done in the order of play: all steps, or, if these are many, what can be done in each phase; then the
        designer's words on it, and what it speaks of."""
        yield self.overview.glance
        yield Para(self.telling.words_of_course, "designer")
        for passage in self.plan.words_of_course:
            yield from self.rules.step(passage)

    def asides(self, home: str) -> Iterator[Para]:
        """The designer's words on chapters of which nothing else is told where they stand."""
        for section in (section for section in self.plan.sections if self.home_of(section) == home):
            yield Para(tuple(replace(line, said=False) for line in section.words), "designer", flavour=True)

    def home_of(self, section: Section) -> str:
        """With what the words on a chapter stand that is only on what is needed, on variants, or on how it ends; else
        nothing."""
        if section.told or self.tables.told_in[section.title]:
            return ""
        inside = [p for part in self.game.passages.parts if part.title == section.title for p in part.passages]
        if any(p.variant for p in inside):
            return "variants"
        if any(p.about is other.about for p in inside for other in self.plan.how_else_it_ends.steps):
            return "ends"
        return "needed" if inside and all(p.sort == "thing" for p in inside) else ""

    def section(self, section: Section) -> Iterator[Block]:
        yield Heading(section.title, label=address(section))
        words = tuple(replace(line, said=False) for line in section.words)
        ruling = any(self.game.book.beside_print.intersection(line.clauses) for line in words)
        said: list[Passage] = []
        if sum(len(line.text.split()) for line in words) <= MOST_OF_FLAVOUR and not ruling:
            yield Para(words, "designer", flavour=True)
        else:  # each text explains something else
            yield from (Para((line,), "designer") for line in words)
            said = section.said
        if section.opening is not None:
            yield from self.phase(section.opening)
        yield from self.tables.told_in[section.title]
        yield from (story for passage in said for story in self.rules.story(passage))
        yield from self.rules.told([p for p in section.steps if p not in said], section.title)
        yield from self.plan.notes[section.title]
        if variants := self.plan.variants_in(section):
            yield Heading(self.game.t["variants"], 3)
            yield from self.besides.variants(variants, 4)
        if section.opening is not None and self.is_told_at_end(section.opening):
            for block in self.rules.words(section.opening.words):
                yield replace(block, closing=True) if isinstance(block, Para) else block

    def phase(self, passage: Passage) -> Iterator[Block]:
        at_end = self.is_told_at_end(passage)
        if not at_end:
            yield from self.rules.words(passage.words_before)
        if passage.short:
            yield from in_paragraphs(passage.short)
        elif not self.overview.is_brief and not self.overview.opens_phases(passage):
            yield from steps(passage.steps)
        if not at_end:
            yield from self.rules.words(passage.words_behind)
        yield from self.rules.story(passage)

    def is_told_at_end(self, passage: Passage | None) -> bool:
        """Whether the designer's words on a phase stand behind its steps, of which only the glance tells besides."""
        if passage is None or passage.short or not self.overview.is_brief or not isinstance(passage.about, model.Phase):
            return False
        first = min((line.span.line for line in passage.about.body), default=0)
        return all(text.span.line > first for text in passage.about.texts)


def address(section: Section) -> str:
    return f"#{anchor(f'section {section.title}')}"
