"""What a page that teaches a game says of places beside each other, and of the tables that its rules ask."""

from __future__ import annotations

import re
from functools import cache

from dsl import model
from dsl.load import load_text
from dsl.pages.game import Game
from dsl.pages.publishing import Book
from dsl.prose.unseen import Unseen

TOWN = """
game Town
    in English
    for 2 players: Ann, Bea

chapter "The Box"

Height is from 1 to 9
Wealth is from 0 to 99

a Player has a Wealth

place Site
    takes Houses

table Site
    | Site   | Height |
    | Hill   | 3      |
    | Valley | 1      |

place the Mint
    takes Coins

place Purse
    there is one for each Player
    takes Coins

place Street
    there is one for each Player
    takes Houses

piece Coin
    there are 12
    starts in the Mint

piece House
    there is 1
    starts in the Hill

setup
    for each Player
        move a Coin in the Mint to the Purse of the Player

chapter "The Round"

play
    repeat until there is no House in the Hill
        do Market
    the Player with the highest Wealth wins

phase Market
    for each Player
        the Player must Buy, Earn or Fast

chapter "What Is Done"

action Buy at a Site
    only if there is a House in the Site, called House There
    costs the Height of the Site
    let home be the House in the Site
    move the home to the Street of the Player
    the Wealth of the Player rises by the Height of the Site, but not above 99

to pay a Number called price
    only if the number of Coins in the Purse of the Player is at least the price
    repeat the price times
        move a Coin in the Purse of the Player to the Mint

action Earn
    move a Coin in the Mint to the Purse of the Player

action Fast
    the Player chooses a Coin called gift in the Purse of the Player
    move the gift to the Mint
"""
BOARD = """board the Field
    made of Cells in a line of 5

piece Coin"""


@cache
def book(text: str) -> model.Rulebook:
    found, diagnostics = load_text(text, "town.rules")
    assert found is not None, diagnostics
    return found


@cache
def learned(text: str) -> str:
    page = Game(Book("town", "town.rules", book(text), ())).pages()["town/learn.md"]
    return re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)


def with_board(text: str) -> str:
    return text.replace("piece Coin", BOARD, 1)


def stores(text: str) -> set[str]:
    return {kind.name for kind in Unseen(book(text)).stores}


def test_what_is_kept_and_what_is_paid_back_is_not_taken_away() -> None:
    assert not stores(TOWN)
    for said in ("the site into your street.", "Put a coin from the Mint into your purse.", "and put it into the Mint"):
        assert said in learned(TOWN)


def test_what_is_kept_is_not_taken_away_beside_a_board() -> None:
    assert not stores(with_board(TOWN))
    assert "Take away" not in learned(with_board(TOWN))


def test_a_place_for_what_leaves_the_board_is_beside_it() -> None:
    text = with_board(TOWN).replace("move the gift to the Mint", "move every House on the Field to the Attic")
    text = text.replace("place the Mint", "place the Attic\n    takes Houses\n\nplace the Mint")
    assert stores(text) == {"Attic"}
    assert "Take away every house" in learned(text)


def test_a_table_stands_where_it_is_asked_though_its_chapter_is_told_elsewhere() -> None:
    page = learned(TOWN)
    assert "## What Is Done" not in page
    market = page.index("## Market")
    action = page.index("### Buy", market)  # the only one that asks for it
    assert action < page.index("| Hill | 3 |") < page.index("\n#", action)
