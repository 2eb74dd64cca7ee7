"""What is wrong, or odd, in a rulebook all of whose sentences mean something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import tree
from dsl.core.alternatives import without_answer
from dsl.core.per_window import specialised
from dsl.lint.cases import faults_of_cases
from dsl.lint.dead_conditions import never_so
from dsl.lint.duplicates import said_twice
from dsl.lint.endings import faults_of_endings
from dsl.lint.exceptions import unranked
from dsl.lint.head import faults_of_the_head
from dsl.lint.limits import faults_of_limits
from dsl.lint.name_clashes import namesakes
from dsl.lint.no_ops import idle
from dsl.lint.own_words import OwnWords
from dsl.lint.prevention import prevented_in_vain
from dsl.lint.recursion import circles, nesting
from dsl.lint.secret_choices import not_in_secret
from dsl.lint.transactions import not_in_one_go
from dsl.lint.unreachable import in_vain
from dsl.lint.unused import unspoken
from dsl.lint.windows import never_closed
from dsl.model import Rulebook
from dsl.resolve.in_play import InPlay
from dsl.text.diagnostics import Diagnostic


def faults(text: InPlay, book: Rulebook) -> Iterator[Diagnostic]:
    """The errors of one form of the game, in which it cannot be played."""
    yield from faults_of_the_head(text)
    yield from faults_of_cases(text)
    yield from faults_of_endings(text, book)
    yield from never_closed(book)
    yield from unranked(book)
    yield from said_twice((item.node, item.section) for item in text.items)
    yield from not_in_one_go(book)
    yield from faults_of_limits(book)
    yield from not_in_secret(book)
    yield from OwnWords(text.every, book).faults()
    forms = specialised(book)
    yield from forms.diagnostics
    yield from without_answer(forms)
    yield from circles(forms.book)
    yield from prevented_in_vain(forms.book)
    yield from nesting(book.world)


def warnings(start: tree.Start, books: Sequence[Rulebook]) -> Iterator[Diagnostic]:
    """What is odd in a rulebook that can be played: in its text, and in what it means in all forms of the game."""
    yield from unspoken(start)
    yield from in_vain(books)
    yield from never_so(books)
    yield from idle(books)
    yield from namesakes(books)
