"""The course of play at a glance: its steps, and those of its phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from dsl import model
from dsl.pages.learn.blocks import Glance, Steps, lines_of
from dsl.pages.learn.order import Section, carried_out
from dsl.pages.learn.otherwise import how_many
from dsl.pages.learn.telling import Telling
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line, Run

MOST_AT_A_GLANCE = 14  # lines


class Overview:
    """That of a game whose rules are told in some sections."""

    def __init__(self, telling: Telling, sections: Sequence[Section]) -> None:
        self.telling, self.sections = telling, sections

    @property
    def phases(self) -> list[Passage]:
        return [section.opening for section in self.sections if section.opening is not None]

    @cached_property
    def courses(self) -> list[tuple[str, tuple[Line, ...]]]:
        """What is done outside of phases and in each, as lists of steps."""
        own = [("", tuple(self.with_phases(self.telling.course)))] if self.telling.course else []
        told = [
            (p.title, tuple(line for line in p.steps if not line.said))
            for p in self.phases
            if not p.short and not self.opens_phases(p)
        ]
        return [*own, *told]

    def opens_phases(self, passage: Passage) -> bool:
        """Whether a phase is a row of others, which are told by themselves: the course of play has its steps then."""
        return passage.about in self.spread

    @cached_property
    def spread(self) -> set[object]:
        """The phases in whose place the course of play has their steps, as these open others; no phase that is played
        again and again, nor what only such a one opens."""
        sections, found = {passage.about: passage for passage in self.phases}, set[object]()
        waiting = [*self.telling.course]
        while waiting:
            line = waiting.pop()
            passage = sections.get(self.openings.get(line.text))
            waiting += line.children
            if passage is None or passage.about in {*self.again, *found}:
                continue
            if any(step.text in self.openings for step in passage.steps):
                found.add(passage.about)
                waiting += passage.steps
        return found

    @cached_property
    def again(self) -> set[object]:
        """The phases that the course of play opens more than once."""
        opened = Counter(self.openings.get(line.text) for line in lines_of(Steps(tuple(self.telling.course))))
        return {phase for phase, times in opened.items() if phase is not None and times > 1}

    @cached_property
    def openings(self) -> dict[str, model.Phase]:
        """The phases that are steps of others, by the sentences that open them."""
        return {text: phase for phase, text in self.telling.phases_opened}

    def with_phases(self, lines: Iterable[Line], turn: bool = False) -> Iterator[Line]:
        """The course of play, in which a phase that is opened is told by what can be done in it, or by its phases;
        where the same lines opened it before, it is only named. The only phase of a turn needs no name there."""
        lines, sections = list(lines), {s.opening.about: s for s in self.sections if s.opening is not None}
        known = set[str]()
        for line in lines:
            section = sections.get(self.openings.get(line.text))
            if section is None or section.opening is None:
                yield replace(line, children=tuple(self.with_phases(line.children, turn=True)))
            elif self.opens_phases(section.opening):
                yield from self.with_phases(section.opening.steps)
            else:
                names = ", ".join(self.actions_in(section))
                is_new = bool(names) and section.title not in known
                known.add(section.title)
                opening = section.opening.about
                alone = turn and len(lines) == 1 and is_new
                words = (
                    (Run(f"{names}.", opening),)
                    if alone
                    else (Run(section.title, opening), Run(f": {names}." if is_new else "."))
                )
                yield Line(words, clauses=line.clauses)

    def actions_in(self, section: Section) -> list[str]:
        """What can be done in a phase, also what is told with another; then the other actions that are told with it.
        What a window lets players do in between has its own heading."""
        told = {id(p.about): p.title for other in self.sections for p in other.steps if p.sort == "action"}
        phase = section.opening.about if section.opening else None
        done = carried_out(phase.body, windows=False) if isinstance(phase, model.Phase) else ()
        offered = [id(one) for one in done if isinstance(one, model.Action)]
        own = [id(p.about) for p in section.steps]
        return [told[act] for act in dict.fromkeys((*offered, *own)) if act in told]

    @cached_property
    def is_brief(self) -> bool:
        """Whether all that is done has room at a glance, so that it stands nowhere else."""
        return sum(how_many(lines) for _, lines in self.courses) <= MOST_AT_A_GLANCE

    @property
    def glance(self) -> Glance:
        if self.is_brief:
            return Glance(tuple(self.courses))
        own = self.courses[0] if self.telling.course else ("", ())
        actions = {section.title: self.actions_in(section) for section in self.sections if section.opening}
        told = {line.text for line in lines_of(Steps(own[1]))}
        listed = ((title, ", ".join(names)) for title, names in actions.items() if names)
        others = tuple(
            (title, (Line((Run(names),)),))
            for title, names in listed
            if told.isdisjoint((f"{title}: {names}.", f"{names}."))
        )
        return Glance((own, *others) if own[1] else others)
