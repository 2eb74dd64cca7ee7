"""The numbers that decide in worked examples: that stories tell them, where all see them and they help."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.board.scene import Worth
from dsl.pages.publishing import Game
from dsl.prose.weighings import is_sum, spelled_out, worked_out
from interpreter.cli.docs import read
from interpreter.play.rules import Rules
from interpreter.tools.example_scenes import scenes

DUEL = """
game Duel
    in English
    for 2 players: Left, Right

Might is from 0 to 20
Face is from 1 to 6
Step is from 1 to 9
Worth is from 0 to 9

board the Field
    made of Cells in a grid of 3 by 3

place the Cup
place Hand
    there is one for each Player
    seen by the owner

piece Die
    two are Dice
    there is 1
    has a Face
    starts in the Cup

piece Knight
    there is one for each Player
    has a Might
    starts in the Cup

piece Card
    there is one for each Player
    has a Worth
    starts in the Hand of the owner

setup
    for each Player
        move the Knight of the Player to A1

play
    do Tournament
    nobody wins

phase Tournament
    take turns from Left until all pass
        the Player may Fight or Train or Walk or Bet or Show

the sworn of a Player means the Might of the Knight of the Player plus 2

action Fight
    the Player rolls a Die
    let attack be the Face of the Die plus the Might of the Knight of the Player
    the opponent of the Player rolls a Die
    let defence be the Face of the Die plus the Might of the Knight of the opponent of the Player
    if the attack is more than the defence
        the Might of the Knight of the opponent of the Player falls by 1, but not below 0
    otherwise if the attack is less than the defence
        the Might of the Knight of the Player falls by 1, but not below 0

to pay a Number called points
    only if the Might of the Knight of the Player is at least the points, called Mighty
    the Might of the Knight of the Player falls by the points

action Train
    costs 5
    the Might of the Knight of the Player rises by 9

action Walk by a Step
    only if the Step is at least 2 and the Step is at most the Might of the Knight of the Player
    let haste be the Step multiplied by 2
    the Might of the Knight of the Player becomes the haste

action Bet
    only if the total Worth among Cards in the Hand of the Player is more than 4
    the Might of the Knight of the Player rises by 1

action Show
    show every Card in the Hand of Left to all
    show every Card in the Hand of Right to all
    let margin be the total Worth among Cards in the Hand of Left minus the total Worth among Cards in the Hand of Right
    if the margin is more than 0, the Might of the Knight of Left rises by the margin

example "Show" in Tournament
    given the Worth of the Card of Left is 7
    given the Worth of the Card of Right is 5
    when Left does Show
    then the Might of the Knight of Left is 2

example "Fight" in Tournament
    given the Might of the Knight of Left is 4
    given the Might of the Knight of Right is 3
    when Left does Fight
    when Left rolls 2
    when Right rolls 1
    then the Might of the Knight of Right is 2
    then the Might of the Knight of Left is 4

example "Draw" in Tournament
    given the Might of the Knight of Left is 4
    given the Might of the Knight of Right is 3
    when Left does Fight
    when Left rolls 2
    when Right rolls 3
    then the Might of the Knight of Right is 3

example "Too Dear" in Tournament
    given the Might of the Knight of Left is 3
    then Left cannot Train

example "Too Far" in Tournament
    given the Might of the Knight of Left is 3
    then Left cannot Walk by 4
    when Left does Walk by 3
    then the Might of the Knight of Left is 6
    then the sworn of Left is 8

example "Too Near" in Tournament
    given the Might of the Knight of Left is 3
    then Left cannot Walk by 1

example "Secret" in Tournament
    given the Worth of the Card of Left is 4
    then Left cannot Bet
"""


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("duel") / "duel.rules"
    path.write_text(DUEL, "utf-8")
    return path


@pytest.fixture(scope="module")
def told(duel: Path) -> dict[str, list[str]]:
    """What the stories of the duel say, by their titles."""
    book, _ = read(duel)
    assert book is not None
    game = Game(book)
    return {story.title: [line.text for line in game.showing.retold.lines(story)] for story in game.stories}


def test_what_was_compared_is_told_before_what_came_of_it_and_once(told: dict[str, list[str]]) -> None:
    *_, first, second = told["Fight"]
    assert first == (
        "The attack (2 + 4 = 6) is more than the defence (1 + 3 = 4): the might of Right’s knight is now 2."
    )
    assert second == "The might of Left’s knight is 4, as before."
    assert told["Draw"][-1].startswith("The attack (2 + 4 = 6) is equal to the defence (3 + 3 = 6): ")


def test_a_need_that_is_not_met_is_told_with_its_numbers(told: dict[str, list[str]]) -> None:
    assert "Left cannot train: the might of Left’s knight (3) is less than 5." in told["Too Dear"]
    assert "Left cannot walk by 4: 4 is more than the might of Left’s knight (3)." in told["Too Far"]
    assert "Left cannot walk by 1: 1 is less than 2." in told["Too Near"]


def test_a_number_is_told_with_its_parts(told: dict[str, list[str]]) -> None:
    *_, might, sworn = told["Too Far"]
    assert might == "The haste is 3 × 2 = 6: the might of Left’s knight is now 6."
    assert sworn.endswith("8 (6 + 2).")


def test_of_what_not_all_see_no_number_is_told(told: dict[str, list[str]], duel: Path) -> None:
    assert told["Secret"][-1] == "Left cannot bet: the total worth of cards in Left’s hand is not more than 4."
    found = {example.title: scene for example, scene in scenes(Rules.with_examples(duel, hasty=True))}
    secret = found["Secret"]
    assert secret is not None
    assert not any(held.weighed for held in secret.held)


def test_of_what_is_shown_to_all_numbers_are_told(told: dict[str, list[str]]) -> None:
    assert told["Show"][-1] == "The margin is 7 – 5 = 2: the might of Left’s knight rises from 0 to 2."


@pytest.mark.parametrize(
    ("worth", "text"),
    [
        (Worth(6, (("+", 2), ("+", 4))), "2 + 4 = 6"),
        (Worth(4, (("+", 5), ("–", 1))), "5 – 1 = 4"),
        (Worth(-2, (("+", 1), ("–", 3))), "1 – 3 = –2"),
        (Worth(4, (("+", 4), ("+", 0))), "4"),
        (Worth(2, (("+", 1), ("+", 1))), "2"),
        (Worth(3), "3"),
    ],
)
def test_only_what_there_is_to_add_up_is_added_up(worth: Worth, text: str) -> None:
    assert worked_out(worth) == text
    assert is_sum(worth) == ("=" in text)


def test_what_is_said_in_so_many_words_is_added_up_as_it_is() -> None:
    assert spelled_out(Worth(7, (("+", 0), ("+", 7)))) == "0 + 7 = 7"
