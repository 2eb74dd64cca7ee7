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


@pytest.mark.parametrize("title", ["The Medic heals", "Once there was the Medic"])
def test_a_name_has_an_article_where_the_designer_writes_one(title: str) -> None:
    page = learned(CREW.format(title=title))
    assert "The Medic must be on your seat." in page
    assert "The Pilot must be on your seat." in page  # as those of its table of which anything is said


@pytest.mark.parametrize("title", ["Medic heals", "Healing"])
def test_a_name_has_none_elsewhere(title: str) -> None:
    page = learned(CREW.format(title=title))
    assert "- Medic must be on your seat." in page
    assert "- Pilot must be on your seat." in page
