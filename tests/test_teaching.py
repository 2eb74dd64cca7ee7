"""What the guide says is what the game does: sentences from which somebody could play it otherwise."""

from __future__ import annotations

from functools import cache

import pytest

from dsl import model
from dsl.load import load_text
from dsl.pages import publishing
from dsl.pages.game import Game
from dsl.pages.publishing import Book
from dsl.prose.speech import Line, Speech, plain
from dsl.terms import Terms
from interpreter.records import schemas

DARE = """
game Dare
    in English
    for 2 players: Ann, Bea

Calm is from 0 to 9
Face is from 1 to 6

board the Field
    made of Cells in a line of 5
    has a Calm
    has a Calm called haste

place Table "table"
    there is one for each Player
    takes Coins

place Purse "purse"
    there is one for each Player
    keeps order

place the Cup

piece Coin
    there are 9 for each Player
    can be bright
    starts in the Purse of the owner

piece Die
    two are Dice
    there are 2
    has a Face
    starts in the Cup

setup
    the haste of the Field becomes 3
    for each Player
        ante 2
        pile 1 for the Player

play
    for each Player
        ante 1
    do Daring
    repeat until there is no Coin on a Table
        settle
    nobody wins

phase Daring
    repeat 3 times
        Ann must Raise
    repeat 2 times
        Bea may Raise
    take turns from Ann until the stake of Ann is the stake of Bea
        tip 1 for the Player
        the Player must Raise or Roll

action Raise
    2 times each Daring
    ante 1

action Roll
    once each turn
    the Player rolls 1 among Dice

to ante a Number called amount
    repeat the amount times
        move the top of the Purse of the Player to the Table of the Player

to stack a Number called amount for a Player called holder
    repeat the amount times
        move the top of the Purse of the holder to the Table of the holder

to tip a Number called amount for a Player called holder
    stack the amount for the holder

to pile a Number called amount for a Player called holder
    stack the amount for the holder

to settle
    move a Coin on the Table of Ann to the Purse of Ann

the stake of a Player means the number of Coins on the Table of the Player

a Coin is lone when there is no Coin called other that is owned by the owner of the Coin and that is bright

a Coin is matched when there is a Coin called other that is bright and that is on the Table of the owner of the Coin

example "Nothing to match" in Daring
    given every Coin of Ann is in the Purse of Ann
    given every Coin of Bea is in the Purse of Bea
    given there is a Coin called first that is owned by Ann and that is on S3
    given there is a Coin called second that is owned by Ann and that is on S4
    given there is a Coin called third that is owned by Ann and that is on S4
    given there is a Coin called fourth that is owned by Ann and that is on S4
    given the first is bright
    when Ann does Raise
    when Ann does Raise
    when Ann does Roll
    when Ann rolls 4
    when Bea does Roll
    when Bea rolls 2
    then the first is not lone
"""


@cache
def book() -> model.Rulebook:
    found, diagnostics = load_text(DARE, "dare.rules")
    assert found is not None, diagnostics
    return found


def flat(line: Line) -> str:
    return " / ".join([line.text, *map(flat, line.children)])


def told(block: model.Block, setup: bool = False) -> list[str]:
    return [flat(line) for line in Speech(book()).block(block, setup)]


def guide() -> str:
    return Game(Book("dare", "dare.rules", book(), ())).pages()["dare/guide.md"]


# S3.6
def test_what_is_tested_before_each_time_is_told_as_such() -> None:
    assert told(book().play)[2] == "As long as there is a coin on a table, settle."


# S5.6
def test_what_must_be_done_several_times_is_done_as_often_as_it_can() -> None:
    forced, offered, _ = told(book().phases["Daring"].body)
    assert forced == "Ann must raise; do this up to 3 times, as long as Ann can."
    assert offered == "Bea may raise; do this up to 2 times."


# S5.7
def test_turns_that_can_end_before_the_first_are_told_as_such() -> None:
    assert told(book().phases["Daring"].body)[2] == (
        "Starting with Ann, the players take turns as long as Ann’s stake and Bea’s stake differ. On your turn: / "
        "Tip 1 for yourself. / You must raise or roll."
    )


# S6.12
def test_a_limit_says_whether_it_counts_for_all() -> None:
    speech = Speech(book())
    (shared,), (own,) = (speech.needs(book().actions[name]) for name in ("Raise", "Roll"))
    assert shared.text == "This can be done only twice each Daring, by all players together."
    assert own.text == "This can be done only once each turn."


def test_a_limit_of_what_only_one_does_does_not_speak_of_the_others() -> None:
    text = DARE.replace("Bea may Raise", "Ann may Raise").replace("must Raise or Roll", "must Roll")
    alone, diagnostics = load_text(text, "dare.rules")
    assert alone is not None, diagnostics
    assert Speech(alone).needs(alone.actions["Raise"])[0].text == "This can be done only twice each Daring."


# S5.3
def test_whoever_does_what_a_verb_says_is_named_where_it_matters() -> None:
    assert told(book().setup, setup=True)[1] == "For each player: / The player antes 2. / Pile 1 for the player."
    assert told(book().play)[0] == "Each player antes 1."


def test_a_place_has_the_word_that_the_rulebook_uses() -> None:
    speech = Speech(book())
    table, purse = (speech.thing(book().world.places[name]) for name in ("Table", "Purse"))
    assert [line.text for line in table] == ["Each player has a table.", "Only coins may be put on it."]
    assert [line.text for line in purse] == [
        "Each player has a purse.",
        "The pieces in it stay in order, from bottom to top.",
    ]
    body = book().procedures["stack"].body
    assert told(body) == ["Put as many coins from the top of the holder’s purse on the holder’s table as the amount."]
    assert told(book().procedures["settle"].body) == ["Put a coin from Ann’s table into Ann’s purse."]


def test_a_number_says_where_it_starts_unless_the_setup_or_a_roll_does() -> None:
    speech = Speech(book())
    (field,) = book().world.boards.values()
    assert [line.text for line in speech.thing(field)][1:] == [
        "The Field has a calm from 0 to 9, which starts at 0.",
        "The Field has a haste from 0 to 9.",
    ]
    dice = next(component for component in speech.components() if component.count == 2)
    assert [speech.line(detail).text for detail in dice.details] == ["Ordinary six-sided dice."]


def test_a_name_that_nothing_uses_is_not_told() -> None:
    speech = Speech(book())
    lone, matched = book().qualities
    assert flat(speech.definition(lone)) == "A coin is lone when there is no coin of its owner that is bright."
    assert "(the other)" not in flat(speech.definition(matched))


# S16.1, S16.2
def test_an_example_says_who_what_and_where() -> None:
    (example,) = book().examples
    assert [(part, line.text) for part, line in Speech(book()).story(example)] == [
        ("given", "During Daring, every coin of Bea is in Bea’s purse."),
        ("given", "There is a coin of Ann (“first”) on S3."),
        ("given", "There are 3 coins of Ann on S4."),
        ("given", "The “first” coin is bright."),
        ("given", "All other coins of Ann are in Ann’s purse."),
        ("when", "Ann raises."),
        ("when", "Ann raises."),
        ("when", "Ann rolls."),
        ("when", "Ann rolls 4."),
        ("when", "Bea rolls."),
        ("when", "Bea rolls 2."),
        ("then", "The “first” coin is not lone."),
    ]


PARTS = """
game Parts
    in English
    for 2 players: Ann, Bea

Face is from 1 to 6

board the Field
    made of Cells in a line of 5
    keeps order

place the Nook "The Nook"

piece Cart
    there are 2 for each Player
    takes Coins
    keeps order
    starts in the Nook

piece Coin
    there are 9
    can be bright
    starts in the Nook

piece Die
    two are Dice
    there are 2
    has a Face
    starts in the Nook

play
    Ann must Roll

power Dash, a Trick
    2 times each game for each Player
    nobody wins

action Roll
    let caster be the Player
    the caster rolls a Die called dart
    the opponent of the caster rolls a Die called reply
    if the Face of the dart is more than the Face of the reply
        do Dash
    for each Cart
        unload the Cart

to unload a Cart
    for each Coin on the Cart
        shove the Coin with the load of the Cart from the Cart

to shove a Coin with a Number called force from a Cart
    repeat the force times
        move the Coin to the Nook

the load of a Cart means the number of Coins on the Cart

a Coin is borne when there is a Cart that is under the Coin and that is laden

a Cart is laden when there is a Coin on the Cart

example "Dash twice"
    given Ann has done Dash, 2 times
    then Ann cannot do Dash
"""


@cache
def parts() -> model.Rulebook:
    found, diagnostics = load_text(PARTS, "parts.rules")
    assert found is not None, diagnostics
    return found


def test_what_is_said_of_a_thing_is_not_said_of_where_it_is() -> None:
    borne = parts().qualities[0]
    assert flat(Speech(parts()).definition(borne)) == (
        "A coin is borne when there is a cart that is under it and laden."
    )


def test_what_lies_in_order_lies_on_each_of_several() -> None:
    speech = Speech(parts())
    carts = next(component for component in speech.components() if component.count == 4)
    assert speech.line(carts.details[-1]).text == "Each can carry coins, kept in order."
    told = [line.text for line in speech.thing(parts().world.piece_infos["Cart"])]
    assert told[-1] == "Coins that lie on each stay in order, from bottom to top."
    (field,) = parts().world.boards.values()
    assert speech.thing(field)[-1].text == ("Pieces on the same cell of the Field make a pile, from bottom to top.")


def test_a_label_brings_its_article() -> None:
    assert "Put the 2 dice into the Nook." in [line.text for line in Speech(parts()).first_places()]


def test_a_power_that_was_used_is_called_by_its_name() -> None:
    (example,) = parts().examples
    assert Speech(parts()).story(example)[0][1].text == "Ann has done this twice before: use Dash."


def test_dice_that_are_spoken_of_again_by_their_names_have_them() -> None:
    speech = Speech(parts())
    assert [line.text for line in speech.effects(parts().actions["Roll"])] == [
        "You are the caster.",
        "The caster rolls 1 die (the dart).",
        "The caster’s opponent rolls 1 die (the reply).",
        "If the dart’s face is more than the reply’s face, do what Dash says.",
        "For each cart, unload the cart.",
    ]


def test_what_is_worked_out_stands_behind_what_is_not() -> None:
    assert [line.text for line in Speech(parts()).effects(parts().procedures["unload"])] == [
        "For each coin on the cart, shove the coin from the cart with force equal to the cart’s load."
    ]


def test_a_verb_of_the_setup_alone_is_told_with_the_setup() -> None:
    parts = guide().split("\n## ")
    setup = next(part for part in parts if part.startswith("Setup"))
    assert "### Pile" in setup
    assert "### Ante" not in setup
    assert guide().count("### Pile") == 1


def test_places_are_off_the_board_only_where_there_is_a_board() -> None:
    assert "| Places off the board |" in guide()
    text = DARE.replace("board the Field\n    made of Cells in a line of 5\n", "place the Field\n")
    text = text.split("\nexample")[0]
    boardless, diagnostics = load_text(text, "dare.rules")
    assert boardless is not None, diagnostics
    pages = publishing.render_all((Book("dare", "dare.rules", boardless, ()),), schemas())
    assert "| Places |" in pages["pages/dare/guide.md"]


SIEGE = """
game Siege
    in English
    for 2 players: Ann, Bea

board the Field
    made of Cells in a line of 5

place the Cup

place the Bag
    takes Pawns

piece Man
    there are 2 for each Player
    can be tired
    starts in the Cup

piece Pawn, a Man
    there is one for each Player
    starts in the Bag

piece Queen, a Man
    there is one for each Player
    starts in the Cup

play
    "Ann is always first."
    take turns from Ann
        if the Player cannot March
            "Hemmed in."
            the opponent of the Player wins
        the Player must March or Yield

action March a Man to a Cell
    only if the Man is keen on the Cell
    for each Man called other
        if the other is tired
            the other becomes not tired
            "It has slept."
            move the other to the Cup
    move the Man to the Cell

action Yield
    reward the opponent of the Player

to reward a Player called victor
    the victor scores the worth of the victor
    the opponent of the victor loses the worth of the victor
    every Man becomes not tired
    the victor wins

the worth of a Player means
    1 if there is a Man on S1
    3 if there is a Man on S2
    otherwise 2

a Pawn is keen on a Cell when the Cell is S1

a Queen is keen on a Cell when the Cell is S2
"""


@cache
def siege() -> Game:
    found, diagnostics = load_text(SIEGE, "siege.rules")
    assert found is not None, diagnostics
    return Game(Book("siege", "siege.rules", found, ()))


def test_a_card_shows_where_the_steps_under_another_end() -> None:
    card = siege().pages()["siege/card.md"]
    assert (
        "For each man (the other):<ol><li>If the other is tired:<ol>"
        "<li>The other is no longer tired. *It has slept.*</li>"
        "<li>Take away the other.</li></ol></li></ol> Move the man to the cell."
    ) in card


def test_the_words_of_a_designer_are_no_step_of_their_own() -> None:
    course = siege().pages()["siege/guide.md"].split("## The course of the game")[1]
    assert course.startswith("\n\n*Ann is always first.*\n\n1. Starting with Ann")
    assert "your opponent wins. *Hemmed in.*\n" in course


def test_of_several_cases_the_first_that_fits_counts() -> None:
    book = siege().rulebook
    assert flat(Speech(book).definition(book.values[0])).split(" / ")[1:] == [
        "1 if there is a man on S1.",
        "Otherwise 3 if there is a man on S2.",
        "Otherwise 2.",
    ]


def test_the_end_of_the_game_by_an_action_is_told_with_who_does_it() -> None:
    assert [flat(line) for line in siege().outcomes] == [
        "On your turn: / If you cannot march, your opponent wins. / Hemmed in.",
        "When a player yields, reward the player’s opponent.",
    ]


def test_the_same_amount_and_the_same_quality_of_all_are_said_shortly() -> None:
    book = siege().rulebook
    assert told_of(book, "reward")[1:3] == ["The victor’s opponent loses as much.", "No man is tired any longer."]


def told_of(book: model.Rulebook, verb: str) -> list[str]:
    return [line.text for line in Speech(book).effects(book.procedures[verb])]


def test_every_place_is_told_of() -> None:
    told = [(plain(row.name), plain(row.content)) for row in siege().contents.places]
    assert told == [("Cup", "men and queens (at the start)"), ("Bag", "pawns")]


def test_a_word_of_several_meanings_leads_to_the_first_which_names_the_others() -> None:
    pawns, queens = siege().rulebook.qualities
    assert [line.text for line in siege().speech.notes(pawns)] == [
        "Other things have a meaning of their own: Keen (queen)."
    ]
    assert not siege().speech.notes(queens)


BARTER = """
game Barter
    in English
    for 2 players: Ana, Bia

Cor is one of azul, verde
Valor is from 0 to 20

board the Lago
    made of Casas in a line of 3

place Mercado
place Tanque
    there is one for each Player

piece Carta
    starts in the Mercado

table Carta
    | Cor   | Copies |
    | azul  | 2      |
    | verde | 2      |

piece Ficha
    starts in the Mercado

table Ficha
    | Valor | Copies |
ROWS
chapter "Troca"

play
    take turns from Ana until there is no Carta in the Mercado
        the Player must Pegar
    if the ganho of Ana is more than the ganho of Bia, Ana wins
    otherwise Bia wins

action Pegar a Carta
    only if the Carta is in the Mercado
    move the Carta to the Tanque of the Player

the ganho of a Player means the total Valor among Fichas in the Tanque of the Player
"""


def barter() -> str:
    """The guide of a small game with two tables of pieces, one of them with many rows."""
    rows = "".join(f"    | {number} | 1 |\n" for number in range(12))
    text = BARTER.replace("ROWS\n", f"{rows}\n")
    book, diagnostics = load_text(text, "barter.rules")
    assert book is not None, diagnostics
    return publishing.render_game(Book("barter", "barter.rules", book, ()))[1]["pages/barter/guide.md"]


def test_how_the_game_ends_is_told_once() -> None:
    guide = barter()
    assert guide.count("Ana wins.") == 1
    assert "See whether the game is decided, as told under “How it ends”." in guide


def test_tables_of_what_pieces_there_are_stand_together_with_the_box() -> None:
    guide = barter()
    assert guide.index("**Cartas**") < guide.index("**Fichas**") < guide.index("## Setup")


ON_LOAN = (
    BARTER.replace("ROWS\n", "    | 1 | 1 |\n")
    + """
to ruin a Player called debtor
    move every Ficha in the Tanque of the debtor to the Mercado
    Ana wins

variant Credit
    "Who owes too much is out."
    the game ends when there is a Player that is broke, called Broke
        Bia wins

    a Player is broke when the ganho of the Player is 9

    exception Ruined, instead of Pegar
        nobody wins
"""
)


def test_what_ends_the_game_in_a_variant_is_told_with_the_variant() -> None:
    book, diagnostics = load_text(ON_LOAN, "loan.rules", Terms(("Credit",)))
    assert book is not None, diagnostics
    guide = publishing.render_game(Book("loan", "loan.rules", book, ()))[1]["pages/loan/guide.md"]
    before, _, variant = guide.partition("## Variants")
    aim = before.partition("## How it ends")[2].partition("\n## ")[0]
    assert "Ana wins" in aim
    assert "Broke" not in aim
    assert "obody wins" not in aim
    assert "**Broke.**" in variant
    assert "Put every" not in aim  # of a verb only what decides


PILES = """
game Piles
    for 2 players: First, Second

use Pieces

board the Rack
    made of Cells in a grid of 3 by 3

place Supply
    there is one for each Player

piece Disc
    there are 9 for each Player
    starts in the Supply of the owner

play
    take turns from First until there is no empty Cell
        the Player must Drop Disc{or_another}
    nobody wins

action Drop Disc into a Cell
    only if the Cell is empty
    only if the neighbour of the Cell along south is not empty
    move a Disc in the Supply of the Player to the Cell
{another}
"""
LIFT = """
action Lift a Disc
    only if the Disc is on the Rack
    move the Disc to the Supply of the Player
"""


@pytest.mark.parametrize(("another", "leads_to"), [("", "the lowest empty cell of a column"), (LIFT, "an empty cell")])
def test_pieces_that_stay_are_put_into_a_column(another: str, leads_to: str) -> None:
    text = PILES.format(another=another, or_another=" or Lift" if another else "")
    found, diagnostics = load_text(text, "piles.rules")
    assert found is not None, diagnostics
    lead, _ = Speech(found).teaching().offered(found.actions["Drop Disc"])
    assert lead.text == f"Drop a disc into {leads_to}."
