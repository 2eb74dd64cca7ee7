"""What is said in one sentence, or in one list, for which the rulebook has several lines."""

from __future__ import annotations

import pytest

from dsl.load import load_text
from dsl.model import Rulebook
from dsl.prose.speech import Line, Speech

RULES = """\
game Sale
    in English
    for 3 players: Ann, Ben, Cid

Method is one of open, sealed, fixed
Money is from 0 to 99
Worth is from 0 to 9

place the Deck
    takes Paintings
    keeps order
    seen by nobody

place Hand
    there is one for each Player
    takes Paintings
    seen by the owner

place the Desk

piece Painting
    starts in the Deck

table Painting
    | Painting | Method | Worth | Copies |
    | Lake     | open   | 1     | 9      |
    | Wood     | sealed | 2     | 9      |
    | Hill     | fixed  | 3     | 9      |

piece the Gavel
    there is 1 for Ann
    starts on the Desk

piece the Lamp
    there is 1 for Ann
    starts on the Desk

piece the Paddle
    there is 1 for Ann
    starts on the Desk

a Player has a Money

setup
    shuffle the Deck
    deal 3

to deal a Number called amount
    for each Player
        repeat the amount times
            move the top of the Deck to the Hand of the Player

play
    repeat until the sale is over
        for each Player
            the Player must Sell
    nobody wins

the sale is over when
    any of these
        there is no Painting in a Hand
        there is no Painting in the Deck

action Sell a Painting
    only if the Painting is in the Hand of the Player
    if the Method of the Painting is open, pay
    otherwise if the Method of the Painting is sealed
        pay
        the owner of the Paddle becomes the Player
    otherwise if the Method of the Painting is fixed, the owner of the Gavel becomes the Player
    otherwise
        pay
    move the Painting to the Desk

to pay
    for each Player
        the Money of the Player rises by the total Worth among Paintings in the Hand of the Player
        shuffle the Deck
"""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    found, diagnostics = load_text(RULES, "sale.rules")
    assert found is not None, [str(diagnostic) for diagnostic in diagnostics]
    return found


def under(line: Line) -> list[tuple[str, str]]:
    return [(child.title, child.text) for child in line.children]


def test_values_of_one_thing_are_a_list(book: Rulebook) -> None:
    first, _ = Speech(book).effects(book.actions["Sell"])
    assert first.text == "By the painting’s method:"
    (_, opened), (_, sealed), (_, fixed), (_, left) = under(first)
    assert [title for title, _ in under(first)] == ["Open", "Sealed", "Fixed", "Otherwise"]
    assert (opened, sealed, left) == ("Pay.", "In this order:", "Pay.")
    assert fixed == "You become the owner of the Gavel."
    first, _ = Speech(book, language="Portuguese").effects(book.actions["Sell"])
    assert first.text.startswith("Conforme ")


def test_nothing_is_in_any_of_several_places(book: Rulebook) -> None:
    (over,) = book.qualities
    assert under(Speech(book).definition(over))[0][1] == "There is no painting in any hand."
    told = Speech(book, language="Portuguese").definition(over)
    assert under(told)[0][1] == "Não há nenhum Painting em nenhum Hand."


def test_as_many_as_a_number_says_are_dealt(book: Rulebook) -> None:
    (line,) = Speech(book).effects(book.procedures["deal"])
    assert line.text == "Deal as many paintings from the Deck into each player’s hand as the amount."


def test_what_is_theirs_is_told_so_beside_what_is_raised(book: Rulebook) -> None:
    (line,) = Speech(book).effects(book.procedures["pay"])
    assert under(line)[0][1] == "Raise the player’s money by the total worth of paintings in their hand."


def test_what_changes_hands_belongs_to_somebody_at_first(book: Rulebook) -> None:
    told = {name: [line.text for line in Speech(book).thing(info)] for name, info in book.world.piece_infos.items()}
    assert told["Gavel"] == ["At first, it belongs to Ann."]
    assert told["Lamp"] == ["It belongs to Ann."]
