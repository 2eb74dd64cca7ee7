"""How pieces with names of their own are called: with an article, where the designer puts one before the name."""

from __future__ import annotations

import pytest

from tests.test_learn_rows import learned

CREW = """
game Crew
    in English
    for 2 to 3 players: Ann, Bea, Cid

board the Isle
    made of Fields in a line of 5

place Seat
    there is one for each Player

piece Role
    starts in the Box

table Role
    | Role  |
    | Medic |
    | Pilot |
    | Smith |

place the Box
    takes Roles
    keeps order

piece Coin
    there are 9
    starts in the Tin

place the Tin

setup
    for each Player
        move the top of the Box to the Seat of the Player

play
    take turns from Ann
        the Player must Fly or Heal

action Fly to a Field
    only if the Pilot is on the Seat of the Player, called Pilot Only
    move a Coin in the Tin to the Field

action Heal a Coin
    only if the Medic is on the Seat of the Player, called Medic Only
    only if the Coin is on the Isle
    move the Coin to the Tin

the game ends when there is no Coin in the Tin
    nobody wins

example "{title}"
    given the Medic is on the Seat of Ann
    given there is a Coin on S1
    when Ann does Heal the Coin on S1
    then there is no Coin on S1
"""


@pytest.mark.parametrize("title", ["The Medic heals", "Once there was the Medic", "The Pilot and a smith"])
def test_a_name_has_an_article_where_the_designer_writes_one(title: str) -> None:
    page = learned(CREW.format(title=title))
    assert "The Medic must be on your seat." in page
    assert "The Pilot must be on your seat." in page  # as those of its table of which anything is said


@pytest.mark.parametrize("title", ["Medic heals", "Healing"])
def test_a_name_has_none_elsewhere(title: str) -> None:
    page = learned(CREW.format(title=title))
    assert "Medic must be on your seat." in page
    assert "Pilot must be on your seat." in page


def test_what_the_designer_says_of_a_sort_of_pieces_is_told_once_of_all_of_them() -> None:
    """It may be the only place that says what a word means which the rules use."""
    sorts = """piece Coin
    starts in the Tin
    can be worn, seen by all
    "A coin is worn when it was paid with."

piece Penny, a Coin
    there are 9

piece Pound, a Coin
    there are 4
"""
    text = CREW.format(title="Healing").replace("piece Coin\n    there are 9\n    starts in the Tin\n", sorts)
    game = text.replace("    move the Coin to the Tin\n", "    move the Coin to the Tin\n    the Coin becomes worn\n")
    assert game.count("worn") == 3
    page = learned(game)
    assert page.count("A coin is worn when it was paid with.") == 1
    assert page.index("**Coins**") < page.index("A coin is worn when") < page.index("At a glance")


def test_nothing_is_easily_overlooked_of_what_is_so_with_more_players() -> None:
    """The page is of one number of players: who learns the game does not know the others."""
    refused = """
example "Nobody flies without the Pilot"
    given the Medic is on the Seat of Ann
    then Ann cannot Fly to S1
"""
    of_three = refused.replace("\n", "\n    ").replace("\n    \n", "\n\n").rstrip() + "\n"
    text = CREW.format(title="Healing").replace("called Pilot Only", "called Pilot Only").rstrip() + "\n"
    assert "Nobody flies without the Pilot" in learned(text + refused)
    assert "Nobody flies without the Pilot" not in learned(text + "\nonly with 3 players\n" + of_three)


def test_what_is_done_by_which_piece_it_is_is_a_list() -> None:
    """Not a row of sentences that all begin with "otherwise"."""
    cases = """
action Follow a Role
    if the Role is the Medic
        move a Coin in the Tin to S1
    otherwise if the Role is the Pilot
        move a Coin in the Tin to S2
    otherwise if the Role is the Smith
        move a Coin in the Tin to S3
"""
    page = learned(CREW.format(title="The Medic heals").replace("must Fly or Heal", "must Fly, Heal or Follow") + cases)
    assert "By the role:" in page
    assert "- **Pilot.** Put a coin from the Tin on S2." in page
    assert "Otherwise" not in page
