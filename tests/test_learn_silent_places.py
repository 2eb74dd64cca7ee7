"""A page that teaches a game is silent on where things come from and go to only where everybody knows it."""

from __future__ import annotations

import re
from functools import cache

from dsl import model
from dsl.load import load_text
from dsl.pages.game import Game
from dsl.pages.guide.scenery import beside_boards
from dsl.pages.publishing import Book
from dsl.prose.known_places import KnownPlaces
from dsl.prose.lexicon import Lexicon
from dsl.prose.unseen import Unseen

FAIR = """
game Fair
    in English
    for 2 players: Ann, Bea

chapter "The Box"

board the Street
    made of Stalls in a line of 3
    takes at most 1 Card

place Hand
    there is one for each Player
    takes Cards

place Spent
    there is one for each Player
    takes Cards

place Purse
    there is one for each Player
    takes Coins

place the Near Stack
    takes Coins

place the Far Stack
    takes Coins

place the Attic

piece Card
    there are 9
    starts in the Near Pile

place the Near Pile
    takes Cards
    keeps order
    seen by nobody

piece Coin

piece Gold, a Coin
    there are 2
    starts in the Near Stack

piece Silver, a Coin
    there are 2
    starts in the Far Stack

setup
    for each Player
        move the top of the Near Pile to the Hand of the Player
    move the top of the Near Pile to S1

chapter "The Round"

play
    repeat until there is no Coin in the Far Stack
        do Market
    the Player with the highest wealth wins

phase Market
    for each Player, in order from Ann
        the Player must Sell, Rest or Take

the wealth of a Player means the number of Coins in the Purse of the Player

action Sell a Card
    only if the Card is in the Hand of the Player
    move the Card to the Spent of the Player
    move a Coin in the Far Stack to the Purse of the Player
    if there is no Coin in the Near Stack
        move every Coin in the Far Stack to the Near Stack

action Rest
    move every Card in the Spent of the Player to the Hand of the Player
    move a Coin in the Near Stack to the Purse of the Player

action Take
    only if there is a Card on S1
    move every Card on S1 to the Attic

example "When the near ones are gone, the far ones come nearer"
    given there is no Coin in the Near Stack
    given there is a Card on S1
    given there is a Card in the Hand of Ann
    when Ann does Sell the Card in the Hand of Ann
    then there is no Coin in the Far Stack
    then there is a Card on S1
"""


WORDS = {("thing", "Spent"): ("o descarte", "os descartes"), ("thing", "Purse"): ("a bolsa", "as bolsas")}


@cache
def book(text: str) -> model.Rulebook:
    found, diagnostics = load_text(text, "fair.rules")
    assert found is not None, diagnostics
    return found


@cache
def learned(text: str, code: str = "") -> str:
    game = Game(Book("fair", "fair.rules", book(text), (), lexicons={"pt": Lexicon(WORDS)}), code)
    page = next(page for path, page in game.pages().items() if path.endswith("learn.md"))
    return re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)


def stores(text: str) -> set[str]:
    return {kind.name for kind in Unseen(book(text)).stores}


def never_away(text: str) -> set[str]:
    found = Unseen(book(text))
    return {kind.name for kind in found.known.never_away(found.stores)}


def test_what_can_lie_elsewhere_is_told_with_where_it_comes_from_and_goes() -> None:
    for said in (
        "Put the card into your spent.",
        "Put every card from your spent into your hand.",
        "Put a coin from the Far Stack into your purse.",
        "Put a coin from the Near Stack into your purse.",
        "put every coin from the Far Stack into the Near Stack.",
        "the 2 golds into the Near Stack and the 2 silvers into the Far Stack.",
    ):
        assert said in learned(FAIR), said
    assert "at hand" not in learned(FAIR)


def test_so_it_is_in_portuguese() -> None:
    for said in (
        "Coloque Card no seu descarte.",
        "Coloque todos os Cards do seu descarte em seu Hand.",
        "Coloque um Coin de Far Stack na sua bolsa.",
        "coloque todos os Coins de Far Stack em Near Stack.",
    ):
        assert said in learned(FAIR, "pt"), said


def test_what_leaves_the_board_for_good_is_taken_away() -> None:
    assert stores(FAIR) == {"Attic"}
    assert "Take away every card on S1." in learned(FAIR)


def test_what_can_come_back_goes_to_a_place() -> None:
    back = FAIR.replace("action Take", "action Back\n    move a Card in the Attic to S2\n\naction Take")
    assert not stores(back.replace("Rest or Take", "Rest, Back or Take"))


def test_only_what_is_looked_for_nowhere_else_is_off_the_board() -> None:
    assert never_away(FAIR) == {"Piece", "Card", "Coin", "Gold", "Silver"}
    assert not never_away(ROW)


def test_what_is_never_on_a_board_is_not_off_it() -> None:
    pawn = "place the Tin\n\npiece Pawn\n    there are 2\n    starts in the Tin\n\npiece Disc"
    assert never_away(ROW.replace("piece Disc", pawn)) == {"Pawn"}


def test_places_of_which_the_setup_does_not_speak_are_told_before_the_rules() -> None:
    """What is dealt into a hand, or put on a stack, is seen there."""
    assert "Each player has a spent and a purse." in learned(FAIR)
    assert "Cada jogador tem um descarte e uma bolsa." in learned(FAIR, "pt")
    assert "Each player has" not in learned(ROW)


def test_what_is_given_of_things_that_no_picture_shows_is_told() -> None:
    given = {
        "every Gold is in the Attic": True,
        "every Card in the Hand of Bea is in the Attic": True,
        "every Card is in the Attic": False,
        "every Gold is in the Near Stack": False,  # as at first
    }
    for those, told in given.items():
        found = book(FAIR.replace("given there is no Coin in the Near Stack", f"given {those}"))
        steps = found.examples[0].steps
        assert (steps[0] in beside_boards(steps, KnownPlaces(found))) is told, those


ROW = """
game Row
    in English
    for 2 players: Ann, Bea

board the Row
    made of Cells in a line of 5
    takes at most 1 Disc

place Bag
    there is one for each Player

piece Disc
    there are 9 for each Player
    starts in the Bag of the owner

play
    take turns from Ann until all pass
        the Player may Drop or Lift
    nobody wins

action Drop on a Cell
    move a Disc in the Bag of the Player to the Cell

action Lift a Disc
    only if the Disc is on the Row
    move the Disc to the Bag of the owner of the Disc
"""


def test_of_a_single_store_nobody_is_told() -> None:
    assert stores(ROW) == {"Bag"}
    assert "Take away the disc." in learned(ROW)


def test_whose_store_it_is_is_told_where_things_are_not_its_owner_s() -> None:
    others = ROW.replace("the Bag of the owner of the Disc", "the Bag of the Player")
    assert not stores(others)
    assert "Put the disc into your bag." in learned(others)


def test_of_whose_pieces_it_is_given_does_not_matter() -> None:
    example = (
        '\nexample "None on the row"\n    given every Disc of Ann is in the Bag of Bea\n    then Ann can Drop on S1\n'
    )
    found = book(ROW + example)
    assert not [*beside_boards(found.examples[0].steps, KnownPlaces(found))]
