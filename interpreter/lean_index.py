"""For each location the lowest of the pieces there, and how many there are: kept at each move, so that loops which look
for the pieces at a location, or at any of a set of locations, go over few instead of over all.

Of the pieces that are counted, as the chips of all cards and chips, it is kept, too, how many there are of them alone.
All of these are derived arrays, which no rule speaks of. Location k has number k + 1 in them, nowhere 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dsl.ir import (
    DERIVE,
    INT,
    Array,
    Attempt,
    Binary,
    Bits,
    Block,
    Break,
    Call,
    Code,
    Const,
    Expr,
    ForBits,
    ForRange,
    Function,
    If,
    Load,
    Local,
    Perform,
    Return,
    Set,
    Stmt,
    Store,
)
from dsl.ir_types import local_types, type_of
from dsl.ir_walk import assigned, conjuncts, locals_read, rebuild, statements, subexpressions, where, with_blocks
from dsl.layout import layout
from dsl.program import AT
from interpreter.intervals import Range
from interpreter.lean_ranges import Ranges
from interpreter.lean_static import Tables, plus
from interpreter.python_search import Search, searched

FIRST, COUNT = "lean.first at", "lean.number at"
ONE, NONE = Const(1), Const(-1)
PLACE = "lean place"
FEW = 16  # pieces that are sooner gone over than looked up
MOST_KINDS = 3  # of pieces that are counted alone

Pieces = tuple[int, int]  # those of a kind: from one number to before the other


def index(code: Code, ranges: Ranges, tables: Tables) -> Code:
    """The program with the two arrays, where any loop looks for pieces and it is known where pieces can be."""
    known = ranges.known.get(("", AT))
    if known is None or known[0] < -1 or DERIVE not in code.functions:
        return code
    pass_ = _Index(code, ranges, tables, code.arrays[AT].count, known)
    return pass_.result()


@dataclass
class _Index:
    code: Code
    ranges: Ranges
    tables: Tables
    pieces: int
    places: Range
    looked: bool = False
    counts: dict[Pieces, str] = field(default_factory=dict)

    def result(self) -> Code:
        self.counts = self._counts()
        functions = {name: self._function(function) for name, function in self.code.functions.items()}
        if not self.looked:
            return self.code
        derive = functions[DERIVE]
        functions[DERIVE] = replace(derive, body=(*derive.body, *self._derived()))
        size = self.places[1] + 2
        arrays = {
            FIRST: Array(FIRST, size, section="derived", initial=-1),
            **{name: Array(name, size, section="derived") for name in (COUNT, *self.counts.values())},
        }
        return replace(self.code, functions=functions, arrays=layout({**self.code.arrays, **arrays}))

    def _function(self, function: Function) -> Function:
        return replace(function, body=self._block(function.body, function))

    def _block(self, block: Block, function: Function) -> Block:
        skipped = before_derive(block)
        found = ((stmt,) if k in skipped else self._statement(stmt, function) for k, stmt in enumerate(block))
        return tuple(new for some in found for new in some)

    def _statement(self, stmt: Stmt, function: Function) -> Block:
        if isinstance(stmt, Store) and stmt.array == AT:
            return self._moved(stmt, function.name)
        stmt = with_blocks(stmt, lambda block: self._block(block, function))
        if isinstance(stmt, ForRange) and function.kind != "procedure" and not _is_short(stmt):
            return self._on_places(stmt, function) or self._narrowed(stmt, function.name)
        return (stmt,)

    # ----------------------------------------------------------------------------------------------------------- loops

    def _narrowed(self, stmt: ForRange, function: str) -> Block:
        """A loop that looks for the pieces at a location, from the first that is there on; up to it, if it is alone."""
        search = self._search(stmt, function)
        if search is None:
            return (stmt,)
        self.looked = True
        pieces, every = _pieces(stmt), (0, self.pieces)
        number = COUNT if pieces == every else self.counts.get(pieces)
        if number is not None and (total := search.counter) is not None:
            return (Set(total, Binary("+", Local(total), Load(number, _number(search.wanted)))),)
        if pieces == every and search.body == (Return(Local(stmt.name)),):
            first = Local(f"lean first {stmt.name}")
            lowest = Set(first.name, Load(FIRST, _number(search.wanted)))
            return (lowest, If(Binary(">=", first, Const(0)), (Return(first),)))
        return self._at(search.wanted, stmt)

    def _search(self, stmt: ForRange, function: str) -> Search | None:
        """A loop that looks for the pieces at one location, which is among those where pieces can be."""
        search = searched(stmt)
        if search is None or (search.array, search.shift) != (AT, 0) or not isinstance(stmt.stop, Const):
            return None
        there = self.ranges.of_expression(function, search.wanted)
        if there is None or there[0] < -1 or there[1] > self.places[1] or _changes(stmt.body):
            return None
        return search

    def _counts(self) -> dict[Pieces, str]:
        """The arrays that have how many pieces of a kind there are, of the kinds that are counted."""
        values = (function for function in self.code.functions.values() if function.kind != "procedure")
        loops = (
            (s, f.name) for f in values for s in statements(f.body) if isinstance(s, ForRange) and not _is_short(s)
        )
        searches = ((_pieces(stmt), self._search(stmt, function)) for stmt, function in loops)
        counted = [pieces for pieces, search in searches if search is not None and search.counter is not None]
        kinds = dict.fromkeys(pieces for pieces in counted if pieces != (0, self.pieces))
        return {pieces: f"{COUNT}, of {pieces}" for pieces in list(kinds)[:MOST_KINDS]}

    def _at(self, wanted: Expr, stmt: ForRange) -> Block:
        """A loop that looks for the pieces at one location."""
        self.looked = True
        first, stop, place = Local(f"lean first {stmt.name}"), Local(f"lean stop {stmt.name}"), _number(wanted)
        lowest, alone = Set(first.name, Load(FIRST, place)), Binary("<", Load(COUNT, place), Const(2))
        return (
            lowest,
            Set(stop.name, stmt.stop),
            If(alone, (Set(stop.name, Binary("min", Binary("+", first, ONE), stmt.stop)),)),
            ForRange(stmt.name, Binary("max", first, stmt.start), stop, stmt.body),
        )

    def _on_places(self, stmt: ForRange, function: Function) -> Block | None:
        """A loop that looks for the pieces at any of a set of locations, in any order, goes over the locations."""
        match stmt:
            case ForRange(_, Const(), Const(), (If(condition, then, ()),)):
                first, *others = conjuncts(condition)
            case _:
                return None
        match first:
            case Binary("has", members, spot) if self._is_place(spot, stmt.name, members, function):
                stays = assigned((stmt,)).isdisjoint(locals_read(members)) and not _changes(stmt.body)
            case _:
                return None
        if not stays or not _in_any_order(then, others):
            return None
        place = Local(f"lean place {stmt.name}")
        here = where([Binary("==", Load(AT, Local(stmt.name)), place), *others], then)
        return (ForBits(place.name, members, self._at(place, replace(stmt, body=here))),)

    def _is_place(self, spot: Expr, piece: str, members: Expr, function: Function) -> bool:
        """Whether a number is the place of a piece wherever that could be in a set, and in no such set elsewhere."""
        at, kind = _of_place(spot, piece, self.code), type_of(members, local_types(function, self.code), self.code)
        inside = subexpressions(at)
        static = all(e.function in self.tables.static for e in inside if isinstance(e, Call))
        if locals_read(at) != {PLACE} or not static or any(isinstance(e, Load) for e in inside):
            return False
        assert isinstance(kind, Bits)
        start, stop = self.places[0], self.places[1] + 1
        spots = self.tables.each(at, ((PLACE, self.places),), INT)
        if spots is None or kind.size > stop:
            return False
        return all(
            spot == at if 0 <= at < kind.size else not 0 <= spot < kind.size
            for at, spot in zip(range(start, stop), spots, strict=True)
        )

    # ----------------------------------------------------------------------------------------------------------- moves

    def _moved(self, stmt: Store, function: str) -> Block:
        """The store, and what it changes: where the lowest piece leaves, the next one is looked for."""
        old, other, next_, number = (Local(f"lean {name}") for name in ("old", "other", "next", "number"))
        start, piece, to = _named(stmt)
        left, came = _number(old), _number(to)
        search = ForRange(
            other.name,
            Binary("+", piece, ONE),
            Const(self.pieces),
            (If(Binary("==", Load(AT, other), old), (Set(next_.name, other), Break())),),
        )
        follow = (Set(next_.name, NONE), If(Binary(">", number, Const(0)), (search,)), Store(FIRST, left, next_))
        leave = (
            Set(number.name, Binary("-", Load(COUNT, left), ONE)),
            Store(COUNT, left, number),
            If(Binary("==", Load(FIRST, left), piece), follow),
        )
        lowest = Binary("or", Binary("==", number, Const(0)), Binary("<", piece, Load(FIRST, came)))
        arrive = (
            Set(number.name, Load(COUNT, came)),
            Store(COUNT, came, Binary("+", number, ONE)),
            If(lowest, (Store(FIRST, came, piece),)),
        )
        counted = self._counted(piece, self.ranges.of_expression(function, stmt.index), [(left, -1), (came, 1)])
        moves = If(Binary("!=", old, to), (Store(AT, piece, to), *leave, *arrive, *counted))
        return (*start, Set(old.name, Load(AT, piece)), moves)

    def _counted(self, piece: Expr, known: Range | None, changes: Sequence[tuple[Expr, int]]) -> Block:
        """Counts a piece, which is known to be one of these, if it is one that is counted with others of its kind."""
        found: list[Stmt] = []
        for (start, stop), name in self.counts.items():
            change = tuple(Store(name, place, plus(Load(name, place), by)) for place, by in changes)
            first, last = known or (0, self.pieces - 1)
            if start <= first and last < stop:
                found += change
            elif first < stop and last >= start:
                inside = Binary("and", Binary(">=", piece, Const(start)), Binary("<", piece, Const(stop)))
                found.append(If(inside, change))
        return tuple(found)

    def _derived(self) -> Block:
        piece, place = Local("lean piece"), Local(PLACE)
        none = (Store(name, place, Const(0)) for name in (COUNT, *self.counts.values()))
        clear = ForRange(place.name, Const(0), Const(self.places[1] + 2), (Store(FIRST, place, NONE), *none))
        here = _number(Load(AT, piece))
        enter = (
            If(Binary("==", Load(COUNT, here), Const(0)), (Store(FIRST, here, piece),)),
            Store(COUNT, here, Binary("+", Load(COUNT, here), ONE)),
            *self._counted(piece, None, [(here, 1)]),
        )
        return (clear, ForRange(piece.name, Const(0), Const(self.pieces), enter))


def _named(stmt: Store) -> tuple[Block, Expr, Expr]:
    """The piece and where it goes as what can be read more than once, and what puts them there."""
    if isinstance(stmt.index, Local) and isinstance(stmt.value, Local | Const):
        return (), stmt.index, stmt.value
    piece, to = Local("lean piece"), Local("lean to")
    return (Set(piece.name, stmt.index), Set(to.name, stmt.value)), piece, to


def _pieces(stmt: ForRange) -> Pieces:
    """Those over which a loop goes; none, if they are not always the same."""
    match stmt:
        case ForRange(_, Const(start), Const(stop)):
            return start, stop
    return 0, 0


def _number(place: Expr) -> Expr:
    return Const(place.value + 1) if isinstance(place, Const) else Binary("+", place, ONE)


def before_derive(block: Block) -> set[int]:
    """The loops of a block right behind which all that is derived is computed anew: nothing need be kept in them."""
    found: set[int] = set()
    for k in range(len(block) - 1, 0, -1):
        follows = block[k] == Perform(DERIVE) or k in found
        if follows and isinstance(block[k - 1], ForRange):
            found.add(k - 1)
    return found


def _is_short(stmt: ForRange) -> bool:
    return isinstance(stmt.start, Const) and isinstance(stmt.stop, Const) and stmt.stop.value - stmt.start.value <= FEW


def _of_place(spot: Expr, piece: str, code: Code) -> Expr:
    """A number that is worked out of the place of a piece, as one of the local `PLACE`."""
    if isinstance(spot, Call) and spot.arguments == (Local(piece),):
        function = code.functions[spot.function]
        ((piece, _),) = function.parameters
        match function.body:
            case (Return(value),) if value is not None:
                spot = value
    if spot == Load(AT, Local(piece)):
        return Local(PLACE)
    return rebuild(spot, lambda operand: _of_place(operand, piece, code))


def _in_any_order(block: Block, others: Sequence[Expr]) -> bool:
    """Whether it is the same in which order the turns come that do this where these other conditions hold."""
    match block:
        case (Set(total, Binary("|" | "+", Local(same), each)),) if total == same:
            return all(total not in locals_read(e) for e in (each, *others))
        case (Return(Const()),):
            return True
    return False


def _changes(block: Block) -> bool:
    return any(isinstance(stmt, Store | Perform | Attempt) for stmt in statements(block))
