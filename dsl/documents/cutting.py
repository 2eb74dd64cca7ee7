"""Pieces and boards as drawings on sheets of paper, to be printed and cut out; all lengths are in millimetres.

A card is 63 by 88, a die has sides of 16. A token is as wide as the smallest space that is printed has room for. Text
is printed as large as there is room for, down to a smallest size; what has no room even then ends with three dots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from dsl.documents.components import Face, Item
from dsl.documents.lettering import block, short

WIDE, HIGH = 200.0, 287.0  # what of A4 is printed on: all but 5 on each side
HEAD = 8.0  # for the line on top that says what the sheet is
CARD = (63.0, 88.0)
EDGE = 4.0  # of a card is left free
SIDE = 16.0  # of a die
TOKENS = (8.0, 22.0)  # how wide tokens are, at least and at most
GAP = 3.0  # between what is cut out along its own outline
MARK = 3.0  # how long the marks are along which cards are cut
TITLE, HAD, TEXT = (6.5, 2.6), (5.0, 2.0), (3.6, 2.0)  # the largest and the smallest letters on a card
SMALL = (3.6, 1.3)  # and on a token
MOST = 12  # squares of a die beside one another, if it is no cube
CUBE = ((0, 1, 0), (1, 1, 1), (2, 1, 5), (3, 1, 4), (1, 0, 2), (1, 2, 3))  # column, row and which face of six


@dataclass(frozen=True)
class Cut:
    """Something to be cut out: how wide and how high it is, its drawing, what it is. What is cut out along straight
    lines lies without a gap beside its like."""

    width: float
    height: float
    drawing: str
    told: str
    straight: bool = False

    @property
    def gap(self) -> float:
        return 0 if self.straight else GAP


@dataclass(frozen=True)
class Sheet:
    """A page: what is drawn on it, and what that is."""

    drawing: tuple[str, ...]
    told: str


# -------------------------------------------------------------------------------------------------------------- pieces


def token_width(spaces: Iterable[float]) -> float:
    """How wide tokens are, by how wide the spaces of the boards are as they are printed."""
    least, most = TOKENS
    return max(least, min([most, *(float(int(0.75 * space)) for space in spaces)]))


def cut_out(item: Item, token: float) -> Cut:
    """What one piece looks like."""
    match item.make:
        case "card":
            return Cut(*CARD, "".join(card(item.face)), item.told, straight=True)
        case "die":
            return die(item)
    if item.back is not None:
        return Cut(token, 2 * token, "".join(folded(item.face, item.back, token)), item.told)
    return Cut(token, token, "".join(disc(item.face, token)), item.told)


def card(face: Face) -> Iterator[str]:
    """A card: its title, below that what it has, and what is done with it."""
    wide, high = CARD
    yield f'<rect class="cut" width="{short(wide)}" height="{short(high)}"/>'
    if face.css:
        yield f'<rect class="token {face.css}" width="{short(wide)}" height="{short(EDGE / 2)}"/>'
    parts = ((1, (face.title,), TITLE, "title"), (1, face.lines, HAD, "had"), (2, (face.text,), TEXT, "said"))
    told = [part for part in parts if any(part[1])]
    each, top = (high - 2 * EDGE) / sum(share for share, *_ in told), EDGE
    for share, paragraphs, sizes, css in told:
        yield from block(paragraphs, (EDGE, top, wide - 2 * EDGE, share * each), sizes, css, bold=css == "title")
        top += share * each


def disc(face: Face, wide: float) -> Iterator[str]:
    """A round token."""
    css, half = face.css or "white", short(wide / 2)
    yield f'<circle class="token {css}" cx="{half}" cy="{half}" r="{half}"/>'
    yield from block(
        (face.title, *face.lines), (0.1 * wide, 0.2 * wide, 0.8 * wide, 0.6 * wide), SMALL, f"on {css}", bold=True
    )


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
    pages: list[list[tuple[float, list[Cut]]]] = []
    top = HIGH
    for _, alike in groupby(ordered, key=lambda cut: (cut.straight, cut.height, cut.width)):
        for row in rows(list(alike)):
            fresh = bool(pages) and pages[-1][-1][1][0].straight != row[0].straight
            if top + row[0].height > HIGH or fresh:
                pages.append([])
                top = HEAD + MARK if row[0].straight else HEAD
            pages[-1].append((top, row))
            top += row[0].height + row[0].gap
    return [page(found, f"{name}-{number}") for number, found in enumerate(pages, 1)]


def rows(alike: list[Cut]) -> Iterator[list[Cut]]:
    """Rows of what is equally large."""
    each = alike[0].width + alike[0].gap
    most = max(1, int((WIDE + alike[0].gap) / each))
    yield from (alike[start : start + most] for start in range(0, len(alike), most))


def page(found: list[tuple[float, list[Cut]]], name: str) -> Sheet:
    """The drawing of a page; what looks the same is drawn once, and shown as often as it is there."""
    cuts = [cut for _, row in found for cut in row]
    kinds = {cut: f"{name}-{number}" for number, cut in enumerate(dict.fromkeys(cuts), 1)}
    defined = [f'<g id="{key}" class="drawn">{cut.drawing}</g>' for cut, key in kinds.items()]
    used = [
        f'<use href="#{kinds[cut]}" x="{short(x)}" y="{short(top)}"/>'
        for top, row in found for cut, x in zip(row, places(row), strict=True)
    ]  # fmt: skip
    told = ", ".join(f"{count} × {what}" for what, count in Counter(cut.told for cut in cuts).items())
    return Sheet(("<defs>", *defined, "</defs>", *used, *marks(found)), told)


def places(row: list[Cut]) -> Iterator[float]:
    """How far from the left each thing of a row lies; full rows are in the middle."""
    each = row[0].width + row[0].gap
    most = max(1, int((WIDE + row[0].gap) / each))
    left = (WIDE - most * each + row[0].gap) / 2
    return (left + number * each for number in range(len(row)))


def marks(found: list[tuple[float, list[Cut]]]) -> Iterator[str]:
    """Marks beside cards that lie without a gap, along which they are cut."""
    straight = [(top, row) for top, row in found if row[0].straight]
    if not straight:
        return
    (first, row), (last, _) = straight[0], straight[-1]
    wide, high = row[0].width, row[0].height
    xs = [*places(row), list(places(row))[-1] + wide]
    ys = [*(top for top, _ in straight), last + high]
    paths = [f"M{short(x)} {short(y)}v{short(MARK)}" for x in xs for y in (first - MARK, last + high)]
    paths += [f"M{short(x)} {short(y)}h{short(MARK)}" for y in ys for x in (xs[0] - MARK, xs[-1])]
    yield f'<path class="trim" d="{"".join(paths)}"/>'
