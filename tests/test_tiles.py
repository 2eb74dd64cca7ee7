"""What tiles show at their sides, drawn: where lines begin and end, how they turn, what stands at an edge."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from dsl.board.shapes import Point
from dsl.load import load_rulebook
from dsl.model.world import Kind, World
from dsl.pages import publishing
from dsl.pages.drawings.tiles import Tile, drawn, printed_on, tile
from interpreter.cli.docs import read

GOOD = Path(__file__).parent / "language" / "good"
FAR = 0.46  # from the middle to the edge of a tile
NORTH, EAST, SOUTH, WEST = (0.0, -FAR), (FAR, 0.0), (0.0, FAR), (-FAR, 0.0)


@cache
def world_of(name: str) -> World:
    book, wrong = load_rulebook(GOOD / f"{name}.rules")
    assert book is not None, wrong
    return book.world


def directions(world: World) -> Kind:
    return next(kind for kind in world.kinds.values() if kind.sort == "direction")


def laid(name: str, row: str, heading: str = "") -> Tile:
    """A tile of this row, lying so."""
    world = world_of(name)
    kind = world.piece_infos["Tile"].kind
    way = directions(world)
    turned = way.start + way.elements.index(heading) if heading else -1
    found = tile(world, kind, printed_on(world, kind, (("name", row),)), turned)
    assert found is not None
    return found


def ends(found: Tile) -> set[frozenset[Point]]:
    return {frozenset(line) for line in found.lines}


def test_a_line_leads_from_edge_to_edge_and_is_drawn_once() -> None:
    found = laid("lines_on_tiles", "Crossing")
    assert len(found.lines) == 2
    assert ends(found) == {frozenset((NORTH, SOUTH)), frozenset((EAST, WEST))}


@pytest.mark.parametrize(
    ("heading", "where"),
    [
        ("", {frozenset((NORTH, SOUTH)), frozenset((SOUTH, EAST))}),
        ("north", {frozenset((NORTH, SOUTH)), frozenset((SOUTH, EAST))}),
        ("east", {frozenset((EAST, WEST)), frozenset((WEST, SOUTH))}),
        ("south", {frozenset((NORTH, SOUTH)), frozenset((NORTH, WEST))}),
    ],
)
def test_lines_turn_with_the_tile(heading: str, where: set[frozenset[Point]]) -> None:
    assert ends(laid("lines_on_tiles", "Points", heading)) == where


def test_notches_have_their_place_on_a_side() -> None:
    """Of two at a side the first is the one before the other, clockwise."""
    third = round(FAR / 3, 4)
    north_left, north_right = (-third, -FAR), (third, -FAR)
    east_left, east_right = (FAR, -third), (FAR, third)
    curls = laid("notched_tiles", "Curls")
    assert frozenset((north_left, north_right)) in ends(curls)
    assert frozenset((east_left, east_right)) in ends(curls)
    bends = laid("notched_tiles", "Bends", "east")  # North Right to East Left becomes East Right to South Left
    assert frozenset((east_right, (third, FAR))) in ends(bends)


def test_a_line_is_a_curve_bent_towards_the_middle() -> None:
    svg = "".join(drawn(laid("lines_on_tiles", "Bend"), (30, 30), 60, "white"))
    assert 'd="M30 2.4Q30 30 57.6 30"' in svg


def test_what_is_at_a_side_stands_there_as_a_word() -> None:
    castle = laid("matching_sides", "Castle", "east")
    assert dict(castle.values)[EAST] == "town"
    svg = "".join(drawn(castle, (30, 30), 60, "white"))
    (x, y) = re.search(r'x="([\d.]+)" y="([\d.]+)" font-size="[\d.]+">town', svg).groups()  # type: ignore[union-attr]
    assert float(x) == pytest.approx(51.6)
    assert 28 < float(y) < 36


def test_tiles_are_cut_out_as_they_are_laid_also_those_that_show_nothing() -> None:
    book, wrong = read(GOOD / "lines_on_tiles.rules")
    assert book is not None, wrong
    _, pages = publishing.render_game(book)
    (sheets,) = (text for name, text in pages.items() if name.endswith("sheets.md"))
    assert sheets.count('<polygon class="tile') == 7
    assert "Tile: Points, North to south, east to south | tile" in sheets
    (guide,) = (text for name, text in pages.items() if name.endswith("guide.md"))
    after = guide[guide.index("<strong>Before") :]
    assert '<path class="tile grey" d="' in after
    assert 'class="tile coming grey"' in after  # in a frame of its own, as the train has left that space
    assert "| Points | 6 | south to north, south to east |" in guide
