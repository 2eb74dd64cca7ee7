"""What looks wrong at a place of the text, and is told only if it does in every form of the game that has the place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

from dsl.text.diagnostics import Diagnostic

Doubt = tuple[Hashable, Callable[[], Diagnostic | None]]  # a place, and what finds what is wrong there, if anything


class Doubts:
    """The places in the forms that were looked at, with what is wrong there: where nothing is, no other is asked."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Diagnostic | None] = {}

    def add(self, doubts: Iterable[Doubt]) -> None:
        for place, asked in doubts:
            if place not in self._found:
                self._found[place] = asked()
            elif self._found[place] is not None and asked() is None:
                self._found[place] = None

    def join(self, others: Doubts) -> None:
        """Adds those of more forms."""
        self.add((place, sure(found)) for place, found in others._found.items())

    def certain(self) -> Iterator[Diagnostic]:
        """The warnings of places that are doubted in all forms, each once."""
        return (found for found in self._found.values() if found is not None)


def sure(found: Diagnostic | None) -> Callable[[], Diagnostic | None]:
    """What has been found already."""
    return lambda: found
