"""What the lowering cannot carry out: an exception with the diagnostic for the designer."""

from __future__ import annotations

from typing import NoReturn

from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note


class LoweringError(Exception):
    """The rulebook has a meaning that cannot be carried out; `diagnostic` says why, and where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def refuse(
    code: str, message: str, span: Span | None, hints: tuple[str, ...] = (), notes: tuple[Note, ...] = ()
) -> NoReturn:
    """Gives up with a diagnostic."""
    raise LoweringError(Diagnostic(code, message, span, hints=hints, notes=notes))
