"""What is odd in a rulebook that can be played: all that `check` warns of from the text alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl import tree
from dsl.model import Rulebook
from dsl.resolve.idle import idle
from dsl.resolve.namesakes import namesakes
from dsl.resolve.never import never_so
from dsl.resolve.unreached import in_vain
from dsl.resolve.unspoken import unspoken
from dsl.text.diagnostics import Diagnostic


def warnings(start: tree.Start, books: Sequence[Rulebook]) -> Iterator[Diagnostic]:
    """The warnings of a text, and of what it means in all forms of the game."""
    yield from unspoken(start)
    yield from in_vain(books)
    yield from never_so(books)
    yield from idle(books)
    yield from namesakes(books)
