"""How a page that teaches a game tells what a value is: the number of things, in each case, in ranges of numbers."""

from __future__ import annotations

from tests.test_learn_rows import learned

KIN = """
game Kin
    in English
    for 2 players: Ann, Bea

Colour is one of red, blue, green

Level is from 0 to 9

a Player has a Level

board the Field
    made of Cells in a line of 5

place Purse
    there is one for each Player

piece Coin
    there is one for each Colour
    starts in the Purse of Ann

play
    take turns from Ann until all pass
        the Player may Lay or Sing
    the Player with the highest luck wins

action Lay a Coin on a Cell
    only if the Coin is in the Purse of the Player
    move the Coin to the Cell

action Sing a Colour
    only if the leaders of the Colour is at least 1
    the Level of the Player becomes the breath of the Player

the luck of a Player means
    the Level of the Player if the Level of the Player is at most 2
    4 if the Level of the Player is at most 5
    5 if the Level of the Player is at most 6
    otherwise the number of Coins on the Field

the leaders of a Colour means
    2 if there is no Coin on S1
    otherwise the number of Coins of the Colour on the Field

the breath of a Player means
    1 if the left of the Player is Ann
    1 if the right of the Player is Ann
    otherwise 0
"""

KEYS = """game Keys
    in English
    for 2 players: Ann, Ben

Chain is one of none, moon, sun

place Hand
    there is one for each Player
    takes Cards

place City
    there is one for each Player
    takes Cards

table Card
    | Card  | Chain | Key  |
    | Bath  | none  | moon |
    | Dome  | moon  | sun  |
    | Hall  | sun   | none |

piece Card
    starts in the Hand of Ann

play
    take turns from Ann until all pass
        the Player may Build
    nobody wins

a Card is linked for a Player when
    there is a Card called base in the City of the Player whose Chain is the Key of the Card

action Build a Card
    only if the Card is in the Hand of the Player
    only if the Card is linked for the Player
    move the Card to the City of the Player
"""


def rows(page: str, head: str) -> list[str]:
    """The first cells of the table with a head."""
    lines = page.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {head}"))
    end = next(n for n in range(start, len(lines)) if not lines[n].startswith("|"))
    return [line.split("|")[1].strip() for line in lines[start + 2 : end]]


def test_what_counts_things_in_a_case_and_is_called_by_a_plural_is_their_number() -> None:
    assert "The number of a colour’s leaders is:" in learned(KIN)


def test_points_that_are_fixed_in_most_cases_are_not_counted() -> None:
    more = KIN.replace(
        "    2 if there is no Coin on S1", "    2 if there is no Coin on S1\n    3 if there is no Coin on S2"
    )
    assert "A colour’s leaders are:" in learned(more)


def test_what_a_thing_has_under_another_name_than_its_kind_is_no_value_of_it() -> None:
    """`whose Chain is the Key of the Card`: a card of its key would be one that has that key."""
    said = learned(KEYS)
    assert "there is a card in your city whose chain is the card’s key" in said


def test_what_counts_things_and_is_called_by_one_word_is_said_by_it() -> None:
    assert "A colour’s lead is:" in learned(KIN.replace("the leaders of", "the lead of"))


def test_ranges_of_one_number_are_a_table() -> None:
    assert rows(learned(KIN), "Your level") == ["at most 2", "3 to 5", "6", "otherwise"]


def with_least(*numbers: int) -> str:
    """The same, where each case asks for at least a number."""
    text = KIN
    for old, new in zip((2, 5, 6), numbers, strict=True):
        text = text.replace(f"if the Level of the Player is at most {old}\n", f"if the Level of the Player > {new}\n")
    return learned(text.replace("Player >", "Player is at least"))


def test_ranges_may_go_down() -> None:
    assert rows(with_least(7, 5, 2), "Your level") == ["at least 7", "5 to 6", "2 to 4", "otherwise"]


def test_a_range_that_has_another_behind_it_is_in_no_table() -> None:
    assert "| Your level |" not in with_least(2, 5, 7)


def test_what_is_the_same_case_with_two_players_is_told_once() -> None:
    assert learned(KIN).count("if your opponent is Ann") == 1
