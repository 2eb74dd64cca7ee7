"""What a rulebook takes in from the standard library: only what is used is kept, and has to fit the game."""

from __future__ import annotations

from dsl import tree
from dsl.model import Chapter, Definition, Rulebook
from dsl.model.visit import named_in
from dsl.text.diagnostics import Diagnostic
from dsl.text.standard_library import is_library


def kept(book: Rulebook, libraries: list[tree.Library], diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Leaves out of the book what the library defines and nothing speaks of. Returns the complaints: those about what
    is used stand at the `use`, the others fall away."""
    if not libraries:
        return diagnostics
    used = _used(book)
    _leave_out(book, used)
    found = [d for d in diagnostics if not (d.span and is_library(d.span.file))]
    for library in libraries:
        own = [d for d in diagnostics if d.span and d.span.file == library.items[0].span.file]
        mine = [definition for definition in used if definition.span.file == library.items[0].span.file]
        for diagnostic in own:
            if any(_stands_in(diagnostic, definition, library.items) for definition in mine):
                message = f"What {library.name} defines does not fit this game. {diagnostic.message}"
                found.append(Diagnostic("E0354", message, library.span))
                break
    return found


def _stands_in(diagnostic: Diagnostic, definition: Definition, items: tuple[tree.Node, ...]) -> bool:
    """Whether the complaint is about that definition."""
    line = diagnostic.span.line if diagnostic.span else 0
    item = next(i for i in items if i.span.line <= definition.span.line <= i.span.end_line)
    return item.span.line <= line <= item.span.end_line


def _used(book: Rulebook) -> set[Definition]:
    """The definitions of the library that are spoken of, also by way of one another."""
    own = [i for c in book.chapters for i in c.items if not _is_brought(i)]
    waiting = [d for item in (*own, book.setup, book.play) for d in named_in(item)]
    used: set[Definition] = set()
    while waiting:
        definition = waiting.pop()
        if _is_brought(definition) and definition not in used:
            used.add(definition)
            waiting += named_in(definition)
    return used


def _is_brought(item: object) -> bool:
    return isinstance(item, Definition) and is_library(item.span.file)


def _leave_out(book: Rulebook, used: set[Definition]) -> None:
    def stays(definition: Definition) -> bool:
        return not _is_brought(definition) or definition in used

    book.values = [value for value in book.values if stays(value)]
    book.qualities = [quality for quality in book.qualities if stays(quality)]
    book.walks = {name: walk for name, walk in book.walks.items() if stays(walk)}
    book.procedures = {name: procedure for name, procedure in book.procedures.items() if stays(procedure)}
    for chapter in book.chapters:
        chapter.items = [item for item in chapter.items if not isinstance(item, Definition) or stays(item)]
    book.chapters = [c for c in book.chapters if c.items or not isinstance(c, Brought)]


class Brought(Chapter):
    """A chapter of the library."""
