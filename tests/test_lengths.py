"""How long rulebooks are is counted from their text, and printed beside other descriptions of the same games."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from dsl import resources
from dsl.pages import publishing
from dsl.pages.site.lengths import descriptions, rule_lines
from interpreter.records import schemas
from tests.published import site

CLASSICS = resources.folder("games") / "classics"
TEXT = """\
game Sample
    in English
    for 2 players: Left, Right
    "A text is no rule."

use Grids

board the Field
    made of Cells in a grid of 3 by 3

piece the Stone
    starts on A1

play
    if A3 is outermost
        Left wins

only with Small Field
    example "Told, not ruled"
        then the Stone is on A1

Limit is 3

variant Small Field
    "Another text."
    without Limit
"""
LINES = 15  # without two texts, two lines of the example, and the blanks


def counted(text: str) -> int:
    return len(list(rule_lines(text)))


def test_lines_of_rules_are_counted() -> None:
    assert counted(TEXT) == LINES


@pytest.mark.parametrize(
    ("old", "new", "more"),
    [
        ("Left wins\n", "Left wins [A-1]\n", 0),
        ("Left wins\n", "Left wins -- so it is\n", 0),
        ("play\n", "-- what is played\nplay\n", 0),
        ("play\n", "\n\nplay\n", 0),
        ("play\n", 'chapter "Play"  [A-1]\n\nplay\n', 0),
        ('    "Another text."\n', '    "Another text." [A-1]\n    "And one more." -- at last\n', 0),
        ("        then the Stone is on A1\n", "        then the Stone is on A1\n" * 3, 0),
        ("        Left wins\n", "        Left wins\n    nobody wins\n", 1),
        ("    starts on A1\n", '    starts on A1\n\npiece Pebble "Small Stone"\n', 1),
    ],
)
def test_only_rules_count(old: str, new: str, more: int) -> None:
    assert old in TEXT
    assert counted(TEXT.replace(old, new)) == LINES + more


def printed(folder: Path) -> dict[str, list[str]]:
    """The table of lengths of the rulebooks in a folder."""
    found = [publishing.read_book(path) for path in sorted(folder.glob("*.rules"))]
    assert all(book for book, _ in found), [d for _, d in found]
    return table(publishing.render_all((book for book, _ in found if book), schemas()))


def table(pages: Mapping[str, str]) -> dict[str, list[str]]:
    """The rows of the table of lengths, by the names of the files."""
    rows = re.findall(r"^\| \[.*\]\((.*)/guide\.md\) \|(.*)\|$", pages["pages/lengths.md"], re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in rows}


def test_the_table_stands_where_descriptions_are_listed(tmp_path: Path) -> None:
    (tmp_path / "sample.rules").write_text(TEXT, "utf-8")
    (tmp_path / "other.rules").write_text(TEXT.replace("Sample", "Other").replace("is outermost", "is A3"), "utf-8")
    assert printed(tmp_path) == {}
    (tmp_path / "descriptions.tsv").write_text("rulebook\tRed\tBlue\nsample\t12\t7 (no end)\n", "utf-8")
    lines = str(LINES)
    # Taken from Grids: what is outermost, and what is last along a direction.
    assert printed(tmp_path) == {"sample": [lines, "2", "12", "7 (no end)"], "other": [lines, "0", "–", "–"]}


def test_every_classic_is_in_the_table() -> None:
    assert descriptions((CLASSICS / "descriptions.tsv").read_text("utf-8"), "chess")["Ludii"] == "382"
    rows = table(site())
    assert rows.keys() == {path.stem for path in CLASSICS.glob("*.rules")}
    assert rows["tic_tac_toe"][2:] == ["14", "31"]
    assert all(int(own) == counted((CLASSICS / f"{name}.rules").read_text("utf-8")) for name, (own, *_) in rows.items())


def test_where_a_rulebook_is_longer_it_is_said_what_the_reader_gets_for_it(tmp_path: Path) -> None:
    cells = {
        row.split("\t")[0]: row.split("\t")[1:] for row in (CLASSICS / "descriptions.tsv").read_text().splitlines()
    }
    for name, (own, library, *others) in table(site()).items():
        shortest = min((int(other.split()[0]) for other in others if other != "–"), default=int(own) + int(library))
        told = name in cells and bool(cells[name][-1])
        assert told == (int(own) + int(library) > shortest), name
    (tmp_path / "sample.rules").write_text(TEXT, "utf-8")
    (tmp_path / "descriptions.tsv").write_text("rulebook\tRed\tfor more lines\nsample\t2\tA *picture*.\n", "utf-8")
    book, _ = publishing.read_book(tmp_path / "sample.rules")
    assert book is not None
    assert "- **Sample.** A &#42;picture&#42;." in publishing.render_all([book], schemas())["pages/lengths.md"]
    assert printed(tmp_path) == {"sample": [str(LINES), "2", "2"]}


def test_a_list_that_is_short_of_cells_leaves_them_out() -> None:
    assert descriptions("rulebook\tRed\tBlue\nsample\t12", "sample") == {"Red": "12", "Blue": ""}
    assert descriptions("", "sample") == {}
