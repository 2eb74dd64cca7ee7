"""Where pieces come to by a rule, in words and pictures: by its shape, as it was tried out on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from dsl import model
from dsl.analysis.reach import Relation, relation
from dsl.board.reach import OTHER, OWN, Offset, Trial, Way, primitive, ways
from dsl.board.scene import Piece
from dsl.model.world import BoardInfo, Kind
from dsl.pages.drawings.reach import Reached
from dsl.pages.learn.blocks import Para, Row
from dsl.pages.markdown import anchor
from dsl.pages.reference.passages import Passage, opened, opening
from dsl.prose.definitions import said_of
from dsl.prose.nouns import kind_term
from dsl.prose.speech import Line, Run, Speech

if TYPE_CHECKING:
    from dsl.pages.game import Game

STRAIGHT = frozenset({(0, 1), (0, -1), (1, 0), (-1, 0)})
DIAGONAL = frozenset({(1, 1), (1, -1), (-1, 1), (-1, -1)})
AHEAD, ASIDE = frozenset({(0, 1)}), frozenset({(1, 0), (-1, 0)})
SLANTWISE = frozenset({(1, 1), (-1, 1)})
SHAPES = {
    STRAIGHT | DIAGONAL: "any",
    STRAIGHT: "straight",
    DIAGONAL: "diagonal",
    AHEAD: "ahead",
    SLANTWISE: "ahead_diagonal",
    AHEAD | SLANTWISE: "ahead_any",
    AHEAD | ASIDE: "ahead_or_aside",
    ASIDE: "sideways",
    frozenset({(0, -1)}): "back",
}
"""The directions that have a word."""

ONTO = {
    frozenset({"empty"}): "empty",
    frozenset({OTHER}): "other",
    frozenset({"empty", OTHER}): "not_own",
    frozenset({"empty", OWN}): "not_other",
    frozenset({"empty", OWN, OTHER}): "",
}


class Reaches:
    """The rules of a game that have a shape."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self.game, self.t, self.speech, self.known = game, game.t, speech, dict[int, tuple[Row, ...]]()

    # ---------------------------------------------------------------------------------------------------------- shapes

    @cached_property
    def trials(self) -> dict[int, dict[tuple[str, tuple[str, ...]], list[Trial]]]:
        """Those of each rule, known by its line, and of these those of each kind of piece with such flags."""
        found: dict[int, dict[tuple[str, tuple[str, ...]], list[Trial]]] = {}
        for trial in self.game.book.trials:
            found.setdefault(trial.rule, {}).setdefault((trial.kind, trial.flags), []).append(trial)
        return found

    def rows(self, definition: object) -> tuple[Row, ...]:
        """A row for each kind of piece with other ways; none where a rule has no shape."""
        if not isinstance(definition, model.Quality | model.Action):
            return ()
        if id(definition) not in self.known:
            found = relation(definition)
            self.known[id(definition)] = self.rows_of(found) if found and not self.is_named(found) else ()
        return self.known[id(definition)]

    def is_named(self, found: Relation) -> bool:
        """Whether an action goes where a word says that has a shape itself, and is told with it."""
        named = (c.quality for c in found.told if isinstance(c, model.Holds))
        return isinstance(found.definition, model.Action) and any(map(self.rows, named))

    def rows_of(self, found: Relation) -> tuple[Row, ...]:
        trials = self.trials.get(found.definition.span.line, {})
        kinds = {kind for kind, _ in trials}
        if kinds != {found.piece.kind.name}:  # of several kinds each has its own ways
            return ()
        board = self.game.world.board_of(found.space.kind)
        rows = []
        for (kind, flags), tried in trials.items():
            cells = {board.spaces.start + n: cell for n, cell in enumerate(board.one.cells)}
            found_ways, seat = ways(tried, cells, self.starts(kind))
            sentences = tuple(self.sentence(way) for way in found_ways)
            if not sentences or "" in sentences:
                return ()
            piece = Piece(kind, board.spaces.start, seat, flags=flags)
            rows.append(self.row(found, board, piece, found_ways, sentences))
        return tuple(rows)

    def starts(self, kind: str) -> dict[int, set[int]]:
        """Where pieces of a kind stand at first, by player."""
        found: dict[int, set[int]] = {}
        for piece in self.game.book.opening or ():
            if piece.kind == kind:
                found.setdefault(piece.seat, set()).add(piece.at)
        return found

    def row(
        self, found: Relation, board: BoardInfo, piece: Piece, found_ways: Sequence[Way], sentences: Sequence[str]
    ) -> Row:
        artist, kind = self.game.pictures.artist, found.piece.kind
        name = ", ".join((opening(self.speech.name(kind_term(kind))), *artist.flags(kind, piece)))
        told = " ".join(sentences)
        drawn = Reached(artist, board, self.game.pictures.ground(board), piece, found_ways).drawn(
            anchor(f"reach {found.definition.span.line} {name}"),
            self.t["reach_drawn"].format(name=name),
            self.t["reach_drawn_text"].format(name=name, told=told),
        )
        lines = (Line((Run(told),), clauses=found.definition.clauses),)
        return Row(name, (Para(lines, "generated", word=True),), drawn)

    # ----------------------------------------------------------------------------------------------------------- words

    def sentence(self, way: Way) -> str:
        """A way in words; empty where there are none for it."""
        end = self.end(way)
        if way.onto not in ONTO:
            return ""
        steps = {max(abs(x), abs(y)) for x, y in way.offsets}
        shape = SHAPES.get(frozenset(map(primitive, way.offsets)), "")
        word = self.t[f"reach_{shape}"] if shape else ""
        if way.slides:
            return self.t["reach_slide"].format(way=word, end=end) if word and steps == {1} else ""
        (count, *more) = steps
        if more or count > len(self.numbers):
            return ""
        if word and all(gcd_is(offset, count) for offset in way.offsets):
            key = "reach_step" if count == 1 else "reach_steps"
            return self.t[key].format(count=opening(self.numbers[count - 1]), way=word, end=end)
        asides = {min(abs(x), abs(y)) for x, y in way.offsets}
        if len(way.offsets) == 8 and len(asides) == 1 and (other := asides.pop()) not in (0, count):
            count_said = opening(self.numbers[count - 1])
            return self.t["reach_aside"].format(count=count_said, other=self.numbers[other - 1], end=end)
        return ""

    @property
    def numbers(self) -> list[str]:
        return self.t["reach_numbers"].split()

    def end(self, way: Way) -> str:
        """On what a way depends."""
        keys = [f"over_{way.over}"] if way.over else []
        onto = ONTO.get(way.onto, "")
        far = not way.slides and not way.over and max(max(abs(x), abs(y)) for x, y in way.offsets) > 1
        if way.first:
            keys.append("first")
        if way.stops and onto == "empty":
            keys.append("until" if way.slides else "all_empty")
        else:
            keys += ["up_to"] if way.slides and way.stops else ["between"] if far and way.stops else []
            keys += [onto] if onto else []
            keys += ["leaps"] if far and not way.stops else []
        return "".join(self.t[f"reach_{key}"] for key in keys)

    # -------------------------------------------------------------------------------------------------------- passages

    def told(self, passage: Passage) -> Passage:
        """A passage without what its shape tells."""
        about = passage.about
        found = relation(about) if isinstance(about, model.Quality | model.Action) and self.rows(about) else None
        if found is None or passage.short:
            return passage
        if isinstance(about, model.Action):
            without = self.without(found, about)
            left = self.game.plainly(replace(passage, about=without, steps=self.speech.effects(without)), self.speech)
            lead = about_it(left.lead, about) if left.lead else None
            return replace(left, about=about, lead=lead)
        assert isinstance(about, model.Quality)
        lead = Line(opened(self.speech.words(said_of(self.speech.told, about))), clauses=about.clauses)
        if not found.rest:
            return replace(passage, lead=lead, steps=())
        besides = self.speech.besides(replace(about, conditions=[*alternatives(found)]))
        return replace(passage, lead=lead, steps=(about_it(besides, about),))

    def without(self, found: Relation, action: model.Action) -> model.Action:
        """An action without the needs that a shape tells, and without names that only these use."""
        needs = [need for need in action.needs if need.condition not in found.told]
        used = {node.variable for part in (*(n.condition for n in needs), *action.effects)
                for node in part.whole if isinstance(node, model.Use)}  # fmt: skip
        head = [line for line in action.head if not isinstance(line, model.Let) or line.variable in used]
        return replace(action, needs=needs, head=head)

    def of_all(self, passages: Sequence[Passage]) -> Iterator[Line]:
        """What leads several rows: of what they are, of whatever kind the piece is."""
        first = passages[0].about
        assert isinstance(first, model.Quality)
        kinds = [found.piece.kind for p in passages if (found := relation(p.about))]  # type: ignore[arg-type]
        common = common_kind(kinds)
        if common is None or len(passages) < 2:
            yield from (p.lead for p in passages if p.lead is not None)
            return
        parameters = tuple(replace(v, name=common.name, kind=common) if v.kind is kinds[0] else v
                           for v in first.parameters)  # fmt: skip
        yield about_it(
            Line(opened(self.speech.words(said_of(self.speech.told, replace(first, parameters=parameters))))), first
        )


def about_it(line: Line, definition: model.Definition) -> Line:
    """A line on a part of a definition, whose names lead to the whole."""
    words = tuple(
        replace(run, about=definition)
        if isinstance(run.about, model.Definition) and run.about.span == definition.span
        else run
        for run in line.words
    )
    return replace(line, words=words, children=tuple(about_it(child, definition) for child in line.children))


def gcd_is(offset: Offset, number: int) -> bool:
    x, y = primitive(offset)
    return (x * number, y * number) == offset


def alternatives(found: Relation) -> Iterator[model.Condition]:
    """What is enough besides what the shape tells."""
    only, *others = found.rest
    yield model.Any(only.span, found.rest) if others else only


def common_kind(kinds: Sequence[Kind]) -> Kind | None:
    """The nearest kind of which all are."""
    kind = kinds[0].parent
    while kind is not None and not all(other.is_a(kind) for other in kinds):
        kind = kind.parent
    return kind
