"""What belongs to a board of rings besides its spaces: what lies in the middle, and the places of its owners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, cos, degrees, pi, sin

from dsl.pages.cards.paper import width
from dsl.pages.drawings.layouts import SCALE, Label, Layout, polar, segment
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.svg import round_

ROOM = 1.3 * SCALE  # outside the rings
WIDEST = 1.15  # of what lies outside, as an angle
GAP, NAMED = 0.02, 24  # between places, as an angle; how far from the edge their names stand
LETTER, LARGE = 11, 17
RAYS = 20


@dataclass(frozen=True)
class Home:
    """The places of a player, in line with a space; `several`: how many players have some."""

    space: int
    colour: str
    names: tuple[str, ...]
    several: int


@dataclass(frozen=True)
class Middle:
    """What lies in the middle; `shining` if it is a star."""

    name: str
    shining: bool


def outside(layout: Layout, home: Home) -> Iterator[str]:
    """A block outside the outermost ring, with room for each of the places."""
    x, y = layout.places[home.space]
    turn = atan2(x - layout.middle[0], layout.middle[1] - y)
    wide, near = min(WIDEST, 0.85 * 2 * pi / home.several), layout.radii[-1] + 10
    far = near + ROOM - 12
    block = segment(layout.middle, near, far, turn - wide / 2, turn + wide / 2)
    yield f'<g class="home {home.colour}"><path class="own" d="{block}"/>'
    each = (wide - GAP) / len(home.names)
    for number in range(len(home.names)):
        start = turn - wide / 2 + GAP + number * each
        yield f'<path class="room" d="{segment(layout.middle, near + NAMED, far - 5, start, start + each - GAP)}"/>'
    yield "</g>"


def named_outside(layout: Layout, home: Home) -> Iterator[Label]:
    """The names of the places in such a block."""
    x, y = layout.places[home.space]
    turn = atan2(x - layout.middle[0], layout.middle[1] - y)
    wide, near = min(WIDEST, 0.85 * 2 * pi / home.several), layout.radii[-1] + 10
    each = (wide - GAP) / len(home.names)
    below = cos(turn) < -0.01
    for number, name in enumerate(home.names):
        at = turn - wide / 2 + GAP + number * each + (each - GAP) / 2
        x, y = polar(layout.middle, near + NAMED / 2, at)
        size = min(LETTER, 0.92 * (each - GAP) * near / max(width(name, bold=True), 0.1))
        yield Label("homely", name, x, y, size, degrees(at) + (180 if below else 0))


def inside(layout: Layout, middle: Middle) -> Iterator[str]:
    """The middle, as a star if it is one."""
    (x, y), room = layout.middle, layout.radii[0] - 4
    if middle.shining:
        rays = ((room * (0.98 if k % 2 else 0.78), k * pi / RAYS) for k in range(2 * RAYS))
        points = " ".join(f"{short(x + r * sin(t))},{short(y + r * cos(t))}" for r, t in rays)
        yield f'<polygon class="shining" points="{points}"/>'
        for part, css in ((0.7, "glow"), (0.52, "glow inner")):
            yield round_(css, x, y, part * room)


def named_inside(layout: Layout, middle: Middle) -> Label:
    """The name of the middle."""
    (x, y), room = layout.middle, layout.radii[0] - 4
    size = min(LARGE, 1.3 * room / max(width(middle.name, bold=True), 0.1))
    return Label("middle shining" if middle.shining else "middle", middle.name, x, y, size)
