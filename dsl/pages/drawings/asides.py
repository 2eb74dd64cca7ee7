"""What lies beside a board (SVG): the trays and the bar of a board of points, the dice that were thrown, and panels
below a picture with what lies in other places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.pages.cards.paper import width
from dsl.pages.drawings.layouts import SCALE, Layout
from dsl.pages.drawings.lettering import block, short
from dsl.pages.drawings.marks import cross, tick
from dsl.pages.drawings.pieces import SLAB, Body, drawn, heap, lid, slab
from dsl.pages.drawings.svg import box, path, words

TRAY, EDGE = 2.4 * SCALE, 0.5 * SCALE  # how wide the trays beside points are with what is around them, and the edge
HEADED, LETTERS = 76.0, (27, 8)  # the name on a tray
BAR = 26  # letters of the name of the bar
LYING = 22.0  # how high a piece in a tray is that lies on its side, at most
DIE, APART = 0.62 * SCALE, 1.4 * SCALE  # the radius of a die that was thrown, and how far it is from the next
PANEL, AIR, TITLE = 17.0, 12.0, 16.0  # the radius of a piece in a panel, what is free around it, letters of the name
LEAST_AIR = 6.0  # around a name for which there is hardly room
READ = 29.0  # the radius there of a piece with letters
LARGER = 1.25  # is a die there, which has no rim
HALF = 32.0  # half of the width of a pile in a panel
MARKED, SIGN = 0.7, 0.34  # of the radius of a piece are from its middle what is said of it, and how large that is
MOST = 12  # pieces in a panel
UNEVEN = 36.0  # higher than the one before it in a row is a panel, at most: less than a row of pieces


@dataclass(frozen=True)
class Tray:
    """A place of a player beside a board of points."""

    place: int
    name: str
    colour: str


@dataclass(frozen=True)
class Bar:
    """A place of each player between the points, the first of which is that of the first player."""

    places: Sequence[int]
    name: str


@dataclass(frozen=True)
class Asides:
    """Where what lies off a board of points is drawn; `trays` stand at the right, that of the first player below."""

    layout: Layout
    trays: Sequence[Tray] = ()
    bar: Bar | None = None

    @property
    def places(self) -> set[int]:
        return {*(tray.place for tray in self.trays), *(self.bar.places if self.bar else ())}

    def place_of(self, place: int) -> Point | None:
        """Where something comes that goes to a place, and from where it goes."""
        rooms = {tray.place: (left + wide / 2, top + high / 2) for tray, (left, top, wide, high) in self.rooms()}
        if self.bar and place in self.bar.places:
            wide, high = self.layout.size
            way = -1.0 if self.bar.places.index(place) else 1.0
            return (wide - (TRAY if self.trays else 0)) / 2, high / 2 + way * 1.1 * SCALE
        return rooms.get(place)

    def rooms(self) -> Iterator[tuple[Tray, tuple[float, float, float, float]]]:
        """The trays with their left, top, width and height."""
        wide, high = self.layout.size
        each = (high - EDGE) / max(len(self.trays), 1)
        for number, tray in enumerate(reversed(self.trays)):
            yield tray, (wide - TRAY, EDGE + number * each, TRAY - EDGE, each - EDGE)

    def covered(self) -> Iterator[tuple[float, float, float, float]]:
        """What the trays and the bar take, each with its left, top, width and height."""
        yield from (room for _, room in self.rooms())
        if self.bar:
            wide, high = self.layout.size
            yield (wide - (TRAY if self.trays else 0)) / 2 - BAR / 2, 0, BAR, high

    def empty(self) -> Iterator[str]:
        """The trays and the name of the bar."""
        for tray, (left, top, wide, high) in self.rooms():
            yield box("tray", left, top, wide, high, 6)
            yield from block((tray.name,), (left + 1, top, wide - 2, HEADED), LETTERS, "edge long", bold=True)
        if self.bar:
            wide, high = self.layout.size
            middle = (wide - (TRAY if self.trays else 0)) / 2
            yield words("edge", self.bar.name.upper(), middle, high / 2, BAR, -90)

    def lines(
        self,
        lying: Mapping[int, Sequence[Body]],
        thrown: Sequence[Body],
        gone: Mapping[int, Sequence[Body]],
    ) -> Iterator[str]:
        """What lies there, with what is `gone` from there, pale, and the dice between the points."""
        for tray, (left, top, wide, high) in self.rooms():
            bodies, still = with_gone(tray.place, lying, gone)
            each = min(LYING, (high - HEADED - 4) / max(len(bodies), 1))
            for number, body in enumerate(bodies):
                y = top + high - 2 - (number + 1) * each
                css = "" if number < still else " ghost"
                yield f'<g class="piece {body.colour}{css}">{box("fill", left + 5, y, wide - 10, each - 2, 3)}</g>'
        wide, high = self.layout.size
        middle = (wide - (TRAY if self.trays else 0)) / 2
        for number, place in enumerate(self.bar.places if self.bar else ()):
            way = -1.0 if number else 1.0
            bodies, still = with_gone(place, lying, gone)
            start = high / 2 + way * 1.1 * SCALE
            yield from heap(bodies, middle, start, 0.4 * SCALE, (0.0, way), still) if bodies else ()
        for body, at in zip(thrown, self.dice(len(thrown)), strict=True):
            yield from drawn(body, *at, DIE)

    def dice(self, count: int) -> list[Point]:
        """Where so many dice lie."""
        wide, high = self.layout.size
        middle = (wide - (TRAY if self.trays else 0)) / 2
        field_middle = EDGE + (middle - EDGE - 0.4 * SCALE) / 2
        return [(field_middle + (number - (count - 1) / 2) * APART, high / 2) for number in range(count)]


def with_gone(
    place: int, lying: Mapping[int, Sequence[Body]], gone: Mapping[int, Sequence[Body]]
) -> tuple[Sequence[Body], int]:
    """What lies in a place and behind it what is gone from there, and how many of all these are still there."""
    still, left = lying.get(place, ()), gone.get(place, ())
    return (*still, *left), len(still)


# --------------------------------------------------------------------------------------------------------------- panels


@dataclass(frozen=True)
class Panel:
    """What lies in a place, with its name. `told` are the pieces in words, if it is a pile: from the bottom to the
    top; or that there is nothing. `told_in_words` says all of it. `unnamed` are the pieces that nothing in it names."""

    name: str
    bodies: tuple[Body, ...]
    told_in_words: str
    told: tuple[str, ...] = ()
    unnamed: tuple[Piece, ...] = ()
    room: float = inf  # for all of it, which the letters of the name have to leave
    least: float = 0  # how wide it is at least, as another one of the same place
    marks: tuple[tuple[int, bool], ...] = ()  # with which of them something can be done, or not

    def headed(self, form: str) -> Panel:
        """The same, with words that say when it is so."""
        name = form.format(place=self.name)
        return replace(self, name=name, told_in_words=name + self.told_in_words.removeprefix(self.name))

    @property
    def letters(self) -> float:
        return min(TITLE, (self.room - 2 * LEAST_AIR) / width(self.name, bold=True))

    @property
    def size(self) -> Point:
        titled = min(self.letters * width(self.name, bold=True) + 2 * AIR, self.room)
        if self.told:
            beside = 2 * HALF + 2 * AIR + TITLE * max(width(told, bold=True) for told in self.told)
            return max(titled, beside + 2 * AIR, self.least), TITLE + 3 * AIR + (len(self.bodies) + 1) * self.step
        wide = 2 * self.radius + (self.in_a_row - 1) * self.across
        rows = -(-len(self.bodies) // self.in_a_row)
        return max(titled, wide + 2 * AIR, min(self.least, self.room)), TITLE + 2.5 * AIR + 2 * self.radius * rows

    @property
    def radius(self) -> float:
        """Of the room of a piece."""
        return READ if any(body.letters for body in self.bodies) else PANEL

    @property
    def in_a_row(self) -> int:
        """Pieces with letters do not lie on one another."""
        fitting = int(min(self.room, MOST * 2 * READ) - 2 * AIR) // int(2 * READ)
        return len(self.bodies) if self.radius == PANEL else max(1, min(len(self.bodies), fitting))

    @property
    def across(self) -> float:
        """How far from the next a piece in a row is: they lie on one another where there is little room."""
        return min(2 * self.radius, (self.room - 2 * AIR - 2 * self.radius) / max(1, self.in_a_row - 1))

    @property
    def step(self) -> float:
        return SLAB * HALF / 0.52

    def lines(self, left: float, top: float, high: float, wide: float = 0) -> Iterator[str]:
        """As wide as it has to be, or so wide."""
        yield box("panel", left, top, wide or self.size[0], high, 8)
        start = left + min(AIR, max(LEAST_AIR, (self.room - self.letters * width(self.name, bold=True)) / 2))
        yield words("key place", self.name, start, top + AIR + TITLE / 2, self.letters)
        if not self.told:
            for number, body in enumerate(self.bodies):
                r, (row, column) = self.radius, divmod(number, self.in_a_row)
                x, y = left + AIR + r + column * self.across, top + TITLE + 2 * AIR + (2 * row + 1) * r
                yield from drawn(body, x, y, r * LARGER if body.form == "die" else r)
                for can in (can for marked, can in self.marks if marked == number):
                    yield (tick if can else cross)((x + MARKED * r, y - MARKED * r), SIGN * r)
            return
        if not self.bodies:
            yield words("key", self.told[0], left + AIR, top + TITLE + 2 * AIR + PANEL, 0.94 * TITLE)
        foot, x = top + high - 1.5 * AIR, left + AIR + HALF + 6
        for number, (body, told) in enumerate(zip(self.bodies, self.told, strict=False)):
            y = foot - (number + 1) * self.step
            yield from slab(body, x, y, HALF / 0.52)
            is_top = number == len(self.bodies) - 1
            css = "key bold" if is_top else "key"
            yield words(css, told, x + HALF + AIR, y + 0.7 * self.step, TITLE)
            if is_top:
                yield from lid(body, x, y, HALF / 0.52)
                yield path("wedge", f"M{left + 4:g} {y + 0.4 * self.step:.1f}l8 5.5l-8 5.5z")


def in_rows(panels: Iterable[Panel], wide: float) -> list[list[Panel]]:
    """Panels beside one another as far as they have room; those of a row are about equally high, so that none has more
    room than it needs."""
    rows: list[list[Panel]] = []
    for panel in (replace(panel, room=wide - 2) for panel in panels):
        used = sum(other.size[0] + AIR for other in rows[-1]) if rows else 0.0
        if rows and used + panel.size[0] <= wide and abs(panel.size[1] - rows[-1][-1].size[1]) < UNEVEN:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return rows


def beside(
    panels: Iterable[Panel], wide: float, top: float, left: float, scale: float = 1
) -> tuple[float, list[str]]:  # fmt: skip
    """Panels below a picture that is so wide, of so much of their usual size, and how high they are together."""
    rows = in_rows(panels, wide / scale)
    lines: list[str] = []
    at = float(AIR if rows else 0)
    for row in rows:
        high, x = max(panel.size[1] for panel in row), 1.0
        for panel in row:
            lines += panel.lines(x, at, high)
            x += panel.size[0] + AIR
        at += high + AIR / 2
    moved = f"translate({short(left)} {short(top)}) scale({scale:.3g})"
    return scale * at, [f'<g class="drawn plain" transform="{moved}">{"".join(lines)}</g>'] if lines else []


__all__ = ["DIE", "TRAY", "Asides", "Bar", "Panel", "Tray", "beside", "in_rows"]
