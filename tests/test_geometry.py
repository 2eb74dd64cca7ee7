"""Exact relations between the spaces of a board: distance, straight lines, what the line between two centres passes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.board.geometry import crossed, followed, lines, ray, straight
from dsl.board.graphs import bits_of, members
from dsl.board.shapes import Shape, ShapeError, shape_of

Cell = tuple[int, int]
Spec = tuple[str, tuple[int, ...]]

HEXAGON: Spec = ("hexagon", (6,))
TILED: tuple[Spec, ...] = (
    HEXAGON,
    ("hexagon", (1,)),
    ("hex-rectangle", (7, 4)),
    ("hex-rhombus", (7, 4)),
    ("grid", (9, 6)),
    ("line", (8,)),
)
ROUND: tuple[Spec, ...] = (("ring", (7,)), ("ring-board", (9, 12, 3)))

shape = cache(shape_of)
crossed_in = cache(lambda spec: crossed(shape(*spec)))
followed_in = cache(lambda spec: followed(shape(*spec)))


def number(board: Shape, name: str) -> int:
    return board.names.index(name)


def names(board: Shape, bits: int) -> set[str]:
    return {board.names[space] for space in members(bits)}


def cells_of(spec: Spec) -> list[Cell]:
    """Coordinates worked out from the names alone, rows of hexes from the top, ranks from the bottom."""
    return [_cell(spec, name) for name in shape(*spec).names]


def _cell(spec: Spec, name: str) -> Cell:
    word, sizes = spec
    letter, count = ord(name[0]) - ord("A"), int(name[1:]) - 1
    if word == "hexagon":
        far = sizes[0] - 1
        row = letter - far
        return count + max(-far, -far - row), row
    if word == "hex-rectangle":
        return letter - count // 2, count
    return (count, 0) if word == "line" else (letter, count)


def is_hex(spec: Spec) -> bool:
    return spec[0].startswith("hex")


@st.composite
def pairs(draw: st.DrawFn, specs: tuple[Spec, ...] = TILED) -> tuple[Spec, int, int]:
    spec = draw(st.sampled_from(specs))
    spaces = st.integers(0, len(shape(*spec).names) - 1)
    return spec, draw(spaces), draw(spaces)


# ------------------------------------------------------------------------------------------------------------- distance


@given(pairs())
def test_distance_counts_steps(pair: tuple[Spec, int, int]) -> None:
    spec, a, b = pair
    cells = cells_of(spec)
    x, y = cells[b][0] - cells[a][0], cells[b][1] - cells[a][1]
    expected = max(abs(x), abs(y), abs(x + y)) if is_hex(spec) else abs(x) + abs(y)
    assert shape(*spec).distance[a][b] == expected


def test_distance_on_rings_goes_the_shorter_way_and_never_across() -> None:
    board = shape("ring-board", (5, 8))
    steps = board.distance[number(board, "B1")]
    assert [steps[number(board, f"B{k}")] for k in range(1, 9)] == [0, 1, 2, 3, 4, 3, 2, 1]
    assert {steps[number(board, f"A{k}")] for k in range(1, 6)} == {-1}


# ------------------------------------------------------------------------------------------------------- straight lines


def test_the_row_through_a_hexagon_from_corner_to_corner() -> None:
    board = shape(*HEXAGON)
    start = number(board, "A1")
    southeast = [direction.name for direction in board.directions].index("southeast")
    row = [board.names[space] for space in ray(board, southeast, start)]
    assert row == ["B2", "C3", "D4", "E5", "F6", "G6", "H6", "I6", "J6", "K6"]
    assert board.distance[start][number(board, "K6")] == 10


def test_six_rows_lead_out_of_the_middle_of_a_hexagon() -> None:
    board = shape(*HEXAGON)
    seen = straight(board)[number(board, "F6")]
    assert seen.bit_count() == 30
    assert {"A1", "F1", "K6", "F11"} <= names(board, seen)
    assert names(board, seen).isdisjoint({"F6", "H5", "H7"})


def test_straight_in_chosen_directions_only() -> None:
    board = shape("grid", (8, 8))
    d4 = number(board, "D4")
    orthogonal = [way for way, direction in enumerate(board.directions) if direction.orthogonal]
    assert straight(board)[d4].bit_count() == 27
    assert {bits.bit_count() for bits in straight(board, orthogonal)} == {14}
    assert names(board, straight(board, [0])[d4]) == {"D5", "D6", "D7", "D8"}


def test_a_ray_on_a_ring_goes_around_once() -> None:
    board = shape("ring", (5,))
    assert [board.names[space] for space in ray(board, 1, 2)] == ["S2", "S1", "S5", "S4"]


@pytest.mark.parametrize(
    ("spec", "length", "count"),
    [
        (("grid", (3, 3)), 3, 8),
        (("grid", (7, 6)), 4, 69),
        (HEXAGON, 5, 141),
        (("line", (8,)), 3, 6),
        (("grid", (4, 2)), 1, 8),
        (("grid", (2, 2)), 3, 0),
    ],
)
def test_lines_are_found_once_each(spec: Spec, length: int, count: int) -> None:
    found = lines(shape(*spec), length)
    assert len({frozenset(line) for line in found}) == len(found) == count
    assert all(len(line) == length for line in found)


def test_a_line_is_straight() -> None:
    board = shape("grid", (3, 3))
    assert {"".join(sorted(board.names[space] for space in line)) for line in lines(board, 3)} == {
        "A1A2A3", "B1B2B3", "C1C2C3", "A1B1C1", "A2B2C2", "A3B3C3", "A1B2C3", "A3B2C1",
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------- crossed and followed


@pytest.mark.parametrize(
    ("spec", "a", "b", "inside", "along"),
    [
        (HEXAGON, "F6", "H5", "", "G5-G6"),  # between two hexes, along their edge
        (HEXAGON, "F6", "H7", "G6 G7", ""),  # through the middle of the edge of two hexes
        (HEXAGON, "F6", "J4", "H5", "G5-G6 I4-I5"),
        (HEXAGON, "F6", "F9", "F7 F8", ""),
        (HEXAGON, "F6", "G6", "", ""),
        (HEXAGON, "A1", "K6", "B2 C3 D4 E5 F6 G6 H6 I6 J6", ""),
        (("hex-rhombus", (3, 3)), "A1", "B2", "", "B1-A2"),
        (("hex-rhombus", (3, 3)), "A1", "C3", "B2", "B1-A2 C2-B3"),
        (("grid", (4, 3)), "A1", "C3", "B2", ""),  # past two corners
        (("grid", (4, 3)), "A1", "B2", "", ""),
        (("grid", (4, 3)), "A1", "C2", "B1 B2", ""),
        (("grid", (4, 3)), "A1", "D2", "B1 C2", ""),  # past the corner that B2 and C1 have in common
        (("grid", (4, 3)), "A1", "D1", "B1 C1", ""),
    ],
)
def test_what_a_line_passes(spec: Spec, a: str, b: str, inside: str, along: str) -> None:
    board = shape(*spec)
    start, end = number(board, a), number(board, b)
    edges = {
        "-".join(board.names[space] for space in board.edges[edge]) for edge in members(followed_in(spec)[start][end])
    }
    assert names(board, crossed_in(spec)[start][end]) == set(inside.split())
    assert edges == set(along.split())


@given(pairs())
def test_both_ways_pass_the_same(pair: tuple[Spec, int, int]) -> None:
    spec, a, b = pair
    assert crossed_in(spec)[a][b] == crossed_in(spec)[b][a]
    assert followed_in(spec)[a][b] == followed_in(spec)[b][a]


@given(pairs((HEXAGON, ("hexagon", (3,)))))
def test_turning_a_hexagon_by_a_sixth_changes_nothing(pair: tuple[Spec, int, int]) -> None:
    spec, a, b = pair
    board, cells = shape(*spec), cells_of(spec)
    turn = [cells.index((-r, q + r)) for q, r in cells]
    edge = {frozenset(pair): number for number, pair in enumerate(board.edges)}
    turned = [edge[frozenset(turn[space] for space in pair)] for pair in board.edges]
    assert board.distance[turn[a]][turn[b]] == board.distance[a][b]
    assert crossed_in(spec)[turn[a]][turn[b]] == bits_of(turn[space] for space in members(crossed_in(spec)[a][b]))
    assert followed_in(spec)[turn[a]][turn[b]] == bits_of(turned[number] for number in members(followed_in(spec)[a][b]))


def _stay(spec: Spec, cell: Cell, start: Cell, end: Cell) -> tuple[Fraction, Fraction, bool]:
    """From when to when a walk from `start` (0) to `end` (1) is in the closed space at `cell`, and if ever inside it.

    A space is where no function of its half-planes is more than 1 away from its value in the centre.
    """
    planes = [(2, 1), (1, 2), (1, -1)] if is_hex(spec) else [(2, 0), (0, 2)]
    first, last, inside = Fraction(0), Fraction(1), True
    for p, q in planes:
        at = p * (start[0] - cell[0]) + q * (start[1] - cell[1])
        speed = p * (end[0] - start[0]) + q * (end[1] - start[1])
        if speed:
            enters, leaves = sorted((Fraction(-1 - at, speed), Fraction(1 - at, speed)))
            first, last = max(first, enters), min(last, leaves)
        elif abs(at) > 1:
            return Fraction(1), Fraction(0), False
        else:
            inside = inside and abs(at) < 1
    return first, last, inside and first < last


@settings(max_examples=300)
@given(pairs())
def test_clipping_by_half_planes_gives_the_same(pair: tuple[Spec, int, int]) -> None:
    spec, a, b = pair
    board, cells = shape(*spec), cells_of(spec)
    stays = [_stay(spec, cell, cells[a], cells[b]) for cell in cells]
    expected = {space for space, (_, _, inside) in enumerate(stays) if inside} - {a, b}
    assert set(members(crossed_in(spec)[a][b])) == expected

    def runs_along(one: int, other: int) -> bool:
        together = min(stays[one][1], stays[other][1]) - max(stays[one][0], stays[other][0])
        return together > 0 and not stays[one][2] and not stays[other][2]

    along = {number for number, edge in enumerate(board.edges) if runs_along(*edge)}
    assert set(members(followed_in(spec)[a][b])) == along


@pytest.mark.parametrize("spec", ROUND)
def test_rings_have_no_straight_lines(spec: Spec) -> None:
    board = shape(*spec)
    for question in (crossed, followed, lambda board: lines(board, 3)):
        with pytest.raises(ShapeError, match=f"A {spec[0]} has no straight lines"):
            question(board)
