"""`rulewright diff`: what has changed in the rules between two versions of a rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.cli.common import columns, known, rulebook, say
from interpreter.failures import Failure

if TYPE_CHECKING:
    from dsl.pages.errata.errata import Entry, Errata
    from dsl.pages.publishing import Book

INDENT = "    "


class Layout(StrEnum):
    """For whom the changes are written: to be read here, or to be printed."""

    TEXT = "text"
    MARKDOWN = "markdown"


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The rulebook as it was.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The rulebook as it is.")],
    layout: Annotated[Layout, typer.Option("--format", help="Text to read, or Markdown to print.")] = Layout.TEXT,
    language: Annotated[str, typer.Option("--language", metavar="CODE", help="In this language: pt.")] = "",
) -> None:
    """Tell what has changed in the rules.

    Both rulebooks are read, and what they say is compared, not how their files are laid out: rules that are new, gone
    or changed, each with its sentences and numbers; what is in the box; variants. Where only chapters, comments or the
    order of definitions are others, no rule has changed.
    """
    from dsl.pages import publishing
    from dsl.prose import catalogues

    if language:
        known(language)
    paths = rulebook(old), rulebook(new)
    found = publishing.compared(_read(paths[0]), _read(paths[1]), language)
    told = found.markdown() if layout is Layout.MARKDOWN else "\n".join(_lines(found))
    missing = [
        diagnostic
        for path, book in zip(paths, (found.old, found.new), strict=True)
        for diagnostic in catalogues.untranslated(book.lexicon.missing, path, book.speech.language)
    ]
    if missing:
        raise Failure(*missing)
    say(told.rstrip("\n"))


def _read(path: Path) -> Book:
    from dsl.pages import publishing

    book, wrong = publishing.read_book(path)
    if book is None:
        raise Failure(*wrong)
    return book


def _lines(errata: Errata) -> Iterator[str]:
    """The changes as they are read in a terminal."""
    yield from (errata.title, fill(errata.lead, columns()))
    if errata.verdict:
        yield from ("", errata.verdict)
    for section in errata.sections:
        yield from ("", section.title)
        for entry in section.entries:
            yield from _entry(entry)


def _entry(entry: Entry) -> Iterator[str]:
    if entry.heading:
        yield from ("", f"  {entry.heading}")
    for depth, line in entry.lines:
        indent = INDENT * (depth + 1)
        yield fill(line, columns(), initial_indent=indent, subsequent_indent=indent + "  ")
