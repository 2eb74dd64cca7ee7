"""Small pictures of what a power gives (SVG): its piece in the middle of a board, numbers on the spaces around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from math import ceil

from markupsafe import Markup

from dsl.analysis.grids import Amount, Grid
from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.pages.drawings.artist import Artist
from dsl.pages.drawings.boards import Ground
from dsl.pages.drawings.layouts import SCALE
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.pieces import lying
from dsl.pages.drawings.svg import path, words

AROUND = 0.6  # of a space is seen beyond the middle of the outermost
LETTERS, TIGHT = 34, 27  # units: a digit, and one with a sign
PIXELS, EACH = 60, 9  # that it is wide, and for each space across besides
READABLE = 9.1  # pixels that the smallest letters have


class Numbers:
    """The numbers of a power on a board: as far as it gives any, and a ring more."""

    def __init__(self, artist: Artist, ground: Ground, grid: Grid, piece: Piece) -> None:
        self.artist, self.ground, self.grid, self.piece = artist, ground, grid, piece
        away = grid.board.shape.distance[grid.middle]
        self.spaces = [at for at in range(grid.board.spaces.size) if 0 <= away[at] <= grid.rings + 1]

    def drawn(self, name: str, title: str, told: str) -> Markup:
        """With a title and a description for those who cannot see it; `name` tells it from others on a page."""
        left, top, wide, high = self.frame
        across, smallest = round(wide / SCALE), min(map(letters, self.grid.amounts.values()), default=LETTERS)
        parts = (
            f'<figure class="board" style="width: {max(PIXELS + EACH * across, ceil(READABLE * wide / smallest))}px">',
            f'<svg viewBox="{short(left)} {short(top)} {short(wide)} {short(high)}" role="img" '
            f'aria-labelledby="{name}-title {name}-text" xmlns="http://www.w3.org/2000/svg">',
            f'<title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-text">{escape(told)} {self.counted}.</desc>',
            f'<g class="drawn {self.ground.css}">',
            *(path("space", self.ground.layout.outlines[at]) for at in self.spaces if at not in self.grid.amounts),
            *(path("space given", self.ground.layout.outlines[at]) for at in self.grid.amounts),
            *self.numbers,
            *lying([self.artist.body(self.piece, self.grid.board)], *self.place(self.grid.middle), self.radius, False),
            "</g>",
            "</svg>",
            "</figure>",
        )
        return Markup("\n".join(parts))

    @property
    def radius(self) -> float:
        return self.ground.layout.radius

    def place(self, at: int) -> Point:
        return self.ground.layout.places[at]

    @property
    def frame(self) -> tuple[float, float, float, float]:
        columns, rows = zip(*map(self.place, self.spaces), strict=True)
        left, top = (min(values) - AROUND * SCALE for values in (columns, rows))
        right, foot = (max(values) + AROUND * SCALE for values in (columns, rows))
        return left, top, right - left, foot - top

    @property
    def numbers(self) -> Iterator[str]:
        for at, amount in self.grid.amounts.items():
            yield words("given", said(amount), *self.place(at), letters(amount))

    @property
    def counted(self) -> str:
        """On how many spaces which number stands, the largest first."""
        several = Counter(self.grid.amounts.values())
        ordered = sorted(several, key=lambda amount: -amount.high)
        return ", ".join(f"{several[amount]} × {said(amount)}" for amount in ordered)


def letters(amount: Amount) -> int:
    return TIGHT if len(said(amount)) > 1 else LETTERS


def said(amount: Amount) -> str:
    """A number; what is taken from or added to dice with its sign."""
    if amount.known:
        return str(amount.high)
    return f"–{-amount.by}" if amount.by < 0 else f"+{amount.by}"
