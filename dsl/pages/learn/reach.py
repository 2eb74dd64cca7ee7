"""Where pieces come to by a rule, in words and pictures: by its shape, as it was tried out on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from dsl.prose.forms import Article, Noun, Term
from dsl.prose.nouns import kind_term
from dsl.prose.overloads import goes_over, others_of
from dsl.prose.speech import Line, Run, Speech, Words, plain

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


FEWEST = 2  # kinds of which it is said together that a word means for them what another one does


@dataclass(frozen=True)
class Shape:
    """The ways of a piece, of a sort that is `kind`, by a rule on a board."""

    found: Relation
    board: BoardInfo
    kind: Kind
    piece: Piece
    ways: tuple[Way, ...]


class Reaches:
    """The rules of a game that have a shape."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self.game, self.t, self.speech, self.known = game, game.t, speech, dict[int, tuple[Shape, ...]]()

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
        return tuple(map(self.row, self.shapes(definition)))

    def shapes(self, definition: object) -> tuple[Shape, ...]:
        """The same, before it is drawn."""
        if not isinstance(definition, model.Quality | model.Action):
            return ()
        if id(definition) not in self.known:
            found = relation(definition)
            self.known[id(definition)] = self.shapes_of(found) if found and not self.is_named(found) else ()
        return self.known[id(definition)]

    def rows_together(
        self, definitions: Sequence[object], before: Sequence[object], drawn: bool = True
    ) -> tuple[Row, ...]:
        """The rows of what one word means of several kinds. Of kinds of which it means what a word `before` does, it
        is said that it does; that nobody goes where their own pieces stand is not said again of each, where it is
        `drawn`, as one sees there how far each goes."""
        shapes = [shape for definition in definitions for shape in self.shapes(definition)]
        known = {shape.kind: shape.ways for definition in before for shape in self.shapes(definition)}
        alike = [shape for shape in shapes if known.get(shape.kind) == tuple(map(onto_others, shape.ways))]
        alike = alike if len(alike) >= FEWEST and all(ONTO[way.onto] == "" for s in alike for way in s.ways) else []
        brief = drawn and self.is_never_own(definitions)
        others = [self.row(shape, brief, drawn) for shape in shapes if shape not in alike]
        if not alike:
            return tuple(others)
        names = ", ".join(opening(self.speech.name(kind_term(shape.kind))) for shape in alike)
        told = Line((Run(self.words("reach_as")),), clauses=alike[0].found.definition.clauses)
        return (Row(names, (Para((told,), "generated", word=True),)), *others)

    def is_never_own(self, definitions: Sequence[object]) -> bool:
        """Whether none of several kinds goes where a piece of its own side stands, and more than one would say so."""
        shapes = [shape for definition in definitions for shape in self.shapes(definition)]
        ways = [way for shape in shapes for way in shape.ways]
        said = sum(any(map(spares_own, shape.ways)) for shape in shapes)
        return said > 1 and not any(OWN in way.onto for way in ways)

    def is_named(self, found: Relation) -> bool:
        """Whether an action goes where a word says that has a shape itself, and is told with it: not in short."""
        named = (c.quality for c in found.told if isinstance(c, model.Holds))
        act = found.definition
        return isinstance(act, model.Action) and not act.short and any(map(self.shapes, named))

    def shapes_of(self, found: Relation) -> tuple[Shape, ...]:
        trials = self.trials.get(found.definition.span.line, {})
        if not trials:  # nothing was tried, as of a rule on other terms, whose spaces this game does not know
            return ()
        kinds = self.kinds_of(found, {kind for kind, _ in trials})
        board = self.game.world.board_of(found.space.kind)
        shapes = []
        for (name, flags), tried in ((key, tried) for key, tried in trials.items() if key[0] in kinds):
            cells = {board.spaces.start + n: cell for n, cell in enumerate(board.one.cells)}
            found_ways, seat = ways(tried, cells, self.starts(name))
            if not found_ways or not all(map(self.sentence, found_ways)):
                return ()
            piece = Piece(name, board.spaces.start, seat, flags=flags)
            shapes.append(Shape(found, board, kinds[name], piece, found_ways))
        return tuple(shapes)

    def kinds_of(self, found: Relation, tried: set[str]) -> Mapping[str, Kind]:
        """The kinds for which a rule counts, by their names; none where an action is for several, as a word says for
        each of these where it goes."""
        definition, mine = found.definition, found.piece.kind
        if isinstance(definition, model.Action):
            return {mine.name: mine} if tried == {mine.name} else {}
        others = (o for o in others_of(self.speech.book, definition) if goes_over(o, definition))
        narrower = [v.kind for o in others for v in o.parameters if v.kind.sort == "piece"]
        every = (info.kind for info in self.game.world.piece_infos.values())
        return {k.name: k for k in every if k.name in tried and not any(map(k.is_a, narrower))}

    def starts(self, kind: str) -> dict[int, set[int]]:
        """Where pieces of a kind stand at first, by player."""
        found: dict[int, set[int]] = {}
        for piece in self.game.book.opening or ():
            if piece.kind == kind:
                found.setdefault(piece.seat, set()).add(piece.at)
        return found

    def row(self, shape: Shape, brief: bool = False, pictured: bool = True) -> Row:
        artist, found, kind = self.game.pictures.artist, shape.found, shape.kind
        name = ", ".join((opening(self.speech.name(kind_term(kind))), *artist.flags(kind, shape.piece)))
        told = " ".join(self.sentence(way, brief) for way in shape.ways)
        if not pictured:
            return Row(name, (Para((Line((Run(told),)),), "generated", word=True),))
        drawn = Reached(artist, shape.board, self.game.pictures.ground(shape.board), shape.piece, shape.ways).drawn(
            anchor(f"reach {found.definition.span.line} {name}"),
            self.t["reach_drawn"].format(name=name),
            self.t["reach_drawn_text"].format(name=name, told=told),
        )
        lines = (Line((Run(told),), clauses=found.definition.clauses),)
        return Row(name, (Para(lines, "generated", word=True),), drawn)

    # ----------------------------------------------------------------------------------------------------------- words

    def sentence(self, way: Way, brief: bool = False) -> str:
        """A way in words; empty where there are none for it. `brief`: it is said of all that they do not go where a
        piece of their own side stands, and what ends such a way."""
        end = self.end(way, brief)
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

    def end(self, way: Way, brief: bool) -> str:
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
        silent = ("not_own", "up_to") if brief and spares_own(way) else ()
        return "".join(self.words(f"reach_{key}") for key in keys if key not in silent)

    def words(self, key: str) -> str:
        """Fixed words, in which all pieces have the name that the game has for them, and of two players the other one
        is the opponent."""
        duel = self.game.world.players.size == 2
        of, whose = ("opponent", "opponents") if duel else ("another", "anothers")
        return self.t[key].format(of_another=self.t[f"reach_of_{of}"], anothers=self.t[f"reach_{whose}"], **self.pieces)

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """A piece as it is spoken of, by the slot of fixed words."""
        slots: Mapping[str, Article] = {"a_piece": "a", "first_piece": "the first"}
        return {slot: plain(self.speech.words(Noun(self.piece_term, article))) for slot, article in slots.items()}

    @property
    def piece_term(self) -> Term:
        """The word for all pieces."""
        kind = common_kind([info.kind for info in self.game.world.piece_infos.values()])
        assert kind is not None  # all are pieces
        return kind_term(kind)

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
        return replace(passage, lead=lead, steps=(about_it(self.besides(found, about), about),))

    def besides(self, found: Relation, about: model.Quality) -> Line:
        """What is enough besides what the shape tells; what of it has a shape itself is told by that."""
        only, *others = found.rest
        parts = only.conditions if isinstance(only, model.All) else (only,)
        shaped = {part: shapes for part in parts if (shapes := self.shapes_in(part, found))}
        left = [part for part in parts if part not in shaped]
        if others or len(shaped) != 1 or not left:
            return self.speech.besides(replace(about, conditions=[*alternatives(found)]))
        told = self.speech.besides(replace(about, conditions=left))
        way = " ".join(self.sentence(way) for (shape,) in shaped.values() for way in shape.ways)
        return replace(told, words=(Run(f"{way.removesuffix('.')}, "), *lowered(told.words)))

    def shapes_in(self, part: model.Condition, found: Relation) -> tuple[Shape, ...]:
        """The shape of a word that is asked of the same piece and space, if it has one."""
        if not isinstance(part, model.Holds) or part.otherwise is not None:
            return ()
        asked = {argument.variable for argument in part.arguments if isinstance(argument, model.Use)}
        shapes = self.shapes(part.quality) if asked == {found.piece, found.space} else ()
        return shapes if len(shapes) == 1 else ()

    def without(self, found: Relation, action: model.Action) -> model.Action:
        """An action without the needs that a shape tells, and without names that only these use."""
        needs = [need for need in action.needs if need.condition not in found.told]
        used = {node.variable for part in (*(n.condition for n in needs), *action.effects)
                for node in part.whole if isinstance(node, model.Use)}  # fmt: skip
        head = [line for line in action.head if not isinstance(line, model.Let) or line.variable in used]
        return replace(action, needs=needs, head=head)

    def of_all(self, passages: Sequence[Passage], drawn: bool = True) -> Iterator[Line]:
        """What leads several rows: of what they are, of whatever kind the piece is."""
        first = passages[0].about
        assert isinstance(first, model.Quality)
        kinds = [found.piece.kind for p in passages if (found := relation(p.about))]  # type: ignore[arg-type]
        common = common_kind(kinds)
        if common is None or len(passages) < 2:
            leads = [p.lead for p in passages if p.lead is not None]
            yield from map(self.shown, leads) if drawn else leads
            return
        parameters = tuple(replace(v, name=common.name, kind=common) if v.kind is kinds[0] else v
                           for v in first.parameters)  # fmt: skip
        lead = self.speech.words(said_of(self.speech.told, replace(first, parameters=parameters)))
        definitions = [passage.about for passage in passages]
        if drawn and self.is_never_own(definitions):
            shapes = [shape for definition in definitions for shape in self.shapes(definition)]
            stopped = any(way.slides and way.stops and spares_own(way) for s in shapes for way in s.ways)
            told = self.words("reach_never_own_far" if stopped else "reach_never_own")
            yield Line((Run(f"{opening(plain(lead))} {told}", first),))
            return
        line = about_it(Line(opened(lead)), first)
        yield self.shown(line) if drawn else line

    def shown(self, lead: Line) -> Line:
        """What leads rows with pictures, as a whole sentence, if it announces them."""
        *words, last = lead.words
        return replace(lead, words=(*words, Run(self.t["reach_shown"]))) if last.text == ":" else lead


def lowered(words: Words) -> Words:
    """Words that go on in the middle of a sentence."""
    first, *rest = words
    return (replace(first, text=first.text[:1].lower() + first.text[1:]), *rest)


def about_it(line: Line, definition: model.Definition) -> Line:
    """A line on a part of a definition, whose names lead to the whole."""
    words = tuple(
        replace(run, about=definition)
        if isinstance(run.about, model.Definition) and run.about.span == definition.span
        else run
        for run in line.words
    )
    return replace(line, words=words, children=tuple(about_it(child, definition) for child in line.children))


def spares_own(way: Way) -> bool:
    """Whether it ends anywhere but where a piece of one's own side stands."""
    return ONTO.get(way.onto) == "not_own"


def onto_others(way: Way) -> Way:
    """A way that does not end where a piece of one's own side stands."""
    return replace(way, onto=way.onto - {OWN})


def gcd_is(offset: Offset, number: int) -> bool:
    x, y = primitive(offset)
    return (x * number, y * number) == offset


def alternatives(found: Relation) -> Iterator[model.Condition]:
    """What is enough besides what the shape tells."""
    only, *others = found.rest
    yield model.Any(only.span, found.rest) if others else only


def common_kind(kinds: Sequence[Kind]) -> Kind | None:
    """The nearest kind of which all are."""
    kind: Kind | None = kinds[0]
    while kind is not None and not all(other.is_a(kind) for other in kinds):
        kind = kind.parent
    return kind
