"""Small pictures of worked examples (SVG): the part of a board that matters, what stands there, and what is done.

The spaces of a board are drawn once on a page, and every picture shows a part of that drawing under its pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from itertools import chain, groupby

from markupsafe import Markup

from dsl import model
from dsl.board.scene import Piece, Scene
from dsl.model.sides import drawn_attributes
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute, BoardInfo, Kind
from dsl.pages.drawings.boards import SCALE, centres, colour, joins, name, said_colour, size
from dsl.pages.drawings.lettering import block, short, shortest
from dsl.pages.drawings.marks import SIGN, arrow, cross, outlines, ring, tick
from dsl.pages.drawings.tiles import Tile, drawn, heading_of, lines_told, printed_on, tile
from dsl.pages.guide.examples import Story
from dsl.pages.markdown import anchor
from dsl.prose.forms import Adjective, Noun, Term
from dsl.prose.nouns import element, kind_term
from dsl.prose.speech import Speech, plain

PIXELS = 0.8  # of a picture for each unit of the drawing, where there is room; text around it has letters of 16 to 20
WIDEST, LONG = 360, 680  # pixels that it is wide at most beside a text, and above it, if it is long
AROUND = 1.35  # from the middle of a space that matters to the edge of the picture, in widths of a space
LEAST = 3.6  # spaces that a picture shows in each direction
WHOLE = 0.6  # of a board: what is larger shows it all
DISC = 20  # the radius of a piece
RAISED, FOOT = 6, 26  # how far over the middle of a space a piece stands, and how far under it the name of the space
LETTERS, ROOM = (18, 7), (-17, -19, 34, 26)  # the sizes of letters on a piece, and their room around the middle
UNDER = 7  # the radius of what lies under a piece
SIGNS = (17, -17)  # where it is shown that something can be done on a space, or not

Box = tuple[float, float, float, float]
"""Of a part of a drawing the left, the top, the width and the height."""


class Scenes:
    """Draws the examples of a rulebook in the words of a language. `t` are its fixed words."""

    def __init__(self, speech: Speech, t: Mapping[str, str], scenes: Mapping[str, Scene]) -> None:
        self.speech, self.t = speech, t
        self.world = speech.book.world
        self.own = {example.title for example in speech.book.examples}
        self.scenes = {title: scene for title, scene in scenes.items() if title in self.own}
        self.seats = self.world.players.labels or self.world.players.elements

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

    # --------------------------------------------------------------------------------------------------------- pieces

    @cached_property
    def letters(self) -> dict[str, str]:
        """The letters that stand for each kind of pieces in pictures, none where there is only one kind."""
        kinds = {piece.kind for scene in self.scenes.values() for piece in (*scene.pieces, *scene.come) if piece.kind}
        names = {kind: self.kind_name(kind) for kind in sorted(kinds)}
        if len(names) < 2:
            return dict.fromkeys(names, "")
        return {kind: shortest(label, [n for k, n in names.items() if k != kind]) for kind, label in names.items()}

    def kind_name(self, kind: str) -> str:
        found = escape(self.speech.name(kind_term(self.world.piece_infos[kind].kind)))
        return found[:1].upper() + found[1:]

    def tile(self, piece: Piece) -> Tile | None:
        """What its sides show, if everybody sees which piece it is."""
        if not piece.kind or piece.hidden:
            return None
        kind = self.world.piece_infos[piece.kind].kind
        return tile(
            self.world, kind, printed_on(self.world, kind, piece.values), heading_of(self.world, kind, piece.values)
        )

    def letters_of(self, piece: Piece) -> str:
        """What is written on a piece: the name that it is given, or letters for its kind."""
        return piece.called or (self.letters[piece.kind] if piece.kind else "?")

    def css(self, piece: Piece) -> str:
        """The colour that a piece has, or that of its owner, or which what it is called says."""
        had = said_colour(value for _, value in piece.values) or colour(piece.seat, self.seats)
        called = self.world.piece_infos[piece.kind].kind.label if piece.kind else ""
        return had or said_colour(called.split()) or "nobody"

    def told(self, piece: Piece) -> str:
        """A piece in words: "asteroid", "man (Black), crowned"."""
        if not piece.kind:
            return "?"
        kind = self.world.piece_infos[piece.kind].kind
        drawn = {attribute.name for attribute in drawn_attributes(self.world, kind)}
        values = [self.value(kind, *value) for value in piece.values if value[0] not in drawn]
        values += lines_told(self.speech, kind, printed_on(self.world, kind, piece.values))
        whose = f" ({self.speech.label(self.seats[piece.seat])})" if piece.seat >= 0 else ""
        return ", ".join(
            (self.kind_name(piece.kind) + whose, *values, *(self.flag(kind, flag) for flag in piece.flags))
        )

    def attribute(self, kind: Kind, name: str) -> Attribute:
        return next(attribute for attribute in self.world.attributes(kind) if attribute.name == name)

    def value(self, kind: Kind, name: str, value: str) -> str:
        of = self.attribute(kind, name).kind
        number = (of.labels if value in of.labels else of.elements).index(value)
        match element(self.speech.scope(), of, of.start + number):
            case Noun(term=term):
                return self.speech.name(term, of=kind_term(kind))
            case form:  # in its own words
                return plain(self.speech.words(form))

    def flag(self, kind: Kind, name: str) -> str:
        term = Term(name, proper=True, about=self.attribute(kind, name))
        return plain(self.speech.words(Adjective(term, to=Noun(kind_term(kind)))))


class Picture:
    """What is to be seen of an example on one board, whose spaces have these numbers."""

    def __init__(self, scenes: Scenes, story: Story, scene: Scene, board: BoardInfo, numbers: range) -> None:
        self.scenes, self.t = scenes, scenes.t
        self.story, self.scene = story, scene
        self.board, self.numbers = board, numbers
        self.places = centres(board)
        self.coming = [self.as_told(piece) for piece in scene.come]
        self.standing: dict[int, list[Piece]] = {}
        for piece in map(self.as_told, scene.pieces):
            self.standing.setdefault(piece.at, []).append(piece)

    def as_told(self, piece: Piece) -> Piece:
        """A piece with the name that the text gives it, if it does."""
        if piece.called not in self.names:
            return replace(piece, called="")
        of = kind_term(self.kind(piece)) if piece.kind else None
        return replace(piece, called=self.scenes.speech.name(Term(piece.called), of=of))

    @cached_property
    def names(self) -> set[str]:
        """What things are called in the text, as the rulebook has it."""
        brought = (node for node in self.story.nodes if isinstance(node, model.Selection))
        brief = self.scenes.speech.told.brief
        return {node.variable.name for node in brought if node.variable.is_nickname and node.variable not in brief}

    # ----------------------------------------------------------------------------------------------------- what matters

    @cached_property
    def focus(self) -> set[int]:
        """The spaces that matter: where something unusual stands, where something is done, and those that are named."""
        scene = self.scene
        unusual = {space for space in scene.unusual if space in self.standing}
        done = {*sum(scene.moves, ()), *scene.gone, *(piece.at for piece in self.coming)}
        return {space for space in unusual | done | set(self.named) if space in self.numbers}

    @cached_property
    def drawn_steps(self) -> list[model.ExampleStep]:
        """What is given, what then holds, and what is done first."""
        steps = [step for step in self.story.example.steps if not isinstance(step, model.Said)]
        parts = [(key, list(group)) for key, group in groupby(steps, key=part_of)]
        first = next((k for k, (key, _) in enumerate(parts) if key == "when"), len(parts))
        given = next((k for k, (key, _) in enumerate(parts) if k and key == "given"), len(parts))
        return [step for _, group in parts[: min(first + 1, given)] for step in group]

    @cached_property
    def named(self) -> list[int]:
        """The spaces of which the example speaks."""
        return list(self.spaces_in(self.drawn_steps))

    def spaces_in(self, nodes: object) -> Iterator[int]:
        for node in nodes_in(nodes):
            if isinstance(node, model.Constant) and node.kind.is_a(self.board.spaces):
                yield node.value

    @cached_property
    def possible(self) -> dict[int, bool]:
        """The spaces on which it is said, before anything is done, that something can be done or not."""
        found: dict[int, bool] = {}
        for condition in (step.condition for step in self.drawn_steps if isinstance(step, model.Then)):
            can = not isinstance(condition, model.Not)
            inner = condition.condition if isinstance(condition, model.Not) else condition
            if isinstance(inner, model.CanDo):
                found |= dict.fromkeys(list(self.spaces_in(inner.invocation.arguments))[-1:], can)
        return {space: can for space, can in found.items() if space in self.numbers}

    @cached_property
    def box(self) -> Box:
        """The part of the board that is shown: all of it, or what is around the spaces that matter."""
        wide, high = size(self.board)
        places = [self.place(space) for space in self.focus]
        left, right = stretched([x for x, _ in places], wide)
        top, bottom = stretched([y for _, y in places], high)
        if (right - left) * (bottom - top) > WHOLE * wide * high:
            return 0, 0, wide, high
        return left, top, right - left, bottom - top

    @cached_property
    def shown(self) -> list[int]:
        """The spaces of which something is seen, counted from 0."""
        left, top, wide, high = self.box
        reach = max(abs(c) for corner in self.board.one.outline for c in corner) * SCALE
        return [
            number for number, (x, y) in enumerate(self.places)
            if left - reach < x < left + wide + reach and top - reach < y < top + high + reach
        ]  # fmt: skip

    def place(self, space: int) -> tuple[float, float]:
        return self.places[space - self.numbers.start]

    def piece_place(self, space: int) -> tuple[float, float]:
        x, y = self.place(space)
        return x, y - RAISED

    @property
    def pieces(self) -> Iterator[Piece]:
        return chain.from_iterable(self.standing.values())

    # ------------------------------------------------------------------------------------------------------ the drawing

    @property
    def address(self) -> str:
        """The name of the drawing of the spaces."""
        return anchor(f"spaces {self.board.name} {' '.join(map(str, self.board.sizes))}")

    def drawn(self) -> Markup:
        _, _, wide, high = self.box
        css, most = ("board scene wide", LONG) if wide > high * LONG / WIDEST else ("board scene", WIDEST)
        key = anchor(f"scene {self.story.anchor} {self.numbers.start}")
        legend = self.legend
        parts = [
            f'<figure class="{css}" style="width: {short(min(most, wide * PIXELS))}px">',
            f'<svg viewBox="{" ".join(map(short, self.box))}" role="img" aria-labelledby="{key} {key}-text">',
            f'<title id="{key}">{escape(self.t["scene"].format(title=self.story.title))}</title>',
            f'<desc id="{key}-text">{escape(" ".join(self.description))}</desc>',
            f'<use href="#{self.address}"/>',
            "".join(self.lines()),
            "</svg>",
            f"<figcaption>{legend}</figcaption>" if legend else "",
            "</figure>",
        ]
        return Markup("\n".join(part for part in parts if part))

    def lines(self) -> Iterator[str]:
        """Pieces, and over them what is done."""
        inside = [n + self.numbers.start for n in self.shown]
        laid = {piece: found for piece in self.coming if piece.at in inside and (found := self.scenes.tile(piece))}
        for piece, found in laid.items():
            yield from drawn(found, self.place(piece.at), SCALE, f"coming {self.scenes.css(piece)}")
        for space in inside:
            if space in self.standing:
                yield from self.stack(space, self.standing[space])
        for piece in (piece for piece in self.coming if piece.at in inside):
            yield from self.arrival(piece, piece in laid)
        for start, end in self.scene.moves:
            if start in self.numbers and end in self.numbers:
                free = [DISC if space in self.standing else 0 for space in (start, end)]
                yield arrow(self.piece_place(start), self.piece_place(end), *free)
        for space in (space for space in self.scene.gone if space in self.numbers):
            yield cross(self.piece_place(space), DISC * 0.9, "gone")
        for space, can in self.possible.items():
            x, y = self.place(space)
            middle = (x + SIGNS[0], y + SIGNS[1])
            yield tick(middle, "can") if can else cross(middle, SIGN, "cannot")

    def stack(self, space: int, pieces: Sequence[Piece]) -> Iterator[str]:
        """What stands on a space: the uppermost large, the others small under it."""
        x, y = self.place(space)
        tiles = {piece: found for piece in pieces if (found := self.scenes.tile(piece))}
        for piece in list(tiles)[-1:]:
            yield from drawn(tiles[piece], (x, y), SCALE, self.scenes.css(piece))
        pieces = [piece for piece in pieces if piece not in tiles]
        if not pieces:
            yield name(x, y + FOOT, self.board.one.names[space - self.numbers.start])
            return
        *under, top = together(pieces)
        yield from self.disc(x, y - RAISED, *top)
        first = x - (len(under) - 1) * UNDER
        for number, (piece, count) in enumerate(under):
            middle = (first + number * 2 * UNDER, y - RAISED + DISC)
            yield ring(middle, UNDER, f"token {self.scenes.css(piece)}")
            if count > 1:
                room = (middle[0] - UNDER, middle[1] - UNDER, 2 * UNDER, 2 * UNDER)
                yield from block((str(count),), room, (11, 7), f"on {self.scenes.css(piece)}", bold=True)
        if not under:
            yield name(x, y + FOOT, self.board.one.names[space - self.numbers.start])

    def disc(self, x: float, y: float, piece: Piece, count: int = 1) -> Iterator[str]:
        css = self.scenes.css(piece)
        yield ring((x, y), DISC, f"token {css}{' hidden' if piece.hidden else ''}")
        if piece.flags:
            yield ring((x, y), DISC - 4, f"within {css}")
        text = str(count) if count > 1 else self.scenes.letters_of(piece)
        left, top, wide, high = ROOM
        if text:
            yield from block((text,), (x + left, y + top + RAISED, wide, high), LETTERS, f"on {css}", bold=True)

    def arrival(self, piece: Piece, laid: bool) -> Iterator[str]:
        """What comes onto a board; a tile is drawn below what stands there."""
        if piece.at in self.standing:
            if laid:
                return
            yield ring(self.piece_place(piece.at), DISC + 2, "coming")
            return
        x, y = self.place(piece.at)
        if laid:
            yield name(x, y + FOOT, self.board.one.names[piece.at - self.numbers.start])
            return
        yield from self.disc(x, y - RAISED, piece)
        yield ring((x, y - RAISED), DISC + 2, "coming")
        yield name(x, y + FOOT, self.board.one.names[piece.at - self.numbers.start])

    # -------------------------------------------------------------------------------------------------------- the words

    @property
    def legend(self) -> str:
        """What letters and rings on the pieces stand for."""
        inside = {n + self.numbers.start for n in self.shown}
        pieces = [p for p in (*self.pieces, *self.coming) if p.at in inside and p.kind]
        lettered = dict.fromkeys(p.kind for p in pieces if not p.called)
        letters = self.scenes.letters
        told = [f"<b>{letters[kind]}</b> = {self.scenes.kind_name(kind)}" for kind in lettered if letters[kind]]
        flags = (self.scenes.flag(self.kind(p), flag) for p in pieces for flag in p.flags)
        return " · ".join((*told, *dict.fromkeys(f"◎ {flag}" for flag in flags)))

    def kind(self, piece: Piece) -> Kind:
        return self.scenes.world.piece_infos[piece.kind].kind

    @property
    def description(self) -> Iterator[str]:
        """All that is drawn, in words."""
        t = self.t
        inside = [n + self.numbers.start for n in self.shown]
        for space in (space for space in inside if space in self.standing):
            told = "; ".join(self.piece_told(*group) for group in together(self.standing[space]))
            yield f"{self.name_of(space)}: {told}."
        for piece in (piece for piece in self.coming if piece.at in inside):
            yield t["scene_come"].format(space=self.name_of(piece.at), piece=self.piece_told(piece))
        for start, end in self.scene.moves:
            if start in self.numbers and end in self.numbers:
                yield t["scene_move"].format(start=self.name_of(start), end=self.name_of(end))
        for space in (space for space in self.scene.gone if space in self.numbers):
            yield t["scene_gone"].format(space=self.name_of(space))
        for space, can in self.possible.items():
            yield t["scene_can" if can else "scene_cannot"].format(space=self.name_of(space))

    def name_of(self, space: int) -> str:
        return self.board.one.names[space - self.numbers.start]

    def piece_told(self, piece: Piece, count: int = 1) -> str:
        told = f"{self.scenes.told(piece)} “{piece.called}”" if piece.called else self.scenes.told(piece)
        return told if count == 1 else f"{count} × {told}"


def part_of(step: model.ExampleStep) -> str:
    """Which part of a story a step is."""
    parts = {model.Given: "given", model.Then: "then"}
    return parts.get(type(step), "when")


def spaces_drawn(pictures: Iterable[Picture]) -> Markup:
    """The spaces of the boards of all pictures, as far as they are seen in them."""
    seen: dict[str, tuple[BoardInfo, set[int]]] = {}
    for picture in pictures:
        seen.setdefault(picture.address, (picture.board, set()))[1].update(picture.shown)
    if not seen:
        return Markup("")
    groups = "\n".join(group(address, board, sorted(shown)) for address, (board, shown) in seen.items())
    return Markup(f'<svg class="shared" width="0" height="0" aria-hidden="true">\n{groups}\n</svg>')


def group(address: str, board: BoardInfo, shown: Sequence[int]) -> str:
    """Some spaces of a board with their names."""
    places = centres(board)
    spots = {number - board.spaces.start for number in board.spots.values()}
    corners = [(x * SCALE, y * SCALE) for x, y in board.one.outline]
    plain_ones = outlines((places[n] for n in shown), corners)
    named = outlines((places[n] for n in shown if n in spots), corners)
    names = "".join(name(places[n][0], places[n][1] + 5, board.one.names[n]) for n in shown)
    marked = f'<path class="spot" d="{named}"/>' if named else ""
    drawn = f'{joins(board, shown)}<path class="space" d="{plain_ones}"/>{marked}{names}'
    return f'<g class="board spaces" id="{address}">{drawn}</g>'


def together(pieces: Sequence[Piece]) -> list[tuple[Piece, int]]:
    """Pieces that lie on one another, those that look alike as one with their number."""
    found: list[tuple[Piece, int]] = []
    for piece in pieces:
        if found and found[-1][0] == piece:
            found[-1] = (piece, found[-1][1] + 1)
        else:
            found.append((piece, 1))
    return found


def stretched(values: Sequence[float], end: float) -> tuple[float, float]:
    """From where to where on a line of this length what is around some values is shown."""
    low, high = min(values) - AROUND * SCALE, max(values) + AROUND * SCALE
    lacking = max(0.0, LEAST * SCALE - (high - low)) / 2
    return max(0.0, low - lacking), min(end, high + lacking)
