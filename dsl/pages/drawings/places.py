"""Where things stand in a frame of a picture, how much room they have, and what they cover."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.pages.drawings.asides import DIE, Asides
from dsl.pages.drawings.boards import LETTERS
from dsl.pages.drawings.outcome import Outcome, Standing
from dsl.pages.drawings.pieces import BRACED, COUNT, HEAPED, TILE, Body, floor_of
from dsl.pages.drawings.room import Room
from dsl.pages.drawings.stage import Stage

NAMES = 11  # letters of a name in a space, at most
LOWER, LESS = 0.27, 0.87  # under a name a piece stands so much lower, and is so large
ABOVE, INSIDE_FRAME = 0.8, 0.72  # so far above the middle of a space is its name, and inside the frame of a space
STEP = 1.92  # from piece to piece in a row, in the radius of a space


class Places:
    """What stands on a stage, and what becomes of it; of what is done on the `marked` spaces something is said: these
    are framed, and their names stand above that."""

    def __init__(self, stage: Stage, standing: Standing, outcome: Outcome, marked: Collection[int] = ()) -> None:
        self.stage, self.standing, self.outcome, self.marked = stage, standing, outcome, marked
        self.artist, self.board, self.layout, self.radius = stage.artist, stage.board, stage.layout, stage.radius
        self.opened = outcome.opened

    def body(self, piece: Piece) -> Body:
        """How a piece looks where that is done: what is turned up on the way lies with its face up."""
        return self.artist.body(self.opened.get(piece, piece), self.board)

    def spot(self, space: int) -> tuple[Point, float]:
        """Where a piece stands and how much room it has: a little away from the name that the space bears, but
        hardly smaller; where pieces lie in a row, the last of them."""
        (x, y), r = self.stage.place(space), self.radius
        if space in self.stage.lettered:
            y, r = y + self.stage.side(space) * LOWER * r, LESS * r
        return (x, y), r

    def piece_place(self, space: int) -> Point:
        (x, y), r = self.spot(space)
        way = self.layout.heaps.get(space - self.stage.numbers.start, (0, 0))
        further = STEP * r * (min(len(self.standing.get(space, ())), HEAPED) - 1) if space in self.standing else 0
        return x + way[0] * further, y + way[1] * further

    def in_row(self, space: int) -> Iterator[Point]:
        """Where those stand that lie before the last one in a row."""
        (x, y), r = self.spot(space)
        way = self.layout.heaps.get(space - self.stage.numbers.start)
        for k in range(min(len(self.standing.get(space, ())), HEAPED) - 1 if way else 0):
            yield x + STEP * r * k * (way or (0, 0))[0], y + STEP * r * k * (way or (0, 0))[1]

    def next_place(self, space: int, number: int) -> Point:
        """Where so many pieces further than the last one stands, where they lie in a row."""
        (x, y), (_, r) = self.piece_place(space), self.spot(space)
        way = self.layout.heaps.get(space - self.stage.numbers.start, (0.0, 0.0))
        return x + way[0] * STEP * r * number, y + way[1] * STEP * r * number

    def pale_place(self, space: int) -> Point:
        """Where something pale stands: behind what lies there still in a row."""
        return self.next_place(space, int(space in self.standing and not self.empty(space)))

    def name_place(self, space: int) -> Point:
        x, y = self.stage.place(space)
        return x, y - self.stage.side(space) * (INSIDE_FRAME if space in self.marked else ABOVE) * self.radius

    def empty(self, space: int) -> bool:
        """Whether nothing stands there but what is like the ground."""
        return all(map(self.stage.is_ground, self.standing.get(space, ())))

    @cached_property
    def tiled(self) -> set[int]:
        """The spaces on which tiles lie whose sides show something: these fill them."""
        return {space for space, pieces in self.standing.items() if any(map(self.artist.tile, pieces))}

    @property
    def paled(self) -> Collection[int]:
        """The spaces on which something pale stands."""
        return ()

    @property
    def full(self) -> Standing:
        """What is drawn as standing there."""
        return self.standing

    @cached_property
    def floored(self) -> set[int]:
        """The spaces on which a tile lies under other pieces, and covers all that is drawn below these."""
        return {space for space, on in self.full.items() if floor_of([*map(self.body, on)])}

    @property
    def dice(self) -> list[Body]:
        """Those that were thrown; along points only where all that is moved goes as far as they say."""
        thrown = [body for piece in self.outcome.thrown if (body := self.artist.body(piece)).form == "die"]
        far = {abs(other - one) for one, other in self.outcome.moves} if self.layout.heaps else set[int]()
        return thrown if far <= {body.shown for body in thrown} else []

    @property
    def dice_places(self) -> list[Point]:
        """Where they lie, if that is on the board."""
        return self.stage.asides.dice(len(self.dice)) if isinstance(self.stage.asides, Asides) else []

    def room(self, others: Iterable[Point] = ()) -> Room:
        """What is covered by pieces, by others that stand at these places, and by letters."""
        stage, room = self.stage, Room(self.stage.part.box)
        for space in stage.shown:
            pieces = self.standing.get(space, [])
            if pieces and not (self.empty(space) and any(map(self.artist.tile, pieces))):
                self.covered_by(space, len(pieces), room)
            if space in stage.lettered:
                room.letters(stage.name_of(space), *self.name_place(space), NAMES)
        for number in {*stage.ground.own} & {*stage.part.shown}:
            if number + stage.numbers.start not in stage.lettered:
                room.letters(stage.ground.own[number], *self.layout.places[number], LETTERS[0])
        for middle in others:
            room.disc(middle, TILE * self.radius)
        for label in stage.part.labels:
            is_larger = label.css == "edge" and not self.layout.radii  # on a phone
            size = max(label.size, room.least) if is_larger else label.size
            room.letters(label.text, label.x, label.y, size)
        for die in self.dice_places:
            room.disc(die, TILE * DIE)
        if self.layout.radii and stage.ground.middle:
            room.disc(self.layout.middle, self.layout.radii[0])
        for covered in self.stage.asides.covered() if isinstance(self.stage.asides, Asides) else ():
            room.box(covered)
        return room

    def covered_by(self, space: int, count: int, room: Room) -> None:
        """Pieces on a space, one after the other where they lie in a row."""
        (x, y), r = self.spot(space)
        way = self.layout.heaps.get(space - self.stage.numbers.start)
        if count >= BRACED and self.stage.ground.ordered:
            room.box((x + 0.7 * r, y - 0.85 * r, 0.7 * r, 1.7 * r))
        if count > 1 and not way:
            room.letters(f"×{count}", x - 0.3 * r, y + 0.86 * r, COUNT * r)
        for k in range(min(count, HEAPED) if way else 1):
            room.disc((x + STEP * r * k * (way or (0, 0))[0], y + STEP * r * k * (way or (0, 0))[1]), TILE * r)
