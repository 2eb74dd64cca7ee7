"""A page that teaches a game: what an action needs of its things stands in the sentence that allows it, and words stand
where they are needed: before the play, or with the ends of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_learn_rows import learned

FORD = """
game Ford
    in English
    for 2 players: White, Black

use Grids

board the River
    made of Fields in a grid of 4 by 4

place Bank
    there is one for each Player

piece Raft
    there are 4 for each Player
    can be moored
    starts in the Bank of the owner

setup
    move a Raft in the Bank of White to each Field of rank 1
    move a Raft in the Bank of Black to each Field of rank 4
    every Raft on the River becomes moored

play
    take turns from White
        if there is no Raft of the opponent of the Player on the River
            "All are ashore."
            the Player wins
        if the River is silent
            nobody wins
        the Player must Row or Cast Off

action Row a Raft to a Field
    only if the Raft is owned by the Player, called Your Own
    only if the Field is open to the Raft, called Way
    only if the Raft is not moored, called Loose
    move every Raft on the Field to the Bank of its owner
    move the Raft to the Field

action Cast Off with a Raft
    only if the Raft is moored and owned by the Player, called Tied Up
    the Raft becomes not moored

chapter "Silence"

the River is silent when there is no loose Raft on the River

a Raft is loose when the Raft is not moored

chapter "Ways"
"The river never sleeps."

a Field is open to a Raft when
    the Field is beside the Raft
    the direction from the Raft to the Field is not the current of the Raft

the current of a Raft means north if the owner of the Raft is White, otherwise south
"""


@pytest.fixture(scope="module")
def read() -> str:
    return learned(FORD)


@pytest.mark.parametrize(
    "sentence",
    [
        "Row a raft of yours that is not moored to a field that is open to it.",
        "Cast off with a moored raft of yours.",
    ],
)
def test_needs_stand_in_the_sentence_that_allows_it(read: str, sentence: str) -> None:
    assert sentence in read
    assert "must belong to you" not in read
    assert "must be open" not in read


def test_so_it_is_in_portuguese() -> None:
    assert "deve pertencer a você" not in learned(FORD, "pt")


def test_what_asks_only_whose_a_thing_is_is_one_sentence(read: str) -> None:
    assert "A raft’s current is north for White and south for Black." in read


def test_words_that_the_first_sentence_of_play_needs_come_before_it(read: str) -> None:
    assert read.index("## Ways") < read.index("## Your turn")


def test_words_of_which_only_an_end_speaks_stand_with_it(read: str) -> None:
    assert "## Silence" not in read
    assert read.index("## How else it ends") < read.index("The River is silent when")


KILN = """
game Kiln
    in English
    for 2 players: Ann, Bea

use Grids

board the Shelf
    made of Spots in a grid of 3 by 3

place Crate
    there is one for each Player

piece Jar
    there are 3 for each Player
    can be glazed
    starts in the Crate of the owner

setup
    move a Jar in the Crate of Ann to each Spot of rank 1
    move a Jar in the Crate of Bea to each Spot of rank 3

play
    take turns from Ann
        if no Jar is glazed
            nobody wins
        the Player must Shift or Glaze or Swap

action Shift a Jar to a Spot
    only if there is no Piece on the Spot
    only if the Jar is not ripe on the Spot, called Too Early
    only if afterwards the Player is not lost, called Still Safe
    move the Jar to the Spot

action Glaze a Jar on a Spot
    only if the Jar is ripe on the Spot, called Ripe
    only if afterwards the Player is not lost, called Still Safe
    the Jar becomes glazed
    move the Jar to the Spot

action Swap a Jar
    only if afterwards the Player is not lost, called Still Safe
    the Jar becomes not glazed

a Jar is ripe on a Spot when the Spot is beside the Jar and the Jar is glazed

a Player is lost when there is no glazed Jar that is owned by the Player
"""


@pytest.fixture(scope="module")
def kiln() -> str:
    return learned(KILN)


def test_what_all_actions_of_a_choice_need_is_said_once_behind_the_first(kiln: str) -> None:
    assert kiln.count("Whatever you do: afterwards, you must not be lost.") == 1
    parts = ["### Shift", "### Still Safe", "afterwards, you must not be lost. You are lost when", "### Glaze"]
    assert sorted(parts, key=kiln.index) == parts


def test_what_keeps_one_action_from_another_is_said_with_the_second(kiln: str) -> None:
    assert "ripe" not in kiln.partition("### Shift")[2].partition("### ")[0]
    assert "The jar must be ripe on the spot. Then “Shift” is not possible with it." in kiln


@pytest.mark.parametrize(
    ("code", "asked"), [("", "There must be no lamp that is lit."), ("pt", "Não pode haver nenhum Lamp lit.")]
)
def test_what_words_in_short_leave_out_is_told_beside_them(code: str, asked: str) -> None:
    """But for what they say themselves, and what is said to be left out."""
    text = (Path(__file__).parent / "language" / "bad" / "W0116_left_unsaid.rules").read_text("utf-8")
    row, anchor = (learned(text, code).partition(f"### {name}")[2].partition("\n### ")[0] for name in ("Row", "Anchor"))
    assert asked in row
    assert "moored" not in anchor


TUG = """
game Tug
    in English
    for 2 players: Ann, Bea

place Quay

place Sea

piece Boat
    there are 3 for each Player
    starts in the Quay

play
    take turns from Ann until all pass
        the Player may Haul or Tow
    nobody wins

action Haul a Boat
    in short "Bring a boat out."
    warp the Boat

action Tow a Boat
    in short "Warp a boat out to sea."
    warp the Boat

to warp a Boat
    in short "The boat goes to sea, and whoever likes waves to it from the quay as long as it is to be seen."
    move the Boat to the Sea
"""


@pytest.mark.parametrize(("code", "led"), [("", "See also"), ("pt", "Veja também")])
def test_words_in_short_that_do_not_name_a_verb_lead_to_it(code: str, led: str) -> None:
    page = learned(TUG, code)
    haul, tow = (page.partition(f"### {name}")[2].partition("\n### ")[0] for name in ("Haul", "Tow"))
    assert led in haul
    assert led not in tow


MARKETS = """
game Markets
    in English
    for 2 players: Red, Blue

Worth is from 1 to 9

place Market

place Purse
    there is one for each Player

piece Card
    there are 8
    has a Worth
    starts in the Market

play
    take turns from Red until all pass
        the Player may Collect
    nobody wins

action Collect
    "Take any one card, or several that are together worth not more than 5."
    the Player chooses at least 1 among Cards called taken in the Market
    only if the number of Cards in the taken is 1 or the total Worth among the taken is at most 5, called Small Change
    move every Card in the taken to the Purse of the Player
"""


def test_what_has_to_hold_of_what_was_chosen_stands_below_the_step_as_a_list() -> None:
    told = [line.strip() for line in learned(MARKETS).splitlines() if line.strip()]
    lead = told.index("1. At least one of these must hold:")
    below = ["- There is 1 card in the taken.", "- The total worth of the taken is at most 5."]
    assert told[lead + 1 : lead + 3] == below
