"""What pictures of examples share: how boards look, whichever way they are turned, and what pieces are called."""

from __future__ import annotations

from collections.abc import Iterable
from math import radians

from dsl.board.scene import Piece
from dsl.model.world import BoardInfo
from dsl.pages.drawings.boards import Ground
from dsl.pages.drawings.pictures import Pictures
from dsl.pages.drawings.tiles import lines_told, printed_on


class Scenery:
    """What all pictures of the examples of a rulebook share, in the words of a language. `t` are its fixed words."""

    def __init__(self, pictures: Pictures) -> None:
        self.pictures_of, self.speech, self.t = pictures, pictures.speech, pictures.t
        self.artist, self.world = pictures.artist, pictures.world
        self.grounds: dict[tuple[int, int], Ground] = {}

    def ground(self, board: BoardInfo, which: int, turn: int = 0) -> Ground:
        """One of equal boards as it looks; rings turned by so many degrees."""
        key = board.ranges[which].start, turn
        if key not in self.grounds:
            self.grounds[key] = self.pictures_of.ground(board, which, radians(turn))
        return self.grounds[key]

    def told(self, piece: Piece) -> str:
        """A piece in words, with the lines on it."""
        return ", ".join((self.artist.called_told(piece), *self.lines_on(piece)))

    def lines_on(self, piece: Piece) -> Iterable[str]:
        if not piece.kind:
            return ()
        kind = self.artist.kind(piece)
        return lines_told(self.speech, kind, printed_on(self.world, kind, piece.values))
