"""In what order a game is taught, and what is said where it is needed."""

from __future__ import annotations

import pytest

from dsl.load import load_text
from dsl.pages.game import Game
from dsl.pages.publishing import Book
from tests.test_learn import words_on
from tests.test_learn_rows import learned

ISLAND = """
game Island
    for 2 players: Ann, Bea

Terrain is one of meadow, wood

Wealth is from 0 to 9

a Player has a Wealth

board the Isle
    made of Hexes in a line of 4

table Hex
    | Hex | Terrain |
    | S1  | meadow  |
    | S2  | wood    |
    | S3  | wood    |
    | S4  | meadow  |

place Supply
    there is one for each Player

place Yard
    there is one for each Player
    takes Huts

piece Hut
    there are 9 for each Player
    starts in the Supply of the owner

look
    meadow is green
    wood is brown

setup
    hand out the first share

the first share means 3 if the number of Players is 2, otherwise 2

to hand out a Number called amount
    for each Player
        repeat the amount times
            move a Hut in the Supply of the Player to the Yard of the Player

play
    take turns from Ann until there is a Player that is finished
        count huts
        the Player must Settle, Farm or Rest
    the Player with the highest Wealth wins

a Player is finished when there is no Hut in the Supply of the Player

to count huts
    the Wealth of the Player rises by the number of Huts on the Isle multiplied by 2, but not above 9

action Settle on a Hex
    only if the Hex is free, called Free
    only if there is a Hut in the Supply of the Player, called Hut Left
    move a Hut in the Supply of the Player to the Hex

action Farm on a Hex
    only if the Hex is free, called Free
    only if the Terrain of the Hex is meadow, called Meadow
    only if there is a Hut in the Supply of the Player, called Hut Left
    move a Hut in the Supply of the Player to the Hex

chapter "Resting"

action Rest
    move every Hut in the Yard of the Player to the Supply of the Player

a Hex is free when there is no Hut on the Hex
"""


@pytest.fixture(scope="module")
def page() -> str:
    found, wrong = load_text(ISLAND, "island.rules")
    assert found is not None, wrong
    return Game(Book("island", "island.rules", found, ())).pages()["island/learn.md"]


@pytest.fixture(scope="module")
def read(page: str) -> str:
    return words_on(page)


def under(read: str, heading: str) -> str:
    return read.partition(f"### {heading}")[2].partition("\n#")[0]


def test_what_several_actions_need_stands_with_each(read: str) -> None:
    for action in ("Settle", "Farm"):
        assert "There must be a hut in your supply." in under(read, action)


def test_a_word_stands_behind_the_first_that_uses_it(read: str) -> None:
    """Though it is from a chapter that comes later."""
    assert "A hex is free when there is no hut on it." in under(read, "Settle")
    assert read.count("A hex is free when") == 1


def test_verbs_that_the_course_of_play_names_are_told_with_the_turn(read: str) -> None:
    assert read.index("## Your turn") < read.index("**Count huts.**") < read.index("### Settle")


def test_what_is_told_further_on_is_led_to(page: str) -> None:
    assert "[Count huts](#verb-count-huts)" in page
    assert "**Count huts.**{ #verb-count-huts } " in page


def test_a_board_shows_what_a_table_tells_of_all_its_spaces(page: str, read: str) -> None:
    assert "| S1 and S4 | meadow |" not in read
    assert 'class="own green"' in page
    assert "Meadow: S1, S4. Wood: S2, S3." in page


def test_a_verb_with_a_value_that_has_a_name_is_spelt_out(read: str) -> None:
    assert "into their yard as the first share." in read
    assert "Hand out" not in read


def test_a_place_of_which_all_is_taken_is_named(read: str) -> None:
    assert "Put every hut from your yard into your supply." in under(read, "Rest")


def test_how_often_stands_before_what(read: str) -> None:
    assert "2 times the number of huts on the Isle" in read


HARBOUR = """
game Harbour
    for 2 players: Ann, Bea

board the Quay
    made of Cells in a line of 6

place Hold
    there is one for each Player

place the Bank

piece Coin
    there are 30
    starts in the Bank

piece Crate
    there are 6 for each Player
    starts in the Hold of the owner

play
    do Loading
    do Selling

phase Loading
    take turns from Ann until all pass
        the Player may Load

phase Selling
    take turns from Ann until all pass
        the Player may Sell

action Load on a Cell
    only if there is no Piece on the Cell, called Empty
    load the Cell

to load a Cell
    move a Crate in the Hold of the Player to the Cell
    "It stands with its number up."

action Sell a Crate
    only if the Crate is on the Quay, called There
    move the Crate to the Hold of the Player
    collect 2

to collect a Number called amount
    repeat the amount times
        move a Coin in the Bank to the Hold of the Player
    "Count them."
"""


@pytest.fixture(scope="module")
def harbour() -> str:
    return words_on(learned(HARBOUR))


def test_an_action_and_the_verb_that_it_does_have_one_heading(harbour: str) -> None:
    assert harbour.count("### Load") == 1
    told = harbour.partition("### Load")[2].partition("\n#")[0]
    assert "There must be no piece on the cell. Put a crate from your hold on it.\n\nIt stands" in told
    assert "Load the cell" not in harbour


def test_a_verb_is_told_in_the_phase_that_calls_it(harbour: str) -> None:
    assert harbour.index("\n## Loading") < harbour.index("\n## Selling") < harbour.index("### Collect")


IN_A_CHAPTER = """
game Inner Action
    in English
    for 2 players: Red, Blue

piece Stone
    there are 9
    starts in the Bag

place the Bag

place the Box

chapter "The Course"

play
    repeat until there is no Stone in the Bag
        do Dawn
        do Day
    nobody wins

phase Dawn
    in short "The first stone is laid."
    move a Stone in the Bag to the Box

phase Day
    for each Player
        the Player must Work

action Work
    move a Stone in the Bag to the Box
    the Player may repeatedly Dig

action Dig
    only if there is a Stone in the Bag
    move a Stone in the Bag to the Box
"""


def test_an_action_that_another_offers_is_told_with_that_and_not_in_the_first_phase_of_its_chapter() -> None:
    page = learned(IN_A_CHAPTER)
    assert page.index("## Dawn") < page.index("## Day") < page.index("### Work") < page.index("### Dig")
