"""A small picture of a worked example (SVG): the part of a board that matters, what stands there, and what is done."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from html import escape
from zlib import crc32

from markupsafe import Markup

from dsl.pages.cards.paper import wrapped
from dsl.pages.drawings.account import Account
from dsl.pages.drawings.asides import TITLE, Panel, beside
from dsl.pages.drawings.boards import LABEL, SCALE, Sample, explained, legend
from dsl.pages.drawings.frames import FirstFrame, GivenFrame, OnlyFrame, SecondFrame
from dsl.pages.drawings.lettering import PART, short
from dsl.pages.drawings.outcome import Outcome
from dsl.pages.drawings.parts import used
from dsl.pages.drawings.pieces import spread
from dsl.pages.drawings.position import Position
from dsl.pages.drawings.sayings import allowed, badged, closed_at, seen, turning, walked
from dsl.pages.drawings.sidebar import sidebar
from dsl.pages.drawings.sights import Sight
from dsl.pages.drawings.sights import key as line_key
from dsl.pages.drawings.subject import MANY
from dsl.pages.drawings.svg import words
from dsl.pages.drawings.walks import sample as walk_key
from dsl.pages.drawings.wording import UNTOLD
from dsl.pages.markdown import anchor

PIXELS, LARGE = 1.05, 1.4  # of a picture for each unit of the drawing, where there is room, and of a long one
MOST_PIXELS, LEAST_PIECE = 1.6, 21  # at most, where pieces are small; pixels of half of the room of a piece
WIDEST, LONG = 480, 680  # pixels that it is wide at most beside a text, and above it, if it is long
ASIDE = 900  # the same with panels or words at its side
BESIDE_PANELS = 0.7  # of the width of a picture with panels at its side is its own
LOW, SPACIOUS = 1.95, 560  # times its height is a picture wide that has its words at its side, and how wide at most
HEAD, HEADED = 16.0, 1.7  # letters of the name of a board above it, and how high its line is, in these
BREAK = '<div class="break"></div>'  # a new row of frames
BROAD = 532  # pixels that it is wide with its words at its side


class Picture(Account):
    """The drawing of an example on one board."""

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

    def below(self, listed: Collection[str]) -> Picture:
        """The same where other pictures stand above it, in whose legends this is listed."""
        found = copy(self)
        found.listed = listed
        return found

    def drawn(self, alone: bool = True) -> Markup:
        """Its frames. If it is not `alone`, words beside it tell what its only one shows."""
        return in_frames(self.figures(alone))

    def figures(self, alone: bool) -> list[str]:
        """Each frame as a figure of its own."""
        captions = self.captions.all if self.has_frames else [escape(self.caption) if alone else ""]
        if self.is_double:
            frames = [
                self.figure(self.key, self.t["scene_before"], self.first_lines(), self.positions(self.outcome.before),
                            self.samples, captions[0], self.panels_of(self.outcome), 0, self.spoken.sights),
                self.next_figure(2, captions[1], f"{self.key}-after", self.second_lines(), self.outcome),
            ]  # fmt: skip
        else:
            caption, panels, above = captions[0], self.panels_of(self.outcome, True, True), self.only.above
            told = self.description
            first = self.only if not self.has_frames else None
            sights = self.spoken.sights or (self.sights_then(first) if first else self.shots(self.outcome))
            frames = [
                self.figure(
                    self.key, self.t["scene"], self.lines(), told, self.samples, caption, panels, above, sights
                )
            ]  # fmt: skip
        for number, outcome in enumerate(self.later[: self.frames - len(frames)], len(frames) + 1):
            lines = self.later_lines(key := f"{self.key}-{number}", outcome)
            frames.append(self.next_figure(number, captions[number - 1], key, lines, outcome))
        return frames

    def next_figure(self, number: int, caption: str, key: str, lines: Iterable[str], outcome: Outcome) -> str:
        """A further frame, with what is new in it."""
        before = [self.outcome, *self.later][: max(0, number - 2)]
        known = {sample.told for sample in self.samples}
        known |= {
            sample.told for other in before for sample in self.samples_of(other.after, (), self.panels_of(other, True))
        }
        shown, panels = outcome.before if self.is_between(outcome) else outcome.after, self.panels_of(outcome, True)
        new = [
            sample
            for sample in self.samples_of(shown, (*outcome.come, *outcome.opened.values()), panels)
            if sample.told not in known
        ]
        told = (*self.changes_of(outcome), *self.then_in_words(outcome))
        lines_then = self.shots(outcome) or (after.sights if (after := self.after(outcome)) else ())
        return self.figure(key, self.t["scene_after"], lines, told, new, caption, panels, 0, lines_then)

    def lines_of(self, key: str, sights: Sequence[Sight]) -> tuple[str, str]:
        """What the lines of a frame mean, open and closed ones, but for what an earlier one tells."""
        drawn = [sight for sight in sights if sight.open or closed_at(self.only, sight)]
        first = self.lines_of(self.key, self.spoken.sights) if key != self.key else ("", "")
        is_open, is_closed = self.causes.key(drawn)
        return "" if is_open == first[0] else is_open, "" if is_closed == first[1] else is_closed

    def figure(
        self, key: str, title: str, lines: Iterable[str], told: Iterable[str], samples: Sequence[Sample],
        caption: str = "", panels: Sequence[Panel] = (), above: float = 0, sights: Sequence[Sight] = (),
    ) -> str:  # fmt: skip
        """A frame, with so much room above, below it panels and what it means, also its lines, in words for those who
        cannot see it, and under it for all."""
        left, top, wide, high = self.stage.part.frame
        top, high = top - above, high + above
        is_wide = wide > min(high * LONG / WIDEST, MANY * SCALE)
        css, pixels = (
            ("board scene wide", LARGE * wide) if is_wide else ("board scene", min(WIDEST, self.enlarged * wide))
        )
        css += " broad" if self.ground.layout.radii and self.stage.part.is_whole else ""
        pixels, scale = min(LONG, pixels), min(1.0, wide / BROAD) if is_wide else PIXELS / self.enlarged
        told = (*(f"{name}." for name in self.heading), *told, *(panel.told_in_words for panel in panels))
        below, entries, panelled, aside = 0.0, list[str](), list[str](), ""
        if is_wide and (panels or self.has_frames or (caption and LOW * high < wide < SPACIOUS)):
            is_told = not panels and not self.has_frames
            css += " aside told" if is_told else " aside"
            aside = sidebar(panels, samples, self.t["in_picture"], key)
            pixels = min(ASIDE, (MOST_PIXELS if is_told else LARGE) * wide / BESIDE_PANELS)
        else:
            further, panelled = beside(panels, wide, top + high, left, max(scale, wide / PART / TITLE))
            high += further
            below, entries = legend(samples, wide, top + high, left, shared=True, scale=scale)
        size = max(scale * LABEL, wide / PART)
        if any(told_of := self.lines_of(key, sights)):
            further, lines_told = line_key(told_of, wide, top + high + below, left, size)
            below, entries = below + further, [*entries, *lines_told]
        if key == self.key and self.spoken.walked:
            called = self.walk_told(self.spoken.walked[0])
            further, lines_told = walk_key(called, top + high + below, left, size)
            below, entries = below + further, [*entries, *lines_told]
        further, heads = self.named(wide, top, left, max(HEAD * scale, wide / PART))
        top, high = top - further, high + further
        size_told = f"; --legend: {short(size)}" if scale < 1 and entries else ""
        parts = [
            f'<figure class="{css}" style="width: {short(pixels)}px">',
            f'<svg viewBox="{" ".join(map(short, (left, top, wide, high + below)))}" role="img" '
            f'aria-labelledby="{key} {key}-text" style="--wide: {short(wide)}; --below: {short(below)}{size_told}">',
            f'<title id="{key}">{escape(title.format(title=self.story.title))}</title>',
            f'<desc id="{key}-text">{escape(" ".join(told) or self.story.title)}</desc>',
            *heads,
            f'<g class="{self.css}">',
            *lines,
            "</g>",
            *panelled,
            explained(entries),
            "</svg>",
            aside,
            f"<figcaption>{caption}</figcaption>" if caption else "",
            "</figure>",
        ]
        return "\n".join(part for part in parts if part)

    def named(self, wide: float, top: float, left: float, size: float) -> tuple[float, list[str]]:
        """How high the name of the board is above a frame, and its lines: as many as it needs where that is narrow."""
        names = [line for name in self.heading for line in wrapped(name, wide / size, bold=True)]
        middles = (top - (HEADED * under + 0.9) * size for under in reversed(range(len(names))))
        told = [words("whose", line, left + wide / 2, y, size) for line, y in zip(names, middles, strict=True)]
        return HEADED * size * len(names), told

    @cached_property
    def enlarged(self) -> float:
        """How many pixels there are for each unit of the drawing: more where pieces share a space and are small."""
        standing = (on for done in (self.outcome, *self.later) for on in (*done.before.values(), *done.after.values()))
        bodies = ([self.artist.body(piece, self.board) for piece in pieces] for pieces in standing if len(pieces) > 1)
        smallest = min((part[3] for found in bodies for part in spread(found, 0, 0, self.stage.radius)), default=0.0)
        is_shared = smallest and not self.ground.layout.heaps and not self.ground.ordered
        return min(MOST_PIXELS, max(PIXELS, LEAST_PIECE / smallest)) if is_shared else PIXELS

    def lines(self) -> Iterator[str]:
        """All in one frame: in the position after, where that alone tells it or rows of pieces show who came."""
        if self.shows_end:
            yield from self.later_lines(self.key, self.outcome)
            return
        under = (*self.frames_before(self.only), *self.frames_then(self.only))
        told = (*self.only.lines(under), *self.said(self.only), *self.said_then(self.only))
        yield from self.stage.part.drawn(self.address, self.key, "".join(told))

    @cached_property
    def shows_end(self) -> bool:
        """Whether the only frame, or the first where none stands before it, shows the position after."""
        in_rows = bool(self.ground.layout.heaps) and not self.later and (self.outcome.only_moves or self.outcome.gone)
        ends = self.shows_starts(self.outcome) or (self.is_followed and not self.outcome.moved)
        is_after = ends and not self.says_before and not (self.later and self.captions.begins)
        return bool(in_rows) or is_after or not self.told_at_once(self.outcome)

    @cached_property
    def only(self) -> OnlyFrame:
        return OnlyFrame(self.stage, self.outcome, self.spoken.possible.keys() | self.framed(self.outcome))

    def first_lines(self) -> Iterator[str]:
        """Before; what stays as it is can be used again."""
        before, then = self.spoken.possible.keys(), self.framed(self.outcome)
        frame = FirstFrame(self.stage, self.outcome, before | then)
        still = self.stage.part.drawn(self.address, self.key, "".join(frame.still()))
        yield f'<g id="{self.key}-still" class="{self.css}">{"".join(still)}</g>'
        lines = (*frame.lines(self.frames_before(frame)), *frame.names_inside(then - before), *self.said(frame))
        yield self.stage.part.over(f"{self.key}-before", "".join(lines))

    def second_lines(self) -> Iterator[str]:
        yield used(f"{self.key}-still")
        frame = SecondFrame(self.stage, self.outcome, self.framed(self.outcome))
        lines = (*frame.lines(self.frames_then(frame)), *self.said_then(frame))
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
        lines = (*still, *frame.lines(self.frames_then(frame)), *self.said_then(frame))
        yield from self.stage.part.drawn(self.address, key, "".join(lines))

    def frames_before(self, frame: OnlyFrame | FirstFrame) -> Iterator[str]:
        """The frames and the lines of what is said of the position before anything is done."""
        for one in self.spoken.walked:
            yield from walked(frame, one.spaces)
        for sight in self.spoken.sights:
            yield from seen(frame, sight, any(other.is_back(sight) for other in self.spoken.sights))
        yield from allowed(frame, self.spoken.possible, self.spoken.placed, self.spoken.possible)

    def said(self, frame: OnlyFrame | FirstFrame) -> Iterator[str]:
        """What is said of the position before anything is done, above its frames and lines."""
        for space, can in self.spoken.possible.items():
            yield from badged(frame, space, can)
        for turn in self.spoken.turns:
            yield from turning(frame, turn)

    def frames_then(self, frame: Position) -> Iterator[str]:
        """The frames and the lines of what is said of the position after what another shows."""
        sights = self.sights_then(frame)
        for sight in sights:
            yield from seen(frame, sight, any(other.is_back(sight) for other in sights))
        if said := self.only_then(frame):
            placed = self.spoken.afterwards[frame.outcome.run].placed
            yield from allowed(frame, said, placed, self.framed(frame.outcome))

    def sights_then(self, frame: Position) -> Sequence[Sight]:
        """The lines of what is done to others, in a frame that has no lines of what is said before; else those of which
        something is said after that, where all stands as it does then."""
        is_free = self.is_double or frame.outcome is not self.outcome or not self.spoken.sights
        if is_free and not frame.outcome.given and (shots := self.shots(frame.outcome)):
            return shots
        after = self.after(frame.outcome) if frame.standing == frame.outcome.after else None
        return after.sights if after else ()

    def said_then(self, frame: Position) -> Iterator[str]:
        """What is said of the position after what a frame shows, above its frames."""
        for space, can in self.only_then(frame).items():
            yield from badged(frame, space, can)
        for turn in after.turns if (after := self.after(frame.outcome)) and frame.outcome.given else ():
            yield from turning(frame, turn)

    def only_then(self, frame: Position) -> dict[int, bool]:
        """What is said of the position after what a frame shows, but for spaces that are marked in it already."""
        before = self.spoken.possible if isinstance(frame, OnlyFrame) and frame.outcome is self.outcome else {}
        return {space: can for space, can in self.then(frame.outcome).items() if space not in before}


def together(pictures: Sequence[Picture], alone: bool = True) -> Markup:
    """The boards of an example as one figure, first those of which one frame tells all: what no frame tells stands
    below them, and what a piece looks like in the first in which it is seen."""
    if len(pictures) < 2:
        return Markup("\n").join(picture.drawn(alone) for picture in pictures)
    found, listed = list[str](), list[str]()
    for picture in sorted(pictures, key=lambda picture: picture.has_frames):
        row = picture.below({*picture.listed, *listed}).figures(False)
        found += [BREAK, *row] if found and len(row) > 1 else row
        listed += [sample.told for sample in picture.all_samples]
    telling = next((picture for picture in pictures if picture.told != UNTOLD), pictures[0])
    if alone and not telling.has_frames:
        found.append(f'<p class="caption">{escape(telling.caption)}</p>')
    return in_frames(found)


def in_frames(figures: Sequence[str]) -> Markup:
    """Several beside one another."""
    return Markup("\n".join(('<div class="frames">', *figures, "</div>") if len(figures) > 1 else figures))
