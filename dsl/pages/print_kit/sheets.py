"""Pieces and boards as drawings on sheets of paper, to be printed and cut out; all lengths are in millimetres.

A card is 63 by 88, a die has sides of 16. A token is as wide as the smallest space that is printed has room for. Text
is printed as large as there is room for, down to a smallest size; what has no room even then ends with three dots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import assert_never

from dsl.pages.cards.paper import width
from dsl.pages.drawings.lettering import block, short
from dsl.pages.drawings.svg import box
from dsl.pages.print_kit.components import Item
from dsl.pages.print_kit.playing_cards import CARD, Template, card, card_back, templates
from dsl.pages.print_kit.tokens import Names, alike, die, has_sides, names_on, token
from dsl.pages.print_kit.tokens import sides as tiled

WIDE, HIGH = 200.0, 287.0  # what of A4 is printed on: all but 5 on each side
HEAD = 8.0  # for the line on top that says what the sheet is
LOW = HIGH - 4.5  # below that is a ruler
TOKENS = (8.0, 22.0)  # how wide tokens are, at least and at most
OF_SPACE = 0.75  # how wide they are beside a space
GAP = 3.0  # between what is cut out along its own outline
MARK = 3.0  # how long the marks are along which cards are cut
SORT, SORT_HIGH = 3.0, 4.2  # letters of what pieces are called, above them, and how high the line is


@dataclass(frozen=True)
class Cut:
    """Something to be cut out: how wide and how high it is, its drawing, what it is. What is cut out along straight
    lines lies without a gap beside its like; it may have a drawing on its back. `folded`: it is folded, too. `sort`
    stands above the first of those that are of one, if anything does."""

    width: float
    height: float
    drawing: str
    told: str
    straight: bool = False
    back: str = ""
    folded: bool = False
    sort: str = ""

    @property
    def gap(self) -> float:
        return 0 if self.straight else GAP


@dataclass(frozen=True)
class Sheet:
    """A page: what is drawn on it, and what that is; `behind`: it is the other side of the one before; `how` it is cut
    out, as a key of the fixed words."""

    drawing: tuple[str, ...]
    told: str
    behind: bool = False
    how: str = ""


# -------------------------------------------------------------------------------------------------------------- pieces


@dataclass(frozen=True)
class Sizes:
    """How wide each piece is as a token, the names on tiles beside tokens of each width, the templates of cards, and
    the words on tokens that look like others."""

    tokens: Mapping[Item, float]
    names: Mapping[float, Names]
    decks: Mapping[Item, Template]
    alike: Mapping[Item, str]

    def named(self, item: Item) -> Names:
        return self.names[self.tokens[item]]


def sizes_of(tokens: Mapping[Item, float]) -> Sizes:
    """Those of pieces that are so wide as tokens."""
    beside: dict[float, list[Item]] = {}
    for item, wide in tokens.items():
        beside.setdefault(wide, []).append(item)
    names = {wide: names_on(items, tile_width(wide)) for wide, items in beside.items()}
    return Sizes(tokens, names, templates(tokens), alike(tokens))


def token_width(spaces: Iterable[float]) -> float:
    """How wide tokens are, by how wide the spaces of the boards are as they are printed."""
    least, most = TOKENS
    return max(least, min([most, *(float(int(OF_SPACE * space)) for space in spaces)]))


def tile_width(token: float) -> float:
    """How wide a tile is beside tokens: it covers a space."""
    return token / OF_SPACE


def cut_out(item: Item, sizes: Sizes) -> Cut:
    """What one piece looks like."""
    match item.make:
        case "card":
            back = "".join(card_back(item.back)) if item.back else ""
            drawing = "".join(card(item.face, sizes.decks.get(item, Template())))
            return Cut(*CARD, drawing, item.told, straight=True, back=back)
        case "die":
            told = f"{item.face.title}: {', '.join(map(str, item.faces))}"
            return Cut(*die(item.faces, item.face.css), told, folded=True, sort=item.sort)
        case "tile" | "token" | "strip" if has_sides(item):
            drawn = tiled(item, tile_width(sizes.tokens[item]), sizes.named(item))
            return Cut(*drawn, item.told, folded=bool(item.back or item.turned), sort=item.sort)
        case "tile" | "token" | "strip":
            wide = sizes.tokens[item]
            return Cut(wide, wide, token(item, wide, sizes.alike.get(item, "")), item.told, sort=item.sort)
        case _:
            assert_never(item.make)


# -------------------------------------------------------------------------------------------------------------- sheets


def laid_out(cuts: Iterable[Cut], name: str, high: float = HEAD) -> list[Sheet]:
    """Everything on as few pages as it needs, what is equally large in rows; cards on pages of their own. `name` tells
    the drawings from others on the page; the first row is `high` below the top."""
    ordered = sorted(cuts, key=lambda cut: (not cut.straight, -cut.height, -cut.width))
    pages: list[Rows] = []
    top = LOW
    for _, same in groupby(ordered, key=lambda cut: (cut.straight, cut.height, cut.width)):
        for row, headed in rows(list(same)):
            fresh = bool(pages) and pages[-1][-1][1][0].straight != row[0].straight
            above = SORT_HIGH if headed else 0
            if top + above + row[0].height > LOW or fresh:
                pages.append([])
                top = high + MARK if row[0].straight else high
            top += above
            pages[-1].append((top, row, headed))
            top += row[0].height + row[0].gap
    told = [side for found in pages for side in sides_of(found)]
    return [page(found, f"{name}-{number}", behind) for number, (found, behind) in enumerate(told, 1)]


Headed = Mapping[int, str]
"""What stands above some of a row, by which of them it is."""

Rows = list[tuple[float, list[Cut], Headed]]
"""What lies beside one another, with how far from the top."""


def sides_of(found: Rows) -> Iterator[tuple[Rows, bool]]:
    """A page, and if something on it has a back the page of these, as they lie when the sheet is turned over."""
    yield found, False
    if any(cut.back for _, row, _ in found for cut in row):
        yield [(top, [replace(cut, drawing=cut.back or blank(cut)) for cut in row], {}) for top, row, _ in found], True


def blank(cut: Cut) -> str:
    """The other side of a card that has nothing on its back."""
    return box("cut", 0, 0, cut.width, cut.height) if cut.straight else ""


def rows(alike: list[Cut]) -> Iterator[tuple[list[Cut], Headed]]:
    """Rows of what is equally large, with what stands above them: where a sort begins what it is called and how many
    there are. A sort begins in a row with another only where all of it has room there, and what both are called."""
    row: list[Cut] = []
    headed: dict[int, str] = {}
    for sort, same in groupby(alike, key=lambda cut: cut.sort):
        cuts = list(same)
        called = f"{sort} ({len(cuts)})" if len(cuts) > 1 else sort
        most, wide = in_a_row(cuts[0]), cuts[0].width + cuts[0].gap
        last = max(headed, default=0)
        crowded = (
            length_of(headed.get(last, "")) > (len(row) - last) * wide or length_of(called) > (most - len(row)) * wide
        )
        if row and sort and (crowded or len(row) + len(cuts) > most):
            yield row, headed
            row, headed = [], {}
        if sort:
            headed[len(row)] = called
        for cut in cuts:
            if len(row) == most:
                yield row, headed
                row, headed = [], {}
            row.append(cut)
    if row:
        yield row, headed


def in_a_row(cut: Cut) -> int:
    """How many of a size have room beside one another."""
    return max(1, int((WIDE + cut.gap) / (cut.width + cut.gap)))


def length_of(called: str) -> float:
    return width(called, bold=True) * SORT


def page(found: Rows, name: str, behind: bool) -> Sheet:
    """The drawing of a page; what looks the same is drawn once, and shown as often as it is there. `behind`: it is the
    other side of a sheet."""
    cuts = [cut for _, row, _ in found for cut in row]
    kinds = {cut: f"{name}-{number}" for number, cut in enumerate(dict.fromkeys(cuts), 1)}
    defined = [f'<g id="{key}" class="drawn">{cut.drawing}</g>' for cut, key in kinds.items()]
    used = [
        f'<use href="#{kinds[cut]}" x="{short(x)}" y="{short(top)}"/>'
        for top, row, _ in found for cut, x in zip(row, places(row, behind), strict=True)
    ]  # fmt: skip
    used += [line for top, row, headed in found for line in headings(top, list(places(row)), headed)]
    told = ", ".join(f"{count} × {what}" for what, count in Counter(cut.told for cut in cuts).items())
    return Sheet(("<defs>", *defined, "</defs>", *used, *marks(found, behind)), told, behind, how_cut(cuts))


def headings(top: float, lefts: Sequence[float], headed: Headed) -> Iterator[str]:
    """What the pieces of a row are called, above the first of each sort."""
    for number, called in headed.items():
        room = lefts[number], top - SORT_HIGH, WIDE - lefts[number], SORT_HIGH
        yield from block((called,), room, (SORT, SORT), "sort left", bold=True)


def how_cut(cuts: Sequence[Cut]) -> str:
    """How what is on a page is cut out."""
    if any(cut.folded for cut in cuts):
        return "cut_and_fold"
    return "cut_at_marks" if cuts[0].straight else "cut_outlines"


def places(row: list[Cut], behind: bool = False) -> Iterator[float]:
    """How far from the left each thing of a row lies; full rows are in the middle. `behind`: as seen from there."""
    each = row[0].width + row[0].gap
    most = in_a_row(row[0])
    left = (WIDE - most * each + row[0].gap) / 2
    found = (left + number * each for number in range(len(row)))
    return (WIDE - row[0].width - x for x in found) if behind else found


def marks(found: Rows, behind: bool) -> Iterator[str]:
    """Marks beside cards that lie without a gap, along which they are cut."""
    straight = [(top, row) for top, row, _ in found if row[0].straight]
    if not straight:
        return
    (first, row), (last, _) = straight[0], straight[-1]
    wide, high = row[0].width, row[0].height
    xs = sorted({edge for x in places(row, behind) for edge in (x, x + wide)})
    ys = [*(top for top, _ in straight), last + high]
    paths = [f"M{short(x)} {short(y)}v{short(MARK)}" for x in xs for y in (first - MARK, last + high)]
    paths += [f"M{short(x)} {short(y)}h{short(MARK)}" for y in ys for x in (xs[0] - MARK, xs[-1])]
    yield f'<path class="trim" d="{"".join(paths)}"/>'
