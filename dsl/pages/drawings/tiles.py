"""What pieces show at their sides, drawn (SVG): lines as curves from side to side, values as words or spots of colour.

All of it lies around the middle of a space, x to the right and y down, in widths of a space.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import hypot

from dsl.board.shapes import Point, Shape
from dsl.model.sides import drawn_along, lines_on, shown_on
from dsl.model.world import Attribute, Kind, Shown, World
from dsl.pages.drawings.lettering import block, fine, short
from dsl.pages.drawings.palette import said_colour
from dsl.pages.drawings.svg import path
from dsl.prose.box import lines_drawn
from dsl.prose.speech import Speech, plain

INNER = 0.92  # of a space is what a tile covers
RIM, BROAD = 1 / 60, 1 / 12  # how broad its outline is, and how broad lines on it
AT_EDGE, WORD = 0.36, (0.3, 0.16)  # how far from the middle a word at a side stands, and the room that it has
LETTERS = (0.13, 0.06)
SPOT = 0.09  # the radius of a spot of colour
PALE = ("white", "grey")  # styles of tiles on which lines are drawn as on those of none
PRINTED = "printed"  # the style of what lies on no tile


@dataclass(frozen=True)
class Tile:
    """The outline of a piece, its lines, and what stands at its sides, in the words of the rulebook. What is printed on
    a board has no outline of its own."""

    outline: tuple[Point, ...]
    lines: tuple[tuple[Point, Point], ...] = ()
    values: tuple[tuple[Point, str], ...] = ()


def tile(world: World, kind: Kind, had: Mapping[Attribute, int], heading: int = -1) -> Tile | None:
    """A piece that has this, lying as `heading` says (below 0: as it is printed); None if it is not known what it has,
    or its sides cannot be drawn."""
    lines: dict[frozenset[Point], tuple[Point, Point]] = {}
    values: list[tuple[Point, str]] = []
    shape = None
    for shown in shown_on(world, kind):
        shape = world.board_of(directions_of(shown)).one
        if shape.lattice is None:
            return None
        turn = heading - directions_of(shown).start if shown.turned and heading >= 0 else 0
        for side, attribute in shown.sides.items():
            value = had.get(attribute)
            if value is None or shown.kind.is_nothing(value):
                continue
            here = edge(shape, shown, side, turn)
            if shown.kind is shown.along:
                there = edge(shape, shown, value, turn)
                lines.setdefault(frozenset((here, there)), (here, there))
            else:
                values.append((here, said(shown.kind, value)))
    if shape is None or not had:
        return None
    outline = tuple((x * INNER, y * INNER) for x, y in shape.outline)
    return Tile(outline, tuple(lines.values()), tuple(values))


def said(kind: Kind, value: int) -> str:
    return str(value) if kind.sort == "range" else (kind.labels or kind.elements)[value - kind.start]


def directions_of(shown: Shown) -> Kind:
    return shown.placed.kind if shown.placed else shown.along


def edge(shape: Shape, shown: Shown, side: int, turn: int) -> Point:
    """Where a direction leaves a tile that is turned so far; of several rows of a side each has its part of it."""
    assert shape.lattice is not None
    directions = directions_of(shown)
    way, place = side, 0.0
    if shown.placed is not None:
        rows = shown.placed.constant or ()
        way = rows[side - shown.along.start]
        alike = [row for row, other in enumerate(rows, shown.along.start) if other == way]
        place = (alike.index(side) + 1) / (len(alike) + 1) - 0.5
    steps = shape.lattice.steps
    x, y = shape.lattice.centre(*steps[(way - directions.start + turn) % directions.size % len(steps)])
    x, y = x * INNER / 2, y * INNER / 2
    return round(x - 2 * y * place, 4), round(y + 2 * x * place, 4)  # clockwise along the side


def drawn(found: Tile, middle: Point, scale: float, css: str) -> Iterator[str]:
    """The tile around a point, in a drawing in which a space is so wide."""
    left, top = middle
    corners = " ".join(f"{fine(left + x * scale)},{fine(top + y * scale)}" for x, y in found.outline)
    yield f'<polygon class="tile {css}" points="{corners}" stroke-width="{fine(RIM * scale)}"/>' if corners else ""
    if found.lines:
        paths = "".join(curve(one, other, middle, scale) for one, other in found.lines)
        yield path(track(found, css), paths, BROAD * scale)
    yield from worded(found, middle, scale)


def laid(found: Iterable[tuple[Tile, Point, str]], scale: float) -> Iterator[str]:
    """Tiles around points, each in a style; the outlines of those in one style are one shape, and so are the lines of
    those on which they have one colour."""
    ordered = sorted(found, key=lambda one: one[2])
    for css, alike in groupby(ordered, key=lambda one: one[2]):
        outlines = "".join(outline(one, middle, scale) for one, middle, _ in alike if one.outline)
        yield path(f"tile {css}", outlines, RIM * scale) if outlines else ""
    for css, alike in groupby(sorted(ordered, key=track_of), key=track_of):
        lines = "".join(curve(*line, middle, scale) for one, middle, _ in alike for line in one.lines)
        yield path(css, lines, BROAD * scale) if lines else ""
    for one, middle, _ in ordered:
        yield from worded(one, middle, scale)


def track(found: Tile, css: str) -> str:
    """The style of lines on a tile: on one of a colour they have that of what is written there."""
    style = css if found.outline else PRINTED
    return f"track {style}" if style and style not in PALE else "track"


def track_of(one: tuple[Tile, Point, str]) -> str:
    found, _, css = one
    return track(found, css)


def outline(found: Tile, middle: Point, scale: float) -> str:
    corners = (f"{short(middle[0] + x * scale)} {short(middle[1] + y * scale)}" for x, y in found.outline)
    return f"M{'L'.join(corners)}z"


def worded(found: Tile, middle: Point, scale: float) -> Iterator[str]:
    """What stands at the sides of a tile."""
    left, top = middle
    for (x, y), word in found.values:
        inwards = AT_EDGE / max(hypot(x, y), 0.01)
        at = left + x * inwards * scale, top + y * inwards * scale
        yield from value(word, at, scale)


def curve(one: Point, other: Point, middle: Point, scale: float) -> str:
    """From one side to another, bent towards the middle of the tile."""
    (left, top), ((x, y), (to_x, to_y)) = middle, (one, other)
    start, end = (f"{fine(left + a * scale)} {fine(top + b * scale)}" for a, b in ((x, y), (to_x, to_y)))
    return f"M{start}Q{fine(left)} {fine(top)} {end}"


def value(word: str, at: Point, scale: float) -> Iterator[str]:
    """A colour as a spot, any other value as a word."""
    x, y = at
    colour = said_colour(word.split())
    if colour:
        yield f'<circle class="token {colour}" cx="{fine(x)}" cy="{fine(y)}" r="{fine(SPOT * scale)}"/>'
        return
    wide, high = (length * scale for length in WORD)
    largest, least = LETTERS
    yield from block((word,), (x - wide / 2, y - high / 2, wide, high), (largest * scale, least * scale), "side")


def lines_told(speech: Speech, kind: Kind, had: Mapping[Attribute, int]) -> list[str]:
    """The lines on a piece as it is printed, as a table says them."""
    along, found = drawn_along(speech.book.world, kind), lines_on(speech.book.world, kind, had)
    return [plain(speech.words(lines_drawn(speech.scope(), along, found)))] if along and found else []


def printed_on(world: World, kind: Kind, told: Sequence[tuple[str, str]]) -> dict[Attribute, int]:
    """What never changes of a piece of which these values are told; nothing where they do not say which piece it is."""
    constants = {a: a.constant for a in world.attributes(kind) if a.constant is not None}
    names = dict(told)
    known = [(a, names[a.name]) for a in constants if a.name in names]
    if not known:
        return {}
    for number in range(kind.start, kind.stop):
        values = {a: constant[number - a.of.start] for a, constant in constants.items()}
        if all(_says(a.kind, values[a], value) for a, value in known):
            return values
    return {}


def _says(kind: Kind, value: int, told: str) -> bool:
    """Whether a value is told in these words."""
    return not kind.is_nothing(value) and told in (str(value) if kind.sort == "range" else "", kind.element(value))


def heading_of(world: World, kind: Kind, told: Sequence[tuple[str, str]]) -> int:
    """Along which direction a piece lies of which this is told; -1 if that is not told."""
    turned = next((shown.turned for shown in shown_on(world, kind) if shown.turned), None)
    name = dict(told).get(turned.name) if turned else None
    return turned.kind.start + turned.kind.elements.index(name) if turned and name else -1
