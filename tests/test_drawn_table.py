"""The picture of what lies beside the boards when a game begins."""

from __future__ import annotations

from html import unescape

from dsl.pages.drawings.asides import Panel, in_rows
from dsl.pages.drawings.pieces import Body
from dsl.pages.learn.blocks import Figure
from tests.published import game_of, pages_of


def test_the_whole_table_is_drawn_at_the_start() -> None:
    told = drawn_table("rebel_moon_defense")
    assert "Imperial’s stock: 15 × Asteroids." in told
    assert "Stack of shields: Shield, red; Shield, orange; Shield, yellow." in told
    assert "Put the 15 asteroids" not in pages_of("rebel_moon_defense")["pages/rebel_moon_defense/learn.md"]


def test_what_becomes_otherwise_in_play_is_not_told_at_the_start() -> None:
    assert "8 × Carrier Pods;" in drawn_table("hyperline")  # which face the front, as long as nobody turns them


def test_what_chance_brings_to_the_table_is_there_as_what_can_lie_there() -> None:
    told = drawn_table("nebula_rush")
    assert "Rumor Mill: 2 × Clues." in told  # which may be maps or not
    assert "Row of ship cards of each player: 2 × Ships." in told


def test_where_something_is_drawn_beside_the_board_all_is_that_lies_there() -> None:
    assert "Purse of each player: 2 × Chips." in drawn_table("kuhn_poker")
    assert "Supply of pirates: 12 × Pirates." in drawn_table("hyperline")


def test_no_secret_is_drawn_at_the_start() -> None:
    told = drawn_table("kuhn_poker")
    assert told.startswith("Deck: 3 × Cards.")
    assert not {"Jack", "Queen", "King"} & {*told.split()}


def test_panels_of_a_row_are_about_equally_high() -> None:
    """So that none has room in which nothing lies."""
    men = Body(colour="red"), Body(colour="blue")
    low, high = Panel("Hand", men[:1], ""), Panel("Stack", men * 3, "", told=("man",) * 6)
    assert [[panel.name for panel in row] for row in in_rows([low, low, high, low], 900)] == [
        ["Hand", "Hand"], ["Stack"], ["Hand"]
    ]  # fmt: skip


def drawn_table(name: str) -> str:
    """What the picture shows, as it is read out to those who cannot see it."""
    figures = (block.drawing for block in game_of(name).learn.blocks if isinstance(block, Figure))
    drawn = next(figure for figure in figures if "board table" in figure)
    return unescape(drawn.split("<desc", 1)[1].split(">", 1)[1].split("</desc", 1)[0])
