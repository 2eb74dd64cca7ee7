"""Outlines of pieces that are drawn as things: a rock, a crystal, a cube, a pawn, a house; each from its middle and its
radius."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from dsl.board.shapes import Point
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.svg import path, round_

SIX = tuple((sin(k * pi / 3), -cos(k * pi / 3)) for k in range(6))
EDGES = (1.07, 0.98, 1.09, 0.96, 1.06, 1.0, 1.09, 0.94, 1.04)  # of a rock, as far from its middle
CRATERS = ((-0.35, 0.12, 0.17), (0.3, 0.3, 0.22), (0.22, -0.36, 0.13))
HOUSE = ((-0.72, 0.8), (-0.72, -0.15), (0.0, -0.9), (0.72, -0.15), (0.72, 0.8))
LINE = 0.08  # of a rim


def outline(corners: Sequence[Point], x: float, y: float, r: float) -> str:
    points = "L".join(f"{short(x + dx * r)} {short(y + dy * r)}" for dx, dy in corners)
    return f"M{points}z"


def rock(x: float, y: float, r: float) -> Iterator[str]:
    count = len(EDGES)
    corners = [(far * sin(2 * pi * k / count), -far * cos(2 * pi * k / count)) for k, far in enumerate(EDGES)]
    yield path("shadow", outline(corners, x, y + 0.1 * r, r))
    yield path("fill rocky", outline(corners, x, y, r), LINE * r)
    yield from (round_("crater", x + dx * r, y + dy * r, size * r) for dx, dy, size in CRATERS)


def crystal(x: float, y: float, r: float) -> Iterator[str]:
    yield path("shadow", outline(SIX, x, y + 0.1 * r, r))
    yield path("fill", outline(SIX, x, y, r), LINE * r)
    yield path("shade", outline([SIX[2], SIX[3], SIX[4], (0.0, 0.0)], x, y, r))
    yield path("light", outline([SIX[5], SIX[0], SIX[1], (0.0, 0.0)], x, y, r))
    yield path("inner", outline([(dx * 0.55, dy * 0.55) for dx, dy in SIX], x, y, r))


def cube(x: float, y: float, r: float) -> Iterator[str]:
    """Seen over a corner."""
    yield path("shadow", outline(SIX, x, y + 0.1 * r, r))
    yield path("fill", outline(SIX, x, y, r), LINE * r)
    yield path("light", outline([SIX[5], SIX[0], SIX[1], (0.0, 0.0)], x, y, r))
    yield path("shade", outline([(0.0, 0.0), SIX[1], SIX[2], SIX[3]], x, y, r))


def house(x: float, y: float, r: float) -> Iterator[str]:
    yield path("shadow", outline(HOUSE, x, y + 0.1 * r, r))
    yield path("fill", outline(HOUSE, x, y, r), LINE * r)
    yield path("shade", outline([(-0.72, 0.8), (-0.72, -0.15), (0.72, -0.15), (0.72, 0.8)], x, y, r))


def pawn(x: float, y: float, r: float) -> Iterator[str]:
    """A head above a body that is wider below."""
    foot, neck = short(y + 0.92 * r), short(y - 0.2 * r)
    left, right = short(x - 0.62 * r), short(x + 0.62 * r)
    bend = short(y + 0.35 * r)
    sides = f"Q{short(x - 0.22 * r)} {bend} {short(x - 0.2 * r)} {neck}H{short(x + 0.2 * r)}"
    yield path("shadow", f"M{left} {short(y + 1.0 * r)}H{right}L{short(x)} {neck}z")
    yield path("fill", f"M{left} {foot}{sides}Q{short(x + 0.22 * r)} {bend} {right} {foot}z", LINE * r)
    yield round_("fill", x, y - 0.48 * r, 0.42 * r, LINE * r)
