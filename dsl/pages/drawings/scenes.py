"""Small pictures of worked examples (SVG): the part of a board that matters, what stands there, and what is done.

The spaces of a board are drawn once on a page, and every picture shows a part of that drawing under its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import replace
from functools import cached_property
from html import escape
from itertools import chain, groupby, pairwise
from math import atan2, degrees, hypot, radians
from zlib import crc32

from markupsafe import Markup

from dsl.board.scene import Piece, Scene
from dsl.board.shapes import Point
from dsl.model.world import BoardInfo
from dsl.pages.drawings.asides import Panel, beside
from dsl.pages.drawings.boards import LABEL, SCALE, Ground, Sample, key_drawn, legend
from dsl.pages.drawings.captions import Captions
from dsl.pages.drawings.causes import Causes
from dsl.pages.drawings.frames import FirstFrame, Frame, GivenFrame, OnlyFrame, SecondFrame, Stage
from dsl.pages.drawings.lettering import PART, short
from dsl.pages.drawings.outcome import Outcome, Standing, in_turn, only_with, touched, without
from dsl.pages.drawings.panels import Panels
from dsl.pages.drawings.parts import Part, names_of, used
from dsl.pages.drawings.pictures import Pictures
from dsl.pages.drawings.sidebar import sidebar
from dsl.pages.drawings.sights import Sight
from dsl.pages.drawings.sights import key as line_key
from dsl.pages.drawings.spoken import Spoken
from dsl.pages.drawings.tiles import lines_told, printed_on
from dsl.pages.drawings.wording import UNTOLD, Told, changes, in_a_row, moves
from dsl.pages.guide.examples import Story
from dsl.pages.markdown import anchor
from dsl.prose.forms import Term
from dsl.prose.nouns import kind_term

PIXELS, LARGE = 1.05, 1.4  # of a picture for each unit of the drawing, where there is room, and of a long one
MOST_FRAMES = 4  # of a picture
FEW = 3  # sentences that a caption can be
STEEP = 1.5  # times higher than wide goes what goes upward
STEP, BESIDE = 10, 0.3  # of turned rings, in degrees; how far from the middle of them, of 1, what lies to one side is
MANY = 10  # spaces beside one another make a picture long; of so many not all bear their names
WIDEST, LONG = 480, 680  # pixels that it is wide at most beside a text, and above it, if it is long
BESIDE_PANELS = 0.7  # of the width of a picture with panels at its side is its own
BROAD = 532  # pixels that it is wide with its words at its side


PanelsOf = Callable[[Sequence[Piece], Sequence[Piece], Sequence[Piece] | None], list[Panel]]


class Scenes:
    """Draws the examples of a rulebook in the words of a language. `t` are its fixed words."""

    def __init__(self, pictures: Pictures, scenes: Mapping[str, Scene]) -> None:
        self.pictures_of, self.speech, self.t = pictures, pictures.speech, pictures.t
        self.artist, self.world = pictures.artist, pictures.world
        self.own = {example.title for example in self.speech.book.examples}
        self.scenes = {title: scene for title, scene in scenes.items() if title in self.own}
        self.grounds: dict[tuple[int, int], Ground] = {}

    def knows(self, story: Story) -> bool:
        """Whether the story is one of this rulebook, as it is played."""
        return story.example.title in self.own

    def pictures(
        self, story: Story, unnamed: Container[str] = (), told: Told = UNTOLD
    ) -> list[Picture]:  # fmt: skip
        """A picture for each of the boards on which there is something to see; things of these names stand without."""
        scene = self.scenes.get(story.example.title)
        found = (Picture(self, story, scene, *board, unnamed) for board in self.boards) if scene else ()
        shown = [picture for picture in found if picture.focus]
        for picture in shown:
            picture.sentences = told.all
        for picture in shown[:1]:
            picture.panels = Panels(self.artist, self.t, story.nodes).of
            picture.told = told
        return shown

    @property
    def boards(self) -> Iterator[tuple[BoardInfo, range]]:
        """All boards, of equal ones each, with the numbers of their spaces."""
        return ((board, numbers) for board in self.world.boards.values() for numbers in board.ranges)

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


class Picture:
    """What is to be seen of an example on one board, whose spaces have these numbers: in one frame, or in two, before
    and after. Its legend leaves out what is `listed` in those above it."""

    def __init__(
        self, scenes: Scenes, story: Story, scene: Scene, board: BoardInfo, numbers: range,
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
        self.outcome, *later = (
            Outcome(
                without(done, lambda p: p.at in by_chance and p.at not in told_of),
                numbers,
                self.as_told,
                self.spoken.qualities,
                run,
                self.middles,
            )
            for run, whole in enumerate(whole_story)
            for done in in_turn(whole, self.line_of, most)
        )
        self.later = [outcome for outcome in later if outcome.spaces]
        for before, after in pairwise((self.outcome, *self.later)):
            after.thrown = after.thrown or before.thrown
        self.panels: PanelsOf = lambda _, __, ___: []
        self.told, self.sentences = UNTOLD, ""
        self.listed: Container[str] = ()

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
        spaces = {space - self.numbers.start for space in self.focus}
        turn = turned_up([upright.layout.places[space] for space in spaces], upright.layout.middle)
        if not upright.layout.radii or not turn:
            return 0
        part = Part(self.scenes.ground(self.board, self.which, turn).layout, spaces)
        return 0 if part.is_whole else turn

    @property
    def which(self) -> int:
        """Which of equal boards it is on."""
        return self.board.ranges.index(self.numbers)

    @property
    def ground(self) -> Ground:
        return self.scenes.ground(self.board, self.which, self.turn)

    @cached_property
    def stage(self) -> Stage:
        part = Part(self.ground.layout, {space - self.numbers.start for space in self.focus})
        done = {space for outcome in (self.outcome, *self.later) for space in outcome.spaces}
        ends = {space for sight in self.spoken.sights for space in (sight.start, sight.end)}
        few = done | ends | {*self.spoken.possible}
        named = few if part.is_whole and few and len(self.focus) > MANY else self.focus
        if self.ground.own:  # which no piece covers
            named = {*named, *(space for done in (self.outcome, *self.later) for space in (*done.before, *done.after))}
        stage = Stage(self.artist, self.board, self.numbers, self.ground, part, named, self.upward, self.sentences)
        return replace(stage, part=replace(part, inside={*map(stage.name_of, stage.lettered)}))

    @property
    def upward(self) -> set[int]:
        """The spaces from which a line of sight goes upward."""
        ways = [(one, other) for sight in self.spoken.sights for one, other in
                ((sight.start, sight.end), (sight.end, sight.start))]  # fmt: skip
        places = {space: self.ground.layout.places[space - self.numbers.start] for way in ways for space in way}
        return {
            one for one, other in ways
            if places[one][1] - places[other][1] > STEEP * abs(places[one][0] - places[other][0])
        }  # fmt: skip

    @property
    def has_frames(self) -> bool:
        """Whether it takes several frames."""
        return self.is_double or bool(self.later)

    @cached_property
    def is_double(self) -> bool:
        """Whether what is there before has a frame of its own: nothing else tells it, or something is said of it, and
        there are several frames anyway."""
        is_otherwise = any(
            self.spoken.possible.get(space, can) != can for space, can in self.then(self.outcome).items()
        )
        said = (bool(self.later) or is_otherwise) and self.says_before and bool(self.outcome.spaces)
        return said or (not self.told_at_once(self.outcome) and not self.is_told_by_end)

    @property
    def says_before(self) -> bool:
        """Whether anything is said of the position before."""
        return bool(self.spoken.possible or self.spoken.sights or self.spoken.turns)

    @cached_property
    def is_told_by_end(self) -> bool:
        """Whether the position after tells it alone: all that went is pale where it was, and nothing is said before."""
        return not self.says_before and self.outcome.is_one_move and bool(SecondFrame(self.stage, self.outcome).left)

    def told_at_once(self, outcome: Outcome) -> bool:
        """Whether the position before, with arrows and rings, tells what is done."""
        return outcome.told_at_once(
            lambda piece: self.artist.body(piece, self.board), self.stage.place, self.stage.is_ground,
            bool(self.ground.layout.heaps),
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------------ the drawing

    @property
    def address(self) -> str:
        """The name of the drawing of the spaces."""
        sizes = " ".join(map(str, self.board.sizes))
        turn = f" turned {self.turn}" if self.turn else ""
        return anchor(f"spaces {self.board.kind.elements[self.which]} {sizes}{turn}")

    @property
    def key(self) -> str:
        """By what its elements are told from others on the page; short, as it stands there often."""
        return f"s{crc32(f'{self.story.anchor} {self.numbers.start}'.encode()):x}"

    @property
    def css(self) -> str:
        """How all of it is drawn. What is used elsewhere knows nothing of what it stands in, so it says so itself."""
        return f"drawn {self.ground.css}{'' if self.stage.part.is_whole else ' part'}"

    def below(self, listed: Container[str]) -> Picture:
        """The same where other pictures stand above it, in whose legends this is listed."""
        found = copy(self)
        found.listed = listed
        return found

    def drawn(self, alone: bool = True) -> Markup:
        """Its frames. If it is not `alone`, words beside it tell what its only one shows."""
        captions = self.captions.all if self.has_frames else [escape(self.caption) if alone else ""]
        if self.is_double:
            frames = [
                self.figure(self.key, self.t["scene_before"], self.first_lines(), self.positions(self.outcome.before),
                            self.samples, captions[0], self.panels_of(self.outcome)),
                self.next_figure(2, captions[1], f"{self.key}-after", self.second_lines(), self.outcome),
            ]  # fmt: skip
        else:
            caption, panels, above = captions[0], self.panels_of(self.outcome, True, True), self.only.above
            told = self.description
            frames = [self.figure(self.key, self.t["scene"], self.lines(), told, self.samples, caption, panels, above)]
        for number, outcome in enumerate(self.later[: self.frames - len(frames)], len(frames) + 1):
            lines = self.later_lines(key := f"{self.key}-{number}", outcome)
            frames.append(self.next_figure(number, captions[number - 1], key, lines, outcome))
        return Markup("\n".join(('<div class="frames">', *frames, "</div>") if len(frames) > 1 else frames))

    @cached_property
    def captions(self) -> Captions:
        """What stands under the frames; where it is not known what is done when, as if it were all done at once."""
        shown = [self.outcome, *self.later][: self.frames - self.is_double]
        is_known = len(self.told.runs) == 1 + len(self.scene.further)
        runs = [outcome.run if is_known else 0 for outcome in shown]
        told = self.told if is_known or self.told == UNTOLD else self.told.in_one
        return Captions(told, shown, runs, self.is_double, self.changes_of, self.ends_of, self.t)

    @property
    def is_told(self) -> bool:
        """Whether its captions say all that the example says."""
        return self.captions.is_told

    @property
    def caption(self) -> str:
        """Of the only frame: what is done, or what is said, and why, if that is short, or else what it is an example
        of."""
        if self.is_told:  # of the only one, both
            return in_a_row((self.told.all, self.why))
        why = self.why
        told = self.changes_of(self.outcome) or list(self.lines_told(lambda sight: sight.open or not why))
        return " ".join(filter(None, (*told, why)) if len(told) <= FEW else ()) or self.story.title

    @property
    def causes(self) -> Causes:
        places = {space: self.stage.place(space) for space in self.numbers}
        return Causes(self.scenes.speech, self.t, self.outcome.before, places)

    @property
    def why(self) -> str:
        """What closes lines of sight, in a sentence."""
        sights = self.spoken.sights
        return self.causes.told(sights, {sight.start: self.name_of(sight.start) for sight in sights})

    def next_figure(self, number: int, caption: str, key: str, lines: Iterable[str], outcome: Outcome) -> str:
        """A further frame, with what is new in it."""
        before = [self.outcome, *self.later][: max(0, number - 2)]
        known = {sample.told for sample in self.samples}
        known |= {
            sample.told for other in before for sample in self.samples_of(other.after, (), self.panels_of(other, True))
        }
        shown, panels = outcome.before if self.is_between(outcome) else outcome.after, self.panels_of(outcome, True)
        new = [sample for sample in self.samples_of(shown, outcome.come, panels) if sample.told not in known]
        told = (*self.changes_of(outcome), *self.then_in_words(outcome))
        return self.figure(key, self.t["scene_after"], lines, told, new, caption, panels)

    def panels_of(self, outcome: Outcome, done: bool = False, both: bool = False) -> list[Panel]:
        """What lies in other places than the board: before, or when it is `done`, or `both`. Dice lie there as they
        were rolled, when it is done."""
        own = self.stage.asides.places if self.stage.asides else set[int]()
        own |= set[int]() if done else {piece.at for piece in outcome.thrown}
        before, after = ([piece for piece in pieces if piece.at not in own] for pieces in
                         (outcome.aside, outcome.aside_end))  # fmt: skip
        thrown = outcome.thrown if done and self.ground.layout.style != "points" else ()
        return self.panels(after if done and not both else before, thrown, after if both else None)

    def figure(
        self, key: str, title: str, lines: Iterable[str], told: Iterable[str], samples: Sequence[Sample],
        caption: str = "", panels: Sequence[Panel] = (), above: float = 0,
    ) -> str:  # fmt: skip
        """A frame, with so much room above, below it panels and what it means, in words for those who cannot see it,
        and under it for all."""
        left, top, wide, high = self.stage.part.frame
        top, high = top - above, high + above
        is_wide = wide > min(high * LONG / WIDEST, MANY * SCALE)
        css, pixels = ("board scene wide", LARGE * wide) if is_wide else ("board scene", min(WIDEST, PIXELS * wide))
        css += " broad" if self.ground.layout.radii and self.stage.part.is_whole else ""
        pixels, scale = min(LONG, pixels), min(1.0, wide / BROAD) if is_wide else 1.0
        told = (*told, *(panel.told_in_words for panel in panels))
        below, entries, aside = 0.0, list[str](), ""
        if is_wide and (panels or self.has_frames):
            css += " aside"
            aside = sidebar(panels, samples, self.t["in_picture"], key)
            pixels = min(LONG, pixels / BESIDE_PANELS)
        else:
            further, panelled = beside(panels, wide, top + high, left)
            below, entries = legend(samples, wide, top + high + further, left, shared=True, scale=scale)
            below, entries = below + further, [*panelled, *entries]
        drawn = [sight for sight in self.spoken.sights if sight.open or self.only.closed_at(sight)]
        if key == self.key and drawn:
            told_of = self.causes.key(drawn)
            further, lines_told = line_key(told_of, wide, top + high + below, left, max(scale * LABEL, wide / PART))
            below, entries = below + further, [*entries, *lines_told]
        parts = [
            f'<figure class="{css}" style="width: {short(pixels)}px">',
            f'<svg viewBox="{" ".join(map(short, (left, top, wide, high + below)))}" role="img" '
            f'aria-labelledby="{key} {key}-text" style="--wide: {short(wide)}px">',
            f'<title id="{key}">{escape(title.format(title=self.story.title))}</title>',
            f'<desc id="{key}-text">{escape(" ".join(told) or self.story.title)}</desc>',
            f'<g class="{self.css}">',
            *lines,
            "</g>",
            "".join(entries),
            "</svg>",
            aside,
            f"<figcaption>{caption}</figcaption>" if caption else "",
            "</figure>",
        ]
        return "\n".join(part for part in parts if part)

    def lines(self) -> Iterator[str]:
        """All in one frame: in the position after, where that alone tells it or rows of pieces show who came."""
        in_rows = bool(self.ground.layout.heaps) and self.outcome.only_moves and not self.later
        if in_rows or not self.told_at_once(self.outcome):
            yield from self.later_lines(self.key, self.outcome)
            return
        told = (*self.only.lines(), *self.said(self.only), *self.said_then(self.only))
        yield from self.stage.part.drawn(self.address, self.key, "".join(told))

    @cached_property
    def only(self) -> OnlyFrame:
        return OnlyFrame(self.stage, self.outcome, self.spoken.possible.keys() | self.framed(self.outcome))

    def first_lines(self) -> Iterator[str]:
        """Before; what stays as it is can be used again."""
        before, then = self.spoken.possible.keys(), self.framed(self.outcome)
        frame = FirstFrame(self.stage, self.outcome, before | then)
        still = self.stage.part.drawn(self.address, self.key, "".join(frame.still()))
        yield f'<g id="{self.key}-still" class="{self.css}">{"".join(still)}</g>'
        lines = (*frame.names_inside(then - before), *frame.lines(), *self.said(frame))
        yield self.stage.part.over(f"{self.key}-before", "".join(lines))

    def second_lines(self) -> Iterator[str]:
        yield used(f"{self.key}-still")
        frame = SecondFrame(self.stage, self.outcome, self.framed(self.outcome))
        names = frame.names_inside(self.spoken.possible.keys() - {*frame.marked})
        lines = (*names, *frame.lines(), *self.said_then(frame))
        yield self.stage.part.over(f"{self.key}-after", "".join(lines))

    def later_lines(self, key: str, outcome: Outcome) -> Iterator[str]:
        """What is given anew, or done after something else was said: in the position before that, or where this cannot
        tell it, and in the last frame, in the one after it."""
        framed, still = self.framed(outcome), list[str]()
        frame: GivenFrame | OnlyFrame | SecondFrame
        if outcome.given:
            frame = GivenFrame(self.stage, outcome, framed)
        elif self.is_between(outcome):
            frame = OnlyFrame(self.stage, outcome, framed)
        else:
            frame = SecondFrame(self.stage, outcome, framed)
            still += FirstFrame(self.stage, outcome, framed).still()
        lines = (*still, *frame.lines(), *self.said_then(frame))
        yield from self.stage.part.drawn(self.address, key, "".join(lines))

    def is_between(self, outcome: Outcome) -> bool:
        """Whether it has a frame of its own that is not the last, and the position before tells what is done."""
        return outcome in self.later[: self.frames - 1 - self.is_double][:-1] and self.told_at_once(outcome)

    @property
    def frames(self) -> int:
        """How many there are in all."""
        return min(MOST_FRAMES, 1 + self.is_double + len(self.later))

    def said(self, frame: OnlyFrame | FirstFrame) -> Iterator[str]:
        """What is said of the position before anything is done."""
        for sight in self.spoken.sights:
            yield from frame.seen(sight)
        yield from frame.allowed(self.spoken.possible, self.spoken.placed, self.spoken.possible)
        for piece, can in self.spoken.turns:
            yield from frame.turning(piece, can)

    def said_then(self, frame: Frame) -> Iterator[str]:
        """What is said of the position after what a frame shows, but for spaces that are marked in it already."""
        then = self.then(frame.outcome)
        if then:
            before = self.spoken.possible if isinstance(frame, OnlyFrame) and frame.outcome is self.outcome else {}
            said = {space: can for space, can in then.items() if space not in before}
            placed = self.spoken.afterwards[frame.outcome.run].placed
            yield from frame.allowed(said, placed, self.framed(frame.outcome))

    def framed(self, outcome: Outcome) -> Set[int]:
        """The spaces of these that are framed: what is done on the others has marks of its own."""
        return self.then(outcome).keys() - outcome.spaces

    def then(self, outcome: Outcome) -> dict[int, bool]:
        """Where something can be done, or not, after that, if nothing else is done in the same run."""
        last = [other for other in (self.outcome, *self.later) if other.run == outcome.run][-1]
        known = self.spoken.afterwards[outcome.run : outcome.run + 1] if outcome is last else []
        return next((after.possible for after in known), {})

    # -------------------------------------------------------------------------------------------------------- the words

    @property
    def samples(self) -> list[Sample]:
        """What is in the picture, or in the first of two frames; what spaces show where all of the board is seen."""
        coming, panels = ((), self.panels_of(self.outcome)) if self.is_double else (
            self.outcome.come, self.panels_of(self.outcome, True, True))  # fmt: skip
        told = self.samples_of(self.outcome.before, coming, panels)
        ground = self.ground.samples if self.stage.part.is_whole and told else self.ground.lines_told
        return [*ground, *told]

    def samples_of(
        self, standing: Standing, coming: Iterable[Piece] = (), panels: Iterable[Panel] = ()
    ) -> list[Sample]:
        """What the pieces are called that are in a frame, and those beside it that nothing else names."""
        inside = {*self.stage.shown}
        pieces = [piece for piece in (*chain.from_iterable(standing.values()), *coming) if piece.at in inside]
        known = {self.look_of(one) for piece in pieces for one in (piece, replace(piece, flags=()))}
        beside = [piece for panel in panels for piece in panel.unnamed if self.look_of(piece) not in known]
        if not self.needs_legend([*pieces, *beside]):
            return []
        found = (*self.artist.samples(pieces, self.board, self.t), *self.artist.samples(beside, None, self.t))
        once = [*{sample.told: sample for sample in reversed(found)}.values()][::-1]
        return [sample for sample in once if sample.told not in self.listed]

    def look_of(self, piece: Piece) -> tuple[object, ...]:
        """By what a piece is known, also where it does not point anywhere."""
        body = self.artist.body(piece)
        return piece.kind, piece.seat, body.icon, body.letters, piece.flags

    @property
    def all_samples(self) -> Iterator[Sample]:
        """What is in the legends of all frames."""
        for outcome in (self.outcome, *self.later):
            yield from self.samples_of(outcome.before, outcome.come, self.panels_of(outcome))
            yield from self.samples_of(outcome.after, (), self.panels_of(outcome, True))

    def needs_legend(self, pieces: Sequence[Piece]) -> bool:
        """Whether the pictures of pieces do not say all by themselves: figures do, and a single kind whose colours are
        those that its owners are called."""
        forms = {self.artist.look.forms[piece.kind] for piece in pieces if piece.kind}
        kinds = {piece.kind for piece in pieces if piece.kind}
        badged = any(piece.flags for piece in pieces)
        free = any(self.artist.open_colour(piece) is not None for piece in pieces)
        whose = any(map(self.artist.owner_told, pieces))
        return (len(kinds) > 1 and forms != {"figure"}) or badged or free or whose

    @property
    def description(self) -> Iterator[str]:
        """All that is drawn, in words."""
        yield from self.positions(self.outcome.before)
        yield from self.done
        yield from self.then_in_words(self.outcome)

    def positions(self, standing: Standing) -> Iterator[str]:
        """What stands where, and what is said of it."""
        for space in (space for space in self.stage.shown if space in standing):
            yield f"{self.name_of(space)}: {self.piled(standing[space])}."
        yield from self.said_in_words

    @property
    def said_in_words(self) -> Iterator[str]:
        """What is said of the position before anything is done."""
        yield from self.lines_told(lambda _: True)
        yield from self.in_words(self.spoken.possible)

    def then_in_words(self, outcome: Outcome) -> Iterator[str]:
        """What is said of the position after that."""
        yield from self.in_words(self.then(outcome))

    def in_words(self, possible: Mapping[int, bool]) -> Iterator[str]:
        for space, can in possible.items():
            yield self.t["scene_can" if can else "scene_cannot"].format(space=self.name_of(space))

    def lines_told(self, wanted: Callable[[Sight], bool]) -> Iterator[str]:
        """Which lines of sight are open, of some of them."""
        for sight in filter(wanted, self.spoken.sights):
            key = "scene_open" if sight.open else "scene_closed"
            yield self.t[key].format(start=self.name_of(sight.start), end=self.name_of(sight.end))

    @property
    def done(self) -> Iterator[str]:
        """What is done, as arrows and rings tell it."""
        for piece in (*self.outcome.come, *self.outcome.passing):
            yield self.t["scene_come"].format(space=self.name_of(piece.at), piece=self.scenes.told(piece))
        yield from self.moves_of(self.outcome)
        gone = (*map(self.outcome.last_of, self.outcome.gone), *(piece.at for piece in self.outcome.passing))
        for space in dict.fromkeys(gone):
            yield self.t["scene_gone"].format(space=self.name_of(space))

    @property
    def changes(self) -> list[str]:
        """What becomes of each piece by the first answers."""
        return self.changes_of(self.outcome)

    def ends_of(self, outcome: Outcome) -> list[tuple[str, str]]:
        return [(self.name_of(start), self.name_of(end)) for start, end in outcome.moves]

    def changes_of(self, outcome: Outcome) -> list[str]:
        if outcome.given:  # what stands there now
            shown = sorted(outcome.spaces & {*outcome.after})
            return [f"{self.name_of(space)}: {self.piled(outcome.after[space])}." for space in shown]
        return changes(self.artist, self.t, outcome, self.name_of, self.scenes.lines_on)

    def moves_of(self, outcome: Outcome) -> Iterator[str]:
        return moves(self.t, outcome, self.name_of)

    def name_of(self, space: int) -> str:
        return self.stage.name_of(space)

    def piled(self, pieces: Sequence[Piece]) -> str:
        """What lies on a space, equal pieces beside one another with their number."""
        told = [(what, len(list(alike))) for what, alike in groupby(map(self.scenes.told, pieces))]
        return "; ".join(what if count == 1 else f"{count} × {what}" for what, count in told)


def turned_up(places: Sequence[Point], middle: Point) -> int:
    """By how many degrees these places are turned around a middle to lie on top of it; 0 if they lie all around it."""
    ways = [(x - middle[0], y - middle[1]) for x, y in places]
    x, y = (sum(way[k] / max(hypot(*way), 0.01) for way in ways) / max(len(ways), 1) for k in (0, 1))
    return -round(degrees(atan2(x, -y)) / STEP) * STEP % 360 if hypot(x, y) > BESIDE else 0


def spaces_drawn(pictures: Iterable[Picture]) -> Markup:
    """The spaces of the boards of all pictures, as far as they are seen in them, and the pieces of their legends."""
    pictures = list(pictures)
    seen: dict[str, list[Picture]] = {}
    for picture in pictures:
        seen.setdefault(picture.address, []).append(picture)
    if not seen:
        return Markup("")
    groups = (ground_drawn(address, alike) for address, alike in seen.items())
    keys = dict.fromkeys(sample.body for picture in pictures for sample in picture.all_samples if sample.body)
    lines = "\n".join((*groups, *map(key_drawn, keys)))
    return Markup(f'<svg class="shared" width="0" height="0" aria-hidden="true">\n{lines}\n</svg>')


def ground_drawn(address: str, pictures: Sequence[Picture]) -> str:
    """The spaces of a board that are seen in some pictures; if one shows all of it, also what is beside them."""
    ground = pictures[0].ground
    shown = {number for picture in pictures for number in picture.stage.part.shown}
    drawn = f'<g class="drawn {ground.css}" id="{address}">{"".join(ground.lines(ground.own, shown, False))}</g>'
    if not any(picture.stage.part.is_whole for picture in pictures):
        return drawn
    return f'{drawn}\n<g class="drawn {ground.css}" id="{names_of(address)}">{"".join(ground.beside())}</g>'
