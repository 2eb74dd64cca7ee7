"""The part of a board that a small picture shows: as little as tells what matters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from dsl.pages.cards.paper import width
from dsl.pages.drawings.layouts import NAME, SCALE, Layout, written
from dsl.pages.drawings.lettering import short

AROUND = 1.35  # from the middle of a space that matters to the edge of the picture, in widths of a space
LEAST = 5.0, 3.6  # spaces that a picture shows beside and below one another
WHOLE = 0.6  # of a board: what is larger shows it all
LETTERED, EDGE = 26, 8  # how wide the frame of a part is that bears the letters of the spaces, and how wide elsewhere
UNCUT = ("points", "holes")  # styles of which all is shown, as what is done goes from side to side
PALED = ("rings", "paths")  # styles in which spaces are paler that do not matter
ROUND = 10  # of a corner

Box = tuple[float, float, float, float]
"""Of a part of a drawing the left, the top, the width and the height."""


@dataclass(frozen=True)
class Part:
    """What is around the spaces that matter, counted from 0."""

    layout: Layout
    spaces: Collection[int]

    @property
    def all_of_it(self) -> Box:
        return 0, 0, *self.layout.size

    @cached_property
    def box(self) -> Box:
        """All of the board, or what is around the spaces that matter; of a board of squares whole ones."""
        wide, high = self.layout.size
        places = [self.layout.places[space] for space in self.spaces]
        left, right = stretched([x for x, _ in places], wide, LEAST[0])
        top, bottom = stretched([y for _, y in places], high, LEAST[1])
        all_wide, all_high = (2 * self.layout.radii[-1],) * 2 if self.layout.radii else (wide, high)
        if (right - left) * (bottom - top) > WHOLE * all_wide * all_high or self.layout.style in UNCUT:
            return self.all_of_it
        if self.layout.square:
            left, right = snapped((left, right), [x for x, _ in self.layout.places])
            top, bottom = snapped((top, bottom), [y for _, y in self.layout.places])
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
        board = "".join((*self.spaces_drawn(address, key), *self.names_written())) if self.is_cut else used(address)
        if self.is_whole:
            yield board + pieces
        elif self.layout.square:
            yield rectangle(self.frame, "body", ROUND)
            yield clipped(key, rectangle(self.box, "", 0), board)
            yield from (*self.edges(), pieces)
        else:
            yield self.over(key, board + pieces)

    def over(self, key: str, pieces: str) -> str:
        """What stands on the part, which at the edge of one of squares is not cut."""
        whole = self.is_whole or self.layout.square
        return pieces if whole else clipped(key, rectangle(self.box, "", ROUND), pieces)

    @property
    def pales(self) -> bool:
        return not self.is_whole and self.layout.style in PALED

    @property
    def is_cut(self) -> bool:
        """Whether spaces are cut at the edge, so that not all names are seen whole."""
        return not self.is_whole and not self.layout.square

    def spaces_drawn(self, address: str, key: str) -> Iterator[str]:
        """The board, paler where nothing is done."""
        if not self.pales:
            yield used(address)
            return
        data = "".join(self.layout.outlines[n] for n in self.shown if n in self.spaces)
        if self.layout.radii:
            yield rectangle(self.box, "body", 0)  # also where the rings end
        yield from self.layout.under
        yield used(address, "aside")
        yield clipped(f"{key}-told", f'<path d="{data}"/>', used(address))

    def names_written(self) -> Iterator[str]:
        """The names that are seen whole, paler where nothing is done."""
        for told in (True, False):
            names = "".join(written(name, x, y, "edge") for n, name, x, y in self.names if (n in self.spaces) is told)
            yield names if told else f'<g class="aside">{names}</g>' if names else ""

    @property
    def names(self) -> Iterator[tuple[int, str, float, float]]:
        """Those that are seen whole, of rings only where something matters, with the numbers of the spaces that have
        them."""
        left, top, wide, high = self.box
        rings = {self.ring(space) for space in self.spaces}
        for number, (name, x, y) in enumerate(self.layout.names):
            half = 0.55 * NAME * width(name, bold=True)
            seen = left + half < x < left + wide - half and top + NAME / 2 < y < top + high - NAME / 2
            if seen and (not self.layout.radii or self.ring(number) in rings):
                yield number if self.pales else -1, name, x, y

    def ring(self, space: int) -> int:
        """Which of the rings a space is on, by how far it is from their middle."""
        (x, y), (middle_x, middle_y) = self.layout.places[space], self.layout.middle
        return round(hypot(x - middle_x, y - middle_y)) if self.layout.radii else 0

    def edges(self) -> Iterator[str]:
        """The letters and numbers of the spaces in a part, below it and at its left."""
        left, top, wide, high = self.box
        _, whole_high = self.layout.size
        for text, x, y in self.layout.names:
            if y > whole_high - SCALE / 2 and left < x < left + wide:
                yield written(text, x, top + high + LETTERED / 2, "edge")
            elif x < SCALE / 2 and top < y < top + high:
                yield written(text, left - LETTERED / 2, y, "edge")


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


def stretched(values: Sequence[float], end: float, least: float) -> tuple[float, float]:
    """From where to where on a line of this length what is around some values is shown: so many spaces at least."""
    low, high = min(values) - AROUND * SCALE, max(values) + AROUND * SCALE
    low, high = max(0.0, low), min(end, high)
    lacking = max(0.0, least * SCALE - (high - low)) / 2
    left = max(0.0, min(low - lacking, end - (high - low) - 2 * lacking))
    return left, min(end, left + high - low + 2 * lacking)


def snapped(ends: tuple[float, float], middles: Sequence[float]) -> tuple[float, float]:
    """The same, from side to side of the squares of which the middle is inside."""
    inside = [middle for middle in middles if ends[0] <= middle <= ends[1]]
    return min(inside) - SCALE / 2, max(inside) + SCALE / 2
