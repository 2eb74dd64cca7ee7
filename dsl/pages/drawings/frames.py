"""A position, and over it what is done: all in one frame, or in a first what is there before, and in a second what is
there after."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.model.world import Attribute
from dsl.pages.cards.paper import width
from dsl.pages.drawings.boards import SCALE
from dsl.pages.drawings.callouts import led
from dsl.pages.drawings.marks import arrow, becomes, ring
from dsl.pages.drawings.movements import arrows, ordered
from dsl.pages.drawings.outcome import Outcome, Standing, by_space, on, rest
from dsl.pages.drawings.pieces import DISC, HEAPED, LOAD, Body, drawn, load_place, lying
from dsl.pages.drawings.position import Position
from dsl.pages.drawings.room import Room
from dsl.pages.drawings.stage import Stage
from dsl.pages.drawings.svg import box, round_
from dsl.pages.drawings.tiles import drawn as tile_drawn
from dsl.pages.reference.passages import opening

BESIDE = (1.5, 1.9, 2.4, 3.0, 3.7)  # how far from a piece stands what becomes of a number, in the radius of the piece
WIDE_PLATE = 0.7  # of that radius is half of what becomes of a number, if it is not long
WAYS = ((0, 1), (1, 0), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
LANE = 1.04  # of the room of a hole, what is lighter beside what falls
PARTED, APART = 0.64, 0.46  # how large what has parted is, and how far from the middle of the space
SMALL = 0.46  # of a piece that stands in a corner
NUMBER = 12  # letters of what becomes of a number


class OnlyFrame(Position):
    """What stands there at first, and all that is done; `marked` are spaces of which something is said, too."""

    def __init__(self, stage: Stage, outcome: Outcome, marked: Collection[int] = ()) -> None:
        super().__init__(stage, outcome.before, outcome, marked)
        self.falls = self.layout.style == "holes" and len(outcome.come) == 1 and not self.is_above(marked)

    def is_above(self, marked: Collection[int]) -> bool:
        """Whether a mark is where something falls through."""
        come = [self.stage.place(piece.at) for piece in self.outcome.come]
        return any(self.stage.place(space)[0] == x for space in marked for x, _ in come)

    @property
    def above(self) -> float:
        """How much room is needed above the board for what falls into it."""
        return 2 * self.radius if self.falls else 0.0

    @property
    def coming(self) -> dict[int, list[Piece]]:
        """What comes onto the board, but for tiles whose sides show something."""
        pieces = [piece for piece in self.outcome.come if self.artist.tile(piece) is None]
        return {piece.at: on(pieces, piece.at) for piece in pieces}

    def lines(self, under: Iterable[str] = ()) -> Iterator[str]:
        for piece in self.outcome.come:
            found = self.artist.tile(piece)
            if found:
                yield from tile_drawn(found, self.stage.place(piece.at), SCALE, f"coming {self.colour(piece)}")
            yield from self.lane(piece.at) if self.falls else ()
        yield from self.names()
        left = self.outcome.left_aside
        yield from self.beside(rest(self.outcome.aside, left), left)
        gone = dict.fromkeys(piece.at for piece in self.outcome.taken)
        rings = {space: self.ring(space, "taken", on(self.outcome.taken, space)) for space in gone}
        yield from (one for space, one in rings.items() if space not in self.floored)
        yield from self.stacks(lambda _: True, {*gone})
        yield from (one for space, one in rings.items() if space in self.floored)
        for space, pieces in self.coming.items():
            yield from self.arrival(space, pieces)
        for space, piece in self.landing.items():
            yield from self.ghost(space, piece)
        yield from map(self.away, gone)
        yield from self.passed()
        yield from self.names_inside()
        yield from under
        new = {*self.coming, *self.landing}
        room = self.room(map(self.piece_place, sorted(new)))
        yield from arrows(self, self, new, room)
        yield from self.called(room)
        yield from ordered(self, room)

    @cached_property
    def landing(self) -> dict[int, Piece]:
        """What is moved to where nothing is, by where that is: it is pale there."""
        moved = () if self.layout.heaps else (other for _, other in self.outcome.moved)
        return {piece.at: piece for piece in moved if self.empty(piece.at) and piece.at not in self.coming}

    @property
    def paled(self) -> Collection[int]:
        return self.landing

    def lane(self, space: int) -> Iterator[str]:
        """The column through which something falls."""
        (x, _), half = self.stage.place(space), LANE * self.radius
        column = [y for other, y in map(self.stage.place, self.stage.shown) if other == x]
        yield box("lane", x - half, min(column) - half, 2 * half, max(column) - min(column) + 2 * half, half / 4)

    @cached_property
    def full(self) -> Standing:
        """What stands there, and what comes onto tiles."""
        onto = {space for space in self.coming if space in self.standing or len(self.coming[space]) > 1}
        return {**self.standing, **{n: [*self.standing.get(n, ()), *self.coming[n]] for n in onto}}

    def arrival(self, space: int, pieces: Sequence[Piece]) -> Iterator[str]:
        """What comes onto a space, in a ring."""
        at, (_, r) = self.piece_place(space), self.spot(space)
        if space in self.floored:
            yield from lying(self.bodies(self.full[space]), *at, r)
            yield self.ring(space, "placed", pieces)
            return
        yield self.ring(space, "placed", pieces)
        bodies = self.bodies(pieces)
        if self.falls:
            above = at[0], self.stage.part.box[1] - r
            yield from drawn(bodies[-1], *above, r, "ghost")
            yield arrow(above, at, DISC * r, r + 4)
        if any(self.body(one).loaded for one in self.standing.get(space, ())):
            yield from lying(bodies, *load_place(*at, r), LOAD * r)
        elif space not in self.standing or self.empty(space):
            yield from lying(bodies, *at, r)


class FirstFrame(Position):
    """What stands there at first. What stays as it is, the other frame shows again; of that are no names of spaces that
    are framed here."""

    has_arrows = False

    def __init__(self, stage: Stage, outcome: Outcome, marked: Collection[int] = ()) -> None:
        super().__init__(stage, outcome.before, outcome, marked)
        self.opened = {}  # yet

    @property
    def dice(self) -> list[Body]:
        """None has been thrown."""
        return []

    def still(self) -> Iterator[str]:
        yield from self.names()
        yield from self.stacks(self.outcome.still)

    def lines(self, under: Iterable[str] = ()) -> Iterator[str]:
        yield from self.beside(self.outcome.aside)
        yield from self.stacks(lambda space: not self.outcome.still(space))
        yield from self.names_inside()
        yield from under
        yield from self.called(self.room())


class SecondFrame(Position):
    """What stands there in the end where that is something else, and what is changed: what is gone or went elsewhere
    is pale where it was, what came or is other than before has a ring, and what becomes of its numbers beside it."""

    def __init__(self, stage: Stage, outcome: Outcome, marked: Collection[int] = ()) -> None:
        super().__init__(stage, outcome.after, outcome, marked)
        self.first = FirstFrame(stage, outcome)
        self.first.opened = self.opened  # it is pale as it lay last

    @cached_property
    def pale(self) -> dict[int, Piece]:
        """What is gone, where nothing has come in its place."""
        gone = {piece.at: piece for piece in self.outcome.taken}
        return {space: piece for space, piece in gone.items() if self.empty(space)}

    @cached_property
    def left(self) -> dict[int, list[Piece]]:
        """What went elsewhere on the board, where nothing is now, or from the end of a row."""
        moved = [*(one for one, _ in self.outcome.moved), *(one for one, _ in self.outcome.lost)]
        moved += self.outcome.taken if self.layout.heaps else ()
        return {
            space: on(moved, space) for space in dict.fromkeys(one.at for one in moved)
            if space not in self.pale and (self.empty(space) or space - self.stage.numbers.start in self.layout.heaps)
        }  # fmt: skip

    @property
    def paled(self) -> Collection[int]:
        return {*self.pale, *self.left}

    def lines(self, under: Iterable[str] = ()) -> Iterator[str]:
        outcome = self.outcome
        yield from self.beside(outcome.aside_end, outcome.left_aside)
        yield from (self.ring(space, "taken", [piece]) for space, piece in self.pale.items())
        on_top = self.tiled | self.floored
        yield from (line for space, one in self.faded() if space not in self.standing for line in one)
        pale = {*self.pale, *self.left}
        behind = {space: self.departed_place(space) for space in self.departed}
        room = self.room((*map(self.pale_place, pale), *(at for at, _ in behind.values())))
        for space, (at, r) in behind.items():
            yield from self.cleared(space, *super().spot(space))  # what is between the two shows nothing
            yield from drawn(self.departed[space], *at, r, "ghost")
        come, other = (by_space(pieces) for pieces in (outcome.come, [b for _, b in outcome.turned]))
        rings = {n: self.ring(n, "changed", other[n]) for n in sorted(other)}
        rings |= {n: self.ring(n, "placed", come[n]) for n in sorted(come)}
        inside = {n for n in rings if n in on_top or self.single(n, self.bodies(come.get(n) or other[n]))}
        yield from (one for n, one in rings.items() if n not in inside)
        yield from self.stacks(lambda space: not outcome.still(space), rings)
        yield from (line for space, one in self.faded() if space in self.standing for line in one)
        yield from (one for n, one in rings.items() if n in inside)
        yield from map(self.away, self.pale)
        yield from self.passed()
        yield from self.replaced()
        yield from self.names_inside()
        yield from under
        yield from arrows(self, self.first, pale, room)
        yield from self.called(room)
        yield from ordered(self, room)
        yield from self.counts(room)

    def faded(self) -> Iterator[tuple[int, Iterator[str]]]:
        """What is pale, by where it was."""
        for space, piece in self.pale.items():
            yield space, self.ghost(space, piece)
        for space, pieces in self.left.items():
            yield space, self.pile_gone(space, pieces) if self.is_pile(pieces) else self.ghosts(space, pieces)

    def ghosts(self, space: int, pieces: Sequence[Piece]) -> Iterator[str]:
        """What was there: all that lay in a row, behind what lies there still, else one, as it stood among others."""
        if among := self.first.single(space, self.first.bodies(pieces[-1:])):
            for body, at, r in among[-1:]:
                yield from drawn(body, *at, r, "ghost")
            return
        still = space in self.standing and not self.empty(space)
        many = len(pieces) if space - self.stage.numbers.start in self.layout.heaps else 1
        for number in range(still, min(many, HEAPED) + still):
            yield from self.ghost(space, pieces[-1], number)

    @cached_property
    def departed(self) -> dict[int, Body]:
        """What left others behind that it carried, by where that was."""
        tops = {space: pieces[-1] for space, pieces in self.first.standing.items()}
        gone = [one for one, _ in self.outcome.moved]
        bodies = {space: self.body(top) for space, top in tops.items() if top in gone}
        return {
            space: body for space, body in bodies.items()
            if body.form == "carrier" and space not in self.left and not on(self.outcome.arrived, space)
        }  # fmt: skip

    def spot(self, space: int) -> tuple[Point, float]:
        """Where what was left behind stands: below what carried it, or at its right under a name, and where an arrow
        leaves downwards."""
        (x, y), r = super().spot(space)
        if space not in self.departed:
            return (x, y), r
        dx, dy = self.parted(space)
        return (x + dx * r, y + dy * r), PARTED * r

    def parted(self, space: int) -> Point:
        """Which way what was left behind is from the middle of its room, in the radius of that."""
        x, y = self.stage.place(space)
        ends = [self.stage.place(end) for start, end in self.outcome.moves if start == space]
        is_down = any(b - y > abs(a - x) for a, b in ends)
        return (APART, 0) if is_down or space in self.stage.lettered else (0, APART)

    def departed_place(self, space: int) -> tuple[Point, float]:
        """Where what went away stood, and how much room it has: it is pale."""
        (x, y), r = super().spot(space)
        dx, dy = self.parted(space)
        return (x - dx * r, y - dy * r), PARTED * r

    def replaced(self) -> Iterator[str]:
        """What was taken from where something else has come or stays, small in a corner of the space."""
        for space in dict.fromkeys(piece.at for piece in self.outcome.gone):
            gone = [piece for piece in on(self.outcome.gone, space) if self.artist.tile(piece) is None]
            if gone and space not in {*self.pale, *self.left} and not self.empty(space):
                (x, y), r = self.stage.place(space), self.radius
                is_named = space in self.stage.lettered or self.layout.radii  # where the name stands above
                at = x - 0.72 * r, y + (0.66 if is_named else -0.72) * r
                yield round_("clear", *at, SMALL * r)
                yield from drawn(self.body(gone[-1]), *at, 0.86 * SMALL * r)
                yield ring(at, SMALL * r, "taken small")

    def counts(self, room: Room) -> Iterator[str]:
        """What becomes of numbers, and what a piece is no more or whose it is now, beside it where there is room."""
        for one, other in self.outcome.turned:
            for text in (*self.numbers_told(one, other), *filter(self.is_told, self.artist.changed(one, other))):
                yield from self.plate(other, text, room)

    def numbers_told(self, one: Piece, other: Piece) -> Iterator[str]:
        """What becomes of the numbers of a piece that it shows, or of which something is said."""
        is_shown = bool(self.body(one).shown or self.body(other).shown)
        for attribute, before, after in self.artist.counted(one, other):
            if is_shown or self.is_told(self.artist.number_name(attribute)):
                yield f"{self.number_of(other, attribute)}{before} → {after}"

    def is_told(self, text: str) -> bool:
        """Whether the sentences under the picture, if there are any, say the last word of a text, too."""
        return not self.stage.told or text.lower().split()[-1] in self.stage.told.lower()

    def plate(self, piece: Piece, text: str, room: Room) -> Iterator[str]:
        """What becomes of a piece in a few letters, on a plate beside it."""
        (x, y), (_, r) = self.piece_place(piece.at), self.spot(piece.at)
        size = max(NUMBER, room.least)
        half = size * width(text, bold=True) / 2 + 4
        out = max(0.0, half - WIDE_PLATE * r)  # further aside where it is long
        places = [(x + dx * (far * r + out), y + dy * far * r) for far in BESIDE for dx, dy in WAYS]
        left, top = at = room.place(places, half, 0.7 * size)
        near = min(max(x, left - half), left + half), min(max(y, top - 0.7 * size), top + 0.7 * size)
        yield led((x, y), near, DISC * r, room)
        yield becomes(text, at, half, size)

    def number_of(self, piece: Piece, attribute: Attribute) -> str:
        """Which number it is, if what has it is not alone on its space, or has several: what it is a number of, and
        where it is another one now of several there, what has it, as a ring is around each."""
        here = [one for one in self.standing.get(piece.at, ()) if not self.stage.is_ground(one)]
        if len(here) < 2 and not self.artist.has_numbers(piece):
            return ""
        changed = (pair for pair in self.outcome.turned if pair[1].at == piece.at)
        count = sum(attribute in {one for one, *_ in self.artist.counted(*pair)} for pair in changed)
        called = [*self.names_told(piece)] or [self.artist.called_briefly(piece)]
        told = (*(called if count > 1 else ()), self.artist.number_name(attribute))
        return f"{opening(', '.join(told))} "


class GivenFrame(Position):
    """What stands there when the example gives it anew: nobody moves anything."""

    def __init__(self, stage: Stage, outcome: Outcome, marked: Collection[int] = ()) -> None:
        super().__init__(stage, outcome.after, outcome, marked)

    def lines(self, under: Iterable[str] = ()) -> Iterator[str]:
        yield from self.names()
        yield from self.beside(self.outcome.aside_end)
        yield from self.stacks(lambda _: True)
        yield from self.names_inside()
        yield from under
        yield from self.called(self.room())
