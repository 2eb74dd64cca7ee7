"""How a page that teaches a game speaks of a row of spaces, of too few of something, and of columns of a table."""

from __future__ import annotations

from functools import cache

import pytest

from dsl import model
from dsl.load import load_text
from dsl.pages.game import Game
from dsl.pages.learn.tables import values_of
from dsl.pages.learn.typst import wide_words
from dsl.pages.publishing import Book
from dsl.prose.conditions import COMPARISONS
from dsl.prose.forms import COUNTS, Amount, Noun, Phrase, Term, denied, phrase
from dsl.prose.lessons import none_so
from dsl.prose.lexicon import Lexicon
from dsl.prose.speech import Run, Sheet, plain
from dsl.prose.unseen import Unseen
from dsl.terms import USUAL, Terms

QUAY = """
game Quay
    in English
    for 2 players: Ann, Bea

Good is one of wine, salt

Wine Price is from 0 to 5
Salt Price is from 0 to 5

Wealth is from 0 to 99

a Player has a Wealth

board the Quay
    made of Berths in a line of 5
    takes at most 1 Crate
    the Last Berth is S5

place the Store
    keeps order
    takes Crates

piece Crate
    starts in the Store

table Crate
    | Crate | Wine Price | Salt Price |
    | Cask  | 3          | 0          |
    | Sack  | 0          | 2          |

play
    take turns from Ann until all pass
        the Player may Shift or Sell
    nobody wins

action Shift from a Berth called gap
    for each Berth that is ahead of the gap along forward
        move the Crate on the Berth to the neighbour of the Berth along backward
    for each Berth that is ahead of the gap along backward
        move the Crate on the Berth to the bottom of the Store

action Sell a Crate for a Good
    only if the Crate is on the Quay
    the Wealth of the Player rises by the price of the Crate in the Good, but not above 99
    move the Crate to the bottom of the Store

the price of a Crate in a Good means
    the Wine Price of the Crate if the Good is wine
    otherwise the Salt Price of the Crate
"""


@cache
def learned(text: str, code: str = "", terms: Terms = USUAL) -> str:
    found, diagnostics = load_text(text, "quay.rules", terms)
    assert found is not None, diagnostics
    game = Game(Book("quay", "quay.rules", found, (), lexicons={"pt": Lexicon()}), code)
    return next(page for path, page in game.pages().items() if path.endswith("learn.md"))


def test_a_long_list_of_cards_is_told_by_what_stands_on_them() -> None:
    rows = tuple(((Run("storm" if n % 2 else "gem"),), (Run(str(n)),), (Run("2"),)) for n in range(1, 9))
    told = values_of(Sheet(((Run("Sort"),), (Run("Worth"),), (Run("Copies"),)), rows))
    assert [plain(head) for head in told.heads] == ["Sort", "Worth"]
    assert [[plain(cell or ()) for cell in row] for row in told.rows] == [["storm, gem", "1–8"]]


def test_the_words_of_a_wide_table_say_how_wide_its_columns_are() -> None:
    heads, row = [(Run("Name"),), (Run("Snatch gift"),)], [(Run("'Deep Hold' Doyle"),), (Run("4"),)]
    assert wide_words(heads, [row]) == "(5, 6)"


def test_what_lies_ahead_in_a_row_comes_before_or_after() -> None:
    assert "For each berth that comes after the gap, move the crate on the berth" in learned(QUAY)
    assert "For each berth that comes before the gap, put the crate on the berth" in learned(QUAY)
    assert "Para cada Berth que vem depois de gap" in learned(QUAY, "pt")
    assert "Para cada Berth que vem antes de gap" in learned(QUAY, "pt")


def test_where_a_thing_goes_is_told_from_the_thing() -> None:
    assert "move the crate on the berth to the next berth backward from it." in learned(QUAY)


@pytest.mark.parametrize(("of", "than"), [(">=", "<"), ("<=", ">")])
def test_not_at_least_so_many_are_fewer(of: str, than: str) -> None:
    cubes, price = Noun(Term("Cube", "Cubes"), "bare", plural=True), Noun(Term("price"))
    assert none_so(denied(phrase(COUNTS[of], subject=cubes, amount=price))) == phrase(
        COUNTS[than], subject=cubes, amount=price
    )
    level = phrase(COMPARISONS[of], subject=price, amount=Amount(3))
    assert none_so(denied(level)) == phrase(COMPARISONS[than], subject=price, amount=Amount(3))
    counts = [Phrase(f"count_{COMPARISONS[key]}", (("amount", Amount(3)),)) for key in (of, than)]
    there = [phrase("there_is", subject=Noun(Term("Cube", "Cubes"), "bare", True, count)) for count in counts]
    assert none_so(denied(there[0])) == there[1]


def test_a_word_for_columns_of_a_table_says_no_more_than_these() -> None:
    assert "the crate’s price in the good" in learned(QUAY)
    assert "A crate’s price" not in learned(QUAY)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("otherwise the Salt Price of the Crate", "otherwise the Wine Price of the Crate"),
        ("if the Good is wine", "if the Good is salt"),
        ("the Wine Price of the Crate if", "2 if"),
        ("if the Good is wine", "if the Crate is on the Quay"),
    ],
)
def test_a_word_that_says_more_is_told(line: str, other: str) -> None:
    assert line in QUAY
    assert "A crate’s price" in learned(QUAY.replace(line, other))


def test_the_sentence_on_a_value_is_there_for_the_reference() -> None:
    found, _ = load_text(QUAY, "quay.rules")
    assert isinstance(found, model.Rulebook)
    pages = Game(Book("quay", "quay.rules", found, ())).pages()
    assert "wine price" in pages["quay/reference.md"]


def test_a_number_that_only_counts_turns_is_no_step() -> None:
    rise = "the Age of the Player rises by 1"
    text = QUAY.replace("a Player has a Wealth", "a Player has a Wealth\na Player has an Age").replace(
        "Wealth is from", "Age is from 0 to 99\n\nWealth is from", 1
    )
    told = (
        text.partition("\nplay\n")[0] + f"\nplay\n    take turns from Ann until the Age of Bea is 9\n        {rise}\n"
    )
    book, _ = load_text(told, "quay.rules")
    assert book is not None
    assert [a.name for a in Unseen(book).turn_counts] == ["Age"]
    twice, _ = load_text(f"{told}        {rise}\n", "quay.rules")
    assert twice is not None
    assert not Unseen(twice).turn_counts


SPELLS = """
game Spells
    in English
    for 2 players: White, Black

Strength is from 0 to 9

place Yard

piece the Wall
    has a Strength
    starts in the Yard

play
    take turns from White until all pass
        the Player may Cast

the game ends when the Strength of the Wall is 9
    the active Player wins

chapter "Casting"

action Cast a Charm
    do the Charm

chapter "Charms of Fire"

power Blaze, a Charm
    the Strength of the Wall falls by 3, but not below 0

power Spark, a Charm
    the Strength of the Wall falls by 1, but not below 0

chapter "Charms of Stone"

power Mend, a Charm
    the Strength of the Wall rises by 1

power Raise, a Charm
    the Strength of the Wall rises by 2
"""


def test_powers_that_are_all_that_a_chapter_tells_stand_under_its_name_alone() -> None:
    page = learned(SPELLS)
    assert "## Charms of Stone" in page
    assert "### Charms" not in page
