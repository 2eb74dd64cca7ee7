"""Piles without a known order: what chance draws, and that a position does not depend on how it came about."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

from dsl.load import compile_rules
from interpreter.play.game import Game
from interpreter.play.match import Match
from tests.laws.play import core

PILES = Path(__file__).parent / "language" / "good" / "piles.rules"


@cache
def game() -> Game:
    program, diagnostics = compile_rules(PILES)
    assert program is not None, diagnostics
    return Game.of(program, PILES)


def asked(*texts: str) -> Match:
    """A match in which chance is asked, after these answers."""
    match = game().start(seed=0, nature="ask")
    for text in texts:
        match.choose(text)
    return match


def drawn(card: str) -> str:
    return f"the {card} Card in the deck"


# S5.11
def test_all_that_was_shuffled_is_equally_likely_on_top() -> None:
    match = asked()
    assert match.decision is not None
    assert match.decision.who == ("Chance",)
    assert len(match.decision.options) == 12
    first = Counter(game().start(seed=seed).transcript[0].text for seed in range(600))
    assert set(first) == set(match.decision.options.texts)
    assert all(25 <= count <= 80 for count in first.values()), first


# S5.11
def test_positions_that_are_equal_are_so_however_they_were_drawn() -> None:
    """Ada has the same two cards, and Ben his; what lies in the deck keeps no order."""
    cards = "sun 1", "sun 2", "moon 1", "moon 2"
    one = asked(*map(drawn, cards))
    other = asked(*map(drawn, (cards[1], cards[0], cards[3], cards[2])))
    assert core(one) == core(other)


def test_what_lies_in_no_order_stands_together_in_a_view() -> None:
    match = asked(*map(drawn, ("sun 1", "sun 2", "moon 1", "moon 2")), "Draw", drawn("sun 3"), "Bury")
    assert deck(match) == [{"count": 3, "loose": True}, {"count": 7, "loose": True}]
    match.choose(drawn("moon 6"))
    assert deck(match) == [{"count": 3, "loose": True}, {"count": 6, "loose": True}]


def deck(match: Match) -> list[object]:
    pieces: list[object] = next(p["pieces"] for p in match.view("Ben")["locations"] if p["name"] == "the deck")
    return pieces


def test_a_player_who_may_not_look_is_told_that_a_piece_was_drawn_and_no_more() -> None:
    match = game().start(seed=1)
    drawn_by_nature = [entry for entry in match.log("Ben") if entry.kind == "chance"]
    assert {entry.text for entry in drawn_by_nature} == {"a piece in the deck"}
    assert [entry.kind for entry in match.log("Ben")].count("reveal") == 2
