"""What looks wrong at a place of the text, and is told only if it does in every form of the game that has the place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.source import Span
from dsl.text.diagnostics import Diagnostic

Doubt = tuple[Span, Diagnostic | None]  # a place in the text, and what is wrong there, if anything


def certain(doubts: Iterable[Doubt]) -> Iterator[Diagnostic]:
    """The warnings of places that are doubted in all forms, each once."""
    found: dict[Span, list[Diagnostic | None]] = {}
    for span, doubt in doubts:
        found.setdefault(span, []).append(doubt)
    yield from (first for first, *others in found.values() if first and all(others))
