"""What an action allows, as the guide says it: needs that only say with what it can be done are in its sentence."""

from __future__ import annotations

import pytest

from dsl.load import load_text
from dsl.prose.speech import Speech

GAME = """
game Docks
    in English
    for 2 players: Left, Right

board the Sea
    made of Cells in a grid of 3 by 3

place Dock
    there is one for each Player

piece Ship
    there are 2 for each Player
    can be sunk
    starts in the Dock of the owner

a Cell is free when there is no Ship on the Cell

a Ship is close to a Cell when the distance from the Ship to the Cell is 1

play
    take turns from Left until all pass
        the Player may Launch

action Launch a Ship to a Cell
    {}
    move the Ship to the Cell
"""

OFFERS = [
    (["only if the Ship is in the Dock of the Player", "only if the Cell is free"],
     ["You may launch a ship in your dock to a free cell."]),
    (["only if the Ship is owned by the Player", "only if the Ship is not sunk", "only if the Ship is on the Sea"],
     ["You may launch a ship of yours on the Sea that is not sunk to a cell."]),
    (["only if the Ship is sunk", "only if the Ship is close to the Cell"],
     ["You may launch a sunk ship to a cell.", "The ship must be close to the cell."]),
    (["only if the Cell is free, called Free Cell"], ["You may launch a ship to a free cell."]),
    (["only if the Cell is free, called Open Water"],
     ["You may launch a ship to a cell.", "Open Water: The cell must be free."]),
    (["only if the Ship is not sunk", "only if the Ship is not close to A1"],
     ["You may launch a ship that is not sunk to a cell.", "The ship must not be close to A1."]),
    (["only if there is no Ship on A1, called Ship On A1"],
     ["You may launch a ship to a cell.", "There must be no ship on A1."]),
    (["only if afterwards A1 is free"],
     ["You may launch a ship to a cell.", "Afterwards, A1 must be free."]),
]  # fmt: skip


@pytest.mark.parametrize(("needs", "told"), OFFERS, ids=[needs[-1] for needs, _ in OFFERS])
def test_what_a_thing_must_be_is_said_where_it_is_brought_in(needs: list[str], told: list[str]) -> None:
    book, diagnostics = load_text(GAME.format("\n    ".join(needs)), "docks.rules")
    assert book is not None, diagnostics
    lead, rest = Speech(book).offered(book.actions["Launch"])
    assert [lead.text, *(f"{line.title}: {line.text}" if line.title else line.text for line in rest)] == told


EXCEPTION = """
exception Storm, instead of Free Cell
    when there is no Ship on A1
    only if the Cell is A1
"""


def test_what_an_exception_goes_over_keeps_its_name() -> None:
    text = GAME.format("only if the Cell is free, called Free Cell") + EXCEPTION
    book, diagnostics = load_text(text, "docks.rules")
    assert book is not None, diagnostics
    lead, rest = Speech(book).offered(book.actions["Launch"])
    assert lead.text == "You may launch a ship to a cell."
    assert [(line.title, line.text) for line in rest] == [
        ("Free Cell", "The cell must be free."),
        ("", "When there is no ship on A1, Storm counts instead."),
    ]
