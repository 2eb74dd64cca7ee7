"""Pieces and boards as drawings on sheets of paper, to be printed and cut out; all lengths are in millimetres.

A card is 63 by 88, a die has sides of 16. A token is as wide as the smallest space that is printed has room for. Text
is printed as large as there is room for, down to a smallest size; what has no room even then ends with three dots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil
from typing import Literal, assert_never

from dsl.pages.cards.paper import width
from dsl.pages.drawings.lettering import block, short
from dsl.pages.drawings.svg import box, path, round_
from dsl.pages.print_kit.card_backs import card_back
from dsl.pages.print_kit.items import Item
from dsl.pages.print_kit.playing_cards import CARD, Template, card, templates
from dsl.pages.print_kit.tokens import Names, alike, base, die, folded_discs, has_sides, names_on, token
from dsl.pages.print_kit.tokens import sides as tiled

WIDE, HIGH = 200.0, 287.0  # what of A4 is printed on: all but 5 on each side
HEAD = 9.5  # for the line on top that says what the sheet is
BELOW_HEAD = HEAD + 1.5  # where words stand below that
LOW = HIGH - 4.5  # below that is a ruler
TOKENS = (8.0, 22.0)  # how wide tokens are, at least and at most
OF_SPACE = 0.8  # how wide they are beside a space
GAP = 3.0  # between what is cut out along its own outline
MARK = 3.0  # how long the marks are along which cards are cut
IN = 3.0  # how far from the left the words of a page and what is cut out along its own outline begin
INNER = WIDE - 2 * IN
SORT, SORT_HIGH = 3.4, 6.0  # letters of what pieces are called, above them, and how high the line is
NET_HIGH = 11.0  # the same above nets, of which tabs stand out
MOSTLY = 0.7  # of what has room in a row
BELOW, WIDER = 4.0, 9.0  # from one sort to the next below it; between sorts and pieces beside one another, at most

Page = Literal["cards", "pieces", "dice"]
"""How it is cut out; cards lie on pages of their own, dice behind the pieces."""

PAGES: Sequence[Page] = ("cards", "pieces", "dice")


@dataclass(frozen=True)
class Cut:
    """Something to be cut out: how wide and how high it is, its drawing, what it is. What is cut out along straight
    lines lies without a gap beside its like; it may have a drawing on its back. `folded`: it is folded, too. `sort`
    stands above those that are of one, if anything does; those of one `colour` are a row or a column, if they can be.
    """

    width: float
    height: float
    drawing: str
    told: str
    page: Page = "pieces"
    back: str = ""
    folded: bool = False
    sort: str = ""
    colour: str = ""

    @property
    def gap(self) -> float:
        return 0 if self.page == "cards" else GAP

    @property
    def wider(self) -> float:
        """How far pieces of several rows are from one another at most: dice have pages with much room."""
        return WIDER if self.page == "pieces" else 3 * WIDER

    @property
    def below(self) -> float:
        return GAP if self.page == "pieces" else WIDER

    @property
    def above(self) -> float:
        """How high the line is that says what it is."""
        return (SORT_HIGH if self.page == "pieces" else NET_HIGH) if self.sort else 0


@dataclass(frozen=True)
class Sheet:
    """A page: what is drawn on it, and what that is; `behind`: it is the other side of the one before; `how` it is cut
    out, as a key of the fixed words; `sorts` are the decks, if it has cards, `pages` how what is on it is cut out."""

    drawing: tuple[str, ...]
    told: str
    behind: bool = False
    how: str = ""
    sorts: tuple[str, ...] = ()
    pages: tuple[Page, ...] = ()


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
            return Cut(*CARD, drawing, item.told, "cards", back=back, sort=item.sort)
        case "die":
            told = f"{item.face.title}: {', '.join(map(str, item.faces))}"
            return Cut(*die(item.faces, item.face.css), told, "dice", sort=item.sort)
        case "tile" | "token" | "strip" if has_sides(item):
            drawn = tiled(item, tile_width(sizes.tokens[item]), sizes.named(item))
            folded = bool(item.back or item.turned)
            return Cut(*drawn, item.told, folded=folded, sort=item.sort, colour=item.face.body.colour)
        case "tile" | "token" | "strip" if item.faces:
            wide = sizes.tokens[item]
            return Cut(wide, wide, base(item, wide), item.told, "dice", sort=item.sort)
        case "token" if item.turned:
            return Cut(*folded_discs(item, item.turned, sizes.tokens[item]), item.told, folded=True, sort=item.sort)
        case "tile" | "token" | "strip":
            wide = sizes.tokens[item]
            drawing = token(item, wide, sizes.alike.get(item, ""))
            return Cut(wide, wide, drawing, item.told, sort=item.sort, colour=item.face.body.colour)
        case _:
            assert_never(item.make)


# -------------------------------------------------------------------------------------------------------------- sheets


@dataclass
class Spread:
    """What lies on a page, each from its left upper corner, and the words above it."""

    cuts: list[tuple[float, float, Cut]] = field(default_factory=list)
    words: list[tuple[float, float, str]] = field(default_factory=list)

    def behind(self) -> Spread:
        """The page of the backs of these, as they lie when the sheet is turned over."""
        cuts = [(WIDE - x - cut.width, y, replace(cut, drawing=cut.back or blank(cut))) for x, y, cut in self.cuts]
        return Spread(cuts)


def laid_out(cuts: Iterable[Cut], name: str) -> list[Sheet]:
    """Everything on as few pages as it needs: cards, then what is cut out along its outline, what is of one sort
    together, dice last. `name` tells the drawings from others on the page."""
    every = list(cuts)
    cards = [cut for cut in every if cut.page == "cards"]
    others = sorted((cut for cut in every if cut.page != "cards"), key=lambda cut: PAGES.index(cut.page))
    pages = [*(of_cards(cards) if cards else ()), *(of_sorts(others) if others else ())]
    told = [side for page in pages for side in sides_of(page)]
    return [sheet(side, f"{name}-{number}", behind) for number, (side, behind) in enumerate(told, 1)]


def of_cards(cuts: Sequence[Cut]) -> Iterator[Spread]:
    """Cards in rows without gaps, full rows in the middle."""
    wide, high = cuts[0].width, cuts[0].height
    columns, rows = in_a_row(cuts[0]), int((LOW - HEAD - MARK) / high)
    left = (WIDE - columns * wide) / 2
    for page in portions(cuts, columns * rows):
        yield Spread([(left + k % columns * wide, HEAD + MARK + k // columns * high, c) for k, c in enumerate(page)])


def of_sorts(cuts: Sequence[Cut]) -> Iterator[Spread]:
    """Blocks of what is of one sort and size, each below its name, beside one another where there is room. A block that
    has no room whole goes on with its rows on the next page."""
    page, left, top, low = Spread(), IN, BELOW_HEAD, BELOW_HEAD
    for one in blocks(cuts):
        if left > IN and (left + one.wide > WIDE or top + one.tall > LOW):
            left, top = IN, low + max(BELOW, one.below)
        y = top
        for number, row in enumerate(one.rows):
            above = 0 if number else one.above
            if page.cuts and y + above + one.high > LOW:  # where its name stands once more
                yield page
                page, left, top, low, y = Spread(), IN, BELOW_HEAD, BELOW_HEAD, BELOW_HEAD
                above = one.above
            page.words += [(left, y, one.sort if number else one.called)] if above else []
            page.cuts += [(left + k * one.step, y + above, cut) for k, cut in enumerate(row)]
            y += above + one.high
            low, y = max(low, y), y + one.below
        left += one.wide + one.wider
    yield page


def blocks(cuts: Sequence[Cut]) -> list[Block]:
    """Those of several rows first, the highest first; dice last, and of these those of one row first, so that what is
    left of the page is at its end."""
    sorts = [cut.sort for cut in cuts]
    ordered = sorted(cuts, key=lambda cut: (-cut.height, sorts.index(cut.sort), cut.width))
    found = [Block(list(same)) for _, same in groupby(ordered, key=lambda cut: (cut.sort, cut.width, cut.height))]
    return sorted(found, key=lambda block: (PAGES.index(block.page), (block.page == "dice") != (len(block.rows) == 1)))


class Block:
    """What is of one sort: a row for each colour, if there are as many pieces of each and a row has room for them, else
    rows each as long as the others as far as can be."""

    def __init__(self, cuts: Sequence[Cut]) -> None:
        coloured = of_colours(cuts)
        ordered, columns = coloured or (cuts, ceil(len(cuts) / ceil(len(cuts) / in_a_row(cuts[0], INNER))))
        one = ordered[0]
        self.rows = list(portions(ordered, columns))
        self.sort, self.called = one.sort, f"{one.sort} ({len(cuts)})" if one.sort and len(cuts) > 1 else one.sort
        self.page, self.high, self.above, self.below, self.wider = one.page, one.height, one.above, one.below, one.wider
        self.tall = self.above + len(self.rows) * (self.high + self.below) - self.below
        spare = (INNER - columns * one.width) / max(1, columns - 1)
        self.step = one.width + (GAP if len(self.rows) == 1 else min(one.wider, spare))
        self.wide = max((columns - 1) * self.step + one.width, width(self.called, bold=True) * SORT)


def of_colours(cuts: Sequence[Cut]) -> tuple[Sequence[Cut], int] | None:
    """Pieces in the order in which they lie, with how many are in a row, if there are as many of each colour and these
    have room in a row; else the colours beside one another, if that fills most of a row."""
    counts = Counter(cut.colour for cut in cuts)
    many, room = counts[cuts[0].colour], in_a_row(cuts[0], INNER)
    if len(counts) == 1 or many == 1 or {*counts.values()} != {many}:
        return None
    ordered = sorted(cuts, key=lambda cut: list(counts).index(cut.colour))
    if many <= room:
        return ordered, many
    if MOSTLY * room <= len(counts) <= room:
        return [cut for k in range(many) for cut in ordered[k::many]], len(counts)
    return None


def portions(cuts: Sequence[Cut], size: int) -> Iterator[Sequence[Cut]]:
    yield from (cuts[start : start + size] for start in range(0, len(cuts), size))


def sides_of(page: Spread) -> Iterator[tuple[Spread, bool]]:
    """A page, and if something on it has a back the page of these."""
    yield page, False
    if any(cut.back for _, _, cut in page.cuts):
        yield page.behind(), True


def blank(cut: Cut) -> str:
    """The other side of a card that has nothing on its back."""
    return box("cut", 0, 0, cut.width, cut.height)


def in_a_row(cut: Cut, room: float = WIDE) -> int:
    """How many of a size have room beside one another."""
    return max(1, int((room + cut.gap) / (cut.width + cut.gap)))


def sheet(page: Spread, name: str, behind: bool) -> Sheet:
    """The drawing of a page; what looks the same is drawn once, and shown as often as it is there. `behind`: it is the
    other side of a sheet."""
    cuts = [cut for _, _, cut in page.cuts]
    kinds = {cut: f"{name}-{number}" for number, cut in enumerate(dict.fromkeys(cuts), 1)}
    defined = [f'<g id="{key}" class="drawn">{cut.drawing}</g>' for cut, key in kinds.items()]
    used = [f'<use href="#{kinds[cut]}" x="{short(x)}" y="{short(top)}"/>' for x, top, cut in page.cuts]
    for x, top, called in page.words:
        used += block((called,), (x, top, WIDE - x, SORT_HIGH), (SORT, SORT), "sort left", bold=True)
    told = ", ".join(f"{count} × {what}" for what, count in Counter(cut.told for cut in cuts).items())
    decks = tuple(dict.fromkeys(cut.sort for cut in cuts if cut.page == "cards"))
    pages = tuple(dict.fromkeys(cut.page for cut in cuts))
    return Sheet(("<defs>", *defined, "</defs>", *used, *marks(page)), told, behind, how_cut(cuts), decks, pages)


def how_cut(cuts: Sequence[Cut]) -> str:
    """How what is on a page is cut out."""
    if cuts[0].page == "cards":
        return "cut_at_marks"
    if any(cut.page == "dice" for cut in cuts):
        return "cut_dice"
    return "cut_and_fold" if any(cut.folded for cut in cuts) else "cut_outlines"


def marks(page: Spread) -> Iterator[str]:
    """Marks beside cards that lie without a gap, along which they are cut; else scissors beside the first piece."""
    lying = [(x, top, cut) for x, top, cut in page.cuts if cut.page == "cards"]
    if not lying:
        yield from scissors(IN / 2, page.cuts[0][1] + min(page.cuts[0][2].height, TOKENS[1]) / 2)
        return
    xs = sorted({edge for x, _, cut in lying for edge in (x, x + cut.width)})
    ys = sorted({edge for _, top, cut in lying for edge in (top, top + cut.height)})
    paths = [f"M{short(x)} {short(y)}v{short(MARK)}" for x in xs for y in (ys[0] - MARK, ys[-1])]
    paths += [f"M{short(x)} {short(y)}h{short(MARK)}" for y in ys for x in (xs[0] - MARK, xs[-1])]
    yield f'<path class="trim" d="{"".join(paths)}"/>'


def scissors(x: float, y: float) -> Iterator[str]:
    """Open ones around a point, which point upwards."""
    yield path("scissors", f"M{short(x - 0.7)} {short(y + 0.6)}l1.3 -2.8M{short(x + 0.7)} {short(y + 0.6)}l-1.3 -2.8")
    yield from (round_("scissors", x + dx, y + 1.2, 0.6) for dx in (-0.8, 0.8))
