"""What a prompt names of the things around: to whoever decides, and to those who look on."""

from __future__ import annotations

import pytest

from interpreter.play.match import Match
from tests.laws.games import Setting, game
from tests.rulebooks import FOLDER

UP_TO_CARDS = ("Sail the green Ship", "A2", "Keep")


def asked(*answers: str, reader: str | None = None) -> str:
    """What is asked after these answers, as the decider or, with `reader`, another one sees it."""
    match: Match = game(Setting(FOLDER / "good" / "prompts.rules")).start(seed=1)
    for answer in answers:
        match.choose(answer)
    if reader is not None:
        told = match.view(None if reader == "onlooker" else reader)["decision"]["prompt"]
        assert isinstance(told, str)
        return told
    assert match.decision is not None
    return match.decision.prompt


# S5.16
@pytest.mark.parametrize(
    ("answers", "prompt"),
    [
        ((), "Sail"),
        (UP_TO_CARDS[:1], "choose a Cell (for the green Ship on A1, in Sail)"),
        (UP_TO_CARDS[:2], "choose Deploy or Keep (for the white Ship in the Yard, in Succession)"),
        ((*UP_TO_CARDS[:2], "Deploy"), "choose a Cell (for the white Ship in the Yard, in Succession)"),
        (UP_TO_CARDS, "choose Drop or Hold (for the Card in the Hand of Red, in Discard)"),
        ((*UP_TO_CARDS, "Hold"), "choose Drop or Hold (for the Card in the Hand of Red, in Discard)"),
    ],
)
def test_a_prompt_names_what_it_is_about(answers: tuple[str, ...], prompt: str) -> None:
    assert asked(*answers) == prompt


# S5.16
@pytest.mark.parametrize("reader", ["Blue", "onlooker"])
def test_others_are_told_what_all_see(reader: str) -> None:
    ship = "choose Deploy or Keep (for the white Ship in the Yard, in Succession)"
    assert asked(*UP_TO_CARDS[:2], reader=reader) == ship
    assert asked(*UP_TO_CARDS, reader=reader) == "choose Drop or Hold"


# S5.16
@pytest.mark.parametrize("reader", [None, "Blue", "onlooker"])
def test_a_prompt_does_not_name_what_was_made_of_a_secret(reader: str | None) -> None:
    told = "choose High or Low (for Count 3)"  # the other number, which Blue keeps secret, is 0
    assert asked(*UP_TO_CARDS, "Hold", "Hold", reader=reader) == told


# S5.16
def test_a_thing_that_may_have_got_out_of_sight_is_not_named() -> None:
    assert asked(*UP_TO_CARDS, "Drop") == "choose Sigh or Smile"
