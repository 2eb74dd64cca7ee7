"""What stops a person: exceptions that carry their diagnostics, for whoever is at the edge to show."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from typing import Any

from dsl.text.diagnostics import Diagnostic, render_all


class Failure(Exception):
    """Something asked for cannot be done; nothing has changed. `diagnostics` say why and what to do."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics: tuple[Diagnostic, ...] = diagnostics

    def __str__(self) -> str:
        return render_all(self.diagnostics)

    def __reduce__(self) -> tuple[Any, ...]:
        """Other processes get it whole, whatever it is made from."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class RulebookError(Failure):
    """A rulebook that cannot be played, or examples beside that of the file `rulebook`."""

    def __init__(self, diagnostics: Sequence[Diagnostic], source: str = "", rulebook: str = "") -> None:
        super().__init__(*diagnostics)
        self.source, self.rulebook = source, rulebook

    def __str__(self) -> str:
        return render_all(self.diagnostics, lambda _: self.source)


class SaveError(Failure):
    """A save that cannot be loaded."""


class InUse(Failure):
    """A match that another thread is using."""


class UndoError(Failure):
    """An answer that cannot be taken back."""


class WrongArgument(Failure):
    """What a program gave is not of the sort that is needed."""


class NoSuchPlayer(Failure):
    """A name that is no player's."""
