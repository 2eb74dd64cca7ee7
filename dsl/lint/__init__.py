"""What is wrong, or odd, in a rulebook all of whose sentences mean something: each module knows one sort of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import tree
from dsl.analysis.base import Analysis
from dsl.core import in_core
from dsl.core.alternatives import without_answer
from dsl.core.per_window import specialised
from dsl.lint import (
    carried,
    cases,
    dead_conditions,
    duplicates,
    endings,
    exceptions,
    free,
    head,
    left_unsaid,
    limits,
    name_clashes,
    never_owned,
    never_so,
    never_there,
    no_ops,
    nobodys_turn,
    not_of_all,
    one_way,
    outs,
    own_subject,
    own_words,
    prevention,
    recursion,
    secret_choices,
    transactions,
    turns_of_phases,
    unreachable,
    untrue,
    unused,
)
from dsl.lint.doubts import Doubt, Doubts
from dsl.model import Rulebook
from dsl.resolve.in_play import InPlay
from dsl.text.diagnostics import Diagnostic


def faults(text: InPlay, book: Rulebook) -> Iterator[Diagnostic]:
    """The errors of one form of the game, in which it cannot be played."""
    yield from head.faults(text)
    yield from duplicates.faults(text, book)
    yield from cases.faults(text)
    yield from own_words.faults(text, book)
    yield from left_unsaid.faults(text)
    yield from endings.faults(text, book)
    yield from exceptions.faults(book)
    yield from transactions.faults(book)
    yield from limits.faults(book)
    yield from secret_choices.faults(book)
    forms = specialised(book)
    yield from forms.diagnostics
    yield from without_answer(forms)
    yield from recursion.faults(forms.book)
    yield from prevention.faults(forms.book)


def warnings(start: tree.Start, books: Sequence[Rulebook]) -> Iterator[Diagnostic]:
    """What is odd in a rulebook that can be played: in its text, and in what it means in all forms of the game."""
    found = Doubts()
    for book in books:
        found.add(doubts(book, Analysis(in_core(specialised(book)).book, True)))
    return told(start, found)


def doubts(book: Rulebook, analysis: Analysis) -> Iterator[Doubt]:
    """What may be odd in one form of the game, of which the core is analysed with its examples."""
    for sort in (
        unreachable,
        dead_conditions,
        no_ops,
        nobodys_turn,
        not_of_all,
        name_clashes,
        free,
        left_unsaid,
        one_way,
        outs,
        own_subject,
        turns_of_phases,
        untrue,
    ):
        yield from (((sort.__name__, place), asked) for place, asked in sort.doubts(book))
    for sort in (carried, never_owned, never_so, never_there):
        yield from (((sort.__name__, place), asked) for place, asked in sort.doubts(book, analysis))


def told(start: tree.Start, found: Doubts) -> Iterator[Diagnostic]:
    """What is odd in a text, and what is in all forms of its game."""
    yield from unused.warnings(start)
    yield from found.certain()
