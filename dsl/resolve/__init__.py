"""Names to what they name: the tree of sentences becomes the model, or a list of what is wrong with it.

Three passes (`rulebook`): the box (`box`), the headings (`headings`), what stands under them (`bodies`, `rules`,
`examples`). All are functions over one `Context`; what a sentence means is asked through the tables of `dispatch`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from dsl import tree
from dsl.model import Rulebook
from dsl.resolve import (
    arithmetic,
    changes,
    choices,
    conditions,
    lasting,
    nouns,
    selections,
    statements,
)
from dsl.resolve.complaints import NO_VERB, NOBODY_ACTS, Enough, Wrong, is_consequence
from dsl.resolve.in_play import InPlay, in_play
from dsl.resolve.lying import Lying, proved, seem_to_lie, speak_of_any
from dsl.resolve.names import all_words
from dsl.resolve.removals import with_remedy
from dsl.resolve.rulebook import begun, read
from dsl.resolve.unknown_names import explained
from dsl.terms import Terms
from dsl.text.diagnostics import Diagnostic, Note, Severity
from dsl.text.standard_library import is_library

# With these imported the tables of `dispatch` are full.
PHRASES = (nouns, selections, arithmetic)
SENTENCES = (conditions,)
LINES = (statements, changes, choices, lasting)
ABOUT_NAMES = ("E0201", "E0205")
Found = tuple[Rulebook | None, list[Diagnostic]]
Checks = Callable[[InPlay, Rulebook], Iterable[Diagnostic]]
MOST_LINES = 5  # that a message names


def resolve(start: tree.Start, terms: Terms, checks: Checks) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The resolved rulebook, played on these terms, and what is wrong; None where something is. When all of it has been
    read, `checks` say what else is wrong, as `dsl.lint` does."""
    book, diagnostics = attempt(start, terms, checks, {})
    if book is not None and speak_of_any(diagnostics):
        book, diagnostics = with_what_lies_there(start, terms, checks, (book, diagnostics))
    return (None if errors(diagnostics) else book), diagnostics


def with_what_lies_there(start: tree.Start, terms: Terms, checks: Checks, found: Found) -> Found:
    """The same, with what seems to lie in places that say nothing of it, if less is wrong then and it can be proved;
    that can be asked only when all else is mended."""
    book, diagnostics = found
    lying = seem_to_lie(book) if book is not None else {}
    while lying:
        again, left = attempt(start, terms, checks, lying)
        if again is None or errors(left) >= errors(diagnostics):
            return found
        sure = lying if errors(left) else proved(again, lying)
        if sure == lying:
            return again, left
        lying = sure
    return found


def errors(diagnostics: list[Diagnostic]) -> int:
    return sum(d.severity is Severity.ERROR for d in diagnostics)


def attempt(start: tree.Start, terms: Terms, checks: Checks, lying: Lying) -> tuple[Rulebook | None, list[Diagnostic]]:
    try:
        text = in_play(start, terms)
    except Wrong as error:
        return None, [error.diagnostic]
    context = begun(text, lying)
    with suppress(Enough):
        read(context, text)
        context.diagnostics += checks(text, context.book)
    mine = (d for d in context.diagnostics if not (d.span and is_library(d.span.file)))
    own = [d for d in mine if not is_consequence(context, d)]
    told = explained(own, text.elsewhere, start, all_words(context), context.world.kinds)
    return context.book, grouped([with_remedy(d, start) for d in told])


def grouped(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """What is said several times of the same name, or is mended in one other place, is said once, with the lines of the
    others."""
    found: dict[object, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        same = (diagnostic.code, diagnostic.message, diagnostic.notes) if is_of_one_fault(diagnostic) else diagnostic
        found.setdefault(same, []).append(diagnostic)
    return [
        replace(first, notes=(*first.notes, *also([d for d in rest if d.span != first.span])))
        for first, *rest in found.values()
    ]


def is_of_one_fault(diagnostic: Diagnostic) -> bool:
    """Whether others with the same words come of the same fault; a line that begins with an unknown verb may mean
    something else each time."""
    of_a_name = diagnostic.code in ABOUT_NAMES and not diagnostic.message.startswith(NO_VERB)
    where_declared = bool(diagnostic.hints) and all(hint.startswith("under ") for hint in diagnostic.hints)
    return of_a_name or where_declared or diagnostic.message == NOBODY_ACTS


def also(others: list[Diagnostic]) -> tuple[Note, ...]:
    lines = sorted({d.span.line for d in others if d.span})
    shown = ", ".join(str(line) for line in lines[:MOST_LINES])
    more = f" and {len(lines) - MOST_LINES} more" if len(lines) > MOST_LINES else ""
    text = f"so it is on line{'s' if len(lines) > 1 else ''} {shown}{more}"
    return (Note(text, lines=tuple(lines)),) if lines else ()
