"""The back ends compute what the IR means (machine code where its extra is installed), and no word of a rulebook
reaches generated Python."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from dsl.ir.check import DEEPEST, MOST_LOOPS, check
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
    Load,
    Local,
    Lookup,
    Perform,
    Return,
    Set,
    Single,
    Store,
    Table,
    Unary,
    While,
)
from dsl.optimise.searches import searched
from interpreter.backends.pipeline import machine_of
from interpreter.backends.python.emit import emit
from interpreter.state.machine import Fault
from interpreter.suspend.suspension import suspend
from tests.natively import machines
from tests.oracle import Oracle
from tests.small_game import DECISIONS, GAME, ONE, ZERO, add, code, op, procedure, read, value

A, B, C = Local("a"), Local("b"), Local("c")
SIZE = 70
BITS = Bits(SIZE)
S, T = Local("s"), Local("t")
NUMBERS = (-3, -1, 0, 1, 2, 7, 64, 69, 70)
SETS = (0, 1, 0b10110, 1 << 69, (1 << 70) - 1)

ARITHMETIC: tuple[BinaryOp, ...] = ("+", "-", "*", "min", "max", "<", "<=", ">", ">=", "==", "!=")
DIVISIONS: tuple[BinaryOp, ...] = ("//", "%")
LOGIC: tuple[BinaryOp, ...] = ("and", "or")
ON_SETS: tuple[BinaryOp, ...] = ("&", "|", "-bits")
OF_SETS: tuple[BinaryOp, ...] = ("==", "!=")


def program(*functions: Function) -> Code:
    made = code((procedure(MAIN, ()), *functions), (Array("words", 80), Array("one", 1)), TABLES)
    assert check(made) == []
    return made


TABLES = (Table("squares", (0, 1, 4, 9)), Table("sets", SETS, BITS))


def agree(made: Code, name: str, cases: Iterator[tuple[int, ...]]) -> None:
    found = machines(made)
    oracle, states = Oracle(made), [machine.initial(0) for machine in found]
    for case in cases:
        wanted = (oracle.call(name, *case), int)
        for machine, state in zip(found, states, strict=True):
            result = machine._functions[name](state, *case)
            assert (result, type(result)) == wanted, (name, case, machine)


def in_tests(expr: Expr) -> tuple[If | Return, ...]:
    """The same expression as a condition in each of the places that take one."""
    return (If(Unary("not", op(expr, "==", 0)), (If(expr, (Return(ONE),)),)), Return(ZERO))


# ---------------------------------------------------------------------------------------------------------- expressions


@pytest.mark.parametrize("sign", [*ARITHMETIC, *DIVISIONS])
def test_operations_on_numbers(sign: BinaryOp) -> None:
    made = program(value("f", INT, (Return(Binary(sign, A, B)),), a=INT, b=INT))
    agree(made, "f", (case for case in product(NUMBERS, NUMBERS) if sign in ARITHMETIC or case[1] > 0))


@pytest.mark.parametrize("sign", ON_SETS)
def test_operations_on_sets(sign: BinaryOp) -> None:
    agree(program(value("f", BITS, (Return(Binary(sign, S, T)),), s=BITS, t=BITS)), "f", product(SETS, SETS))


@pytest.mark.parametrize("low", [S, op(S, "|", Single(Const(3), SIZE)), Const(0, BITS)])
def test_what_lies_between_two_sets(low: Expr) -> None:
    between = Between(low, T, SIZE)
    for expr in (between, op(S, "-bits", between), op(T, "&", between)):
        agree(program(value("f", BITS, (Return(expr),), s=BITS, t=BITS)), "f", product(SETS, SETS))


@pytest.mark.parametrize(
    "expr", [Unary("count", S), Unary("first", S), Unary("empty", S), Binary("==", S, T), Binary("!=", S, T)]
)
def test_questions_about_sets(expr: Expr) -> None:
    body = (*in_tests(expr),) if isinstance(expr, Binary) else (Return(expr),)
    agree(program(value("f", INT, body, s=BITS, t=BITS)), "f", product(SETS, SETS))


MEMBERS = (A, op(A, "+", 1), op(A, "%", 70), Const(69), Const(-1), Const(0), Call("same", (A,)))
SAME, SAME_SET = (
    value("same", INT, (Guard(ONE, "never"), Return(A)), a=INT),
    value("same set", BITS, (Guard(ONE, "never"), Return(S)), s=BITS),
)


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("members", [S, op(S, "&", T), Call("same set", (S,)), Const(0b101, BITS)])
def test_whether_a_set_has_a_number(member: Expr, members: Expr) -> None:
    has = Binary("has", members, member)
    made = program(
        SAME,
        SAME_SET,
        value("f", INT, (Return(has),), s=BITS, t=BITS, a=INT),
        value("g", INT, in_tests(has), s=BITS, t=BITS, a=INT),
    )
    for name in "fg":
        agree(made, name, product(SETS, SETS[2:3], NUMBERS))


@pytest.mark.parametrize("member", MEMBERS)
def test_a_set_of_one(member: Expr) -> None:
    agree(program(SAME, value("f", BITS, (Return(Single(member, SIZE)),), a=INT)), "f", product(NUMBERS))


def nested() -> Iterator[Expr]:
    """Each operation inside each other one, on both sides, so that a missing bracket shows."""
    truths: tuple[BinaryOp, ...] = ("<", "<=", ">", ">=", "==", "!=")
    for outer, inner in product((*ARITHMETIC, *LOGIC), repeat=2):
        if outer in LOGIC and inner not in (*LOGIC, *truths):
            continue
        simple: tuple[Expr, Expr, Expr] = (A, B, C)
        if inner in LOGIC or outer in LOGIC:
            simple = (op(A, ">", 0), op(B, ">", 0), op(C, ">", 0))
        yield Binary(outer, Binary(inner, simple[0], simple[1]), simple[2])
        yield Binary(outer, simple[0], Binary(inner, simple[1], simple[2]))
    for sign, inner in product(DIVISIONS, ("+", "-", "*", "min", "<", *DIVISIONS)):
        divisor = op(B, "max", 1)
        yield Binary(sign, Binary(inner, A, divisor), Const(3))
        yield Binary(sign, A, op(Binary(inner, C, divisor), "max", 2))
    for truth in truths:
        yield Unary("not", Binary(truth, A, B))
        yield Unary("not", Unary("not", op(Binary(truth, A, B), "and", op(C, ">", 0))))


def test_nested_operations_are_bracketed_where_they_must_be() -> None:
    expressions = list(nested())
    functions = [value(f"f{i}", INT, (Return(e),), a=INT, b=INT, c=INT) for i, e in enumerate(expressions)]
    made = program(*functions)
    oracle = Oracle(made)
    for machine in machines(made):
        state = machine.initial(0)
        for function, expr in zip(functions, expressions, strict=True):
            for case in product((-2, 0, 1, 3), repeat=3):
                assert machine.call(function.name, state, *case) == oracle.call(function.name, *case), (expr, case)


@pytest.mark.parametrize(
    "expr",
    [
        op(op(S, "&", T), "|", Const(8, BITS)),
        op(op(S, "|", T), "&", Const(8, BITS)),
        Binary("-bits", S, op(T, "|", Const(4, BITS))),
        Binary("-bits", op(S, "|", T), op(T, "&", Const(4, BITS))),
        op(Single(Unary("count", S), SIZE), "|", Single(Unary("first", op(S, "&", T)), SIZE)),
        Lookup("sets", op(Unary("count", S), "%", 5)),
    ],
)
def test_nested_operations_on_sets(expr: Expr) -> None:
    agree(program(value("f", BITS, (Return(expr),), s=BITS, t=BITS)), "f", product(SETS, SETS))


@pytest.mark.parametrize(
    "index", [A, op(A, "+", 2), op(op(A, "-", 1), "+", 2), op(A, "*", 2), Const(3), op(A, "max", B)]
)
def test_elements_of_arrays_and_tables(index: Expr) -> None:
    fill = ForRange("i", ZERO, Const(80), (Store("words", Local("i"), op(Local("i"), "*", Local("i"))),))
    change = Store("words", index, op(Load("words", index), "+", Lookup("squares", A)))
    body = (
        Set("r", ZERO),
        Attempt((fill, change, Set("r", op(read("words", 3), "+", Load("words", index))))),
        Return(Local("r")),
    )
    agree(program(value("f", INT, body, a=INT, b=INT)), "f", product((1, 2, 3), (0, 5)))


# ----------------------------------------------------------------------------------------------------------- statements


@pytest.mark.parametrize("members", [S, op(S, "-bits", T), Lookup("sets", Unary("count", T)), Const(0b1011, BITS)])
def test_loops_over_sets_with_jumps(members: Expr) -> None:
    i = Local("i")
    turn = (
        If(op(i, "==", 1), (While(ONE, (Break(),)), Set("r", op(Local("r"), "+", 1000)))),
        If(op(i, "==", 2), (ForRange("k", ZERO, i, (Continue(),)), Continue())),
        If(op(i, ">", 60), (Set("r", op(Local("r"), "+", 5000)), Break())),
        Set("r", op(op(Local("r"), "*", 3), "+", i)),
        Set("s", Const(0, BITS)),
    )
    made = program(value("f", INT, (Set("r", ZERO), ForBits("i", members, turn), Return(Local("r"))), s=BITS, t=BITS))
    agree(made, "f", product(SETS, SETS[:4]))


TURN = Local("i")
FOUND = op(Load("words", TURN), "==", A)


@pytest.mark.parametrize(
    ("condition", "body", "found"),
    [
        (FOUND, (Set("r", op(op(Local("r"), "*", 3), "+", TURN)),), " in found("),
        (FOUND, (Return(TURN),), " in next_found("),
        (op(Load("words", TURN), "==", read("one")), (Return(TURN),), " in next_found("),
        (op(Load("words", TURN), "==", Lookup("squares", Const(2))), (Return(B),), " in S["),
        (FOUND, (Return(B),), " in S["),
        (FOUND, (Set("r", op(Local("r"), "+", 1)),), "].count("),
        (FOUND, (Set("r", op(Local("r"), "+", 2)),), " in found("),
        (op(FOUND, "and", op(TURN, ">", B)), (Set("r", op(Local("r"), "+", 1)),), " in found("),
        (
            op(Load("words", op(TURN, "+", 2)), "==", op(A, "+", 1)),
            (Set("r", op(Local("r"), "+", TURN)), Continue()),
            " in found(",
        ),
        (op(FOUND, "and", op(TURN, ">", B)), (Set("r", op(Local("r"), "+", TURN)), Break()), " in found("),
        (FOUND, (Set("r", op(Local("r"), "+", TURN)), Break()), " in next_found("),
        (
            op(op(FOUND, "and", op(TURN, ">", 1)), "and", op(TURN, "<", 9)),
            (Set("r", op(TURN, "-", Local("r"))),),
            " in found(",
        ),
        (FOUND, (Store("one", ZERO, A), Set("r", op(Local("r"), "+", TURN))), " in found("),
        (FOUND, (Store("words", op(TURN, "+", 2), A), Set("r", op(Local("r"), "+", TURN))), " in next_found("),
        (FOUND, (Store("words", op(TURN, "+", 3), ONE), Set("r", op(Local("r"), "+", TURN))), " in next_found("),
    ],
)
def test_loops_that_search(condition: Expr, body: Block, found: str) -> None:
    """Also where they change what is still to come."""
    fill = ForRange("k", ZERO, Const(80), (Store("words", Local("k"), op(Local("k"), "%", 7)),))
    loop = ForRange("i", ONE, Const(70), (If(condition, body),))
    assert searched(loop, for_loads=True)
    made = program(value("f", INT, (Set("r", ZERO), Attempt((fill, loop)), Return(Local("r"))), a=INT, b=INT))
    assert found in emit(suspend(made)).partition("def f")[2]
    agree(made, "f", product((-1, 0, 3, 6, 7), (0, 20, 90)))


@pytest.mark.parametrize(
    ("condition", "body", "otherwise"),
    [
        (op(Load("words", TURN), "==", TURN), (Return(TURN),), ()),
        (op(Load("words", A), "==", B), (Return(TURN),), ()),
        (op(Load("words", op(TURN, "*", 2)), "==", A), (Return(TURN),), ()),
        (op(Load("words", TURN), "==", read("one")), (Store("one", ZERO, TURN),), ()),
        (op(Load("words", TURN), "==", Load("words", TURN)), (Return(TURN),), ()),
        (op(Load("words", TURN), ">", A), (Return(TURN),), ()),
        (FOUND, (Set("a", op(A, "+", 1)),), ()),
        (FOUND, (Return(TURN),), (Set("r", ONE),)),
    ],
)
def test_loops_that_only_look_like_a_search(condition: Expr, body: Block, otherwise: Block) -> None:
    """What is wanted changes from turn to turn, or there is something to do where it is not found."""
    assert searched(ForRange("i", ONE, Const(30), (If(condition, body, otherwise),)), for_loads=True) is None


def test_a_chain_as_long_as_may_be() -> None:
    chain: tuple[If | Return, ...] = (Return(Const(-1)),)
    for n in range(DEEPEST - 2):
        chain = (If(op(A, "==", n), (Return(Const(n * n)),), chain),)
    agree(program(value("f", INT, chain, a=INT)), "f", product((-1, 0, 50, DEEPEST - 3, DEEPEST)))


def test_loops_in_one_another_as_many_as_may_be() -> None:
    body: Block = (Set("n", op(Local("n"), "+", 1)), If(op(Local("n"), "==", A), (Perform("ends"),)))
    for _ in range(3):
        body = (Attempt(body), Set("n", op(Local("n"), "+", 10)))
    for n in range(MOST_LOOPS - 9):
        body = (ForRange(f"i{n}", ZERO, Const(1 + n % 2), body),)
    ends = procedure("ends", (End(),))
    agree(program(ends, value("f", INT, (Set("n", ZERO), *body, Return(Local("n"))), a=INT)), "f", product(range(5)))


# S7.1
def test_an_attempt_puts_the_state_back_however_it_is_left() -> None:
    body = (
        Attempt((
            add("one", ZERO, 5),
            If(op(A, "==", 1), (Return(read("one")),)),
            Guard(op(A, "!=", 2), "full"),
        )),
        Return(read("one")),
    )  # fmt: skip
    made = program(value("f", INT, body, a=INT))
    machine = machine_of(made, 2)
    state = machine.initial(0)
    before = state[:]
    assert machine.call("f", state, 1) == 5
    assert machine.call("f", state, 0) == 0
    with pytest.raises(Fault, match="full"):
        machine.call("f", state, 2)
    assert state == before


# S14.4
def test_a_fault_puts_the_state_back_and_names_its_code() -> None:
    made = program()
    made = replace(made, functions={MAIN: procedure(MAIN, (add("one", ZERO, 1), Guard(ZERO, "full"), End()))})
    machine = machine_of(made, 2)
    state = machine.initial(0)
    with pytest.raises(Fault) as caught:
        machine.run(state)
    assert (caught.value.code, state) == ("full", machine.initial(0))


def test_rules_are_marked_only_for_a_trace() -> None:
    marks: list[int] = []
    traced, silent = machine_of(GAME, 2, DECISIONS, mark=marks.append), machine_of(GAME, 2, DECISIONS)
    first, second = traced.initial(0), silent.initial(0)
    traced.run(first)
    silent.run(second)
    assert first == second
    assert marks == [2] + [1] * 100
    assert "mark" not in emit(suspend(GAME))


# --------------------------------------------------------------------------------------------------------------- safety


def test_no_name_of_a_rulebook_reaches_the_source() -> None:
    evil = 'x\'); import os #\n""" évil'
    functions = (
        procedure(MAIN, (Set(evil, ONE), Store(evil, ZERO, Local(evil)), Guard(Call(evil, (Local(evil),)), evil))),
        value(evil, INT, (Set("x", Lookup(evil, ZERO)), Return(Local(evil))), **{evil: INT}),
    )
    made = replace(code(functions, (Array(evil, 1),), (Table(evil, (1,)),)), faults={evil: evil})
    assert check(made) == []
    source = emit(suspend(made), trace=True)
    assert evil not in source
    machine = machine_of(made, 2)
    state = machine.initial(0)
    machine.run(state)
    assert machine.position_words(state) == (1,)


def test_the_source_has_made_up_names_and_numbers_only() -> None:
    tree = ast.parse(emit(suspend(GAME), trace=True))
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    made_up = {n for n in names if n[0] in "fvtwx" and n[1:].rstrip("m").isdigit()}
    of_python = {"range", "tuple", "map", "min", "max", "ValueError"}
    helpers = {"has", "members", "found", "next_found", *"wxijknr"}
    own = {"S", "out", *helpers, "codes", "Fault", "mark", "test"}
    assert names - made_up <= of_python | own
    constants = {type(n.value) for n in ast.walk(tree) if isinstance(n, ast.Constant)}
    assert constants <= {int, bool}
    assert not any(keyword.iskeyword(n) for n in names)


def test_what_the_pass_should_have_removed_is_refused() -> None:
    with pytest.raises(ValueError, match="Perform is for the suspension pass"):
        emit(GAME)
