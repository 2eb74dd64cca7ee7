"""Tokens, tiles and dice as they are printed: drawn as on boards, without shadows, to be cut out, folded and glued."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dsl.board.shapes import Point
from dsl.pages.cards.paper import POINT, wrapped
from dsl.pages.cards.sides import SMALLEST
from dsl.pages.drawings import pieces, tiles
from dsl.pages.drawings.icons import used
from dsl.pages.drawings.lettering import LEADING, Room, block, fine, fitted, shortest
from dsl.pages.drawings.pieces import Body, badge, shape, tile_corners
from dsl.pages.drawings.svg import box, path, round_, words
from dsl.pages.drawings.tiles import INNER
from dsl.pages.print_kit.items import Face, Item

UNIT = 10.0  # what pieces are drawn in, to a millimetre
UP = (0.0, -1.0)  # where what points somewhere points as it is printed
SIDE = 16.0  # of a die
TAB, SLANT = 4.0, 2.5  # how high the tabs are by which a die is glued, and how much narrower they become
PIP = 0.105  # the radius of a pip, and how far it is from the middle, in sides of a die
APART = 0.27
MOST = 12  # squares of a die beside one another, if it is no cube
CUBE = ((0, 1, 0), (1, 1, 1), (2, 1, 5), (3, 1, 4), (1, 0, 2), (1, 2, 3))  # column, row and which face of six
TABS = ((1, 0, 0), (3, 1, 1), (1, 2, 2), (0, 1, 0), (0, 1, 2), (2, 1, 0), (2, 1, 2))  # column, row and which side
NAME = (2.6, SMALLEST * POINT)  # the largest and the smallest letters of the name on a tile
FLOOR = (0.4, 0.57)  # how far below the middle names end, without an icon and with one
SMALL = (3.6, 1.3)  # letters on what shows something at its sides
COIN = 1.3  # the smallest letters on a token
COINS = ("disc", "figure", "carrier", "die")  # forms that are printed as discs
HANGING = 0.36  # of the height of a disc hangs together with its other side
INSIDE = 0.36  # how far from the middle a badge lies within a token
RAISED = 0.12  # of its side a die stands higher on its base, where a name stands below
NAMED = 2.3  # letters of the name below a die, at least
LOWER = 0.92  # as high as with a corner on top is a tile of six sides with one of these on top
RIM = 1.045  # how much wider rims make what has one
GROUNDED = ("rock", "pawn", "house")  # forms that are printed on a disc, as their outlines are hard to cut out


def has_sides(item: Item) -> bool:
    """Whether a piece is printed as a tile: with another side, with a face on a pale ground, or with lines."""
    return item.make == "tile" or item.back is not None or item.face.body.form in ("tile", "card")


def reach(body: Body) -> Point:
    """Half of the width and of the height of a tile, in its radius."""
    corners = tile_corners(body)
    return max(x for x, _ in corners), max(y for _, y in corners)


def radius(body: Body, wide: float) -> float:
    """That of a tile which lies on a space that is so wide."""
    return INNER * wide / 2 / min(reach(body))


# -------------------------------------------------------------------------------------------------------------- tokens


def alike(items: Iterable[Item]) -> dict[Item, str]:
    """The tokens that look like one that is another, each with the words that tell it from these: what it has, where
    that is enough, else its name with that."""
    found: dict[tuple[str, str, str], list[Item]] = {}
    for item in (item for item in items if item.make == "token" and item.face.body.form in COINS):
        body = item.face.body
        found.setdefault((body.icon, body.colour, body.owner), []).append(item)
    several = (some for some in found.values() if len({item.told for item in some}) > 1)
    return {item: words for some in several for item, words in telling(some)}


def telling(items: Sequence[Item]) -> Iterator[tuple[Item, str]]:
    titles = {item.face.title for item in items}
    for item in items:
        title = [item.face.title] if len(titles) > 1 or not item.face.words else []
        yield item, " ".join((*title, *item.face.words))


def token(item: Item, wide: float, name: str = "") -> str:
    """A token of one side, of which nothing stands out; `name`: what stands on it below an icon that does not tell it
    from others."""
    body = item.face.body
    large = {"pointer": pieces.TIP, "stone": pieces.STONE}.get(body.form, pieces.DISC) * RIM
    r = UNIT * wide / 2 / large
    if body.form in COINS:
        title = () if item.alone or (sign_of(body) and not item.face.words) else (item.face.title,)
        told = " ".join((*title, *item.face.words))
        return at(wide / 2, wide / 2, body.colour, coin(body, name or told, bool(name), UNIT * wide / 2 / RIM))
    bare = replace(body, owner="", heading=UP, shown=0, signed=body.signed and body.form != "pointer")
    if body.form in GROUNDED:
        r = UNIT * wide / 2 / RIM
        whose = badge(body.owner, f"sign-{body.owner}", "", 0, 0.72 * r, 0.2 * r) if body.owner else ()
        return at(wide / 2, wide / 2, body.colour, [*grounded(bare, r), *whose])
    drawn = [*pieces.drawn(bare, 0, 0, r)]
    if body.signed and (body.owner or (body.form == "pointer" and body.colour != "grey")):
        told = body.owner or body.colour
        drawn += badge(told, f"sign-{told}", "", INSIDE * r, INSIDE * r, 0.2 * r)
    return at(wide / 2, wide / 2, body.colour, drawn)


def folded_discs(item: Item, other: Face, wide: float) -> tuple[float, float, str]:
    """A token with another side: two whole discs that hang together where they are folded; how wide and high."""
    r = wide / 2
    half, high = (1 - HANGING**2) ** 0.5 * r, 2 * HANGING * r
    neck = box("tab", wide - r + half, r - high / 2, 2 * (r - half), high)
    back = f'<g transform="translate({fine(wide)} 0)">{token(replace(item, face=other), wide)}</g>'
    edge = folded(f"M{fine(wide)} {fine(r - high / 2)}v{fine(high)}")
    return 2 * wide, wide, neck + back + token(item, wide) + edge


def folded(edge: str) -> str:
    """Where something is folded, to be seen on the dark rims of what hangs together there."""
    return path("fold clear", edge) + path("fold", edge)


def grounded(body: Body, r: float) -> Iterator[str]:
    """A thing on a dark disc."""
    yield round_("under", 0, 0, r)
    yield round_("inner", 0, 0, 0.92 * r)
    yield from pieces.drawn(body, 0, 0, 0.9 * r)


def base(item: Item, wide: float) -> str:
    """A token on which a die stands: an arrow in its tip, the white ground of the die with its icon, and its name."""
    body, r = item.face.body, UNIT * wide / 2 / (pieces.TIP * RIM)
    drawn = [*pieces.drawn(replace(body, icon="", owner="", heading=UP, shown=0, signed=False), 0, 0, r)]
    side, up = UNIT * SIDE, RAISED * UNIT * SIDE if body.icon else 0
    drawn += [pieces.wedge(UP, 0, 0, r), box("stand", -side / 2, -side / 2 - up, side, side)]
    if body.icon:
        drawn.append(used(f"icon-{body.icon}", 0, -up, 0.36 * side, "dark"))
        low, high = 0.5 * side - up, pieces.ROUND * r
        room, large = (-0.6 * high, low + 0.1 * (high - low), 1.2 * high, 0.6 * (high - low)), 0.45 * (high - low)
        sizes = large, UNIT * NAMED
        drawn += block((item.face.title,), room, sizes, "letters ink", bold=True) if sizes[0] > sizes[1] else ()
    return at(wide / 2, wide / 2, body.colour, drawn)


def counter(item: Item, wide: float) -> str:
    """What stands on the board for a card that points somewhere: an arrow in its tip, its icon, and its name."""
    body, r = item.face.body, UNIT * wide / 2 / (pieces.TIP * RIM)
    high = 0.94 * pieces.ROUND * r
    drawn = [*pieces.drawn(replace(body, icon="", owner="", heading=UP, shown=0, signed=False), 0, 0, r)]
    drawn += [pieces.wedge(UP, 0, 0, r), round_("inner counter", 0, 0, high)]
    drawn += [used(f"icon-{body.icon}", 0, -0.42 * high, 0.34 * high)] if body.icon else []
    room = -0.8 * high, (-0.1 if body.icon else -0.4) * high, 1.6 * high, 0.62 * high
    drawn += block((item.face.title,), room, (0.42 * high, UNIT * COIN), "letters ink", bold=True)
    drawn += [used(f"sign-{body.colour}", 0, 0.72 * high, 0.16 * high)] if sign_of(body) else []
    return at(wide / 2, wide / 2, body.colour, drawn)


def sign_of(body: Body) -> str:
    """The colour of which a piece bears the sign."""
    told = body.owner or body.colour
    return told if body.signed and told != "grey" else ""


def coin(body: Body, title: str, named: bool, r: float) -> Iterator[str]:
    """A disc with its icon or else its name, or both where it is `named`, and below that the sign of its colour, which
    is large without both; a disc that none of these tells from others has a second rim."""
    sign = sign_of(body)
    yield from pieces.outlined(0, 0, r)
    yield round_("inner", 0, 0, 0.84 * r)
    if body.icon and named:
        yield used(f"icon-{body.icon}", 0, -0.42 * r, 0.32 * r)
        room = -0.72 * r, -0.06 * r, 1.44 * r, 0.44 * r
        yield from block((title,), room, (0.4 * r, UNIT * COIN), "letters ink", bold=True)
    elif body.icon:
        yield used(f"icon-{body.icon}", 0, -0.14 * r if sign else 0, (0.44 if sign else 0.56) * r)
    elif title:
        high = 0.78 if sign else 1.0
        room = -0.7 * r, (-0.46 if sign else -0.5) * r, 1.4 * r, high * r
        yield from block((title,), room, (0.5 * r, UNIT * COIN), "letters ink", bold=True)
    else:
        yield used(f"sign-{sign}", 0, 0, 0.42 * r) if sign else round_("inner", 0, 0, 0.5 * r)
        return
    if sign and body.owner:
        yield from badge(sign, f"sign-{sign}", "", 0, 0.57 * r, 0.22 * r)
    elif sign:
        yield used(f"sign-{sign}", 0, 0.57 * r, 0.16 * r)


# --------------------------------------------------------------------------------------------------------------- tiles


@dataclass(frozen=True)
class Names:
    """What tells the tiles apart: names, and what each has, in letters of one size; below a small icon where a name has
    no other room, and letters for it where it has not even that."""

    size: float = NAME[0]
    crowded: frozenset[str] = frozenset()
    short: Mapping[str, str] = field(default_factory=dict)

    def told(self, face: Face) -> tuple[str, ...]:
        return self.short.get(face.title, face.title), *face.words

    def room(self, face: Face, wide: float) -> Room:
        """Where the name of a tile stands, beside its middle: below its icon, or where that would be."""
        r = radius(face.body, wide)
        across = (1.15 if face.body.six else 1.25) * r
        top = -0.4 if not face.body.icon else -0.3 if face.title in self.crowded else 0.04
        floor = FLOOR[bool(face.body.icon)] * (LOWER if face.body.flat else 1)
        return -across / 2, top * r, across, (floor - top) * r

    def has_room(self, face: Face, wide: float) -> bool:
        """Whether a name, and what is told below it, fits in the smallest letters, no word broken."""
        told, (_, _, across, high) = self.told(face), self.room(face, wide)
        lines = [line for part in told for line in wrapped(part, across / NAME[1], bold=True)]
        words = [word for line in lines for word in line.split()]
        return words == " ".join(told).split() and len(lines) * LEADING * NAME[1] <= high


def names_on(items: Iterable[Item], wide: float) -> Names:
    """The names on tiles on spaces that are so wide."""
    several = ((item.face, item.turned) for item in items if item.make == "token" and has_sides(item))
    faces = [face for sides in several for face in sides if face]
    crowded = frozenset(face.title for face in faces if not Names().has_room(face, wide))
    tight = Names(crowded=crowded)
    narrow = {face.title for face in faces if not tight.has_room(face, wide)}
    titles = [*dict.fromkeys(face.title for face in faces)]
    short = {title: shortest(title, [name for name in titles if name != title]) for title in titles if title in narrow}
    names = replace(tight, short=short)
    rooms = ((names.told(face), names.room(face, wide)) for face in faces)
    sizes = (fitted(told, room[2], room[3], (names.size, NAME[1]), bold=True)[0] for told, room in rooms)
    return replace(names, size=min(sizes, default=names.size))


def sides(item: Item, wide: float, names: Names) -> tuple[float, float, str]:
    """A tile for a space that is so wide, face up, and at its right face down, to be folded along the edge between
    them, or below it where that is a side of six; how wide and how high."""
    body, r = item.face.body, radius(item.face.body, wide)
    (x, y), back = (part * r for part in reach(body)), item.back
    low = body.six and body.flat
    place = (x, 3 * y) if low else (3 * x, y)
    if item.make == "tile":
        drawn = "".join(laid(item.face, (x, y), wide))
    else:
        drawn = at(x, y, item.face.body.colour, face_up(item.face, wide, names))
    if back is not None:
        css, parts = back.body.colour, pieces.tile(replace(back.body, down=True), 0, 0, UNIT * r)
    elif item.turned is not None:
        css, parts = item.turned.body.colour, face_up(item.turned, wide, names)
    else:
        return 2 * x, 2 * y, drawn
    other = at(*place, css, (f'<g transform="rotate(180)">{"".join(parts)}</g>',) if low else parts)
    if low:
        return 2 * x, 4 * y, other + drawn + folded(f"M{fine(x - r / 2)} {fine(2 * y)}h{fine(r)}")
    half = r / 2 if body.six else y
    return 4 * x, 2 * y, other + drawn + folded(f"M{fine(2 * x)} {fine(y - half)}v{fine(2 * half)}")


def at(x: float, y: float, css: str, parts: Iterable[str]) -> str:
    """What is drawn in its own units around a point."""
    moved = f"translate({fine(x)} {fine(y)}) scale({fine(1 / UNIT)})"
    return f'<g class="piece {css}" transform="{moved}">{"".join(parts)}</g>'


def laid(face: Face, middle: Point, wide: float) -> Iterator[str]:
    """A tile with what is at its sides, and with its name in the middle, where room is left."""
    assert face.tile is not None
    x, y = middle
    yield from tiles.drawn(face.tile, middle, wide, face.css or "white")
    if not face.tile.lines:
        room = (x - 0.2 * wide, y - 0.1 * wide, 0.4 * wide, 0.2 * wide)
        yield from block((face.title,), room, SMALL, f"on {face.css or 'white'}", bold=True)


def face_up(found: Face, wide: float, names: Names) -> Iterator[str]:
    """A side that shows what it is: an icon and its name, or letters for it, on a pale ground, the sign of its colour
    below, and where it points."""
    body, scaled = found.body, UNIT * radius(found.body, wide)
    corners, low = tile_corners(body), LOWER if body.six and body.flat else 1
    yield shape(corners, 0, 0, scaled, "fill", 0.04 * scaled)
    yield shape(corners, 0, 0, 0.8 * scaled, "face")
    if body.heading is not None:
        yield pieces.wedge(body.heading, 0, 0, scaled)
    if body.icon:
        y, large = (-0.53, 0.2) if found.title in names.crowded else (-0.31, 0.36 if body.heading is None else 0.29)
        yield used(f"icon-{body.icon}", 0, low * y * scaled, low * large * scaled, "dark")
    left, top, across, high = (UNIT * part for part in names.room(found, wide))
    size = UNIT * names.size
    yield from block(names.told(found), (left, top, across, high), (size, size), "letters dark", bold=True)
    if body.signed and body.colour != "grey":
        yield from badge(body.colour, f"sign-{body.colour}", "", 0, low * 0.78 * scaled, 0.17 * scaled)


# ---------------------------------------------------------------------------------------------------------------- dice


def die(faces: tuple[int, ...], css: str) -> tuple[float, float, str]:
    """A die of six as a net to be folded and glued at its tabs, any other as squares to be drawn from a cup; how wide
    and how high it is."""
    if len(faces) != len(CUBE):
        places = [(n % MOST, n // MOST, n) for n in range(len(faces))]
        drawn = "".join(part for x, y, face in places for part in square(x * SIDE, y * SIDE, faces[face], css))
        return SIDE * min(MOST, len(faces)), SIDE * (1 + (len(faces) - 1) // MOST), drawn
    tabs = "".join(path("tab", tab(x * SIDE, y * SIDE + TAB, side)) for x, y, side in TABS)
    squares = "".join(part for x, y, n in CUBE for part in square(x * SIDE, y * SIDE + TAB, faces[n], css))
    folds = f"M{fine(SIDE)} {fine(SIDE + TAB)}h{fine(SIDE)}v{fine(SIDE)}h-{fine(SIDE)}zm{fine(2 * SIDE)} 0v{fine(SIDE)}"
    folds += "".join(foot_of(x * SIDE, y * SIDE + TAB, side) for x, y, side in TABS)
    return 4 * SIDE + TAB, 3 * SIDE + 2 * TAB, tabs + squares + path("fold net clear", folds) + path("fold net", folds)


def tab(x: float, y: float, side: int) -> str:
    """A tab at a side of a square: on top, at the right, below."""
    far, near = fine(SIDE - 2 * SLANT), fine(SLANT)
    match side:
        case 0:
            return f"M{fine(x)} {fine(y)}l{near} -{fine(TAB)}h{far}l{near} {fine(TAB)}z"
        case 1:
            return f"M{fine(x + SIDE)} {fine(y)}l{fine(TAB)} {near}v{far}l-{fine(TAB)} {near}z"
        case _:  # there is no fourth side with a tab
            return f"M{fine(x)} {fine(y + SIDE)}l{near} {fine(TAB)}h{far}l{near} -{fine(TAB)}z"


def foot_of(x: float, y: float, side: int) -> str:
    """Where a tab hangs at a side of a square, and is folded."""
    x, y, way = (x + SIDE, y, "v") if side == 1 else (x, y + SIDE if side else y, "h")
    return f"M{fine(x)} {fine(y)}{way}{fine(SIDE)}"


def square(x: float, y: float, number: int, css: str) -> Iterator[str]:
    """A side of a die, with pips or its number."""
    yield f'<g class="{css or "white"}">{box("token", x, y, SIDE, SIDE)}'
    middle = x + SIDE / 2, y + SIDE / 2
    if number in pieces.PIPS:
        dots = ((middle[0] + dx * APART * SIDE, middle[1] + dy * APART * SIDE) for dx, dy in pieces.PIPS[number])
        yield from (round_("pip", *dot, PIP * SIDE) for dot in dots)
    else:
        yield words("on letters", str(number), *middle, SIDE / 2)
    yield "</g>"
