"""What belongs to a board of rings besides its spaces: what lies in the middle, and the places of its owners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, pi, sin

from dsl.pages.cards.paper import width
from dsl.pages.drawings.asides import with_gone
from dsl.pages.drawings.layouts import SCALE, Label, Layout, polar, segment
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.pieces import Body, drawn
from dsl.pages.drawings.svg import round_

ROOM = 1.3 * SCALE  # outside the rings
WIDEST = 1.15  # of what lies outside, as an angle
GAP, NAMED = 0.02, 24  # between places, as an angle; how far from the edge their names stand
LETTER, LARGE = 11, 19
LYING, APART = 20, 36  # the radius of the room of what lies there, and how far that is from the next
RAYS = 20


@dataclass(frozen=True)
class Home:
    """The places of a player with their names, in line with a space; `several`: how many players have some."""

    space: int
    colour: str
    places: tuple[tuple[int, str], ...]
    several: int


@dataclass(frozen=True)
class Middle:
    """What lies in the middle; `shining` if it is a star."""

    name: str
    shining: bool


@dataclass(frozen=True)
class Homes:
    """Outside the outermost ring a block for each player, with room for each of the places."""

    layout: Layout
    homes: tuple[Home, ...]

    @property
    def places(self) -> set[int]:
        return {number for home in self.homes for number, _ in home.places}

    @property
    def near(self) -> float:
        return self.layout.radii[-1] + 10

    @property
    def far(self) -> float:
        return self.near + ROOM - 12

    def rooms(self, home: Home) -> Iterator[tuple[int, str, float, float]]:
        """The places of a player with their names, and from which angle to which they are."""
        wide = self.wide(home)
        each = (wide - GAP) / len(home.places)
        for number, (place, name) in enumerate(home.places):
            start = self.turn(home) - wide / 2 + GAP + number * each
            yield place, name, start, start + each - GAP

    def wide(self, home: Home) -> float:
        return min(WIDEST, 0.85 * 2 * pi / home.several)

    def turn(self, home: Home) -> float:
        x, y = self.layout.places[home.space]
        return atan2(x - self.layout.middle[0], self.layout.middle[1] - y)

    def empty(self) -> Iterator[str]:
        """The blocks."""
        middle = self.layout.middle
        for home in self.homes:
            turn, wide = self.turn(home), self.wide(home)
            block = segment(middle, self.near, self.far, turn - wide / 2, turn + wide / 2)
            yield f'<path class="body" d="{block}"/><g class="home {home.colour}"><path class="own" d="{block}"/>'
            for _, _, start, end in self.rooms(home):
                yield f'<path class="room" d="{segment(middle, self.near + NAMED, self.far - 5, start, end)}"/>'
            yield "</g>"

    def labels(self) -> Iterator[Label]:
        """The names of the places in the blocks."""
        for home in self.homes:
            below = cos(self.turn(home)) < -0.01
            for _, name, start, end in self.rooms(home):
                x, y = polar(self.layout.middle, self.near + NAMED / 2, (start + end) / 2)
                size = min(LETTER, 0.92 * (end - start) * self.near / max(width(name, bold=True), 0.1))
                yield Label("homely", name, x, y, size, degrees((start + end) / 2) + (180 if below else 0))

    def lines(
        self, lying: Mapping[int, Sequence[Body]], thrown: Sequence[Body], gone: Mapping[int, Sequence[Body]]
    ) -> Iterator[str]:
        """What lies there, in rows, with what is `gone` from there, pale; what is thrown lies elsewhere."""
        radius = (self.near + NAMED + self.far - 5) / 2
        for home in self.homes:
            for place, _, start, end in self.rooms(home):
                bodies, still = with_gone(place, lying, gone)
                apart = min(APART, ((end - start) * radius - APART) / max(len(bodies) - 1, 1)) / radius
                for number, body in enumerate(bodies):
                    at = (start + end) / 2 + (number - (len(bodies) - 1) / 2) * apart
                    css = "" if number < still else "ghost"
                    yield from drawn(body, *polar(self.layout.middle, radius, at), LYING, css)


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
