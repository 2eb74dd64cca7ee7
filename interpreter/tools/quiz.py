"""Questions on the rules: the right answer is what the engine says, wrong ones are what is so by changed rules.

Random games are played by the rules, and beside them, with the same answers, by rulebooks of which one line says
something else. Where these go another way, there is something to ask; and where they say another number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from pathlib import Path
from random import Random

from dsl.terms import USUAL, Terms
from dsl.text.files import read_text, temporary_folder
from interpreter.failures import RulebookError
from interpreter.knowledge.view import Data
from interpreter.library.chance import seed_of
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.position import Result
from interpreter.play.why import IllegalChoice
from interpreter.tools.mutants import Mutant, constructs, mutants
from interpreter.tools.quiz_numbers import Numbers

WRONG = 3  # answers at most
BESIDE = 8  # changed rulebooks that are played beside a game
MOST_CHANGES = 96  # that are tried: each is a whole game
MOST_OPTIONS, MOST_DECISIONS = 300, 200
GOES_ON = "The game goes on."
CAN_BE_DONE, COMES_OF_IT = "Which of these can be done?", "{who}: {deed}. What comes of it?"
WHICH_NUMBER = "Which number is missing? “{told}”"
BETWEEN_NUMBERS = 2  # questions on what is played

Changed = tuple[Mutant, Game]
Told = Callable[[Result], str]
"""How a match ended, in a sentence."""
Say = Callable[..., str]
"""A sentence of the quiz in its language, with its parts."""


@dataclass(frozen=True)
class Question:
    """`view` is what `who` sees, if it is asked of a game (else nobody is named); `right` is the number of the right
    answer, `by` the changes by which others are right, in the order of the answers (None: the rules as they are)."""

    who: str
    view: Data
    text: str
    answers: tuple[str, ...]
    right: int
    by: tuple[Mutant | None, ...]


@dataclass
class Quiz:
    """Questions on a rulebook, in its own language, or in that of a `code`: then only on numbers, as what can be done
    has no other words than the rulebook's. The same seed gives the same."""

    rulebook: Path
    told: Told
    terms: Terms = USUAL
    seed: int = 0
    say: Say = str.format
    code: str = ""

    @cached_property
    def numbers(self) -> Numbers:
        return Numbers(self.rulebook, self.terms, self.code)

    def questions(self) -> Iterator[Question]:
        """Questions on what is played, and every now and then, and when these are over, one on a number. Raises
        RulebookError, OSError."""
        numbers = self.on_numbers(Random(self.seed))
        for number, question in enumerate(() if self.code else self.on_play(), 1):
            yield question
            if number % BETWEEN_NUMBERS == 0:
                yield from islice(numbers, 1)
        yield from numbers

    def on_numbers(self, random: Random) -> Iterator[Question]:
        """One for each number of which a change is said in one sentence, in an order by chance."""
        found = constructs(self.rulebook, cited=False)
        random.shuffle(found)
        for construct in found:
            for (sentence, right), wrong in self.numbers.lost(construct):
                yield from question("", {}, self.say(WHICH_NUMBER, told=sentence), right, wrong, random)

    def on_play(self) -> Iterator[Question]:
        """One of each game in which there is any that was not asked yet, until a round of games with all changes has
        none. Raises RulebookError, OSError."""
        random, seed = Random(self.seed), count()
        game = Game.load(self.rulebook, self.terms)
        changed = islice(self.changed(random), MOST_CHANGES)
        known: set[tuple[str, ...]] = set()
        groups: list[list[Changed]] = []
        while True:
            before = len(known)
            for beside in [*groups] or batches(changed, groups):
                told = asked(game, beside, seed_of(self.seed, next(seed)), random, self.told, self.say)
                found = [question for question in told if (question.text, *sorted(question.answers)) not in known]
                if found:
                    chosen = random.choice(found)
                    known.add((chosen.text, *sorted(chosen.answers)))
                    yield chosen
            if len(known) == before:
                return

    def changed(self, random: Random) -> Iterator[Changed]:
        """The rulebooks of which one line says something else, in an order by chance."""
        text = read_text(self.rulebook)
        found = [mutant for one in constructs(self.rulebook, cited=False) for mutant in mutants(text, one)]
        random.shuffle(found)
        with temporary_folder() as folder:
            path = folder / self.rulebook.name
            for mutant in found:
                path.write_text(mutant.text, encoding="utf-8")
                with suppress(RulebookError):
                    yield mutant, Game.load(path, self.terms)


def batches(changed: Iterator[Changed], groups: list[list[Changed]]) -> Iterator[list[Changed]]:
    """So many at a time; they are kept in `groups`."""
    while beside := list(islice(changed, BESIDE)):
        groups.append(beside)
        yield beside


def asked(game: Game, beside: Sequence[Changed], seed: int, random: Random, told: Told, say: Say) -> Iterator[Question]:
    """What can be asked in one random game; a changed one is left where it goes another way."""
    match = game.start(seed)
    others = [(mutant, other.start(seed)) for mutant, other in beside]
    for _ in range(MOST_DECISIONS):
        others = [(mutant, other) for mutant, other in others if is_fine(other)]
        own = options(match)
        if not own or not others:
            return
        yield from of_options(match, own, others, random, say)
        others = [(mutant, other) for mutant, other in others if options(other) == own]
        deed = random.choice(own)
        who, view = who_of(match), match.view(who_of(match))
        match.choose(deed)
        others = [(mutant, other) for mutant, other in others if is_chosen(other, deed)]
        ends = {ended_as(other, told, say): mutant for mutant, other in others if is_fine(other)}
        text = say(COMES_OF_IT, who=who, deed=deed)
        yield from question(who, view, text, ended_as(match, told, say), ends, random)


def of_options(
    match: Match, own: Sequence[str], others: Sequence[tuple[Mutant, Match]], random: Random, say: Say
) -> Iterator[Question]:
    """Which of these can be done: by the rules only one of them, by changed rules the others."""
    theirs = [(mutant, set(options(other))) for mutant, other in others]
    wrong = {text: mutant for mutant, found in theirs if found for text in sorted(found - {*own})}
    doubted = sorted(text for text in own if any(found and text not in found for _, found in theirs))
    right = random.choice(doubted or list(own))
    yield from question(who_of(match), match.view(who_of(match)), say(CAN_BE_DONE), right, wrong, random)


def question(
    who: str, view: Data, text: str, right: str, wrong: dict[str, Mutant], random: Random
) -> Iterator[Question]:
    others = sorted(set(wrong) - {right})
    if others:
        answers = [right, *random.sample(others, min(WRONG, len(others)))]
        random.shuffle(answers)
        by = tuple(None if answer == right else wrong[answer] for answer in answers)
        yield Question(who, view, text, tuple(answers), answers.index(right), by)


def options(match: Match) -> list[str]:
    """What can be answered; nothing where that is too much to compare, or the match is over."""
    found = [] if match.decision is None else [str(option) for option in islice(match.decision.options, MOST_OPTIONS)]
    return sorted(set(found)) if len(found) < MOST_OPTIONS else []


def who_of(match: Match) -> str:
    assert match.decision is not None
    return match.decision.who[0]


def is_fine(match: Match) -> bool:
    return match.result is None or match.result.outcome != "fault"


def is_chosen(match: Match, deed: str) -> bool:
    """Chooses the same, if that can be chosen."""
    try:
        match.choose(deed)
    except IllegalChoice:
        return False
    return True


def ended_as(match: Match, told: Told, say: Say) -> str:
    return told(match.result) if match.result else say(GOES_ON)
