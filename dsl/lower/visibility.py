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

from dsl.ir.nodes import (
    INT,
    Binary,
    Bits,
    Block,
    Call,
    Const,
    Expr,
    FromWords,
    If,
    Local,
    Return,
    Set,
    Single,
    Type,
    While,
)
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

_PIECE, _AT, _SEEN, _READER = Local("piece"), Local("at"), Local("seen"), Local("reader")
_TOLD = Local("told")


Parameters = tuple[tuple[str, Type], ...]
Holder = Location | Board | Seat
Thing = PieceKind | Holder


class Maker(Protocol):
    """Where functions and tables are declared by name; the name that they get is returned."""

    def value(self, name: str, parameters: Parameters, body: Callable[[], Block], result: Type = ..., /) -> str: ...

    def table(self, name: str, values: Callable[[], tuple[int, ...]], kind: Type = ..., /) -> str: ...


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
        self.numbers = Bits(max([1, *(len(thing.attributes) for thing in holders)]))
        self._all_values = full_set(self.numbers.size)

    def define(self, name: str, inputs: str, body: Callable[[], Block], result: Type = INT) -> Callable[..., Call]:
        """Declares a function; what is returned calls it."""
        made = self._make.value(name, parameters(*inputs.split()), body, result)
        return lambda *arguments: Call(made, arguments)

    def of_piece(self, name: str, value: Callable[[PieceKind], int]) -> str:
        """A table with an entry for each piece."""
        return self.table(name, [value(kind) for kind in self.things.pieces for _ in range(kind.start, kind.stop)])

    def table(self, name: str, values: Iterable[int]) -> str:
        return self._make.table(name, lambda: tuple(map(int, values)))

    # ------------------------------------------------------------------------------------------------- what is told

    def told(self, seen: Seen, owner: Expr, shown: Expr) -> Expr:
        """Who sees what is seen so, of a thing with this owner; `shown`: whether it has the flag with which all do."""
        everybody_if = self.nobody if shown == NO else lookup(self._all_or_none(), shown)
        match seen.by:
            case "all":
                return self.everybody
            case "player":
                return union((Const(1 << seen.player, Bits(self.size)), everybody_if), self.size)
            case "owner":
                return union((Single(owner, self.size), everybody_if), self.size)
            case "nobody":
                return everybody_if
            case _:
                assert_never(seen.by)

    def _all_or_none(self) -> str:
        """The empty set and the set of all, by 0 and 1."""
        return self._make.table("none or all", lambda: (0, self.everybody.value), Bits(self.size))

    def flag(self, name: str | None, piece: Expr, kinds: Sequence[PieceKind]) -> Expr:
        """Whether a piece of these kinds has the flag of this name; those without the flag never do."""
        found = [(kind, a) for kind in kinds for a in kind.attributes if a.kind is None and a.name == name]
        only = len(kinds) == 1
        return either(*(both(YES if only else is_of(kind, piece), value_of(kind, a, piece)) for kind, a in found))

    def keeper(self, piece: Expr, at: Expr) -> Expr:
        """The owner of a piece at a location; for a piece of nobody that of the place, or of what it lies on."""
        owner = self.owner(_PIECE)
        place = If(Binary("<", _AT, number(self._locations)), (Return(lookup(self._place_owners(), _AT)),))
        turn = (If(Binary(">=", owner, ZERO), (Return(owner),)), place, *self._down())
        begin = (Set("piece", Local("first")), Set("at", Local("where")))
        return self.define("keeper", "first where", lambda: (*begin, While(YES, turn)))(piece, at)

    def owner(self, piece: Expr) -> Expr:
        if OWNER in self.things.arrays:
            return load(OWNER, piece)
        owners = tuple(owner for kind in self.things.pieces for owner in kind.owners)
        return lookup(self.table("owner of piece", owners), piece)

    def _place_owners(self) -> str:
        return self.table("owner of location", [place.owner for place in self.things.locations])

    def _down(self) -> Block:
        """From a piece that lies on another to that."""
        return (Set("piece", plus(_AT, -self._locations)), Set("at", load(AT, _PIECE)))

    # ----------------------------------------------------------------------------------------------- the piece seen

    def lookers(self, piece: Expr, at: Expr) -> Expr:
        """Who sees which piece it is, if it is at that location: what lies on a piece is seen with it."""
        deciding: list[PieceKind | Location] = [*self.things.pieces, *self.things.locations]
        if not any(thing.seen.decides for thing in deciding):
            return self.everybody
        return self.define("lookers", "first where", self._lookers, Bits(self.size))(piece, at)

    def _lookers(self) -> Block:
        in_place = Binary("<", _AT, number(self._locations))
        by_kind = self._by_kind()
        own: Block = () if by_kind == self.everybody else (Set("seen", self._also(by_kind)),)
        everywhere = either(*(is_of(kind, _PIECE) for kind in self.things.pieces if kind.seen.everywhere))
        in_a_place = If(in_place, statements(*self._by_place(), own, Return(_SEEN)))
        turn = statements(when(everywhere, (Return(_SEEN),)), in_a_place, own, self._down())
        begin = (Set("piece", Local("first")), Set("at", Local("where")), Set("seen", self.everybody))
        return (*begin, While(YES, turn))

    def _also(self, seen: Expr) -> Expr:
        return intersection((_SEEN, seen), self.size)

    def _by_place(self) -> Iterator[If]:
        """What the places say that decide."""
        numbered = enumerate(self.things.locations)
        for (seen, _), group in groupby(numbered, lambda place: (place[1].seen, place[1].kind)):
            if seen.decides:
                numbers = [place for place, _ in group]
                shown = self.flag(seen.until, _PIECE, self.things.pieces)
                told = self.told(seen, lookup(self._place_owners(), _AT), shown)
                yield If(within(_AT, numbers[0], numbers[-1] + 1), (Return(self._also(told)),))

    def _by_kind(self) -> Expr:
        """Who sees `piece` at `at` by what its kind says."""
        deciding = [kind for kind in self.things.pieces if kind.seen.by != "all"]
        if not deciding:
            return self.everybody
        body = statements(*(self._by_kind_of(kind) for kind in deciding), Return(self.everybody))
        return self.define("seen by kind", "piece at", lambda: body, Bits(self.size))(_PIECE, _AT)

    def _by_kind_of(self, kind: PieceKind) -> If:
        shown = self.flag(kind.seen.until, _PIECE, (kind,))
        return If(is_of(kind, _PIECE), (Return(self.told(kind.seen, self.keeper(_PIECE, _AT), shown)),))

    # ------------------------------------------------------------------------------------------ the piece recognised

    def value_viewers(self, seen: Seen, piece: Expr, at: Expr, kinds: Sequence[PieceKind]) -> Expr:
        """Who sees a value that is seen so, of a piece of these kinds that they see."""
        owner = self.keeper(piece, at) if seen.by == "owner" else NOTHING
        return self.told(seen, owner, self.flag(seen.until, piece, kinds))

    def viewers(self, piece: Expr, at: Expr) -> Expr:
        """Who sees all there is to see of a piece, if it is at that location."""
        if not any(_hidden(kind) for kind in self.things.pieces):
            return self.lookers(piece, at)
        return self.define("viewers", "piece at", self._viewers, Bits(self.size))(piece, at)

    def _viewers(self) -> Block:
        blocks = []
        for kind in self.things.pieces:
            values = [self.value_viewers(a.seen, _PIECE, _AT, (kind,)) for _, a in _hidden(kind)]
            if values:
                seen = Return(intersection((self.lookers(_PIECE, _AT), *values), self.size))
                blocks.append(If(is_of(kind, _PIECE), (seen,)))
        return statements(*blocks, Return(self.lookers(_PIECE, _AT)))

    # --------------------------------------------------------------------------------------------------- one reader

    def sees(self, reader: Expr, piece: Expr) -> Expr:
        """Whether a reader knows which piece it is, by sight or by memory."""
        lookers = self.lookers(_PIECE, load(AT, _PIECE))
        if lookers == self.everybody:
            return YES
        body: Block = (*self._if_known(YES), Return(Binary("has", lookers, _READER)))
        return self.define("sees", "reader piece", lambda: body)(reader, piece)

    def _if_known(self, value: Expr) -> Iterator[If]:
        """Returns a value where the reader is the referee, who comes after the onlookers, or knows the piece."""
        yield If(equal(_READER, number(self.size)), (Return(value),))
        if KNOWN in self.things.arrays:
            knowers = FromWords((load(KNOWN, _PIECE),), self.size)
            yield If(Binary("has", knowers, _READER), (Return(value),))

    def values(self, reader: Expr, piece: Expr) -> Expr:
        """Which of the attributes of a piece a reader knows: the set of their numbers, perhaps with others behind."""
        if not any(_hidden(kind) for kind in self.things.pieces) and self.sees(reader, piece) == YES:
            return self._all_values
        return self.define("values", "reader piece", self._values, self.numbers)(reader, piece)

    def _values(self) -> Block:
        unseen = [self._open_values(kind) for kind in self.things.pieces]
        seen = statements(*(self._values_seen(kind) for kind in self.things.pieces), Return(self._all_values))
        if self.sees(_READER, _PIECE) == YES:
            return (*self._if_known(self._all_values), *seen)
        hidden = statements(*unseen, Return(Const(0, self.numbers)))
        looks_on = Binary("has", self.lookers(_PIECE, load(AT, _PIECE)), _READER)
        return (*self._if_known(self._all_values), If(looks_on, seen), *hidden)

    def _open_values(self, kind: PieceKind) -> Block:
        """Those that all see wherever the piece lies."""
        mask = sum(1 << n for n, a in enumerate(kind.attributes) if a.seen.everywhere)
        return (If(is_of(kind, _PIECE), (Return(Const(mask, self.numbers)),)),) if mask else ()

    def _values_seen(self, kind: PieceKind) -> Block:
        """Those of a piece that the reader has in sight."""
        hidden = _hidden(kind)
        if not hidden:
            return ()
        at = load(AT, _PIECE)
        told = [(n, self.value_viewers(a.seen, _PIECE, at, (kind,))) for n, a in hidden]
        return (If(is_of(kind, _PIECE), self._told_of(told)),)

    def _told_of(self, hidden: Iterable[tuple[int, Expr]]) -> Block:
        """Returns all values but those of `hidden`, each with who sees it, that the reader does not see."""
        rest, each = self._all_values.value, []
        for n, viewers in hidden:
            rest -= 1 << n
            added = Set("told", Binary("|", _TOLD, Const(1 << n, self.numbers)))
            each += [If(Binary("has", viewers, _READER), (added,))] if viewers != self.nobody else []
        return (Set("told", Const(rest, self.numbers)), *each, Return(_TOLD))

    def values_of_place(self, reader: Expr, place: Expr) -> Expr:
        """As `values`, of a space or place; boards have the numbers after them, seats those after boards."""
        of = self.things.holders
        if not any(_hidden(thing) for thing in of):
            return self._all_values
        made = self.define("values of place", "reader place", lambda: self._values_of_place(of), self.numbers)
        return made(reader, place)

    def _values_of_place(self, of: Sequence[Holder]) -> Block:
        all_ = If(equal(_READER, number(self.size)), (Return(self._all_values),))
        each = []
        for place, thing in enumerate(of):
            if hidden := _hidden(thing):
                told = self._told_of((n, self._viewers_of_place(thing, a)) for n, a in hidden)
                each.append(If(equal(Local("place"), number(place)), told))
        return (all_, *each, Return(self._all_values))

    def _viewers_of_place(self, thing: Holder, attribute: Attribute) -> Expr:
        flags = (a for a in thing.attributes if a.kind is None and a.name == attribute.seen.until)
        return self.told(attribute.seen, number(thing.owner), either(*(_source(a, number(a.skipped)) for a in flags)))


# ---------------------------------------------------------------------------------------------------------- the things


def is_of(kind: PieceKind, piece: Expr) -> Expr:
    return within(piece, kind.start, kind.stop)


def value_of(kind: PieceKind, attribute: Attribute, piece: Expr) -> Expr:
    """The value of an attribute of a piece of the kind."""
    return _source(attribute, plus(piece, attribute.skipped - kind.start))


def _source(attribute: Attribute, index: Expr) -> Expr:
    return load(attribute.source, index) if attribute.storage == "array" else lookup(attribute.source, index)


def _hidden(thing: Thing) -> list[tuple[int, Attribute]]:
    """The attributes that not everybody sees who sees the thing, with their numbers."""
    return [(n, a) for n, a in enumerate(thing.attributes) if a.seen.by != "all"]
