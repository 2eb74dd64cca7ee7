"""What is wrong, or odd, in a rulebook all of whose sentences mean something: each module knows one sort of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import tree
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
    limits,
    name_clashes,
    never_there,
    no_ops,
    one_way,
    outs,
    own_words,
    prevention,
    recursion,
    secret_choices,
    transactions,
    unreachable,
    untrue,
    unused,
)
from dsl.model import Rulebook
from dsl.resolve.in_play import InPlay
from dsl.text.diagnostics import Diagnostic


def faults(text: InPlay, book: Rulebook) -> Iterator[Diagnostic]:
    """The errors of one form of the game, in which it cannot be played."""
    yield from head.faults(text)
    yield from duplicates.faults(text)
    yield from cases.faults(text)
    yield from own_words.faults(text, book)
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
    yield from unused.warnings(start)
    yield from unreachable.warnings(books)
    yield from dead_conditions.warnings(books)
    yield from no_ops.warnings(books)
    yield from name_clashes.warnings(books)
    yield from carried.warnings(books)
    yield from free.warnings(books)
    yield from one_way.warnings(books)
    yield from never_there.warnings(books)
    yield from outs.warnings(books)
    yield from untrue.warnings(books)
