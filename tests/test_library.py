"""The standard library: what it defines is read without a fault, is used in some rulebook here, and is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.board.shapes import PATTERNS
from dsl.load import load_rulebook, load_text
from dsl.text import reader
from dsl.text.standard_library import BOARDS, MOST, chapters, entries, is_library, read

GOOD = sorted((Path(__file__).parent / "language" / "good").glob("library*.rules"))


@pytest.mark.parametrize("name", chapters())
def test_a_chapter_is_read_without_a_fault(name: str) -> None:
    path = chapters()[name]
    assert reader.read(path.read_text("utf-8"), path.name)[1] == []
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
        brought = [d for d in (*book.values, *book.qualities, *book.walks.values()) if is_library(d.span.file)]
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
def test_what_is_used_has_to_fit_the_board() -> None:
    loop = TURTLE.replace("Grids", "Rings").replace("grid of 3 by 3", "ring of 8").replace("A1", "S1")
    book, found = load_text(loop.replace("the heading of the Frog is diagonal", "S1 is innermost"), "loop.rules")
    assert book is None
    assert [(d.code, d.span.line if d.span else 0) for d in found] == [("E0354", 5)]
    assert "The spaces of a ring have no ring" in found[0].message


# S2.13
def test_only_what_is_spoken_of_is_part_of_the_rulebook() -> None:
    book, diagnostics = load_text(TURTLE, "turtle.rules")
    assert book is not None, diagnostics
    assert [quality.name for quality in book.qualities] == ["orthogonal", "diagonal"]
    assert book.values == []
    assert [(chapter.title, len(chapter.items)) for chapter in book.chapters if chapter.title] == [("Grids", 2)]


def test_the_shapes_that_chapters_speak_of_are_shapes() -> None:
    assert set(BOARDS) <= set(chapters())
    assert {shape for shapes in BOARDS.values() for shape in shapes} <= set(PATTERNS)


def test_so_many_chapters_that_are_wrong_are_complained_of_and_no_more() -> None:
    text = TURTLE.replace("use Grids", "\n".join(["use Rings"] * (MOST + 1)))
    diagnostics = load_text(text, "turtle.rules")[1]
    assert [d.code for d in diagnostics] == ["E0354"] * MOST
