"""A position on the part of a board that a small picture shows (SVG), and over it what is done: all in one frame, or in
a first what is there before, and in a second what is there after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot, pi

from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.model.world import Attribute, BoardInfo
from dsl.pages.cards.paper import width
from dsl.pages.drawings.arrows import STEP as COUNTED
from dsl.pages.drawings.arrows import Orbit, Route, numbers, orbit, routed
from dsl.pages.drawings.artist import NAME, Artist
from dsl.pages.drawings.asides import DIE, Asides
from dsl.pages.drawings.boards import LETTERS, SCALE, Ground, written
from dsl.pages.drawings.callouts import callout
from dsl.pages.drawings.layouts import Layout
from dsl.pages.drawings.marks import INSIDE, arrow, bar, becomes, counted, cross, frame, ring, ring_along, tick, towards
from dsl.pages.drawings.marks import NUMBER as NUMBERS
from dsl.pages.drawings.orbits import Homes
from dsl.pages.drawings.outcome import Outcome, Standing, on
from dsl.pages.drawings.parts import Part
from dsl.pages.drawings.pieces import (
    BRACED,
    COUNT,
    DISC,
    HEAPED,
    LOAD,
    ON_FLOOR,
    TILE,
    Body,
    around,
    drawn,
    load_place,
    lying,
    on_floor,
    pile,
)
from dsl.pages.drawings.room import Room
from dsl.pages.drawings.sights import Sight, Way, crossed, stop
from dsl.pages.drawings.sights import drawn as sight_drawn
from dsl.pages.drawings.svg import box, round_
from dsl.pages.drawings.tiles import Tile, laid
from dsl.pages.drawings.tiles import drawn as tile_drawn
from dsl.pages.reference.passages import opening

NAMES = 11  # letters of a name in a space, at most
LOWER, LESS = 0.26, 0.86  # under a name a piece stands so much lower, and is so large
ABOVE, INSIDE_FRAME = 0.8, 0.6  # so far above the middle of a space is its name, and inside the frame of a space
AROUND = 0.98  # of a space is inside a frame that is around its name
RING, NARROW = 0.93, 0.82  # of the room of what they are around: rings beside one another do not touch; below a name
BESIDE = (1.5, 1.9, 2.4, 3.0, 3.7)  # how far from a piece stands what becomes of a number, in the radius of the piece
WIDE_PLATE = 0.7  # of that radius is half of what becomes of a number, if it is not long
WAYS = ((0, 1), (1, 0), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
STEP = 1.92  # from piece to piece in a row, in the radius of a space
LANE = 1.04  # of the room of a hole, what is lighter beside what falls
CLEAR = 5  # from an arrow to a piece beside it
BEHIND, PALE = 0.72, 0.66  # how far from the middle of a space what has left it stands, and how large
CORNERS = ((-1, 1), (1, 1), (-1, -1), (1, -1))
LOWER_FIRST = ((1, 1), (-1, 1), (1, -1), (-1, -1))  # where what tells that something is taken away stands
NUMBERED = ((-1, -1), (-1, 1), (1, 1), (1, -1))  # where the number of what is placed stands, by preference
FEWER = 10  # marks that are near are as bad as a name under it
NEARLY = 0.8  # as much in one direction as a corner is, or less, if an arrow does not reach there
TURNED = 1.38  # of the room of a piece is from its middle to the mark of a direction
SMALL = 0.46  # of a piece that stands in a corner
BESIDE_RIM = 4  # left free between the rim of a piece and an arrow along a ring
NUMBER = 12  # letters of what becomes of a number


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
        """Whether other pieces stand on it as on a space."""
        return self.artist.body(piece, self.board).form == "tile"


class Frame:
    """What stands there, and what becomes of it; of what is done on the `marked` spaces something is said: these are
    framed, and their names stand above that."""

    def __init__(self, stage: Stage, standing: Standing, outcome: Outcome, marked: Collection[int] = ()) -> None:
        self.stage, self.standing, self.outcome, self.marked = stage, standing, outcome, marked
        self.artist, self.board, self.layout, self.radius = stage.artist, stage.board, stage.layout, stage.radius

    # ----------------------------------------------------------------------------------------------- where things stand

    def spot(self, space: int) -> tuple[Point, float]:
        """Where a piece stands and how much room it has: a little away from the name that the space bears, but
        hardly smaller; where pieces lie in a row, the last of them."""
        (x, y), r = self.stage.place(space), self.radius
        if space in self.stage.lettered:
            y, r = y + self.stage.side(space) * LOWER * r, LESS * r
        return (x, y), r

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

    def empty(self, space: int) -> bool:
        """Whether nothing stands there but what is like the ground."""
        return all(map(self.stage.is_ground, self.standing.get(space, ())))

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
            room.letters(f"×{count}", x + 0.62 * r, y + 0.8 * r, COUNT * r)
        for k in range(min(count, HEAPED) if way else 1):
            room.disc((x + STEP * r * k * (way or (0, 0))[0], y + STEP * r * k * (way or (0, 0))[1]), TILE * r)

    # ------------------------------------------------------------------------------------------------------- the pieces

    def beside(self, aside: Iterable[Piece]) -> Iterator[str]:
        """What lies beside points, and the dice between them, or outside rings."""
        asides = self.stage.asides
        if asides:
            lying: dict[int, list[Body]] = {}
            for piece in aside:
                lying.setdefault(piece.at, []).append(self.artist.body(piece))
            yield from asides.lines(lying, self.dice)

    @property
    def dice_places(self) -> list[Point]:
        """Where they lie, if that is on the board."""
        return self.stage.asides.dice(len(self.dice)) if isinstance(self.stage.asides, Asides) else []

    @property
    def dice(self) -> list[Body]:
        """Those that were thrown."""
        thrown = (self.artist.body(piece) for piece in self.outcome.thrown)
        return [body for body in thrown if body.form == "die"]

    def names(self) -> Iterator[str]:
        """What spaces are called, where no piece ever covers it."""
        stage, outcome = self.stage, self.outcome
        ends = {end for _, end in outcome.moves}
        covered = {*outcome.before, *outcome.after, *(piece.at for piece in outcome.come), *ends}
        for number in stage.ground.spots:
            space = number + stage.numbers.start
            if space in stage.shown and (space not in covered or self.has_room_above(space, covered)):
                yield from stage.ground.spot_told(number, space in covered, space in stage.lettered)
        for number in stage.ground.own.keys() & {*stage.part.shown}:
            if number + stage.numbers.start not in stage.lettered:
                yield from stage.ground.worded(stage.ground.own[number], *stage.layout.places[number], self.radius)
        yield from self.names_inside(stage.lettered - {*self.marked})

    def names_inside(self, spaces: Collection[int]) -> Iterator[str]:
        """The names of those of some spaces that bear them, with a pale outline where these have a colour."""
        ground = self.stage.ground
        for space in sorted(self.stage.lettered & {*spaces}):
            number = space - self.stage.numbers.start
            css = "inside haloed" if number in ground.tints or ground.colour(number) else "inside"
            yield written(self.stage.name_of(space), *self.name_place(space), css, NAMES)

    def name_place(self, space: int) -> Point:
        x, y = self.stage.place(space)
        return x, y - self.stage.side(space) * (INSIDE_FRAME if space in self.marked else ABOVE) * self.radius

    def has_room_above(self, space: int, covered: Collection[int]) -> bool:
        """Whether the name of a space can stand above it, in the picture and on no other piece."""
        (x, y), r = self.stage.place(space), self.radius
        others = (self.stage.place(other) for other in covered if other != space)
        return y - 1.65 * r > self.stage.part.box[1] and not any(hypot(x - a, y - 1.25 * r - b) < r for a, b in others)

    def stacks(self, wanted: Callable[[int], bool], ringed: Collection[int] = ()) -> Iterator[str]:
        """What stands on some spaces, above all tiles that lie there; on those with rings nothing is beside piles."""
        spaces = [space for space in self.stage.shown if space in self.standing and wanted(space)]
        yield from laid((one for space in spaces for one in self.tiles(space)), SCALE)
        for space in spaces:
            yield from self.stack(space, self.standing[space], space not in ringed)

    def tiles(self, space: int) -> Iterator[tuple[Tile, Point, str]]:
        """The uppermost tile on a space whose sides show something."""
        found = [(one, piece) for piece in self.standing[space] if (one := self.artist.tile(piece))]
        for one, piece in found[-1:]:
            yield one, self.stage.place(space), self.colour(piece)

    def stack(self, space: int, pieces: Sequence[Piece], braced: bool) -> Iterator[str]:
        """What stands on a space, pale where it has nothing to do with what is told."""
        bodies = [self.artist.body(piece, self.board) for piece in pieces if self.artist.tile(piece) is None]
        if not bodies:
            return
        yield '<g class="aside">' if self.stage.is_aside(space) else ""
        yield from self.stage.ground.stack(space - self.stage.numbers.start, bodies, *self.spot(space), braced)
        yield "</g>" if self.stage.is_aside(space) else ""

    def colour(self, piece: Piece) -> str:
        return self.artist.body(piece, self.board).colour

    def ghost(self, space: int, piece: Piece, number: int = 0) -> Iterator[str]:
        """A piece that was there, or is said to be placed there; of several in a row one, counted from the last."""
        found = self.artist.tile(piece)
        if found:
            yield f'<g class="piece ghost">{"".join(tile_drawn(found, self.stage.place(space), SCALE, "grey"))}</g>'
        else:
            at, (_, r) = self.next_place(space, number), self.spot(space)
            r = STEP / 2 * r / DISC if space - self.stage.numbers.start in self.layout.heaps else r
            yield from self.cleared(space, at, r)
            yield from drawn(self.artist.body(piece, self.board), *at, r, "ghost")

    def is_pile(self, pieces: Sequence[Piece]) -> bool:
        """Whether they lie on one another."""
        top = self.artist.body(pieces[-1], self.board)
        return len(pieces) > 1 and (self.stage.ground.ordered or top.form == "carrier")

    def pile_gone(self, space: int, pieces: Sequence[Piece]) -> Iterator[str]:
        """What was there, on one another."""
        at, r = self.spot(space)
        yield from self.cleared(space, at, r)
        bodies = [self.artist.body(piece, self.board) for piece in pieces]
        yield f'<g class="gone">{"".join(pile(bodies, *at, r, braced=False))}</g>'

    def cleared(self, space: int, at: Point, r: float) -> Iterator[str]:
        """A space around a point, if something is drawn on it, so that this does not show through what is pale."""
        number = space - self.stage.numbers.start
        if self.stage.ground.is_marked(number):
            yield round_("clear", *at, 0.9 * r)
            colour = self.stage.ground.colour(number)
            yield round_(f"clear tinted {colour}", *at, 0.9 * r) if colour else ""

    # -------------------------------------------------------------------------------------------------------- the marks

    def ring(self, space: int, css: str, pieces: Sequence[Piece] = ()) -> str:
        """A ring around what stands on a space, or comes there; narrower where the space bears its name."""
        at, r = self.piece_place(space), self.spot(space)[1]
        standing = [self.artist.body(one, self.board) for one in self.standing.get(space, ())]
        bodies = [self.artist.body(one, self.board) for one in pieces] or standing
        if space in self.floored:
            x, y, _ = on_floor(*at, r)
            return ring((x, y), ON_FLOOR * r, css)
        bases = [body for body in bodies if body.loaded]
        if not bases and any(body.loaded for body in standing):
            return ring(load_place(*at, r), LOAD * RING * r, css)
        if space not in self.tiled and len(bases or bodies) == 1 and (data := around((bases or bodies)[0], *at, r)):
            return ring_along(data, css)
        is_narrow = space in self.stage.lettered and all(body.form != "stone" for body in bodies)  # which would hide it
        return ring(at, (NARROW if is_narrow else RING) * r, css)

    @cached_property
    def floored(self) -> set[int]:
        """The spaces on which a tile lies under other pieces, and covers all that is drawn below these."""
        bodies = {space: [self.artist.body(one, self.board) for one in on] for space, on in self.full.items()}
        below = {space: [body for body in found if body.form == "tile"] for space, found in bodies.items()}
        alone = (n for n, found in below.items() if len(found) == 1 and found[0].loaded)
        return {n for n, found in below.items() if 0 < len(found) < len(bodies[n])} - {*alone}

    @property
    def full(self) -> Standing:
        """What is drawn as standing there."""
        return self.standing

    @cached_property
    def tiled(self) -> set[int]:
        """The spaces on which tiles lie whose sides show something: these fill them."""
        return {space for space, pieces in self.standing.items() if any(map(self.artist.tile, pieces))}

    def away(self, space: int) -> str:
        """Beside what is taken away, where no arrow comes."""
        (x, y), (_, r) = self.piece_place(space), self.spot(space)
        coming = [towards((x, y), self.piece_place(one)) for one, other in self.outcome.moves if other == space]
        free = (way for way in LOWER_FIRST if all(way[0] * dx + way[1] * dy < NEARLY for dx, dy in coming))
        dx, dy = next(free, LOWER_FIRST[0])
        return bar((x + 0.72 * r * dx, y + 0.72 * r * dy), 0.27 * self.radius)

    def passed(self) -> Iterator[str]:
        """What has come and is gone again, pale and as taken away, where nothing else is."""
        for piece in self.outcome.passing:
            yield self.ring(piece.at, "taken", [piece])
            yield from self.ghost(piece.at, piece)
            yield self.away(piece.at)

    def ordered(self, room: Room) -> Iterator[str]:
        """Which comes first of what is placed, at the rings, where no name and no other mark is near."""
        taken, r, half = [*self.badges()], self.radius, max(COUNTED, room.least / NUMBERS)
        for space, number in self.outcome.order.items():
            x, y = self.piece_place(space)
            places = [(x + 0.72 * r * dx, y + 0.72 * r * dy) for dx, dy in NUMBERED]
            near = [
                sum(hypot(one[0] - a, one[1] - b) < 0.9 * r for a, b in taken) + FEWER * room.on_letters(one, half)
                for one in places
            ]
            yield counted(number, places[near.index(min(near))], half, "step order")

    def badges(self) -> Iterator[Point]:
        """Where marks stand at what is taken away or said to be possible or not."""
        gone = {piece.at for piece in (*self.outcome.gone, *self.outcome.passing)}
        for space in {*self.marked, *gone}:
            (x, y), far = self.piece_place(space), 0.72 * self.radius
            yield from [(x + far, y - far), *([(x + far, y + far)] if space in gone else [])]

    def allowed(self, said: Mapping[int, bool], placed: Mapping[int, Piece], plain: Container[int]) -> Iterator[str]:
        """On which spaces something can be done or not, with what would come there; those that are not `plain`, because
        what is done there has marks of its own, have no frame."""
        for space, can in said.items():
            if space in placed and self.empty(space) and not self.is_passed(space):
                yield from self.ghost(space, placed[space])
            yield from self.framed(space, can) if space in plain else ()
        for space, can in said.items():
            yield from self.badged(space, can)

    def is_passed(self, space: int) -> bool:
        """Whether something is done there, or an arrow goes over it."""
        ways = (Way(self.stage.place(one), self.stage.place(other)) for one, other in self.outcome.moves)
        passed = ((way, *way.passed(self.stage.place(space))) for way in ways)
        over = any(0 < along < way.length and abs(aside) < self.radius for way, along, aside in passed)
        return over or space in self.outcome.spaces

    def framed(self, space: int, can: bool) -> Iterator[str]:
        """The frame of a space on which something can be done, or not; in a row only around the piece at its end."""
        css = "can" if can else "cannot"
        if space - self.stage.numbers.start in self.layout.heaps and space in self.standing:
            yield self.ring(space, css)
            return
        much = 1.0 if self.layout.radii else AROUND if space in self.stage.lettered else INSIDE
        outline = self.layout.outlines[space - self.stage.numbers.start]
        yield frame(outline, self.stage.place(space), css, much)

    def badged(self, space: int, can: bool) -> Iterator[str]:
        """What is above all frames: whether it can be done there, and the name."""
        is_in_row = space - self.stage.numbers.start in self.layout.heaps
        (x, y), r = self.piece_place(space) if is_in_row else self.stage.place(space), self.radius
        yield (tick if can else cross)((x + 0.74 * r, y - 0.74 * r), 0.33 * r)
        if space in self.stage.lettered and space in self.marked:
            yield written(self.stage.name_of(space), *self.name_place(space), "inside haloed", NAMES)

    def turning(self, piece: Piece, can: bool) -> Iterator[str]:
        """Beside a piece, in a direction, whether it can be turned there."""
        (x, y), r, way = self.piece_place(piece.at), self.radius, self.artist.body(piece, self.board).heading
        if way is None:
            return
        dx, dy = (part / hypot(*way) for part in way)
        yield (tick if can else cross)((x + TURNED * r * dx, y + TURNED * r * dy), 0.33 * r)

    def closed_at(self, sight: Sight) -> tuple[float, float] | None:
        """How far a line of sight goes that is closed by what is seen to stand in its way, as `stop` tells it."""
        way = Way(self.stage.place(sight.start), self.stage.place(sight.end))
        others = [space for space in self.standing if space not in (sight.start, sight.end)]
        return None if sight.open else stop(way, [self.stage.place(space) for space in others])

    def seen(self, sight: Sight) -> Iterator[str]:
        """A line of sight, and tinted where it begins, if nothing stands there, and the spaces that it passes through
        as far as it goes; where it is closed and nothing that stands there is seen to close it, there is none."""
        way = Way(self.stage.place(sight.start), self.stage.place(sight.end))
        blocked = self.closed_at(sight)
        if not sight.open and blocked is None:
            return
        end = blocked[0] if blocked else way.length
        inside = [n for n in crossed(way, self.layout.places) if way.passed(self.layout.places[n])[0] < end]
        passed = [*inside] if sight.start in self.standing else [sight.start - self.stage.numbers.start, *inside]
        data = "".join(self.layout.outlines[n] for n in passed)
        yield f'<path class="passed{"" if sight.open else " not"}" d="{data}"/>' if data else ""
        rims = [DISC * self.radius if space in self.standing else 0.0 for space in (sight.start, sight.end)]
        yield from sight_drawn(way, blocked, (rims[0], rims[1]))

    def arrows(self, start: Frame, pale: Collection[int], room: Room) -> Iterator[str]:
        """The movements from where pieces stood in a frame, which may be this one, and their numbers where there is
        room; on some spaces there are pale pieces."""
        routes: list[Route | Orbit] = []
        ends = Counter(other for _, other in self.ways if self.empty(other))
        for one, other in self.ways:
            along, further = self.along(one, other, pale), max(0, ends[other] - 1)
            routes.append(along.clear(room) if along else self.route(start, one, other, pale, routes, further))
        yield from (route.drawn() for route in routes)
        yield from numbers(routes, self.numbered(), room)
        room.arrows += [point for route in routes for point in route.points]

    @property
    def ways(self) -> Sequence[tuple[int, int]]:
        """The movements, each that is done more than once as it is done first."""
        return [*dict.fromkeys(self.outcome.moves)]

    def numbered(self) -> Sequence[int]:
        """The number of each movement: along points how far it goes, if dice say so, else which comes first."""
        far = [abs(other - one) for one, other in self.ways]
        dice = [self.artist.body(piece).shown for piece in self.outcome.thrown]
        first = [self.outcome.moves.index(way) + 1 for way in self.ways]
        return far if self.layout.heaps and {*far} <= {*dice} else first

    def along(self, one: int, other: int, pale: Collection[int]) -> Orbit | None:
        """The way of a movement along a ring, which begins and ends beside what stands there."""
        if not self.layout.radii:
            return None
        full = {*self.standing, *pale}
        before, behind = (DISC * self.radius + BESIDE_RIM if space in full else 4.0 for space in (one, other))
        number = one - self.stage.numbers.start
        ring_of = next(row.spaces for row in self.board.one.layout.rows if number in row.spaces)
        places = self.stage.place(one), self.stage.place(other)
        return orbit(*places, self.layout.middle, 2 * pi / len(ring_of), before, behind)

    def route(
        self, start: Frame, one: int, other: int, pale: Collection[int], earlier: Sequence[Route | Orbit], further: int
    ) -> Route:  # fmt: skip
        """Which way a movement goes: straight, or beside what stands between its ends, to where the last of so many
        further ones comes."""
        full = {*self.standing, *pale}
        before, behind = (DISC * self.radius if space in full else 4.0 for space in (one, other))
        route = Route(start.piece_place(one), self.next_place(other, further), before, behind)
        shown = full & {*self.stage.shown}
        others = [self.piece_place(space) for space in shown if space not in (one, other)]
        others += [self.pale_place(space) for space in shown & {*pale} - {one, other}]
        others += [place for space in shown for place in self.in_row(space)]
        dice = self.dice_places  # nor between them
        others += [*dice, *(((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(dice))]
        letters = [(label.x, label.y) for label in self.stage.part.labels]
        near = (STEP / 2 if self.layout.heaps else DISC) * self.radius + CLEAR
        return routed(route, others, earlier, self.stage.part.frame, near, letters)


class OnlyFrame(Frame):
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

    def lines(self) -> Iterator[str]:
        for piece in self.outcome.come:
            found = self.artist.tile(piece)
            if found:
                yield from tile_drawn(found, self.stage.place(piece.at), SCALE, f"coming {self.colour(piece)}")
            yield from self.lane(piece.at) if self.falls else ()
        yield from self.names()
        yield from self.beside(self.outcome.aside)
        gone = dict.fromkeys(piece.at for piece in self.outcome.gone)
        rings = {space: self.ring(space, "taken", on(self.outcome.gone, space)) for space in gone}
        yield from (one for space, one in rings.items() if space not in self.floored)
        yield from self.stacks(lambda _: True, {*gone})
        yield from (one for space, one in rings.items() if space in self.floored)
        for space, pieces in self.coming.items():
            yield from self.arrival(space, pieces)
        yield from map(self.away, gone)
        yield from self.passed()
        room = self.room(map(self.piece_place, self.coming))
        yield from self.arrows(self, self.coming, room)
        yield from self.called(room)
        yield from self.ordered(room)

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
            yield from lying([self.artist.body(piece, self.board) for piece in self.full[space]], *at, r)
            yield self.ring(space, "placed", pieces)
            return
        yield self.ring(space, "placed", pieces)
        bodies = [self.artist.body(piece, self.board) for piece in pieces]
        if self.falls:
            above = at[0], self.stage.part.box[1] - r
            yield from drawn(bodies[-1], *above, r, "ghost")
            yield arrow(above, at, DISC * r, r + 4)
        if any(self.artist.body(one, self.board).loaded for one in self.standing.get(space, ())):
            yield from lying(bodies, *load_place(*at, r), LOAD * r)
        elif space not in self.standing or self.empty(space):
            yield from lying(bodies, *at, r)


class FirstFrame(Frame):
    """What stands there at first. What stays as it is, the other frame shows again; of that are no names of spaces that
    are framed here."""

    def __init__(self, stage: Stage, outcome: Outcome, marked: Collection[int] = ()) -> None:
        super().__init__(stage, outcome.before, outcome, marked)

    @property
    def dice(self) -> list[Body]:
        """None has been thrown."""
        return []

    def still(self) -> Iterator[str]:
        yield from self.names()
        yield from self.stacks(self.outcome.still)

    def lines(self) -> Iterator[str]:
        yield from self.beside(self.outcome.aside)
        yield from self.stacks(lambda space: not self.outcome.still(space))
        yield from self.called(self.room())


class SecondFrame(Frame):
    """What stands there in the end where that is something else, and what is changed: what is gone or went elsewhere
    is pale where it was, what came or is other than before has a ring, and what becomes of its numbers beside it."""

    def __init__(self, stage: Stage, outcome: Outcome, marked: Collection[int] = ()) -> None:
        super().__init__(stage, outcome.after, outcome, marked)
        self.first = FirstFrame(stage, outcome)

    @cached_property
    def pale(self) -> dict[int, Piece]:
        """What is gone, where nothing has come in its place."""
        gone = {piece.at: piece for piece in self.outcome.gone}
        return {space: piece for space, piece in gone.items() if self.empty(space)}

    @cached_property
    def left(self) -> dict[int, list[Piece]]:
        """What went elsewhere on the board, where nothing is now, or from the end of a row."""
        moved = [one for one, _ in self.outcome.moved]
        return {
            space: on(moved, space) for space in dict.fromkeys(one.at for one in moved)
            if space not in self.pale and (self.empty(space) or space - self.stage.numbers.start in self.layout.heaps)
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        outcome = self.outcome
        yield from self.beside(outcome.aside_end)
        yield from (self.ring(space, "taken", [piece]) for space, piece in self.pale.items())
        on_top = self.tiled | self.floored
        for space, piece in self.pale.items():
            yield from self.ghost(space, piece)
        for space, pieces in self.left.items():
            yield from self.pile_gone(space, pieces) if self.is_pile(pieces) else self.ghosts(space, pieces)
        pale = {*self.pale, *self.left}
        room = self.room(map(self.pale_place, pale))
        yield from self.departed(room)
        come, other = ({piece.at for piece in pieces} for pieces in (outcome.come, (b for _, b in outcome.turned)))
        rings = dict.fromkeys(sorted(other), "changed") | dict.fromkeys(sorted(come), "placed")
        yield from (self.ring(*one) for one in rings.items() if one[0] not in on_top)
        yield from self.stacks(lambda space: not outcome.still(space), rings)
        yield from (self.ring(*one) for one in rings.items() if one[0] in on_top)
        yield from map(self.away, self.pale)
        yield from self.passed()
        yield from self.replaced()
        yield from self.arrows(self.first, pale, room)
        yield from self.called(room)
        yield from self.ordered(room)
        yield from self.counts(room)

    def ghosts(self, space: int, pieces: Sequence[Piece]) -> Iterator[str]:
        """What was there: all that lay in a row, behind what lies there still, else one."""
        still = space in self.standing and not self.empty(space)
        many = len(pieces) if space - self.stage.numbers.start in self.layout.heaps else 1
        for number in range(still, min(many, HEAPED) + still):
            yield from self.ghost(space, pieces[-1], number)

    def departed(self, room: Room) -> Iterator[str]:
        """What left others behind that it carried: pale beside these, half under them, where there is most room."""
        for space, pieces in self.first.standing.items():
            on_top = self.artist.body(pieces[-1], self.board)
            is_gone = any(one == pieces[-1] for one, _ in self.outcome.moved)
            if is_gone and on_top.form == "carrier" and space not in self.left and not on(self.outcome.arrived, space):
                (x, y), r = self.spot(space)
                places = [(x + dx * BEHIND * r, y + dy * BEHIND * r) for dx, dy in CORNERS]
                at = room.place(places, DISC * PALE * r, DISC * PALE * r)
                yield from drawn(on_top, *at, PALE * r, "ghost")

    def replaced(self) -> Iterator[str]:
        """What was taken from where something else has come, small in a corner of the space."""
        for space in dict.fromkeys(piece.at for piece in self.outcome.gone):
            gone = [piece for piece in on(self.outcome.gone, space) if self.artist.tile(piece) is None]
            if gone and space not in self.pale and on(self.outcome.arrived, space):
                (x, y), r = self.stage.place(space), self.radius
                is_named = space in self.stage.lettered or self.layout.radii  # where the name stands above
                at = x - 0.72 * r, y + (0.66 if is_named else -0.72) * r
                yield round_("clear", *at, SMALL * r)
                yield from drawn(self.artist.body(gone[-1], self.board), *at, 0.86 * SMALL * r)
                yield ring(at, SMALL * r, "taken small")

    def counts(self, room: Room) -> Iterator[str]:
        """What becomes of numbers, beside the pieces that have them where there is room."""
        counted = [(other, *told) for one, other in self.outcome.turned for told in self.artist.counted(one, other)]
        for other, attribute, before, after in counted:
            (x, y), (_, r) = self.piece_place(other.at), self.spot(other.at)
            text = f"{self.number_of(other, attribute)}{before} → {after}"
            size = max(NUMBER, room.least)
            half = size * width(text, bold=True) / 2 + 4
            out = max(0.0, half - WIDE_PLATE * r)  # further aside where it is long
            places = [(x + dx * (far * r + out), y + dy * far * r) for far in BESIDE for dx, dy in WAYS]
            yield becomes(text, room.place(places, half, 0.7 * size), half, size)

    def number_of(self, piece: Piece, attribute: Attribute) -> str:
        """Which number it is of those on a space, where it is not alone: what it is a number of, or where several have
        one, what has it."""
        here = [one for one in self.standing.get(piece.at, ()) if not self.stage.is_ground(one)]
        having = [one for one in here if one.kind and attribute in self.artist.world.attributes(self.artist.kind(one))]
        if len(here) < 2:
            return ""
        told = self.artist.called_briefly(piece) if len(having) > 1 else self.artist.number_name(attribute)
        return f"{opening(told)} "


class GivenFrame(Frame):
    """What stands there when the example gives it anew: nobody moves anything."""

    def __init__(self, stage: Stage, outcome: Outcome, marked: Collection[int] = ()) -> None:
        super().__init__(stage, outcome.after, outcome, marked)

    def lines(self) -> Iterator[str]:
        yield from self.names()
        yield from self.beside(self.outcome.aside_end)
        yield from self.stacks(lambda _: True)
        yield from self.called(self.room())
