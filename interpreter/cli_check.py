"""`rulewright check`: all that is wrong with a rulebook."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer

from dsl.errors import Diagnostic, Severity
from dsl.program import Program
from interpreter.cli_common import FINE, FileNames, Variants, code_for, number, rendered, rulebooks, say


def check(files: FileNames, variant: Variants = None) -> None:
    """Find what is wrong with rulebooks.

    Every error is shown with its place and with what to do about it. A folder stands for all rulebooks in it.
    """
    code = max(_checked(path, variant or []) for path in rulebooks(files))
    if code:
        raise typer.Exit(code)


def _checked(path: Path, variants: Sequence[str]) -> int:
    """Prints what is wrong with one rulebook, or what is in it; gives the exit code for it."""
    program, found = _compiled(path, variants)
    if found:
        print(rendered(found, sys.stdout))
    about = f" ({_contents(program)})" if program else ""
    say(f"{path}: {_counted(found) or 'no errors'}{about}")
    errors = [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]
    return code_for(errors) if errors else FINE


def _compiled(path: Path, variants: Sequence[str]) -> tuple[Program | None, list[Diagnostic]]:
    """The program and all that is wrong, also in its variants, each by itself, if none is named."""
    from dsl.load import compile_rules

    program, diagnostics = compile_rules(path, variants=variants, examples=True, worded=False)
    found = dict.fromkeys(diagnostics)
    for other in program.known_variants if program and not variants else ():
        found |= dict.fromkeys(compile_rules(path, variants=(other,), examples=True, worded=False)[1])
    return program, list(found)


def _counted(diagnostics: Iterable[Diagnostic]) -> str:
    severities = [diagnostic.severity for diagnostic in diagnostics]
    present = [severity for severity in Severity if severity in severities]
    return ", ".join(number(severities.count(severity), severity.value) for severity in present)


def _contents(program: Program) -> str:
    """What the rulebook is about, in a few words."""
    parts = [program.label, number(len(program.players), "player"), number(len(program.examples), "example")]
    if program.known_variants:
        parts.append(f"variants {', '.join(program.known_variants)}")
    return "; ".join(parts)
