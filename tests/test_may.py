"""What is offered as a whole: who is asked, what can be answered, what it tells, what is taken back. (S5.17)"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.play.game import Game
from interpreter.play.match import Match

FILE = Path(__file__).parent / "language" / "good" / "may.rules"
NONE_WORTH_2 = 7  # a seed with which North has no coin that is worth 2


@pytest.fixture
def match() -> Match:
    return Game.load(FILE).start(seed=1)


def asked(match: Match) -> tuple[tuple[str, ...], list[str]]:
    assert match.decision is not None
    return match.decision.who, match.decision.options.texts


def test_to_do_so_and_to_pass_are_the_answers(match: Match) -> None:
    match.choose("pass")
    assert asked(match) == (("North",), ["do so", "pass"])
    assert match.decision is not None
    assert match.decision.prompt == "do so or pass: raise the Shop’s count by 2, but not above 40"


def test_whoever_has_nothing_to_choose_is_asked_where_others_do_not_see_it(match: Match) -> None:
    match.choose("Pay")
    assert asked(match) == (("North",), ["do so", "pass"])
    other = Game.load(FILE).start(seed=NONE_WORTH_2)
    other.choose("Pay")
    assert asked(other) == (("North",), ["pass"])
    refusal = other.why_not("do so")
    assert refusal is not None
    assert [need.name for need in refusal.unmet] == ["a Coin to choose"]


def test_an_answer_is_taken_back_by_itself(match: Match) -> None:
    match.choose("pass")
    before = match.view("North")
    match.choose("do so")
    match.undo("North")
    assert match.view("North") == before


def test_all_see_whether_it_was_done(match: Match) -> None:
    match.choose("pass")
    match.choose("do so")
    for reader in ("North", "South", None):
        assert "do so" in [entry.text for entry in match.log(reader)]


def test_nobody_is_asked_where_all_see_that_there_is_nothing_to_choose(match: Match) -> None:
    match.choose("Buy")
    assert asked(match) == (("North",), ["do so", "pass"])  # not South, whose shelf is empty


# S5.16
def test_the_prompt_names_what_it_is_about(match: Match) -> None:
    for text in ("Buy", "pass", "pass", "pass", "Polish the Jewel in the Shelf of North"):
        match.choose(text)
    assert match.decision is not None
    assert match.decision.prompt == (
        "do so or pass: the jewel is now cut, … (for the Jewel in the Shelf of North, in Polish)"
    )
