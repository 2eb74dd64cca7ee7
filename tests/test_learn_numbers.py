"""What a page that teaches a game tells of other numbers of players: all that is different, once, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.pages.book import read_book
from dsl.pages.game import Game

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
