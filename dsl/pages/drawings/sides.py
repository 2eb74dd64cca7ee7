"""The sides of a board that players have to join (SVG): along each a band in the colour of its player, with the sign
of that colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from dsl.board.shapes import Point, Shape
from dsl.pages.drawings.layouts import SCALE, Layout
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.pieces import badge
from dsl.pages.drawings.svg import path

SIGN, OUTSIDE = 8.0, 0.9  # the radius of the sign, and how much of it lies outside, where it covers no name


@dataclass(frozen=True)
class Side:
    """A band, as the data of a path, and where its sign stands."""

    colour: str
    data: str
    sign: Point

    def lines(self) -> Iterator[str]:
        yield path(f"side {self.colour}", self.data)
        sign = "".join(badge(self.colour, f"sign-{self.colour}", "", *self.sign, SIGN))
        yield f'<g class="piece {self.colour}">{sign}</g>'


def side(shape: Shape, layout: Layout, spaces: Sequence[int], colour: str) -> Side | None:
    """Along spaces that lie at one side of a board: where all of them have no neighbour. None if there is no such
    side."""
    lattice = shape.lattice
    if lattice is None or layout.style != "tiles":
        return None
    alone = [
        lattice.centre(*step)
        for step, direction, to in zip(lattice.steps, shape.directions, shape.neighbour, strict=True)
        if direction.orthogonal and all(to[space] < 0 for space in spaces)
    ]
    if not alone:
        return None
    corners = [(x * SCALE, y * SCALE) for x, y in shape.outline]
    edges = [edge_towards(corners, way) for way in alone]
    data = "".join(
        f"M{short(x + a)} {short(y + b)}L{short(x + c)} {short(y + d)}"
        for x, y in (layout.places[space] for space in spaces) for (a, b), (c, d) in edges
    )  # fmt: skip
    x, y = layout.places[spaces[len(spaces) // 2]]
    out = [sum(way[k] for way in alone) for k in (0, 1)]
    far = (max(hypot(*corner) for corner in corners) + OUTSIDE * SIGN) / max(hypot(*out), 0.01)
    return Side(colour, data, (x + out[0] * far, y + out[1] * far))


def edge_towards(corners: Sequence[Point], way: Point) -> tuple[Point, Point]:
    """The edge of a space that lies in a direction."""
    edges = [(one, corners[(k + 1) % len(corners)]) for k, one in enumerate(corners)]
    return max(edges, key=lambda edge: sum((edge[0][k] + edge[1][k]) * way[k] for k in (0, 1)))
