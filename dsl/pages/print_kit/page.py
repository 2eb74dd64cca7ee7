"""The page of what is printed to play with: the inventory, the boards, and the sheets of pieces to be cut out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import assert_never
from zlib import crc32

from markupsafe import Markup

from dsl.model.world import BoardInfo, PlaceInfo
from dsl.pages.drawings.boards import SCALE, Ground, figure, legend
from dsl.pages.drawings.lettering import block, short
from dsl.pages.drawings.parts import used
from dsl.pages.drawings.pictures import Pictures
from dsl.pages.drawings.svg import path, words
from dsl.pages.drawings.tiles import drawn as tile_drawn
from dsl.pages.markdown import anchor
from dsl.pages.print_kit.card_backs import with_decks
from dsl.pages.print_kit.components import Components
from dsl.pages.print_kit.covers import strips
from dsl.pages.print_kit.items import CUBE, Item, Make
from dsl.pages.print_kit.mats import Turn, mat
from dsl.pages.print_kit.pasting import (
    LEAST,
    LEAST_HEXAGON,
    Cuts,
    cut,
    is_across,
    is_whole,
    off_cuts,
    on_pages,
    part_of_board,
    parts_of,
    upright,
)
from dsl.pages.print_kit.playing_cards import CARD
from dsl.pages.print_kit.rows import Row, large, row, small, small_size
from dsl.pages.print_kit.sheets import (
    HEAD,
    HIGH,
    IN,
    WIDE,
    Cut,
    Sizes,
    cut_out,
    laid_out,
    sizes_of,
    tile_width,
    token_width,
)
from dsl.pages.print_kit.tokens import SIDE, counter, die, has_sides
from dsl.pages.reference.passages import opening
from dsl.prose.nouns import kind_term
from dsl.prose.speech import Speech

HEADINGS = (4.0, 1.5)  # the largest and the smallest letters on top of a page
TITLED, HOW = 4.8, (3.0, 1.5)  # how high its title is, and the letters of how it is cut
DOWN, RULED = 0.8, 4.0  # how far from the top the words begin; how high the line at the foot is
TIPPED = 1.75  # times wider than its space is what has a tip, so that a die has room on the rest
ASLANT = -45  # where names on strips stand that would be cut on top, or at a side
WHOLLY = 0.86  # of a part lies under no other, also where it is narrower than the others


@dataclass(frozen=True)
class Drawn:
    """What is on a page, what it is for those who cannot see it, its drawing, and how it is cut, as a key of the words.
    `across`: the page is wider than high."""

    title: str
    told: str
    drawing: tuple[str, ...]
    how: str = ""
    across: bool = False


@dataclass(frozen=True)
class Box:
    """What is needed with one number of players, which is given in words. `turn` are the steps of a turn."""

    players: str
    speech: Speech
    pictures: Pictures
    turn: tuple[str, ...] = ()

    @cached_property
    def components(self) -> Components:
        return Components(self.speech)

    @cached_property
    def items(self) -> list[Item]:
        return list(self.components.items())

    @cached_property
    def counts(self) -> Counter[tuple[str, str]]:
        return Counter({item.look: item.count for item in self.items})

    @property
    def boards(self) -> list[BoardInfo]:
        return list(self.speech.book.world.boards.values())

    def drawn(self) -> Iterator[Drawn]:
        """A board for everyone who has one, with what covers its rings."""
        for board in self.boards:
            for which in range(board.kind.size):
                yield from self.board(board, which)
        for kind, board in self.components.covering.items():
            yield from self.strips(board, self.components.of_kind(self.speech.book.world.piece_infos[kind.name]))

    def board(self, board: BoardInfo, which: int) -> Iterator[Drawn]:
        """A board as large as the page has room for, or on several pages."""
        ground = self.pictures.ground(board, which, on_paper=True)
        _, below = self.legend(ground)
        called = (line for number in ground.spots for line in ground.spot_told(number, False))
        tiles = self.pictures.tiles(board.ranges[which], self.pictures.printed)
        laid = (line for n, one in tiles.items() for line in tile_drawn(one, ground.layout.places[n], SCALE, ""))
        lines = (f'<g class="drawn {ground.css}">', *ground.lines(), *laid, *called, "</g>", *below)
        told = self.pictures.description(board, ground.lots)
        return self.enlarged(ground, self.pictures.name(board, which), told, lines)

    def strips(self, board: BoardInfo, items: Sequence[Item]) -> Iterator[Drawn]:
        """The strips that cover rings of a board, as large as the board."""
        ground = self.pictures.ground(board, on_paper=True)
        titles = [item.face.title for item in items for _ in range(item.count)]
        ends, half = self.cut_at(ground), ground.layout.middle[0]
        turn = 0 if is_whole(ends) else ASLANT if any(x > half for x in ends[0][1:-1]) else -ASLANT
        lines = strips(board, ground.layout, titles, items[0].face.css, turn)
        told = ", ".join(f"{item.count} × {item.told}" for item in items)
        name = items[0].face.kind or items[0].face.title
        return self.enlarged(ground, name, told, ('<g class="drawn">', *lines, "</g>"), "cut_outlines")

    def enlarged(self, ground: Ground, name: str, told: str, lines: Iterable[str], how: str = "") -> Iterator[Drawn]:
        """What is drawn as a board is, as large as the board on a page, which is turned if that is wider than high; in
        parts where it is larger than one."""
        scale, cuts = self.on_pages(ground)
        wide, high = (length * scale for length in self.size(ground))
        lines = [off_cuts(line, self.cut_at(ground)) for line in lines]
        if self.is_across(ground):
            lines = (f'<g transform="translate(0 {short(high / scale)}) rotate(-90)">', *lines, "</g>")
        if is_whole(cuts):
            left = short((WIDE - wide) / 2)
            place = f'transform="translate({left} {short(HEAD)}) scale({scale:.4f})"'
            yield Drawn(name, told, (f'<g class="board" {place}>', *lines, "</g>"), how)
            return
        content = "".join(lines)
        key = f"whole-{crc32(f'{name} {wide:.1f} {high:.1f} {content}'.encode()):x}"  # cut by its size, too
        whole = f'<g id="{key}" transform="scale({scale:.4f})">{content}</g>'
        parts = list(parts_of(cuts, scale))
        for number, part in enumerate(parts, 1):
            drawing = part_of_board(part, f"{key}-{number}", whole if number == 1 else used(key))
            title = self.pictures.t["board_part"].format(board=name, number=number, count=len(parts))
            last = number == len(parts)  # nothing is stuck on to it
            yield Drawn(title, told, tuple(drawing), "cut_outlines" if last else "cut_and_join")

    def called(self, place: PlaceInfo) -> str:
        return opening(self.speech.name(kind_term(place.kind)))

    def mats(self) -> Iterator[Drawn]:
        """The mat of each player."""
        for player, seat in enumerate(self.components.seats):
            title = self.pictures.t["sheet_mat"].format(of_player=self.speech.seat(seat, "of"))
            turn = Turn(self.pictures.t["your_turn"], self.turn)
            for sheet in mat(
                self.components, player, self.components.look.seats[player], title, turn, self.pictures.book.beside
            ):
                yield Drawn(title, sheet.told, sheet.drawing, across=True)

    def on_paper(self, ground: Ground) -> float:
        """How many millimetres of paper one unit of a board's drawing is."""
        return self.on_pages(ground)[0]

    def on_pages(self, ground: Ground) -> tuple[float, Cuts]:
        """The same, and where the board is cut."""
        across = self.is_across(ground)
        wide, _ = ground.layout.size
        middles = [(y, wide - x) if across else (x, y) for x, y in ground.layout.places]
        return cut(self.size(ground), middles, ground.layout.radius, least_space(ground))

    def cut_at(self, ground: Ground) -> Cuts:
        """Where a board is cut, as it is drawn."""
        return upright(self.on_pages(ground)[1], self.drawn_size(ground)[0] if self.is_across(ground) else 0)

    def size(self, ground: Ground) -> tuple[float, float]:
        """How wide and how high the drawing of a board is on the page, with its legend."""
        wide, high = self.drawn_size(ground)
        return (high, wide) if self.is_across(ground) else (wide, high)

    def is_across(self, ground: Ground) -> bool:
        return is_across(*self.drawn_size(ground), least_space(ground))

    def drawn_size(self, ground: Ground) -> tuple[float, float]:
        wide, high = ground.layout.size
        return wide, high + self.legend(ground)[0]

    def legend(self, ground: Ground) -> tuple[float, list[str]]:
        """What the spaces of a board mean, below it: where the board is in parts no wider than the first of them, so
        that nothing of it is cut."""
        wide, high = ground.layout.size
        whole = legend(ground.samples, wide, high, part=ground.part)
        least, whole_high = least_space(ground), high + whole[0]
        if is_across(wide, whole_high, least):
            parts = on_pages(whole_high, wide, least)[1][1]
        else:
            parts = on_pages(wide, whole_high, least)[1][0]
        return whole if parts == 1 else legend(ground.samples, wide / parts * WHOLLY, high, part=ground.part)


def least_space(ground: Ground) -> float:
    """How wide the spaces of a board are on paper at least."""
    is_of_hexagons = ground.layout.style == "tiles" and not ground.layout.square
    return LEAST_HEXAGON if is_of_hexagons else LEAST


class Printing:
    """Draws what is in the box of a game called `title`: all that is needed with any number of players, each of which
    is a box of its own; the first is the usual one. `t` are the fixed words."""

    def __init__(self, title: str, boxes: Sequence[Box], t: Mapping[str, str]) -> None:
        self.title, self.boxes, self.t = title, boxes, t

    @cached_property
    def items(self) -> dict[Item, int]:
        """Every piece with how many of it are needed at most."""
        found = {item.look: item for box in reversed(self.boxes) for item in box.items}
        order = dict.fromkeys(item.look for box in self.boxes for item in box.items)
        items = with_decks(found[look] for look in order)
        return {item: max(box.counts[item.look] for box in self.boxes) for item in items}

    @cached_property
    def spaces(self) -> Mapping[str, list[float]]:
        """How wide the spaces of each board are on paper, with each number of players."""
        found: dict[str, list[float]] = {}
        for played in self.boxes:
            for board in played.boards:
                wide = SCALE * played.on_paper(played.pictures.ground(board, on_paper=True))
                found.setdefault(board.name, []).append(wide)
        return found

    def token(self, item: Item) -> float:
        """How wide a piece is as a token: there is room for it on every board on which it is placed; one that points
        fills its space, and its tip reaches beyond."""
        wide = token_width(wide for name in item.boards or self.spaces for wide in self.spaces[name])
        return tile_width(wide) * TIPPED if item.face.body.form == "pointer" else wide

    @cached_property
    def row(self) -> Row | None:
        """How cards are laid beside one another, where there is such a row."""
        return row(self.boxes[0].components)

    def row_drawn(self, action: object) -> Markup:
        """The same as a picture, below the action that lays the last of them."""
        if self.row is None or self.row.cards[-1].action is not action:
            return Markup("")
        wide, high, lines = large(self.row.cards, self.cuts.decks, self.t)
        told = ", ".join(card.told for card in self.row.cards)
        name = f"{self.row_called}: {', '.join(card.name for card in self.row.cards)}"
        return figure("board row", "row-of-cards", name, told, (wide, high), "", lines)

    @property
    def row_called(self) -> str:
        return self.boxes[0].called(self.row.place) if self.row else ""

    def row_from_afar(self, names: Iterable[str]) -> Markup:
        """The same, small, with the names of the actions; `names` tell it from others on the page."""
        if self.row is None:
            return Markup("")
        wide, high = small_size(self.row.cards)
        told = ", ".join(card.name for card in self.row.cards)
        lines = ('<g class="drawn">', *small(self.row.cards, 0, 0, wide), "</g>")
        return figure("board row", anchor(" ".join(("row", *names))), self.row_called, told, (wide, high), "", lines)

    @property
    def numbers(self) -> list[str]:
        """The numbers of players, where there are several."""
        return [box.players for box in self.by_players] if len(self.boxes) > 1 else []

    @property
    def by_players(self) -> list[Box]:
        return sorted(self.boxes, key=lambda box: box.speech.book.world.players.size)

    @cached_property
    def cuts(self) -> Sizes:
        """How large what is cut out is."""
        return sizes_of({item: self.token(item) for item in self.items})

    @property
    def inventory(self) -> Iterator[tuple[int, str, str, list[int]]]:
        """Every piece in words, with how many are printed, in which form, and how many are needed with each number of
        players; and the letters that stand on it for its name."""
        for item, count in self.items.items():
            make, (wide, high) = self.size_of(item)
            width, height = (short(size).replace(".", self.t["decimal"]) for size in (wide, high))
            form = self.t[f"as_{make}"].format(width=width, height=height)
            letters = self.cuts.named(item).short.get(item.face.title, "") if has_sides(item) else ""
            told = f"{item.told}: “{letters}”" if letters else item.told
            if item.turned:
                told = self.t["turned_over"].format(told=told, what=", ".join(item.turned.text))
            needed = [played.counts[item.look] for played in self.by_players] if self.numbers else []
            yield printed(item, count), told, form, needed

    def size_of(self, item: Item) -> tuple[Make, tuple[float, float]]:
        """As what a piece is printed, and how wide and how high that is."""
        token = self.token(item)
        match item.make:
            case "card":
                return "card", CARD
            case "die":
                return "die", (SIDE, SIDE)
            case "strip":
                return "strip", (WIDE, WIDE)
            case "token" if not has_sides(item):
                return "token", (token, token)
            case "token" | "tile":
                return "tile", (tile_width(token), tile_width(token))
            case _:
                assert_never(item.make)

    @property
    def drawings(self) -> Iterator[Markup]:
        """Every page: first the boards and mats, then the pieces."""
        names: Counter[str] = Counter()
        for drawn, players in self.drawn.items():
            names[drawn.title] += 1
            whom = f" ({', '.join(players)})" if len(players) < len(self.boxes) else ""
            name = anchor(f"sheet of {drawn.title} {names[drawn.title]}")
            heading = self.t["sheet_board"].format(game=self.title, board=f"{drawn.title}{whom}")
            yield self.page(name, replace(drawn, title=heading))
        cut = ((item, count) for item, count in self.items.items() if item.make != "strip")
        pieces = ((one, printed(item, count)) for item, count in cut for one in self.cut_out(item))
        sheets = laid_out((piece for piece, count in pieces for _ in range(count)), "piece")
        for number, sheet in enumerate(sheets, 1):
            title = self.t["sheet_behind" if sheet.behind else "sheet"]
            what = ", ".join(sheet.sorts or (self.t[f"sheet_{page}"] for page in sheet.pages))
            heading = title.format(game=self.title, what=what, number=number, count=len(sheets))
            how = "" if sheet.behind else sheet.how
            yield self.page(f"sheet-{number}", Drawn(heading, sheet.told, sheet.drawing, how))

    def cut_out(self, item: Item) -> list[Cut]:
        """What one piece looks like: of what bears a die both, each with what it is for above it; with a card that
        points somewhere what stands on the board for it."""
        found = cut_out(item, self.cuts)
        if item.make == "card" and item.face.body.form == "pointer":
            wide = self.token(item) / TIPPED
            sort = self.t["counters"].format(piece=found.sort)
            return [found, Cut(wide, wide, counter(item, wide), item.told, sort=sort)]
        if is_lots(item):
            return [replace(found, sort=self.t["lots"].format(piece=found.sort))]
        if not item.faces or item.make == "die":
            return [found]
        told = {"piece": found.sort, "number": item.counted, "way": item.pointing}
        standing = Cut(
            *die(item.faces, item.face.body.colour), found.told, "dice", sort=self.t["with_die"].format(**told)
        )
        under = "on_base" if item.pointing else "on_plain_base"
        return [standing, replace(found, sort=self.t[under].format(**told))]

    @property
    def drawn(self) -> dict[Drawn, list[str]]:
        """All boards, then all mats, with the numbers of players that need them."""
        found: dict[Drawn, list[str]] = {}
        for drawn_by in (Box.drawn, Box.mats):
            for played in self.by_players:
                for drawn in drawn_by(played):
                    found.setdefault(drawn, []).append(played.players)
        return found

    def page(self, name: str, drawn: Drawn) -> Markup:
        """A page with its title on top, and how it is cut, if that is told; a mat says whose it is, so that its title
        stands small at its foot."""
        css, (wide, high) = ("sheet across", (HIGH, WIDE)) if drawn.across else ("sheet", (WIDE, HIGH))
        head = [*block((drawn.title,), (IN, DOWN, wide - 2 * IN, TITLED), HEADINGS, "head top left", bold=True)]
        if drawn.across:
            head = [*block((drawn.title,), (wide / 2, high - RULED, wide / 2 - IN, RULED), HOW, "head left")]
        if drawn.how:
            low = DOWN + TITLED
            head += block((self.t[drawn.how],), (IN, low, wide - 2 * IN, HEAD - low), HOW, "head left")
        lines = (*head, *drawn.drawing, *ruler(high, self.t["at_full_size"]))
        return figure(css, name, drawn.title, drawn.told, (wide, high), "", lines)


def is_lots(item: Item) -> bool:
    """Whether a die is printed as squares of which one is drawn, as it is no cube."""
    return item.make == "die" and len(item.faces) != len(CUBE)


def printed(item: Item, count: int) -> int:
    """How many of a piece are printed, of which so many are needed: the squares of one die do for all."""
    return 1 if is_lots(item) else count


def ruler(high: float, told: str) -> Iterator[str]:
    """What shows whether a page that is so high was printed as large as it is."""
    top, steps = high - 2, "".join(f"M{IN + 10 * number:g} {high - 2:g}v-1.5" for number in range(6))
    yield path("ruler", f"M{IN:g} {top:g}h50{steps}")
    yield words("head left", told, IN + 51.5, top - 0.5, 2.4)
