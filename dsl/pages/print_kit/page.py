"""The page of what is printed to play with: the inventory, the boards, and the sheets of pieces to be cut out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from dsl.model.world import BoardInfo
from dsl.pages.drawings.boards import SCALE, Ground, figure, legend
from dsl.pages.drawings.lettering import block, short
from dsl.pages.drawings.pictures import Pictures
from dsl.pages.drawings.svg import path, words
from dsl.pages.markdown import anchor
from dsl.pages.print_kit.components import Components, Item
from dsl.pages.print_kit.covers import strips
from dsl.pages.print_kit.mats import Turn, mat
from dsl.pages.print_kit.playing_cards import CARD
from dsl.pages.print_kit.sheets import HEAD, HIGH, LOW, WIDE, cut_out, laid_out, sizes_of, tile_width, token_width
from dsl.pages.print_kit.tokens import SIDE
from dsl.prose.speech import Speech

HEADINGS = (3.0, 1.5)  # the largest and the smallest letters on top of a page
Drawn = tuple[str, str, tuple[str, ...]]
"""What is on a page, what it is for those who cannot see it, and its drawing."""


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
                yield self.board(board, which)
        for kind, board in self.components.covering.items():
            yield self.strips(board, list(self.components.of_kind(self.speech.book.world.piece_infos[kind.name])))

    def board(self, board: BoardInfo, which: int) -> Drawn:
        """A board as large as the page has room for."""
        ground = self.pictures.ground(board, which)
        wide, high = ground.layout.size
        _, below = legend(ground.samples, wide, high)
        drawing = self.enlarged(ground, (f'<g class="drawn {ground.css}">', *ground.lines(), "</g>", *below))
        return self.pictures.name(board, which), self.pictures.description(board, ground.lots), drawing

    def strips(self, board: BoardInfo, items: Sequence[Item]) -> Drawn:
        """The strips that cover rings of a board, as large as the board."""
        ground = self.pictures.ground(board)
        titles = [item.face.title for item in items for _ in range(item.count)]
        lines = strips(board, ground.layout, titles, items[0].face.css)
        told = ", ".join(f"{item.count} × {item.told}" for item in items)
        drawing = self.enlarged(ground, ('<g class="drawn">', *lines, "</g>"))
        return items[0].face.kind or items[0].face.title, told, drawing

    def enlarged(self, ground: Ground, lines: Iterable[str]) -> tuple[str, ...]:
        """What is drawn as a board is, as large as the board on a page."""
        scale = self.on_paper(ground)
        left = short((WIDE - ground.layout.size[0] * scale) / 2)
        return (f'<g class="board" transform="translate({left} {short(HEAD)}) scale({scale:.4f})">', *lines, "</g>")

    def mats(self) -> Iterator[Drawn]:
        """The mat of each player."""
        for player, seat in enumerate(self.components.seats):
            title = self.pictures.t["sheet_mat"].format(player=self.speech.label(seat))
            turn = Turn(self.pictures.t["your_turn"], self.turn)
            for sheet in mat(self.components, player, self.components.look.seats[player], title, turn):
                yield title, sheet.told, sheet.drawing

    def on_paper(self, ground: Ground) -> float:
        """How many millimetres of a page one unit of a board's drawing is."""
        wide, high = ground.layout.size
        below, _ = legend(ground.samples, wide, high)
        return min(WIDE / wide, (LOW - HEAD) / (high + below))


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
        return {found[look]: max(box.counts[look] for box in self.boxes) for look in order}

    @cached_property
    def token(self) -> float:
        """How wide tokens are."""
        return token_width(
            SCALE * box.on_paper(box.pictures.ground(board)) for box in self.boxes for board in box.boards
        )

    @property
    def numbers(self) -> list[str]:
        """The numbers of players, where there are several."""
        return [box.players for box in self.by_players] if len(self.boxes) > 1 else []

    @property
    def by_players(self) -> list[Box]:
        return sorted(self.boxes, key=lambda box: box.speech.book.world.players.size)

    @property
    def inventory(self) -> Iterator[tuple[int, Item, str, list[int]]]:
        """Every piece with how many are printed, in which form, and how many are needed with each number of players."""
        sizes = {"card": CARD, "die": (SIDE, SIDE), "token": (self.token, self.token), "strip": (WIDE, WIDE)}
        sizes["tile"] = (tile_width(self.token), tile_width(self.token))
        for item, count in self.items.items():
            wide, high = map(short, sizes[item.make])
            form = self.t[f"as_{item.make}"].format(width=wide, height=high)
            yield count, item, form, [box.counts[item.look] for box in self.by_players] if self.numbers else []

    @property
    def drawings(self) -> Iterator[Markup]:
        """Every page: first the boards and mats, then the pieces."""
        names: Counter[str] = Counter()
        for (title, told, drawing), players in self.drawn.items():
            names[title] += 1
            whom = f" ({', '.join(players)})" if len(players) < len(self.boxes) else ""
            name = anchor(f"sheet of {title} {names[title]}")
            heading = self.t["sheet_board"].format(game=self.title, board=f"{title}{whom}")
            yield self.page(name, heading, told, drawing)
        cut = ((item, count) for item, count in self.items.items() if item.make != "strip")
        shared = sizes_of(self.items, self.token)
        drawn = ((cut_out(item, shared), count) for item, count in cut)
        sheets = laid_out((piece for piece, count in drawn for _ in range(count)), "piece")
        for number, sheet in enumerate(sheets, 1):
            title = self.t["sheet_behind" if sheet.behind else "sheet"]
            heading = title.format(game=self.title, number=number, count=len(sheets))
            yield self.page(f"sheet-{number}", heading, sheet.told, sheet.drawing)

    @property
    def drawn(self) -> dict[Drawn, list[str]]:
        """All boards, then all mats, with the numbers of players that need them."""
        found: dict[Drawn, list[str]] = {}
        for drawn_by in (Box.drawn, Box.mats):
            for box in self.by_players:
                for drawn in drawn_by(box):
                    found.setdefault(drawn, []).append(box.players)
        return found

    def page(self, name: str, title: str, description: str, drawing: Iterable[str]) -> Markup:
        """A page with its title on top."""
        head = block((title,), (0, 0, WIDE, HEAD), HEADINGS, "head")
        return figure("sheet", name, title, description, (WIDE, HIGH), "", (*head, *drawing, *ruler()))


def ruler() -> Iterator[str]:
    """What shows whether a page was printed as large as it is."""
    top, steps = HIGH - 2, "".join(f"M{10 * number} {HIGH - 2:g}v-1.5" for number in range(6))
    yield path("ruler", f"M0 {top:g}h50{steps}")
    yield words("head left", "50 mm", 51.5, top - 0.5, 2.4)
