"""The page of what is printed to play with: the inventory, the boards, and the sheets of pieces to be cut out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from markupsafe import Markup

from dsl.documents.boards import SCALE, figure, size, spaces
from dsl.documents.components import Components, Item
from dsl.documents.cutting import CARD, HEAD, HIGH, SIDE, WIDE, cut_out, laid_out, token_width
from dsl.documents.lettering import block, short
from dsl.documents.pictures import Pictures
from dsl.phrases import Speech
from dsl.world import BoardInfo

HEADINGS = (3.0, 1.5)  # the largest and the smallest letters on top of a page


class Printing:
    """Draws what is in the box of a game called `title`, with the words of a language. `t` are its fixed words."""

    def __init__(self, title: str, speech: Speech, pictures: Pictures, t: Mapping[str, str]) -> None:
        self.title = title
        self.pictures = pictures
        self.t = t
        self.boards = list(speech.book.world.boards.values())
        self.items = list(Components(speech).items())

    @cached_property
    def token(self) -> float:
        """How wide tokens are."""
        return token_width(SCALE * on_paper(board) for board in self.boards)

    @property
    def inventory(self) -> Iterator[tuple[Item, str]]:
        """Every piece with the form in which it is printed."""
        sizes = {"card": CARD, "die": (SIDE, SIDE), "token": (self.token, self.token)}
        for item in self.items:
            wide, high = map(short, sizes[item.make])
            yield item, self.t[f"as_{item.make}"].format(width=wide, height=high)

    @property
    def drawings(self) -> Iterator[Markup]:
        """Every page: first a board for everyone who has one, then the pieces."""
        for board in self.boards:
            for which in range(board.kind.size):
                yield self.board(board, which)
        sheets = laid_out((cut for item in self.items for cut in [cut_out(item, self.token)] * item.count), "piece")
        for number, sheet in enumerate(sheets, 1):
            title = self.t["sheet"].format(game=self.title, number=number, count=len(sheets))
            yield self.page(f"sheet-{number}", title, sheet.told, sheet.drawing)

    def board(self, board: BoardInfo, which: int) -> Markup:
        """A board as large as the page has room for."""
        scale, (wide, _) = on_paper(board), size(board)
        spots = self.pictures.spots(board)
        lines = spaces(board, {}, spots)
        left = short((WIDE - wide * scale) / 2)
        drawing = (f'<g class="board" transform="translate({left} {short(HEAD)}) scale({scale:.4f})">', *lines, "</g>")
        name = f"board-{self.boards.index(board) + 1}-{which + 1}"
        title = self.t["sheet_board"].format(game=self.title, board=self.pictures.name(board, which))
        return self.page(name, title, self.pictures.description(board, spots), drawing)

    def page(self, name: str, title: str, description: str, drawing: Iterable[str]) -> Markup:
        """A page with its title on top."""
        head = block((title,), (0, 0, WIDE, HEAD), HEADINGS, "head")
        return figure("sheet", name, title, description, (WIDE, HIGH), "", (*head, *drawing))


def on_paper(board: BoardInfo) -> float:
    """How many millimetres of a page one unit of a board's drawing is."""
    wide, high = size(board)
    return min(WIDE / wide, (HIGH - HEAD) / high)
