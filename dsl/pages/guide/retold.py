"""Worked examples in the sentences of those who learn: without what a picture shows, and with the reason why
something cannot be done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from dsl import model
from dsl.pages.drawings.wording import UNTOLD, Run, Told, in_a_row
from dsl.pages.guide import scenery
from dsl.pages.guide.examples import Story
from dsl.prose.known_places import KnownPlaces
from dsl.prose.lessons import Lesson
from dsl.prose.piece_names import names_given
from dsl.prose.speech import Line, Speech, one_sentence
from dsl.prose.unseen import Unseen

if TYPE_CHECKING:
    from dsl.pages.game import Game

DENIES = {
    "English": "cannot|no|not|never|only|nothing|nobody|none|neither|nor|without|unless|until",
    "Portuguese": "não|nenhum|nenhuma|nunca|só|somente|apenas|nada|ninguém|nem|sem|salvo",
}


class Retold:
    """Tells the examples of a game so; of what is kept `unseen` there is no word."""

    def __init__(self, game: Game) -> None:
        self.game, self.unseen = game, Unseen(game.rulebook)
        self.known: dict[model.Example, tuple[tuple[str, Line], ...]] = {}

    def speech_of(self, story: Story) -> Speech:
        return next(speech for speech in self.speeches if story.example in speech.book.examples)

    def parts(self, story: Story) -> tuple[tuple[str, Line], ...]:
        """Its sentences, each with what it is (given, when, then or said), without what its pictures show: where things
        stand before anything is done, and the phase."""
        if story.example not in self.known:
            speech = self.speech_of(story)
            example = replace(story.example, phase=speech.ordinary)
            self.known[story.example] = speech.story(example, lesson=self.lesson(story))
        return self.known[story.example]

    def lines(self, story: Story) -> tuple[Line, ...]:
        return tuple(line for _, line in self.parts(story))

    def before_and_after(self, story: Story) -> Told:
        """The same in words: up to what is done first, and from there; of what was not played nothing."""
        if story.example.title not in self.game.book.scenes:
            return UNTOLD
        parts = self.parts(story)
        acted = scenery.begins_with_deeds(story.example.steps)
        words = scenery.words_before_deeds(story.example.steps)
        before = [*(up_to_deeds(parts, words) if acted else takewhile(lambda part: part[0] != "then", parts))]
        runs, later = list[Run](), parts[len(before) :]
        while later:
            own = up_to_next_run(later)
            runs, later = [*runs, run_of(own)], later[len(own) :]
        return Told(in_a_row(one_sentence(line) for _, line in before), tuple(runs))

    def names(self, story: Story) -> frozenset[str]:
        """The names of things that the sentences call otherwise."""
        meant = self.lesson(story).names(self.speech_of(story).scope()).meant
        return frozenset(variable.name for variable in meant)

    def lesson(self, story: Story) -> Lesson:
        scene = self.game.book.scenes[story.example.title]
        speech, steps = self.speech_of(story), story.example.steps
        lesson = Lesson(speech.book, story.example, scene, unseen=self.unseen.attributes)
        scope = speech.scope()
        known = {*lesson.names(scope).meant, *names_given(scope, steps)}
        untold = scenery.untold(steps, denies(self.game.rulebook, story.example))
        shown = {piece.called for piece in scene.pieces}
        unshown = scenery.beside_boards(steps, KnownPlaces(speech.book))
        taken = {piece.at for done in (scene, *scene.further) for piece in done.gone}
        untold |= {step for step in steps if scenery.is_cleared(step, taken)}
        return lesson.without(untold - {*scenery.called_by_name(steps, known, shown), *unshown})

    @cached_property
    def speeches(self) -> list[Speech]:
        found = [self.game.speech, *(edition.speech for edition in self.game.editions)]
        stores = self.unseen.stores
        named = self.unseen.known.never_away(stores)
        return [speech.teaching().without_stores(stores, named) for speech in found]


def up_to_next_run(parts: Sequence[tuple[str, Line]]) -> Sequence[tuple[str, Line]]:
    """What is done or given, and what is said before something else is. Words of the designer alone set nothing apart,
    as what is played knows nothing of them."""
    claimed = False
    for number, (part, _) in enumerate(parts):
        if part in ("when", "given") and claimed:
            return parts[:number]
        claimed = claimed or part == "then"
    return parts


def run_of(parts: Sequence[tuple[str, Line]]) -> Run:
    """Where several words of the designer follow what is done, the first are about that."""
    done = [*takewhile(lambda part: part[0] in ("when", "given"), parts)]
    first, *others = [part for part, _ in parts[len(done) :]] or [""]
    worded = first == "said" and "said" in others
    sentences = [one_sentence(line) for _, line in parts]
    last = len(done) + worded
    return Run(tuple(sentences[:last]), in_a_row(sentences[last:]), worded)


def up_to_deeds(parts: Iterable[tuple[str, Line]], words: int) -> Iterator[tuple[str, Line]]:
    """The sentences before anything is done; so many of them are the designer's words, and further ones may stand for
    what is done."""
    for part, line in parts:
        words -= part == "said"
        if part == "when" or words < 0:
            return
        yield part, line


def denies(book: model.Rulebook, example: model.Example) -> bool:
    """Whether the title of an example, in the language of the rulebook, says what is not so."""
    return re.search(rf"\b(?:{DENIES[book.language]})\b", example.title, re.IGNORECASE) is not None
