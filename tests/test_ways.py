"""One of several ways: what is offered, why a way is not, who is asked, and what is taken back. (S5.15)"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.play.game import Game
from interpreter.play.match import Match

FILE = Path(__file__).parent / "language" / "good" / "ways.rules"


@pytest.fixture
def match() -> Match:
    return Game.load(FILE).start(seed=1)


def texts(match: Match) -> list[str]:
    assert match.decision is not None
    return match.decision.options.texts


def asked(match: Match) -> tuple[str, ...]:
    assert match.decision is not None
    return match.decision.who


def buy(match: Match) -> None:
    """Whoever has no jewel can only buy one, and is asked for the coin at once."""
    match.choose("Trade")
    match.choose(texts(match)[0])


def with_a_jewel(match: Match) -> Match:
    """North has a jewel and trades again."""
    buy(match)
    for text in ("Polish", "pass", "Trade"):
        match.choose(text)
    return match


def test_only_ways_that_can_be_taken_are_offered(match: Match) -> None:
    assert texts(with_a_jewel(match)) == ["Buy", "Sell"]
    other = match.copy()
    other.choose("Sell")
    other.choose("Trade")
    assert all("Coin" in text for text in texts(other))  # South has none to sell


def test_a_refusal_names_what_is_missing(match: Match) -> None:
    buy(match)
    match.choose("Polish")
    buy(match)
    assert asked(match) == ("South",)
    assert texts(match) == ["Polish", "Spit", "Thank"]
    match.choose("Polish")
    match.choose("Give the Jewel in the Shelf of North")
    assert texts(match) == ["Spit", "Thank"]
    refusal = match.why_not("Polish")
    assert refusal is not None
    assert [(need.name, need.sentence) for need in refusal.unmet] == [("Polish", "The jewel must not be cut.")]


def test_a_choice_of_a_way_is_taken_back_by_itself(match: Match) -> None:
    before = with_a_jewel(match).view("North")
    match.choose("Buy")
    match.undo("North")
    assert match.view("North") == before
    assert texts(match) == ["Buy", "Sell"]


def test_what_was_chosen_stands_in_the_log_of_all(match: Match) -> None:
    with_a_jewel(match).choose("Sell")
    for reader in ("North", "South", None):
        assert "Sell" in [entry.text for entry in match.log(reader)]
