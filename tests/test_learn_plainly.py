"""A page that teaches a game says what players do: no windows are opened, no names are given as steps, and what is
alike, or for many actions, is told in a line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.pages.game import PAGES, Game
from interpreter.cli.docs import read
from tests.test_learn_rows import learned

FAIR = """
game Fair
    in English
    for 2 to 3 players: Ann, Ben, Cleo

Ware is one of cloth, salt, wine
Worth is from 0 to 9
Purse is from 0 to 99
Round is from 0 to 3

a Player has a Purse

board the Square
    made of Stalls in a line of 6

place Hand
    there is one for each Player
    seen by the owner

place the Deck
    seen by nobody
    keeps order

place Heap

piece the Bell
    has a Round
    starts in the Heap

piece Card
    there is one for each Ware and Worth
    starts in the Deck

setup
    shuffle the Deck

play
    do Layout
    repeat 3 times
        the Round of the Bell rises by 1
        do Lots
        do Fair
    the Player with the highest Purse wins

chapter "Days"

phase Layout
    move the top of the Deck to S3
    move the top of the Deck to S1
    move the top of the Deck to S6

phase Lots
    for each Player
        move the top 4 Cards of the Deck to the Hand of the Player
    for each Player, in secret
        the Player chooses a Card called gift in the Hand of the Player
        move the gift to the Heap

phase Fair
    take turns from Ann until all pass
        the Player may Buy or Sell or Praise or Haggle or Wander
    open Evening
    open Evening

window Evening
    take turns from Ann until all pass
        the Player may Praise

window Reply for a Player called neighbour
    the neighbour may Praise

action Buy a Card
    only if the Card is on the Square
    let fee be the Worth of the Card
    the Purse of the Player rises by 1, but not above 99
    move the Card to the Hand of the Player
    if the fee is at least 2
        let rest be the number of Cards on the Square
        the Purse of the Player becomes 0
        if the rest is more than the fee, the Purse of the Player rises by the rest, but not above 99
        shuffle the Deck

action Sell a Card for a Ware
    only if the Card is in the Hand of the Player
    move the Card to the Heap
    the Purse of the Player rises by 1, but not above 99

action Praise
    only if there is a Card in the Hand of the Player
    the Player chooses a Card in the Hand of the Player
    move the Card to the Heap

action Haggle with a Ware
    only if there is a Card on the Square
    the Player chooses a Card on the Square
    move the Card to the Heap
    open Reply for the left of the Player

action Wander
    only if there is a Card on the Square
    the Player chooses a Card on the Square
    move the Card to the Heap
"""

SAID = {
    "one who is asked": (
        "Your opponent may praise.",
        "O seu adversário pode Praise.",
    ),
    "all who are asked": (
        "Players may step in (see Evening).",
        "Os jogadores podem intervir (ver Evening).",
    ),
    "many actions": (
        "You may do one of these: buy, sell, praise, haggle, wander or pass.",
        "Você pode fazer uma destas coisas: Buy, Sell, Praise, Haggle, Wander ou passar.",
    ),
    "one card after the other": (
        "Put the top card of the Deck on each of S3, S1 and S6.",
        "Coloque o Card do topo de Deck em cada um destes Stalls: S3, S1 e S6.",
    ),
    "all in secret": (
        "All players do this at once and in secret: choose a card (the gift) from your hand and put it into the Heap.",
        "Todos os jogadores fazem isto ao mesmo tempo e em segredo: escolha um Card (o gift) de seu Hand e coloque-o em"
        " Heap.",
    ),
    "a name that comes first": ("\nThe fee is the card’s worth.\n", "\nFee é Worth de Card.\n"),
    "a name under a step": (
        "    1. The rest is the number of cards on the Square. Set your purse to 0.",
        "    1. Rest é o número de Cards em Square. Ajuste seu Purse para 0.",
    ),
}


def plain(page: str) -> str:
    """The words of a page, without its links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", page)


@pytest.mark.parametrize("code", ["", "pt"])
@pytest.mark.parametrize("what", SAID)
def test_it_is_told_what_players_do(what: str, code: str) -> None:
    assert SAID[what][bool(code)] in plain(learned(FAIR, code))


def test_a_window_that_is_told_where_it_is_opened_has_no_heading() -> None:
    found = learned(FAIR)
    assert "### Evening" in found
    assert "Reply" not in found
    assert "Evening window" not in plain(found)


LOTS = """
game Lots
    in English
    for 2 players: Ann, Ben

Turn is from 1 to 24
Worth is from 0 to 9
Height is from 0 to 9
Width is from 0 to 9
Age is from 0 to 9
Weight is from 0 to 9
Fame is from 0 to 9
Luck is from 0 to 9

board the Square
    made of Stalls in a line of 24

place the Deck
    seen by nobody
    keeps order

place Heap

piece Card
    starts in the Deck

table Stall
    | Stall | Turn |
{rows}

table Card
    | Card   | Worth | Height | Width | Age | Weight | Fame | Luck |
    | Farmer | 1     | 2      | 1     | 3   | 1      | 2    | 1    |
    | Smith  | 2     | 1      | 3     | 1   | 2      | 1    | 3    |

setup
    for each Stall, lowest Turn first
        move the top of the Deck to the Stall

play
    take turns from Ann until all pass
        the Player may Take
    nobody wins

action Take a Card
    only if the Card is on the Square
    only if the Worth of the Card is at least 2
    move the Card to the Heap
""".replace("{rows}", "\n".join(f"    | S{n:<4} | {n * 7 % 24 + 1:<4} |" for n in range(1, 25)))


def test_a_table_for_which_the_setup_asks_stands_there_and_a_wide_one_at_the_end() -> None:
    found = learned(LOTS)
    assert found.index("## Setup") < found.index("| Stall | Turn |") < found.index("## Your turn")
    assert found.index("## Tables") < found.index("| Farmer |")


DINER = """
game Diner
    in English
    for 2 to 3 players: Ann, Ben, Cleo

place Hand
    there is one for each Player

place the Deck
    seen by nobody
    keeps order

place Pile

place Box

piece Card
    there are 30
    starts in the Deck

play
    do Dealing
    take turns from Ann until there is no Card in the Deck
        the Player must Serve
    nobody wins

phase Dealing
    for each Player
        move the top 4 Cards of the Deck to the Hand of the Player
    shuffle the Deck

action Serve
    change the hands

to change the hands
    move the top of the Deck to the Box

variant Dummy
    "For those who want more."

only with Dummy, 3 players
    rule First Call
        at the beginning of the game
        tidy up

    rule Third Hand
        at the end of Dealing
        move every Card in the Hand of Cleo to the Pile

    exception Half Meal, instead of change the hands
        tidy up

    to tidy up
        shuffle the Deck
        move the top of the Deck to the Pile
        move the top of the Deck to the Box
"""


@pytest.fixture(scope="module")
def diner(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page with what is different with 3 players."""
    file = tmp_path_factory.mktemp("diner") / "diner.rules"
    file.write_text(DINER, encoding="utf-8")
    book, wrong = read(file)
    assert book is not None, wrong
    return plain(Game(book).page(*PAGES["learn"]))


def test_what_a_variant_goes_over_or_adds_is_told_with_it_alone(diner: str) -> None:
    other = diner[diner.index("## With 3 players") :]
    assert "### Dealing" not in other
    assert "all others as above" not in diner
    assert "With Dummy" not in diner
    assert "Half Meal (Dummy)" in other


def test_a_verb_of_a_variant_does_not_say_its_name_twice(diner: str) -> None:
    assert "### Tidy up (Dummy)" in diner
    assert "Tidy up:" not in diner


COUNTRY = """game Country
    in English
    for 2 players: Ann, Bea

use Pieces

board the Land
    made of Squares in a grid of 3 by 3

place the Stack
    keeps order
    seen by nobody

piece Tile
    starts in the Stack

table Tile
    | Tile  | Copies |
    | Start | 1      |
    | Road  | 4      |

setup
    move the Start to B2
    shuffle the Stack

play
    take turns from Ann until all pass
        the Player may Lay
    nobody wins

action Lay on a Square
    only if the Square is empty
    move the top of the Stack to the Square
"""


def test_what_lies_face_down_beside_the_board_is_not_laid_out_as_the_picture_shows(tmp_path: Path) -> None:
    (tmp_path / "country.rules").write_text(COUNTRY)
    book, _ = read(tmp_path / "country.rules")
    assert book is not None
    page = Game(book).pages()["country/learn.md"]
    setup = page.partition("## Setup")[2].partition("## Your turn")[0]
    assert "Put the 5 tiles into the Stack.\n1. Put Start on B2.\n1. Shuffle the Stack." in setup
    assert "as the picture shows" not in setup


LONG_GAME = f"""{COUNTRY}
variant Long Game
    "A long game has many words, and who learns it reads them one after the other: so each of these texts stands for
     itself, and is a paragraph of its own."
    "Of each of them there is one, and in each is more than a word or two: they are so long that nobody finds what is
     looked for where all stand in one row."

    rule Second Road
        after a Player does Lay
        shuffle the Stack
"""


def test_long_words_on_a_variant_are_a_paragraph_for_each_text(tmp_path: Path) -> None:
    file = tmp_path / "country.rules"
    file.write_text(LONG_GAME, encoding="utf-8")
    book, wrong = read(file)
    assert book is not None, wrong
    assert "a paragraph of its own.\n\nOf each of them" in Game(book).page(*PAGES["learn"])
