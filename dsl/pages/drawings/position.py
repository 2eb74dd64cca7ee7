"""A position on the part of a board that a small picture shows (SVG): names, pieces, rings around these."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot

from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.pages.drawings.artist import NAME
from dsl.pages.drawings.boards import SCALE, written
from dsl.pages.drawings.callouts import callout
from dsl.pages.drawings.marks import bar, ring, ring_along, towards
from dsl.pages.drawings.outcome import by_space
from dsl.pages.drawings.pieces import (
    DISC,
    LOAD,
    ON_FLOOR,
    Body,
    around,
    at_corners,
    badges,
    bared,
    covers,
    drawn,
    floor_of,
    load_place,
    on_floor,
    pile,
    spread,
    told_besides,
)
from dsl.pages.drawings.places import NAMES, STEP, Places
from dsl.pages.drawings.room import Room
from dsl.pages.drawings.svg import round_
from dsl.pages.drawings.tiles import Tile, laid
from dsl.pages.drawings.tiles import drawn as tile_drawn

RING, NARROW, CLOSE = 0.93, 0.82, 0.87  # of the room of what they are around: rings do not touch; below a name
AROUND_ONE = 1.16  # of the size of one of several is the ring around it
UPPER_FIRST = ((1, -1), (-1, -1), (-1, 1), (1, 1))  # where what tells that something can be done there stands
LOWER_FIRST = ((1, 1), (-1, 1), (1, -1), (-1, -1))  # where what tells that something is taken away stands
OUT = 0.82  # of the size of other marks is what tells that something is taken away, or placed
MARK = 0.74  # of the room of a piece to the right and above is the mark of a space
NEARLY = 0.8  # as much in one direction as a corner is, or less, if an arrow does not reach there


class Position(Places):
    """What is drawn of a position: the names of spaces, what stands there or is pale, and rings around it."""

    has_arrows = True

    def beside(self, aside: Iterable[Piece], left: Iterable[Piece] = ()) -> Iterator[str]:
        """What lies beside points, pale what has `left`, and the dice between them, or outside rings."""
        asides = self.stage.asides
        if asides:
            still, gone = (
                {at: [*map(self.artist.body, on)] for at, on in by_space(pieces).items()} for pieces in (aside, left)
            )
            yield from asides.lines(still, self.dice, gone)

    def names(self) -> Iterator[str]:
        """What spaces are called, where no piece ever covers it."""
        stage, outcome = self.stage, self.outcome
        ends = {end for _, end in outcome.moves}
        covered = {*outcome.before, *outcome.after, *(piece.at for piece in outcome.come), *ends}
        for number in stage.ground.spots:
            space = number + stage.numbers.start
            if self.is_seen_whole(space) and (space not in covered or self.has_room_above(space, covered)):
                yield from stage.ground.spot_told(number, space in covered, space in stage.lettered)
        for number in stage.ground.own.keys() & {*stage.part.shown}:
            if number + stage.numbers.start not in stage.lettered and self.is_uncut(stage.layout.places[number]):
                yield from stage.ground.worded(stage.ground.own[number], *stage.layout.places[number], self.radius)

    def names_inside(self, spaces: Collection[int] | None = None) -> Iterator[str]:
        """The names of those of some spaces that bear them, else of all that are not framed, above what stands there;
        with a pale outline where these have a colour, or something is there."""
        ground, chosen = self.stage.ground, self.stage.lettered - {*self.marked} if spaces is None else {*spaces}
        full = {*self.standing, *self.outcome.spaces} if self.layout.style == "tiles" else set()
        for space in sorted(self.stage.lettered & chosen):
            number = space - self.stage.numbers.start
            is_haloed = number in ground.tints or ground.colour(number) or space in full
            css = "inside haloed" if is_haloed else "inside"
            if self.is_uncut(self.name_place(space)):
                yield written(self.stage.name_of(space), *self.name_place(space), css, NAMES)

    def is_uncut(self, at: Point) -> bool:
        """Whether the frame of the picture cuts no letters there."""
        left, top, wide, high = self.stage.part.box
        return left + NAMES < at[0] < left + wide - NAMES and top + NAMES < at[1] < top + high - NAMES

    def is_seen_whole(self, space: int) -> bool:
        """Whether nothing is cut of what a space is called, as its icon and its name stand in it."""
        if space not in self.stage.shown:
            return False
        (x, y), r, part = self.stage.place(space), 0.9 * self.radius, self.stage.part
        left, top, wide, high = part.box
        return part.is_whole or (left + r <= x <= left + wide - r and top + r <= y <= top + high - r)

    def has_room_above(self, space: int, covered: Collection[int]) -> bool:
        """Whether the name of a space can stand above it, in the picture and on no other piece."""
        (x, y), r = self.stage.place(space), self.radius
        others = (self.stage.place(other) for other in covered if other != space)
        return y - 1.65 * r > self.stage.part.box[1] and not any(hypot(x - a, y - 1.25 * r - b) < r for a, b in others)

    def room(self, others: Iterable[Point] = ()) -> Room:
        """The same, and that in frames and where their marks stand nothing else is."""
        room = super().room(others)
        for space in self.marked:
            room.disc(self.stage.place(space), self.radius)
            room.disc(self.corner(space, MARK), self.stage.badge)
        return room

    def called(self, room: Room) -> Iterator[str]:
        """What the sentences call the pieces, each beside it where no arrow goes, and on no tile."""
        for space in self.tiled & {*self.stage.shown}:
            (x, y), half = self.stage.place(space), SCALE / 2
            room.box((x - half, y - half, SCALE, SCALE))
        for space in self.stage.shown:
            names = dict.fromkeys(n for piece in self.standing.get(space, ()) for n in self.names_told(piece))
            if names:
                at, (_, r) = self.piece_place(space), self.spot(space)
                ends = {end for move in self.outcome.moves if space in move for end in move} - {space}
                yield from callout(", ".join(names), at, r, [*map(self.stage.place, sorted(ends))], room)

    def names_told(self, piece: Piece) -> Iterator[str]:
        """What the sentences call a piece: as the example does, or by the name that is printed on it."""
        if piece.called and f"“{piece.called}”" in self.stage.told:
            yield f"“{piece.called}”"
        elif piece.kind and NAME in (values := dict(piece.values)):
            name = self.artist.value(self.artist.kind(piece), NAME, values[NAME])
            if name in self.stage.told:
                yield name

    def stacks(self, wanted: Callable[[int], bool], ringed: Collection[int] = ()) -> Iterator[str]:
        """What stands on some spaces, above all tiles that lie there; on those with rings nothing is beside piles."""
        spaces = [space for space in self.stage.shown if space in self.standing and wanted(space)]
        yield from laid((one for space in spaces for one in self.tiles(space)), SCALE)
        for space in spaces:
            yield from self.stack(
                space, self.standing[space], space not in ringed and not self.is_passed_at_right(space)
            )

    def is_passed_at_right(self, space: int) -> bool:
        """Whether an arrow leaves or comes at the right, where else stands how high a pile is."""
        x, y = self.stage.place(space)
        ends = (end for move in self.outcome.moves if space in move and self.has_arrows for end in move if end != space)
        return any(a - x > abs(b - y) for a, b in map(self.stage.place, ends))

    def tiles(self, space: int) -> Iterator[tuple[Tile, Point, str]]:
        """The uppermost tile on a space whose sides show something."""
        found = [(one, piece) for piece in self.standing[space] if (one := self.artist.tile(piece))]
        for one, piece in found[-1:]:
            yield one, self.stage.place(space), self.colour(piece)

    def stack(self, space: int, pieces: Sequence[Piece], braced: bool) -> Iterator[str]:
        """What stands on a space, pale where it has nothing to do with what is told."""
        bodies = self.bodies(piece for piece in pieces if self.artist.tile(piece) is None)
        if not bodies:
            return
        if space in self.paled and all(body.form == "tile" for body in bodies):
            (x, y), r = self.spot(space)
            yield from bared(bodies[-1], x, y, r)
            return
        yield '<g class="aside">' if self.stage.is_aside(space) else ""
        yield from self.stage.ground.stack(space - self.stage.numbers.start, bodies, *self.spot(space), braced)
        yield "</g>" if self.stage.is_aside(space) else ""

    def bodies(self, pieces: Iterable[Piece]) -> list[Body]:
        """They look so; what the sentences call by a name is no other that looks so, too."""
        told = [(self.body(piece), ", ".join(self.names_told(piece))) for piece in pieces]
        return [replace(body, apart=name) for body, name in told]

    def colour(self, piece: Piece) -> str:
        return self.body(piece).colour

    def ghost(self, space: int, piece: Piece, number: int = 0) -> Iterator[str]:
        """A piece that was there, or is said to be placed there; of several in a row one, counted from the last."""
        found = self.artist.tile(piece)
        if found:
            yield f'<g class="piece ghost">{"".join(tile_drawn(found, self.stage.place(space), SCALE, "grey"))}</g>'
        else:
            at, (_, r) = self.next_place(space, number), self.spot(space)
            r = STEP / 2 * r / DISC if space - self.stage.numbers.start in self.layout.heaps else r
            yield from self.cleared(space, at, r)
            yield from drawn(self.body(piece), *at, r, "ghost")

    def is_pile(self, pieces: Sequence[Piece]) -> bool:
        """Whether they lie on one another."""
        if not pieces:
            return False
        top = self.body(pieces[-1])
        return len(pieces) > 1 and (self.stage.ground.ordered or top.form == "carrier")

    def pile_gone(self, space: int, pieces: Sequence[Piece]) -> Iterator[str]:
        """What was there, on one another."""
        at, r = self.spot(space)
        yield from self.cleared(space, at, r)
        bodies = [self.body(piece) for piece in pieces]
        yield f'<g class="gone">{"".join(pile(bodies, *at, r, braced=False))}</g>'

    def cleared(self, space: int, at: Point, r: float) -> Iterator[str]:
        """A space around a point, if something is drawn on it, so that this does not show through what is pale."""
        number = space - self.stage.numbers.start
        if self.stage.ground.is_marked(number):
            yield round_("clear", *at, 0.9 * r)
            colour = self.stage.ground.colour(number)
            yield round_(f"clear tinted {colour}", *at, 0.9 * r) if colour else ""

    def ring(self, space: int, css: str, pieces: Sequence[Piece] = ()) -> str:
        """A ring around what stands on a space, or comes there; narrower where the space bears its name."""
        at, r = self.piece_place(space), self.spot(space)[1]
        standing = self.bodies(self.standing.get(space, ()))
        bodies = self.bodies(pieces) or standing
        if single := self.single(space, bodies):
            return "".join((*(around_one(*one, css) for one in single), *self.badges_on(space)))
        if space in self.floored:
            x, y, _ = on_floor(*at, r)
            on_tile = [*spread(self.bodies(self.full[space]), *self.spot(space)[0], r)]
            data = around(on_tile[0][0], *on_tile[0][2], on_tile[0][3]) if len(on_tile) == 1 else ""
            one = ring_along(data, css) if data else ring((x, y), ON_FLOOR * r, css)
            return "".join((one, *self.badges_on(space)))
        bases = [body for body in bodies if body.loaded]
        if not bases and any(body.loaded for body in standing):
            return ring(load_place(*at, r), LOAD * RING * r, css)
        if space not in self.tiled and len(bases or bodies) == 1 and (data := around((bases or bodies)[0], *at, r)):
            return ring_along(data, css)
        has_stone = any(body.form == "stone" for body in bodies)  # which would hide a narrow one
        return ring(at, ((CLOSE if has_stone else NARROW) if space in self.stage.lettered else RING) * r, css)

    def badges_on(self, space: int) -> Iterator[str]:
        """What tells what the pieces on a space are besides, and the tile under them, once more above a mark."""
        bodies, ((x, y), r) = self.bodies(self.full[space]), self.spot(space)
        for body, _, place, room in spread(bodies, x, y, r):
            yield from badges(body, *place, room)
        below = floor_of(bodies)
        yield from at_corners(below, x, y, r) if below else ()

    def single(self, space: int, bodies: Sequence[Body]) -> list[tuple[Body, Point, float]]:
        """Those that are meant of several beside one another on a space, where they are, how much room they have."""
        at, r = self.spot(space)
        standing = self.bodies(self.full.get(space, ()))
        if self.is_pile(self.full.get(space, ())) or space - self.stage.numbers.start in self.layout.heaps:
            return []
        pieces = [*spread(standing, *at, r)]
        found = [(body, place, room) for body, _, place, room in pieces if body in bodies and not body.loaded]
        return found if 0 < len(found) < len(pieces) else []

    def corner(self, space: int, out: float) -> Point:
        """Where at the corners of a space a mark stands, so far out, that covers nothing that tells what is there."""
        (x, y), r = self.stage.place(space), self.radius
        bodies = self.bodies(self.full.get(space, ()))
        if not bodies or self.is_pile(self.full[space]):
            return x + out * r, y - out * r
        full = [*covers(bodies, *self.spot(space)[0], self.spot(space)[1])]
        places = [(x + dx * out * r, y + dy * out * r) for dx, dy in UPPER_FIRST]
        lacking = [
            max((self.stage.badge + size - hypot(a - left, b - top) for (a, b), size in full), default=0.0)
            for left, top in places
        ]
        return min(zip(lacking, places, strict=True), key=lambda one: max(0.0, one[0] - 0.25 * self.stage.badge))[1]

    def away(self, space: int) -> str:
        """Beside what is taken away, where no arrow comes, and no line of what is done."""
        (x, y), r = self.place_of_gone(space)
        coming = [towards((x, y), self.piece_place(one)) for one, other in self.outcome.moves if other == space]
        joined = {end for line in self.outcome.joined if space in line for end in line} - {space}
        coming += [towards((x, y), self.stage.place(end)) for end in sorted(joined)]
        free = [way for way in LOWER_FIRST if all(way[0] * dx + way[1] * dy < NEARLY for dx, dy in coming)]
        here = self.full.get(space) or [piece for piece in self.outcome.gone if piece.at == space]
        told = [*told_besides(self.bodies(here), *self.spot(space)[0], self.spot(space)[1])]
        size = OUT * self.stage.badge

        def covered(way: Point) -> float:
            at = x + 0.72 * r * way[0], y + 0.72 * r * way[1]
            return max((size + large - hypot(at[0] - a, at[1] - b) for (a, b), large in told), default=0.0)

        dx, dy = min(free or LOWER_FIRST, key=lambda way: max(0.0, covered(way) - 0.25 * size))
        return bar((x + 0.72 * r * dx, y + 0.72 * r * dy), size)

    def place_of_gone(self, space: int) -> tuple[Point, float]:
        """Where what is taken away stood, and in how much room: as load of what carries it, or among others."""
        at, r = self.piece_place(space), self.spot(space)[1]
        gone = self.bodies(piece for piece in self.outcome.gone if piece.at == space)
        if single := self.single(space, gone):
            return single[-1][1:]
        standing = self.bodies(self.standing.get(space, ()))
        if not any(body.loaded for body in gone) and any(body.loaded for body in standing):
            return load_place(*at, r), LOAD * r
        return at, r

    def passed(self) -> Iterator[str]:
        """What has come and is gone again, pale and as taken away, where nothing else is."""
        for piece in (*self.outcome.passing, *(last for _, last in self.outcome.lost)):
            yield self.ring(piece.at, "taken", [piece])
            yield from self.ghost(piece.at, piece)
            yield self.away(piece.at)


def around_one(body: Body, at: Point, r: float, css: str) -> str:
    """A ring around one of several pieces."""
    data = around(body, *at, r)
    return ring_along(data, css) if data else ring(at, AROUND_ONE * DISC * r, css)
