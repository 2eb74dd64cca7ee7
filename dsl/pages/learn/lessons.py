"""What is told apart from the actions of a turn, as it is one thing to learn: what all of them need, and where one of
them goes besides, if that takes words of its own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from dsl import model
from dsl.analysis.standing import names, stems
from dsl.model import Definition, Statement
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute
from dsl.pages.guide.examples import Story
from dsl.pages.learn.blocks import in_a_row
from dsl.pages.learn.order import runs_in, subject, word_of
from dsl.pages.learn.otherwise import texts
from dsl.pages.learn.reach import lowered
from dsl.pages.learn.telling import Telling
from dsl.pages.reference.passages import Part, Passage
from dsl.prose.nodes import nodes_of
from dsl.prose.speech import Line, Run

if TYPE_CHECKING:
    from dsl.pages.game import Game

FEWEST = 2  # actions between which a player chooses


@dataclass(frozen=True, eq=False)
class Taught:
    """Of what a lesson tells: several actions, or one case of a word."""

    of: tuple[object, ...]


class Lessons:
    """The rules of a game as they are taught, with lessons of their own. `explained` are the designer's words on what
    no sign shows, each with what it is."""

    def __init__(self, game: Game, telling: Telling, explained: Mapping[str, Attribute]) -> None:
        self.game, self.t = game, game.t
        self.explained = explained
        self.telling, self.speech = telling, telling.speech
        self.told = [*telling.parts]
        self.behind: dict[int, list[Passage]] = defaultdict(list)
        self.stories: dict[str, list[Story]] = {}
        self.set_apart()

    @property
    def parts(self) -> list[Part]:
        """The chapters, without what is told apart; that stands in the chapter of the action behind which it is."""
        return [
            replace(part, passages=[p for told in part.passages for p in (told, *self.behind[id(told.about)])])
            for part in self.told
        ]

    def set_apart(self) -> None:
        """Takes out of the actions what is told apart, behind the first of which it was told."""
        for action in [p for p in self.passages if p.sort == "action"]:
            for word in self.drawn_words(action):
                if word.steps:
                    self.add_case(self.passage(action.about), word)
        for offer in self.offers:
            self.add_either_or(offer)
            self.add_common(offer)
        for action in [p for p in self.passages if p.sort == "action"]:
            self.put(self.at_once(action))

    # ------------------------------------------------------------------------------------------------------- passages

    def of(self, passages: Iterable[Passage]) -> Iterator[Passage]:
        """Any passages as they are taught, each with what is told apart behind it; also those of variants. Behind the
        words of what is told in short stands all that they stand for."""
        taught = {id(passage.about): passage for passage in self.passages}
        for passage in passages:
            if passage.sort in ("end", "thing"):
                yield passage
            elif id(passage.about) in taught or self.telling.is_told(passage):
                told = taught.get(id(passage.about)) or self.telling.told(passage)
                yield replace(told, needs=passage.needs, cost=passage.cost) if told.short else told
                yield from self.behind.get(id(passage.about), ())

    @property
    def passages(self) -> Iterator[Passage]:
        return (passage for part in self.told for passage in part.passages)

    def passage(self, about: object) -> Passage:
        return next(p for p in self.passages if p.about is about)

    def put(self, passage: Passage) -> None:
        """Puts a passage in the place of the one on the same."""
        for part in self.told:
            part.passages = [passage if p.about is passage.about else p for p in part.passages]

    @cached_property
    def offers(self) -> list[list[model.Action]]:
        """Actions of which a player does one, all of them told."""
        told = {p.about for p in self.passages if p.sort == "action" and not p.who}
        offered = [list(dict.fromkeys(i.action for i in node.invocations)) for node in nodes_of(self.game.rulebook)
                   if isinstance(node, model.Offer)]  # fmt: skip
        return [actions for actions in offered if len(actions) >= FEWEST and told.issuperset(actions)]

    # ----------------------------------------------------------------------------------------- what all of them need

    def add_common(self, offer: Sequence[model.Action]) -> None:
        """What must be so whatever of several actions is done, behind the first of these: under the name that the need
        has in all of them, if it has one; also if some of them are told in short."""
        told = [self.passage(action) for action in offer]
        named = [self.named_needs(passage) for passage in told]
        in_full = next((passage.needs for passage in told if not passage.short), ())
        common = tuple(line for line in in_full if all(texts(line) in needs for needs in named))
        if not common:
            return
        names = {needs[texts(line)] for needs in named for line in common}
        known = set(map(texts, common))
        said = {line.text: line for passage in told for line in self.words_that_name(passage, common)}
        others = {i.action for node in nodes_of(self.game.rulebook) if isinstance(node, model.Offer)
                  for i in node.invocations} - {*offer}  # fmt: skip
        name = names.pop() if len(names) == 1 else ""
        title = name or (", ".join(passage.title for passage in told) if others else self.t["whatever"])
        for passage in told:
            own = tuple(line for line in passage.words if line.text not in said)
            needs = tuple(line for line in passage.needs if texts(line) not in known)
            before = sum(line.text not in said for line in passage.words_before)
            self.put(replace(passage, needs=needs, words=own, foreword=before))
        if name:  # else the heading says that they are needed for all
            words = (Run(f"{self.t['whatever']}: "), *lowered(common[0].words))
            common = (replace(common[0], words=words), *common[1:])
        lesson = Taught(tuple(offer))
        anchor = f"whatever-{told[0].anchor}"
        self.take_stories(told, known, anchor)
        self.behind[id(offer[0])].append(
            Passage("lesson", lesson, title, anchor, needs=common, words=tuple(said.values()))
        )

    def words_that_name(self, passage: Passage, needs: Iterable[Line]) -> Iterator[Line]:
        """The designer's words on an action that speak of what is needed, by its word."""
        named = [subject(run) for line in needs for run in runs_in(line)]
        qualities = [about for about in named if isinstance(about, model.Quality)]
        assert isinstance(passage.about, model.Action)
        said = {self.speech.said(text).text for text in passage.about.texts
                if any(names(stems(text.text), word) for word in qualities)}  # fmt: skip
        return (line for line in passage.words if line.text in said)

    def take_stories(self, told: Sequence[Passage], known: Container[object], anchor: str) -> None:
        """The examples of actions in which these are refused for what all of them need alone are told with that; the
        texts of that are `known`."""
        spans = {need.span.begin for p in told for need, line in self.each_need(p)
                 if texts(replace(line, title="")) in known}  # fmt: skip
        for passage in told:
            under = self.stories.get(passage.anchor, self.game.showing.under(passage.anchor))
            taken = [story for story in under if spans.issuperset(reasons := self.unmet(story)) and reasons]
            if taken:
                self.stories[passage.anchor] = [story for story in under if story not in taken]
                self.stories.setdefault(anchor, []).extend(taken)

    def each_need(self, passage: Passage) -> Iterator[tuple[model.Need, Line]]:
        """The needs of an action as they are told."""
        assert isinstance(passage.about, model.Action)
        lines = self.telling.plain_of(passage).passages.speech.needs(passage.about)
        if len(lines) == len(passage.about.needs):
            yield from zip(passage.about.needs, lines, strict=True)

    def unmet(self, story: Story) -> set[tuple[int, int]]:
        """Where the needs stand for which something is refused in an example."""
        scene = self.game.book.scenes.get(story.example.title)
        return {need for held in (scene.held if scene is not None else ()) for need in held.unmet}

    def named_needs(self, passage: Passage) -> dict[object, str]:
        """What an action needs, each with its name, if it has one; what is told in short needs it just as well."""
        assert isinstance(passage.about, model.Action)
        named = self.telling.plain_of(passage).passages.speech.needs(passage.about)
        every = {texts(replace(line, title="")): line.title for line in named}
        return every if passage.short else {texts(line): every.get(texts(line), "") for line in passage.needs}

    def add_either_or(self, offer: Sequence[model.Action]) -> None:
        """What one action needs not to be so and a later one to be so, is told with the latter."""
        for action in offer:
            for need in action.needs:
                for other in offer[offer.index(action) + 1 :]:
                    self.tell_with(action, need.condition, other)

    def tell_with(self, action: model.Action, denied: model.Condition, other: model.Action) -> None:
        match denied:
            case model.Not(condition=model.Holds(quality=word)) if any(asks(n.condition, word) for n in other.needs):
                one, two = self.passage(action), self.passage(other)
                mine, theirs = naming(one.needs, word), naming(two.needs, word)
                if mine and two.short:  # its words say when it is done in place of the other
                    self.put(replace(one, needs=tuple(line for line in one.needs if line not in mine)))
                elif len(mine) == len(theirs) == 1:
                    self.put(replace(one, needs=tuple(line for line in one.needs if line not in mine)))
                    then = Run(" " + self.t["not_both"].format(name=one.title), action)
                    told = replace(theirs[0], words=(*theirs[0].words, then))
                    self.put(replace(two, needs=tuple(told if line in theirs else line for line in two.needs)))
            case _:  # is not what the other needs
                pass

    # ------------------------------------------------------------------------------------------- where it goes besides

    def drawn_words(self, action: Passage) -> list[Passage]:
        """What the word means by which an action says where to, if that is drawn."""
        named = {id(subject(run)) for run in runs_in(action.lead)} if action.lead and not action.short else set()
        words = {word_of(p) for p in self.passages if p.sort == "term" and id(p.about) in named}
        return [p for p in self.passages if word_of(p) in words and self.telling.reaches.shapes(p.about)]

    def add_case(self, action: Passage, word: Passage) -> None:
        """A case that needs words of its own, with what is done then alone, and the examples of it."""
        named = dict.fromkeys(subject(run) for line in word.steps for run in runs_in(line))
        known = {word.about, *self.kinds}
        needed = [about for about in named if isinstance(about, Definition) and about not in known]
        steps = tuple(
            line for line in self.lines_if(action) if any(id(subject(r)) in map(id, needed) for r in runs_in(line))
        )
        rest = tuple(line for line in action.steps if texts(line) not in map(texts, steps))
        stories = [s for s in self.game.showing.under(action.anchor) if names_any(s, self.names_behind(needed))]
        self.stories[action.anchor] = [s for s in self.game.showing.under(action.anchor) if s not in stories]
        title = stories[0].title if stories else self.passage(needed[0]).title if needed else word.title
        anchor = f"case-{word.anchor}"
        self.stories[anchor] = stories
        self.put(replace(action, steps=rest))
        self.put(replace(word, steps=()))
        lead, *more = word.steps
        told = Passage("lesson", Taught((word.about,)), title, anchor, lead, steps=(*more, *steps))
        if stories and (short := self.words_on(needed)):  # with an example these say all of it
            told = replace(told, lead=None, steps=(), short=short)
        self.behind[id(action.about)].append(told)

    def words_on(self, words: Iterable[Definition]) -> tuple[Line, ...]:
        """The designer's words on what no sign shows, if some words rest on that."""
        asked = self.flags_behind(words)
        return tuple(Line((Run(text),)) for text, attribute in self.explained.items() if attribute in asked)

    @cached_property
    def kinds(self) -> set[object]:
        return set(self.game.world.kinds.values())

    def lines_if(self, action: Passage) -> list[Line]:
        """The steps of an action that are done only if something is so."""
        assert isinstance(action.about, model.Action)
        found = (step for step in action.about.effects if isinstance(step, model.If))
        return [line for step in found for line in self.lines_of(action, step)]

    def lines_of(self, action: Passage, step: Statement) -> list[Line]:
        """How a step of an action is told there."""
        assert isinstance(action.about, model.Action)
        alone = set(map(texts, self.speech.effects(replace(action.about, effects=(step,)))))
        return [line for line in action.steps if texts(line) in alone]

    def names_behind(self, words: Iterable[Definition]) -> set[str]:
        """The names of words, and of the flags by which these are explained."""
        words = [*words]
        return {word.name for word in words} | {flag.name for flag in self.flags_behind(words)}

    def flags_behind(self, words: Iterable[Definition]) -> set[Attribute]:
        return {node.attribute for word in words for node in nodes_in(word) if isinstance(node, model.Flag)}

    # --------------------------------------------------------------------------------------------- what is done at once

    def at_once(self, action: Passage) -> Passage:
        """An action that does no more than to go where it is drawn and to take what stands there: its first sentence
        says both."""
        definition = action.about
        assert isinstance(definition, model.Action)
        if action.lead is None or not (self.drawn_words(action) or self.telling.reaches.shapes(definition)):
            return action
        taken = [line for line in self.lines_if(action) if not line.children and speaks_of_board(line)]
        left = [line for line in action.steps if line not in taken]
        moving = [step for step in definition.effects if is_moving(step, definition)]
        if not taken or len(left) != 1 or left != [line for step in moving for line in self.lines_of(action, step)]:
            return action
        return replace(action, lead=replace(action.lead, words=in_a_row((action.lead, *taken))), steps=())


def asks(condition: model.Condition, word: model.Quality) -> bool:
    return isinstance(condition, model.Holds) and condition.quality is word


def naming(lines: Iterable[Line], word: object) -> list[Line]:
    return [line for line in lines if any(subject(run) is word for run in runs_in(line))]


def names_any(story: Story, names: Iterable[str]) -> bool:
    """Whether the title of an example has one of these words."""
    return any(re.search(rf"\b{re.escape(name)}\b", story.example.title, re.IGNORECASE) for name in names)


def speaks_of_board(line: Line) -> bool:
    """Whether it names nothing that is explained elsewhere."""
    return not any(isinstance(subject(run), Definition | Attribute) for run in runs_in(line))


def is_moving(step: Statement, action: model.Action) -> bool:
    """Whether a piece is moved to a space, both of which the action names."""
    match step:
        case model.Move(what=model.Use(variable=what), to=model.Use(variable=goal)):
            return what in action.parameters and goal in action.parameters
        case _:  # is something else
            return False
