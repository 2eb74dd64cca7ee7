"""`rulewright quiz`: questions on the rules, whose wrong answers are right by changed rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated

import typer

from dsl.text.diagnostics import Diagnostic
from dsl.text.files import read_text
from interpreter.cli.common import FileName, Misused, Options, Players, Seed, Variants, columns, rulebook, say, terms_of
from interpreter.play.game import Game
from interpreter.terminal.picture import Picture
from interpreter.terminal.text import ended
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
) -> None:
    """Ask about the rules.

    Whoever reads only “Learn to play” answers; with --answers the same command tells what is right, and by which change
    of a line each of the others would be. Who gets one wrong has read a sentence that lets this change pass.
    """
    path, terms = rulebook(file), terms_of(file, variant, players, option)
    picture = Picture(Game.load(path, terms).box, columns())
    found = list(islice(Quiz(path, ended, terms, seed).questions(), number))
    if not found:
        raise Misused(Diagnostic("E0916", f"No change of a line of {path.name} was found that anybody could notice."))
    lines = read_text(path).splitlines()
    for count, question in enumerate(found, 1):
        say("\n".join(sheet(count, question, lines) if answers else asked(count, question, picture)))


def asked(count: int, question: Question, picture: Picture) -> Iterator[str]:
    if question.who:
        yield f"{count}. {question.who} sees this:"
        yield picture.draw(question.view)
    yield question.text if question.who else f"{count}. {question.text}"
    yield from (f"   {letter}) {answer}" for letter, answer in zip(LETTERS, question.answers, strict=False))
    yield ""


def sheet(count: int, question: Question, lines: Sequence[str]) -> Iterator[str]:
    """The answer, and by which changes of lines the others would be right."""
    yield f"{count}. {LETTERS[question.right]}) {question.answers[question.right]}"
    for letter, mutant in zip(LETTERS, question.by, strict=False):
        if mutant is not None:
            yield f"   {letter} if {mutant}: {lines[mutant.construct.line - 1].strip()}"
