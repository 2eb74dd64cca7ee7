"""Random small programs in the IR, well formed by construction, for tests that run them in two ways.

`main` performs `safe`, which performs `top`: these two catch what is left. `top` performs `middle` and `inner`,
`middle` performs `inner`. Every turn of a loop that may last takes a unit of fuel, so that all programs end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from hypothesis import strategies as st

from dsl.ir.nodes import (
    INT,
    MAIN,
    Array,
    Attempt,
    Between,
    Binary,
    BinaryOp,
    Bits,
    Block,
    Break,
    Call,
    Choose,
    Code,
    Const,
    Continue,
    End,
    Expr,
    ForBits,
    ForRange,
    Function,
    Guard,
    If,
    Leave,
    Load,
    Local,
    Lookup,
    Offer,
    Perform,
    Return,
    Set,
    Shifted,
    Single,
    Stmt,
    Store,
    Table,
    Unary,
    While,
)
from dsl.ir.visit import calls
from tests.small_game import ONE, ZERO, add, code, decisions, op, options, procedure, read, value

SIZES = {"top": 5, "middle": 130, "inner": 64}
CALLEES = {"top": ("middle", "inner"), "middle": ("inner",), "inner": ()}
TABLES = tuple(Table(f"sets {n}", (0, (1 << n) - 1, 0b10110, 1 | 1 << n - 1), Bits(n)) for n in SIZES.values())
NUMBERS: tuple[BinaryOp, ...] = ("+", "-", "min", "max", "//", "%")
TESTS: tuple[BinaryOp, ...] = ("<", "<=", "==", "!=", ">", ">=")
DECISIONS = decisions(("three", 0), ("up to", 2))
FUEL, CELLS = 30, 4


@dataclass(frozen=True)
class Place:
    """Where a statement is to stand: how deep blocks may still be nested, and what may be used there."""

    procedure: str
    depth: int
    loop: bool = False
    attempt: bool = False
    variables: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return SIZES[self.procedure]


T = TypeVar("T")


@dataclass(frozen=True)
class Maker:
    """Draws statements and expressions. All locals are set at the start: numbers `a` and `b`, the set `s`."""

    draw: st.DrawFn

    def pick(self, *choices: T) -> T:
        return self.draw(st.sampled_from(choices))

    # ----------------------------------------------------------------------------------------------------- expressions

    def number(self, place: Place, depth: int = 2) -> Expr:
        names = ("a", "b", "n", *place.variables)
        match self.draw(st.integers(0, 8)) if depth else self.draw(st.integers(0, 2)):
            case 0:
                return Const(self.draw(st.integers(-2, 6)))
            case 1 | 2:
                return Local(self.pick(*names))
            case 3:
                return Load("cells", op(self.number(place, depth - 1), "%", CELLS))
            case 4:
                return Unary(self.pick("count", "first"), self.set(place, depth - 1))
            case 5:
                return Call(self.pick("small", "trial"), (self.number(place, depth - 1),))
            case 6:
                return self.test(place, depth - 1)
        sign = self.pick(*NUMBERS)
        right = Const(3) if sign in ("//", "%") else self.number(place, depth - 1)
        return op(Binary(sign, self.number(place, depth - 1), right), "%", 50)

    def test(self, place: Place, depth: int = 2) -> Expr:
        match self.draw(st.integers(0, 4)) if depth > 0 else 0:
            case 1:
                return Unary("empty", self.set(place, depth - 1))
            case 2:
                return Binary("has", self.set(place, depth - 1), self.number(place, depth - 1))
            case 3:
                return Unary("not", self.test(place, depth - 1))
            case 4:
                return Binary(self.pick("and", "or"), self.test(place, depth - 1), self.test(place, depth - 1))
        return Binary(self.pick(*TESTS), self.number(place, 0), self.number(place, 0))

    def set(self, place: Place, depth: int = 2) -> Expr:
        match self.draw(st.integers(0, 7)) if depth > 0 else self.draw(st.integers(0, 2)):
            case 0 | 1:
                return Local(self.pick("s", "q"))
            case 2:
                return Const(self.draw(st.integers(0, (1 << place.size) - 1)), Bits(place.size))
            case 3:
                return Single(self.number(place, depth - 1), place.size)
            case 4:
                return Lookup(f"sets {place.size}", op(self.number(place, depth - 1), "%", 4))
            case 5:
                return Shifted(self.set(place, depth - 1), op(self.number(place, depth - 1), "%", 70), place.size)
            case 6:
                return Between(self.set(place, depth - 1), self.set(place, depth - 1), place.size)
        return Binary(self.pick("&", "|", "-bits"), self.set(place, depth - 1), self.set(place, depth - 1))

    # ------------------------------------------------------------------------------------------------------ statements

    def block(self, place: Place, least: int = 1) -> Block:
        return tuple(self.statement(place) for _ in range(self.draw(st.integers(least, least + 3))))

    def statement(self, place: Place) -> Stmt:
        choices: list[Callable[[Place], Stmt]] = [self._set, self._store, self._exit]
        if not place.attempt:
            choices += [self._choose] * 4
        if CALLEES[place.procedure] and not place.attempt:
            choices += [self._perform, self._perform]
        if place.depth:
            choices += [self._if, self._if, self._while, self._range, self._bits, self._attempt]
        return self.pick(*choices)(place)

    def _set(self, place: Place) -> Stmt:
        name = self.pick("a", "b", "s")
        return Set(name, self.set(place) if name == "s" else self.number(place))

    def _store(self, place: Place) -> Stmt:
        return Store("cells", op(self.number(place, 1), "%", CELLS), self.number(place))

    def _choose(self, place: Place) -> Stmt:
        if self.draw(st.booleans()):
            return Choose(self.pick("a", "b"), 1, self.number(place, 0))
        return Choose(self.pick("a", "b"), 2, Const(0), (self.number(place, 1), self.number(place, 0)))

    def _perform(self, place: Place) -> Stmt:
        callee = self.pick(*CALLEES[place.procedure])
        size = SIZES[callee]
        given = Const(self.draw(st.integers(0, (1 << size) - 1)), Bits(size))
        return Perform(callee, (self.number(place, 1), given), self.pick(None, 1, 2))

    def _exit(self, place: Place) -> Stmt:
        """Something that ends more than itself, rarely without a condition."""
        exits: list[Stmt] = [Return(), Leave(1), Leave(2), End()]
        exits += [Guard(self.test(place), "full"), Perform("wild", (self.number(place, 0),))]
        exits += [Break(), Continue()] * 5 if place.loop else []
        stmt = self.pick(*exits)
        if isinstance(stmt, Guard | Perform) or self.draw(st.integers(0, 9)) == 0:
            return stmt
        return If(op(read("cells", self.draw(st.integers(0, CELLS - 1))), "==", self.draw(st.integers(1, 3))), (stmt,))

    def _if(self, place: Place) -> Stmt:
        inside = replace(place, depth=place.depth - 1)
        return If(self.test(place), self.block(inside), self.block(inside) if self.draw(st.booleans()) else ())

    def _attempt(self, place: Place) -> Stmt:
        return Attempt(self.block(replace(place, depth=place.depth - 1, loop=False, attempt=True)))

    def _body(self, place: Place, *variables: str) -> Block:
        inside = replace(place, depth=place.depth - 1, loop=True, variables=place.variables + variables)
        fuel = (If(op(read("fuel"), "<=", 0), (Break(),)), add("fuel", ZERO, -1))
        return (*(() if place.attempt else fuel), *self.block(inside))

    def _while(self, place: Place) -> Stmt:
        if place.attempt:  # where fuel would come back
            return self._range(place)
        return While(ONE if self.draw(st.booleans()) else self.test(place), self._body(place))

    def _range(self, place: Place) -> Stmt:
        name = f"i{place.depth}"
        stop = op(self.number(place, 1), "%", 4)
        return ForRange(name, Const(self.draw(st.integers(-1, 1))), stop, self._body(place, name))

    def _bits(self, place: Place) -> Stmt:
        name = f"i{place.depth}"
        few = Const(0b10110 | 1 << place.size - 1, Bits(place.size))
        members = Lookup(f"sets {place.size}", Const(2)) if self.draw(st.booleans()) else op_and(self.set(place), few)
        return ForBits(name, members, self._body(place, name))


def op_and(left: Expr, right: Expr) -> Expr:
    return Binary("&", left, right)


def _fixed() -> tuple[Function, ...]:
    """What the drawn procedures use: two small value functions, a procedure that can end anyhow, and the options."""
    trial = (
        Set("r", Local("x")),
        Attempt((Store("cells", ONE, Local("x")), Perform("wild", (Local("x"),)), Set("r", read("cells", 0)))),
        Return(Local("r")),
    )
    wild = (
        If(op(Local("x"), "==", 1), (Return(),)),
        If(op(Local("x"), "==", 2), (Leave(2),)),
        If(op(Local("x"), "==", 3), (End(),)),
        add("cells", ZERO, 1),
    )
    return (
        procedure(MAIN, (Perform("safe", (), 1),)),
        procedure("safe", (Perform("top", (Const(3), Const(0b1011, Bits(SIZES["top"]))), 2), add("cells", ZERO, 1))),
        value("small", INT, (Return(op(op(Local("x"), "*", 2), "%", 7)),), x=INT),
        value("trial", INT, trial, x=INT),
        procedure("wild", wild, x=INT),
        options("three", (ForRange("k", ZERO, Const(3), (Offer(Local("k")),)),)),
        options(
            "up to",
            (Offer(ZERO), ForRange("k", ZERO, op(op(Local("x"), "%", 4), "+", 1), (Offer(Local("k")),))),
            "x",
            "y",
        ),
    )


def _called(drawn: Iterable[Function]) -> Iterator[Function]:
    """Without procedures that nobody calls. `drawn` has callers first."""
    called = {"top"}
    for function in drawn:
        if function.name in called:
            called |= calls(function.body).keys()
            yield function


@st.composite
def programs(draw: st.DrawFn) -> Code:
    """A program with decisions as in `DECISIONS`."""
    maker = Maker(draw)
    drawn = []
    for name, size in SIZES.items():
        place = Place(name, depth=3)
        start = (Set("a", Local("n")), Set("b", ZERO), Set("s", Local("q")))
        drawn.append(procedure(name, (*start, *maker.block(place, 3)), n=INT, q=Bits(size)))
    return code((*_fixed(), *_called(drawn)), (Array("cells", CELLS), Array("fuel", 1, initial=FUEL)), TABLES)
