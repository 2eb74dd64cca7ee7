"""A citation stands on the construct behind which it is written."""

from __future__ import annotations

import pytest

from dsl import model
from dsl.load import load_text

TEXT = """\
game Sample
    in English
    for 2 players: Left, Right

board the Field [A-1]
    made of Cells in a grid of 3 by 3 [A-2]
    the Corner is A1 [A-3]

place Pool
    "A pool." [A-4]

piece the Stone
    starts in the Pool [A-5]
    "A stone." [A-6]

setup
    move the Stone to the Corner [B-1]

play
    do Round [B-2]

phase Round [C-1]
    repeat 3 times [C-2]
        Left may Push to the Corner [C-3]
    if the Stone is on the Corner [C-4]
        Left wins [C-5]
    otherwise
        Right wins [C-6]

action Push to a Cell [D-1]
    only if the Cell is near, called Close [D-2]
    move the Stone to the Cell [D-3]

a Cell is near when [E-1]
    any of these [E-2]
        the Cell is on the Field [E-3]
        the Cell is the Corner [E-4]

rule Back [F-1]
    after the Stone enters the Pool [F-2]
    move the Stone to the Corner [F-3]
"""


@pytest.fixture(scope="module")
def book() -> model.Rulebook:
    found, diagnostics = load_text(TEXT, "sample.rules")
    assert found is not None, diagnostics
    return found


def test_a_line_bears_its_own_citation(book: model.Rulebook) -> None:
    assert book.setup[0].clauses == ("B-1",)
    assert book.play[0].clauses == ("B-2",)
    assert book.actions["Push"].effects[0].clauses == ("D-3",)


def test_a_heading_keeps_the_citation_behind_it(book: model.Rulebook) -> None:
    phase = book.phases["Round"]
    assert (phase.clauses, phase.body[0].clauses) == (("C-1",), ("C-2",))
    assert book.actions["Push"].clauses == ("D-1",)
    assert book.triggers[0].clauses == ("F-1", "F-2")
    assert book.triggers[0].body[0].clauses == ("F-3",)


def test_lines_deep_in_a_block_bear_theirs(book: model.Rulebook) -> None:
    turns, fork = book.phases["Round"].body
    assert isinstance(turns, model.Repeat)
    assert isinstance(fork, model.If)
    assert turns.body[0].clauses == ("C-3",)
    assert [body[0].clauses for _, body in fork.branches] == [("C-5",), ("C-6",)]


def test_each_of_several_ways_has_its_citation(book: model.Rulebook) -> None:
    quality = book.qualities[0]
    assert (quality.clauses, quality.condition_clauses) == (("E-1",), [("E-2",)])
    either = quality.conditions[0]
    assert isinstance(either, model.Any)
    assert either.line_clauses == (("E-3",), ("E-4",))


def test_what_is_in_the_box_keeps_its_citations(book: model.Rulebook) -> None:
    board = book.world.boards["Field"]
    assert (board.clauses, board.shape_clauses, board.spot_clauses) == (("A-1",), ("A-2",), {"Corner": ("A-3",)})
    assert [r.clauses for r in book.world.places["Pool"].words] == [("A-4",)]
    stone = book.world.piece_infos["Stone"]
    assert (stone.clauses, [r.clauses for r in stone.words]) == (("A-5",), [("A-6",)])
