"""Pieces with lines that nothing moves are printed on their board; tiles show where they point, and both their
sides."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dsl.pages import publishing
from interpreter.cli.docs import read

RAILS = (Path(__file__).parent / "language" / "good" / "printed_lines.rules").read_text("utf-8")


@cache
def pages(later: str = "") -> dict[str, str]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rails.rules"
        path.write_text(RAILS.replace("example", f"{later}\nexample", 1), "utf-8")
        book, wrong = read(path)
        assert book is not None, wrong
        _, found = publishing.render_game(book)
    return {name.rpartition("/")[2]: page for name, page in found.items()}


@pytest.mark.parametrize("page", ["guide.md", "learn.md"])
def test_what_is_printed_is_drawn_on_the_board_and_is_no_piece_of_the_box(page: str) -> None:
    assert 'class="track printed"' in pages()[page]
    told = re.sub("<svg.*?</svg>", "", pages()[page], flags=re.DOTALL)
    assert not re.search(r"3 × Rails|\*\*Rails\*\*|\| Curve \||Put a Curve|[Ww]orks", told)


def test_what_is_printed_is_on_the_sheet_of_the_board_alone() -> None:
    assert pages()["sheets.md"].count('class="track printed"') == 3
    assert "Rail:" not in pages()["sheets.md"]


def test_the_rules_reference_has_all_the_same_what_is_printed() -> None:
    assert "Put a Curve" in pages()["reference.md"]


@pytest.mark.parametrize(
    "changed",
    [
        "\naction Lift a Rail\n    move the Rail to the Shed\n",
        "\naction Turn a Rail\n    the heading of the Rail becomes east\n",
    ],
)
def test_what_is_moved_or_turned_is_a_piece(changed: str) -> None:
    assert 'class="track printed"' not in pages(changed)["sheets.md"]
    assert "| 1 | Rail: Curve, North to east |" in pages(changed)["sheets.md"]
    assert "**Rails**" in pages(changed)["guide.md"]
    assert "3 × Rails" in pages(changed)["learn.md"]


def test_a_tile_shows_where_it_points_and_what_becomes_of_it() -> None:
    sheets = pages()["sheets.md"]
    assert sheets.count('class="wedge"') == 2
    assert "Cart; on its back: broken" in sheets
    assert "#icon-fire-alert" in sheets
