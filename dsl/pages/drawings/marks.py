"""What is drawn over the spaces of a board to show what is done there (SVG): arrows, rings, frames, ticks, crosses.
What is done has the colour of movements; what could be done, or not, has two others.

Each has a pale outline of its own, so that it is seen on every ground, and stands at the edge of what it marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from dsl.board.shapes import Point
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.svg import box, words

HEAD, SPREAD = 16, 8.5  # how long the head of an arrow is, and half its width
INSIDE = 0.92  # of a space is inside its frame
NUMBER = 1.5  # letters of the number of an arrow, in the radius of its disc


def arrow(start: Point, end: Point, before: float, behind: float, by: Point | None = None) -> str:
    """From one place to another, but for what is left free around both; bent towards a point."""
    middle = by or ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    leave, arrive = towards(start, middle), towards(middle, end)
    foot = (start[0] + leave[0] * before, start[1] + leave[1] * before)
    tip = (end[0] - arrive[0] * behind, end[1] - arrive[1] * behind)
    neck = (tip[0] - arrive[0] * HEAD, tip[1] - arrive[1] * HEAD)
    return headed(f"M{xy(foot)}Q{xy(middle)} {xy(neck)}" if by else line([foot, neck]), neck, tip)


def arrow_through(points: Sequence[Point]) -> str:
    """Along a line of points near one another, the last of which is its tip."""
    tip = points[-1]
    shaft = [point for point in points if hypot(point[0] - tip[0], point[1] - tip[1]) > HEAD]
    last = shaft[-1] if shaft else points[0]
    arrive = towards(last, tip)
    neck = (tip[0] - arrive[0] * HEAD, tip[1] - arrive[1] * HEAD)
    return headed(line([*(shaft or points[:1]), neck]), neck, tip)


def headed(shaft: str, neck: Point, tip: Point) -> str:
    """A shaft with a head that goes from its neck to its tip."""
    arrive = towards(neck, tip)
    sides = [(neck[0] - arrive[1] * s, neck[1] + arrive[0] * s) for s in (SPREAD, -SPREAD)]
    head = f"{line([sides[0], tip, sides[1]])}z"
    return (
        f'<path class="halo" d="{shaft}"/><path class="halo head" d="{head}"/>'
        f'<path class="move" d="{shaft}"/><path class="head" d="{head}"/>'
    )


def bow(start: Point, end: Point, much: float) -> Point:
    """Towards where an arrow is bent that goes beside what is between its ends: upwards; so much of its length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    side = much if dx > 0 or (dx == 0 and dy < 0) else -much
    return (start[0] + end[0]) / 2 + dy * side, (start[1] + end[1]) / 2 - dx * side


def towards(one: Point, other: Point) -> Point:
    """From one place to another, as far as 1."""
    far = max(hypot(other[0] - one[0], other[1] - one[1]), 0.01)
    return (other[0] - one[0]) / far, (other[1] - one[1]) / far


def ring(middle: Point, radius: float, css: str) -> str:
    place = f'cx="{short(middle[0])}" cy="{short(middle[1])}" r="{short(radius)}"'
    return f'<circle class="halo" {place}/><circle class="{css}" {place}/>'


def ring_along(data: str, css: str) -> str:
    """A ring that is not round, along a path."""
    return f'<path class="halo around" d="{data}"/><path class="{css}" d="{data}"/>'


def frame(outline: str, middle: Point, css: str, much: float = INSIDE) -> str:
    """The outline of a space, a little inside it: around so much of it."""
    x, y = (short(c * (1 - much)) for c in middle)
    inside = f'transform="translate({x} {y}) scale({much})" d="{outline}"'
    return f'<path class="halo" {inside}/><path class="{css}" {inside}/>'


def counted(number: int, at: Point, r: float, css: str = "step") -> str:
    """The number of an arrow, in a disc on it, or of something else that is done."""
    x, y = at
    place = f'cx="{short(x)}" cy="{short(y)}" r="{short(r)}"'
    return f'<g class="{css}"><circle {place}/>{words("number", str(number), x, y, NUMBER * r)}</g>'


def becomes(text: str, at: Point, half: float, size: float) -> str:
    """What becomes of a number, on a plate so wide to both sides."""
    x, y = at
    plate = box("plate", x - half, y - 0.7 * size, 2 * half, 1.4 * size, 0.7 * size)
    return f'<g class="step">{plate}{words("number", text, x, y, size)}</g>'


def on_arrow(start: Point, end: Point, by: Point | None, part: float) -> Point:
    """A point on an arrow, which may be bent."""
    x, y = by or ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    before, middle, behind = (1 - part) ** 2, 2 * part * (1 - part), part**2
    return before * start[0] + middle * x + behind * end[0], before * start[1] + middle * y + behind * end[1]


def cross(middle: Point, r: float) -> str:
    x, y = middle
    h = 0.42 * r
    return badge(middle, r, "no", line([(x - h, y - h), (x + h, y + h)]) + line([(x - h, y + h), (x + h, y - h)]))


def tick(middle: Point, r: float) -> str:
    x, y = middle
    return badge(middle, r, "yes", line([(x - 0.5 * r, y), (x - 0.12 * r, y + 0.4 * r), (x + 0.52 * r, y - 0.4 * r)]))


def bar(middle: Point, r: float) -> str:
    """Of what is taken away, as it is no more forbidden than allowed."""
    x, y = middle
    return badge(middle, r, "out", line([(x - 0.5 * r, y), (x + 0.5 * r, y)]))


def plus(middle: Point, r: float) -> str:
    """Of what is placed, beside what is only changed."""
    (x, y), h = middle, 0.5 * r
    return badge(middle, r, "into", line([(x - h, y), (x + h, y)]) + line([(x, y - h), (x, y + h)]))


def badge(middle: Point, r: float, css: str, data: str) -> str:
    """A disc with a tick, a cross, a bar or a plus in it."""
    place = f'cx="{short(middle[0])}" cy="{short(middle[1])}" r="{short(r)}"'
    return f'<g class="badge {css}"><circle {place}/><path d="{data}" stroke-width="{short(0.3 * r)}"/></g>'


def line(points: Iterable[Point]) -> str:
    """Straight from point to point, as the data of a path."""
    return "M" + "L".join(map(xy, points))


def xy(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"
