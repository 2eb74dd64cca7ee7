"""`rulewright test`: the worked examples of a rulebook, run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Annotated

import typer

from dsl.errors import Diagnostic
from dsl.spans import Span
from dsl.terms import USUAL, Terms
from interpreter.cli_common import (
    WRONG,
    FileName,
    Options,
    Players,
    Variants,
    columns,
    existing,
    rendered,
    rulebook,
    say,
    terms_of,
)
from interpreter.examples import Outcome, run
from interpreter.game import Game
from interpreter.knowledge import REFEREE, Knowledge
from interpreter.rules import Rules
from interpreter.terminal_picture import Picture
from interpreter.view import View

FAILS = "E0504"


def run_examples(
    file: FileName,
    examples: Annotated[str, typer.Option(metavar="FILE", help="Run the examples of this file instead.")] = "",
    variant: Variants = None,
    players: Players = None,
    option: Options = None,
) -> None:
    """Run the worked examples.

    Each is run as the game is played where it stands: as usual, with a variant, with so many players.
    """
    path = rulebook(file)
    beside = existing(examples) if examples else None
    every = _run(path, terms_of(file, variant, players, option), beside)
    found = [(game, outcome) for game, outcome in every if _counts(game, outcome, beside)]
    failed = [(game, outcome) for game, outcome in found if not outcome.fine]
    for game, outcome in failed:
        print(rendered([_diagnostic(game, outcome)], sys.stdout))
        say(_seen(game, outcome))
    say(f"{beside or path}: {len(found) - len(failed)} of {len(found)} examples pass")
    if failed:
        raise typer.Exit(WRONG)


def _run(path: Path, terms: Terms, beside: Path | None) -> Iterator[tuple[Rules, Outcome]]:
    """Every example once: on the terms named, or, if none are, in the first form of the game that it is part of."""
    game = Game.with_examples(path, terms, beside)
    known = set[Span]()
    for form in [None, *(game.program.forms[1:] if terms == USUAL else ())]:
        rules = Game.with_examples(path, form, beside) if form else game
        for outcome in run(rules.program, rules.machine):
            if _place(rules, outcome) not in known:
                known.add(_place(rules, outcome))
                yield rules, outcome


def _place(rules: Rules, outcome: Outcome) -> Span:
    return rules.program.rules[outcome.example.rule].span


def _counts(rules: Rules, outcome: Outcome, beside: Path | None) -> bool:
    """Whether the example stands in the file that was asked for."""
    return beside is None or _place(rules, outcome).file == str(beside)


def _diagnostic(rules: Rules, outcome: Outcome) -> Diagnostic:
    message = f"“{outcome.example.title}” fails: {outcome.message.rstrip('.')}."
    return Diagnostic(FAILS, message, outcome.place or _place(rules, outcome), notes=outcome.notes)


def _seen(rules: Rules, outcome: Outcome) -> str:
    """The position in which an example failed."""
    view = View(Knowledge(rules.box, outcome.state, REFEREE)).data()
    return f"  the position then:\n{indent(Picture(rules.box, columns() - 4).draw(view), '    ')}\n"
