"""The course of play at a glance: its steps, and those of its phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from dsl import model
from dsl.model.visit import nodes_in
from dsl.pages.learn.blocks import Glance, Steps, lines_of
from dsl.pages.learn.lessons import Taught
from dsl.pages.learn.order import Section, carried_out, carried_out_at_once, subject
from dsl.pages.learn.otherwise import how_many
from dsl.pages.learn.reach import lowered
from dsl.pages.learn.telling import Telling
from dsl.pages.reference.passages import Passage, opening
from dsl.prose.nodes import body_of, nodes_of
from dsl.prose.realiser import sentences_of
from dsl.prose.speech import Line, Run
from dsl.prose.unseen import Attributes, all_keep

MOST_AT_A_GLANCE = 14  # lines
MOST_OF_GIST = 22  # words


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
        return [*own, *self.told_phases]

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
        """The course of play, in which a phase that is opened is told by what can be done in it, unless that stands at
        a glance besides, or by its phases; where the same lines opened it before, it is only named. The only phase of a
        turn needs no name there, and one alone among other steps is played."""
        lines, sections = list(lines), {s.opening.about: s for s in self.sections if s.opening is not None}
        known = set[str]()
        alone = sum(line.text in self.openings for line in lines) == 1 < len(lines)
        for line in lines:
            late = self.from_second.get(line.text)
            section = sections.get(late or self.openings.get(line.text))
            if section is None or section.opening is None:
                yield replace(line, children=tuple(self.with_phases(line.children, turn=True)))
            elif self.opens_phases(section.opening):
                yield from self.with_phases(section.opening.steps)
            else:
                is_told = section.title in known or (self.is_brief and not section.opening.short)
                said = sentences_of(section.opening.short[0].text)[0] if section.opening.short else ""
                actions = "" if is_told else self.actions_in(section)
                names = "" if is_told else gist(said) or actions
                known.add(section.title)
                short = (Run(said, section.opening.about),)
                if said and turn and len(lines) == 1:
                    yield replace(line, words=lowered(short))
                elif said and alone and not actions:
                    yield replace(line, words=short)
                elif names and turn and len(lines) == 1:
                    yield replace(line, words=(Run(f"{names}.", section.opening.about),))
                elif alone and not names:
                    yield line
                else:
                    told = self.named(section, names, when=f" ({self.telling.game.t['from_second']})" if late else "")
                    yield replace(told, clauses=line.clauses)

    @cached_property
    def from_second(self) -> dict[str, model.Phase]:
        """The phases that are opened in all turns of a player but the first, by the sentences that say so with a number
        that only counts these turns."""
        counts, block = self.telling.unseen.turn_counts, self.telling.speech.block
        found: dict[str, model.Phase] = {}
        for turns in (line for line in self.telling.game.rulebook.play if isinstance(line, model.TakeTurns)):
            for line in turns.body:
                phase = opened_later(line, counts)
                if phase is not None:
                    found[block((replace(turns, body=(line,)),))[0].children[0].text] = phase
        return found

    def named(self, section: Section, what: str, rows: tuple[Line, ...] = (), when: str = "") -> Line:
        """A phase by its name, and what is done in it; `when`: only then."""
        about = section.opening.about if section.opening is not None else None
        return Line((Run(section.title, about), Run(when + (f": {what}." if what else ":" if rows else "."))), rows)

    def actions_in(self, section: Section) -> str:
        """What can be done in a phase, also what is told with another, where one of several is chosen these together;
        then the other actions that are told with it. What a window lets players do in between has its own heading, and
        what is a part of another action is told with that."""
        told = {id(p.about): p.title for other in self.sections for p in other.steps if p.sort == "action"}
        phase = section.opening.about if section.opening else None
        offered = [*carried_out_at_once(phase.body, windows=False)] if isinstance(phase, model.Phase) else []
        known, found = set[str](), list[str]()
        offered = [acts for acts in offered if not any(set(acts) < set(more) for more in offered)]
        for acts in (*offered, [p.about for p in section.steps if p.about not in self.within | self.of_phases]):
            titles = [told[id(act)] for act in acts if id(act) in told]
            new = [title for title in dict.fromkeys(titles) if title not in known]
            known.update(new)
            found += [self.one_of(new)] if new else []
        return "; ".join(found)

    @cached_property
    def within(self) -> set[model.Definition]:
        """The actions that are offered only in others, or in a phase that is a part of these, or while a window is
        open."""
        book = self.telling.game.rulebook
        bodies = [body_of(about) for about in (*book.actions.values(), *book.windows.values())]
        own = [book.play, *(phase.body for phase in book.phases.values())]
        parts = opened_in(bodies) - opened_in(own)
        bodies += (phase.body for phase in parts)
        own = [block for block in own if block not in bodies]
        inside, offered = ({act for body in some for act in carried_out(body, windows=False)} for some in (bodies, own))
        return inside - offered

    @cached_property
    def of_phases(self) -> set[model.Definition]:
        """The actions that phases offer, each of which is named with these."""
        phases = {section.opening.about for section in self.sections if section.opening is not None}
        bodies = [phase.body for phase in phases if isinstance(phase, model.Phase)]
        return {done for body in bodies for done in carried_out(body, windows=False)}

    def one_of(self, names: Sequence[str]) -> str:
        *others, last = names
        return f"{', '.join(others)} {self.telling.game.t['or']} {last}" if others else last

    @cached_property
    def is_brief(self) -> bool:
        """Whether all that is done has room at a glance, so that it stands nowhere else."""
        own = [*self.telling.course, *(line for phase in self.spread_phases for line in phase.steps)]
        return how_many(own) + sum(how_many(lines) for _, lines in self.told_phases) <= MOST_AT_A_GLANCE

    @property
    def spread_phases(self) -> list[Passage]:
        return [phase for phase in self.phases if self.opens_phases(phase)]

    @cached_property
    def usual(self) -> dict[str, Line]:
        """What is offered without what variants add, by the sentence that has it all."""
        block, found = self.telling.speech.block, {}
        for offer in (node for node in nodes_of(self.telling.game.rulebook) if isinstance(node, model.Offer)):
            left = tuple(one for one in offer.invocations if not one.action.variant)
            if 0 < len(left) < len(offer.invocations):
                found[block((offer,))[0].text] = block((replace(offer, invocations=left),))[0]
        return found

    @property
    def told_phases(self) -> list[tuple[str, tuple[Line, ...]]]:
        """The other phases, each with its steps, but for those of which the designer tells in other words."""
        told = (p for p in self.phases if not p.short and not self.opens_phases(p))
        return [(p.title, tuple(self.for_players(line for line in p.steps if not line.said))) for p in told]

    def for_players(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Lines without what variants add, and without verbs that only keep what nobody sees and are told below by the
        designer's words alone."""
        attributes = self.telling.unseen.attributes
        for line in (self.usual.get(line.text, line) for line in lines):
            named = [subject(run) for run in line.words if run.about is not None]
            verb = named[0] if len(named) == 1 else None
            if not isinstance(verb, model.Procedure) or not verb.short or not all_keep(verb.body, attributes):
                yield replace(line, children=tuple(self.for_players(line.children)))

    @property
    def glance(self) -> Glance:
        """The course of play, and what must be so whatever is done of all that there is to do."""
        return Glance((*self.parts, *(("", (line,)) for line in self.common)))

    @property
    def common(self) -> Iterator[Line]:
        """What all actions of the game need, if that is told under a name of its own and is a single sentence."""
        told = [p for section in self.sections for p in section.told]
        done = {p.about for p in told if p.sort == "action"}
        for lesson in (p for p in told if isinstance(p.about, Taught) and done and done.issubset(p.about.of)):
            (_, *words), *others = [line.words for line in lesson.needs]
            if words and not others and not lesson.needs[0].children:
                yield replace(lesson.needs[0], words=(replace(words[0], text=opening(words[0].text)), *words[1:]))

    @property
    def parts(self) -> Sequence[tuple[str, tuple[Line, ...]]]:
        if self.is_brief:
            return self.courses
        own = self.courses[0] if self.telling.course else ("", ())
        told = {line.text for line in lines_of(Steps(own[1]))}
        inside = [phase for section in self.sections for phase in self.phases_in(section)]
        sections = (section for section in self.sections if section.opening and section.opening.about not in inside)
        others = tuple(line for line in map(self.row, sections) if line is not None)
        others = tuple(line for line in others if told.isdisjoint({line.text, line.text.partition(": ")[2]}))
        return (own, ("", others)) if own[1] else (("", others),)

    def row(self, section: Section, inside: bool = False) -> Line | None:
        """A phase with what can be done in it; with those that it opens below it, what is done in them or not."""
        what, opened = self.actions_in(section), self.phases_in(section)
        below = (self.row(other, inside=True) for other in self.sections if other.opening in self.opened_by(opened))
        rows = tuple(line for line in below if line is not None)
        return self.named(section, what, rows) if what or rows or inside else None

    def opened_by(self, phases: Sequence[object]) -> list[Passage]:
        return [passage for passage in self.phases if passage.about in phases]

    def phases_in(self, section: Section) -> list[model.Phase]:
        """The phases that a phase opens, if the course of play does not tell of them in its place."""
        opening = section.opening
        if opening is None or self.opens_phases(opening):
            return []
        return [self.openings[line.text] for line in opening.steps if line.text in self.openings]


def opened_in(bodies: Iterable[model.Block]) -> set[model.Phase]:
    return {
        node.phase for body in bodies for line in body for node in nodes_in(line) if isinstance(node, model.DoPhase)
    }


def opened_later(line: model.Statement, counts: Attributes) -> model.Phase | None:
    """The phase that a line opens if a count of turns is more than one."""
    match line:
        case model.If(
            branches=((model.Compare(left=model.Get(attribute=attribute)) as asked, (model.DoPhase() as done,)),)
        ):
            least = asked.right.value + (asked.operator == ">") if isinstance(asked.right, model.Constant) else 0
            is_later = attribute in counts and asked.operator in (">", ">=") and least == 2
            return done.phase if is_later else None
        case _:  # does more, or asks something else
            return None


def gist(said: str) -> str:
    """What the designer says first of a phase, if that is short enough to stand beside its name."""
    return said.removesuffix(".") if len(said.split()) <= MOST_OF_GIST and "(" not in said else ""
