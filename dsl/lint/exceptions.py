"""Exceptions to one thing of which nothing says which one counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.lint.contradictions import apart
from dsl.model import Override, Rulebook
from dsl.resolve.overrides import applies, reached
from dsl.text.diagnostics import Diagnostic, Note


def faults(book: Rulebook) -> Iterator[Diagnostic]:
    """Two exceptions to one thing that can both apply, and neither of which goes over the other."""
    placed = [override for override in book.overrides if override.of is not None]
    for general in dict.fromkeys(override.need or override.of for override in placed):
        rivals = [override for override in placed if general is (override.need or override.of)]
        yield from _of_rivals(rivals)


def _of_rivals(rivals: Sequence[Override]) -> Iterator[Diagnostic]:
    """The first two of them, unless one goes over itself, which has been complained of."""
    above = {override: reached(override) for override in rivals}
    if any(override in above[override] for override in rivals):
        return
    for number, one in enumerate(rivals):
        for other in rivals[:number]:
            if one not in above[other] and other not in above[one] and not apart(applies(one), applies(other)):
                message = f"{other.name} and {one.name} can both apply, and nothing says which of them counts."
                notes = (Note("The other stands here.", other.span),)
                hints = (f"exception {one.name}, instead of …, {other.name}",)
                yield Diagnostic("E0430", message, one.span, hints=hints, notes=notes)
                return
