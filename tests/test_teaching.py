"""What the guide says is what the game does: sentences from which somebody could play it otherwise."""

from __future__ import annotations

from functools import cache

from dsl import documents, resolved
from dsl.documents import Book
from dsl.documents.game import Game
from dsl.load import load_text
from dsl.phrases import Line, Speech

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
        stack 1 for the Player

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
def book() -> resolved.Rulebook:
    found, diagnostics = load_text(DARE, "dare.rules")
    assert found is not None, diagnostics
    return found


def flat(line: Line) -> str:
    return " / ".join([line.text, *map(flat, line.children)])


def told(block: resolved.Block, setup: bool = False) -> list[str]:
    return [flat(line) for line in Speech(book()).block(block, setup)]


def guide() -> str:
    return Game(Book("dare", "dare.rules", book(), ())).pages()["dare/guide.md"]


# S3.6
def test_what_is_tested_before_each_time_is_told_as_such() -> None:
    assert told(book().play)[2] == "Settle; do this as long as there is a coin on a table."


# S5.6
def test_what_must_be_done_several_times_is_done_as_often_as_it_can() -> None:
    forced, offered, _ = told(book().phases["Daring"].body)
    assert forced == "Ann must raise; do this up to 3 times, as long as Ann can."
    assert offered == "Bea may raise; do this up to 2 times."


# S5.7
def test_turns_that_can_end_before_the_first_are_told_as_such() -> None:
    assert told(book().phases["Daring"].body)[2] == (
        "Starting with Ann, the players take turns as long as Ann’s stake is not Bea’s stake. On your turn: / "
        "You must raise or roll."
    )


# S6.12
def test_a_limit_says_whether_it_counts_for_all() -> None:
    speech = Speech(book())
    (shared,), (own,) = (speech.needs(book().actions[name]) for name in ("Raise", "Roll"))
    assert shared.text == "This can be done only twice each Daring, counting all players together."
    assert own.text == "This can be done only once each turn."


def test_a_limit_of_what_only_one_does_does_not_speak_of_the_others() -> None:
    text = DARE.replace("Bea may Raise", "Ann may Raise").replace("must Raise or Roll", "must Roll")
    alone, diagnostics = load_text(text, "dare.rules")
    assert alone is not None, diagnostics
    assert Speech(alone).needs(alone.actions["Raise"])[0].text == "This can be done only twice each Daring."


# S5.3
def test_whoever_does_what_a_verb_says_is_named_where_it_matters() -> None:
    assert told(book().setup, setup=True)[1] == "For each player: / The player antes 2. / Stack 1 for the player."
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
    assert told(body) == [
        "Put the top of the holder’s purse on the holder’s table; do this a number of times equal to the amount."
    ]
    assert told(book().procedures["settle"].body) == ["Put a coin from Ann’s table into Ann’s purse."]


def test_a_number_says_where_it_starts_unless_the_setup_or_a_roll_does() -> None:
    speech = Speech(book())
    (field,) = book().world.boards.values()
    assert [line.text for line in speech.thing(field)][1:] == [
        "The Field has a calm from 0 to 9, which starts at 0.",
        "The Field has a haste from 0 to 9.",
    ]
    dice = next(component for component in speech.components() if component.count == 2)
    assert [speech.line(detail).text for detail in dice.details] == ["Each has a face from 1 to 6."]


def test_a_name_that_nothing_uses_is_not_told() -> None:
    speech = Speech(book())
    lone, matched = book().qualities
    assert flat(speech.definition(lone)) == "A coin is lone when there is no coin of its owner that is bright."
    assert "(the other)" not in flat(speech.definition(matched))


# S16.1, S16.2
def test_an_example_says_who_what_and_where() -> None:
    (example,) = book().examples
    assert [(part, line.text) for part, line in Speech(book()).story(example)] == [
        ("given", "Every coin of Bea is in Bea’s purse."),
        ("given", "There is a coin of Ann (“first”) on S3."),
        ("given", "There are 3 coins of Ann on S4."),
        ("given", "The first coin is bright."),
        ("given", "All other coins of Ann are in Ann’s purse."),
        ("given", "The Daring phase begins."),
        ("when", "Ann raises."),
        ("when", "Ann raises."),
        ("when", "Ann rolls."),
        ("when", "Ann rolls 4."),
        ("when", "Bea rolls."),
        ("when", "Bea rolls 2."),
        ("then", "The first coin is not lone."),
    ]


def test_a_verb_of_the_setup_alone_is_told_with_the_setup() -> None:
    parts = guide().split("\n## ")
    setup = next(part for part in parts if part.startswith("Setup"))
    assert "### Stack" in setup
    assert "### Ante" not in setup
    assert guide().count("### Stack") == 1


def test_places_are_off_the_board_only_where_there_is_a_board() -> None:
    assert "**Places off the board.**" in guide()
    text = DARE.replace("board the Field\n    made of Cells in a line of 5\n", "place the Field\n")
    text = text.split("\nexample")[0]
    boardless, diagnostics = load_text(text, "dare.rules")
    assert boardless is not None, diagnostics
    pages = documents.render_all((Book("dare", "dare.rules", boardless, ()),))
    assert "**Places.**" in pages["pages/dare/guide.md"]
