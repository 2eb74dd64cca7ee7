"""Who does what is said by name, player by player; cards in examples are called by what stands on them."""

from __future__ import annotations

import pytest

from dsl.load import load_text
from dsl.model import Rulebook
from dsl.model.world import Kind
from dsl.prose.forms import Attached, Gap, Noun, Term, denied, phrase
from dsl.prose.placements import in_stories
from dsl.prose.speech import Speech, plain

MARKET = """
game Market
    in English
    for {} players: {}

Ware is one of fig "Fig", oil "Oil"

place Hand
    there is one for each Player
    takes Cards

place Stall
    there are 2 for each Player
    takes Cards

place Row
    there is one for each Player
    takes Cards

piece Card

piece Ware Card "ware card", a Card
    there is one for each Player and Ware
    starts in the Hand of the owner

piece Trick Card "trick card", a Card
    starts in the Row of Ann

table Trick Card
    | Trick  | Copies |
    | Feint  | 2      |
    | Bribe  | 1      |

power Feint, a Trick
    the Player scores 1

power Bribe, a Trick
    the Player scores 2

play
    chance chooses a Player called first
    for each Player
        if the Player is the first
            trade
        otherwise if the Player is the left of the first
            repeat 2 times
                trade
        otherwise
            repeat 3 times
                trade
    take turns from the first
        do Day

to trade
    the Player scores 1

phase Day
    the active Player must Sell

action Sell a Card
    only if the Card is in the Hand of the Player
    move the Card to the Row of the Player

example "A hand" in Day
    given Ann is active
    given the fig Ware Card of Ann is in the Hand of Ann
    given there is a Trick Card called one in the Hand of Ann
    given the Trick of the one is Bribe
    given the oil Ware Card of Ben is in the Hand of Ann
    when Ann does Sell the fig Ware Card of Ann
    then Ann can Sell the one
    then the fig Ware Card of Ben is in the Hand of Ben

example "A stall" in Day
    given Ann is active
    given there is a Stall called own that is owned by Ann
    given there is a Trick Card in the own
    given there is a Stall called other that is owned by Ben
    given there is a Trick Card in the other
    when Ann does Sell the fig Ware Card of Ann
    then there is a Trick Card in the other

example "A full stall" in Day
    given Ann is active
    given there is a Stall called full that is owned by Ben
    given there is a Trick Card in the full
    given there is a Trick Card in the full
    given there is a Trick Card called top in the full
    given the Trick of the top is Bribe
    given there is a Stall called empty that is owned by Ann
    given there is a Trick Card in the Hand of Ann
    then the number of Trick Cards in the full is 3
    then there is no Card in the empty
    then the Trick of the top is Bribe

example "Two of a sort" in Day
    given Ann is active
    given there is a Trick Card called one in the Hand of Ann
    given the Trick of the one is Feint
    given there is a Trick Card called two in the Hand of Ann
    given the Trick of the two is Feint
    when Ann does Sell the one

example "What it is matters" in Day
    given Ann is active
    given there is a Trick Card called one in the Hand of Ann
    given the Trick of the one is Bribe
    when Ann does Sell the one
    then the Trick of the one is Bribe
"""


def market(players: str = "Ann, Ben, Cid") -> Rulebook:
    book, diagnostics = load_text(MARKET.format(players.count(",") + 1, players), "market.rules")
    assert book is not None, diagnostics
    return book


def told(title: str) -> list[str]:
    book = market()
    example = next(example for example in book.examples if example.title == title)
    return [line.text for _, line in Speech(book).story(example)]


FIRST, SECOND = "The first trades.", "The player to the left of the first trades 2 times."


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("Ann, Ben, Cid", [FIRST, SECOND, "Each other player trades 3 times."]),
        ("Ann, Ben", [FIRST, "The first’s opponent trades 2 times."]),
    ],
)
def test_what_depends_only_on_who_it_is_is_said_of_each(players: str, said: list[str]) -> None:
    book = market(players)
    assert [line.text for line in Speech(book).block(book.play)][1:-1] == said


def test_a_player_is_drawn_by_lot() -> None:
    book = market()
    assert Speech(book).block(book.play)[0].text == "Draw the first by lot."


def test_cards_are_called_by_what_stands_on_them() -> None:
    assert told("A hand") == [
        "It is Ann’s turn.",
        "Fig, Bribe and Ben’s Oil are in Ann’s hand.",
        "Ann sells Fig.",
        "Ann can sell Bribe.",
        "Fig is in Ben’s hand.",
    ]


def test_where_a_thing_is_is_told_with_it_if_it_is_not_spoken_of_again() -> None:
    assert told("A stall")[1:4] == [
        "There is a trick card in a stall of Ann.",
        "There is a stall of Ben (“other”) with a trick card.",
        "Ann sells Fig.",
    ]


def test_what_lies_in_a_thing_is_told_with_it() -> None:
    assert told("A full stall")[1:5] == [
        "There is a stall of Ben (“full”) with 2 trick cards and a trick card (“top”).",
        "The “top” trick card’s trick is Bribe.",
        "A stall of Ann is called “empty”.",
        "There is a trick card in Ann’s hand.",
    ]


def test_of_several_with_one_name_none_is_called_so() -> None:
    assert told("Two of a sort")[1].startswith("There is a trick card (“one”) in Ann’s hand")


def test_what_is_asked_about_is_not_called_by_the_answer() -> None:
    assert told("What it is matters")[1] == "There is a trick card (“one”) in Ann’s hand (trick: Bribe)."


SHORE = """
game Shore
    in English
    for 2 players: Ann, Ben

board the Shore
    made of Stones in a line of 4

table Dock
    | Stone | Player |
    | S1    | Ann    |
    | S2    | Ben    |
    | S4    | Ann    |

play
    nobody wins
"""


def test_spaces_of_which_the_same_is_said_share_a_row() -> None:
    book, diagnostics = load_text(SHORE, "shore.rules")
    assert book is not None, diagnostics
    rows = Speech(book).sheet(book.world.tables["Dock"]).rows
    assert [[plain(cell or ()) for cell in row] for row in rows] == [["S1 and S4", "Ann"], ["S2", "Ben"]]


def test_what_lies_on_a_piece_is_carried_and_what_does_not_lie_there_is_not() -> None:
    ship, shard = Noun(Term("ship", about=Kind("Ship", "piece"))), Term("shard")
    there = phrase("is_at", subject=Gap(), place=Attached("on", ship))
    brought = phrase("there_is", subject=Noun(shard, "a", that=(there,)))
    assert in_stories(brought) == phrase("bears", subject=ship, what=Noun(shard, "a"))
    assert in_stories(denied(brought)) == denied(brought)
