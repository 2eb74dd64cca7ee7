"""For each location the lowest of the pieces there, and how many there are: kept at each move, so that loops which look
for the pieces at a location go over few instead of over all.

Both are derived arrays of the program, which no rule speaks of. Location k has number k + 1 in them, nowhere 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl.ir import (
    DERIVE,
    Array,
    Attempt,
    Binary,
    Block,
    Break,
    Code,
    Const,
    Expr,
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
from dsl.ir_walk import statements, with_blocks
from dsl.layout import layout
from dsl.program import AT
from interpreter.intervals import Range
from interpreter.lean_ranges import Ranges
from interpreter.python_search import searched

FIRST, COUNT = "lean.first at", "lean.number at"
ONE, NONE = Const(1), Const(-1)
FEW = 16  # pieces that are sooner gone over than looked up


def index(code: Code, ranges: Ranges) -> Code:
    """The program with the two arrays, where any loop looks for pieces and it is known where pieces can be."""
    known = ranges.known.get(("", AT))
    if known is None or known[0] < -1 or DERIVE not in code.functions:
        return code
    pass_ = _Index(code, ranges, code.arrays[AT].count, known)
    return pass_.result()


@dataclass
class _Index:
    code: Code
    ranges: Ranges
    pieces: int
    places: Range
    looked: bool = False

    def result(self) -> Code:
        functions = {name: self._function(function) for name, function in self.code.functions.items()}
        if not self.looked:
            return self.code
        derive = functions[DERIVE]
        functions[DERIVE] = replace(derive, body=(*derive.body, *self._derived()))
        size = self.places[1] + 2
        arrays = {
            FIRST: Array(FIRST, size, section="derived", initial=-1),
            COUNT: Array(COUNT, size, section="derived"),
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
            return self._moved(stmt)
        stmt = with_blocks(stmt, lambda block: self._block(block, function))
        if isinstance(stmt, ForRange) and function.kind != "procedure":
            return self._narrowed(stmt, function.name)
        return (stmt,)

    # ----------------------------------------------------------------------------------------------------------- loops

    def _narrowed(self, stmt: ForRange, function: str) -> Block:
        """A loop that looks for the pieces at a location, from the first that is there on; up to it, if it is alone."""
        search = searched(stmt)
        if search is None or (search.array, search.shift) != (AT, 0) or not isinstance(stmt.stop, Const):
            return (stmt,)
        there = self.ranges.of_expression(function, search.wanted)
        few = isinstance(stmt.start, Const) and stmt.stop.value - stmt.start.value <= FEW
        if there is None or there[0] < -1 or there[1] > self.places[1] or few or _changes(stmt.body):
            return (stmt,)
        self.looked = True
        first, stop = Local(f"lean first {stmt.name}"), Local(f"lean stop {stmt.name}")
        place = _number(search.wanted)
        lowest = Set(first.name, Load(FIRST, place))
        if stmt.start == Const(0) and stmt.stop == Const(self.pieces) and search.body == (Return(Local(stmt.name)),):
            return (lowest, If(Binary(">=", first, Const(0)), (Return(first),)))
        alone = Binary("<", Load(COUNT, place), Const(2))
        return (
            lowest,
            Set(stop.name, stmt.stop),
            If(alone, (Set(stop.name, Binary("min", Binary("+", first, ONE), stmt.stop)),)),
            ForRange(stmt.name, Binary("max", first, stmt.start), stop, stmt.body),
        )

    # ----------------------------------------------------------------------------------------------------------- moves

    def _moved(self, stmt: Store) -> Block:
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
        moves = If(Binary("!=", old, to), (Store(AT, piece, to), *leave, *arrive))
        return (*start, Set(old.name, Load(AT, piece)), moves)

    def _derived(self) -> Block:
        piece, place = Local("lean piece"), Local("lean place")
        clear = ForRange(
            place.name, Const(0), Const(self.places[1] + 2), (Store(FIRST, place, NONE), Store(COUNT, place, Const(0)))
        )
        here = _number(Load(AT, piece))
        enter = (
            If(Binary("==", Load(COUNT, here), Const(0)), (Store(FIRST, here, piece),)),
            Store(COUNT, here, Binary("+", Load(COUNT, here), ONE)),
        )
        return (clear, ForRange(piece.name, Const(0), Const(self.pieces), enter))


def _named(stmt: Store) -> tuple[Block, Expr, Expr]:
    """The piece and where it goes as what can be read more than once, and what puts them there."""
    if isinstance(stmt.index, Local) and isinstance(stmt.value, Local | Const):
        return (), stmt.index, stmt.value
    piece, to = Local("lean piece"), Local("lean to")
    return (Set(piece.name, stmt.index), Set(to.name, stmt.value)), piece, to


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


def _changes(block: Block) -> bool:
    return any(isinstance(stmt, Store | Perform | Attempt) for stmt in statements(block))
