"""What is drawn over the spaces of a board to show what is done there (SVG): arrows, crosses, rings, ticks."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from dsl.pages.drawings.lettering import short

HEAD, SPREAD = 13, 7  # how long the head of an arrow is, and half its width
SIGN = 6  # half the width of a tick or a cross beside a piece

Point = tuple[float, float]


def outlines(centres: Iterable[Point], corners: Iterable[Point]) -> str:
    """The outlines of equal spaces as the data of one path."""
    around = list(corners)
    shapes = (" ".join(f"{short(x + dx)},{short(y + dy)}" for dx, dy in around) for x, y in centres)
    return "".join(f"M{shape}z" for shape in shapes)


def arrow(start: Point, end: Point, before: float, behind: float) -> str:
    """From one place to another, but for what is left free around both."""
    (x, y), (to_x, to_y) = start, end
    far = hypot(to_x - x, to_y - y)
    dx, dy = (to_x - x) / far, (to_y - y) / far
    tip, neck = far - behind, far - behind - HEAD
    foot = (x + dx * before, y + dy * before)
    back = (x + dx * neck, y + dy * neck)
    sides = [(back[0] - dy * side, back[1] + dx * side) for side in (SPREAD, -SPREAD)]
    head = line([sides[0], (x + dx * tip, y + dy * tip), sides[1]])
    return f'<path class="move" d="{line([foot, back])}"/><path class="head" d="{head}z"/>'


def ring(middle: Point, radius: float, css: str) -> str:
    return f'<circle class="{css}" cx="{short(middle[0])}" cy="{short(middle[1])}" r="{short(radius)}"/>'


def cross(middle: Point, half: float, css: str) -> str:
    x, y = middle
    return f'<path class="{css}" d="{line([(x - half, y - half), (x + half, y + half)])}' + (
        f'{line([(x - half, y + half), (x + half, y - half)])}"/>'
    )


def tick(middle: Point, css: str) -> str:
    x, y = middle
    return f'<path class="{css}" d="{line([(x - SIGN, y), (x - 2, y + SIGN - 1), (x + SIGN, y - SIGN)])}"/>'


def line(points: Iterable[Point]) -> str:
    """Straight from point to point, as the data of a path."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
