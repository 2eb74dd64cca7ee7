"""The part of a board that a small picture shows: as little as tells what matters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from dsl.board.shapes import Point
from dsl.pages.cards.paper import width
from dsl.pages.drawings.layouts import NAME, SCALE, SMALL, Label, Layout
from dsl.pages.drawings.lettering import short

AROUND = 1.35  # from the middle of a space that matters to the edge of the picture, in widths of a space
ACROSS = {"rings": 0.85, "track": 0.95}  # the same to the next rings or rows, of which nothing is told
LOW = {"rings": 2.4, "track": 1.9}  # spaces below one another then, at least
LEAST = 5.0, 4.0  # spaces that a picture shows beside and below one another: all small ones have one form
TILES = 4.3, 3.1  # the same of hexagons: those around one of them
SQUARES = 3.0, 2.0  # the same where whole squares are shown: no column in which nothing is but those beside what is
PROPORTION, LONG = 1.25, 2.0  # times as wide as high is a part of other spaces, at least and at most
WHOLE = 0.65  # of a board: what is larger shows it all
LETTERED, EDGE = 26, 8  # how wide the frame of a part is that bears the letters of the spaces, and how wide elsewhere
UNCUT = ("points", "holes")  # styles of which all is shown, as what is done goes from side to side
FEW = 3  # names of rows
PALED = ("rings", "paths")  # styles in which spaces are paler that do not matter
ROUND = 10  # of a corner

Box = tuple[float, float, float, float]
"""Of a part of a drawing the left, the top, the width and the height."""


@dataclass(frozen=True)
class Part:
    """What is around the spaces that matter, counted from 0. Names that stand `inside` do not stand at the edge too;
    where it is `told` what becomes of pieces there is room for that beside them."""

    layout: Layout
    spaces: Collection[int]
    inside: Collection[str] = ()
    told: bool = False

    @property
    def all_of_it(self) -> Box:
        return 0, 0, *self.layout.size

    @cached_property
    def box(self) -> Box:
        """All of the board, or what is around the spaces that matter; of a board of squares whole ones."""
        wide, high = self.layout.size
        places = [self.layout.places[space] for space in self.spaces]
        style = self.layout.style
        if self.layout.square:
            across, down = LEAST[0] if self.told else SQUARES[0], SQUARES[1]
        else:
            across, down = TILES if style == "tiles" else LEAST
            down = LOW.get(style, down)
        left, right = stretched([x for x, _ in places], wide, across, AROUND)
        top, bottom = stretched([y for _, y in places], high, down, ACROSS.get(style, AROUND))
        if self.layout.square:
            wide, high = max(x for x, _ in self.layout.places), max(y for _, y in self.layout.places)
            left, right = snapped((left, right), [x for x, _ in self.layout.places])
            top, bottom = snapped((top, bottom), [y for _, y in self.layout.places])
        if self.layout.radii:
            wide = high = 2 * self.layout.radii[-1]
        if (right - left) * (bottom - top) > WHOLE * wide * high or self.layout.style in UNCUT:
            return self.all_of_it
        if not self.layout.square and style not in LOW:
            left, right = widened((left, right), PROPORTION * (bottom - top), wide)
            top, bottom = widened((top, bottom), (right - left) / LONG, high)
        return left, top, right - left, bottom - top

    @property
    def is_whole(self) -> bool:
        return self.box == self.all_of_it

    @cached_property
    def shown(self) -> list[int]:
        """The spaces of which something is seen, counted from 0."""
        left, top, wide, high = self.box
        reach = 0 if self.layout.square else 0.58 * SCALE
        return [
            number for number, (x, y) in enumerate(self.layout.places)
            if left - reach < x < left + wide + reach and top - reach < y < top + high + reach
        ]  # fmt: skip

    @property
    def frame(self) -> Box:
        """With the frame that a part of a board of squares has around it."""
        left, top, wide, high = self.box
        if self.is_whole or not self.layout.square:
            return self.box
        return left - LETTERED, top - EDGE, wide + LETTERED + EDGE, high + LETTERED + EDGE

    def drawn(self, address: str, key: str, pieces: str) -> Iterator[str]:
        """The drawing of the spaces, as far as it is in the part, and what stands there; `key` tells its clips from
        others on the page."""
        board = "".join(self.with_aside(address, key)) if self.pales else used(address)
        if self.is_whole:
            yield board + used(names_of(address)) + pieces
        elif self.layout.square:
            yield rectangle(self.frame, "body", ROUND)
            yield clipped(key, rectangle(self.box, "", 0), board)
            yield from (*(label.written() for label in self.labels), pieces)
        else:
            yield self.over(key, board + "".join(self.named()) + pieces)

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The texts of the board that are seen in the part: those at the edge of a part of squares stand below it and
        at its left; of others those of which nothing is cut off, of rings only where something matters. A few names
        beside the ends of rows of hexagons help nobody, as the spaces that matter have theirs inside."""
        found = tuple(self.labels_seen())
        is_of_rows = not (self.is_whole or self.layout.square or self.layout.radii)
        rows = {label.text for label in found} & {text for text, _, _ in self.layout.names}
        return tuple(label for label in found if label.text not in rows) if is_of_rows and len(rows) < FEW else found

    def labels_seen(self) -> Iterator[Label]:
        left, top, wide, high = self.box
        if not self.is_whole and self.layout.square:
            yield from self.edges()
            return
        for number, label in enumerate(self.layout.texts(SMALL, wide)):
            x, y, right, bottom = label.room
            if label.text in self.inside:
                continue
            if self.layout.radii and not self.is_whole and not self.is_near(number):
                continue
            if left <= x and right <= left + wide and top <= y and bottom <= top + high:
                yield label

    def is_near(self, number: int) -> bool:
        """Whether a text is the name of a space on a ring on which something matters."""
        return number < len(self.layout.names) and self.ring(number) in {self.ring(space) for space in self.spaces}

    def ring(self, space: int) -> int:
        """Which of the rings a space is on, by how far it is from their middle."""
        return round(far(self.layout.places[space], self.layout.middle))

    def named(self) -> Iterator[str]:
        """The texts, paler beside spaces that do not matter."""
        names = {(x, y): number for number, (_, x, y) in enumerate(self.layout.names)}
        for label in self.labels:
            is_aside = self.pales and names.get((label.x, label.y)) not in self.spaces
            yield label.written("aside" if is_aside else "")

    def over(self, key: str, pieces: str) -> str:
        """What stands on the part, which at the edge of one of squares is not cut."""
        whole = self.is_whole or self.layout.square
        return pieces if whole else clipped(key, rectangle(self.box, "", ROUND), pieces)

    @property
    def pales(self) -> bool:
        return not self.is_whole and self.layout.style in PALED

    def with_aside(self, address: str, key: str) -> Iterator[str]:
        """The board, paler where nothing is done."""
        data = "".join(self.layout.outlines[n] for n in self.shown if n in self.spaces)
        if self.layout.radii:
            yield rectangle(self.box, "body", 0)  # also where the rings end
        yield from self.layout.under
        yield used(address, "aside")
        yield clipped(f"{key}-told", f'<path d="{data}"/>', used(address))

    def edges(self) -> Iterator[Label]:
        """The letters and numbers of the spaces in a part, below it and at its left."""
        left, top, wide, high = self.box
        _, whole_high = self.layout.size
        longest = max((width(text, bold=True) for text, _, _ in self.layout.names), default=1.0)
        size = max(NAME, min(self.frame[2] / SMALL, (LETTERED - 2) / longest))
        for text, x, y in self.layout.names:
            if y > whole_high - SCALE / 2 and left < x < left + wide:
                yield Label("edge", text, x, top + high + LETTERED / 2, size)
            elif x < SCALE / 2 and top < y < top + high:
                yield Label("edge", text, left - LETTERED / 2, y, size)


def far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def names_of(address: str) -> str:
    """The address of all names of the spaces that have one."""
    return f"{address}-names"


def used(address: str, css: str = "") -> str:
    """What has this address, once more."""
    style = f' class="{css}"' if css else ""
    return f'<use{style} href="#{address}"/>'


def clipped(key: str, shape: str, lines: str) -> str:
    """What is seen of something in a shape."""
    return f'<clipPath id="{key}-part">{shape}</clipPath><g clip-path="url(#{key}-part)">{lines}</g>'


def rectangle(box: Box, css: str, corner: float) -> str:
    left, top, wide, high = map(short, box)
    style = f' class="{css}"' if css else ""
    return f'<rect{style} x="{left}" y="{top}" width="{wide}" height="{high}" rx="{corner}"/>'


def stretched(values: Sequence[float], end: float, least: float, around: float) -> tuple[float, float]:
    """From where to where on a line of this length what is so far around some values is shown: so many spaces at
    least."""
    low, high = min(values) - around * SCALE, max(values) + around * SCALE
    low, high = max(0.0, low), min(end, high)
    lacking = max(0.0, least * SCALE - (high - low)) / 2
    left = max(0.0, min(low - lacking, end - (high - low) - 2 * lacking))
    return left, min(end, left + high - low + 2 * lacking)


def widened(ends: tuple[float, float], much: float, end: float) -> tuple[float, float]:
    """The same, so long at least, as far as the line goes."""
    low, high = ends
    long = min(end, max(much, high - low))
    left = max(0.0, min((low + high - long) / 2, end - long))
    return left, left + long


def snapped(ends: tuple[float, float], middles: Sequence[float]) -> tuple[float, float]:
    """The same, from side to side of the squares of which the middle is inside."""
    inside = [middle for middle in middles if ends[0] <= middle <= ends[1]]
    return min(inside) - SCALE / 2, max(inside) + SCALE / 2
