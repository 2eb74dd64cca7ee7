"""Boards that are larger than a page: how large they are printed, and where they are cut in parts that are glued on to
one another. Lengths on paper are in millimetres, those of the drawing in its units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import pairwise, product
from math import prod

from dsl.board.shapes import Point
from dsl.pages.cards.paper import width
from dsl.pages.drawings.boards import SCALE
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.parts import clipped, rectangle
from dsl.pages.drawings.svg import box, path
from dsl.pages.print_kit.sheets import HEAD, LOW, WIDE
from dsl.pages.print_kit.tokens import SIDE

MOST_PAGES = 7  # beside one another
SPACE, GLUED = 25.0, 5.0  # how wide a space is in parts of a board; what lies under the next part
LEAST, LEAST_HEXAGON = SIDE + 2, 1.37 * SIDE  # how wide a space is at least: a die has room on it
MUCH = 1.1  # times larger is worth turning the page
ROOM = WIDE, LOW - HEAD  # how wide and how high a part is at most
INSIDE = 0.85  # of the room of a space is not cut
ASIDE = 0.2  # of a part is a cut at most from where all parts are as large
FREE = 0.3  # of the size of letters is between a cut and a text
TEXT = re.compile(
    r'(?P<css><text class="(?!key)[^"]*" )x="(?P<x>[-\d.]+)" y="(?P<y>[-\d.]+)" font-size="(?P<size>[\d.]+)">'
    r"(?P<text>[^<]*)</text>"
)
Cuts = tuple[tuple[float, ...], tuple[float, ...]]
"""Where parts begin, across the page and down, in units of the drawing; and where the last ends."""


@dataclass(frozen=True)
class Part:
    """A part of a board on paper: where it begins, how wide and how high it is, and how far, but for what lies under
    the next one to the right or below, if there is one."""

    place: Point
    size: Point
    under: tuple[float | None, float | None]


def on_pages(wide: float, high: float, least: float) -> tuple[float, tuple[int, int]]:
    """How large a board is printed, whose spaces are so wide at least, in millimetres for a unit of its drawing, and on
    how many pages beside and below one another: as few as can be."""
    pages = sorted(product(range(1, MOST_PAGES), range(1, MOST_PAGES)), key=lambda pair: (pair[0] * pair[1], sum(pair)))
    scales = {(c, r): min(filled(c, ROOM[0]) / wide, filled(r, ROOM[1]) / high) for c, r in pages}
    found = next((pair for pair in pages if scales[pair] * SCALE >= least), pages[-1])
    return scales[found] if found == (1, 1) else min(scales[found], SPACE / SCALE), found


def is_across(wide: float, high: float, least: float) -> bool:
    """Whether a board lies across the page, because it needs fewer pages so or is much larger on as many."""
    (upright, pages), (across, others) = on_pages(wide, high, least), on_pages(high, wide, least)
    return (prod(others), -across) < (prod(pages), -upright * MUCH)


def filled(parts: int, room: float) -> float:
    """How long something in so many parts is at most, each but the last of which lies under the next a little."""
    return parts * (room - GLUED) + GLUED


def cut(size: Point, middles: Sequence[Point], radius: float, least: float) -> tuple[float, Cuts]:
    """How large a board is printed and where it is cut, whose spaces, of so much room, have their middles there and
    are so wide at least: where no space is cut, if that is near."""
    scale, parts = on_pages(*size, least)
    across, down = (
        cuts(size[k], parts[k], GLUED / scale, [middle[k] for middle in middles], INSIDE * radius) for k in (0, 1)
    )
    most = [
        (room - (GLUED if further else 0)) / (end - start)
        for room, ends in zip(ROOM, (across, down), strict=True)
        for further, (start, end) in zip(range(len(ends) - 2, -1, -1), pairwise(ends), strict=True)
    ]
    return min(scale, *most), (across, down)


def cuts(length: float, parts: int, glued: float, middles: Sequence[float], half: float) -> tuple[float, ...]:
    """Where equal parts of a length begin, and where the last ends, moved to the widest gap between spaces nearby, at
    its side where it is wider than others: something may be written there."""
    lines, step = sorted({round(middle, 1) for middle in middles}), (length - glued) / parts
    gaps = [(one, other) for one, other in pairwise(lines) if other - one > 2 * half]
    usual = min((other - one for one, other in gaps), default=0.0) / 2
    sides = {(at, other - one) for one, other in gaps for at in (one + usual, other - usual)}
    free = [(at, wide) for at, wide in sides if all(abs(at - line) > half for line in lines)]
    found = [0.0]
    for number in range(1, parts):
        equal = number * step
        near = [(abs(at - equal) - wide, at) for at, wide in free if abs(at - equal) <= ASIDE * step]
        found.append(min(near)[1] if near else equal)
    return *found, length


def is_whole(ends: Cuts) -> bool:
    """Whether it is on one page."""
    return all(len(one) == 2 for one in ends)


def upright(ends: Cuts, across: float) -> Cuts:
    """Where a board is cut that lies so wide across the page, if it does, as it is drawn."""
    return (tuple(across - y for y in reversed(ends[1])), ends[0]) if across else ends


def off_cuts(line: str, ends: Cuts) -> str:
    """A line of a drawing in which no text lies where the board is cut, if it is written level: each is moved to the
    nearer side."""
    xs, ys = ends

    def moved(found: re.Match[str]) -> str:
        x, y, size = (float(found[key]) for key in ("x", "y", "size"))
        half = width(unescape(found["text"]), bold=True) * size / 2 + FREE * size
        x += nearest(x, half, xs[1:-1])
        y += nearest(y - 0.35 * size, (0.4 + FREE) * size, ys[1:-1])
        return f'{found["css"]}x="{short(x)}" y="{short(y)}" font-size="{found["size"]}">{found["text"]}</text>'

    return line if "transform" in line else TEXT.sub(moved, line)


def nearest(middle: float, half: float, cuts_: Iterable[float]) -> float:
    """How far something so long is moved that would be cut."""
    through = [at - middle for at in cuts_ if abs(at - middle) < half]
    return through[0] - half if through and through[0] >= 0 else through[0] + half if through else 0.0


def parts_of(ends: Cuts, scale: float) -> Iterator[Part]:
    """The parts of a board that is printed so large, row by row."""
    across, down = ([(a * scale, b * scale) for a, b in pairwise(one)] for one in ends)
    for (top, low), (left, right) in product(down, across):
        under = (right - left if right < across[-1][1] else None, low - top if low < down[-1][1] else None)
        wide, high = right - left + (GLUED if under[0] else 0), low - top + (GLUED if under[1] else 0)
        yield Part((left, top), (wide, high), under)


def part_of_board(part: Part, key: str, whole: str) -> Iterator[str]:
    """One of the parts of a board. What lies under the next parts is marked."""
    (left, top), (wide, high), (right, low) = part.place, part.size, part.under
    css = "board next" if left or top else "board"
    yield f'<g class="{css}" transform="translate({short(-left)} {short(HEAD - top)})">'
    yield clipped(key, rectangle((left, top, wide, high), "", 0), whole)
    yield "</g>"
    yield box("trim", 0, HEAD, wide, high)
    glued = f"M{short(right)} {short(HEAD)}v{short(high)}" if right else ""
    glued += f"M0 {short(HEAD + low)}h{short(wide)}" if low else ""
    yield path("glue", glued) if glued else ""
