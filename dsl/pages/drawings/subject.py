"""What an example is about on one board: which part of it matters, and which frames it takes to show it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterator, Sequence, Set
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from math import atan2, degrees, hypot

from dsl.board.scene import Piece, Scene
from dsl.board.shapes import Point
from dsl.model.world import BoardInfo
from dsl.pages.drawings.asides import Panel
from dsl.pages.drawings.boards import Ground
from dsl.pages.drawings.frames import SecondFrame
from dsl.pages.drawings.outcome import Outcome, ended, in_turn, only_with, touched, without
from dsl.pages.drawings.panels import Said
from dsl.pages.drawings.parts import Part
from dsl.pages.drawings.scenery import Scenery
from dsl.pages.drawings.sights import BAR, Sight, Way
from dsl.pages.drawings.spoken import Afterwards, Spoken
from dsl.pages.drawings.stage import Stage
from dsl.pages.drawings.wording import UNTOLD
from dsl.pages.guide.examples import Story
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Noun, Term
from dsl.prose.nouns import element, kind_term
from dsl.prose.speech import plain

MOST_FRAMES = 6  # of a picture
STEEP = 0.83  # of its length goes upward what goes upward
STEP, BESIDE = 10, 0.3  # of turned rings, in degrees; how far from the middle of them, of 1, what lies to one side is
MANY = 10  # spaces beside one another make a picture long; of so many not all bear their names
PanelsOf = Callable[[Sequence[Piece], Sequence[Piece], Sequence[Piece] | None, tuple[Said, Said]], list[Panel]]


class Subject:
    """What is to be seen of an example on one board, whose spaces have these numbers: in one frame, or in two, before
    and after."""

    def __init__(
        self, scenes: Scenery, story: Story, scene: Scene, board: BoardInfo, numbers: range,
        unnamed: Container[str] = (),
    ) -> None:  # fmt: skip
        self.scenes, self.t, self.artist = scenes, scenes.t, scenes.artist
        self.story, self.scene = story, scene
        self.board, self.numbers = board, numbers
        self.spoken = Spoken(scenes.speech, story, scene, board, numbers)
        self.names = {name for name in self.spoken.names if name not in unnamed}
        known = {*self.spoken.qualities, *(flag for piece in scene.pieces for flag in piece.flags)}
        whole_story = (scene, *(only_with(done, known) for done in scene.further))
        told_of = {*self.spoken.spaces, *scene.unusual, *(space for done in whole_story for space in touched(done))}
        pieces = (piece for done in whole_story for piece in (*done.pieces, *done.end))
        by_chance = {piece.at for piece in pieces if self.is_any(piece)}  # with all that lies there
        most = MOST_FRAMES + 1 - len(whole_story) - self.says_before

        def shown(done: Scene, run: int) -> Outcome:
            seen = without(done, lambda p: p.at in by_chance and p.at not in told_of)
            return Outcome(seen, numbers, self.as_told, self.spoken.qualities, run, self.middles)

        parts = [(run, done) for run, whole in enumerate(whole_story) for done in in_turn(whole, self.line_of, most)]
        self.outcome, *later = (shown(done, run) for run, done in parts)
        for outcome in (self.outcome, *later):
            for ways in self.spoken.ways[outcome.run : outcome.run + 1]:
                for start, end in ways:
                    outcome.become(start, end)
        self.later = [outcome for outcome in later if outcome.spaces]
        for outcome in (self.outcome, *self.later):
            if self.then(outcome).keys() & outcome.crowded and 1 + len(self.later) < MOST_FRAMES:
                place = self.later.index(outcome) + 1 if outcome in self.later else 0
                self.later.insert(place, shown(ended(dict(parts)[outcome.run]), outcome.run))
        for before, after in pairwise((self.outcome, *self.later)):
            if not after.thrown:
                after.thrown, after.rolled_before = before.thrown, before.rolled_before
        for outcome in (self.outcome, *self.later):
            outcome.joined = [(one.start, one.end) for one in self.shots(outcome)]
        self.panels: PanelsOf = lambda _, __, ___, ____: []
        self.has_panels = False
        self.told, self.sentences = UNTOLD, ""
        self.listed: Collection[str] = ()
        self.beside_others = False  # boards of the same example

    @cached_property
    def middles(self) -> dict[Point, int]:
        """The spaces by where their middles are; turned rings do not matter, and of points nothing is in between."""
        layout = self.scenes.ground(self.board, self.which).layout
        places = enumerate(() if layout.heaps else layout.places, self.numbers.start)
        return {(round(x), round(y)): space for space, (x, y) in places}

    def line_of(self, move: tuple[int, int]) -> tuple[Point, Point] | None:
        """From where to where an arrow goes, where others should not lie across it; turned rings do not matter."""
        layout = self.scenes.ground(self.board, self.which).layout
        if layout.heaps or not {*move} <= {*self.numbers}:
            return None
        one, other = (layout.places[space - self.numbers.start] for space in move)
        return one, other

    def is_any(self, piece: Piece) -> bool:
        """Whether it lies there by chance, and which it is does not matter."""
        return self.artist.open_colour(piece) is not None

    def as_told(self, piece: Piece) -> Piece:
        """A piece as it is read, with the name that the text gives it, if it does."""
        piece = self.artist.read(piece, self.spoken.qualities)
        if piece.called not in self.names:
            return replace(piece, called="") if piece.called else piece
        of = kind_term(self.artist.kind(piece)) if piece.kind else None
        return replace(piece, called=self.scenes.speech.name(Term(piece.called), of=of))

    @cached_property
    def focus(self) -> set[int]:
        """The spaces that matter: where something unusual stands, where something is done, and those that are named."""
        unusual = {space for space in self.scene.unusual if space in self.outcome.before}
        done = {space for outcome in (self.outcome, *self.later) for space in outcome.spaces}
        found = unusual | done | self.spoken.spaces
        return found | self.spoken.later if found else found

    @cached_property
    def turn(self) -> int:
        """By how many degrees rings are turned so that what matters lies level: not at all where it is all around."""
        upright = self.scenes.ground(self.board, self.which)
        spaces = {space - self.numbers.start for space in self.focus} | self.passed
        turn = turned_up([upright.layout.places[space] for space in spaces], upright.layout.middle)
        if not upright.layout.radii or not turn:
            return 0
        part = Part(self.scenes.ground(self.board, self.which, turn).layout, spaces)
        return 0 if part.is_whole else turn

    @cached_property
    def passed(self) -> set[int]:
        """The spaces that arrows along rings pass, counted from 0: these are seen with them."""
        is_ringed = bool(self.scenes.ground(self.board, self.which).layout.radii)
        rings = [row.spaces for row in self.board.one.layout.rows] if is_ringed else []
        moves = [move for outcome in (self.outcome, *self.later) for move in outcome.moves]
        ends = [(one - self.numbers.start, other - self.numbers.start) for one, other in moves]
        return {space for ring in rings for way in ends if {*way} <= {*ring} for space in between(ring, *way)}

    @property
    def which(self) -> int:
        """Which of equal boards it is on."""
        return self.board.ranges.index(self.numbers)

    @property
    def heading(self) -> Sequence[str]:
        """What the board is called, and whose it is, where there are others with which it could be mistaken."""
        if not self.beside_others and len(self.board.ranges) < 2:
            return ()
        scope, kind = self.scenes.speech.scope(), self.board.kind
        form = element(scope, kind, kind.start + self.which)
        bare = replace(form, article="bare") if isinstance(form, Noun) else form
        return (opening(plain(self.scenes.speech.words(bare))),)

    @property
    def is_played_on(self) -> bool:
        """Whether anything is done on the board, or marked there."""
        marked = self.spoken.possible or self.spoken.sights or self.spoken.turns or self.spoken.walked
        then = any(after.possible for after in self.spoken.afterwards)
        then = then or any(after.sights or after.turns for after in self.spoken.afterwards)
        return bool(marked or then or any(outcome.spaces for outcome in (self.outcome, *self.later)))

    def is_named_in(self, told: str) -> bool:
        """Whether a text names one of the spaces that matter, or what stands there."""
        standing = [on for outcome in (self.outcome, *self.later) for on in (outcome.before, outcome.after)]
        pieces = [piece for on in standing for space in self.focus for piece in on.get(space, ())]
        named = {self.artist.kind_name(piece.kind) for piece in pieces if piece.kind}
        named |= {piece.called for piece in pieces if piece.called}
        if len(self.board.ranges) < 2 or any(name.lower() in told.lower() for name in self.heading):
            named |= {*map(self.name_of, self.focus)}  # which each of equal boards has
        return any(re.search(rf"\b{re.escape(name.lower())}", told.lower()) for name in named)

    @property
    def ground(self) -> Ground:
        return self.scenes.ground(self.board, self.which, self.turn)

    @cached_property
    def stage(self) -> Stage:
        every = [self.outcome, *self.later]
        turned = (pair for outcome in every for pair in outcome.turned)
        told = any([*self.artist.counted(*pair), *self.artist.changed(*pair)] for pair in turned)
        spaces = {space - self.numbers.start for space in self.focus} | self.passed
        part = Part(self.ground.layout, spaces, told=told)
        done = {space for outcome in every for space in outcome.spaces}
        ends = {space for sight in self.spoken.sights for space in (sight.start, sight.end)}
        few = done | ends | {*self.spoken.possible}
        named = few if part.is_whole and few and len(self.focus) > MANY else self.focus
        if self.ground.own:  # which no piece covers
            named = {*named, *(space for outcome in every for space in (*outcome.before, *outcome.after))}
        stage = Stage(self.artist, self.board, self.numbers, self.ground, part, named, self.upward, self.sentences)
        unread = {*map(stage.name_of, stage.lettered), *self.covered(part, {*map(stage.name_of, self.focus)})}
        return replace(stage, part=replace(part, inside=unread))

    def covered(self, part: Part, told: Container[str]) -> Iterator[str]:
        """The names at spaces, but for those that are `told`, over which a line goes."""
        places = self.ground.layout.places
        ways = [Way(*(places[space - self.numbers.start] for space in line)) for line in self.lines_between]
        for label in part.labels if self.ground.layout.radii else ():
            wide = (label.room[2] - label.room[0]) / 2 + BAR / 2
            found = ((way, *way.passed((label.x, label.y))) for way in ways)
            if label.text not in told and any(abs(b) < wide and 0 < far < way.length for way, far, b in found):
                yield label.text

    @property
    def lines_between(self) -> list[tuple[int, int]]:
        """From which space to which lines go."""
        shots = (shot for run in self.spoken.shots for shot in run)
        then = (sight for after in self.spoken.afterwards for sight in after.sights)
        return [(one.start, one.end) for one in (*self.spoken.sights, *shots, *then)]

    @property
    def upward(self) -> set[int]:
        """The spaces from which a line goes upward, and none as steeply downward."""
        lines = self.lines_between
        steep: dict[int, list[float]] = {}
        for one, other in (way for line in lines for way in (line, line[::-1])):
            (x, y), (a, b) = (self.ground.layout.places[space - self.numbers.start] for space in (one, other))
            steep.setdefault(one, []).append((y - b) / max(hypot(a - x, b - y), 1.0))
        return {space for space, ways in steep.items() if max(ways) > max(STEEP, -min(ways))}

    def name_of(self, space: int) -> str:
        return self.stage.name_of(space)

    @property
    def has_frames(self) -> bool:
        """Whether it takes several frames."""
        return self.is_double or bool(self.later)

    @property
    def is_double(self) -> bool:
        """Whether what is there before has a frame of its own."""
        return self.needs_before or (self.begins_in_words and 1 + len(self.later) < MOST_FRAMES)

    @property
    def begins_in_words(self) -> bool:
        """Whether the words under the first frame only tell how it is before."""
        return False

    @cached_property
    def needs_before(self) -> bool:
        """Whether nothing else tells it, or something is said of it, and there are several frames anyway, or something
        moves or goes."""
        is_otherwise = any(
            self.spoken.possible.get(space, can) != can for space, can in self.then(self.outcome).items()
        )
        is_done = self.outcome.moved or self.outcome.gone or (self.later and self.outcome.spaces)
        said = self.says_before and bool(is_otherwise or self.is_followed or is_done)
        return said or (not self.told_at_once(self.outcome) and not self.is_told_by_end)

    @property
    def is_followed(self) -> bool:
        """Whether what is said of the position after is not so yet where it is marked, or near what has moved."""
        then, gone = self.then(self.outcome), {piece.at for piece in self.outcome.gone}
        return bool(then and self.outcome.moved) or bool(gone & {*then})

    @property
    def says_before(self) -> bool:
        """Whether anything is said of the position before."""
        return bool(self.spoken.possible or self.spoken.sights or self.spoken.turns)

    @cached_property
    def is_told_by_end(self) -> bool:
        """Whether the position after tells it alone, and nothing is said before."""
        return not self.says_before and self.outcome.is_one_move and bool(SecondFrame(self.stage, self.outcome).left)

    def shows_starts(self, outcome: Outcome) -> bool:
        """Whether in the position after all that went is pale where it was."""
        frame, starts = SecondFrame(self.stage, outcome), {one.at for one, _ in (*outcome.moved, *outcome.lost)}
        return bool(starts) and starts <= {*frame.left, *frame.departed, *frame.pale}

    def told_at_once(self, outcome: Outcome) -> bool:
        """Whether the position before, with arrows and rings, tells what is done."""
        return outcome.told_at_once(
            lambda piece: self.artist.body(piece, self.board), self.stage.place, self.stage.is_ground,
            bool(self.ground.layout.heaps),
        )  # fmt: skip

    def is_between(self, outcome: Outcome) -> bool:
        """Whether it has a frame of its own that is not the last, and only the position before tells what is done."""
        is_inner = outcome in self.later[: self.frames - 1 - self.is_double][:-1]
        return is_inner and self.told_at_once(outcome) and not self.shows_starts(outcome)

    @property
    def frames(self) -> int:
        """How many there are in all."""
        return min(MOST_FRAMES, 1 + self.is_double + len(self.later))

    def after(self, outcome: Outcome) -> Afterwards | None:
        """What is said after that, if nothing else is done in the same run."""
        last = [other for other in (self.outcome, *self.later) if other.run == outcome.run][-1]
        known = self.spoken.afterwards[outcome.run : outcome.run + 1] if outcome is last else []
        return next(iter(known), None)

    def then(self, outcome: Outcome) -> dict[int, bool]:
        """Where something can be done, or not, after that, if nothing else is done in the same run."""
        after = self.after(outcome)
        return after.possible if after else {}

    def shots(self, outcome: Outcome) -> list[Sight]:
        """The lines of what one piece does to another there, where the run begins."""
        first = next(other for other in (self.outcome, *self.later) if other.run == outcome.run)
        return [one for shots in self.spoken.shots[outcome.run : outcome.run + 1] for one in shots if outcome is first]

    def framed(self, outcome: Outcome) -> Set[int]:
        """The spaces of these that are framed: what is done on the others has marks of its own."""
        return self.then(outcome).keys() - outcome.ringed


def between(ring: Sequence[int], one: int, other: int) -> Sequence[int]:
    """The spaces from one to another on the shorter way around a ring."""
    start, ahead = ring.index(one), (ring.index(other) - ring.index(one)) % len(ring)
    if 2 * ahead >= len(ring):
        start, ahead = ring.index(other), len(ring) - ahead
    return [ring[(start + step) % len(ring)] for step in range(ahead + 1)]


def turned_up(places: Sequence[Point], middle: Point) -> int:
    """By how many degrees these places are turned around a middle to lie on top of it; 0 if they lie all around it."""
    ways = [(x - middle[0], y - middle[1]) for x, y in places]
    x, y = (sum(way[k] / max(hypot(*way), 0.01) for way in ways) / max(len(ways), 1) for k in (0, 1))
    return -round(degrees(atan2(x, -y)) / STEP) * STEP % 360 if hypot(x, y) > BESIDE else 0
