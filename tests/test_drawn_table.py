"""The picture of what lies beside the boards when a game begins."""

from __future__ import annotations

from html import unescape

from dsl.pages.learn.blocks import Figure
from tests.published import game_of, pages_of


def test_the_whole_table_is_drawn_at_the_start() -> None:
    told = drawn_table("rebel_moon_defense")
    assert "Imperial’s stock: 15 × Asteroids." in told
    assert "Stack of shields: Shield, red; Shield, orange; Shield, yellow." in told
    assert "Put the 15 asteroids" not in pages_of("rebel_moon_defense")["pages/rebel_moon_defense/learn.md"]


def test_what_becomes_otherwise_in_play_is_not_told_at_the_start() -> None:
    assert "8 × Carrier Pods;" in drawn_table("hyperline")  # which face the front, as long as nobody turns them


def test_no_secret_is_drawn_at_the_start() -> None:
    told = drawn_table("kuhn_poker")
    assert told.startswith("Deck: 3 × Cards.")
    assert not {"Jack", "Queen", "King"} & {*told.split()}


def drawn_table(name: str) -> str:
    """What the picture shows, as it is read out to those who cannot see it."""
    figures = (block.drawing for block in game_of(name).learn.blocks if isinstance(block, Figure))
    drawn = next(figure for figure in figures if "board table" in figure)
    return unescape(drawn.split("<desc", 1)[1].split(">", 1)[1].split("</desc", 1)[0])
