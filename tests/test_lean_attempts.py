"""What an attempt changes and nobody asks for before it is taken back is not done, and nothing else is left out."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from dsl.ir.check import check
from dsl.ir.nodes import (
    INT,
    MAIN,
    Array,
    Attempt,
    Block,
    Break,
    Call,
    Code,
    Const,
    Continue,
    End,
    Expr,
    ForRange,
    Function,
    Guard,
    If,
    Leave,
    Load,
    Local,
    Perform,
    Return,
    Set,
    Stmt,
    Store,
    While,
)
from dsl.ir.visit import calls, statements
from dsl.optimise.dead_stores import shorten
from tests.oracle import Oracle
from tests.small_game import ONE, ZERO, add, code, op, procedure, read, value

ARRAYS = tuple(Array(name, 3) for name in "abc")
HOLDS = Local("holds")


def made(*functions: Function) -> Code:
    found = replace(code((procedure(MAIN, ()), *functions), ARRAYS), faults={"F1": "too much"})
    assert check(found) == []
    return found


def tried(*body: Stmt) -> Function:
    """f(): what `a` has got when something has been tried."""
    return value("f", INT, (Set("holds", ZERO), Attempt((*body, Set("holds", read("a")))), Return(HOLDS)))


def stored(program: Code, name: str) -> set[str]:
    """What is stored where a function tries something, by way of all procedures."""
    body = program.functions[name].body
    found = {stmt.array for stmt in statements(body) if isinstance(stmt, Store)}
    return found.union(*(stored(program, callee) for callee in calls(body)))


def test_what_is_not_asked_for_is_left_out_wherever_it_is_done() -> None:
    count = procedure("count", (add("b", ZERO, 1),))
    move = procedure("move", (add("c", ZERO, 1), If(op(read("c"), ">", 0), (add("a", ZERO, 1),)), add("c", ONE, 1)))
    rest = ForRange("k", ZERO, Const(3), (If(op(read("a"), "==", Local("k")), (Break(),)), Store("b", ONE, ZERO)))
    before = made(count, move, tried(Perform("count"), Perform("move"), rest, Perform("count")))
    after = shorten(before)
    assert check(after) == []
    assert Oracle(before).call("f") == Oracle(after).call("f") == 1
    assert stored(before, "f") == {"a", "b", "c"}
    assert stored(after, "f") == {"a", "c"}
    assert not any(isinstance(stmt, ForRange) for stmt in statements(after.functions["f"].body))
    (version,) = calls(after.functions["f"].body)
    assert len(after.functions[version].body) == len(move.body) - 1
    assert after.functions["move"] == move


@pytest.mark.parametrize("risk", [Guard(op(read("c"), "<", 5), "F1"), While(op(read("c"), ">", 9), ())])
def test_what_can_fail_is_not_left_out(risk: Stmt) -> None:
    checked = value("checked", INT, (risk, Return(ONE)))
    after = shorten(made(checked, tried(Store("b", ZERO, Call("checked")))))
    assert "b" in stored(after, "f")


def test_what_an_attempt_reads_is_what_its_procedures_read() -> None:
    """A condition that tries a procedure depends on what this reads."""
    copy = procedure("copy", (Store("a", ZERO, read("b")),))
    inner = tried(Perform("copy"))
    outer = value(
        "g", INT, (Set("holds", ZERO), Attempt((Store("b", ZERO, ONE), Set("holds", Call("f")))), Return(HOLDS))
    )
    before = made(copy, inner, outer)
    assert stored(shorten(before), "g") >= {"b"}
    assert Oracle(shorten(before)).call("g") == Oracle(before).call("g") == 1


NOTHING_IN_C, K, Y = op(read("c"), "==", 0), Local("k"), Local("y")
KEEPS_Y = add("a", ZERO, Y)
LEAVES = procedure("leaves", (If(NOTHING_IN_C, (Leave(2),)),))


@pytest.mark.parametrize(
    "body",
    [
        (If(NOTHING_IN_C, (add("a", ZERO, 4), Return())), End()),
        (If(NOTHING_IN_C, (add("a", ZERO, 4), Leave(1))), End()),
        (add("a", ZERO, 4), Perform("leaves", (), 1), End()),
        (ForRange("k", ZERO, ONE, (Set("y", Const(4)), If(NOTHING_IN_C, (Break(),)), Set("y", ZERO))), KEEPS_Y),
        (
            Set("y", ZERO),
            ForRange(
                "k", ZERO, Const(2), (KEEPS_Y, Set("y", Const(4)), If(NOTHING_IN_C, (Continue(),)), Set("y", ZERO))
            ),
        ),
    ],
    ids=("return", "leave", "left", "break", "continue"),
)
def test_what_is_asked_for_behind_a_way_out_is_done(body: Block) -> None:
    first = (Set("y", ZERO), *body)
    between = procedure("between", (Perform("p", (), 1),))
    before = made(LEAVES, procedure("p", first), between, tried(Perform("between", (), 2)))
    after = shorten(before)
    assert check(after) == []
    assert Oracle(after).call("f") == Oracle(before).call("f") == 4


# -------------------------------------------------------------------------------------------------------- any program


class Maker:
    """Makes programs without sense, of all that can stand in an attempt."""

    more: tuple[Function, ...] = ()  # functions that all of them have

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def program(self) -> Code:
        functions = [procedure(f"p{level}", self.block(level, 0), x=INT) for level in (1, 2, 3)]
        body = (*self.block(0, 0), Perform("p1", (Local("x"),), 1), *self.block(0, 0), Set("y", self.all()))
        tries = value("f", INT, (*self.start(), Attempt(body), Return(self.sum())), x=INT)
        return made(tries, *functions, *self.more)

    def start(self) -> Block:
        return (Set("y", ONE), Set("z", ZERO))

    def all(self) -> Expr:
        """A number for all that stands in the arrays."""
        found: Expr = Local("y")
        for array, index in product("abc", range(3)):
            found = op(op(found, "*", 5), "+", read(array, index))
        return found

    def sum(self) -> Expr:
        return op(op(Local("y"), "*", 7), "+", Local("z"))

    def block(self, level: int, depth: int, loop: bool = False) -> Block:
        found = [*self.start()] if depth == 0 and level else []
        found += (self.statement(level, depth, loop) for _ in range(self.random.randrange(1, 5)))
        return tuple(found)

    def statement(self, level: int, depth: int, loop: bool) -> Stmt:
        choices = [self.changed, self.changed, self.changed]
        if level < 3:
            choices += [self.performed, self.performed]
        if depth < 3:
            choices += [self.branched, self.looped, self.nested]
        if depth:
            choices += [self.left, self.left]
        made = self.random.choice(choices)
        return made(level, depth, loop)

    def number(self) -> Expr:
        local = Local(self.random.choice("xyz"))
        known: list[Expr] = [
            Const(self.random.randrange(3)),
            local,
            local,
            Load(self.random.choice("abc"), self.index()),
        ]
        one, other = self.random.choice(known), self.random.choice(known)
        return op(op(op(one, self.random.choice("+*"), other), "+", 1), "%", 5)  # type: ignore[arg-type]

    def index(self) -> Expr:
        return Const(self.random.randrange(3))

    def test(self) -> Expr:
        return op(self.number(), self.random.choice(("<", "==")), self.number())

    def changed(self, level: int, depth: int, loop: bool) -> Stmt:
        if self.random.random() < 0.6:
            return Set(self.random.choice("yz"), self.number())
        return Store(self.random.choice("abc"), self.index(), self.number())

    def performed(self, level: int, depth: int, loop: bool) -> Stmt:
        catch = self.random.choice((None, 1, 2))
        return Perform(f"p{self.random.randrange(level + 1, 4)}", (self.number(),), catch)

    def branched(self, level: int, depth: int, loop: bool) -> Stmt:
        otherwise = self.block(level, depth + 1, loop) if self.random.random() < 0.4 else ()
        return If(self.test(), self.block(level, depth + 1, loop), otherwise)

    def looped(self, level: int, depth: int, loop: bool) -> Stmt:
        return ForRange(f"k{depth}", ZERO, Const(self.random.randrange(4)), self.block(level, depth + 1, True))

    def nested(self, level: int, depth: int, loop: bool) -> Stmt:
        return Attempt(self.block(level, depth + 1))

    def left(self, level: int, depth: int, loop: bool) -> Stmt:
        ways: list[Stmt] = [Return(), Return(), Leave(1), Leave(2), Leave(2), End()] if level else []
        if loop:
            ways += [Break(), Continue()] * 2
        return If(self.test(), (self.random.choice([*ways, self.changed(level, depth, loop)]),))


def answer(program: Code, x: int) -> int:
    found: int = Oracle(program).call("f", x)
    return found


def test_any_attempt_comes_to_the_same() -> None:
    shorter = 0
    for seed in range(100):
        before = Maker(seed).program()
        after = shorten(before)
        assert check(after) == []
        for x in range(2):
            assert answer(after, x) == answer(before, x), seed
        shorter += stored(after, "f") < stored(before, "f")
    assert shorter > 5
