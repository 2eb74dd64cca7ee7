"""The pipeline in one readable place: a file, its tokens, its model, its meaning, its program."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dsl.errors import Diagnostic
from dsl.resolve import resolve
from dsl.resolved import Rulebook
from dsl.syntax import read


def load_text(text: str, file: str, variants: Iterable[str] = ()) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The resolved rulebook of a text, and everything that is wrong with it."""
    start, diagnostics = read(text, file)
    if start is None:
        return None, diagnostics
    book, more = resolve(start, variants)
    return (None if diagnostics else book), diagnostics + more


def load_rulebook(path: str | Path, variants: Iterable[str] = ()) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The resolved rulebook of a file."""
    return load_text(Path(path).read_text(encoding="utf-8"), str(path), variants)
