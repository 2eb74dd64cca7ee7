"""`rulewright check`: all that is wrong with a rulebook."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from dsl.ir.program import Program
from dsl.terms import USUAL, Terms
from dsl.text.confirmed import LIST
from dsl.text.diagnostics import Diagnostic, Severity
from dsl.text.files import keep, kept
from interpreter.backends import compiled_games
from interpreter.cli.common import (
    FINE,
    WRONG,
    FileNames,
    Language,
    Options,
    Players,
    Variants,
    code_for,
    known,
    number,
    rendered,
    rulebooks,
    say,
    terms_of,
)
from interpreter.failures import Failure

SUFFIX = ".checked"
FORMS = ".forms"
WAITING = ".waiting"
ICON = b".svg"


def check(
    files: FileNames,
    variant: Variants = None,
    players: Players = None,
    option: Options = None,
    language: Language = "",
    release: Annotated[
        bool, typer.Option("--release", help="Fail, too, where a text waits to be read beside its rule.")
    ] = False,
) -> None:
    """Find what is wrong with rulebooks.

    Every error is shown with its place and with what to do about it. A folder stands for all rulebooks in it. With a
    language, what has no translation in its catalogue is shown, too.
    """
    terms = terms_of("", variant, players, option)
    if language:
        known(language)
    code = max(_checked(path, terms, language, release) for path in rulebooks(files))
    if code:
        raise typer.Exit(code)


def _checked(path: Path, terms: Terms, language: str, release: bool) -> int:
    """Prints what is wrong with one rulebook, or what is in it; gives the exit code for it."""
    about, found = _found(path, terms)
    if about and language:
        found = [*found, *_untranslated(path, language)]
    if found:
        print(rendered(found, sys.stdout))
    say(f"{path}: {_counted(found) or 'no errors'}{f' ({about})' if about else ''}")
    errors = [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]
    waiting = _waiting(path) if about else 0
    return code_for(errors) if errors else WRONG if release and waiting else FINE


def _found(path: Path, terms: Terms) -> tuple[str, list[Diagnostic]]:
    """What is in a rulebook, if it can be played, and all that is wrong with it. That nothing is, is remembered as long
    as neither its text nor the program changes."""
    place = _place(path, terms)
    known = kept(place) if place else None
    if known is not None:
        return known.decode(), []
    from dsl.load import Right, check_rules
    from interpreter.tools.beside import beside
    from interpreter.tools.dry_run import tried

    right = Right(_is_right, _keep_right) if place else Right()
    program, found = check_rules(path, terms, tried, beside, right)
    about = _contents(program, path, terms) if program else ""
    if place and about and not found:
        keep(place, about.encode())
    return about, found


def _is_right(text: str) -> bool:
    return kept(_place_of_forms(text)) is not None


def _keep_right(text: str) -> None:
    keep(_place_of_forms(text), b"")


def _place_of_forms(text: str) -> str:
    """The name of the file which tells that nothing is wrong in other forms than the usual one, by their hash."""
    return f"{compiled_games.key_of(text.encode())}{FORMS}"


def _place(path: Path, terms: Terms) -> str:
    """The name of the file in which that is kept; none where other files that the text names have a part in it."""
    key = compiled_games.key(path, terms)
    return f"{key}{SUFFIX}" if key and ICON not in path.read_bytes().lower() else ""


def _waiting(path: Path) -> int:
    """How many texts nobody has read beside their rules, as is told; none where nobody has begun to read."""
    beside = path.with_suffix(LIST)
    waiting = _counted_waiting(path, beside.read_bytes()) if beside.is_file() else 0
    if waiting:
        say(f"{path}: {number(waiting, 'text')} to be read; `rulewright read {path}` shows them")
    return waiting


def _counted_waiting(path: Path, listed: bytes) -> int:
    """This number is remembered as long as neither the rulebook, nor its list, nor the program changes."""
    place = f"{compiled_games.key_of(listed, compiled_games.key(path, USUAL))}{WAITING}"
    known = kept(place)
    if known is not None:
        return int(known)
    from dsl.readings import waiting_in

    found, wrong = waiting_in(path)
    if wrong:
        raise Failure(*wrong)
    keep(place, str(len(found)).encode())
    return len(found)


def _untranslated(path: Path, language: str) -> list[Diagnostic]:
    """What is missing in the catalogue of a rulebook, and what is wrong with it."""
    from dsl.pages import publishing
    from dsl.prose import catalogues

    book, wrong = publishing.read_book(path)
    if book is None:
        return wrong
    missing = publishing.asked(book, language).missing
    return catalogues.untranslated(missing, path, catalogues.LANGUAGES[language])


def _counted(diagnostics: Iterable[Diagnostic]) -> str:
    severities = [diagnostic.severity for diagnostic in diagnostics]
    present = [severity for severity in Severity if severity in severities]
    return ", ".join(number(severities.count(severity), severity.value) for severity in present)


def _contents(program: Program, path: Path, terms: Terms) -> str:
    """What the rulebook is about, in a few words; examples are counted as `test` runs them."""
    from dsl.load import examples_in

    examples = examples_in(path) if terms == USUAL else len(program.examples)
    seats = f"{', '.join(map(str, program.known_players[:-1]))} or " if program.known_players[1:] else ""
    players = f"{seats}{number(program.known_players[-1], 'player')}"
    parts = [program.label, players, number(examples, "example")]
    parts += [f"option {choice.name} {choice}" for choice in program.choices]
    if program.known_variants:
        parts.append(f"variants {', '.join(program.known_variants)}")
    return "; ".join(parts)
