"""`rulewright test`: the worked examples of rulebooks, run."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import indent
from typing import Annotated

import typer

from dsl.ir.program import Program
from dsl.source import Span
from dsl.terms import USUAL, Terms
from dsl.text.diagnostics import Diagnostic, Written, near
from interpreter.cli.common import (
    SHOWN,
    WRONG,
    FileNames,
    Options,
    Players,
    Variants,
    columns,
    existing,
    rendered,
    rulebooks,
    say,
    source,
    terms_of,
)
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.knowledge.view import Data, View
from interpreter.play.examples import Outcome, after_setup, run_example
from interpreter.play.game import Game
from interpreter.play.rules import Rules
from interpreter.terminal.picture import Picture
from interpreter.tools.ambiguities import doubts
from interpreter.tools.example_hints import with_hints_tried

MOST_DRAWN = 16  # lines of a position that is shown as a whole
IS_SAID, SO_MANY = re.compile(r"\b(is|are) $"), re.compile("there are ")
FAILS, NONE_PLAYED, NONE_CALLED = "E0504", "E0512", "E0513"

Only = Annotated[list[str] | None, typer.Option("--only", metavar="TITLE", help="Run this one; may be repeated.")]


def run_examples(
    files: FileNames,
    examples: Annotated[str, typer.Option(metavar="FILE", help="Run the examples of this file instead.")] = "",
    only: Only = None,
    variant: Variants = None,
    players: Players = None,
    option: Options = None,
) -> None:
    """Run the worked examples.

    Each is run as the game is played where it stands: as usual, with a variant, with so many players. Those of a file
    beside the rulebook are run as the options say. A folder stands for all rulebooks in it.
    """
    paths = rulebooks(files)
    beside = existing(examples) if examples else None
    terms = terms_of(files[0] if len(paths) == 1 else "", variant, players, option)
    wanted, titles = only or [], list[str]()
    fine = [_tested(path, terms, beside, wanted, titles) for path in paths]
    unknown = [title for title in wanted if not any(_is_called(known, title) for known in titles)]
    if unknown and titles:
        print(rendered([_no_such_example(title, titles) for title in unknown], sys.stdout))
    if unknown or not all(fine):
        raise typer.Exit(WRONG)


def _tested(path: Path, terms: Terms, beside: Path | None, only: Sequence[str], titles: list[str]) -> bool:
    """Runs the examples for one rulebook and prints those that fail; whether there are any, and all pass. Their titles
    are noted, also of those that are not wanted."""
    before, found, failed = len(titles), 0, 0
    with_the_setup: dict[str, tuple[Program, list[Outcome]]] = {}
    for rules, outcome in _run(path, terms, beside, only, titles):
        found += 1
        failed += not outcome.fine
        if outcome.of_setup:
            alike = f"{outcome.place}: {outcome.message}"
            with_the_setup.setdefault(alike, (rules.program, []))[1].append(outcome)
        elif not outcome.fine:
            outcome = outcome if beside else with_hints_tried(outcome, path, terms, rules.program)
            print(rendered([failure(rules.program, outcome)], sys.stdout))
            if outcome.step is not None:
                say(_seen(rules, outcome))
        if doubtful := [*doubts(rules.box, rules.machine, outcome)]:
            print(rendered(doubtful, sys.stdout))
    for program, (first, *others) in with_the_setup.values():
        print(rendered([failure(program, first, len(others))], sys.stdout))
    if found:
        say(f"{beside or path}: {found - failed} of {found} examples pass")
    if len(titles) == before:
        print(rendered([_none_played(beside or path, terms)], sys.stdout))
    return len(titles) > before and not failed


def _run(
    path: Path, terms: Terms, beside: Path | None, only: Sequence[str], titles: list[str]
) -> Iterator[tuple[Rules, Outcome]]:
    """Every example once: on the terms named, or, if none are, in the first form of the game that it is part of."""
    game = Game.with_examples(path, terms, beside)
    known = set[Span]()
    for form in [None, *(game.program.forms[1:] if terms == USUAL else ())]:
        rules = Game.with_examples(path, form, beside) if form else game
        for example in rules.program.examples:
            place = rules.program.rules[example.rule].span
            if place not in known and (beside is None or place.file == str(beside)):
                known.add(place)
                titles.append(example.title)
                if not only or any(_is_called(example.title, wanted) for wanted in only):
                    yield rules, run_example(rules.program, rules.machine, example)


def _is_called(title: str, typed: str) -> bool:
    """Whether somebody who types this means the title, or a part of it."""
    return typed.strip().casefold() in title.casefold()


def _no_such_example(typed: str, titles: Sequence[str]) -> Diagnostic:
    found = tuple(near(typed, titles))
    hints = () if found else tuple(f'--only "{title}"' for title in titles[:1])
    return Diagnostic(NONE_CALLED, f"No example is called “{typed[:SHOWN]}”.", near=found, hints=hints)


def _none_played(file: Path, terms: Terms) -> Diagnostic:
    if terms != USUAL:
        message = f"No example of {file} is for a game with {terms}, so that none was run."
        return Diagnostic(NONE_PLAYED, message, hints=(f"put it under the line `only with {terms}`",))
    return Diagnostic(NONE_PLAYED, f"There is no example in {file}, so that none was run.", hints=('example "…"',))


def failure(program: Program, outcome: Outcome, others: int = 0) -> Diagnostic:
    """What is said of an example that fails, and so many others with it."""
    title, too = f"“{outcome.example.title}”", f"and {others} other{'s' if others > 1 else ''}"
    which = f"{title} {too} fail" if others else f"{title} fails"
    why = ", as the setup does" if outcome.of_setup else ""
    message = f"{which}{why}: {outcome.message.rstrip('.')}."
    place = outcome.place or program.rules[outcome.example.rule].span
    return Diagnostic(FAILS, message, place, hints=outcome.hints, notes=outcome.notes, write=_as_it_is(outcome))


def _as_it_is(outcome: Outcome) -> tuple[Written, ...]:
    """The line that fails, saying what is so; nothing where it has another form then, as of a single thing."""
    places = [span for span, _ in outcome.right]
    text = source(places[0].file).split("\n") if places else []
    if not text[1:] or len({line for span in places for line in (span.line, span.end_line)}) > 1:
        return ()
    line = text[places[0].line - 1]
    for span, said in sorted(outcome.right, reverse=True, key=lambda each: each[0].column):
        before, behind = line[: span.column - 1], line[span.end_column - 1 :]
        if many := SO_MANY.match(line, span.column - 1):
            before, behind = line[: many.end()], line[many.end() :].lstrip("0123456789")
        if said in ("0", "1") if many else not IS_SAID.search(before):
            return ()
        line = before + said + behind
    return (Written((line.strip(),)),)


def _seen(rules: Rules, outcome: Outcome) -> str:
    """The position in which an example failed; of a game for several numbers of players with how many it is played."""
    program = rules.program
    then = "the position then" + (f" ({len(program.players)} play)" if len(program.known_players) > 1 else "")
    picture, now = Picture(rules.box, columns() - 4), _view(rules, outcome.state)
    drawn, first = picture.draw(now), after_setup(program, rules.machine)
    if first is None or len(drawn.splitlines()) <= MOST_DRAWN or outcome.step is None:
        return f"  {then}:\n{indent(drawn, '    ')}\n"
    changed = picture.changes(now, _view(rules, first), outcome.step.sentence)
    if not changed:
        return f"  {then} is that after the setup\n"
    return f"  {then}, where it is another than after the setup:\n{indent(changed, '    ')}\n"


def _view(rules: Rules, state: Sequence[int]) -> Data:
    return View(Knowledge(rules.box, state, REFEREE)).data()
