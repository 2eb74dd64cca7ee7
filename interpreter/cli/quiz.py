"""`rulewright quiz`: questions on the rules, whose wrong answers are right by changed rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Annotated

import typer

from dsl.text.diagnostics import Diagnostic
from dsl.text.files import read_text
from interpreter.cli.common import (
    FileName,
    Misused,
    Options,
    Players,
    Seed,
    Variants,
    columns,
    known,
    rulebook,
    say,
    terms_of,
)
from interpreter.failures import Failure
from interpreter.play.game import Game
from interpreter.terminal.picture import Picture
from interpreter.terminal.text import ended
from interpreter.terminal.words import Spoken
from interpreter.tools.quiz import Question, Quiz

LETTERS = "abcd"


def quiz(
    file: FileName,
    number: Annotated[int, typer.Option("-n", metavar="N", min=1, max=1000, help="How many questions.")] = 20,
    seed: Seed = 0,
    answers: Annotated[bool, typer.Option("--answers", help="The sheet of answers instead.")] = False,
    variant: Variants = None,
    players: Players = None,
    option: Options = None,
    language: Annotated[str, typer.Option("--language", metavar="CODE", help="Numbers, in this language: pt.")] = "",
) -> None:
    """Ask about the rules.

    Whoever reads only “Learn to play” answers; with --answers the same command tells what is right, and by which change
    of a line each of the others would be. Who gets one wrong has read a sentence that lets this change pass.
    """
    path, terms = rulebook(file), terms_of(file, variant, players, option)
    game = Game.load(path, terms)
    spoken = Spoken(named(language) if language else game.program.language)
    asking = Quiz(path, partial(ended, say=spoken), terms, seed, spoken, language)
    found = list(islice(asking.questions(), number))
    if asking.numbers.untranslated:
        raise Failure(*asking.numbers.untranslated)
    if not found:
        raise Misused(Diagnostic("E0916", f"No change of a line of {path.name} was found that anybody could notice."))
    picture, lines = Picture(game.box, columns()), read_text(path).splitlines()
    for count, question in enumerate(found, 1):
        told = sheet(count, question, lines, spoken) if answers else asked(count, question, picture, spoken)
        say("\n".join(told))


def named(code: str) -> str:
    """The language of a code. Raises Misused where it is none."""
    from dsl.prose.catalogues import LANGUAGES

    known(code)
    return LANGUAGES[code]


def asked(count: int, question: Question, picture: Picture, spoken: Spoken) -> Iterator[str]:
    if question.who:
        yield f"{count}. {spoken('{who} sees this:', who=question.who)}"
        yield picture.draw(question.view)
    yield question.text if question.who else f"{count}. {question.text}"
    yield from (f"   {letter}) {answer}" for letter, answer in zip(LETTERS, question.answers, strict=False))
    yield ""


def sheet(count: int, question: Question, lines: Sequence[str], spoken: Spoken) -> Iterator[str]:
    """The answer, and by which changes of lines the others would be right."""
    yield f"{count}. {LETTERS[question.right]}) {question.answers[question.right]}"
    for letter, mutant in zip(LETTERS, question.by, strict=False):
        if mutant is not None:
            told = spoken("if {change}: {line}", change=mutant, line=lines[mutant.construct.line - 1].strip())
            yield f"   {letter} {told}"
