"""Options with several parameters: the same, and about as cheap, in whatever order the text names them; and sets that
cost at least so much, of which machine code can tell whether they can be completed."""

from __future__ import annotations

from itertools import permutations

import pytest

from dsl.ir.nodes import Bits
from dsl.ir.program import Program
from dsl.ir.types import local_types
from dsl.load import load_text, program_of
from interpreter.backends.pipeline import ready
from tests.benchmarks.operations import measured

DOCKS = """\
game Docks
    in English
    for 2 players: Left, Right

Load is from 0 to 9
Stock is from 0 to 9

board the Sea
    made of Cells in a grid of 6 by 6

place the Store

piece Ship
    there are 20 for each Player
    has a Stock
    starts in the Store

a Ship is light when the number of Ships in the Store is less than 30

a Cell is fit for a Ship when the number of Ships on the Cell is less than 2

setup
    for each Ship
        the Stock of the Ship becomes 5

play
    take turns from Left until there is no Ship in the Store
        the Player must Launch

action Launch {}
    only if the Ship is owned by the Player
    only if the Ship is in the Store
    only if the Ship is not light
    only if the Load is at least 3
    only if the Load is at most the Stock of the Ship
    only if the Cell is fit for the Ship
    move the Ship to the Cell
"""
HEADS = [" ".join(order) for order in permutations(("from a Ship", "to a Cell", "with a Load"))]

SHOP = """\
game Shop
    in English
    for 2 players: White, Black

Worth is from 0 to 9

place Hand
    there is one for each Player

piece Card
    there are 60
    has a Worth
    starts in the Hand of White

setup
    for each Card
        the Worth of the Card becomes 3

play
    White must Buy

action Buy
    the Player chooses {} Cards called purse in the Hand of the Player
    only if the total Worth among the purse is {}
    move every Card in the purse to the Hand of Black
"""


def program(text: str) -> Program:
    book, diagnostics = load_text(text, "game.rules")
    assert book is not None, diagnostics
    return program_of(book)


@pytest.mark.parametrize("head", HEADS)
def test_that_parameters_may_be_named_in_any_order(head: str) -> None:
    one, other = (
        measured(p, ready(p.code, p.decisions), 1) for p in (program(DOCKS.format(h)) for h in (HEADS[0], head))
    )
    assert one.options == other.options == 20 * 36 * 3
    assert other.each < 2 * one.each


def largest(game: Program) -> int:
    """The size of the largest set that a function works with."""
    code = ready(game.code, game.decisions)
    kinds = [kind for f in code.functions.values() for kind in local_types(f, code).values()]
    return max(kind.size for kind in kinds if isinstance(kind, Bits))


@pytest.mark.parametrize(
    ("chosen", "asked", "size"),
    [
        ("any number among", "at least 20", 60),
        ("any number among", "more than 20", 60),
        ("at least 1 among", "at least 20", 60),
        ("any number among", "21", 541),
        ("at most 9 among", "at least 20", 61 * 541),
    ],
)
def test_that_what_must_be_worth_so_much_needs_no_set_of_all_totals(chosen: str, asked: str, size: int) -> None:
    assert largest(program(SHOP.format(chosen, asked))) == size
