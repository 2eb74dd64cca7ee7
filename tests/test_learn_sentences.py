"""Sentences of a page that teaches a game: nothing is said for a program, nor twice, nor in a list of one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dsl.pages.learn.blocks import Heading, Para
from dsl.pages.learn.otherwise import Unit, together
from dsl.pages.markdown import with_only_one
from dsl.prose.speech import Line, Run
from tests.test_learn_rows import learned

INN = """
game Inn
    in English
    for 2 to 4 players: Ann, Ben, Cleo, Dan

Thirst is from 0 to 9

a Player has a Thirst

board the Hall
    made of Tables in a line of 4

place Cellar

piece Cask
    there are 12
    starts in the Cellar

chapter "Rounds"

play
    take turns from Ann until there is no Cask in the Cellar
        the Player must Pour
        treat others of the Player
    the Player with the highest Thirst wins

action Pour on a Table
    only if the Table is open
    move a Cask in the Cellar to the Table
    fill from the Table

to treat others of a Player called host
    for each Player called guest that is not the host, in order from the left of the host
        if there is a Cask on the Hall
            the guest may Drink

action Drink
    only if there is a Cask on the Hall
    the Player chooses a Cask on the Hall
    move the Cask to the Cellar
    the Thirst of the Player rises by 1, but not above 9

chapter "Filling"

to fill from a Table called one
    goes at most 3 deep
    for each Table called other that is beside the one
        if the other is dusty
            move a Cask in the Cellar to the other
            fill from the other

chapter "Tables"

a Table is dusty when it is open and there is a Cask in the Cellar

to sweep
    move every Cask on the Hall to the Cellar

a Table is open when there is no Cask on the Table
"""


@pytest.mark.parametrize("code", ["", "pt"])
def test_how_deep_a_program_goes_is_not_told(code: str) -> None:
    read = learned(INN, code)
    assert "deep" not in read
    assert "níveis" not in read


def test_one_step_under_another_goes_on_with_it() -> None:
    lead, step = said("If the cask is full:"), said("If it is yours, drink.")
    told, below = with_only_one(replace(lead, children=(step,)))
    assert [line.text for line in told] == ["If the cask is full:", "if it is yours, drink."]
    assert not below


def test_several_steps_under_another_and_what_has_a_title_stand_in_a_list() -> None:
    lead, step = said("If the cask is full:"), said("Drink.")
    assert len(with_only_one(replace(lead, children=(step, step)))[1]) == 2
    assert len(with_only_one(Line((), (step,), title="Casks"))[1]) == 1


def said(text: str) -> Line:
    return Line((Run(text),))


def test_a_word_alone_in_its_chapter_stands_with_what_uses_it() -> None:
    assert "## Filling" in learned(INN)
    assert "## Tables" not in learned(INN)
    assert "A table is dusty when" in learned(INN)


def test_what_is_the_same_with_several_numbers_of_players_is_told_once() -> None:
    told = {number: [whole(number)] for number in (3, 4)}
    ((numbers, blocks),) = together(told)
    assert numbers == (3, 4)
    assert len(blocks) == 2


def whole(number: int) -> Unit:
    """A rule that is told under a heading which is referred to."""
    return (
        Heading("Treat", 3, label=f"#with-{number}-players-treat"),
        Para((said("Each guest may drink."),), "generated"),
    )


SMASH = """
game Smash
    in English
    for 3 players: Ann, Ben, Cleo

Health is from 0 to 10

Wrath is from 0 to 10

a Player has a Health

a Player has a Wrath

play
    take turns from Ann
        the Player must Rage
        do Smashing

action Rage
    the Wrath of the Player rises by 1

phase Smashing
    for each Player called target that is not the active Player
        if the Health of the target is at least 1
            smash the target

to smash a Player called target
    the Health of the target falls by the Wrath of the Player, but not below 0

the game ends when the Wrath of Ann is 9
    the active Player wins
"""


def test_who_is_gone_through_under_another_name_does_nothing_of_it() -> None:
    """A verb is done by `the Player`: that is the one whose turn it is, not each of those called target."""
    assert "For each other player (the target): if their health is at least 1, [smash](#verb-smash)" in learned(SMASH)
    called = SMASH.replace("Player called target that", "Player that").replace("of the target is", "of the Player is")
    assert "the player [smashes](#verb-smash) you" in learned(
        called.replace("smash the target", "smash the active Player")
    )


def test_a_phase_within_one_that_is_played_again_has_its_steps_though_it_opens_another() -> None:
    """The course of play names only what is played again and again: nothing of what that opens stands there."""
    again = "        if the Wrath of Ann is 3\n            the Wrath of Ann becomes 4\n            do Storm\n"
    text = SMASH.replace("        do Smashing\n", f"        do Storm\n{again}")
    text += """
phase Storm
    do Calming
    do Smashing

phase Calming
    if the Wrath of Ben is 5, the Wrath of Ben becomes 0
    do Waking

phase Waking
    the active Player must Rage
"""
    assert "If Ben’s wrath is 5, set Ben’s wrath to 0." in learned(text)


def test_what_comes_at_once_to_a_pile_that_not_all_see_lies_there_in_random_order() -> None:
    text = INN.replace("place Cellar\n", "place Cellar\n    takes Casks\n    keeps order\n    seen by nobody\n")
    several = text.replace("on the Hall to the Cellar", "on the Hall to the top of the Cellar")
    assert "on top of the Cellar, in random order" in learned(
        several.replace("    treat others", "    sweep\n        treat others")
    )


def test_an_end_amid_a_phase_is_told_with_only_what_leads_to_it() -> None:
    ends = "    if the Wrath of Ben is 8\n        the Wrath of Cleo becomes 0\n        nobody wins\n"
    _, end = learned(SMASH.replace("phase Smashing\n", f"phase Smashing\n{ends}")).split("## How else it ends")
    assert "During Smashing, if Ben’s wrath is 8, nobody wins." in end
    assert "Cleo" not in end.split("##")[0]


def test_an_action_whose_name_ends_with_what_is_done_is_used() -> None:
    more = "\naction Double Rage\n    the Wrath of the Player rises by 2, but not above 9\n"
    page = learned(SMASH.replace("must Rage\n", "must Rage or Double Rage\n") + more)
    assert "You must [rage](#action-rage) or [use the Double Rage](#action-double-rage)." in page


def test_where_players_win_one_by_one_those_who_are_out_do_not() -> None:
    each = SMASH.replace("    the active Player wins\n", "    for each Player\n        the Player wins\n")
    out = each.replace("not below 0\n", "not below 0\n    if the Health of the target is 0, the target goes out\n")
    assert "each player who is not out wins" in learned(out)
    assert "each player wins" in learned(each)


def test_what_two_verbs_do_alike_is_told_of_each() -> None:
    """Else a heading would stand over nothing, or over a sentence that leads to nothing."""
    twins = "\nto serve a Number called amount\n    the Thirst of the Player falls by the amount\n"
    twins += "\nto spill a Number called amount\n    the Thirst of the Player falls by the amount\n"
    used = INN.replace("    fill from the Table\n", "    fill from the Table\n    serve 1\n    spill 2\n", 1)
    assert learned(used + twins).count("Lower your thirst by the amount.") == 2


NEAR = """
game Reef
    in English
    for 2 players: Ann, Bea

use Grids

board the Bay
    made of Fields in a grid of 4 by 4
    the Gate is A1
    the Mouth is D4

place Dock
    there is one for each Player

piece Buoy
    there are 4 for each Player
    starts in the Dock of the owner

play
    take turns from Ann until all pass
        the Player may Lay
    nobody wins

action Lay on a Field
    only if the Field is not narrow, called Wide
    only if the Field is not deep, called Shallow
    move a Buoy in the Dock of the Player to the Field

a Field is narrow when
    any of these
        the distance from the Field to the Gate is at most 1
        the distance from the Field to the Mouth is at most 1

a Field is deep when the distance from the Field to the Mouth is at most 2
"""


@pytest.mark.parametrize(
    ("code", "near", "far"),
    [
        ("", "narrow when it is at or beside the Gate or the Mouth.", "distance from it to the Mouth is at most 2"),
        ("pt", "há no máximo um passo dele até Gate ou Mouth", "a distância dele até Mouth é no máximo 2"),
    ],
)  # fmt: skip
def test_a_step_away_is_at_or_beside(code: str, near: str, far: str) -> None:
    page = learned(NEAR, code)
    assert near in page
    assert far in page
