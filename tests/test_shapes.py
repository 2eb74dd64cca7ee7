"""Shapes of boards: spaces, names, directions, drawings, and what shapes there cannot be."""

from __future__ import annotations

import math
import re
from itertools import product

import pytest

from dsl.board.geometry import crossed, straight
from dsl.board.graphs import bits_of, members
from dsl.board.graphs import way as shortest
from dsl.board.shapes import MOST_SPACES, Shape, ShapeError, one_for_each, shape_of
from dsl.board.text_drawing import draw

Spec = tuple[str, tuple[int, ...]]

HEXAGON: Spec = ("hexagon", (6,))
FLAT: Spec = ("flat-hexagon", (4,))
TILED: tuple[Spec, ...] = (HEXAGON, FLAT, ("hexagon", (1,)), ("hex-rectangle", (7, 4)), ("hex-rhombus", (7, 4)),
                           ("grid", (9, 6)), ("line", (8,)), ("grid-with-corners", (4, 5)),
                           ("open-grid", (5, 3)))  # fmt: skip
ROUND: tuple[Spec, ...] = (("ring", (7,)), ("ring-board", (9, 12, 3)))


def number(board: Shape, name: str) -> int:
    return board.names.index(name)


def names(board: Shape, bits: int) -> set[str]:
    return {board.names[space] for space in members(bits)}


# ---------------------------------------------------------------------------------------------------- names, neighbours


def test_a_hexagon_of_6_has_rows_a_to_k() -> None:
    board = shape_of(*HEXAGON)
    assert len(board.names) == 91
    assert [sum(name[0] == row for name in board.names) for row in "ABCDEFGHIJK"] == [
        6,
        7,
        8,
        9,
        10,
        11,
        10,
        9,
        8,
        7,
        6,
    ]
    assert names(board, board.adjacent[number(board, "A1")]) == {"A2", "B1", "B2"}
    assert names(board, board.adjacent[number(board, "K6")]) == {"J6", "J7", "K5"}


@pytest.mark.parametrize(
    ("spec", "space", "expected"),
    [
        (HEXAGON, "F6", "east F7, southeast G6, southwest G5, west F5, northwest E5, northeast E6"),
        (FLAT, "D4", "north D3, northeast E3, southeast E4, south D5, southwest C4, northwest C3"),
        (("hex-rectangle", (3, 3)), "B2", "east C2, southeast C3, southwest B3, west A2, northwest B1, northeast C1"),
        (("hex-rhombus", (3, 3)), "B2", "east C2, southeast B3, southwest A3, west A2, northwest B1, northeast C1"),
        (
            ("grid", (3, 3)),
            "B2",
            "north B3, northeast C3, east C2, southeast C1, south B1, southwest A1, west A2, northwest A3",
        ),
        (("line", (3,)), "S2", "forward S3, backward S1"),
        (("ring", (7,)), "S7", "clockwise S1, anticlockwise S6"),
        (("ring-board", (4, 8)), "B1", "clockwise B2, anticlockwise B8"),
    ],
)
def test_directions_stand_in_clockwise_order(spec: Spec, space: str, expected: str) -> None:
    board = shape_of(*spec)
    at = number(board, space)
    ways = zip(board.directions, board.neighbour, strict=True)
    assert ", ".join(f"{direction.name} {board.names[row[at]]}" for direction, row in ways) == expected


def test_neighbours_in_a_grid_are_orthogonal() -> None:
    board = shape_of("grid", (3, 3))
    assert names(board, board.adjacent[number(board, "B2")]) == {"B3", "C2", "B1", "A2"}
    assert [direction.name for direction in board.directions if not direction.orthogonal] == [
        "northeast", "southeast", "southwest", "northwest",
    ]  # fmt: skip


def test_with_corners_a_step_may_be_a_diagonal_one() -> None:
    plain, cornered = shape_of("grid", (20, 20)), shape_of("grid-with-corners", (20, 20))
    b2, t20 = number(cornered, "B2"), number(cornered, "T20")
    assert names(cornered, cornered.adjacent[b2]) == {"A1", "A2", "A3", "B1", "B3", "C1", "C2", "C3"}
    assert (plain.distance[b2][t20], cornered.distance[b2][t20], cornered.distance[b2][number(cornered, "T3")]) == (
        36, 18, 18,
    )  # fmt: skip
    assert plain.neighbour == cornered.neighbour
    assert straight(plain) == straight(cornered)


def test_an_open_grid_has_its_origin_in_the_middle() -> None:
    board = shape_of("open-grid", (9, 9))
    assert (board.names[0], board.names[40], board.names[80]) == ("X-4Y-4", "X0Y0", "X4Y4")
    at = number(board, "X0Y0")
    assert names(board, board.adjacent[at]) == {"X0Y1", "X1Y0", "X0Y-1", "X-1Y0"}
    assert board.centres[at] == (4, 4)
    assert board.centres[number(board, "X1Y-1")] == (5, 5)


def test_between_boards_of_one_each_nothing_leads() -> None:
    one = shape_of("grid", (3, 3))
    both = one_for_each(one, ("Deck of Left", "Deck of Right"))
    assert both.names[9] == "A1 of the Deck of Right"
    for a, b in product(range(18), repeat=2):
        board, same = a // 9, a // 9 == b // 9
        assert both.distance[a][b] == (one.distance[a % 9][b % 9] if same else -1)
        assert crossed(both)[a][b] == (crossed(one)[a % 9][b % 9] << 9 * board if same else 0)
    assert straight(both) == tuple(bits << 9 * k for k in (0, 1) for bits in straight(one))


def test_after_z_come_double_letters() -> None:
    assert shape_of("grid", (28, 1)).names[25:] == ("Z1", "AA1", "AB1")
    assert shape_of("hexagon", (14,)).names[-1] == "AA14"


def test_the_caller_names_the_spaces_of_a_line_or_ring() -> None:
    assert shape_of("line", (3,), "Step ").names == ("Step 1", "Step 2", "Step 3")
    assert shape_of("ring", (3,), "T").names == ("T1", "T2", "T3")


@pytest.mark.parametrize("spec", TILED + ROUND)
def test_names_differ_and_are_names_of_the_language(spec: Spec) -> None:
    board = shape_of(*spec)
    assert len(set(board.names)) == len(board.names)
    assert all(re.fullmatch("[A-Z]+[1-9][0-9]*|X-?[0-9]+Y-?[0-9]+", name) for name in board.names)


@pytest.mark.parametrize("spec", TILED + ROUND)
def test_the_opposite_direction_leads_back(spec: Spec) -> None:
    board = shape_of(*spec)
    half = len(board.directions) // 2
    for way, row in enumerate(board.neighbour):
        back = board.neighbour[(way + half) % (2 * half)]
        assert all(other < 0 or back[other] == space for space, other in enumerate(row))


@pytest.mark.parametrize(("spec", "count"), [(HEXAGON, 240), (("grid", (8, 8)), 112), (("ring-board", (9, 12, 3)), 24)])
def test_edges_are_the_pairs_of_neighbours(spec: Spec, count: int) -> None:
    board = shape_of(*spec)
    assert len(set(board.edges)) == len(board.edges) == count
    assert all(a < b and board.adjacent[a] >> b & 1 and board.adjacent[b] >> a & 1 for a, b in board.edges)


# --------------------------------------------------------------------------------------------------- what is impossible


@pytest.mark.parametrize(
    ("word", "sizes", "message"),
    [
        ("hexagon", (0,), "A hexagon can have 1 to 18 spaces to a side, not 0; a board has at most 1,000 spaces."),
        ("hexagon", (19,), "A hexagon can have 1 to 18 spaces to a side, not 19; a board has at most 1,000 spaces."),
        ("hexagon", (3, 3), 'The numbers of a hexagon are written as in "hexagon of 6".'),
        ("grid", (3,), 'The numbers of a grid are written as in "grid of 8 by 8".'),
        ("grid", (0, 5), "A grid of 0 by 5 has no spaces; both numbers are at least 1."),
        (
            "grid",
            (999, 2),
            "A grid of 999 by 2 would have 1,998 spaces; a board has at most 1,000 spaces, as in 31 by 32 or 50 by 20.",
        ),
        (
            "hex-rectangle",
            (40, 30),
            "A hex-rectangle of 40 by 30 would have 1,200 spaces; "
            "a board has at most 1,000 spaces, as in 31 by 32 or 50 by 20.",
        ),
        (
            "open-grid",
            (9, 8),
            "An open-grid of 9 by 8 has no space in its middle; both numbers are odd, as in 9 by 9.",
        ),
        ("open-grid", (9,), 'The numbers of an open-grid are written as in "open-grid of 9 by 9".'),
        ("line", (0,), "A line can have 1 to 1,000 spaces, not 0."),
        ("ring", (2,), "A ring can have 3 to 1,000 spaces, not 2."),
        ("ring", (1001,), "A ring can have 3 to 1,000 spaces, not 1001."),
        ("ring-board", (), 'The numbers of a ring-board are written as in "ring-board of 6 by 12 by 18".'),
        ("ring-board", (9, 2), "A ring-board needs at least one ring, and every ring at least 3 spaces."),
        (
            "ring-board",
            (600, 600),
            "This ring-board would have 1,200 spaces in all; a board has at most 1,000 spaces.",
        ),
        (
            "circle",
            (3,),
            'There is no shape "circle". The shapes are, for example: "hexagon of 6", "flat-hexagon of 4", '
            '"grid of 8 by 8", "grid-with-corners of 20 by 20", "open-grid of 9 by 9", "hex-rectangle of 9 by 7", '
            '"hex-rhombus of 11 by 11", "network of 5 by 4", "line of 10", "ring of 12", '
            '"ring-board of 6 by 12 by 18".',
        ),
    ],
)
def test_an_impossible_shape_says_what_is_possible(word: str, sizes: tuple[int, ...], message: str) -> None:
    with pytest.raises(ShapeError, match=f"^{re.escape(message)}$"):
        shape_of(word, sizes)


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        (("hexagon", (18,)), 919),
        (("grid", (50, 20)), MOST_SPACES),
        (("line", (1000,)), MOST_SPACES),
        (("ring-board", (400, 600)), MOST_SPACES),
    ],
)
def test_the_largest_shapes_can_be_built(spec: Spec, count: int) -> None:
    assert len(shape_of(*spec).names) == len(shape_of(*spec).centres) == count


# ------------------------------------------------------------------------------------------------------------- drawings


def _away(board: Shape, a: int, b: int) -> tuple[float, float]:
    return board.centres[b][0] - board.centres[a][0], board.centres[b][1] - board.centres[a][1]


@pytest.mark.parametrize(
    ("spec", "first"),
    [(HEXAGON, 0), (FLAT, -90), (("hex-rectangle", (7, 4)), 0), (("hex-rhombus", (7, 4)), 0), (("grid", (9, 6)), -90)],
)
def test_directions_point_the_same_way_in_the_drawing(spec: Spec, first: int) -> None:
    board = shape_of(*spec)
    for way, row in enumerate(board.neighbour):
        angle = math.radians(first + way * 360 / len(board.directions))
        for space, other in enumerate(row):
            if other >= 0:
                x, y = _away(board, space, other)
                assert math.isclose(x * math.sin(angle), y * math.cos(angle), abs_tol=1e-9)
                assert x * math.cos(angle) + y * math.sin(angle) > 0.99


@pytest.mark.parametrize("spec", [HEXAGON, FLAT, ("hex-rectangle", (7, 4)), ("hex-rhombus", (7, 4)), ("grid", (9, 6))])
def test_drawn_neighbours_share_one_side(spec: Spec) -> None:
    board = shape_of(*spec)
    corners = [{(round(x + dx, 6), round(y + dy, 6)) for dx, dy in board.outline} for x, y in board.centres]
    assert {len(corners[a] & corners[b]) for a, b in board.edges} == {2}
    assert all(math.isclose(math.hypot(*_away(board, a, b)), 1) for a, b in board.edges)


@pytest.mark.parametrize("spec", TILED + ROUND)
def test_drawn_spaces_do_not_overlap(spec: Spec) -> None:
    centres = shape_of(*spec).centres
    assert all(math.dist(a, b) > 0.999 for k, a in enumerate(centres) for b in centres[:k])
    assert all(x >= 0 and y >= 0 for x, y in centres)


def test_a_hexagon_in_text() -> None:
    board = shape_of("hexagon", (3,))
    assert (
        "\n" + draw(board.layout, lambda space: "@" if board.names[space] == "C3" else ".")
        == """
  A1 . . . A3
 B1 . . . . B4
C1 . . @ . . C5
 D1 . . . . D4
  E1 . . . E3"""
    )


def test_a_hexagon_in_text_with_wide_contents() -> None:
    board = shape_of("hexagon", (2,))
    assert (
        "\n" + draw(board.layout, lambda space: "x" * (space % 3))
        == """
  A1     x  A2
B1 xx      x  B3
  C1 xx     C2"""
    )


def test_a_hexagon_with_a_side_up_in_text() -> None:
    board = shape_of("flat-hexagon", (2,))
    assert (
        "\n" + draw(board.layout, lambda space: "@" if board.names[space] == "C1" else ".")
        == """
 B1 . B1
A1 . @ C1
 B2 . B2
A2 . . C2
 B3 . B3"""
    )


def test_a_grid_in_text() -> None:
    board = shape_of("grid", (3, 3))
    assert (
        "\n" + draw(board.layout, lambda space: "XO"[space % 2] if space < 4 else ".")
        == """
3 . . .
2 O . .
1 X O X
  A B C"""
    )


def test_a_rhombus_in_text() -> None:
    assert (
        "\n" + draw(shape_of("hex-rhombus", (4, 3)).layout, lambda space: ".")
        == """
  A B C D
1 . . . .
 2 . . . .
  3 . . . ."""
    )


def test_straight_rows_of_hexes_in_text() -> None:
    assert (
        "\n" + draw(shape_of("hex-rectangle", (4, 3)).layout, lambda space: ".")
        == """
  A B C D
1 . . . .
 2 . . . .
3 . . . ."""
    )


@pytest.mark.parametrize("word", ["grid", "hex-rectangle", "hex-rhombus"])
def test_spaces_have_their_file_and_rank_on_each_of_several_boards(word: str) -> None:
    board = one_for_each(shape_of(word, (3, 2)), ["Field of Left", "Field of Right"])
    assert [name[0] for name in board.names] == ["?ABC"[file] for file in board.coordinates["file"]]
    assert [name[1] for name in board.names] == [str(rank) for rank in board.coordinates["rank"]]


def test_rings_in_text() -> None:
    assert (
        "\n" + draw(shape_of("ring-board", (3, 10)).layout, str)
        == """
A1 0   1   2  A3
B1 3   4   5   6   7   8   9   10  11  12 B10"""
    )


def test_a_shortest_way_goes_over_no_other_spaces() -> None:
    ring = shape_of("ring", (6,))
    assert shortest(ring.adjacent, 0, 2, bits_of(range(6))) == (0, 1, 2)
    assert shortest(ring.adjacent, 0, 2, bits_of((2, 3, 4, 5))) == (0, 5, 4, 3, 2)
    assert shortest(ring.adjacent, 0, 2, bits_of((2, 3))) == ()
