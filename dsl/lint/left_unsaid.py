"""Needs that words in short leave out: who reads these alone would do what is not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dsl import tree
from dsl.analysis.unsaid import unsaid
from dsl.lint.doubts import Doubt
from dsl.model import Definition, Rulebook
from dsl.model.visit import definitions_of
from dsl.resolve.in_play import InPlay
from dsl.resolve.removals import LINED, needs_in
from dsl.text.diagnostics import Diagnostic, near


def faults(text: InPlay) -> Iterator[Diagnostic]:
    """What is said to be left out where nothing is told in short, and names of no need of the rule."""
    for node in (item.node for item in text.items):
        lines = getattr(getattr(node, "block", node), "lines", ())
        known = needs_in(node) if isinstance(node, LINED) else []
        for line in (line for line in lines if isinstance(line, tree.LeavesOut)):
            if not any(isinstance(other, tree.InShort) for other in lines):
                yield Diagnostic("E0314", "Nothing is told in short here that could leave something out.", line.span)
            for name in (name for name in line.names.names if name not in known):
                message = f"There is no need called {name} here that the words could leave out."
                yield Diagnostic("E0201", message, line.span, near=tuple(near(name, known)))


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """What is told in short without one of its needs."""
    for definition in definitions_of(book):
        if definition.short:
            yield definition.short[0].span, partial(_complaint, book, definition)


def _complaint(book: Rulebook, definition: Definition) -> Diagnostic | None:
    names = [need.name for need in unsaid(book, definition)]
    if not names:
        return None
    which = f"the need {names[0]}" if len(names) == 1 else f"the needs {' and '.join(names)}"
    message = f"Of {which} the words in short say nothing, so “Learn to play” tells what is asked beside them."
    hints = ("say it in the words, if they can be as short", f"on the next line: leaves out {', '.join(names)}")
    return Diagnostic("W0116", message, definition.short[0].span, hints=hints)
