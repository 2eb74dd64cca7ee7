"""The pipeline in one readable place: a file, its tokens, its model, its meaning, its program."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from pathlib import Path

from dsl import phrases, syntax
from dsl.errors import Diagnostic
from dsl.lower import LoweringError, lower
from dsl.program import Program
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


def compile_rules(
    path: str | Path, variants: Iterable[str] = (), examples: bool = False
) -> tuple[Program | None, list[Diagnostic]]:
    """The program of a rulebook file with these variants in play, with its worked examples if wanted. Raises OSError."""
    chosen = tuple(dict.fromkeys(variants))
    book, diagnostics = load_rulebook(path, chosen)
    if book is None:
        return None, diagnostics
    words = partial(said, book)
    source = sha256(Path(path).read_bytes()).hexdigest()
    try:
        return lower(book, examples, source, chosen, words), diagnostics
    except LoweringError as error:
        return None, [*diagnostics, error.diagnostic]


def said(book: Rulebook, node: object) -> str:
    """A part of the rulebook in words; none for what is no sentence by itself."""
    try:
        return phrases.sentence(node, book.world, book.language)
    except TypeError:
        return ""
