"""The page of what is printed to play with: the inventory, the boards, and the sheets of pieces to be cut out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from dsl.documents.boards import SCALE, figure, size, spaces
from dsl.documents.components import Components, Item
from dsl.documents.cutting import CARD, HEAD, HIGH, SIDE, WIDE, cut_out, laid_out, token_width
from dsl.documents.lettering import block, short
from dsl.documents.markdown import anchor
from dsl.documents.pictures import Pictures
from dsl.phrases import Speech
from dsl.world import BoardInfo

HEADINGS = (3.0, 1.5)  # the largest and the smallest letters on top of a page
Drawn = tuple[str, str, tuple[str, ...]]
"""What is on a page, what it is for those who cannot see it, and its drawing."""


@dataclass(frozen=True)
class Box:
    """What is needed with one number of players, which is given in words."""

    players: str
    speech: Speech
    pictures: Pictures

    @cached_property
    def items(self) -> list[Item]:
        return list(Components(self.speech).items())

    @cached_property
    def counts(self) -> Counter[tuple[str, str]]:
        return Counter({item.look: item.count for item in self.items})

    @property
    def boards(self) -> list[BoardInfo]:
        return list(self.speech.book.world.boards.values())

    def drawn(self) -> Iterator[Drawn]:
        """A board for everyone who has one."""
        for board in self.boards:
            for which in range(board.kind.size):
                yield self.board(board, which)

    def board(self, board: BoardInfo, which: int) -> Drawn:
        """A board as large as the page has room for."""
        spots, lots = self.pictures.spots(board), self.pictures.lots(board, which)
        scale, (wide, _) = self.on_paper(board), size(board, lots)
        left = short((WIDE - wide * scale) / 2)
        lines = spaces(board, {}, spots, lots)
        drawing = (f'<g class="board" transform="translate({left} {short(HEAD)}) scale({scale:.4f})">', *lines, "</g>")
        return self.pictures.name(board, which), self.pictures.description(board, spots, lots), drawing

    def on_paper(self, board: BoardInfo) -> float:
        """How many millimetres of a page one unit of a board's drawing is."""
        wide, high = size(board, self.pictures.lots(board))
        return min(WIDE / wide, (HIGH - HEAD) / high)


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
        return token_width(SCALE * box.on_paper(board) for box in self.boxes for board in box.boards)

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
        sizes = {"card": CARD, "die": (SIDE, SIDE), "token": (self.token, self.token)}
        for item, count in self.items.items():
            wide, high = map(short, sizes[item.make])
            form = self.t[f"as_{item.make}"].format(width=wide, height=high)
            yield count, item, form, [box.counts[item.look] for box in self.by_players] if self.numbers else []

    @property
    def drawings(self) -> Iterator[Markup]:
        """Every page: first the boards, then the pieces."""
        names: Counter[str] = Counter()
        for (title, told, drawing), players in self.drawn.items():
            names[title] += 1
            whom = f" ({', '.join(players)})" if len(players) < len(self.boxes) else ""
            name = anchor(f"sheet of {title} {names[title]}")
            heading = self.t["sheet_board"].format(game=self.title, board=f"{title}{whom}")
            yield self.page(name, heading, told, drawing)
        sheets = laid_out((cut_out(item, self.token) for item, n in self.items.items() for _ in range(n)), "piece")
        for number, sheet in enumerate(sheets, 1):
            title = self.t["sheet_behind" if sheet.behind else "sheet"]
            heading = title.format(game=self.title, number=number, count=len(sheets))
            yield self.page(f"sheet-{number}", heading, sheet.told, sheet.drawing)

    @property
    def drawn(self) -> dict[Drawn, list[str]]:
        """All boards, with the numbers of players that need them."""
        found: dict[Drawn, list[str]] = {}
        for box in self.by_players:
            for drawn in box.drawn():
                found.setdefault(drawn, []).append(box.players)
        return found

    def page(self, name: str, title: str, description: str, drawing: Iterable[str]) -> Markup:
        """A page with its title on top."""
        head = block((title,), (0, 0, WIDE, HEAD), HEADINGS, "head")
        return figure("sheet", name, title, description, (WIDE, HIGH), "", (*head, *drawing))
