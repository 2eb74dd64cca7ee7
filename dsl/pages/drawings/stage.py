"""The part of a board that a small picture shows, and on which its frames are drawn."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.model.world import BoardInfo
from dsl.pages.drawings.artist import Artist
from dsl.pages.drawings.asides import Asides
from dsl.pages.drawings.boards import Ground
from dsl.pages.drawings.layouts import Layout
from dsl.pages.drawings.orbits import Homes
from dsl.pages.drawings.parts import Part

BADGE, SEEN = (0.33, 0.45), 76  # of the room of a piece, usually and at most; of the width of a picture, at least


@dataclass(frozen=True)
class Stage:
    """The part of a board, whose spaces have these numbers, on which an example is played. Of these spaces alone the
    names are looked for there, and from these a line goes upward, so that their names stand below. `told` is what the
    sentences under the picture say, in which things may have names."""

    artist: Artist
    board: BoardInfo
    numbers: range
    ground: Ground
    part: Part
    named: Collection[int]
    upward: Collection[int] = ()
    told: str = ""

    @property
    def layout(self) -> Layout:
        return self.ground.layout

    @property
    def asides(self) -> Asides | Homes | None:
        """What is drawn beside all of the board."""
        return self.ground.asides if self.part.is_whole else None

    @property
    def radius(self) -> float:
        return self.layout.radius

    @property
    def badge(self) -> float:
        """How large what says that something can be done or not is: in a wide picture larger beside a small piece, so
        that it is seen on a phone, too."""
        usual, most = (much * self.radius for much in BADGE)
        return min(max(usual, self.part.frame[2] / SEEN), most)

    def place(self, space: int) -> Point:
        return self.layout.places[space - self.numbers.start]

    def name_of(self, space: int) -> str:
        """As it stands in the picture."""
        number = space - self.numbers.start
        if self.layout.style == "paths":
            return self.layout.names[number][0]
        return self.ground.own.get(number, self.board.one.names[number])

    @cached_property
    def shown(self) -> list[int]:
        """The spaces of which something is seen."""
        return [number + self.numbers.start for number in self.part.shown]

    @cached_property
    def lettered(self) -> set[int]:
        """The spaces that bear their names inside, because nothing at the edge of the picture tells them."""
        at_edge = self.layout.style != "tiles" or self.layout.square or len(self.board.one.outline) != 6
        if at_edge and not self.ground.own:
            return set()
        return {number + self.numbers.start for number in self.part.shown} & {*self.named}

    def side(self, space: int) -> int:
        """On which side of what stands on a space its name is: 1 above it, -1 below."""
        return -1 if space in self.upward else 1

    def is_aside(self, space: int) -> bool:
        """Whether what stands there has nothing to do with what is told, so that it is pale like the space."""
        return self.part.pales and space - self.numbers.start not in self.part.spaces

    def is_ground(self, piece: Piece) -> bool:
        """Whether other pieces stand on it as on a space: a tile, or lines that are printed there."""
        return self.artist.body(piece, self.board).form == "tile" or self.artist.tile(piece) is not None
