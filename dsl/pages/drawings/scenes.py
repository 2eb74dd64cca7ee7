"""Small pictures of worked examples (SVG): the part of a board that matters, what stands there, and what is done.

The spaces of a board are drawn once on a page, and every picture shows a part of that drawing under its pieces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from itertools import chain, groupby
from math import hypot

from markupsafe import Markup

from dsl.board.scene import Piece, Scene
from dsl.model.world import BoardInfo
from dsl.pages.drawings.boards import SCALE, Ground, Sample, legend, written
from dsl.pages.drawings.lettering import block, short
from dsl.pages.drawings.marks import around, arrow, bow, counted, cross, frame, on_arrow, ring, tick
from dsl.pages.drawings.parts import Part
from dsl.pages.drawings.pictures import Pictures
from dsl.pages.drawings.pieces import DISC, HEAPED, Point, drawn, lying
from dsl.pages.drawings.sights import Sight, Way, crossed, stop
from dsl.pages.drawings.sights import drawn as sight_drawn
from dsl.pages.drawings.spoken import Spoken
from dsl.pages.drawings.tiles import drawn as tile_drawn
from dsl.pages.drawings.tiles import lines_told, printed_on
from dsl.pages.guide.examples import Story
from dsl.pages.markdown import anchor
from dsl.prose.forms import Term
from dsl.prose.nouns import kind_term

PIXELS = 0.8  # of a picture for each unit of the drawing, where there is room
WIDEST, LONG = 360, 680  # pixels that it is wide at most beside a text, and above it, if it is long
NAMES = 10  # letters of a name in a space, at most
CALLED = (11, 6)  # letters of what a piece is called
ALONG = (0.5, 0.38, 0.62, 0.26, 0.74, 0.2, 0.8)  # parts of an arrow where its number can stand
STEP, MOST_STEPS = 9, 6  # the radius of the number of an arrow, and how many are counted


class Scenes:
    """Draws the examples of a rulebook in the words of a language. `t` are its fixed words."""

    def __init__(self, pictures: Pictures, scenes: Mapping[str, Scene]) -> None:
        self.pictures_of, self.speech, self.t = pictures, pictures.speech, pictures.t
        self.artist, self.world = pictures.artist, pictures.world
        self.own = {example.title for example in self.speech.book.examples}
        self.scenes = {title: scene for title, scene in scenes.items() if title in self.own}
        self.grounds: dict[int, Ground] = {}

    def knows(self, story: Story) -> bool:
        """Whether the story is one of this rulebook, as it is played."""
        return story.example.title in self.own

    def pictures(self, story: Story) -> list[Picture]:
        """A picture for each of the boards on which there is something to see."""
        scene = self.scenes.get(story.example.title)
        found = (Picture(self, story, scene, *board) for board in self.boards) if scene else ()
        return [picture for picture in found if picture.focus]

    @property
    def boards(self) -> Iterator[tuple[BoardInfo, range]]:
        """All boards, of equal ones each, with the numbers of their spaces."""
        return ((board, numbers) for board in self.world.boards.values() for numbers in board.ranges)

    def ground(self, board: BoardInfo, which: int) -> Ground:
        """One of equal boards as it looks."""
        first = board.ranges[which].start
        if first not in self.grounds:
            self.grounds[first] = self.pictures_of.ground(board, which)
        return self.grounds[first]

    def told(self, piece: Piece) -> str:
        """A piece in words, with the lines on it."""
        if not piece.kind:
            return self.artist.called_told(piece)
        kind = self.artist.kind(piece)
        lines = lines_told(self.speech, kind, printed_on(self.world, kind, piece.values))
        return ", ".join((self.artist.called_told(piece), *lines))


class Picture:
    """What is to be seen of an example on one board, whose spaces have these numbers."""

    def __init__(self, scenes: Scenes, story: Story, scene: Scene, board: BoardInfo, numbers: range) -> None:
        self.scenes, self.t, self.artist = scenes, scenes.t, scenes.artist
        self.story, self.scene = story, scene
        self.board, self.numbers = board, numbers
        self.ground = scenes.ground(board, board.ranges.index(numbers))
        self.layout = self.ground.layout
        self.places = self.layout.places
        self.radius = self.layout.radius
        self.spoken = Spoken(scenes.speech, story, scene, board, numbers)
        self.coming = [self.as_told(piece) for piece in scene.come]
        self.standing: dict[int, list[Piece]] = {}
        for piece in map(self.as_told, scene.pieces):
            self.standing.setdefault(piece.at, []).append(piece)

    def as_told(self, piece: Piece) -> Piece:
        """A piece with the name that the text gives it, if it does."""
        if piece.called not in self.spoken.names:
            return replace(piece, called="")
        of = kind_term(self.artist.kind(piece)) if piece.kind else None
        return replace(piece, called=self.scenes.speech.name(Term(piece.called), of=of))

    # ----------------------------------------------------------------------------------------------------- what matters

    @cached_property
    def focus(self) -> set[int]:
        """The spaces that matter: where something unusual stands, where something is done, and those that are named."""
        scene = self.scene
        unusual = {space for space in scene.unusual if space in self.standing}
        done = {*sum(scene.moves, ()), *scene.gone, *(piece.at for piece in self.coming)}
        return {space for space in unusual | done | self.spoken.spaces if space in self.numbers}

    @cached_property
    def part(self) -> Part:
        return Part(self.layout, {space - self.numbers.start for space in self.focus})

    @property
    def shown(self) -> list[int]:
        """The spaces of which something is seen, counted from 0."""
        return self.part.shown

    def place(self, space: int) -> tuple[float, float]:
        return self.places[space - self.numbers.start]

    @cached_property
    def lettered(self) -> set[int]:
        """The spaces that bear their names inside, because nothing at the edge of the picture tells them."""
        if self.layout.style != "tiles" or self.layout.square or len(self.board.one.outline) != 6:
            return set()
        return {space for space in self.focus if space - self.numbers.start in self.shown}

    def spot(self, space: int) -> tuple[tuple[float, float], float]:
        """Where a piece stands and how much room it has: a little lower where the space bears its name, higher where
        the piece is called something; where pieces lie in a row, the last of them."""
        (x, y), r = self.place(space), self.radius
        if space in self.lettered:
            y, r = y + 0.24 * r, 0.68 * r
        if any(piece.called for piece in self.standing.get(space, ())):
            y, r = y - 0.2 * r, 0.8 * r
        return (x, y), r

    def piece_place(self, space: int) -> tuple[float, float]:
        (x, y), r = self.spot(space)
        way = self.layout.heaps.get(space - self.numbers.start, (0, 0))
        further = 2 * r * (min(len(self.standing.get(space, ())), HEAPED) - 1) if space in self.standing else 0
        return x + way[0] * further, y + way[1] * further

    @property
    def pieces(self) -> Iterator[Piece]:
        return chain.from_iterable(self.standing.values())

    # ------------------------------------------------------------------------------------------------------ the drawing

    @property
    def address(self) -> str:
        """The name of the drawing of the spaces."""
        name = self.board.kind.elements[self.board.ranges.index(self.numbers)]
        return anchor(f"spaces {name} {' '.join(map(str, self.board.sizes))}")

    def drawn(self) -> Markup:
        left, top, wide, high = self.part.frame
        css, most = ("board scene wide", LONG) if wide > high * LONG / WIDEST else ("board scene", WIDEST)
        key = anchor(f"scene {self.story.anchor} {self.numbers.start}")
        below, entries = legend(self.samples, wide, top + high, left)
        parts = [
            f'<figure class="{css}" style="width: {short(min(most, wide * PIXELS))}px">',
            f'<svg viewBox="{" ".join(map(short, (left, top, wide, high + below)))}" role="img" '
            f'aria-labelledby="{key} {key}-text">',
            f'<title id="{key}">{escape(self.t["scene"].format(title=self.story.title))}</title>',
            f'<desc id="{key}-text">{escape(" ".join(self.description))}</desc>',
            f'<g class="drawn {self.ground.css}{"" if self.part.is_whole else " part"}">',
            *self.cut(key),
            "</g>",
            "".join(entries),
            "</svg>",
            "</figure>",
        ]
        return Markup("\n".join(part for part in parts if part))

    def cut(self, key: str) -> Iterator[str]:
        """The part of the board that is shown, with what stands there; at the edge of one of squares nothing is cut."""
        pieces = "".join(self.lines())
        yield self.part.clip(key)
        yield from self.part.drawn(self.address, key)
        yield from (pieces,) if self.layout.square else self.part.clipped(key, pieces)

    def lines(self) -> Iterator[str]:
        """Pieces, and over them what is done."""
        inside = [n + self.numbers.start for n in self.shown]
        laid = {piece: found for piece in self.coming if piece.at in inside and (found := self.artist.tile(piece))}
        for piece, found in laid.items():
            yield from tile_drawn(found, self.place(piece.at), SCALE, f"coming {self.colour(piece)}")
        covered = {*self.standing, *(piece.at for piece in self.coming), *(end for _, end in self.scene.moves)}
        for number in self.ground.spots:
            space = number + self.numbers.start
            if number in self.shown and (space not in covered or self.has_room_above(space, covered)):
                yield from self.ground.spot_told(number, space in covered, space in self.lettered)
        yield from self.names_inside()
        for space in inside:
            if space in self.standing:
                yield from self.stack(space, self.standing[space])
        coming = [piece for piece in self.coming if piece.at in inside and piece not in laid]
        for space in dict.fromkeys(piece.at for piece in coming):
            yield from self.arrival([piece for piece in coming if piece.at == space])
        for space in (space for space in dict.fromkeys(self.scene.gone) if space in self.numbers):
            yield from self.taken(space)
        yield from self.movements()
        for sight in self.spoken.sights:
            yield from self.seen(sight)
        for space, can in self.spoken.possible.items():
            yield from self.framed(space, can)

    def has_room_above(self, space: int, covered: Collection[int]) -> bool:
        """Whether the name of a space can stand above it, in the picture and on no other piece."""
        (x, y), r = self.place(space), self.radius
        others = (self.place(other) for other in covered if other in self.numbers and other != space)
        return y - 1.45 * r > self.part.box[1] and not any(hypot(x - a, y - 1.25 * r - b) < r for a, b in others)

    def colour(self, piece: Piece) -> str:
        return self.artist.body(piece, self.board).colour

    def names_inside(self) -> Iterator[str]:
        for space in sorted(self.lettered):
            x, y = self.place(space)
            yield written(self.name_of(space), x, y - 0.62 * self.radius, "inside", NAMES)

    def stack(self, space: int, pieces: Sequence[Piece]) -> Iterator[str]:
        """What stands on a space, and what the text calls it."""
        tiles = {piece: found for piece in pieces if (found := self.artist.tile(piece))}
        for piece in list(tiles)[-1:]:
            yield from tile_drawn(tiles[piece], self.place(space), SCALE, self.colour(piece))
        bodies = [self.artist.body(piece, self.board) for piece in pieces if piece not in tiles]
        if not bodies:
            return
        (x, y), r = self.spot(space)
        called = next((piece.called for piece in reversed(pieces) if piece.called), "")
        if space in self.scene.gone:
            yield self.ring(space, "taken")
        yield from self.ground.stack(space - self.numbers.start, bodies, (x, y), r)
        if called:
            yield from block((called,), (x - 0.5 * SCALE, y + 1.1 * r, SCALE, 0.38 * r), CALLED, "called", bold=True)

    def arrival(self, pieces: Sequence[Piece]) -> Iterator[str]:
        """What comes onto a space, in a ring."""
        space = pieces[0].at
        at, (_, r) = self.piece_place(space), self.spot(space)
        yield self.ring(space, "placed")
        if space not in self.standing:
            yield from lying([self.artist.body(piece, self.board) for piece in pieces], *at, r)

    def taken(self, space: int) -> Iterator[str]:
        """The cross beside what is taken away."""
        (x, y), (_, r) = self.piece_place(space), self.spot(space)
        if space not in self.standing:
            yield self.ring(space, "taken")
        yield cross((x + 0.72 * r, y + 0.72 * r), 0.27 * self.radius)

    def ring(self, space: int, css: str) -> str:
        """A ring around what stands on a space; narrower where the space bears its name."""
        return ring(self.piece_place(space), self.spot(space)[1] * (0.94 if space in self.lettered else 1.02), css)

    def framed(self, space: int, can: bool) -> Iterator[str]:
        """A space on which something can be done, or not."""
        (x, y), r = self.place(space), self.radius
        yield frame(self.layout.outlines[space - self.numbers.start], (x, y), "can" if can else "cannot")
        yield (tick if can else cross)((x + 0.74 * r, y - 0.74 * r), 0.27 * r)

    def movements(self) -> Iterator[str]:
        """Arrows from space to space; a piece that goes where nothing stands or comes is pale there."""
        taken = {*self.standing, *(piece.at for piece in self.coming)}
        ends = [end for _, end in self.scene.moves]
        own = [move for move in self.scene.moves if {*move} <= {*self.numbers}]
        middles: list[Point] = []
        for start, end in own:
            last = end not in (other for other, _ in self.scene.moves) and ends.count(end) == 1
            moved, at, to = self.standing.get(start), self.piece_place(start), self.piece_place(end)
            if moved and last and end not in taken and end - self.numbers.start in self.shown:
                yield from drawn(self.artist.body(moved[-1], self.board), *to, self.spot(end)[1], "ghost")
            before, behind = (DISC * self.radius if space in self.standing else 4 for space in (start, end))
            by = self.bent(start, end)
            yield arrow(at, to, before, behind, by)
            middles.append(self.free_on(at, to, by, middles))
        if 1 < len(middles) <= MOST_STEPS:
            yield from (counted(number, place, STEP) for number, place in enumerate(middles, 1))

    def free_on(self, start: Point, end: Point, by: Point | None, taken: Sequence[Point]) -> Point:
        """Where on an arrow its number stands: in its middle, or where no other number is."""
        places = [on_arrow(start, end, by, part) for part in ALONG]
        free = (p for p in places if all(hypot(p[0] - x, p[1] - y) > 1.9 * STEP for x, y in taken))
        return next(free, places[-1])

    def seen(self, sight: Sight) -> Iterator[str]:
        """A line of sight, and tinted the spaces that it passes through as far as it goes; where it is closed and
        nothing that stands there is seen to close it, there is none."""
        way = Way(self.place(sight.start), self.place(sight.end))
        others = [space for space in self.standing if space not in (sight.start, sight.end)]
        blocked = None if sight.open else stop(way, [self.place(space) for space in others])
        if not sight.open and blocked is None:
            return
        end = blocked[0] if blocked else way.length
        passed = [n for n in crossed(way, self.places) if way.passed(self.places[n])[0] < end]
        data = "".join(self.layout.outlines[n] for n in passed)
        yield f'<path class="passed{"" if sight.open else " not"}" d="{data}"/>' if data else ""
        rims = [DISC * self.radius if space in self.standing else 0.0 for space in (sight.start, sight.end)]
        yield from sight_drawn(way, blocked, (rims[0], rims[1]))

    def bent(self, start: int, end: int) -> Point | None:
        """Towards where an arrow is bent: along a ring, or beside what stands between its ends."""
        ends = self.piece_place(start), self.piece_place(end)
        if self.layout.radii:
            return around(self.place(start), self.place(end), self.layout.middle)
        others = (space for space in self.standing if space in self.numbers and space not in (start, end))
        if self.layout.heaps or any(beside(self.place(space), *ends) < SCALE / 2 for space in others):
            return bow(*ends)
        return None

    # -------------------------------------------------------------------------------------------------------- the words

    @property
    def samples(self) -> list[Sample]:
        """What is in the picture: the pieces, and the spaces that tables tell of."""
        inside = {n + self.numbers.start for n in self.shown}
        pieces = [piece for piece in (*self.pieces, *self.coming) if piece.at in inside]
        return list(self.artist.samples(pieces, self.board)) if self.needs_legend(pieces) else []

    def needs_legend(self, pieces: Sequence[Piece]) -> bool:
        """Whether the pictures of pieces do not say all by themselves: figures do, and a single kind does."""
        forms = {self.artist.look.forms[piece.kind] for piece in pieces if piece.kind}
        kinds = {piece.kind for piece in pieces if piece.kind}
        badged = any(piece.flags for piece in pieces)
        return (len(kinds) > 1 and forms != {"figure"}) or badged

    @property
    def description(self) -> Iterator[str]:
        """All that is drawn, in words."""
        t = self.t
        inside = [n + self.numbers.start for n in self.shown]
        for space in (space for space in inside if space in self.standing):
            yield f"{self.name_of(space)}: {self.piled(self.standing[space])}."
        for piece in (piece for piece in self.coming if piece.at in inside):
            yield t["scene_come"].format(space=self.name_of(piece.at), piece=self.scenes.told(piece))
        for start, end in self.scene.moves:
            if start in self.numbers and end in self.numbers:
                yield t["scene_move"].format(start=self.name_of(start), end=self.name_of(end))
        for space in (space for space in self.scene.gone if space in self.numbers):
            yield t["scene_gone"].format(space=self.name_of(space))
        for sight in self.spoken.sights:
            key = "scene_open" if sight.open else "scene_closed"
            yield t[key].format(start=self.name_of(sight.start), end=self.name_of(sight.end))
        for space, can in self.spoken.possible.items():
            yield t["scene_can" if can else "scene_cannot"].format(space=self.name_of(space))

    def name_of(self, space: int) -> str:
        return self.board.one.names[space - self.numbers.start]

    def piled(self, pieces: Sequence[Piece]) -> str:
        """What lies on a space, equal pieces beside one another with their number."""
        told = [(what, len(list(alike))) for what, alike in groupby(map(self.scenes.told, pieces))]
        return "; ".join(what if count == 1 else f"{count} × {what}" for what, count in told)


def spaces_drawn(pictures: Iterable[Picture]) -> Markup:
    """The spaces of the boards of all pictures, as far as they are seen in them."""
    seen: dict[str, tuple[Ground, set[int]]] = {}
    for picture in pictures:
        seen.setdefault(picture.address, (picture.ground, set()))[1].update(picture.shown)
    if not seen:
        return Markup("")
    groups = "\n".join(
        f'<g class="drawn {ground.css}" id="{address}">{"".join(ground.lines(shown=shown))}</g>'
        for address, (ground, shown) in seen.items()
    )
    return Markup(f'<svg class="shared" width="0" height="0" aria-hidden="true">\n{groups}\n</svg>')


def beside(point: Point, start: Point, end: Point) -> float:
    """How far a point is from the way between two others."""
    (x, y), (to_x, to_y) = start, end
    dx, dy = to_x - x, to_y - y
    along = ((point[0] - x) * dx + (point[1] - y) * dy) / max(dx * dx + dy * dy, 0.01)
    nearest = min(1.0, max(0.0, along))
    return hypot(point[0] - x - dx * nearest, point[1] - y - dy * nearest)
