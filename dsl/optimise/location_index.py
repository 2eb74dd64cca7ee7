"""Which pieces are at a location is kept at each move, so that loops which look for them, or for those at any of a set
of locations, go over few instead of over all.

It is kept as a set for each location (`lean_there`), or, where the sets would be long, as less than that
(`lean_lowest`): in derived arrays, of which no rule speaks. Location k has number k + 1 in them, nowhere 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from dsl.ir import nodes as ir
from dsl.ir.layout import layout
from dsl.ir.program import AT
from dsl.ir.types import local_types, type_of
from dsl.ir.visit import assigned, conjuncts, locals_read, rebuild, statements, subexpressions, where, with_blocks
from dsl.optimise.constant_tables import Tables
from dsl.optimise.effects import Effects
from dsl.optimise.intervals import Range
from dsl.optimise.lowest_at import Lowest
from dsl.optimise.pieces_at import Together
from dsl.optimise.searches import Pieces, Search, pieces_of
from dsl.optimise.value_ranges import Ranges

ONE = ir.Const(1)
PLACE = "lean place"
FEW = 16  # pieces that are sooner gone over than looked up
MOST_IN_SETS = 192  # pieces
MOST_KINDS = 3  # of pieces that are counted alone


def index(code: ir.Code, ranges: Ranges, tables: Tables) -> ir.Code:
    """The program with what is kept, where any loop looks for pieces and it is known where pieces can be."""
    known = ranges.known.get(("", AT))
    if known is None or known[0] < -1 or ir.DERIVE not in code.functions:
        return code
    return _Index(code, ranges, tables, Effects(code), known).result()


@dataclass
class _Index:
    code: ir.Code
    ranges: Ranges
    tables: Tables
    effects: Effects
    places: Range
    looked: bool = False
    kept: Together | Lowest = field(init=False)

    def __post_init__(self) -> None:
        pieces, places = self.code.arrays[AT].count, self.places[1] + 2
        few = pieces <= MOST_IN_SETS
        self.kept = Together(pieces, places) if few else Lowest(pieces, places, self._kinds(pieces))

    def result(self) -> ir.Code:
        functions = {name: self._function(function) for name, function in self.code.functions.items()}
        if not self.looked:
            return self.code
        derive = functions[ir.DERIVE]
        functions[ir.DERIVE] = replace(derive, body=(*derive.body, *self._derived()))
        return replace(self.code, functions=functions, arrays=layout({**self.code.arrays, **self.kept.arrays}))

    def _function(self, function: ir.Function) -> ir.Function:
        return replace(function, body=self._block(function.body, function))

    def _block(self, block: ir.Block, function: ir.Function) -> ir.Block:
        return kept_in(block, lambda stmt: self._statement(stmt, function))

    def _statement(self, stmt: ir.Stmt, function: ir.Function) -> ir.Block:
        if isinstance(stmt, ir.Store) and stmt.array == AT:
            return self._moved(stmt, function.name)
        stmt = with_blocks(stmt, lambda block: self._block(block, function))
        if isinstance(stmt, ir.ForRange) and self._is_long(stmt):
            return self._on_places(stmt, function) or self._narrowed(stmt, function.name)
        return (stmt,)

    # ----------------------------------------------------------------------------------------------------------- loops

    def _is_long(self, stmt: ir.ForRange) -> bool:
        start, stop = pieces_of(stmt)
        return stop - start > FEW

    def _narrowed(self, stmt: ir.ForRange, function: str) -> ir.Block:
        """A loop that looks for the pieces at a location goes over these."""
        search = self._search(stmt, function)
        if search is None:
            return (stmt,)
        self.looked = True
        place = ir.Local(f"lean number {stmt.name}")
        return (ir.Set(place.name, number(search.wanted)), *self.kept.turns(stmt, search, place))

    def _search(self, stmt: ir.ForRange, function: str) -> Search | None:
        """A loop that looks for the pieces at one location, which is among those where pieces can be."""
        search = _searched(stmt)
        if search is None or not self.effects.unchanged(search.wanted, stmt.body):
            return None
        there = self.ranges.of_expression(function, search.wanted)
        if there is None or there[0] < -1 or there[1] > self.places[1] or self._moves(stmt.body):
            return None
        return search

    def _moves(self, block: ir.Block) -> bool:
        return AT in self.effects.stored(block)

    def _kinds(self, pieces: int) -> Sequence[Pieces]:
        """The kinds of pieces that are counted."""
        values = (function for function in self.code.functions.values() if function.kind != "procedure")
        loops = ((s, f.name) for f in values for s in statements(f.body) if isinstance(s, ir.ForRange))
        searches = ((pieces_of(s), self._search(s, function)) for s, function in loops if self._is_long(s))
        counted = [pieces for pieces, search in searches if search is not None and search.counter is not None]
        return [*dict.fromkeys(kind for kind in counted if kind != (0, pieces))][:MOST_KINDS]

    def _on_places(self, stmt: ir.ForRange, function: ir.Function) -> ir.Block | None:
        """A loop that looks for the pieces at any of a set of locations, in any order, goes over the locations."""
        match stmt:
            case ir.ForRange(_, ir.Const(), ir.Const(), (ir.If(condition, then, ()),)):
                first, *others = conjuncts(condition)
            case _:  # looks for no pieces
                return None
        match first:
            case ir.Binary("has", members, spot) if self._is_place(spot, stmt.name, members, function):
                stays = assigned((stmt,)).isdisjoint(locals_read(members)) and not self._moves(stmt.body)
            case _:  # asks for no place
                return None
        if not stays or not _in_any_order(then, others):
            return None
        place = ir.Local(f"lean place {stmt.name}")
        here = replace(stmt, body=where([ir.Binary("==", ir.Load(AT, ir.Local(stmt.name)), place), *others], then))
        search = _searched(here)
        if search is None:
            return None
        self.looked = True
        return (ir.ForBits(place.name, members, self.kept.turns(here, search, number(place))),)

    def _is_place(self, spot: ir.Expr, piece: str, members: ir.Expr, function: ir.Function) -> bool:
        """Whether a number is the place of a piece wherever that could be in a set, and in no such set elsewhere."""
        at, kind = _of_place(spot, piece, self.code), type_of(members, local_types(function, self.code), self.code)
        inside = subexpressions(at)
        static = all(e.function in self.tables.static for e in inside if isinstance(e, ir.Call))
        if locals_read(at) != {PLACE} or not static or any(isinstance(e, ir.Load) for e in inside):
            return False
        assert isinstance(kind, ir.Bits)
        start, stop = self.places[0], self.places[1] + 1
        spots = self.tables.each(at, ((PLACE, self.places),), ir.INT)
        if spots is None or kind.size > stop:
            return False
        return all(
            spot == at if 0 <= at < kind.size else not 0 <= spot < kind.size
            for at, spot in zip(range(start, stop), spots, strict=True)
        )

    # ----------------------------------------------------------------------------------------------------------- moves

    def _moved(self, stmt: ir.Store, function: str) -> ir.Block:
        """The store, and what it changes."""
        old = ir.Local("lean old")
        start, piece, to = _named(stmt)
        known = self.ranges.of_expression(function, stmt.index)
        changed = self.kept.moved(piece, known, old, number(old), number(to))
        moves = ir.If(ir.Binary("!=", old, to), (ir.Store(AT, piece, to), *changed))
        return (*start, ir.Set(old.name, ir.Load(AT, piece)), moves)

    def _derived(self) -> ir.Block:
        piece, place = ir.Local("lean piece"), ir.Local(PLACE)
        clear = ir.ForRange(place.name, ir.Const(0), ir.Const(self.places[1] + 2), self.kept.cleared(place))
        enter = self.kept.entered(piece, number(ir.Load(AT, piece)))
        return (clear, ir.ForRange(piece.name, ir.Const(0), ir.Const(self.code.arrays[AT].count), enter))


def _named(stmt: ir.Store) -> tuple[ir.Block, ir.Expr, ir.Expr]:
    """The piece and where it goes as what can be read more than once, and what puts them there."""
    if isinstance(stmt.index, ir.Local) and isinstance(stmt.value, ir.Local | ir.Const):
        return (), stmt.index, stmt.value
    piece, to = ir.Local("lean piece"), ir.Local("lean to")
    return (ir.Set(piece.name, stmt.index), ir.Set(to.name, stmt.value)), piece, to


def number(place: ir.Expr) -> ir.Expr:
    """That of a location in what is kept."""
    return ir.Const(place.value + 1) if isinstance(place, ir.Const) else ir.Binary("+", place, ONE)


def kept_in(block: ir.Block, rewritten: Callable[[ir.Stmt], ir.Block]) -> ir.Block:
    """The block with each statement rewritten, but for the loops right behind which all that is derived is computed
    anew: in them nothing need be kept."""
    skipped: set[int] = set()
    for k in range(len(block) - 1, 0, -1):
        follows = block[k] == ir.Perform(ir.DERIVE) or k in skipped
        if follows and isinstance(block[k - 1], ir.ForRange):
            skipped.add(k - 1)
    return tuple(new for k, stmt in enumerate(block) for new in ((stmt,) if k in skipped else rewritten(stmt)))


def _of_place(spot: ir.Expr, piece: str, code: ir.Code) -> ir.Expr:
    """A number that is worked out of the place of a piece, as one of the local `PLACE`."""
    if isinstance(spot, ir.Call) and spot.arguments == (ir.Local(piece),):
        function = code.functions[spot.function]
        ((piece, _),) = function.parameters
        match function.body:
            case (ir.Return(value),) if value is not None:
                spot = value
            case _:  # is more than one expression: stays a call
                pass
    if spot == ir.Load(AT, ir.Local(piece)):
        return ir.Local(PLACE)
    return rebuild(spot, lambda operand: _of_place(operand, piece, code))


def _searched(stmt: ir.ForRange) -> Search | None:
    """A loop that looks for pieces by their place, as a search."""
    match stmt:
        case ir.ForRange(name, start, stop, (ir.If(condition, then, ()),)):
            first, *others = conjuncts(condition)
            match first:
                case ir.Binary("==", ir.Load(array, ir.Local(piece)), wanted) if (array, piece) == (AT, name):
                    if name not in locals_read(wanted):
                        return Search(name, AT, 0, wanted, start, stop, where(others, then))
                case _:  # asks first for something else than the place
                    pass
        case _:  # looks for something else
            pass
    return None


def _in_any_order(block: ir.Block, others: Sequence[ir.Expr]) -> bool:
    """Whether it is the same in which order the turns come that do this where these other conditions hold."""
    match block:
        case (ir.Set(total, ir.Binary("|" | "+", ir.Local(same), each)),) if total == same:
            return all(total not in locals_read(e) for e in (each, *others))
        case (ir.Return(ir.Const()),):
            return True
        case _:  # may depend on what came before
            return False
