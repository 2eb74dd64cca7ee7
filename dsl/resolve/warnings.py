"""What is odd in a rulebook that can be played: all that `check` warns of from the text alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.errors import Diagnostic
from dsl.resolve.unreached import in_vain
from dsl.resolved import Rulebook


def warnings(books: Sequence[Rulebook]) -> Iterator[Diagnostic]:
    """The warnings of a rulebook, which is there in all its forms."""
    yield from in_vain(books)
