"""Who sees what: the one place where it is decided, for rules, views, options, observations, in every back end.

These are the questions, each a function of the IR that is made once from what the program says of its things (`Seen`):

- Which piece is it (`lookers`, `sees`)? What lies on a piece is seen with it; else the place decides, if it says who
  looks into it, failing that the kind of the piece. If the kind says that all see it, they do wherever the piece lies.
- What are its values (`value_viewers`, `values`)? Of a piece that is seen, each attribute says it itself; of one that
  is not, all see only what they see wherever it lies. So, too, of places, boards and players (`values_of_place`).
- Which pieces look alike (`dsl.lower.look_alikes`)? Those of which nothing differs that is seen of them, of where they
  are, and of what lies on them. They are one option.

Lowering asks for sets: players and, as one more, onlookers, who see what everybody does; it may ask of a place where
the piece is not yet, and does not count what is remembered. The interpreter asks for one reader, who also sees what the
state says that they know (`dsl.lower.visibility_functions` makes its functions). It goes on from there: where a piece
lies is seen as far as what it lies on is, and views, logs, rows of numbers and stand-ins hold what is seen, and nothing
else.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, assert_never

from dsl.ir import nodes as ir
from dsl.ir.program import AT, KNOWN, OWNER, Attribute, Board, Location, PieceKind, Program, Seat, Seen
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    ZERO,
    both,
    either,
    empty_set,
    equal,
    full_set,
    intersection,
    load,
    lookup,
    number,
    parameters,
    plus,
    statements,
    union,
    when,
    within,
)

_PIECE, _AT, _SEEN, _READER = ir.Local("piece"), ir.Local("at"), ir.Local("seen"), ir.Local("reader")
_TOLD = ir.Local("told")


Parameters = tuple[tuple[str, ir.Type], ...]
Holder = Location | Board | Seat
Thing = PieceKind | Holder


class Maker(Protocol):
    """Where functions and tables are declared by name; the name that they get is returned."""

    def value(
        self, name: str, parameters: Parameters, body: Callable[[], ir.Block], result: ir.Type = ..., /
    ) -> str: ...

    def table(self, name: str, values: Callable[[], tuple[int, ...]], kind: ir.Type = ..., /) -> str: ...


@dataclass(frozen=True)
class Things:
    """What there is to be seen, as in a `Program`. `referring` are the names of the kinds of pieces, `arrays` those of
    the state."""

    players: int
    pieces: Sequence[PieceKind]
    locations: Sequence[Location]
    boards: Sequence[Board]
    seats: Sequence[Seat]
    referring: Container[str]
    arrays: Container[str]

    @classmethod
    def of(cls, program: Program) -> Things:
        referring = {kind.name for kind in program.kinds if kind.sort == "piece"}
        own = program.pieces, program.locations, program.boards, program.seats
        return cls(len(program.players), *own, referring, program.code.arrays)

    @property
    def holders(self) -> tuple[Holder, ...]:
        """What has attributes and is no piece, in the order of their numbers."""
        return (*self.locations, *self.boards, *self.seats)


class Sights:
    """Makes the functions. `size`: how many look on, the players and the onlookers as one."""

    def __init__(self, things: Things, make: Maker) -> None:
        self.things, self._make = things, make
        self._locations = len(things.locations)
        self.size = things.players + 1
        self.everybody, self.nobody = full_set(self.size), empty_set(self.size)
        holders: list[Thing] = [*things.pieces, *things.holders]
        self.numbers = ir.Bits(max([1, *(len(thing.attributes) for thing in holders)]))
        self._all_values = full_set(self.numbers.size)

    def define(
        self, name: str, inputs: str, body: Callable[[], ir.Block], result: ir.Type = ir.INT
    ) -> Callable[..., ir.Call]:
        """Declares a function; what is returned calls it."""
        made = self._make.value(name, parameters(*inputs.split()), body, result)
        return lambda *arguments: ir.Call(made, arguments)

    def of_piece(self, name: str, value: Callable[[PieceKind], int]) -> str:
        """A table with an entry for each piece."""
        return self.table(name, [value(kind) for kind in self.things.pieces for _ in range(kind.start, kind.stop)])

    def table(self, name: str, values: Iterable[int]) -> str:
        return self._make.table(name, lambda: tuple(map(int, values)))

    # ------------------------------------------------------------------------------------------------- what is told

    def told(self, seen: Seen, owner: ir.Expr, shown: ir.Expr) -> ir.Expr:
        """Who sees what is seen so, of a thing with this owner; `shown`: whether it has the flag with which all do."""
        everybody_if = self.nobody if shown == NO else lookup(self._all_or_none(), shown)
        match seen.by:
            case "all":
                return self.everybody
            case "player":
                return union((ir.Const(1 << seen.player, ir.Bits(self.size)), everybody_if), self.size)
            case "owner":
                return union((ir.Single(owner, self.size), everybody_if), self.size)
            case "nobody":
                return everybody_if
            case _:
                assert_never(seen.by)

    def _all_or_none(self) -> str:
        """The empty set and the set of all, by 0 and 1."""
        return self._make.table("none or all", lambda: (0, self.everybody.value), ir.Bits(self.size))

    def flag(self, name: str | None, piece: ir.Expr, kinds: Sequence[PieceKind]) -> ir.Expr:
        """Whether a piece of these kinds has the flag of this name; those without the flag never do."""
        found = [(kind, a) for kind in kinds for a in kind.attributes if a.kind is None and a.name == name]
        only = len(kinds) == 1
        return either(*(both(YES if only else is_of(kind, piece), value_of(kind, a, piece)) for kind, a in found))

    def keeper(self, piece: ir.Expr, at: ir.Expr) -> ir.Expr:
        """The owner of a piece at a location; for a piece of nobody that of the place, or of what it lies on."""
        owner = self.owner(_PIECE)
        place = ir.If(ir.Binary("<", _AT, number(self._locations)), (ir.Return(lookup(self._place_owners(), _AT)),))
        turn = (ir.If(ir.Binary(">=", owner, ZERO), (ir.Return(owner),)), place, *self._down())
        begin = (ir.Set("piece", ir.Local("first")), ir.Set("at", ir.Local("where")))
        return self.define("keeper", "first where", lambda: (*begin, ir.While(YES, turn)))(piece, at)

    def owner(self, piece: ir.Expr) -> ir.Expr:
        if OWNER in self.things.arrays:
            return load(OWNER, piece)
        owners = tuple(owner for kind in self.things.pieces for owner in kind.owners)
        return lookup(self.table("owner of piece", owners), piece)

    def _place_owners(self) -> str:
        return self.table("owner of location", [place.owner for place in self.things.locations])

    def _down(self) -> ir.Block:
        """From a piece that lies on another to that."""
        return (ir.Set("piece", plus(_AT, -self._locations)), ir.Set("at", load(AT, _PIECE)))

    # ----------------------------------------------------------------------------------------------- the piece seen

    def lookers(self, piece: ir.Expr, at: ir.Expr) -> ir.Expr:
        """Who sees which piece it is, if it is at that location: what lies on a piece is seen with it."""
        deciding: list[PieceKind | Location] = [*self.things.pieces, *self.things.locations]
        if not any(thing.seen.decides for thing in deciding):
            return self.everybody
        return self.define("lookers", "first where", self._lookers, ir.Bits(self.size))(piece, at)

    def _lookers(self) -> ir.Block:
        in_place = ir.Binary("<", _AT, number(self._locations))
        by_kind = self._by_kind()
        own: ir.Block = () if by_kind == self.everybody else (ir.Set("seen", self._also(by_kind)),)
        everywhere = either(*(is_of(kind, _PIECE) for kind in self.things.pieces if kind.seen.everywhere))
        in_a_place = ir.If(in_place, statements(*self._by_place(), own, ir.Return(_SEEN)))
        turn = statements(when(everywhere, (ir.Return(_SEEN),)), in_a_place, own, self._down())
        begin = (ir.Set("piece", ir.Local("first")), ir.Set("at", ir.Local("where")), ir.Set("seen", self.everybody))
        return (*begin, ir.While(YES, turn))

    def _also(self, seen: ir.Expr) -> ir.Expr:
        return intersection((_SEEN, seen), self.size)

    def _by_place(self) -> Iterator[ir.If]:
        """What the places say that decide."""
        numbered = enumerate(self.things.locations)
        for (seen, _), group in groupby(numbered, lambda place: (place[1].seen, place[1].kind)):
            if seen.decides:
                numbers = [place for place, _ in group]
                shown = self.flag(seen.until, _PIECE, self.things.pieces)
                told = self.told(seen, lookup(self._place_owners(), _AT), shown)
                yield ir.If(within(_AT, numbers[0], numbers[-1] + 1), (ir.Return(self._also(told)),))

    def _by_kind(self) -> ir.Expr:
        """Who sees `piece` at `at` by what its kind says."""
        deciding = [kind for kind in self.things.pieces if kind.seen.by != "all"]
        if not deciding:
            return self.everybody
        body = statements(*(self._by_kind_of(kind) for kind in deciding), ir.Return(self.everybody))
        return self.define("seen by kind", "piece at", lambda: body, ir.Bits(self.size))(_PIECE, _AT)

    def _by_kind_of(self, kind: PieceKind) -> ir.If:
        shown = self.flag(kind.seen.until, _PIECE, (kind,))
        return ir.If(is_of(kind, _PIECE), (ir.Return(self.told(kind.seen, self.keeper(_PIECE, _AT), shown)),))

    # ------------------------------------------------------------------------------------------ the piece recognised

    def value_viewers(self, seen: Seen, piece: ir.Expr, at: ir.Expr, kinds: Sequence[PieceKind]) -> ir.Expr:
        """Who sees a value that is seen so, of a piece of these kinds that they see."""
        owner = self.keeper(piece, at) if seen.by == "owner" else NOTHING
        return self.told(seen, owner, self.flag(seen.until, piece, kinds))

    def viewers(self, piece: ir.Expr, at: ir.Expr) -> ir.Expr:
        """Who sees all there is to see of a piece, if it is at that location."""
        if not any(_hidden(kind) for kind in self.things.pieces):
            return self.lookers(piece, at)
        return self.define("viewers", "piece at", self._viewers, ir.Bits(self.size))(piece, at)

    def _viewers(self) -> ir.Block:
        blocks = []
        for kind in self.things.pieces:
            values = [self.value_viewers(a.seen, _PIECE, _AT, (kind,)) for _, a in _hidden(kind)]
            if values:
                seen = ir.Return(intersection((self.lookers(_PIECE, _AT), *values), self.size))
                blocks.append(ir.If(is_of(kind, _PIECE), (seen,)))
        return statements(*blocks, ir.Return(self.lookers(_PIECE, _AT)))

    # --------------------------------------------------------------------------------------------------- one reader

    def sees(self, reader: ir.Expr, piece: ir.Expr) -> ir.Expr:
        """Whether a reader knows which piece it is, by sight or by memory."""
        lookers = self.lookers(_PIECE, load(AT, _PIECE))
        if lookers == self.everybody:
            return YES
        body: ir.Block = (*self._if_known(YES), ir.Return(ir.Binary("has", lookers, _READER)))
        return self.define("sees", "reader piece", lambda: body)(reader, piece)

    def _if_known(self, value: ir.Expr) -> Iterator[ir.If]:
        """Returns a value where the reader is the referee, who comes after the onlookers, or knows the piece."""
        yield ir.If(equal(_READER, number(self.size)), (ir.Return(value),))
        if KNOWN in self.things.arrays:
            knowers = ir.FromWords((load(KNOWN, _PIECE),), self.size)
            yield ir.If(ir.Binary("has", knowers, _READER), (ir.Return(value),))

    def values(self, reader: ir.Expr, piece: ir.Expr) -> ir.Expr:
        """Which of the attributes of a piece a reader knows: the set of their numbers, perhaps with others behind."""
        if not any(_hidden(kind) for kind in self.things.pieces) and self.sees(reader, piece) == YES:
            return self._all_values
        return self.define("values", "reader piece", self._values, self.numbers)(reader, piece)

    def _values(self) -> ir.Block:
        unseen = [self._open_values(kind) for kind in self.things.pieces]
        seen = statements(*(self._values_seen(kind) for kind in self.things.pieces), ir.Return(self._all_values))
        if self.sees(_READER, _PIECE) == YES:
            return (*self._if_known(self._all_values), *seen)
        hidden = statements(*unseen, ir.Return(ir.Const(0, self.numbers)))
        looks_on = ir.Binary("has", self.lookers(_PIECE, load(AT, _PIECE)), _READER)
        return (*self._if_known(self._all_values), ir.If(looks_on, seen), *hidden)

    def _open_values(self, kind: PieceKind) -> ir.Block:
        """Those that all see wherever the piece lies."""
        mask = sum(1 << n for n, a in enumerate(kind.attributes) if a.seen.everywhere)
        return (ir.If(is_of(kind, _PIECE), (ir.Return(ir.Const(mask, self.numbers)),)),) if mask else ()

    def _values_seen(self, kind: PieceKind) -> ir.Block:
        """Those of a piece that the reader has in sight."""
        hidden = _hidden(kind)
        if not hidden:
            return ()
        at = load(AT, _PIECE)
        told = [(n, self.value_viewers(a.seen, _PIECE, at, (kind,))) for n, a in hidden]
        return (ir.If(is_of(kind, _PIECE), self._told_of(told)),)

    def _told_of(self, hidden: Iterable[tuple[int, ir.Expr]]) -> ir.Block:
        """Returns all values but those of `hidden`, each with who sees it, that the reader does not see."""
        rest, each = self._all_values.value, []
        for n, viewers in hidden:
            rest -= 1 << n
            added = ir.Set("told", ir.Binary("|", _TOLD, ir.Const(1 << n, self.numbers)))
            each += [ir.If(ir.Binary("has", viewers, _READER), (added,))] if viewers != self.nobody else []
        return (ir.Set("told", ir.Const(rest, self.numbers)), *each, ir.Return(_TOLD))

    def values_of_place(self, reader: ir.Expr, place: ir.Expr) -> ir.Expr:
        """As `values`, of a space or place; boards have the numbers after them, seats those after boards."""
        of = self.things.holders
        if not any(_hidden(thing) for thing in of):
            return self._all_values
        made = self.define("values of place", "reader place", lambda: self._values_of_place(of), self.numbers)
        return made(reader, place)

    def _values_of_place(self, of: Sequence[Holder]) -> ir.Block:
        all_ = ir.If(equal(_READER, number(self.size)), (ir.Return(self._all_values),))
        each = []
        for place, thing in enumerate(of):
            if hidden := _hidden(thing):
                told = self._told_of((n, self._viewers_of_place(thing, a)) for n, a in hidden)
                each.append(ir.If(equal(ir.Local("place"), number(place)), told))
        return (all_, *each, ir.Return(self._all_values))

    def _viewers_of_place(self, thing: Holder, attribute: Attribute) -> ir.Expr:
        flags = (a for a in thing.attributes if a.kind is None and a.name == attribute.seen.until)
        return self.told(attribute.seen, number(thing.owner), either(*(_source(a, number(a.skipped)) for a in flags)))


# ---------------------------------------------------------------------------------------------------------- the things


def is_of(kind: PieceKind, piece: ir.Expr) -> ir.Expr:
    return within(piece, kind.start, kind.stop)


def value_of(kind: PieceKind, attribute: Attribute, piece: ir.Expr) -> ir.Expr:
    """The value of an attribute of a piece of the kind."""
    return _source(attribute, plus(piece, attribute.skipped - kind.start))


def _source(attribute: Attribute, index: ir.Expr) -> ir.Expr:
    return load(attribute.source, index) if attribute.storage == "array" else lookup(attribute.source, index)


def _hidden(thing: Thing) -> list[tuple[int, Attribute]]:
    """The attributes that not everybody sees who sees the thing, with their numbers."""
    return [(n, a) for n, a in enumerate(thing.attributes) if a.seen.by != "all"]
