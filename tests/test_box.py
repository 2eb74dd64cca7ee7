"""What is declared in the box beyond pieces that are just counted: what players see of it, and how it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import compile_rules, load_rulebook
from dsl.phrases import Speech
from interpreter.box import Box
from interpreter.game import Game
from interpreter.terminal_picture import Picture

GOOD = Path(__file__).parent / "language" / "good"


def start(name: str) -> Game:
    program, diagnostics = compile_rules(GOOD / f"{name}.rules")
    assert program is not None, [str(d) for d in diagnostics]
    return Game.of(program, GOOD / f"{name}.rules")


def told(name: str, thing: str) -> list[str]:
    """The sentences about a thing of the box."""
    book, _ = load_rulebook(GOOD / f"{name}.rules")
    assert book is not None
    world = book.world
    things = {**world.piece_infos, **world.places, **world.boards, **world.kinds}
    infos = {**things, **world.boards, **world.places, **world.piece_infos}
    return [line.text for line in Speech(book).thing(infos[thing])]


# ------------------------------------------------------------------------------------------------ places and boards


# S12.1
@pytest.mark.parametrize(("reader", "light"), [("Red", {"light": "green"}), ("Blue", {}), (None, {})])
def test_what_a_place_has_is_seen_as_stated(reader: str | None, light: dict[str, str]) -> None:
    view = start("remembering").start().view(reader)
    row = next(place for place in view["locations"] if place["name"] == "the row of Red")
    assert row["attributes"] == {"Bonus": 0, **light, "laid": False, "licensed": False}
    assert view["boards"] == [{"name": "Field", "attributes": {"Turn Count": 1, "burnt": False}}]


def test_the_picture_tells_what_places_and_boards_have() -> None:
    game = start("remembering")
    match = game.start()
    match.choose("Save")
    drawn = Picture(Box(match.rules.program, match.rules.machine.arrays)).draw(match.view("Red"))
    assert "Field of play (Turn Count 2)" in drawn
    assert "The row of Red (Bonus 2, light amber)" in drawn


def test_what_places_and_boards_have_is_told() -> None:
    assert told("remembering", "Row")[1:4] == [
        "The row has a bonus from 0 to 9.",
        "The row has a light.",
        "Only the owner sees its light until it is laid.",
    ]
    assert told("remembering", "Field")[-1] == "The Field of play can be burnt."
