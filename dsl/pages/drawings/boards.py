"""Boards as drawings (SVG): spaces in their style, those that tables and names tell of, what stands on them, and below
what it all means."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby
from math import inf
from zlib import crc32

from markupsafe import Markup

from dsl.board.shapes import Point
from dsl.model.world import BoardInfo
from dsl.pages.cards.paper import width
from dsl.pages.drawings.asides import TRAY, Asides, Bar, Tray
from dsl.pages.drawings.icons import used
from dsl.pages.drawings.layouts import SCALE, USUALLY, Layout, layout_of, written
from dsl.pages.drawings.lettering import PART, block, fine, short
from dsl.pages.drawings.look import Look
from dsl.pages.drawings.orbits import ROOM, Home, Homes, Middle, inside, named_inside
from dsl.pages.drawings.pieces import THINGS, Body, drawn, heap, lying
from dsl.pages.drawings.sides import Side
from dsl.pages.drawings.svg import box, round_, words
from dsl.pages.drawings.tiles import Tile
from dsl.pages.drawings.tiles import drawn as tile_drawn

TWO = 0.95  # how large letters of two lines are
LINE, SAMPLE, LABEL = 34, 14, 14  # of the legend: how high a line is, half of a sample, how large the letters
MOST_LINES = 10  # of the legend
USUAL = 540  # how wide a drawing is whose legend is as large as usual, at most
LANE = "route"  # the style of a line from space to space
BRIEF = 6  # letters of a name that can be larger on a phone
LETTERS = (13, 5)  # the largest and the smallest of words in a space


@dataclass(frozen=True)
class Sample:
    """A line of the legend: a piece as it is drawn, or a space in a style with a symbol on it, as on its board."""

    told: str
    body: Body | None = None
    css: str = ""
    symbol: str = ""
    letters: str = ""
    ground: str = "plain"
    is_round: bool = False


@dataclass(frozen=True)
class Lot:
    """Spaces that a table names, in words; `colours` are those of their owners, `symbols` what is drawn on them, and
    `marks` what is told of them in words. `samples` say what it means."""

    told: str
    colours: Mapping[int, str]
    symbols: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, str] = field(default_factory=dict)
    samples: tuple[Sample, ...] = ()


@dataclass(frozen=True)
class Ground:
    """A board without what stands on it: its layout, what it is made of, the spaces that are called something (each
    with its name and its icon), and those that tables name. `middle` is
    what lies in the middle of rings; `asides` are the trays and the bar of points, or the places outside rings. `own`
    are names of spaces in place of their coordinates, `sides` those that players have to join, `lanes` the lines from
    space to space that tables tell of, by what these are called."""

    layout: Layout
    css: str
    spots: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    lots: Sequence[Lot] = ()
    ordered: bool = False
    middle: Middle | None = None
    tints: Mapping[int, str] = field(default_factory=dict)
    asides: Asides | Homes | None = None
    own: Mapping[int, str] = field(default_factory=dict)
    sides: Sequence[Side] = ()
    lanes: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    part: float = USUALLY

    def with_names(self, own: Mapping[int, str]) -> Ground:
        """With names of spaces in place of their coordinates, which then stand nowhere."""
        beside = self.layout.style == "paths"
        layout = self.layout.with_names(own) if beside else replace(self.layout, names=())
        return replace(self, own={} if beside else own, layout=layout) if own else self

    @property
    def samples(self) -> list[Sample]:
        return [*(sample for lot in self.lots for sample in lot.samples), *self.lines_told]

    @property
    def lines_told(self) -> list[Sample]:
        """What the lines on it are called."""
        return [Sample(name, None, LANE) for name in self.lanes]

    def is_marked(self, number: int) -> bool:
        """Whether something is drawn on a space itself."""
        told = (lot for lot in self.lots if lot.symbols.get(number) or lot.marks.get(number))
        return number in self.spots or next(told, None) is not None

    def colour(self, number: int) -> str:
        """The colour of a space that a table names."""
        return next((lot.colours[number] for lot in self.lots if lot.colours.get(number)), "")

    def lines(
        self, taken: Container[int] = (), shown: Iterable[int] | None = None, whole: bool = True
    ) -> Iterator[str]:
        """The board and its spaces, of these only the shown ones, with what is beside them if it is drawn as a `whole`;
        nothing is drawn where a space is taken."""
        layout = self.layout
        order = sorted(range(len(layout.places)) if shown is None else shown)
        yield from layout.under
        for tone, css in ((False, "space"), (True, "space second")):
            data = "".join(layout.outlines[n] for n in order if (n in layout.second) is tone)
            if data and layout.style != "crossings":
                yield f'<path class="{css}" d="{data}"/>'
        for lot in self.lots:
            yield from self.lot(lot, [n for n in order if n in lot.colours], taken)
        data = "".join(layout.outlines[n] for n in order if n in self.spots and n not in self.tints)
        if data:
            yield f'<path class="spot" d="{data}"/>'
        yield from (
            f'<path class="own spotted {self.tints[n]}" d="{layout.outlines[n]}"/>' for n in order if n in self.tints
        )
        ends = (tuple(layout.places[n] for n in lane) for lanes in self.lanes.values() for lane in lanes)
        data = "".join(f"M{short(x)} {short(y)}L{short(a)} {short(b)}" for (x, y), (a, b) in ends)
        yield f'<path class="{LANE}" d="{data}"/>' if data else ""
        yield from (line for one in self.sides for line in one.lines())
        yield from inside(layout, self.middle) if self.middle else ()
        yield from self.beside() if whole else ()

    def beside(self, part: float = 0) -> Iterator[str]:
        """The places outside the spaces, and all names, in letters of that part of the width, or the usual one."""
        yield from self.asides.empty() if self.asides else ()
        yield from self.layout.named(part or self.part)

    def lot(self, lot: Lot, numbers: Sequence[int], taken: Container[int]) -> Iterator[str]:
        """The spaces of a table, tinted; with a sign or an icon."""
        layout = self.layout
        by_colour = sorted(numbers, key=lambda n: lot.colours[n])
        for colour, alike in groupby(by_colour, key=lambda n: lot.colours[n]):
            data = "".join(layout.outlines[n] for n in alike)
            yield f'<path class="{f"own {colour}" if colour else "space second lot"}" d="{data}"/>'
        for number in numbers:
            (x, y), r = layout.places[number], layout.radius
            symbol, colour, mark = lot.symbols.get(number, ""), lot.colours[number], lot.marks.get(number, "")
            if number in taken:
                continue
            if symbol.startswith("sign"):
                yield round_(f"double {colour}", x, y, 0.42 * r)
                yield used(symbol, x, y, 0.24 * r, f"on {colour}")
            elif symbol:
                yield symbolic(
                    symbol, x, y, (0.42 if symbol.startswith("thing-") else 0.56) * r, "told" if mark else "pale"
                )
            elif mark:
                yield from self.worded(mark, x, y, r)

    def worded(self, text: str, x: float, y: float, r: float) -> Iterator[str]:
        yield from block((text,), (x - 0.86 * r, y - 0.4 * r, 1.72 * r, 0.8 * r), LETTERS, "inside", bold=True)

    def spot_told(self, number: int, taken: bool, lettered: bool = False) -> Iterator[str]:
        """What a space is called, with its icon, smaller where its letters stand there; above it, if it is taken. On a
        network its name stands beside it anyway."""
        (name, icon), (x, y), r = self.spots[number], self.layout.places[number], self.layout.radius
        if self.layout.style == "paths":
            yield used(f"icon-{icon}", x, y, 0.56 * r, "pale") if icon and not taken else ""
            return
        if icon and not taken:
            yield used(
                f"icon-{icon}", x, y + (0.04 if lettered else -0.12) * r, (0.36 if lettered else 0.44) * r,
                f"toned {self.tints[number]}" if number in self.tints else "pale",
            )  # fmt: skip
        low = y + (0.42 if icon else -0.25) * r if not taken else y - (1.58 if lettered else 1.45) * r
        css = "called brief" if len(name) <= BRIEF else "called"
        yield from block((name,), (x - 0.8 * r, low, 1.6 * r, (0.42 if taken else 0.52) * r), LETTERS, css, bold=True)

    def standing(self, pieces: Mapping[int, Sequence[Body]]) -> Iterator[str]:
        """What stands on the spaces."""
        for number, bodies in pieces.items():
            yield from self.stack(number, bodies) if bodies else ()

    def stack(
        self, number: int, bodies: Sequence[Body], at: tuple[float, float] | None = None, radius: float = 0,
        braced: bool = True,
    ) -> Iterator[str]:  # fmt: skip
        """All that lies on a space, in its middle or elsewhere."""
        (x, y), way = at or self.layout.places[number], self.layout.heaps.get(number)
        r = radius or self.layout.radius
        if way is None:
            yield from lying(bodies, x, y, r, self.ordered, braced)
        else:
            yield from heap(bodies, x, y, r * 0.96, way)


def ground_of(
    board: BoardInfo,
    look: Look,
    spots: Mapping[int, tuple[str, str]] | None = None,
    lots: Sequence[Lot] = (),
    homes: Sequence[Home] = (),
    middle: Middle | None = None,
    tints: Mapping[int, str] | None = None,
    turn: float = 0,
    trays: Sequence[Tray] = (),
    bar: Bar | None = None,
    on_paper: bool = False,
) -> Ground:
    """A board as it looks; rings turned so far."""
    style, outside = look.styles.get(board.name, "tiles"), ROOM if homes else TRAY if trays else 0
    layout = layout_of(board.one, style, outside, turn, on_paper)
    asides = Asides(layout, trays, bar) if layout.style == "points" else Homes(layout, tuple(homes)) if homes else None
    if layout.style == "paths":
        layout = layout.with_names({number: name for number, (name, _) in (spots or {}).items()})
    css = f"{look.grounds.get(board.name, 'plain')} {layout.style}"
    labels = [
        *(asides.labels() if isinstance(asides, Homes) else ()),
        *([named_inside(layout, middle)] if middle else []),
    ]
    layout = replace(layout, labels=tuple(labels) if layout.radii else ())
    found = Ground(layout, css, spots or {}, lots, board.ordered, middle, tints or {}, asides)
    return replace(found, part=inf) if on_paper else found  # where all is large


def drawing(
    ground: Ground,
    name: str,
    title: str,
    description: str,
    pieces: Mapping[int, Sequence[Body]],
    samples: Sequence[Sample] = (),
    tiles: Mapping[int, Tile] | None = None,
    aside: Mapping[int, Sequence[Body]] | None = None,
    css: str = "board",
) -> Markup:
    """The board with what stands on its spaces and `aside`, in the places around it, and what that means below it.

    It is a figure of this class, with a title and a description for those who cannot see it; `name` tells it from
    others on a page.
    """
    wide, high = ground.layout.size
    below, told = legend([*ground.samples, *samples], wide, high, scale=max(1.0, wide / USUAL))
    told_of = (line for number in ground.spots for line in ground.spot_told(number, number in pieces))
    laid = (
        line for n, one in (tiles or {}).items() for line in tile_drawn(one, ground.layout.places[n], SCALE, "grey")
    )
    around = ground.asides.lines(aside or {}, (), {}) if ground.asides else ()
    inside = (*ground.lines(pieces), *laid, *told_of, *ground.standing(pieces), *around)
    lines = (f'<g class="drawn {ground.css}">', *inside, "</g>", explained(told))
    return figure(
        "board broad" if ground.layout.radii else css,
        name,
        title,
        description,
        (wide, high + below),
        f"max-width: {short(wide)}px; --wide: {short(wide)}; --below: {short(below)}; --most: {short(wide)}px",
        lines,
    )


def figure(
    css: str, name: str, title: str, description: str, size: tuple[float, float], style: str, lines: Iterable[str],
    captioned: bool = True,
) -> Markup:  # fmt: skip
    """A picture of so much width and height, with a title that is shown, unless it stands beside the picture, and a
    description that is read out."""
    parts = [
        f'<figure class="{css}">',
        f'<svg viewBox="0 0 {short(size[0])} {short(size[1])}" role="img" aria-labelledby="{name}-title {name}-text" '
        f'style="{style}" xmlns="http://www.w3.org/2000/svg">',
        f'<title id="{name}-title">{escape(title)}</title>',
        f'<desc id="{name}-text">{escape(description)}</desc>',
        *lines,
        "</svg>",
        f"<figcaption>{escape(title[:1].upper() + title[1:])}</figcaption>" if captioned else "",
        "</figure>",
    ]
    return Markup("\n".join(filter(None, parts)))


# --------------------------------------------------------------------------------------------------------------- legend


def legend(
    samples: Sequence[Sample],
    wide: float,
    top: float,
    left: float = 0,
    shared: bool = False,
    scale: float = 1,
    part: float = PART,
) -> tuple[float, list[str]]:
    """What is in a picture, below it, in lines of so much width, of so much of its usual size, in letters of that part
    of the width at least; and how high that is. `shared`: pieces in it are drawn once on the page (`key_drawn`)."""
    lines: list[str] = []
    row, at, high = 0, 0.0, scale * LINE
    size = max(scale * LABEL, wide / part)
    for sample in list(dict.fromkeys(samples))[:MOST_LINES]:
        room = min(wide, scale * (2 * SAMPLE + 8) + size * (1.2 + width(sample.told)))
        if at > 0 and at + room - 0.6 * size > wide:
            row, at = row + 1, 0.0
        place = left + at + 4, top + (row + 0.5) * high + 3
        lines += entry(sample, place, (wide - at, size), scale, shared)
        at += room
    return (high * (row + 1) + 3, lines) if lines else (0.0, [])


def explained(lines: Sequence[str]) -> str:
    """A legend, which is smaller where there is room."""
    return f'<g class="legend">{"".join(lines)}</g>' if lines else ""


def entry(sample: Sample, place: Point, room: tuple[float, float], scale: float, shared: bool) -> Iterator[str]:
    """A line of the legend; `room` is how wide it can be, and how large its letters are."""
    (left, y), half = place, scale * SAMPLE
    x = left + half
    if sample.body is not None and shared:
        smaller = f" scale({fine(scale)})" if scale < 1 else ""
        where = f'transform="translate({short(x)} {short(y)}){smaller}"'
        yield f'<use href="#{key_of(sample.body)}" {where}/>'
    elif sample.body is not None:
        yield f'<g class="drawn">{"".join(drawn(sample.body, x, y, half * 1.1))}</g>'
    else:
        colour = sample.css.removeprefix("own ")
        css = f"on {colour}" if sample.symbol.startswith("sign") else "told"
        symbol = symbolic(sample.symbol, x, y, half * 0.6, css) if sample.symbol else ""
        if sample.letters:
            symbol = words("inside", sample.letters, x, y, half * 0.9)
        square = "".join(
            box(css, left, y - half, 2 * half, 2 * half, half if sample.is_round else 3)
            for css in ("space", sample.css)
        )
        if sample.css == LANE:
            square = f'<path class="{LANE}" d="M{short(left)} {short(y)}h{short(2 * half)}"/>'
        yield f'<g class="drawn {sample.ground}">{square}{symbol}</g>'
    yield from named(sample.told, (left + 2 * half + 8 * scale, y), (room[0] - 2 * half - 8 * scale - 4, room[1]))


def named(told: str, place: Point, room: tuple[float, float]) -> Iterator[str]:
    """A name at the right of a point in so much width and letters of so much size, in two lines if it is long: what
    stands behind a comma in the second, if there is any."""
    (x, y), (wide, most) = place, room
    words_ = told.split()
    cuts = [k for k in range(1, len(words_)) if words_[k - 1].endswith(",")] or range(1, len(words_))
    ways = [[told], *([" ".join(words_[:k]), " ".join(words_[k:])] for k in cuts)]
    sizes = [min(most * (1 if len(lines) == 1 else TWO), wide / max(*map(width, lines), 0.1)) for lines in ways]
    lines = ways[sizes.index(max(sizes))]
    for number, line in enumerate(lines):
        yield words("key", line, x, y + (number - (len(lines) - 1) / 2) * max(sizes), max(sizes))


def symbolic(symbol: str, x: float, y: float, half: float, css: str) -> str:
    """An icon, a sign or a thing on a space."""
    if not symbol.startswith("thing-"):
        return used(symbol, x, y, half, css)
    return f'<g class="piece printed">{"".join(THINGS[symbol.removeprefix("thing-")](x, y, 1.2 * half))}</g>'


def key_of(body: Body) -> str:
    """By what a piece of a legend is known on a page."""
    return f"key-{crc32(repr(body).encode()):x}"


def key_drawn(body: Body) -> str:
    """A piece for the legends of a page."""
    return f'<g class="drawn" id="{key_of(body)}">{"".join(drawn(body, 0, 0, SAMPLE * 1.1))}</g>'


__all__ = [
    "SCALE",
    "Ground",
    "Lot",
    "Sample",
    "drawing",
    "explained",
    "figure",
    "ground_of",
    "key_drawn",
    "legend",
    "written",
]
