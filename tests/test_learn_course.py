"""A page that teaches a game tells each thing where it is first done: at the setup, behind a step, before the next."""

from __future__ import annotations

import pytest

from tests.test_learn import words_on
from tests.test_learn_rows import learned

FAIR = """
game Fair
    in English
    for 2 players: Ann, Bea

Wealth is from 0 to 99

a Player has a Wealth

board the Row
    made of Stalls in a line of 6

a Player can be busy

place Bag

piece Coin
    there are 20
    starts in the Bag

chapter "The Row"

setup
    deal coins
    move a Coin in the Bag to each corner Stall

a Stall is corner when it is S1 or it is S6

chapter "Rounds"

play
    repeat 3 times
        do Market
        deal coins
    the Player with the highest Wealth wins

to deal coins
    move a Coin in the Bag to S3

exception Short Pay, instead of pay
    when there is no Coin on S2
    the Wealth of the one rises by 2

phase Market
    for each Player
        the Player must Buy or Sing
    reward the best

action Buy a Coin
    only if the Coin is on the Row
    move the Coin to the Bag

action Sing from a Stall
    only if the Stall is corner
    the Wealth of the Player rises by 1

to reward the best
    for each Player
        if the Player is busy
            pay for the Player

chapter "After the Market"

to pay for a Player called one
    the Wealth of the one rises by 1
"""


@pytest.fixture(scope="module")
def read() -> str:
    return words_on(learned(FAIR))


def in_order(read: str, *told: str) -> None:
    found = [read.index(one) for one in told]
    assert found == sorted(found), dict(zip(told, found, strict=True))


def test_what_a_phase_does_behind_its_actions_is_told_behind_these(read: str) -> None:
    in_order(read, "## Market", "### Buy", "### Sing", "### Reward the best", "### Pay")


def test_a_verb_of_the_setup_which_the_course_of_play_has_done_again_is_told_with_the_setup(read: str) -> None:
    in_order(read, "## Setup", "**Deal coins.**", "**At a glance**", "## Market")


def test_a_word_of_the_setup_is_told_with_it_though_play_uses_it(read: str) -> None:
    in_order(read, "## Setup", "A stall is corner when", "**At a glance**")


def test_what_is_done_behind_the_actions_of_a_turn_is_told_behind_these() -> None:
    turns = FAIR.replace(
        "    repeat 3 times\n        do Market\n        deal coins\n",
        """    take turns from Ann until there is no Coin in the Bag
        the Player must Buy or Sing
        reward the best
""",
    )
    in_order(words_on(learned(turns)), "## Your turn", "### Buy", "### Sing", "### Reward the best")


def test_an_exception_stands_behind_what_it_goes_over(read: str) -> None:
    in_order(read, "## Market", "### Pay", "**Short Pay**")


def test_the_only_word_of_a_chapter_is_told_with_the_course_that_uses_it() -> None:
    text = FAIR.replace(
        "for each Player\n        the Player must", "for each Player, in order from the opener\n        the Player must"
    )
    chapter = '\nchapter "Who Begins"\n\nthe opener means the Player that is busy\n'
    assert "## Who Begins" not in learned(text + chapter)


def test_a_word_of_the_course_of_play_stands_before_those_that_explain_it() -> None:
    turns = """    take turns from the opener until there is no Coin in the Bag
        the Player must Buy or Sing
"""
    words = """
the zeal of a Player means the Wealth of the Player plus 1

a Player is keen when the zeal of the Player is at least 3

the opener means the Player that is keen
"""
    text = FAIR.replace("    repeat 3 times\n        do Market\n        deal coins\n", turns) + words
    in_order(
        words_on(learned(text)), "**At a glance**", "The opener is", "You are keen when", "Your zeal is", "## Your turn"
    )


def test_chapters_of_which_a_step_speaks_come_before_those_of_which_these_speak() -> None:
    chapters = """
chapter "Resting"

to rest
    the Wealth of the Player rises by 3

chapter "Cheering"

to cheer
    the Wealth of the Player rises by 4
    rest

chapter "Clapping"

to clap
    the Wealth of the Player rises by 5
"""
    text = FAIR.replace("    the Wealth of the Player rises by 1\n", "    cheer\n    clap\n", 1) + chapters
    in_order(words_on(learned(text)), "## Market", "## Cheering", "## Clapping", "## Resting")


BEANS = """
game Beans
    in English
    for 2 players: Ann, Bea

place Purse
    there is one for each Player

place Bowl
    there is one for each Player

place Sack
    keeps order
    seen by nobody

piece Bean
    there are 9 for each Player
    starts in the Purse of the owner

piece Nut
    there are 5
    starts in the Sack

setup
    shuffle the Sack

play
    do Stakes
    do Reckoning

phase Stakes
    for each Player
        move a Bean in the Purse of the Player to the Bowl of the Player
        move the top of the Sack to the Bowl of the Player
    Ann may Add

phase Reckoning
    for each Player
        if the Player is short
            hand all to the opponent of the Player
    nobody wins

action Add
    move a Bean in the Purse of the Player to the Bowl of the Player

a Player is short when the number of Beans in the Bowl of the Player is less than 1

to hand all to a Player called victor
    the victor scores the number of Beans in the Bowl of the opponent of the victor
    the victor wins
"""


def test_what_all_do_is_told_to_each_who_does_it_and_who_wins_by_a_verb_is_the_goal() -> None:
    in_order(
        words_on(learned(BEANS)),
        "During Reckoning, if a player is short, their opponent wins.",
        "Each player takes 9 beans.",
        "Each player does this:",
        "Put a bean into your bowl.",
        "Put the top nut of the Sack into your bowl.",
        "If a player is short, hand all to their opponent.",
        "The victor scores the number of beans in the loser’s bowl.",
    )
