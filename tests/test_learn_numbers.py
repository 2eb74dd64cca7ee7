"""What a page that teaches a game tells of other numbers of players: all that is different, once, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.pages.book import read_book
from dsl.pages.game import Game
from dsl.pages.learn import overview

TWO_FIRST = """
game Mill
    in English
    for 2 to 4 players: Ann, Ben, Cleo, Dan

Depth is one of low, high

a Player has a Haul

Haul is from 0 to 9

place Pit
    takes Grains

table Pit
    | Pit    | Depth | Price   |
    | Trough | low   | 1       |
    | Shaft  | high  | nothing |
    | Sump   | low   | nothing | only with 3 to 4 players
    | Well   | high  | 4       | only with 4 players

place Sack
    there is one for each Player

piece Grain
    there are 5 for each Player
    starts in the Sack of the owner

only with 2 players
    Crowd is 2

only with 3 players
    Crowd is 3

only with 4 players
    Crowd is 4

chapter "Play"

play
    repeat 3 times
        do Grinding
    the Player with the highest Haul wins

phase Grinding
    let miller be Ann
    the miller must Pour
    the Haul of Ann becomes 1
    the left of the miller must Pour
    the Haul of Ann becomes 2

action Pour into a Pit
    only if the number of Grains in the Pit is less than Crowd
    only if the Depth of the Pit is low
    move a Grain in the Sack of the Player to the Pit
"""


def learned(tmp_path: Path, rules: str) -> str:
    path = tmp_path / "mill.rules"
    path.write_text(rules, "utf-8")
    book, diagnostics = read_book(path)
    assert book is not None, diagnostics
    return Game(book).pages()["mill/learn.md"]


@pytest.fixture
def chapters(tmp_path: Path) -> dict[str, str]:
    """What stands under each heading of a section."""
    _, *sections = learned(tmp_path, TWO_FIRST).split("\n## ")
    return {title: told for title, _, told in (section.partition("\n") for section in sections)}


def test_rows_that_more_players_add_stand_with_the_fewest_that_have_them(chapters: dict[str, str]) -> None:
    assert "| Sump | low |" in chapters["With 3 or 4 players"]
    assert "| Well | high | 4 |" in chapters["With 4 players"]
    assert "Sump" not in chapters["With 4 players"]
    assert "Trough" not in "".join(told for title, told in chapters.items() if title.startswith("With"))


def test_of_a_rule_only_what_is_different_is_told_and_once(chapters: dict[str, str]) -> None:
    both = chapters["With 3 or 4 players"]
    assert "### Grinding" in both
    assert "Ann’s haul" not in both
    assert both.count("to the left") == 1
    assert "fewer than 3 grains" in chapters["With 3 players"]
    assert "fewer than 4 grains" in chapters["With 4 players"]
    assert not any("depth must be" in told for title, told in chapters.items() if title.startswith("With"))


def test_how_many_pieces_there_are_stands_in_one_table(chapters: dict[str, str]) -> None:
    both = chapters["With 3 or 4 players"]
    assert "| Component | 2 players | 3 players | 4 players |" in both
    assert "| Grains | 10 | 15 | 20 |" in both
    assert not any(" × " in told for title, told in chapters.items() if title.startswith("With"))


def test_a_shared_win_is_told_with_the_goal_alone(chapters: dict[str, str]) -> None:
    assert "share the win" in chapters["The goal"]
    assert not any("share the win" in told for title, told in chapters.items() if title.startswith("With"))


FAIR = """
game Lantern Fair
    in English
    for 2 to 3 players: Ann, Ben, Cleo

Price is from 0 to 9

place Stall
    there are 3, with 2 players
    there are 5, with 3 players
    takes at most 4 Lanterns

place Shelf
    there is one for each Player
    takes at most 4 Lanterns

place the Queue
    takes Guests

piece Lantern
    there are 40
    starts in the Shelf of Ann

piece Guest
    has a Price, seen by all
    starts in the Queue

table Guest
    | Guest | Price |
{rows}

play
    repeat 3 times
        do Trade
    do Final Count

phase Trade
    for each Player
        the Player may Sell

phase Final Count
    for each Player
        the Player scores the number of Lanterns in the Shelf of the Player

action Sell to a Guest with a Stall
    2 times each Trade
    move Lanterns in the Shelf of the Player to the Stall
    if the Price of the Guest is more than 3, nobody wins
"""
GUESTS = [f"    | Guest{letter} | {number % 10} |" for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXY")]


def fair(guests: int) -> str:
    text = FAIR.format(rows="\n".join(GUESTS[:guests]))
    return text.replace("move Lanterns", "move every Lantern").replace("Guest{", "Guest")


def test_places_of_which_there_are_more_are_told(tmp_path: Path) -> None:
    page = learned(tmp_path, fair(4))
    assert "**Stalls (3).** Each has room for at most 4 lanterns." in page
    assert "**Stalls (5).** Each has room for at most 4 lanterns." in page[page.index("## With 3 players") :]


def test_all_steps_of_the_course_stand_at_a_glance(tmp_path: Path) -> None:
    glance = learned(tmp_path, fair(4)).partition('<div class="glance"')[2].partition("</div>")[0]
    assert glance.index("Trade") < glance.index("Final Count")


def test_a_long_table_stands_behind_the_rules(tmp_path: Path) -> None:
    short, long = learned(tmp_path, fair(4)), learned(tmp_path, fair(25))
    assert short.index("| Guest") < short.index("## With 3 players")
    assert long.index("## With 3 players") < long.index("| Guest")


TAGS = """
game Tags
    in English
    for 2 to 4 players: Ann, Ben, Cleo, Dan

place Sack
    there is one for each Player

piece Tag
    there are 3 for each Player
    starts in the Sack of the owner

play
    for each Player
        move every Tag in the Sack of the Player to the Sack of Ann
    nobody wins
"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("English", "With 3 players: 9; with 4 players: 12."),
        ("Portuguese", "Com 3 jogadores: 9; com 4 jogadores: 12."),
    ],
)
def test_where_only_pieces_are_more_with_more_players_their_line_says_it(
    tmp_path: Path, language: str, told: str
) -> None:
    path = tmp_path / "mill.rules"
    path.write_text(TAGS.replace("in English", f"in {language}"), "utf-8")
    book, diagnostics = read_book(path)
    assert book is not None, diagnostics
    pages = Game(book).pages()
    (line,) = (line for line in pages["mill/learn.md"].splitlines() if line.startswith("6 × Tags"))
    assert told in line
    (row,) = (line for line in pages["mill/guide.md"].splitlines() if line.startswith("| 6 | **Tags**"))
    assert told in row


MARKET = """
game Market
    for 2 players: Ann, Ben

place Shelf
    there is one for each Player

piece Tag
    there are 3 for each Player
    starts in the Shelf of the owner

play
    repeat 3 times
        do Morning
        do Evening
    nobody wins

phase Morning
    "In the morning the stalls are opened."
    take turns from Ann until all pass
        the Player may Give
    for each Player
        if there is no Tag in the Shelf of the Player, Ann wins

phase Evening
    take turns from Ann until all pass
        the Player may Give or Close
    for each Player
        if there is no Tag in the Shelf of the Player, Ben wins

action Give
    move every Tag in the Shelf of Ann to the Shelf of Ben

action Close
    nobody wins
"""


def test_at_a_glance_each_phase_has_all_that_can_be_done_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "MOST_AT_A_GLANCE", 3)
    glance = learned(tmp_path, MARKET).partition('<div class="glance"')[2].partition("</div>")[0]
    assert "[Morning](#section-morning): Give." in glance
    assert "[Evening](#section-evening): Give or Close." in glance


def test_where_all_steps_stand_at_a_glance_no_names_of_actions_stand_besides(tmp_path: Path) -> None:
    glance = learned(tmp_path, MARKET).partition('<div class="glance"')[2].partition("</div>")[0]
    assert "close or pass" in glance
    assert "[Morning](#section-morning)." in glance


def test_a_phase_beside_other_steps_is_played(tmp_path: Path) -> None:
    """Its name alone would be no step: "On your turn: Evening"."""
    text = MARKET.replace("        do Morning\n", "        move every Tag to the Shelf of Ann\n")
    glance = learned(tmp_path, text).partition('<div class="glance"')[2].partition("</div>")[0]
    assert "Play the [Evening](#section-evening) phase." in glance


def test_phases_that_a_phase_opens_which_is_played_again_stand_below_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overview, "MOST_AT_A_GLANCE", 3)
    text = MARKET.replace(
        "        do Morning\n        do Evening\n",
        "        move every Tag to the Shelf of Ann\n        do Day\n    do Day\n",
    )
    text += "\nphase Day\n    do Morning\n    do Evening\n"
    glance = learned(tmp_path, text).partition('<div class="glance"')[2].partition("</div>")[0]
    day = glance.partition("[Day](#section-day)")[2]
    assert day.index("[Morning](#section-morning): Give.") < day.index("[Evening](#section-evening): Give or Close.")


FLEET = """
game Fleet
    in English
    for 2 to 4 players: Ann, Ben, Cleo, Dan

place Supply

place the Deck
    keeps order
    seen by nobody

place Quay
    takes Flags, Storms

piece Flag
    there is one for each Player
    starts in the Supply

piece Storm
    there are 4
    starts in the Deck

setup
    shuffle the Deck

only with 3 players
    setup
        move the top of the Deck to the Quay

only with 4 players
    piece Reef
        there are 2
        starts in the Quay

play
    take turns from Ann until all pass
        the Player may Hoist

action Hoist a Flag
    only if the Flag is in the Supply
    move the Flag to the Quay
"""


def test_a_step_that_only_lays_out_more_pieces_is_not_told_beside_their_number(tmp_path: Path) -> None:
    page = learned(tmp_path, FLEET)
    assert "| Flags | 2 | 3 | 4 |" in page
    assert "flags" not in page[page.index("## With 3 players") :]


def test_steps_that_are_only_added_are_not_called_different(tmp_path: Path) -> None:
    page = learned(tmp_path, FLEET)
    assert "Besides the steps above:\n\nPut the top storm of the Deck into the Quay." in page
    assert "all others as above" not in page
