"""`rulewright check`: all that is wrong with a rulebook."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import typer

from dsl.errors import Diagnostic, Note, Severity
from dsl.program import Program
from dsl.terms import USUAL, Terms
from interpreter.cli_common import (
    FINE,
    FileNames,
    Options,
    Players,
    Variants,
    code_for,
    number,
    rendered,
    rulebooks,
    say,
    terms_of,
)


def check(files: FileNames, variant: Variants = None, players: Players = None, option: Options = None) -> None:
    """Find what is wrong with rulebooks.

    Every error is shown with its place and with what to do about it. A folder stands for all rulebooks in it.
    """
    terms = terms_of(variant, players, option)
    code = max(_checked(path, terms) for path in rulebooks(files))
    if code:
        raise typer.Exit(code)


def _checked(path: Path, terms: Terms) -> int:
    """Prints what is wrong with one rulebook, or what is in it; gives the exit code for it."""
    program, found = _compiled(path, terms)
    if found:
        print(rendered(found, sys.stdout))
    about = f" ({_contents(program)})" if program else ""
    say(f"{path}: {_counted(found) or 'no errors'}{about}")
    errors = [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]
    return code_for(errors) if errors else FINE


def _compiled(path: Path, terms: Terms) -> tuple[Program | None, list[Diagnostic]]:
    """The program and all that is wrong, in all forms of the game if none is named."""
    from dsl.load import compile_rules

    program, diagnostics = compile_rules(path, terms, examples=True, worded=False)
    found = list(diagnostics)
    known = set(diagnostics)
    for other in program.forms[1:] if program and terms == USUAL else ():
        more = [d for d in compile_rules(path, other, examples=True, worded=False)[1] if d not in known]
        known.update(more)
        found += [replace(d, notes=(*d.notes, Note(f"so it is when the game is played with {other}"))) for d in more]
    return program, found


def _counted(diagnostics: Iterable[Diagnostic]) -> str:
    severities = [diagnostic.severity for diagnostic in diagnostics]
    present = [severity for severity in Severity if severity in severities]
    return ", ".join(number(severities.count(severity), severity.value) for severity in present)


def _contents(program: Program) -> str:
    """What the rulebook is about, in a few words."""
    seats = f"{', '.join(map(str, program.known_players[:-1]))} or " if program.known_players[1:] else ""
    players = f"{seats}{number(program.known_players[-1], 'player')}"
    parts = [program.label, players, number(len(program.examples), "example")]
    parts += [f"option {choice.name} {choice}" for choice in program.choices]
    if program.known_variants:
        parts.append(f"variants {', '.join(program.known_variants)}")
    return "; ".join(parts)
