"""What cannot be done in secret where the text says so."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.core.simultaneous import NotInSecret, answer, in_secret
from dsl.model import Rulebook
from dsl.text.diagnostics import Diagnostic


def faults(book: Rulebook) -> Iterator[Diagnostic]:
    for node in in_secret(book):
        try:
            answer(node)
        except NotInSecret as error:
            yield error.diagnostic
