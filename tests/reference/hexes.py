"""A board of hexagons in axial coordinates, with exact fractions: names, distances, rows and lines of sight."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache

Cell = tuple[int, int]  # axial: q to the east, r to the southeast
Span = tuple[Fraction, Fraction]  # a stretch of a straight line, which runs from 0 to 1

RADIUS = 5
DIRECTIONS = {  # clockwise
    "east": (1, 0),
    "southeast": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (0, -1),
    "northeast": (1, -1),
}
CLOCKWISE = list(DIRECTIONS)
SPREAD = range(-RADIUS, RADIUS + 1)
CELLS = frozenset((q, r) for q in SPREAD for r in SPREAD if -q - r in SPREAD)
GATE, MOON = (0, -RADIUS), (0, RADIUS)


def name(cell: Cell) -> str:
    """The name of a cell: A1 is the gate, K6 the moon."""
    q, r = cell
    return f"{chr(ord('A') + r + RADIUS)}{q - max(-RADIUS, -RADIUS - r) + 1}"


def ahead(cell: Cell, heading: str) -> Cell:
    """The next cell in a direction; it may be off the board."""
    q, r = DIRECTIONS[heading]
    return cell[0] + q, cell[1] + r


@cache
def beside(cell: Cell) -> list[Cell]:
    """The neighbours of a cell that are on the board."""
    return [there for there in (ahead(cell, heading) for heading in DIRECTIONS) if there in CELLS]


def distance(a: Cell, b: Cell) -> int:
    """The fewest steps from one cell to another, whatever stands between."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def in_a_row(a: Cell, b: Cell) -> bool:
    """Whether two cells lie on one of the straight rows through the middles of the edges."""
    q, r = b[0] - a[0], b[1] - a[1]
    return 0 in (q, r, q + r)


def cube(cell: Cell) -> tuple[int, int, int]:
    """Three coordinates with the sum 0. The points of a hexagon differ from its centre by at most 1 between any two."""
    q, r = cell
    return q, -q - r, r


def stretch(a: Cell, b: Cell, cell: Cell) -> tuple[Span | None, bool]:
    """Where the line between two centres is in a cell, and whether it only runs along an edge of it.

    None where it misses the cell or touches it in a point.
    """
    start, end, centre = cube(a), cube(b), cube(cell)
    low, high, on_edge = Fraction(0), Fraction(1), False
    for i, j in ((0, 1), (1, 2), (2, 0)):
        at = (start[i] - centre[i]) - (start[j] - centre[j])
        slope = (end[i] - start[i]) - (end[j] - start[j])
        if slope == 0:
            if abs(at) > 1:
                return None, False
            on_edge = on_edge or abs(at) == 1
        else:
            bounds = sorted((Fraction(-1 - at, slope), Fraction(1 - at, slope)))
            low, high = max(low, bounds[0]), min(high, bounds[1])
    return ((low, high) if low < high else None), on_edge


@cache
def hindrances(a: Cell, b: Cell) -> list[set[Cell]]:
    """Sets of cells each of which blocks the line of sight if wholly occupied: one cell, or the two at an edge."""
    crossed: list[set[Cell]] = []
    edges: dict[Span, set[Cell]] = {}
    for cell in CELLS:
        span, on_edge = stretch(a, b, cell)
        if span is None or cell in (a, b):
            continue
        if on_edge:
            edges.setdefault(span, set()).add(cell)
        else:
            crossed.append({cell})
    return crossed + [pair for pair in edges.values() if len(pair) == 2]


def find_path(occupied: Collection[Cell]) -> set[Cell]:
    """The cells of a shortest way from the gate to the moon past the occupied cells; empty if there is none."""
    came_from: dict[Cell, Cell] = {GATE: GATE}
    queue = [GATE]
    for cell in queue:
        for there in beside(cell):
            if there not in came_from and there not in occupied:
                came_from[there] = cell
                queue.append(there)
    path: set[Cell] = set()
    cell = MOON
    while cell in came_from and cell not in path:
        path.add(cell)
        cell = came_from[cell]
    return path
