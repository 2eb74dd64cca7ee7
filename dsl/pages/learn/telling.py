"""What a page that teaches a game tells of each rule: without what players need not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from dsl import model
from dsl.board.scene import Piece
from dsl.model import Definition
from dsl.model.visit import explained_by, nodes_in, parts_of
from dsl.pages.guide.chapters import is_idle
from dsl.pages.learn.bearings import towards
from dsl.pages.learn.reach import Reaches, lowered
from dsl.pages.reference.passages import Part, Passage, Passages
from dsl.prose.endings import settling
from dsl.prose.nodes import nodes_of
from dsl.prose.nouns import attribute_term, kind_term
from dsl.prose.positions import MOST_IN_MIND, as_seen
from dsl.prose.speech import Line, Run, Speech
from dsl.prose.unseen import Unseen, is_truth_of_boards, names_columns, places_in, places_of, relays
from dsl.source import Span
from dsl.text.standard_library import is_library

if TYPE_CHECKING:
    from dsl.pages.game import Game

ENDS = model.Win | model.BestWins | model.Draw
Why = Literal["kept unseen", "only holds", "only keeps", "says no more", "seen on the board"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is not told, where it stands, and why: it is `kept unseen`, a place `only holds` pieces, a line or a verb
    `only keeps` what nobody sees, a word `says no more` than its name, or is `seen on the board`."""

    why: Why
    span: Span | None
    name: str = ""


class Plain:
    """The words of a rulebook, on some terms, without what it has only for the program."""

    def __init__(self, speech: Speech, passages: Passages, opening: Iterable[Piece]) -> None:
        self.unseen = Unseen(speech.book)
        self.kept = frozenset(map(id, self.unseen.lines))
        self.passages = copy(passages)
        told = speech.teaching().leaving_out(self.kept).without_stores(self.unseen.stores)
        self.passages.speech = told.with_bearings(towards(speech.book, opening, self.unseen.attributes))


class Telling:
    """The rules of a game as they are taught."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.usual = Plain(game.speech, game.passages, game.book.opening or ())
        self.unseen, self.speech = self.usual.unseen, self.usual.passages.speech
        self.others: dict[int, Plain] = {}
        self.reaches = Reaches(game, self.speech)
        self.known: dict[int, Passage] = {}

    # --------------------------------------------------------------------------------------------------- what is told

    @property
    def parts(self) -> Iterator[Part]:
        """The chapters with what is taught of them, as the game is without variants."""
        setting_up = {id(p) for p in self.game.setup_chapter.passages}
        for part in self.game.passages.parts:
            told = [p for p in self.taught(part.passages) if not p.variant and id(p) not in setting_up]
            yield replace(part, passages=told)

    def taught(self, passages: Iterable[Passage]) -> Iterator[Passage]:
        """Those that players need to know."""
        needless = self.game.brevity.needless
        for passage in passages:
            if passage.sort not in ("end", "thing") and id(passage.about) not in needless and self.is_told(passage):
                yield self.told(passage)

    def is_told(self, passage: Passage) -> bool:
        """Whether a passage on a rule is told by itself, if anything speaks of it."""
        elsewhere = any(verb is passage.about for verb in (*self.merged.values(), self.settling))
        answered = self.plain_of(passage).passages.speech.told.answered
        return self.why_not(passage) is None and not elsewhere and passage.about not in answered

    def why_not(self, passage: Passage) -> Why | None:
        """Why a passage is left out; None if it is told."""
        about = passage.about
        if about in self.unseen.verbs or is_idle(passage):
            return "only keeps"
        if isinstance(about, Definition) and is_truth_of_boards(about):
            return "seen on the board"
        if isinstance(about, model.Position) and as_seen(self.speech.told, about):
            return "seen on the board"
        return "says no more" if isinstance(about, Definition) and (relays(about) or names_columns(about)) else None

    @property
    def left_out(self) -> Iterator[LeftOut]:
        """All that is not told."""
        for attribute in self.unseen.attributes:
            yield LeftOut("kept unseen", attribute.span, self.speech.name(attribute_term(attribute)))
        for place in self.unseen.containers:
            yield LeftOut("only holds", place.kind.span, self.speech.name(kind_term(place.kind)))
        for line in self.unseen.lines:
            yield LeftOut("only keeps", line.span)
        for passage in self.game.passages:
            why = self.why_not(passage)
            if why and isinstance(passage.about, Definition) and not is_library(passage.about.span.file):
                yield LeftOut(why, passage.about.span, passage.title)

    # ------------------------------------------------------------------------------------------------------ as it is

    def told(self, passage: Passage) -> Passage:
        """The passage as it is taught: without the names of needs, and without what only a program keeps."""
        if id(passage) not in self.known:
            plainly = self.game.plainly(
                self.without_keeping(self.with_verb(passage)), self.plain_of(passage).passages.speech
            )
            self.known[id(passage)] = self.unnamed(self.beside_words(self.with_deeds(self.reaches.told(plainly))))
        return self.known[id(passage)]

    def beside_words(self, passage: Passage) -> Passage:
        """A passage of which the needs that its words in short leave out are told beside these."""
        about = passage.about
        if not passage.short or not isinstance(about, Definition):
            return passage
        return replace(passage, needs=self.plain_of(passage).passages.speech.unsaid(about), cost=None)

    @cached_property
    def calls(self) -> Counter[model.Procedure]:
        """How often each verb is called."""
        return Counter(node.procedure for node in nodes_of(self.game.rulebook) if isinstance(node, model.Perform))

    @cached_property
    def merged(self) -> dict[model.Act, model.Procedure]:
        """The powers that do nothing but call a verb which nothing else calls; the designer's words on it stand under
        their names. And the actions that so do what is called like them, to what has the same name there."""
        calls = self.calls
        found: dict[model.Act, model.Procedure] = {
            action: verb for action in self.game.rulebook.actions.values()
            if (verb := verb_alike(action)) is not None and calls[verb] == 1
        }  # fmt: skip
        for power in self.game.rulebook.powers.values():
            match power:
                case model.Power(effects=(model.Perform(procedure=verb, arguments=()),), needs=[], texts=[], short=[]):
                    if calls[verb] == 1 and verb.short:
                        found[power] = verb
                case _:  # does something itself
                    pass
        return found

    def with_verb(self, passage: Passage) -> Passage:
        """A power with what the verb says that only this one calls."""
        verb = self.merged.get(passage.about) if isinstance(passage.about, model.Power) else None
        told = self.of_verb(verb)
        return (
            passage
            if told is None
            else replace(passage, short=told.short, words=told.words, also=(*passage.also, verb))
        )

    def with_deeds(self, passage: Passage) -> Passage:
        """An action with what the verb does that is called like it, and only called there."""
        verb = self.merged.get(passage.about) if isinstance(passage.about, model.Action) else None
        told = self.of_verb(verb)
        if told is None:
            return passage
        steps, words = told.short or self.without_keeping(told).steps, (*passage.words, *told.words)
        return replace(passage, steps=steps, words=words, also=(*passage.also, verb))

    def of_verb(self, verb: model.Procedure | None) -> Passage | None:
        return next((p for p in self.game.passages if p.about is verb), None) if verb else None

    def without_keeping(self, passage: Passage) -> Passage:
        about = passage.about
        if not isinstance(about, Definition) or passage.short:
            return passage
        plain = self.plain_of(passage)
        return replace(passage, **plain.passages.content(about))  # type: ignore[arg-type]

    def plain_of(self, passage: Passage) -> Plain:
        """In whose words a passage is told: those of the terms to which it belongs."""
        return self.plain(self.game.speech_of(passage))

    def plain(self, speech: Speech) -> Plain:
        """The words on the terms of a speech."""
        if speech is self.game.speech:
            return self.usual
        if id(speech) not in self.others:
            self.others[id(speech)] = Plain(speech, self.game.passages, self.game.book.opening or ())
        return self.others[id(speech)]

    def unnamed(self, passage: Passage) -> Passage:
        """Without the names of needs, and without what says only under which headings a word has other meanings."""
        if isinstance(passage.about, model.Quality | model.Value) and not self.reaches.rows(passage.about):
            passage = replace(passage, steps=())
        if isinstance(passage.about, model.Position) and passage.about.last > MOST_IN_MIND:
            passage = replace(passage, steps=passage.steps[:-1])  # how many are remembered stands last
        if isinstance(passage.about, model.Walk) and self.only_leads(passage.about):
            passage = replace(passage, steps=passage.steps[:-1])  # that it comes nowhere twice does
        if isinstance(passage.about, model.Action) and self.is_said_by_lead(passage.about):
            passage = replace(passage, steps=())
        if isinstance(passage.about, model.Power) and passage.words and does_nothing(passage.about.effects):
            passage = replace(passage, steps=())  # the designer's words say what it is for
        return replace(passage, needs=tuple(replace(line, title="") for line in passage.needs))

    def only_leads(self, walk: model.Walk) -> bool:
        """Whether it is only asked of a walk where one can come to: then nobody minds if it goes in circles."""
        used = (node for node in nodes_of(self.game.rulebook) if isinstance(node, model.WalkEnd | model.Follow))
        return walk.once and walk.along is None and all(node.walk is not walk for node in used)

    def is_said_by_lead(self, action: model.Action) -> bool:
        """Whether an action does no more than to put a piece of which its name speaks where the action says: "drop a
        disc into a cell". Where the piece is taken from nobody needs to know, or the needs of the action say it."""
        match action.effects:
            case (model.Move(what=model.Pick(selection=those), to=model.Use(variable=goal), end=None),):
                named = not action.head and str(those.kind.label or those.kind.name).lower() in action.name.lower()
                places = [where for part in places_of(those) for where in places_in(part)]
                known = {kind for need in action.needs for node in nodes_in(need) for kind in places_in(node)}
                return named and goal in action.parameters and known.union(self.unseen.stores).issuperset(places)
            case _:  # does more
                return False

    @cached_property
    def said_by_phases(self) -> set[int]:
        """The words on which phases rest that the designer tells in short, by identity: these words explain them."""
        phases = [phase for phase in self.game.rulebook.phases.values() if phase.short]
        return {id(word) for word in explained_by(part for phase in phases for part in parts_of(phase))}

    @property
    def phases_opened(self) -> Iterator[tuple[model.Phase, str]]:
        """The phases that are steps of the course of play, or of others, each with the sentence that opens it."""
        book = self.game.rulebook
        course = () if self.is_course_of_phases else book.play
        for node in nodes_in((*course, *(line for phase in book.phases.values() for line in phase.body))):
            if isinstance(node, model.DoPhase):
                yield node.phase, self.speech.block((node,))[0].text

    @property
    def words_of_course(self) -> tuple[Line, ...]:
        """What the designer says of the whole of play."""
        return tuple(replace(self.speech.said(text), said=False) for text in self.game.rulebook.play_texts)

    @property
    def is_course_of_phases(self) -> bool:
        """Whether play is nothing but one phase after the other, each told by itself."""
        return all(isinstance(line, model.DoPhase) for line in self.game.rulebook.play)

    @property
    def after_turns(self) -> model.Block:
        """What is done when the turns are over."""
        play = self.game.rulebook.play
        turns = next((n for n, line in enumerate(play) if isinstance(line, model.TakeTurns)), len(play))
        return tuple(line for line in play[turns + 1 :] if not isinstance(line, model.Text))

    @property
    def settling(self) -> model.Procedure | None:
        """The verb that decides the game then, which the ends tell in the designer's words."""
        return settling(self.after_turns)

    @cached_property
    def course(self) -> list[Line]:
        """The steps of play, without the designer's words on it, and without how it ends as soon as the turns are over;
        where they only open one phase after the other, none."""
        book = self.game.rulebook
        opening = frozenset(map(id, book.play if self.is_course_of_phases else ()))
        after = self.after_turns
        ends_there = self.settling is not None or all(isinstance(line, ENDS) for line in after)
        over = frozenset(map(id, after if ends_there else ()))
        play = [in_own_words(line) for line in book.play]
        block = self.speech.leaving_out(opening | over).block
        changed = (told for told, own in zip(play, book.play, strict=True) if told is not own)
        turns = {line.text for told in changed for line in block((told,))}
        lines = [line_with_words(line) if line.text in turns else line for line in block(tuple(play))]
        lines = self.game.brevity.steps(lines)
        ends = {line.text for outcome in self.speech.outcomes() for line in (outcome, *outcome.children)}
        return list(without(lines, ends, Line((Run(self.game.t["ends_here"]),))))


def verb_alike(action: model.Action) -> model.Procedure | None:
    """The verb that an action does, and nothing else, if it is called like the action and speaks of the same things."""
    match action:
        case model.Action(effects=(model.Perform(procedure=verb, arguments=given),), head=[], short=[]):
            things = [node.variable if isinstance(node, model.Use) else None for node in given]
            same = all(v in action.parameters and (v.name, v.kind) == (own.name, own.kind)
                       for v, own in zip(things, verb.parameters, strict=True) if v is not None)  # fmt: skip
            is_same = verb.name.lower() == action.name.lower() and None not in things and same
            return verb if is_same else None
        case _:  # does more
            return None


def does_nothing(block: model.Block) -> bool:
    return all(isinstance(line, model.NothingHappens | model.Text) for line in block)


def in_own_words(line: model.Statement) -> model.Statement:
    """Turns of which the designer first says what is done in them, by these words alone."""
    match line:
        case model.TakeTurns(body=(model.Text() as words, _, *_)):
            return replace(line, body=(words,))
        case _:  # is told by its lines
            return line


def line_with_words(line: Line) -> Line:
    """A sentence that announces the designer's words under it."""
    *before, last = line.words
    told = tuple(replace(words, words=lowered(words.words), said=False) for words in line.children)
    return replace(line, words=(*before, replace(last, text=f"{last.text.removesuffix('.')}:")), children=told)


def without(lines: Iterable[Line], known: Container[str], instead: Line, depth: int = 0) -> Iterator[Line]:
    """The lines but the designer's words and those that are told elsewhere; behind others under a line a word stands
    `instead` of these, so that nobody goes on without them. (What is so as a turn begins the ends say themselves.)"""
    unsaid = (line for line in lines if not line.said)
    for number, (is_told, several) in enumerate(groupby(unsaid, lambda line: is_known(line, known))):
        if not is_told:
            yield from (
                replace(one, children=tuple(without(one.children, known, instead, depth + 1))) for one in several
            )
        elif depth and number:
            yield instead


def is_known(line: Line, known: Container[str]) -> bool:
    """Whether a line is told elsewhere; "for each player" begins many sentences, and is with what stands under it."""
    below = [child for child in line.children if not child.said]
    return all(is_known(child, known) for child in below) if below else line.text in known


def is_titled_so(passage: Passage, lead: Line) -> bool:
    """Whether a heading says all that a sentence does, which is followed by what is done."""
    title = passage.title.partition(" (")[0] if passage.variant else passage.title
    same = lead.text.rstrip(":.").lower() == title.lower()
    return same and not lead.children and bool(passage.steps)


def lines_told(passage: Passage) -> tuple[Line, ...]:
    """The sentences that are taught of a passage."""
    if passage.short:
        return (*passage.short, *passage.needs, *passage.words)
    first = tuple(line for line in (passage.lead, passage.cost) if line is not None)
    return (*first, *passage.needs, *passage.steps, *passage.words)
