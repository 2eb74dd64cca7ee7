"""A page that teaches a game: what has to be so of what is chosen, amounts of something, dice just rolled, and the last
step of a turn."""

from __future__ import annotations

import pytest

from dsl.pages.game import PAGES, Game
from dsl.pages.publishing import read_book
from tests.test_learn import words_on
from tests.test_learn_rows import learned

COURT = """
game Court
    in English
    for 2 to 3 players: Ann, Bea, Cid

Good is one of gold, wood
Face is from 1 to 6
Bonus is from -1 to 2
Victory is from 0 to 99

a Player has a Victory

place the Supply
    takes Cubes

place the Yard
    takes Dice

place Store
    there is one for each Player
    takes Cubes

place Cup
    there is one for each Player
    takes Dice

place Seat
    there is one for each Face
    takes Dice

piece Cube
    there are 20 for each Good
    starts in the Supply

piece Die
    two are Dice
    has a Face

piece Own Die, a Die
    two are Own Dice
    there are 2 for each Player
    starts in the Cup of the owner

piece Grey Die, a Die
    two are Grey Dice
    there are 4
    starts in the Yard

play
    take turns from Ann
        do Wages
        do Bidding
        if the Player is the right of Ann and the race is over
            the Player with the highest Victory wins

phase Wages
    collect 2 of gold

phase Bidding
    the Player rolls every Die in the Cup of the Player
    the Player must Bid
    the Victory of the Player rises by 1, but not above 99

action Bid for a Face with a Bonus
    the Player chooses at least 1 among Dice called chosen in the Cup of the Player
    only if there is an Own Die in the chosen, called Own
    only if the total Face among the chosen plus the Bonus is the Face, called Sum
    move every Die in the chosen to the Seat of the Face

to collect a Number called amount of a Good
    repeat the amount times
        move a Cube of the Good in the Supply to the Store of the Player

the race is over when there is a Player whose Victory is at least 9

chapter "Two Players"

only with 2 players
    rule Strangers
        at the end of Bidding
        the Player rolls 2 among Grey Dice called pair in the Yard
        move every Die in the pair to the Seat of (the lowest Face among the pair)
"""


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("court") / "court.rules"
    file.write_text(COURT, encoding="utf-8")
    book, wrong = read_book(file)
    assert book is not None, wrong
    return words_on(Game(book).page(*PAGES["learn"]))


def test_what_has_to_be_so_of_what_is_chosen_is_no_step(read: str) -> None:
    assert "(the chosen) from your cup. There must be an own die in the chosen. The total face" in read
    assert "1. There must be" not in read


def test_so_much_of_something(read: str) -> None:
    assert "ollect 2 gold." in read
    assert "2 of gold" not in read


def test_dice_that_were_just_rolled_are_the_dice(read: str) -> None:
    assert "Put the dice into the seat of the lowest face rolled" in read


def test_a_number_that_is_said_with_an_action_is_told_from_where_to_where(read: str) -> None:
    assert "A bonus is from -1 to 2." in read


def test_what_can_end_the_game_is_a_step_of_the_turn(read: str) -> None:
    glance = read.partition("**At a glance**")[2].partition("\n## ")[0]
    assert glance.rstrip().count("See whether this ends the game.") == 1
    assert "Veja se isso termina o jogo." in learned(COURT, "pt")


def test_who_sits_before_the_first_has_the_last_turn_of_the_round(read: str) -> None:
    assert "if this is the last turn of the round and the race is over" in read


def test_with_other_numbers_nothing_is_told_again_for_what_is_told_apart(read: str) -> None:
    besides = read.partition("## With 3 players")[2]
    assert "**Left out.** Strangers." in besides
    assert "Bidding" not in besides
    assert "course of the game" not in besides
