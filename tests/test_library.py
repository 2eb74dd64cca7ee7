"""The standard library: what it defines is read without a fault, is used in some rulebook here, and is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl import syntax
from dsl.library import chapters, entries, is_library, read
from dsl.load import load_rulebook, load_text

GOOD = sorted((Path(__file__).parent / "language" / "good").glob("library*.rules"))


@pytest.mark.parametrize("name", chapters())
def test_a_chapter_is_read_without_a_fault(name: str) -> None:
    path = chapters()[name]
    assert syntax.read(path.read_text("utf-8"), path.name)[1] == []
    assert len(read(name, "Space")) == sum(bool(entry.heading) for entry in entries(name))


@pytest.mark.parametrize("name", chapters())
def test_a_chapter_says_what_it_is_for_and_what_each_definition_means(name: str) -> None:
    first, *others = entries(name)
    assert not first.heading
    assert all(entry.heading and entry.meaning for entry in others)


# S2.13
def test_all_that_the_library_defines_is_used_in_a_rulebook_here() -> None:
    used = set()
    for path in GOOD:
        book, diagnostics = load_rulebook(path)
        assert book is not None, diagnostics
        brought = [d for d in (*book.values, *book.qualities) if is_library(d.span.file)]
        used |= {(d.span.file, d.name, len(d.parameters)) for d in brought}
    assert len(used) == sum(len(read(name, "Space")) for name in chapters())


TURTLE = """\
game Turtle
    in English
    for 2 players: Red, Blue

use Grids

board the Pond
    made of Lilies in a grid of 3 by 3

piece the Frog
    has a Direction called heading
    starts on A1

play
    if the heading of the Frog is diagonal
        nobody wins
"""


# S2.13
def test_only_what_is_spoken_of_is_part_of_the_rulebook() -> None:
    book, diagnostics = load_text(TURTLE, "turtle.rules")
    assert book is not None, diagnostics
    assert [quality.name for quality in book.qualities] == ["orthogonal", "diagonal"]
    assert book.values == []
    assert [(chapter.title, len(chapter.items)) for chapter in book.chapters if chapter.title] == [("Grids", 2)]


def test_what_is_not_used_need_not_fit_the_board() -> None:
    book, diagnostics = load_text(TURTLE.replace("use Grids", "use Grids, Rings"), "turtle.rules")
    assert (book is not None, diagnostics) == (True, [])
