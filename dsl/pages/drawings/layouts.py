"""Where the spaces of a board are drawn in each style, what lies under them, and where their names stand.

All lengths are in units of which a space is 60 wide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import atan2, cos, hypot, pi, radians, remainder, sin

from dsl.board.shapes import Point, Shape
from dsl.pages.cards.paper import width
from dsl.pages.drawings.lettering import PART, short
from dsl.pages.drawings.look import Style
from dsl.pages.drawings.svg import box, path, round_, words

SCALE = 60
GAP = 0.94  # of a tile is seen
NAMED_AT = tuple(pi * part for part in (0.5, -0.5, 0.25, 0.75, -0.25, -0.75))  # sides on which names of discs stand
FREELY, FLAT_ON = 0.6, 0.1  # how far from a way that is, as an angle; what is above or below the middle
BESIDE = 9  # spaces of a track beside one another, at most
POINT_HIGH = 4.6 * SCALE  # how high a point is, and how wide the way between the two rows
BETWEEN = 1.2 * SCALE
NARROWEST = 0.95  # of the usual width of a space has one on the innermost ring, in its middle
NAME, NAMELESS = 13, 12  # letters at the edge, and how wide one without names is
FILLING, NEARLY = 1.05, 1.07  # of half of a space has for room what fills a hole, and what nearly touches the next
DOTTED, FOURTH, LARGE, DOT = 7, 13, 15, 4.5  # lines of a board with dots, with some further in, with some between
BARE = 0.36  # of a space is the body wide where no names are
MOSTLY = 0.8  # so much a side looks towards names, if some are there
SHORT, NEAR = 0.62, 0.5  # of a space is a side of the body long that is left out, and what it then goes further out
FLAT = 1.0  # twice so large is a corner that is none
RIM = 0.62  # of a space is the body wide around hexagons, at least
OUTSIDE, NAMED = 1.16, 0.47  # how wide all is outside them, and where names stand, of the width of the body
BAND = 0.08  # of a space is a band along its side
SMALL, USUALLY = 37.0, 55.0  # of the width of a small picture, or of one of all of a board, are its letters at least
LONG = 1.6 * SCALE  # a name beside a space is so wide at most


@dataclass(frozen=True)
class Label:
    """A text beside the spaces, around a point, turned by so many degrees."""

    css: str
    text: str
    x: float
    y: float
    size: float
    turn: float = 0

    @property
    def room(self) -> tuple[float, float, float, float]:
        """From where to where it goes: left, top, right and bottom."""
        wide, high, turn = width(self.text, bold=True) * self.size / 2, 0.4 * self.size, radians(self.turn)
        across = abs(wide * cos(turn)) + abs(high * sin(turn))
        down = abs(wide * sin(turn)) + abs(high * cos(turn))
        return self.x - across, self.y - down, self.x + across, self.y + down

    def written(self, further: str = "") -> str:
        return words(f"{self.css} {further}".strip(), self.text, self.x, self.y, self.size, self.turn)


@dataclass(frozen=True)
class Layout:
    """A board as it is drawn: how wide and high, the middle and the outline of each space, the radius of what stands
    there, what lies under all spaces, and the names at the edge.

    `second` are the spaces of the second tone; `heap`: the way in which pieces on a space lie beside one another, where
    that is not told by the room; `radii` are those of rings, the innermost first, around `middle`; `square`: spaces lie
    in rows so that a part of the board can be cut out along their sides; `labels` are texts that name no space.
    """

    style: Style
    size: Point
    places: tuple[Point, ...]
    outlines: tuple[str, ...]
    radius: float
    under: tuple[str, ...] = ()
    names: tuple[tuple[str, float, float], ...] = ()
    second: frozenset[int] = frozenset()
    heaps: Mapping[int, Point] = field(default_factory=dict)
    radii: tuple[float, ...] = ()
    middle: Point = (0.0, 0.0)
    square: bool = False
    labels: tuple[Label, ...] = ()

    @property
    def told(self) -> Iterator[Label]:
        """The names at the edge as they are in small pictures, and all other texts."""
        return self.texts(SMALL)

    def texts(self, part: float, wide: float = 0) -> Iterator[Label]:
        """The names at the edge, long ones smaller, and all other texts; letters are that part of the width at least
        where names have room for it: of all of it, or of a picture that is so wide."""
        has_room = not self.radii and self.style not in ("track", "paths")
        usual = max(NAME, (wide or self.size[0]) / part) if has_room else NAME
        for text, x, y in self.names:
            size = min(usual, LONG / max(width(text, bold=True), 0.1))
            yield Label("edge" if size == usual else "edge long", text, x, y, size)
        yield from self.labels

    def named(self, part: float) -> Iterator[str]:
        return (label.written() for label in self.texts(part))

    def with_names(self, own: Mapping[int, str]) -> Layout:
        """With names of their own in place of those of some spaces, where each space has its name beside it: these can
        be long, so that they stand below it or above it."""
        below = {n: (x, y + self.radius + 10) for n, (x, y) in enumerate(self.places) if self.names[n][1] != x}
        named = (
            (own.get(n, text), *(below.get(n, at) if n in own else at)) for n, (text, *at) in enumerate(self.names)
        )
        return replace(self, names=tuple(named))


def written(text: str, x: float, y: float, css: str, size: float = NAME) -> str:
    """A short text around a point."""
    return words(css, text, x, y, size)


def layout_of(shape: Shape, style: Style, outside: float = 0, turn: float = 0, on_paper: bool = False) -> Layout:
    """A board in a style; outside rings, and at the right of points, so much room is left; rings are turned so far.
    Names that are only read `on_paper` need less room around hexagons. Styles that do not suit its shape are drawn as
    tiles, or as paths where it has no rows."""
    if style == "rings":
        return rings(shape, outside, turn)
    if style == "points":
        return points(shape, outside)
    if shape.word == "line":
        return track(shape)
    if shape.lattice is None or style in ("paths", "track"):
        return paths(shape, style)
    if shape.word in ("grid", "grid-with-corners", "open-grid"):
        return grid(shape, style)
    return hexes(shape, RIM * SCALE, RIM * SCALE) if on_paper else hexes(shape, rim(shape), BARE * SCALE)


# ---------------------------------------------------------------------------------------------------------------- grids


def grid(shape: Shape, style: Style) -> Layout:
    """Squares with letters and numbers in a frame around them."""
    frame, both = framed(shape), style in ("chequered", "crossings")
    bare = frame if both or style == "holes" else NAMELESS  # above and at the right, where no names are
    places = tuple((x * SCALE + frame + SCALE / 2, y * SCALE + bare + SCALE / 2) for x, y in centred(shape))
    wide, high = max(x for x, _ in places) + SCALE / 2 + bare, max(y for _, y in places) + SCALE / 2 + frame
    dark = frozenset(number for number, (x, y) in enumerate(shape.cells) if (x + y) % 2 == 0)
    body = box("body", 0, 0, wide, high, 10)
    names = tuple(at_edge(shape, places, (wide, high), frame / 2, both))
    half = SCALE / 2
    match style:
        case "chequered":
            outlines = tuple(square(x, y, half, 0) for x, y in places)
            field_ = box("field", frame - 1, frame - 1, wide - 2 * frame + 2, high - 2 * frame + 2)
            return Layout(style, (wide, high), places, outlines, half, (body, field_), names, dark, square=True)
        case "holes":
            outlines = tuple(circle(x, y, half * 0.8) for x, y in places)
            plate = frame * 0.85
            within = plate + 4
            body = box("plate", plate, plate, wide - 2 * plate, high - 2 * plate, 10)
            body += box("plate inner", within, within, wide - 2 * within, high - 2 * within, 7)
            return Layout(style, (wide, high), places, outlines, half * FILLING, (body,), names, square=True)
        case "crossings":
            outlines = tuple(circle(x, y, half * 0.9) for x, y in places)
            under = (body, *lines(places), *dots(places))
            return Layout(style, (wide, high), places, outlines, half * NEARLY, under, names, square=True)
        case _:  # all other styles are drawn as tiles on a grid
            outlines = tuple(square(x, y, half * GAP, 3) for x, y in places)
            return Layout("tiles", (wide, high), places, outlines, half * GAP, (body,), names, square=True)


def framed(shape: Shape) -> float:
    """How wide the frame of a grid is: as wide as the longest name in letters that can be read on a phone."""
    across = max(x for x, _ in centred(shape)) + 2
    names = {name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for name in shape.names}
    if shape.word == "open-grid":
        names = {name[name.index("Y") :] for name in shape.names}
    longest = max(width(name, bold=True) for name in names)
    return max(0.5, 1.1 * longest * across / PART) * SCALE


def centred(shape: Shape) -> Iterator[Point]:
    """The middles of spaces, the first ones at 0."""
    left, top = min(x for x, _ in shape.centres), min(y for _, y in shape.centres)
    return ((x - left, y - top) for x, y in shape.centres)


def at_edge(
    shape: Shape, places: Sequence[Point], size: Point, aside: float, both: bool
) -> Iterator[tuple[str, float, float]]:
    """The letters of files below and the numbers of ranks at the left; both also on the other side."""
    wide, high = size
    split = ("X", "Y") if shape.word == "open-grid" else None
    for at, x in sorted({(cell[0], x) for cell, (x, _) in zip(shape.cells, places, strict=True)}):
        name = next(shape.names[n] for n, cell in enumerate(shape.cells) if cell[0] == at)
        text = name[: name.index("Y")] if split else name.rstrip("0123456789")
        yield text, x, high - aside
        if both:
            yield text, x, aside
    for at, y in sorted({(cell[1], y) for cell, (_, y) in zip(shape.cells, places, strict=True)}):
        name = next(shape.names[n] for n, cell in enumerate(shape.cells) if cell[1] == at)
        text = name[name.index("Y") :] if split else name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        yield text, aside, y
        if both:
            yield text, wide - aside, y


def lines(places: Sequence[Point]) -> Iterator[str]:
    """Lines of which the spaces are the crossings, those at the edge thicker."""
    across, down = sorted({x for x, _ in places}), sorted({y for _, y in places})
    data = "".join(f"M{short(x)} {short(down[0])}V{short(down[-1])}" for x in across)
    data += "".join(f"M{short(across[0])} {short(y)}H{short(across[-1])}" for y in down)
    yield f'<path class="line" d="{data}"/>'
    yield box("line thick", across[0], down[0], across[-1] - across[0], down[-1] - down[0])


def dots(places: Sequence[Point]) -> Iterator[str]:
    """What the eye counts lines by on a board of crossings: near the corners, in the middle where there is one, and on
    a large board between."""
    across, down = sorted({x for x, _ in places}), sorted({y for _, y in places})
    few, some = min(len(across), len(down)), (marked(len(across)), marked(len(down)))
    if few < DOTTED:
        return
    corners = [(x, y) for x in some[0][::2] for y in some[1][::2]]
    middle = [(x, y) for x in some[0] for y in some[1] if (x, y) not in corners]
    if few < LARGE:
        middle = [one for one in middle if one == (some[0][1], some[1][1])]
    odd = len(across) % 2 == len(down) % 2 == 1
    yield path("dots", "".join(circle(across[x], down[y], DOT) for x, y in (*corners, *(middle if odd else ()))))


def marked(count: int) -> tuple[int, int, int]:
    """Of so many lines those with dots, counted from 0: the third or fourth from either end, and the middle."""
    edge = 2 if count < FOURTH else 3
    return edge, count // 2, count - 1 - edge


def hexes(shape: Shape, edge: float, bare: float) -> Layout:
    """Hexagons in a body, so wide around them where the first and the last space of each row have their names in it,
    and elsewhere."""
    corners = [(x * SCALE, y * SCALE) for x, y in shape.outline]
    middles = [(x * SCALE, y * SCALE) for x, y in centred(shape)]
    hull = blunt(convex([(x + dx, y + dy) for x, y in middles for dx, dy in corners]))
    ends = 0 if is_upright(shape) else 1  # along which axis names are
    body = grown(hull, lambda way: edge if abs(way[ends]) > MOSTLY else bare)
    left, top = (min(point[k] for point in body) for k in (0, 1))
    wide, high = (max(point[k] for point in body) - start for k, start in ((0, left), (1, top)))
    places = tuple((x - left, y - top) for x, y in middles)
    points = " ".join(f"{short(x - left)},{short(y - top)}" for x, y in body)
    outlines = tuple(polygon(x, y, corners, GAP) for x, y in places)
    return Layout(
        "tiles", (wide, high), places, outlines, SCALE / 2 * GAP, (f'<polygon class="body" points="{points}"/>',),
        tuple(of_rows(shape, places, edge)),
    )  # fmt: skip


def rim(shape: Shape) -> float:
    """How wide the body is around hexagons: as the longest name needs in letters that can be read on a phone."""
    across = max(x for x, _ in centred(shape)) + 1
    each = max(width(name, bold=True) for name in shape.names) / PART  # of the width of the drawing
    return max(RIM, (BAND + each * across / 2) / (NAMED - each * OUTSIDE)) * SCALE


def of_rows(shape: Shape, places: Sequence[Point], edge: float) -> Iterator[tuple[str, float, float]]:
    """The names of spaces at both ends of rows, outside them."""
    assert shape.lattice is not None
    upright = is_upright(shape)
    lines_: dict[int, list[int]] = {}
    for number, (x, y) in enumerate(places):
        lines_.setdefault(round(y if upright else x), []).append(number)
    for row in lines_.values():
        row.sort(key=lambda n: places[n])
        for number, way in ((row[0], -1), (row[-1], 1)):
            x, y = places[number]
            away = SCALE / 2 + edge * NAMED
            yield shape.names[number], *((x + way * away, y) if upright else (x, y + way * away))


def convex(points: Iterable[Point]) -> list[Point]:
    """The corners of the smallest shape without dents around points."""
    found = sorted({(round(x, 3), round(y, 3)) for x, y in points})

    def half(row: Iterable[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in row:
            while len(kept) > 1 and cross(kept[-2], kept[-1], (x, y)) <= FLAT:
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return [*half(found), *half(reversed(found))]


def is_upright(shape: Shape) -> bool:
    """Whether hexagons have a corner on top, so that rows go across."""
    return any(abs(x) < 0.01 for x, _ in shape.outline)


def blunt(hull: Sequence[Point]) -> list[Point]:
    """The same without short sides: their neighbours go on until they meet, where that is near."""
    found = [*hull]
    for _ in hull:
        count = len(found)
        for k in range(count if count > 4 else 0):
            a, b, c, d = (found[(k + n) % count] for n in range(4))
            tip = meeting(a, b, d, c)
            is_short = hypot(c[0] - b[0], c[1] - b[1]) < SHORT * SCALE
            if tip and is_short and hypot(tip[0] - b[0], tip[1] - b[1]) < NEAR * SCALE:
                found = [tip if point == b else point for point in found if point != c]
                break
    return found


def grown(hull: Sequence[Point], much: Callable[[Point], float]) -> list[Point]:
    """A shape without dents that is wider at each side, by what is told of the way out there."""
    lines_ = []
    for (x, y), (a, b) in zip(hull, [*hull[1:], hull[0]], strict=True):
        far = hypot(a - x, b - y)
        way = (b - y) / far, (x - a) / far
        dx, dy = (part * much(way) for part in way)
        lines_.append(((x + dx, y + dy), (a + dx, b + dy)))
    return [meeting(*one, *other) or one[1] for one, other in zip(lines_, [*lines_[1:], lines_[0]], strict=True)]


def meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the line through two points meets that through two others."""
    across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(across) < 1e-6:
        return None
    part = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


# --------------------------------------------------------------------------------------------------------- other styles


def points(shape: Shape, outside: float = 0) -> Layout:
    """A line in two rows of points: from the lower right to the left, then above to the right; at the right is so much
    room for something else."""
    half, frame, bar = len(shape.names) // 2, 0.5 * SCALE, 0.8 * SCALE
    wide, high = 2 * frame + half * SCALE + bar, 2 * frame + 2 * POINT_HIGH + BETWEEN
    places, outlines, names, heaps = [], [], [], {}
    for number, name in enumerate(shape.names):
        below = number < half
        column = half - 1 - number if below else number - half
        x = frame + (column + 0.5) * SCALE + (bar if column >= half / 2 else 0)
        y, way = (high - frame, -1) if below else (frame, 1)
        outlines.append(f"M{short(x - 28)} {short(y)}H{short(x + 28)}L{short(x)} {short(y + way * POINT_HIGH * 0.92)}z")
        places.append((x, y + way * SCALE * 0.46))
        names.append((name, x, y - way * frame * 0.5))
        heaps[number] = (0.0, float(way))
    body = box("rim", 0, 0, wide + outside, high, 10)
    side = half / 2 * SCALE
    fields = "".join(box("body", left, frame, side, high - 2 * frame) for left in (frame, frame + side + bar))
    second = frozenset(number for number in range(2 * half) if number % 2)
    return Layout(
        "points",
        (wide + outside, high),
        tuple(places),
        tuple(outlines),
        SCALE * 0.46,
        (body, fields),
        tuple(names),
        second,
        heaps,
    )


def track(shape: Shape) -> Layout:
    """Discs on a ribbon in rows that wind."""
    count = len(shape.names)
    each = -(-count // -(-count // BESIDE))
    step, down, radius = 1.45 * SCALE, 1.75 * SCALE, 0.52 * SCALE
    edge = 50 if each == count else 84
    places = []
    for number in range(count):
        row, column = divmod(number, each)
        places.append((edge + (column if row % 2 == 0 else each - 1 - column) * step, 50 + row * down))
    wide, high = max(x for x, _ in places) + edge, max(y for _, y in places) + 60
    ribbon = f"M{short(places[0][0])} {short(places[0][1])}"
    for (x, y), (to_x, to_y) in pairwise(places):
        way = 0.62 * step * (1 if x > wide / 2 else -1)
        bend = f"C{short(x + way)} {short(y)} {short(x + way)} {short(to_y)} {short(to_x)} {short(to_y)}"
        ribbon += bend if y != to_y else f"H{short(to_x)}"
    x, y = places[0]
    wedge = f"M{short(x + radius + 6)} {short(y - 7)}l12 7l-12 7z"
    under = (
        box("body", 0, 0, wide, high, 12),
        f'<path class="ribbon" d="{ribbon}"/><path class="way" d="{ribbon}"/><path class="wedge" d="{wedge}"/>',
    )
    outlines = tuple(circle(x, y, radius) for x, y in places)
    names = tuple((name, x, y + radius + 13) for name, (x, y) in zip(shape.names, places, strict=True))
    return Layout("track", (wide, high), tuple(places), outlines, radius, under, names)


def paths(shape: Shape, style: Style) -> Layout:
    """Discs joined by ways: a ring, or a network."""
    radius, edge = 0.42 * SCALE, 0.8 * SCALE
    places = tuple((x * SCALE + edge, y * SCALE + edge) for x, y in centred(shape))
    wide, high = max(x for x, _ in places) + edge, max(y for _, y in places) + edge
    pairs = {frozenset((a, b)) for row in shape.neighbour for a, b in enumerate(row) if b >= 0}
    pairs |= {frozenset(pair) for pair in shape.joined}
    ends = sorted(tuple(sorted(pair)) for pair in pairs if len(pair) == 2)
    ways = " ".join(f"M{xy(places[a])}L{xy(places[b])}" for a, b in ends)
    under = (
        box("body", 0, 0, wide, high, 12),
        f'<path class="ribbon" d="{ways}"/><path class="way" d="{ways}"/>' if ways else "",
    )
    ways_from = [[places[a + b - n] for a, b in ends if n in (a, b)] for n in range(len(places))]
    named = zip(shape.names, places, ways_from, strict=True)
    names = tuple((name, *beside(place, others, radius, name)) for name, place, others in named)
    outlines = tuple(circle(x, y, radius) for x, y in places)
    return Layout(style, (wide, high), places, outlines, radius, under, names)


def beside(place: Point, others: Iterable[Point], radius: float, name: str) -> Point:
    """Where the name of a disc stands: on the first side of it from which no way leads, else on the freest."""
    turns = [atan2(y - place[1], x - place[0]) for x, y in others]
    free = [min((abs(remainder(side - turn, 2 * pi)) for turn in turns), default=pi) for side in NAMED_AT]
    side = next(
        (side for side, far in zip(NAMED_AT, free, strict=True) if far > FREELY), NAMED_AT[free.index(max(free))]
    )
    aside = cos(side) * (radius + NAME * width(name, bold=True) / 2) if abs(cos(side)) > FLAT_ON else 0.0
    return place[0] + aside, place[1] + sin(side) * (radius + 10)


def rings(shape: Shape, outside: float, turned: float = 0) -> Layout:
    """Rings of true segments around a middle; the first of each ring is on top, or turned so far from there."""
    rows = [row.spaces for row in shape.layout.rows]
    inner = max(
        SCALE * 0.8, *(len(row) * SCALE * NARROWEST / (2 * pi) - (k + 0.5) * SCALE for k, row in enumerate(rows))
    )
    radii = tuple(inner + k * SCALE for k in range(len(rows) + 1))
    middle = (radii[-1] + 12 + outside,) * 2
    places: dict[int, Point] = {}
    outlines: dict[int, str] = {}
    names: dict[int, tuple[str, float, float]] = {}
    for row, near, far in zip(rows, radii, radii[1:], strict=False):
        turn = 2 * pi / len(row)
        for k, number in enumerate(row):
            start, end = ((k + side) * turn + turned for side in (-0.5, 0.5))
            places[number] = polar(middle, (near + far) / 2, (start + end) / 2)
            apart = 1.2 / near
            outlines[number] = segment(middle, near + 1, far - 1, start + apart, end - apart)
            slant = start + 13 / far
            x, y = polar(middle, far - 10, slant)
            names[number] = shape.names[number], x, y
    wide = 2 * middle[0]
    body = round_("body", *middle, radii[-1] + 6)
    order = range(len(shape.names))
    return Layout(
        "rings", (wide, wide), tuple(places[n] for n in order), tuple(outlines[n] for n in order), SCALE * 0.42,
        (body,), tuple(names[n] for n in order), radii=radii, middle=middle,
    )  # fmt: skip


def polar(middle: Point, radius: float, turn: float) -> Point:
    """A point so far from the middle; a turn of 0 is on top, and further ones follow clockwise."""
    return middle[0] + radius * sin(turn), middle[1] - radius * cos(turn)


def segment(middle: Point, near: float, far: float, start: float, end: float) -> str:
    """A piece of a ring."""
    corners = [xy(polar(middle, r, t)) for r, t in ((far, start), (far, end), (near, end), (near, start))]
    large = int(end - start > pi)
    return (
        f"M{corners[0]}A{short(far)} {short(far)} 0 {large} 1 {corners[1]}"
        f"L{corners[2]}A{short(near)} {short(near)} 0 {large} 0 {corners[3]}z"
    )


# --------------------------------------------------------------------------------------------------------------- shapes


def xy(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"


def square(x: float, y: float, half: float, corner: float) -> str:
    if not corner:
        return f"M{short(x - half)} {short(y - half)}h{short(2 * half)}v{short(2 * half)}h-{short(2 * half)}z"
    side, c = short(2 * half - 2 * corner), short(corner)
    turns = f"q{c} 0 {c} {c}", f"q0 {c} -{c} {c}", f"q-{c} 0 -{c} -{c}", f"q0 -{c} {c} -{c}"
    sides = f"h{side}{turns[0]}v{side}{turns[1]}h-{side}{turns[2]}v-{side}{turns[3]}z"
    return f"M{short(x - half + corner)} {short(y - half)}{sides}"


def circle(x: float, y: float, radius: float) -> str:
    r = short(radius)
    return f"M{short(x - radius)} {short(y)}a{r} {r} 0 1 1 {short(2 * radius)} 0a{r} {r} 0 1 1 -{short(2 * radius)} 0z"


def polygon(x: float, y: float, corners: Iterable[Point], scale: float = 1) -> str:
    return "M" + "L".join(xy((x + dx * scale, y + dy * scale)) for dx, dy in corners) + "z"
