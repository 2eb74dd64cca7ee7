"""Pieces as they are drawn: form, colour, icon or letters, badges; several on a space, and piles from the side.

What is drawn is a `Body`, which tells all that a reader of the picture may see of a piece. Sizes are of `r`, the radius
of the largest circle for which a space has room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, pi, sin
from typing import assert_never

from dsl.board.shapes import Point
from dsl.pages.cards.paper import width
from dsl.pages.drawings.icons import used
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.look import Form
from dsl.pages.drawings.svg import box, path, round_, words
from dsl.pages.drawings.things import crystal, cube, house, pawn, rock

DISC, DIE, TILE, FIGURE, STONE = 0.78, 0.62, 0.84, 0.82, 0.82  # how large each form is
SIX = 0.93  # a tile of six sides, which is less wide than high
CLOSE, CLOSE_DROP = 1.07, 1.22  # of a tile, or a drop, is what goes around it
ROUND, TIP = 0.78, 1.1  # of a drop is round, and how far its tip reaches
ON_DROP = 0.56  # of it is the number on it
ON_DIE = 2.1  # letters of a number on a die, in half of its width
INNER = 0.76  # of a disc is inside its second ring
BADGE, LEAST_BADGE = 0.34, 6.4  # of a piece; what is smaller bears no letters that can be read
FLOOR = 1.08  # a tile under other pieces
ON_FLOOR, CORNER_BADGE = (
    0.8,
    0.27,
)  # of the room: a ring around what stands on it, and what tells at its corners what it is
LOAD = 0.44  # what lies at the corner of a tile that takes it
TILE_SIGN, CARD_SIGN = (0.86, 0.24), (0.7, 0.24)  # how low the sign of its colour is, and how large
LETTERED = 1.24  # of a tile is for letters: its pale ground, and some air at both sides
LOWER_ON_CARD = 0.1  # how much lower letters stand below a badge
BARE_SIGN = 0.0, 0.4  # the same on a card without anything else on it
RIM, WEDGE, WEDGE_WIDE = 0.84, 0.66, 0.18  # of a tile: where the mark ends and begins that tells where it points
COUNT = 0.66  # letters of the number of pieces in a pile
PLATED, LEAST_COUNT = 0.66, 7.6  # the same of equal ones
INWARD = 0.6  # how far from the middle of a tile the number of pieces on it is, beside them
SLAB = 0.34  # how high a piece is that is seen from the side
MOST_SLABS = 5
BRACED = 3  # pieces on one another whose number is told
HEAPED = 5  # pieces beside one another on a point
PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)), 6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}  # fmt: skip
HEXAGON = tuple((sin(k * pi / 3), -cos(k * pi / 3)) for k in range(6))
FLAT = tuple((cos(k * pi / 3), sin(k * pi / 3)) for k in range(6))
SQUARE = ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))


@dataclass(frozen=True)
class Body:
    """What is seen of a piece. `colour` fills it, `owner` is a further colour; `signed`: signs tell the colours;
    `shown` is the number on a die; `heading` is where it points, x to the right and y down; `badges` are letters or
    icons of what it is besides; `six`: tiles have six sides, `flat`: one of these is on top; `down`: it shows its back;
    `loaded`: it is seen whole, so that what lies on it is small at its corner; `apart` is the name by which it is told
    from others that look alike: it is not counted with these."""

    form: Form = "disc"
    colour: str = "grey"
    owner: str = ""
    icon: str = ""
    letters: str = ""
    signed: bool = True
    shown: int = 0
    heading: Point | None = None
    badges: tuple[tuple[str, str], ...] = ()
    down: bool = False
    six: bool = False
    flat: bool = False
    loaded: bool = False
    apart: str = ""


# ---------------------------------------------------------------------------------------------------------- one piece


def drawn(body: Body, x: float, y: float, r: float, css: str = "", badged: bool = True) -> Iterator[str]:
    """A piece around a point, with what tells what it is besides, if it is `badged`."""
    yield f'<g class="{f"piece {body.colour} {css}".strip()}">'
    match body.form:
        case "figure":
            yield used(f"icon-{body.icon}", x, y, FIGURE * r, "figure")
        case "stone":
            yield from outlined(x, y, STONE * r, "fill stone")
            yield used("light-dome", x, y, 0.96 * STONE * r, "dome")
            yield from signs(body, x, y, STONE * r)
        case "die":
            yield from die(body, x, y, DIE * r)
        case "tile" | "card":
            yield from tile(body, x, y, (SIX if body.six else TILE) * r)
        case "pointer":
            yield from pointer(body, x, y, r)
        case "disc" | "carrier":
            yield from disc(body, x, y, DISC * r)
        case "rock" | "crystal" | "cube" | "pawn" | "house":
            yield from thing(body, x, y, DISC * r)
        case _:
            assert_never(body.form)
    yield from badges(body, x, y, r) if badged else ()
    yield "</g>"


def outlined(x: float, y: float, r: float, css: str = "fill") -> Iterator[str]:
    """A round piece without anything on it, above its shadow."""
    yield round_("shadow", x, y + 0.12 * r, r)
    yield round_(css, x, y, r, 0.09 * r)


def disc(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    yield from outlined(x, y, r)
    yield round_("inner", x, y, INNER * r)
    if body.icon or body.letters:
        yield from face(body, x, y, INNER * r)
    elif body.signed:
        yield used(f"sign-{body.colour}", x, y, 0.36 * r)
    else:
        yield round_("inner", x, y, 0.4 * r)


THINGS = {"rock": rock, "crystal": crystal, "cube": cube, "pawn": pawn, "house": house}
LOWER = {"pawn": 0.5, "house": 0.3}  # how much lower than its middle what is drawn on it stands


def thing(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    """A piece that is drawn as a thing, with what tells which it is: of a grey one that is the thing itself."""
    yield from THINGS[body.form](x, y, r)
    if body.icon or body.letters or body.colour != "grey":
        room = 0.5 if body.form == "pawn" else 0.85
        yield from signs(body, x, y + LOWER.get(body.form, 0) * r, room * r)


def face(body: Body, x: float, y: float, r: float, css: str = "ink") -> Iterator[str]:
    """The icon or the letters of a piece, in a circle of so much room."""
    if body.icon:
        yield used(f"icon-{body.icon}", x, y, 0.74 * r, css)
    elif body.letters:
        yield lettered(body.letters, x, y, 2.06 * r, 1.6 * r, css)


def lettered(text: str, x: float, y: float, room: float, most: float, css: str) -> str:
    """A few letters as large as there is room for."""
    return words(f"letters {css}", text, x, y, min(most, room / max(width(text, bold=True), 0.3)))


def signs(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    if body.icon or body.letters:
        yield from face(body, x, y, 0.8 * r)
    elif body.signed:
        yield used(f"sign-{body.colour}", x, y, 0.36 * r)


def die(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    """A die with pips, or with its number."""
    yield box("die", x - r, y - r, 2 * r, 2 * r, 0.3 * r, 0.12 * r)
    if body.shown in PIPS:
        yield path("pips", "".join(pip(x + dx * 0.52 * r, y + dy * 0.52 * r, 0.17 * r) for dx, dy in PIPS[body.shown]))
    elif body.shown or body.letters or body.icon:
        shown = replace(body, icon="" if body.shown else body.icon, letters=str(body.shown or body.letters))
        if shown.icon:
            yield from face(shown, x, y, r, "pips")
        else:
            yield lettered(shown.letters, x, y, 1.8 * r, ON_DIE * r, "pips")


def pip(x: float, y: float, r: float) -> str:
    arc, across = f"a{short(r)} {short(r)} 0 1 0", short(2 * r)
    return f"M{short(x - r)} {short(y)}{arc} {across} 0{arc} -{across} 0z"


def tile(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    """A tile that lies face down, all of its colour, or face up, with its icon on a pale ground."""
    corners = tile_corners(body)
    if body.form == "card":
        corners = ((-0.68, -0.95), (0.68, -0.95), (0.68, 0.95), (-0.68, 0.95))
    yield shape(corners, x, y + 0.1 * r, r, "shadow")
    yield shape(corners, x, y, r, "fill", 0.08 * r)
    if body.down:
        for inset in (0.82,) if body.icon else (0.82, 0.66, 0.5):
            yield shape(corners, x, y, inset * r, "inner")
        if body.icon:  # as on the back of cards
            yield from face(body, x, y, 0.5 * r)
        if body.colour != "grey" or body.signed:
            yield used(f"sign-{body.colour}", x, y, 0.26 * r)
        return
    yield shape(corners, x, y, 0.76 * r, "face")
    if body.heading is not None:
        yield wedge(body.heading, x, y, r)
    low = LOWER_ON_CARD * r if body.form == "card" and body.badges and body.letters else 0
    if body.icon or body.form == "card":
        yield from face(body, x, y + low, (0.6 if body.icon else 0.5) * r, "dark")
    elif body.letters:
        yield lettered(body.letters, x, y, LETTERED * r, 1.1 * r, "dark")
    if body.signed and body.colour != "grey":
        low, large = (CARD_SIGN if body.icon or body.letters else BARE_SIGN) if body.form == "card" else TILE_SIGN
        yield from badge(body.colour, f"sign-{body.colour}", "", x, y + low * r, large * r)


def tile_corners(body: Body) -> Sequence[Point]:
    return (FLAT if body.flat else HEXAGON) if body.six else SQUARE


def wedge(heading: Point, x: float, y: float, r: float) -> str:
    """At the rim of a tile, where it points."""
    dx, dy = (part / max(map(abs, heading)) for part in heading)
    (left, top), (wide, high) = (x + WEDGE * dx * r, y + WEDGE * dy * r), (WEDGE_WIDE * r * dy, WEDGE_WIDE * r * dx)
    tip = x + RIM * dx * r, y + RIM * dy * r
    ends = (left + wide, top - high), (left - wide, top + high)
    return path("wedge", f"M{'L'.join(f'{short(a)} {short(b)}' for a, b in (tip, *ends))}z")


def shape(corners: Sequence[Point], x: float, y: float, r: float, css: str, line: float = 0) -> str:
    return path(css, outline(corners, x, y, r), line)


def outline(corners: Sequence[Point], x: float, y: float, r: float) -> str:
    points = "L".join(f"{short(x + dx * r)} {short(y + dy * r)}" for dx, dy in corners)
    return f"M{points}z"


def around(body: Body, x: float, y: float, r: float) -> str:
    """What goes closely around a piece that is not round, as the data of a path."""
    if body.form == "tile":
        return outline(tile_corners(body), x, y, CLOSE * (SIX if body.six else TILE) * r)
    return drop(body.heading, x, y, CLOSE_DROP * r) if body.form == "pointer" and body.heading else ""


def pointer(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    """A drop whose tip shows where the piece is heading, and on it its number or what it is."""
    inner = ROUND * r
    if body.heading is None:
        yield from outlined(x, y, inner)
    else:
        yield path("fill", drop(body.heading, x, y, r), 0.08 * r)
    if body.shown:
        yield from die(body, x, y, ON_DROP * r)
    else:
        yield from signs(body, x, y, inner)


def drop(heading: Point, x: float, y: float, r: float) -> str:
    """A circle with a tip, as the data of a path."""
    inner, turn = ROUND * r, atan2(heading[1], heading[0])
    touch = 1.0  # how far from the tip, as an angle, the round part begins
    ends = [(x + inner * cos(turn + a), y + inner * sin(turn + a)) for a in (touch, -touch)]
    tip = (x + TIP * r * cos(turn), y + TIP * r * sin(turn))
    arc = f"A{short(inner)} {short(inner)} 0 1 1 {short(ends[1][0])} {short(ends[1][1])}"
    return f"M{short(tip[0])} {short(tip[1])}L{short(ends[0][0])} {short(ends[0][1])}{arc}z"


def badges(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    """Those of a piece in so much room."""
    for one in badges_of(body, x, y, (FIGURE if body.form == "figure" else DISC) * r) if body.form != "die" else ():
        yield from badge(*one)


def badges_of(body: Body, x: float, y: float, r: float) -> Iterator[tuple[str, str, str, float, float, float]]:
    """What a piece is besides, at 2 o'clock, or at 10 where something else is there; and whose it is, or the sign of
    its colour, at 5 o'clock; of what has both, the sign of its colour at 7 o'clock. As `badge` draws them."""
    if body.badges:
        icon, letters = body.badges[0] if len(body.badges) == 1 else ("", str(len(body.badges)))
        size = max(BADGE * r, LEAST_BADGE)
        out = 0.72 * r + 0.7 * (size - BADGE * r)  # further out, where it is larger than usual
        yield "mark", icon and f"icon-{icon}", letters, x + (-out if is_full_at_right(body) else out), y - out, size
    named = (body.icon or body.letters) and not body.shown and body.form in ("disc", "carrier", "pointer")
    told = body.owner or (body.colour if named else "")
    if told and body.signed and told != "grey":
        right, down = behind(body)
        yield told, f"sign-{told}", "", x + right * r, y + down * r, BADGE * r
    if named and body.owner and body.signed and body.colour != "grey":
        yield body.colour, f"sign-{body.colour}", "", x - 0.72 * r, y + 0.72 * r, BADGE * r


def is_full_at_right(body: Body) -> bool:
    """Whether at the upper right is what a tile has taken, or the mark of where it points."""
    return body.loaded or (body.form == "tile" and body.heading is not None and body.heading[0] > 0 > body.heading[1])


def behind(body: Body) -> Point:
    """Where a sign stands: at 5 o'clock, but on what points somewhere at the other end."""
    if body.form != "pointer" or body.heading is None:
        return 0.72, 0.72
    turn = atan2(body.heading[1], body.heading[0]) + pi
    return cos(turn), sin(turn)


def badge(css: str, symbol: str, letters: str, x: float, y: float, r: float) -> Iterator[str]:
    yield f'<g class="badge {css}">{round_("fill", x, y, r, 0.14 * r)}'
    if symbol:
        yield used(symbol, x, y, (0.68 if symbol.startswith("icon") else 0.55) * r)
    else:
        yield lettered(letters, x, y, 1.6 * r, 1.5 * r, "ink")
    yield "</g>"


# ------------------------------------------------------------------------------------------------------- several pieces


def together(bodies: Sequence[Body]) -> list[tuple[Body, int]]:
    """Pieces that look alike beside one another, each with how many there are."""
    found: list[tuple[Body, int]] = []
    for body in bodies:
        if found and found[-1][0] == body:
            found[-1] = (body, found[-1][1] + 1)
        else:
            found.append((body, 1))
    return found


def lying(
    bodies: Sequence[Body], x: float, y: float, r: float, ordered: bool = False, braced: bool = True
) -> Iterator[str]:
    """All that lies on a space, from the bottom to the top; `braced`: beside a pile stands how high it is."""
    if len(bodies) > 1 and (ordered or bodies[-1].form == "carrier"):
        yield from pile(bodies, x, y, r, braced)
        return
    below = floor_of(bodies)
    if below:
        yield from floor(below, x, y, r)
    pieces = [*spread(bodies, x, y, r)]
    for body, _, at, room in pieces:
        yield from drawn(body, *at, room, badged=False)
    for body, _, at, room in pieces:  # of which no neighbour covers any
        yield from badges(body, *at, room)
    if below:
        yield from at_corners(below, x, y, r)
    for body, count, (left, top), room in pieces:
        if count > 1 and below:  # towards the middle, as at the corners is what tells the tile
            yield plated(count, x + INWARD * (left - x), top + room, on_floor(x, y, r)[2])
        elif count > 1:
            yield plated(count, *number_place(body, left, top, room), r)


def spread(bodies: Sequence[Body], x: float, y: float, r: float) -> Iterator[tuple[Body, int, Point, float]]:
    """What is drawn of pieces that are on a space without order: those that look alike as one with their number, the
    place and the room of each."""
    below = [body for body in bodies if body.form == "tile"]
    if len(below) == 1 < len(bodies) and below[0].loaded:
        yield below[0], 1, (x, y), r
        others = [replace(body, letters="") for body in bodies if body is not below[0]]  # which could not be read
        yield from spread(others, *load_place(x, y, r), LOAD * r)
        return
    if floor_of(bodies):
        yield from spread([body for body in bodies if body.form != "tile"], *on_floor(x, y, r))
        return
    groups = together(sorted(bodies, key=bodies.index))
    if len(groups) == 1:
        yield (*groups[0], (x, y), r)
        return
    small = r * (0.62 if len(groups) == 2 else 0.5 if len(groups) < 5 else 0.38)
    columns, step = (2, 0.92) if len(groups) < 5 else (3, 0.64)
    rows = -(-len(groups) // columns)
    for k, (body, count) in enumerate(groups):
        row, column = divmod(k, columns)
        in_row = min(columns, len(groups) - row * columns)
        at = x + (column - (in_row - 1) / 2) * r * step, y + (row - (rows - 1) / 2) * r * 0.86
        yield body, count, at, small


def load_place(x: float, y: float, r: float) -> Point:
    """Where lies what a tile takes that is seen whole."""
    return x + 0.56 * r, y - 0.62 * r


def on_floor(x: float, y: float, r: float) -> tuple[float, float, float]:
    """Where what stands on a tile has its middle, and how much room."""
    return x, y - 0.08 * r, 0.86 * r


def floor(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    """A tile on which other pieces stand: it covers the space, and what tells which it is makes room for them."""
    yield f'<g class="piece {body.colour}">'
    yield from tile(replace(body, icon="", letters="", signed=body.signed and body.down), x, y, FLOOR * r)
    yield "</g>"


def bared(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    """A tile on which something pale stands: as one under other pieces."""
    yield from floor(body, x, y, r)
    yield from at_corners(body, x, y, r)


def at_corners(body: Body, x: float, y: float, r: float) -> Iterator[str]:
    """What tells which tile lies under other pieces."""
    for one in corners_of(body, x, y, r):
        yield from badge(*one)


def corners_of(body: Body, x: float, y: float, r: float) -> Iterator[tuple[str, str, str, float, float, float]]:
    """The badges at its corners: its icon, and the sign of its colour. As `badge` draws them."""
    if body.down:
        return
    across, down = ((0.58, 0.8) if body.flat else (0.84, 0.58)) if body.six else (0.66, 0.66)
    if body.icon or body.letters:
        symbol = f"icon-{body.icon}" if body.icon else ""
        yield "mark", symbol, body.letters, x - across * r, y + down * r, CORNER_BADGE * r
    if body.signed and body.colour != "grey":
        yield body.colour, f"sign-{body.colour}", "", x - across * r, y - down * r, 0.8 * CORNER_BADGE * r


def told_besides(bodies: Sequence[Body], x: float, y: float, r: float) -> Iterator[tuple[Point, float]]:
    """Where on a space stands what tells what the pieces are besides, and which tile is below them, with its radius."""
    for body, _, at, room in spread(bodies, x, y, r):
        size = (FIGURE if body.form == "figure" else DISC) * room
        yield from (((a, b), large) for *_, a, b, large in badges_of(body, *at, size))
    if below := floor_of(bodies):
        yield from (((a, b), large) for *_, a, b, large in corners_of(below, x, y, r))


def floor_of(bodies: Sequence[Body]) -> Body | None:
    """The tile on which others stand, if it is not seen whole."""
    below = [body for body in bodies if body.form == "tile"]
    is_seen = len(below) == 1 and below[0].loaded
    return below[-1] if 0 < len(below) < len(bodies) and not is_seen else None


def number_place(body: Body, x: float, y: float, r: float) -> Point:
    """Where the number of equal pieces stands: below them, away from whose they are; above them where the sign of their
    colour is there."""
    below = not (body.owner and body.signed and body.colour != "grey")
    return x - 0.5 * r, y + (0.78 if below else -0.78) * r


def covers(bodies: Sequence[Body], x: float, y: float, r: float) -> Iterator[tuple[Point, float]]:
    """What on a space no mark should cover, with its radius: what pieces are besides, and of several all."""
    pieces = [*spread(bodies, x, y, r)]
    for body, count, at, room in pieces:
        size = (FIGURE if body.form == "figure" else DISC) * room
        if count > 1:
            yield number_place(body, *at, room), PLATED * r
        if len(pieces) > 1 and not body.loaded:
            yield at, size
    yield from told_besides(bodies, x, y, r)


def plated(count: int, x: float, y: float, r: float) -> str:
    """The number of equal pieces beside one of so much room, on a plate, so that it is read on whatever lies below."""
    told, size = f"×{count}", max(PLATED * r, LEAST_COUNT)
    half = (width(told, bold=True) + 0.5) * size / 2
    plate = box("fill", x - half, y - 0.6 * size, 2 * half, 1.2 * size, 0.6 * size, 0.08 * size)
    return f'<g class="badge mark">{plate}{words("count", told, x, y, size)}</g>'


def number(count: int, x: float, y: float, r: float) -> str:
    return words("count", f"×{count}", x, y, COUNT * r)


def pile(bodies: Sequence[Body], x: float, y: float, r: float, braced: bool = True) -> Iterator[str]:
    """What lies on one another, seen from the side, and the uppermost as it is seen from above."""
    *under, top = bodies
    shown = under if len(under) <= MOST_SLABS else [*under[:2], *under[-2:]]
    high, radius = SLAB * r, 0.8 * r
    total = len(shown) * high + 2 * DISC * radius * 0.84
    foot = y + total / 2
    yield '<g class="pile">'
    for k, body in enumerate(shown):
        yield from slab(body, x, foot - (k + 1) * high - (0.2 * high if len(shown) < len(under) and k > 1 else 0), r)
    yield "</g>"
    yield from drawn(top, x, foot - len(shown) * high - DISC * radius * 0.78, radius)
    if len(shown) < len(under):
        yield number(len(bodies), x + 0.8 * r, foot - high, r)
    elif len(bodies) >= BRACED and braced:
        yield from brace(len(bodies), x + 0.82 * r, y - total / 2, y + total / 2, r)


def brace(count: int, x: float, top: float, foot: float, r: float) -> Iterator[str]:
    """A bracket beside a pile, with how many pieces high it is."""
    end = short(0.14 * r)
    yield path("brace", f"M{short(x - 0.14 * r)} {short(top)}h{end}V{short(foot)}h-{end}")
    yield words("count", str(count), x + 0.28 * r, (top + foot) / 2, COUNT * r)


def slab(body: Body, x: float, top: float, r: float) -> Iterator[str]:
    wide, high, bow = short(1.04 * r), short(SLAB * r), short(0.12 * r)
    start, arc = f"M{short(x - 0.52 * r)} {short(top)}", f"a{short(0.52 * r)} {bow} 0 0"
    yield f'<g class="piece {body.colour}">'
    yield path("fill", f"{start}v{high}{arc} 0 {wide} 0v-{high}{arc} 1 -{wide} 0z", 1)
    yield path("inner", f"{start}{arc} 0 {wide} 0")
    yield used(f"sign-{body.colour}", x, top + (SLAB / 2 + 0.12) * r, 0.13 * r)
    yield "</g>"


def lid(body: Body, x: float, top: float, r: float) -> Iterator[str]:
    """The upper side of a piece that is seen from the side and has none on it."""
    arc = f"a{short(0.52 * r)} {short(0.12 * r)} 0 1 1"
    data = f"M{short(x - 0.52 * r)} {short(top)}{arc} {short(1.04 * r)} 0{arc} -{short(1.04 * r)} 0z"
    yield f'<g class="piece {body.colour}">{path("fill", data, 1)}{path("light", data)}</g>'


def heap(bodies: Sequence[Body], x: float, y: float, r: float, way: Point, still: int | None = None) -> Iterator[str]:
    """Pieces one after the other in a direction; the last has their number where there are more. Those behind the
    first that are `still` there, if not all are, are pale."""
    for k, body in enumerate(bodies[:HEAPED]):
        css = "" if still is None or k < still else "ghost"
        yield from drawn(body, x + way[0] * 2 * r * k, y + way[1] * 2 * r * k, r / DISC, css)
    if len(bodies) > HEAPED:
        last = 2 * r * (HEAPED - 1)
        css = f"heaped {bodies[0].colour}"
        yield lettered(str(len(bodies)), x + way[0] * last, y + way[1] * last, 1.2 * r, r, css)
