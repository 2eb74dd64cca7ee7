"""-1 is a number where a range has it, and nothing elsewhere: in views, on the terminal, on pages and sheets alike."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dsl.pages import publishing
from interpreter import load
from interpreter.cli.docs import read
from interpreter.play.game import Game
from interpreter.terminal.picture import Picture
from interpreter.terminal.tables import tables_of

WINTER = Path(__file__).parent / "language" / "good" / "below_zero.rules"


@cache
def game() -> Game:
    return load(WINTER)


@cache
def pages() -> dict[str, str]:
    book, wrong = read(WINTER)
    assert book is not None, wrong
    return publishing.render_game(book)[1]


def page(end: str) -> str:
    return next(text for name, text in pages().items() if name.endswith(end)).replace("&#45;", "-")


def test_a_view_has_numbers_below_0_and_none_for_nothing() -> None:
    view = game().start(seed=1).view("Ann")
    told = [piece for location in view["locations"] for piece in location["pieces"]]
    gales = {piece["attributes"]["name"]: piece["attributes"] for piece in told if piece["kind"] == "Gale"}
    assert [gales[name]["Warmth"] for name in ("Thaw", "Frost", "Freeze")] == [2, -1, -3]
    assert [gales[name]["Force"] for name in ("Thaw", "Frost", "Freeze")] == [4, 3, None]
    assert [piece["attributes"]["Colour"] for piece in told if piece["kind"] == "Stove"] == ["red", None]


def test_a_piece_is_not_called_after_what_it_has_not() -> None:
    match = game().start(seed=1)
    drawn = Picture(match.rules.box).draw(match.view())
    assert "The House: red Stove, Stove" in drawn
    assert "2 Frost Gales (Warmth -1, Force 3)" in drawn
    assert "Freeze (Warmth -3)" in drawn


def test_what_is_printed_can_be_looked_up() -> None:
    rows = [line.split() for line in tables_of(game().start(seed=1).rules, "Gale", 80).splitlines()]
    assert ["Frost", "-1", "3", "2"] in rows
    assert ["Freeze", "-3", "–", "1"] in rows


@pytest.mark.parametrize("end", ["/guide.md", "/reference.md"])
def test_tables_print_what_is_there(end: str) -> None:
    assert "| Frost | -1 | 3 |" in page(end)
    assert "| Freeze | -3 | – |" in page(end)


def test_cards_show_what_is_there() -> None:
    assert "Gale: Frost, Warmth -1, Force 3 |" in page("/sheets.md")
    assert "Gale: Freeze, Warmth -3 |" in page("/sheets.md")
