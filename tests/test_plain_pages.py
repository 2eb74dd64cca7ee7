"""How a game is told whose designer wrote nothing but its rules: with what a player looks for, in the order of play."""

from __future__ import annotations

import re
from functools import cache

from dsl.load import load_text
from dsl.pages.publishing import Book, Game

MARKET = """\
game Market
    in English
    for 2 to 4 players: Ann, Bea, Cid, Dan

chapter "The Box"

Colour is one of red, blue
Season is one of spring, autumn
Value is from 2 to 4
Crew is from 1 to 5
Coins is from 0 to 90

a Player has a Coins

board the County
    made of Towns in a network of 2 by 1
    Aston is A1
    Barrow is B1
    A1 is joined to B1

place the Deck
    keeps order
    seen by nobody

place the Market

place Hand
    there is one for each Player
    seen by the owner

place Discard Pile
    there is one for each Colour

piece Card
    starts in the Deck

piece Fruit Card, a Card
    has a Colour
    there is one for each Colour and Value

piece Ticket
    starts in the Market

table Ticket
    | Ticket | Start | Goal   |
    | Short  | Aston | Barrow |

chapter "The Turn"

setup
    shuffle the Deck
    for each Player
        move the top 2 Cards of the Deck to the Hand of the Player
    move the top 2 Cards of the Deck to the Market

play
    do Morning
    take turns from Ann until the market is bare
        the Player must Draw, Sell or Hire
    do Evening

phase Evening
    the Player with the highest Coins wins

phase Morning
    "Nobody is in a hurry."
    for each Player
        the Coins of the Player becomes 3

the market is bare when there is no Card in the Deck

action Draw
    move the top of the Deck to the Hand of the Player

action Sell
    "Cards go, coins come."
    the Player chooses at least 1 among Cards called load in the Hand of the Player that are sound
    the Player chooses any number among Cards called gift in the Hand of the Player
    only if the number of Cards in the load is at least 2, called Enough
    only if there is a Card in the Hand of the Player
    move every Card in the load to the Market
    the Coins of the Player rises by the number of Cards in the load

action Hire a Crew in a Season
    only if the Coins of the Player is at least the Crew
    the Coins of the Player falls by the Crew

a Card is sound when the Card is in the Hand of a Player

chapter "Examples"

example "The last cards end the game"
    given every Fruit Card is in the Discard Pile of its Colour
    given there is a Fruit Card in the Deck
    when Ann does Draw
    then nobody is asked

example "Nothing need be given"
    given there are 2 Cards in the Hand of Ann
    when Ann does Sell
    when Ann chooses 2 Cards
    when Ann passes
    then Bea is asked
"""


@cache
def pages() -> dict[str, str]:
    rulebook, diagnostics = load_text(MARKET, "market.rules")
    assert rulebook is not None, diagnostics
    return Game(Book("market", "market.rules", rulebook)).pages()


def words(page: str) -> str:
    shown = re.sub(r"<svg.*?</svg>", "", pages()[f"market/{page}.md"], flags=re.DOTALL)
    return re.sub(r"\]\([^)]*\)| \{ #[^}]* \}", "", shown).replace("[", "")


def test_cards_are_dealt() -> None:
    assert "Deal 2 cards from the Deck into each player’s hand." in words("learn")
    assert "Put the top 2 cards of the Deck into the Market." in words("guide")


def test_a_card_is_dealt_into_each_of_several_places() -> None:
    pile = "    for each Discard Pile\n        move the top of the Deck to the Discard Pile\n"
    rulebook, diagnostics = load_text(MARKET.replace("\nplay\n", f"{pile}\nplay\n", 1), "market.rules")
    assert rulebook is not None, diagnostics
    page = Game(Book("market", "market.rules", rulebook)).pages()["market/learn.md"]
    assert "Deal a card from the Deck into each discard pile." in page


def test_what_must_be_done_is_told_as_done() -> None:
    learn = words("learn")
    assert "You may" not in learn
    assert "### Draw\n\nPut the top card of the Deck into your hand." in learn
    assert "### Hire\n\nHire a crew in a season." in learn


def test_what_is_needed_of_a_choice_stands_behind_it() -> None:
    told = words("learn").split("### Sell")[1]
    needs, steps = told.split("1. Choose", 1)
    assert "There must be a card in your hand." in needs
    assert "load" not in needs
    assert steps.index("There must be at least 2 cards in the load.") > steps.index(
        "(the load) in your hand that is sound"
    )
    assert "- There must be at least 2 cards in the load." not in words("guide")
    assert "**Enough.** There must be at least 2 cards in the load." in words("guide")


def test_words_that_introduce_steps_stand_before_them() -> None:
    for page in ("learn", "guide", "reference"):
        told = words(page)
        assert told.index("Cards go, coins come.") < told.index("(the load)")


def test_what_a_rule_speaks_of_is_listed() -> None:
    learn = words("learn")
    assert "6 × Fruit cards. One for each combination of colour (red and blue) and value (2 to 4)." in learn
    assert "A season is spring or autumn." in learn
    assert "A crew is from 1 to 5." in learn
    assert "Each player keeps count of their coins." in learn
    assert "| **Hand (one for each player)** | cards |" in words("guide")


def test_spaces_are_called_as_the_board_has_them() -> None:
    assert "| Short | Aston | Barrow |" in words("learn")
    assert "Aston is at A1." in words("reference")


def test_the_goal_tells_until_when_it_is_played() -> None:
    goal = words("learn").split("## The goal")[1].split("\n## ")[0]
    assert "- Play goes on until the market is bare." in goal
    assert "The market is bare when there is no card in the Deck." in goal


def test_examples_say_what_it_means() -> None:
    examples = words("examples")
    assert "The game is over." in examples
    assert "Each other fruit card is in the discard pile of its colour." in examples
    assert "Ann sells, choosing 2 cards, then nothing." in examples


def test_who_plays_with_more_is_told_as_who_else_does() -> None:
    assert "2–4 players: Ann, Bea; with 3 also Cid; with 4 also Dan." in words("learn")
