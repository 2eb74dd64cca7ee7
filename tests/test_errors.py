"""Diagnostics as people see them, and the catalogue of their codes."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from dsl.source import Span
from dsl.text.diagnostics import CATALOGUE, Diagnostic, Note, Severity, near, render

ROOT = Path(__file__).resolve().parent.parent
CODE = re.compile(r"[EW]\d{4}")

TEXT = """\
piece Asteroid
-- a note to colleagues
action Place Asteroid on a Cell

    only if the Cell is open
    move an Astroid in the Stock to the Cell
"""
ASTROID = Span("games/x.rules", 6, 13, 6, 20)


def test_a_diagnostic_shows_place_heading_excerpt_and_remedy() -> None:
    diagnostic = Diagnostic(
        "E0201",
        "Nothing is called Astroid.",
        ASTROID,
        read="the name of a kind of piece",
        hints=("declare it: `piece Astroid`",),
        near=("Asteroid",),
        notes=(Note("Asteroid is declared here", Span("games/x.rules", 1, 7, 1, 15)),),
    )
    assert render(diagnostic, TEXT).split("\n") == [
        "games/x.rules:6:13: error E0201: Nothing is called Astroid.",
        "  in: action Place Asteroid on a Cell",
        "    6 |     move an Astroid in the Stock to the Cell",
        "      |             ^^^^^^^",
        "  read as: the name of a kind of piece",
        "  did you mean Asteroid?",
        "  try: declare it: `piece Astroid`",
        "  note: games/x.rules:1:7: Asteroid is declared here",
        "    1 | piece Asteroid",
        "      |       ^^^^^^^^",
    ]


def test_without_a_text_or_a_place_only_the_message_is_left() -> None:
    assert render(Diagnostic("E0801", "There is no A9.")) == "error E0801: There is no A9."
    assert render(Diagnostic("W0201", "Unused.", ASTROID)) == "games/x.rules:6:13: warning W0201: Unused."


def test_a_note_on_another_file_shows_no_excerpt_of_this_one() -> None:
    note = Note("declared here", Span("grids.rules", 1, 1, 1, 6))
    assert render(Diagnostic("E0202", "Twice.", ASTROID, notes=(note,)), TEXT).endswith(
        "grids.rules:1:1: declared here"
    )


def test_a_heading_is_not_shown_as_standing_under_the_one_before() -> None:
    assert "in:" not in render(Diagnostic("E0202", "Twice.", Span("x", 3, 1, 3, 7)), TEXT)


def test_several_near_names_are_one_question() -> None:
    text = render(Diagnostic("E0201", "No.", near=("A", "B", "C")))
    assert text.endswith("did you mean A, B or C?")


def test_carets_of_a_longer_stretch_end_with_its_first_line() -> None:
    *_, excerpt, carets = render(Diagnostic("E0109", "No.", Span("x", 5, 5, 6, 12)), TEXT).split("\n")
    assert carets.rstrip("^").rstrip() == "      |"
    assert len(carets) == len(excerpt)


@pytest.mark.parametrize("column", [1, 60, 5000, 9990])
def test_a_very_long_line_is_cut_around_the_place(column: int) -> None:
    line = "ab " * 3333 + "x"
    out = render(Diagnostic("E0105", "Long.", Span("x", 1, column, 1, column + 2)), line).split("\n")
    excerpt, carets = out[-2:]
    assert len(excerpt) < 120
    assert excerpt[carets.index("^") :].rstrip("…").startswith(line[column - 1 : column + 1])


def test_carets_stand_under_wide_and_combining_characters() -> None:
    line = "move 星 e\u0301 Cell"
    start = line.index("Cell") + 1
    *_, carets = render(Diagnostic("E0201", "No.", Span("x", 1, start, 1, start + 4)), line).split("\n")
    assert carets == "      | " + " " * len("move .. e ") + "^^^^"


@pytest.mark.parametrize("line", [0, 7, 8, 99])
def test_a_place_outside_the_text_is_no_crash(line: int) -> None:
    assert "E0110" in render(Diagnostic("E0110", "Cut off.", Span("x", line, 1, line, 1)), TEXT)


def test_nothing_in_a_file_can_steer_the_terminal() -> None:
    hostile = "move \x1b[2J\x07 \u202eevil\x7f\tX"
    out = render(Diagnostic("E0107", f"Not {hostile}", Span("x\x1b", 1, 6, 1, 7), near=(hostile,)), hostile)
    assert all(c.isprintable() or c == "\n" for c in out)


def test_colour_changes_nothing_but_the_colours() -> None:
    diagnostic = Diagnostic("E0201", "No.", ASTROID, hints=("a",), near=("B",))
    coloured = render(diagnostic, TEXT, colour=True)
    assert coloured != render(diagnostic, TEXT)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == render(diagnostic, TEXT)


def test_the_letter_of_the_code_is_the_severity() -> None:
    assert Diagnostic("E0201", "").severity is Severity.ERROR
    assert Diagnostic("W0201", "").severity is Severity.WARNING


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Astroid", ["Asteroid", "Asteroids"]),  # a letter left out
        ("Asteorid", ["Asteroid", "Asteroids"]),  # two letters swapped
        ("moon", ["Moon", "Noon"]),  # other capitals first
        ("Device", ["EMP Device"]),  # cut short
        ("the EMP Device", ["EMP Device"]),
        ("Moon", ["Noon"]),  # never the name itself
        ("A9", []),  # of two letters each is as near as any other
        ("Zeppelin", []),
        ("x" * 5000, []),
    ],
)
def test_near_names(name: str, expected: list[str]) -> None:
    names = ["Asteroid", "Asteroids", "Moon", "Noon", "EMP Device", "A1", "A2", "x" * 4999]
    assert near(name, names) == expected


def test_near_names_are_few() -> None:
    assert near("Cell", ["Cells", "Bell", "Call", "Cull", "Tell"]) == ["Bell", "Call", "Cells"]


# -------------------------------------------------------------------------------------------------------- the catalogue


def codes_in(source: str) -> set[str]:
    """The codes that stand as texts of their own in a Python source."""
    nodes = (n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant))
    return {value for value in nodes if isinstance(value, str) and CODE.fullmatch(value)}


def reported() -> set[str]:
    paths = [p for top in ("dsl", "interpreter") for p in (ROOT / top).rglob("*.py")]
    return set().union(*(codes_in(p.read_text("utf-8")) for p in paths))


def test_every_code_that_is_reported_is_in_the_catalogue() -> None:
    assert reported() - set(CATALOGUE) == set()


def test_every_code_of_the_catalogue_is_reported() -> None:
    assert set(CATALOGUE) - reported() == set(), "nothing reports these codes"


def test_codes_are_found_in_a_source() -> None:
    assert codes_in('"""E0001"""\nf("E0101", "see E0102", x="W0301")') == {"E0001", "E0101", "W0301"}


@pytest.mark.parametrize("code", CATALOGUE)
def test_an_entry_is_whole(code: str) -> None:
    entry = CATALOGUE[code]
    assert CODE.fullmatch(code)
    assert entry.code == code
    assert entry.title[-1] not in ".!"
    assert len(entry.title) <= 60
    assert entry.explanation.rstrip().endswith(".")
    assert "\n" not in entry.explanation
    assert entry.bad.strip()
    assert entry.good.strip()
    assert entry.bad != entry.good


def test_titles_tell_the_codes_apart() -> None:
    assert len({entry.title for entry in CATALOGUE.values()}) == len(CATALOGUE)


def test_a_code_that_is_none_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        CATALOGUE["E9999"]
