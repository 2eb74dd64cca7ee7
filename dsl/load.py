"""The pipeline in one readable place: a file, its tokens, its model, its meaning, its program."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dsl import syntax
from dsl.errors import Diagnostic
from dsl.resolve import resolve
from dsl.resolved import Rulebook
from dsl.syntax.text import LARGEST, decoded, too_large


def load_text(text: str, file: str, variants: Iterable[str] = ()) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The resolved rulebook of a text, and everything that is wrong with it.

    Where sentences could not be read, what is complained of in the others is no consequence of that.
    """
    reading = syntax.parse(text, file)
    if reading.start is None:
        return None, reading.diagnostics
    book, found = resolve(reading.start, variants)
    lines = text.split("\n") if reading.lost.items else []
    own = [d for d in found if not (lines and d.span and reading.lost.explains(d, lines[d.span.line - 1]))]
    return (None if reading.diagnostics else book), syntax.in_order(reading.diagnostics + own)


def load_rulebook(path: str | Path, variants: Iterable[str] = ()) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The resolved rulebook of a file. Raises OSError."""
    size = Path(path).stat().st_size
    if size > LARGEST:
        return None, [too_large(size, str(path))]
    text, diagnostics = decoded(Path(path).read_bytes(), str(path))
    return (None, diagnostics) if diagnostics else load_text(text, str(path), variants)
