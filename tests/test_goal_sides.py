"""Which sides of a board players have to join, and what tables call its spaces."""

from __future__ import annotations

from pathlib import Path

from dsl.analysis.goal_sides import goal_spaces
from dsl.load import load_rulebook, load_text
from dsl.model import Rulebook
from dsl.model.naming import named_by_table

GAMES = Path(__file__).parent.parent / "games" / "classics"
STAR = """game Star
    in English
    for 2 players: Red, Blue

use Pieces
use Flat Hexes

Spot is one of mid, top, low, far

board Sky
    made of Fields in a flat-hexagon of 2
    takes at most 1 Stone

place Supply
    there is one for each Player

table Berth
    | Field | Spot |
    | B2    | mid  |
    | B1    | top  |
    | B3    | low  |
    | C1    | far  |

piece Stone
    there are 3 for each Player
    starts in the Supply of the owner

play
    take turns from Red
        the Player must Place Stone

action Place Stone on a Field
    only if the Field is empty
    move a Stone in the Supply of the Player to the Field

the game ends when B2 is held by Red
    Red wins
"""


def book(text: str) -> Rulebook:
    found, wrong = load_text(text, "star.rules")
    assert found is not None, wrong
    return found


def test_the_sides_of_a_board_are_those_that_the_goal_joins() -> None:
    found, wrong = load_rulebook(GAMES / "hex.rules")
    assert found is not None, wrong
    (board,) = found.world.boards.values()
    names = board.one.names
    told = [(seat, names[spaces[0]], names[spaces[-1]]) for seat, spaces in goal_spaces(found, board)]
    assert sorted(told) == [(0, "A1", "K1"), (0, "A11", "K11"), (1, "A1", "A11"), (1, "K1", "K11")]


def test_a_goal_that_is_no_way_joins_no_sides() -> None:
    found, wrong = load_rulebook(GAMES / "breakthrough.rules")
    assert found is not None, wrong
    assert [*goal_spaces(found, next(iter(found.world.boards.values())))] == []


def test_a_table_of_most_spaces_gives_them_names() -> None:
    found = book(STAR)
    (board,) = found.world.boards.values()
    names = named_by_table(found.world, board)
    told = {board.spaces.element(space): kind.element(value) for space, (kind, value) in names.items()}
    assert told == {"B2": "mid", "B1": "top", "B3": "low", "C1": "far"}


def test_a_table_of_a_few_spaces_or_with_one_value_twice_gives_none() -> None:
    for old, new in (("    | C1    | far  |\n", ""), ("| C1    | far  |", "| C1    | low  |")):
        found = book(STAR.replace(old, new))
        assert named_by_table(found.world, next(iter(found.world.boards.values()))) == {}
