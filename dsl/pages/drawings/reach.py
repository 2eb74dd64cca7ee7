"""Small pictures of where a piece comes to by a rule (SVG): the piece in the middle, what it reaches around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from markupsafe import Markup

from dsl.board.reach import OTHER, Offset, Way
from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.model.world import BoardInfo
from dsl.pages.drawings.artist import Artist
from dsl.pages.drawings.boards import Ground
from dsl.pages.drawings.layouts import SCALE
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.marks import arrow, ring
from dsl.pages.drawings.parts import rectangle
from dsl.pages.drawings.pieces import lying

LEAST = 2  # squares that are seen around the piece
DOT, TAKEN = 0.16, 0.46  # of a square is the radius of a dot, and of a ring around what is taken
LEFT_FREE = 0.42  # of a square, around the piece from which an arrow comes
FEW = 2  # arrows: of more, one shows what ends it
PIXELS = 110  # that it is wide


class Reached:
    """The ways of a piece of a player who looks up the board."""

    def __init__(self, artist: Artist, board: BoardInfo, ground: Ground, piece: Piece, ways: Sequence[Way]) -> None:
        self.artist, self.board, self.ground, self.piece, self.ways = artist, board, ground, piece, ways
        far = [abs(n) for way in ways for offset in way.offsets for n in offset]
        self.around = max(LEAST, *far)
        self.size = (2 * self.around + 1) * SCALE

    def drawn(self, name: str, title: str, told: str) -> Markup:
        """With a title and a description for those who cannot see it; `name` tells it from others on a page."""
        parts = (
            f'<figure class="board" style="width: {PIXELS}px">',
            f'<svg viewBox="0 0 {short(self.size)} {short(self.size)}" role="img" '
            f'aria-labelledby="{name}-title {name}-text" xmlns="http://www.w3.org/2000/svg">',
            f'<title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-text">{escape(told)}</desc>',
            f'<g class="drawn {self.ground.css}">',
            *self.squares(),
            *self.marks(),
            "</g>",
            "</svg>",
            "</figure>",
        )
        return Markup("\n".join(parts))

    def squares(self) -> Iterator[str]:
        """The squares around the piece, of two tones where those of the board are."""
        yield rectangle((0, 0, self.size, self.size), "body", 0)
        many = range(-self.around, self.around + 1)
        for second in (False, True):
            data = "".join(self.square((x, y)) for x in many for y in many if self.is_second(x, y) is second)
            yield f'<path class="space{" second" if second else ""}" d="{data}"/>' if data else ""

    def is_second(self, x: int, y: int) -> bool:
        return bool(self.ground.layout.second) and (x + y) % 2 == 0

    def square(self, offset: Offset) -> str:
        x, y = self.middle(offset)
        half = SCALE / 2
        return f"M{short(x - half)} {short(y - half)}h{short(SCALE)}v{short(SCALE)}h-{short(SCALE)}z"

    def middle(self, offset: Offset) -> Point:
        return (self.around + offset[0] + 0.5) * SCALE, (self.around - offset[1] + 0.5) * SCALE

    def marks(self) -> Iterator[str]:
        """What stands there, and to where it goes: arrows to the edge, dots on single squares."""
        here, radius = self.middle((0, 0)), self.ground.layout.radius
        for way in self.ways:
            for offset in sorted(way.offsets):
                if way.slides:
                    yield from self.line(way, offset)
                    continue
                if way.over:
                    yield from self.standing((offset[0] // 2, offset[1] // 2), self.other_seat)
                if way.onto == {OTHER}:
                    yield from self.standing(offset, self.other_seat)
                    yield ring(self.middle(offset), TAKEN * SCALE, "changed")
                else:
                    yield self.dot(offset)
        yield from lying([self.artist.body(self.piece, self.board)], *here, radius, False)

    def line(self, way: Way, offset: Offset) -> Iterator[str]:
        """An arrow to the edge; of several that others stop, one takes what stands there, and one ends before it."""
        far = (offset[0] * self.around, offset[1] * self.around)
        several = way.stops and len(way.offsets) > FEW and way.onto == {"empty", OTHER}
        seats = {max(way.offsets): self.other_seat, min(way.offsets): self.piece.seat} if several else {}
        if offset not in seats:
            yield arrow(self.middle((0, 0)), self.middle(far), LEFT_FREE * SCALE, 0)
            return
        is_taken = seats[offset] != self.piece.seat
        yield from self.standing(far, seats[offset])
        end = far if is_taken else (far[0] - offset[0], far[1] - offset[1])
        yield arrow(self.middle((0, 0)), self.middle(end), LEFT_FREE * SCALE, TAKEN * SCALE if is_taken else 0)
        yield ring(self.middle(far), TAKEN * SCALE, "changed") if is_taken else ""

    @property
    def other_seat(self) -> int:
        """That of another player."""
        return next((seat for seat in range(self.artist.world.players.size) if seat != self.piece.seat), 0)

    def standing(self, offset: Offset, seat: int) -> Iterator[str]:
        """Another such piece, of that player."""
        other = Piece(self.piece.kind, self.piece.at, seat)
        yield from lying([self.artist.body(other, self.board)], *self.middle(offset), self.ground.layout.radius, False)

    def dot(self, offset: Offset) -> str:
        x, y = self.middle(offset)
        place = f'cx="{short(x)}" cy="{short(y)}" r="{short(DOT * SCALE)}"'
        return f'<circle class="halo" {place}/><circle class="reached" {place}/>'
