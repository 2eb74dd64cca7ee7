"""Pieces and boards as drawings on sheets of paper, to be printed and cut out; all lengths are in millimetres.

A card is 63 by 88, a die has sides of 16. A token is as wide as the smallest space that is printed has room for. Text
is printed as large as there is room for, down to a smallest size; what has no room even then ends with three dots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import assert_never

from dsl.pages.cards.paper import POINT, wrapped
from dsl.pages.cards.sides import SMALLEST
from dsl.pages.drawings.lettering import LEADING, Sizes, block, short
from dsl.pages.drawings.tiles import drawn
from dsl.pages.print_kit.components import Face, Half, Item

WIDE, HIGH = 200.0, 287.0  # what of A4 is printed on: all but 5 on each side
HEAD = 8.0  # for the line on top that says what the sheet is
CARD = (63.0, 88.0)
EDGE = 4.0  # of a card is left free
BESIDE, EASY = 1.0, 0.6  # between a half of a card and its foot; how much of its room a half is filled at most
SIDE = 16.0  # of a die
TOKENS = (8.0, 22.0)  # how wide tokens are, at least and at most
OF_SPACE = 0.75  # how wide they are beside a space
GAP = 3.0  # between what is cut out along its own outline
MARK = 3.0  # how long the marks are along which cards are cut
LEAST = SMALLEST * POINT  # how large letters are on a card at least
TITLE, HAD, TEXT = (6.5, 3.2), (5.0, LEAST), (3.6, LEAST)  # the largest and the smallest letters on a card
FOOT, AT_FOOT = 4.0, (2.4, LEAST)  # how high the line is that says what a card is one of, and its letters
SMALL = (3.6, 1.3)  # and on a token
MOST = 12  # squares of a die beside one another, if it is no cube
CUBE = ((0, 1, 0), (1, 1, 1), (2, 1, 5), (3, 1, 4), (1, 0, 2), (1, 2, 3))  # column, row and which face of six


@dataclass(frozen=True)
class Cut:
    """Something to be cut out: how wide and how high it is, its drawing, what it is. What is cut out along straight
    lines lies without a gap beside its like; it may have a drawing on its back."""

    width: float
    height: float
    drawing: str
    told: str
    straight: bool = False
    back: str = ""

    @property
    def gap(self) -> float:
        return 0 if self.straight else GAP


@dataclass(frozen=True)
class Sheet:
    """A page: what is drawn on it, and what that is; `behind`: it is the other side of the one before."""

    drawing: tuple[str, ...]
    told: str
    behind: bool = False


# -------------------------------------------------------------------------------------------------------------- pieces


def token_width(spaces: Iterable[float]) -> float:
    """How wide tokens are, by how wide the spaces of the boards are as they are printed."""
    least, most = TOKENS
    return max(least, min([most, *(float(int(OF_SPACE * space)) for space in spaces)]))


def tile_width(token: float) -> float:
    """How wide a tile is beside tokens: it covers a space."""
    return token / OF_SPACE


def cut_out(item: Item, token: float) -> Cut:
    """What one piece looks like."""
    match item.make:
        case "card":
            back = "".join(card_back(item.back)) if item.back else ""
            return Cut(*CARD, "".join(card(item.face)), item.told, straight=True, back=back)
        case "die":
            return die(item)
        case "tile":
            wide = tile_width(token)
            return Cut(wide, wide, "".join(laid(item.face, wide)), item.told)
        case "token" | "strip":
            if item.back is not None:
                return Cut(token, 2 * token, "".join(folded(item.face, item.back, token)), item.told)
            return Cut(token, token, "".join(disc(item.face, token)), item.told)
        case _:
            assert_never(item.make)


def card(face: Face) -> Iterator[str]:
    """A card: its title, below that what it has, and what is done with it; or its halves."""
    wide, high = CARD
    foot = " · ".join(filter(None, (face.kind or (face.title if face.halves else ""), face.owner)))
    two = len(face.halves) == 2
    yield from outline(face.css, 2 if two else 1)
    if two:
        yield from turned(face.halves, foot)
        return
    low = high - EDGE - (FOOT if foot else 0)
    parts: list[Part] = [(2, (face.title,), TITLE, "title"), (2, face.lines, HAD, "had"), (6, face.text, TEXT, "said")]
    for half in face.halves:
        parts += [(1, (half.title,), HAD, "title"), (3, half.text, TEXT, "said")]
    yield from below(parts, EDGE, low)
    if foot:
        yield from block((foot,), (EDGE, low, wide - 2 * EDGE, FOOT), AT_FOOT, "foot")


Part = tuple[float, Sequence[str], Sizes, str]
"""How much of the room it takes, its paragraphs, their letters and their style."""


def below(parts: Sequence[Part], top: float, low: float) -> Iterator[str]:
    """Parts of a card under one another."""
    told = [part for part in parts if any(part[1])]
    for (_, paragraphs, sizes, css), high in zip(told, heights(told, low - top), strict=True):
        style = f"{css} left" if css == "said" and len(paragraphs) > 1 else css
        yield from block(paragraphs, (EDGE, top, CARD[0] - 2 * EDGE, high), sizes, style, bold=css == "title")
        top += high


def heights(parts: Sequence[Part], room: float) -> list[float]:
    """How much of the room each part gets: its share; where one needs more than that, each as it needs."""
    total = sum(share for share, *_ in parts)
    shares, needed = [share / total * room for share, *_ in parts], list(map(least_height, parts))
    if all(need <= share for need, share in zip(needed, shares, strict=True)):
        return shares
    return [need / sum(needed) * room for need in needed]


def least_height(part: Part) -> float:
    """How high a part is in the smallest letters."""
    _, paragraphs, (_, least), css = part
    room = (CARD[0] - 2 * EDGE) / least
    return least * LEADING * sum(len(wrapped(paragraph, room, bold=css == "title")) for paragraph in paragraphs)


def turned(halves: Sequence[Half], foot: str) -> Iterator[str]:
    """Two halves, of which the one that is on top can be read; `foot` is between them."""
    wide, high = CARD
    middle = f"{short(wide / 2)} {short(high / 2)}"
    parts: list[list[Part]] = [[(1, (half.title,), TITLE, "title"), (3, half.text, TEXT, "said")] for half in halves]
    lows = halved([sum(map(least_height, half)) for half in parts], (high - FOOT) / 2 - EDGE - BESIDE)
    for half, low, turn in zip(parts, lows, ("", f' transform="rotate(180 {middle})"'), strict=True):
        yield f"<g{turn}>"
        yield from below(half, EDGE, EDGE + low)
        yield f'<path class="fold" d="M0 {short(EDGE + low + BESIDE)}h{short(wide)}"/></g>'
    yield from block((foot,), (EDGE, EDGE + lows[0] + BESIDE, wide - 2 * EDGE, FOOT), AT_FOOT, "foot")


def halved(needed: Sequence[float], room: float) -> list[float]:
    """How much of twice the room each half gets: the same; where one needs much of its, each as it needs."""
    return [room, room] if max(needed) <= EASY * room else [need / sum(needed) * 2 * room for need in needed]


def outline(css: str, count: int) -> Iterator[str]:
    """The outline of a card, with a strip of its colour, if it has one, on one side or on both."""
    wide, high = CARD
    yield f'<rect class="cut" width="{short(wide)}" height="{short(high)}"/>'
    for y in (0, high - EDGE / 2)[: count if css else 0]:
        yield f'<rect class="token {css}" y="{short(y)}" width="{short(wide)}" height="{short(EDGE / 2)}"/>'


def card_back(face: Face) -> Iterator[str]:
    """The other side of a card: a frame around what everybody may know of it."""
    wide, high = CARD
    yield from outline("", 0)
    x, inner_wide, inner_high = short(EDGE), wide - 2 * EDGE, high - 2 * EDGE
    yield f'<rect class="frame {face.css}" x="{x}" y="{x}" rx="{x}" width="{short(inner_wide)}" '
    yield f'height="{short(inner_high)}"/>'
    yield from block(
        (face.title, *face.lines), (2 * EDGE, 2 * EDGE, wide - 4 * EDGE, high - 4 * EDGE), TITLE, "title", True
    )


def disc(face: Face, wide: float) -> Iterator[str]:
    """A round token."""
    css, half = face.css or "white", short(wide / 2)
    yield f'<circle class="token {css}" cx="{half}" cy="{half}" r="{half}"/>'
    yield from block(
        (face.title, *face.lines), (0.1 * wide, 0.2 * wide, 0.8 * wide, 0.6 * wide), SMALL, f"on {css}", bold=True
    )


def laid(face: Face, wide: float) -> Iterator[str]:
    """A tile as it is printed, with its name in the middle, where room is left."""
    assert face.tile is not None
    half = wide / 2
    yield from drawn(face.tile, (half, half), wide, face.css or "white")
    room = (0.3 * wide, 0.4 * wide, 0.4 * wide, 0.2 * wide)
    if not face.tile.lines:
        yield from block((face.title,), room, SMALL, f"on {face.css or 'white'}", bold=True)


def folded(front: Face, back: Face, wide: float) -> Iterator[str]:
    """A square token of two sides, which is folded along the line between them."""
    for face, turn in ((front, ""), (back, f' transform="rotate(180 {short(wide / 2)} {short(wide)})"')):
        css = face.css or "white"
        yield f'<g{turn}><rect class="token {css}" width="{short(wide)}" height="{short(wide)}"/>'
        room = (0.06 * wide, 0.06 * wide, 0.88 * wide, 0.88 * wide)
        yield from block((face.title, *face.lines), room, SMALL, f"on {css}", bold=True)
        yield "</g>"
    yield f'<path class="fold" d="M0 {short(wide)}h{short(wide)}"/>'


def die(item: Item) -> Cut:
    """A die of six as a cube to be folded, any other as squares to be drawn from a cup."""
    faces = item.faces
    places = CUBE if len(faces) == len(CUBE) else [(n % MOST, n // MOST, n) for n in range(len(faces))]
    squares = "".join(part for x, y, face in places for part in square(x * SIDE, y * SIDE, str(faces[face])))
    wide, high = (SIDE * (1 + max(place[axis] for place in places)) for axis in (0, 1))
    return Cut(wide, high, squares, f"{item.face.title}: {', '.join(map(str, faces))}")


def square(x: float, y: float, text: str) -> Iterator[str]:
    yield f'<rect class="token white" x="{short(x)}" y="{short(y)}" width="{short(SIDE)}" height="{short(SIDE)}"/>'
    yield from block((text,), (x, y, SIDE, SIDE), (SIDE / 2, SIDE / 8), "on white", bold=True)


# -------------------------------------------------------------------------------------------------------------- sheets


def laid_out(cuts: Iterable[Cut], name: str) -> list[Sheet]:
    """Everything on as few pages as it needs, what is equally large in rows; cards on pages of their own. `name` tells
    the drawings from others on the page."""
    ordered = sorted(cuts, key=lambda cut: (not cut.straight, -cut.height, -cut.width))
    pages: list[Rows] = []
    top = HIGH
    for _, alike in groupby(ordered, key=lambda cut: (cut.straight, cut.height, cut.width)):
        for row in rows(list(alike)):
            fresh = bool(pages) and pages[-1][-1][1][0].straight != row[0].straight
            if top + row[0].height > HIGH or fresh:
                pages.append([])
                top = HEAD + MARK if row[0].straight else HEAD
            pages[-1].append((top, row))
            top += row[0].height + row[0].gap
    told = [side for found in pages for side in sides_of(found)]
    return [page(found, f"{name}-{number}", behind) for number, (found, behind) in enumerate(told, 1)]


Rows = list[tuple[float, list[Cut]]]
"""What lies beside one another, with how far from the top."""


def sides_of(found: Rows) -> Iterator[tuple[Rows, bool]]:
    """A page, and if something on it has a back the page of these, as they lie when the sheet is turned over."""
    yield found, False
    if any(cut.back for _, row in found for cut in row):
        yield [(top, [replace(cut, drawing=cut.back or blank(cut)) for cut in row]) for top, row in found], True


def blank(cut: Cut) -> str:
    """The other side of a card that has nothing on its back."""
    return "".join(outline("", 0)) if cut.straight else ""


def rows(alike: list[Cut]) -> Iterator[list[Cut]]:
    """Rows of what is equally large."""
    each = alike[0].width + alike[0].gap
    most = max(1, int((WIDE + alike[0].gap) / each))
    yield from (alike[start : start + most] for start in range(0, len(alike), most))


def page(found: Rows, name: str, behind: bool) -> Sheet:
    """The drawing of a page; what looks the same is drawn once, and shown as often as it is there. `behind`: it is the
    other side of a sheet."""
    cuts = [cut for _, row in found for cut in row]
    kinds = {cut: f"{name}-{number}" for number, cut in enumerate(dict.fromkeys(cuts), 1)}
    defined = [f'<g id="{key}" class="drawn">{cut.drawing}</g>' for cut, key in kinds.items()]
    used = [
        f'<use href="#{kinds[cut]}" x="{short(x)}" y="{short(top)}"/>'
        for top, row in found for cut, x in zip(row, places(row, behind), strict=True)
    ]  # fmt: skip
    told = ", ".join(f"{count} × {what}" for what, count in Counter(cut.told for cut in cuts).items())
    return Sheet(("<defs>", *defined, "</defs>", *used, *marks(found, behind)), told, behind)


def places(row: list[Cut], behind: bool = False) -> Iterator[float]:
    """How far from the left each thing of a row lies; full rows are in the middle. `behind`: as seen from there."""
    each = row[0].width + row[0].gap
    most = max(1, int((WIDE + row[0].gap) / each))
    left = (WIDE - most * each + row[0].gap) / 2
    found = (left + number * each for number in range(len(row)))
    return (WIDE - row[0].width - x for x in found) if behind else found


def marks(found: Rows, behind: bool) -> Iterator[str]:
    """Marks beside cards that lie without a gap, along which they are cut."""
    straight = [(top, row) for top, row in found if row[0].straight]
    if not straight:
        return
    (first, row), (last, _) = straight[0], straight[-1]
    wide, high = row[0].width, row[0].height
    xs = sorted({edge for x in places(row, behind) for edge in (x, x + wide)})
    ys = [*(top for top, _ in straight), last + high]
    paths = [f"M{short(x)} {short(y)}v{short(MARK)}" for x in xs for y in (first - MARK, last + high)]
    paths += [f"M{short(x)} {short(y)}h{short(MARK)}" for y in ys for x in (xs[0] - MARK, xs[-1])]
    yield f'<path class="trim" d="{"".join(paths)}"/>'
