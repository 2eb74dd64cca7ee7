"""The passes that find a cheaper way to the same: ranges of numbers, tables worked out, loops over sets.

That they change nothing is tested on all games by the laws, where the tree-walker runs what was there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from dsl.ir.check import check
from dsl.ir.nodes import (
    DERIVE,
    INT,
    MAIN,
    Array,
    Attempt,
    Bits,
    Call,
    Choose,
    Code,
    Const,
    Expr,
    ForBits,
    ForRange,
    Function,
    Guard,
    If,
    Load,
    Local,
    Lookup,
    Offer,
    Perform,
    Return,
    Set,
    Single,
    Stmt,
    Store,
    Table,
    Unary,
    While,
)
from dsl.ir.program import AT, Alternative, Decision
from dsl.ir.visit import calls, statements
from dsl.load import compile_rules
from dsl.optimise import location_index
from dsl.optimise.constant_tables import static_functions
from dsl.optimise.inline import inline
from dsl.optimise.shifted_rows import FULL
from dsl.optimise.value_ranges import Ranges
from interpreter import load
from interpreter.backends.pipeline import machine_of, optimised, ready
from interpreter.suspend.suspension import suspend
from tests.benchmarks.operations import measured
from tests.laws.games import GAMES
from tests.oracle import Oracle
from tests.small_game import ONE, ZERO, code, decisions, op, options, procedure, value

A, B, X = Local("a"), Local("b"), Local("x")
HERE = Load("here", ZERO)
TEN = Bits(10)
SQUARES = Table("squares", tuple(k * k for k in range(10)))
NEXT = Table("next", (-1, *range(9)))
NEAR = Table("near", tuple(1 << (k + 1) % 10 | 1 << (k * k) % 10 for k in range(10)), TEN)
ARRAYS = (Array("here", 1, TEN, "derived"), Array("at", 10), Array("turn", 1))


FILL = ForRange("k", ZERO, Const(10), (Store("at", Local("k"), op(op(Local("k"), "*", 7), "%", 10)),))


def made(*functions: Function, main: Sequence[object] = ()) -> Code:
    found = code((procedure(MAIN, (*main,)), *functions), ARRAYS, (SQUARES, NEXT, NEAR))  # type: ignore[arg-type]
    assert check(found) == []
    return found


def called(*functions: Function, **arguments: tuple[int, int]) -> Code:
    """A program in which `f` is called with all these numbers, so that their ranges are known."""
    body = (Store("turn", ZERO, Call("f", tuple(Local(name) for name in arguments))),)
    for name, (low, high) in reversed(arguments.items()):
        body = (ForRange(name, Const(low), Const(high + 1), body),)  # type: ignore[assignment]
    return made(*functions, main=(FILL, *body))


def agree(before: Code, **arguments: tuple[int, int]) -> Function:
    """The function `f` as it is now, after a look whether it still gives the same for all its arguments and states."""
    after = optimised(before)
    assert check(after) == []
    for here in (0, 0b1011011001, 0b1111111111):
        machine, oracle = machine_of(before, 2), Oracle(before)
        state = machine.initial(0)
        for k in range(10):
            state[machine.arrays["at"].offset + k] = oracle.state[oracle.arrays["at"].offset + k] = 7 * k % 10
        state[machine.arrays["here"].offset] = oracle.state[oracle.arrays["here"].offset] = here
        for case in product(*(range(low, high + 1) for low, high in arguments.values())):
            assert machine.call("f", state, *case) == oracle.call("f", *case), (here, case)
    return after.functions["f"]


# --------------------------------------------------------------------------------------------------------------- ranges


def test_a_parameter_has_the_range_of_what_it_is_called_with() -> None:
    f = value("f", INT, (Return(op(A, "*", 2)),), a=INT)
    found = Ranges.of(called(f, a=(-1, 6)))
    assert found.known["f", "a"] == (-1, 6)
    assert found.known["f", ""] == (-2, 12)
    assert found.known["", "turn"] == (-2, 12)
    assert found.of_expression("f", Lookup("squares", A)) == (0, 81)


def test_nothing_is_known_of_what_is_called_from_outside_and_of_what_counts_on() -> None:
    f = value("f", INT, (Return(A),), a=INT)
    count = Store("turn", ZERO, op(Load("turn", ZERO), "+", 1))
    found = Ranges.of(made(f, main=[While(op(Load("turn", ZERO), "<", 9), (count,))]))
    assert found.of_expression("f", A) is None
    assert found.of_expression("f", Load("turn", ZERO)) is None
    assert found.of_expression("f", op(Load("turn", ZERO), "%", 4)) == (0, 3)


def test_many_numbers_given_in_a_row_are_not_taken_for_one_that_counts_on() -> None:
    found = Ranges.of(made(main=[Store("turn", ZERO, Const(k)) for k in range(30)]))
    assert found.known["", "turn"] == (0, 29)


def test_what_stands_in_a_local_is_followed_from_statement_to_statement() -> None:
    """A local is used twice: for the number of an answer, then for the piece that has this number."""
    again = Set("b", op(B, "+", 100))
    found = If(op(A, ">", 0), (Set("b", op(A, "%", 10)), again), (Set("b", Const(104)),))
    f = value("f", INT, (found, Return(op(B, "-", 100))), a=INT)
    turns = While(op(Load("turn", ZERO), "!=", 50), (Store("turn", ZERO, Call("f", (Load("turn", ZERO),))),))
    assert Ranges.of(made(f, main=[turns])).known["", "turn"] == (0, 4)


def test_a_turn_of_a_loop_begins_with_any_number_that_the_turn_before_left() -> None:
    count = While(op(A, "<", 5), (Set("a", op(A, "+", 1)), Store("turn", ZERO, A), Set("a", op(A, "*", 2))))
    found = Ranges.of(made(main=[Set("a", ZERO), count]))
    assert found.known["", "turn"] == (0, 5)
    assert found.known[MAIN, "a"] == (0, 10)


def test_an_answer_is_one_of_those_that_the_decision_knows() -> None:
    program = made(options("o", (Offer(A),), "a"), main=[Choose("x", 1, ZERO, (Const(4),)), Store("turn", ZERO, X)])
    decision = Decision("choice", "", "o", 1, (Alternative(0, 5, ("five",)),))
    found = Ranges.of(program, (*decisions(), decision))
    assert (found.known[MAIN, "x"], found.known["o", "a"]) == ((0, 4), (4, 4))
    assert Ranges.of(program, decisions(("o", 1))).of_expression(MAIN, X) is None


# --------------------------------------------------------------------------------------------------------------- tables


def test_static_functions_read_no_state_and_come_to_an_end() -> None:
    plain = value("plain", INT, (Return(Lookup("squares", A)),), a=INT)
    reads = value("reads", INT, (Return(Load("at", A)),), a=INT)
    calls = value("calls", INT, (Return(Call("reads", (A,))),), a=INT)
    waits = value("waits", INT, (While(ONE, ()), Return(A)), a=INT)
    assert static_functions(made(plain, reads, calls, waits)) == {"plain"}


def test_a_call_of_a_static_function_becomes_a_lookup() -> None:
    inner = value("inner", INT, (If(op(A, "==", -1), (Return(Const(5)),)), Return(Lookup("squares", A))), a=INT)
    f = value("f", INT, (Return(Call("inner", (A,))),), a=INT)
    (returned,) = agree(called(f, inner, a=(-1, 9)), a=(-1, 9)).body
    assert isinstance(returned, Return)
    assert isinstance(returned.value, Lookup)


def test_a_table_that_would_be_too_large_is_not_made() -> None:
    inner = value("inner", INT, (Return(op(A, "%", 3)),), a=INT)
    f = value("f", INT, (Return(Call("inner", (A,))),), a=INT)
    before = called(f, inner, a=(0, 200_000))
    assert optimised(before).functions["f"] == before.functions["f"]


@pytest.mark.parametrize("result", [op(Const(1), "//", op(A, "%", 3)), op(op(A, "*", 2**61), "*", 8)])
def test_what_goes_wrong_is_not_worked_out_before(result: Expr) -> None:
    """Python divides by nothing there, or has more than 64 bits; who knows that it is never come to?"""
    inner = value("inner", INT, (Return(result),), a=INT)
    f = value("f", INT, (Return(Call("inner", (A,))),), a=INT)
    before = called(f, inner, a=(0, 9))
    assert optimised(before).functions["f"] == before.functions["f"]


def by_cases(*first: Stmt, last: Expr) -> tuple[Function, Function]:
    """f(a), which asks for a and for 9 - a what is one thing here and another there."""
    there = Load("at", A)
    here = If(op(there, "==", op(op(A, "*", 3), "%", 10)), (Return(Const(25)),))
    way = value("way", INT, (*first, here, If(op(there, ">", 7), (Return(A),)), Return(last)), a=INT)
    both = op(op(Call("way", (A,)), "*", 100), "+", Call("way", (op(Const(9), "-", A),)))
    return value("f", INT, (Return(both),), a=INT), way


def test_a_function_of_few_numbers_that_tells_cases_apart_becomes_a_lookup() -> None:
    before = called(*by_cases(last=Lookup("squares", Load("at", A))), a=(0, 9))
    agree(before, a=(0, 9))
    (returned,) = optimised(before).functions["way"].body
    assert isinstance(returned, Return)
    assert isinstance(returned.value, Lookup)


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ((), Unary("count", HERE)),
        ((), op(Load("at", op(Lookup("squares", A), "%", 10)), "+", Load("at", Const(3)))),
        ((Set("k", ZERO), While(op(Local("k"), "<", A), (Set("k", op(Local("k"), "+", 2)),))), Local("k")),
        ((), op(A, "//", A)),
    ],
    ids=str,
)
def test_a_function_that_depends_on_more_or_might_fail_stays(first: tuple[Stmt, ...], last: Expr) -> None:
    before = called(*by_cases(*first, last=last), a=(0, 9))
    agree(before, a=(1, 8))
    assert any(isinstance(stmt, If) for stmt in optimised(before).functions["way"].body)


# ---------------------------------------------------------------------------------------------------------------- loops


def gathering(test: Expr) -> Function:
    """f(a): the numbers of 0 to 9 that pass a test, as their sum, so that the loop stays a loop, on top of a number of
    the state, so that the function stays."""
    add = Set("sum", op(Local("sum"), "+", X))
    body = (Set("sum", Unary("count", HERE)), ForRange("x", ZERO, Const(10), (If(test, (add,)),)), Return(Local("sum")))
    return value("f", INT, body, a=INT)


ABOVE = op(Lookup("squares", X), ">", A)
STEP = op(Lookup("next", X), "!=", -1)


@pytest.mark.parametrize(
    "test",
    [
        ABOVE,
        op(HERE, "has", X),
        op(ABOVE, "and", op(HERE, "has", X)),
        op(ABOVE, "or", Unary("not", op(HERE, "has", X))),
        op(X, "==", A),
        op(X, "!=", op(A, "+", 1)),
        op(STEP, "and", op(Lookup("squares", Lookup("next", X)), "<=", A)),
        op(op(Lookup("squares", X), "-", Load("at", A)), ">", 3),
        op(op(X, "+", A), "<", 9),
    ],
    ids=str,
)
def test_a_test_becomes_a_set(test: Expr) -> None:
    f = agree(called(gathering(test), a=(0, 9)), a=(0, 9))
    assert not any(isinstance(stmt, If | ForRange) for stmt in statements(f.body))


@pytest.mark.parametrize(
    ("step", "moved"),
    [
        (Lookup("next", X), True),
        (op(X, "+", 3), True),
        (op(op(X, "*", 11), "%", 20), True),
        (Lookup("squares", X), False),
        (op(op(X, "+", A), "%", 10), False),
    ],
    ids=str,
)
def test_where_a_step_leads_into_a_set_is_the_set_moved_back(step: Expr, moved: bool) -> None:
    """As long as there are not too many distances."""
    for test in (op(HERE, "has", step), op(Unary("not", op(HERE, "has", step)), "and", ABOVE)):
        f = agree(called(gathering(test), a=(0, 9)), a=(0, 9))
        assert any(isinstance(stmt, If | ForRange) for stmt in statements(f.body)) != moved


def test_a_number_that_does_not_change_in_the_loop_is_read_once_before_it() -> None:
    f = agree(called(gathering(op(op(X, "*", Load("at", A)), ">", 20)), a=(0, 9)), a=(0, 9))
    _first, named, turns, _ = f.body
    assert isinstance(named, Set)
    assert named.value == Load("at", A)
    assert isinstance(turns, ForBits)
    assert isinstance(turns.members, Lookup)


def test_what_a_number_has_to_be_for_a_sum_is_one_number() -> None:
    """With the two that it is made of the table would be four times as large."""
    test = op(op(Lookup("squares", X), "+", A), "==", op(Load("at", A), "+", Const(3)))
    after = optimised(called(gathering(test), a=(0, 9)))
    agree(called(gathering(test), a=(0, 9)), a=(0, 9))
    (turns,) = (stmt for stmt in after.functions["f"].body if isinstance(stmt, ForBits))
    assert isinstance(turns.members, Lookup)
    assert len(after.tables[turns.members.table].values) < 2 * 10


def test_what_reads_the_state_by_the_variable_is_tested() -> None:
    f = agree(called(gathering(op(ABOVE, "and", op(Load("at", X), "<", A))), a=(0, 9)), a=(0, 9))
    (turns,) = (stmt for stmt in f.body if isinstance(stmt, ForBits))
    assert isinstance(turns.body[0], If)
    assert turns.body[0].condition == op(Load("at", X), "<", A)


def test_what_might_lie_outside_is_not_read_before_the_loop() -> None:
    """Where the loop has no turn, or is left before, the index may be that of nothing."""
    test = op(op(A, ">=", 0), "and", op(op(X, "*", Load("at", A)), ">", 20))
    f = agree(called(gathering(test), a=(-1, 9)), a=(-1, 9))
    assert any(isinstance(stmt, If) for stmt in statements(f.body))


def test_what_cannot_come_up_does_not_spoil_the_rest_of_the_table() -> None:
    test = op(op(A, "<", 9), "and", op(Lookup("squares", op(A, "+", 1)), ">", X))
    agree(called(gathering(test), a=(0, 9)), a=(0, 9))


def test_a_question_whether_there_is_one_needs_no_loop() -> None:
    body = (ForRange("x", ZERO, Const(10), (If(op(ABOVE, "and", op(HERE, "has", X)), (Return(ONE),)),)), Return(ZERO))
    f = agree(called(value("f", INT, body, a=INT), a=(0, 9)), a=(0, 9))
    assert not any(isinstance(stmt, ForRange | ForBits) for stmt in statements(f.body))


@pytest.mark.parametrize("test", [op(X, "==", op(A, "*", 1000)), op(HERE, "has", X)], ids=str)
def test_a_loop_that_begins_later_does_not_find_what_lies_before(test: Expr) -> None:
    here = If(test, (Set("sum", op(Local("sum"), "+", 1)),))
    body = (Set("sum", A), ForRange("x", Const(3), Const(10), (here,)), Return(Local("sum")))
    agree(called(value("f", INT, body, a=INT), a=(0, 9)), a=(0, 9))


def test_how_many_there_are_needs_no_loop() -> None:
    here = If(op(ABOVE, "and", op(HERE, "has", X)), (Set("sum", op(Local("sum"), "+", 1)),))
    body = (Set("sum", A), ForRange("x", ZERO, Const(10), (here,)), Return(Local("sum")))
    f = agree(called(value("f", INT, body, a=INT), a=(0, 9)), a=(0, 9))
    assert not any(isinstance(stmt, ForRange | ForBits) for stmt in statements(f.body))


def test_a_loop_that_gathers_passes_over_what_gives_nothing() -> None:
    """Only the members of `here` whose set is not empty are gone through."""
    near = value("near", TEN, (Return(op(Single(Lookup("next", X), 10), "-bits", Single(A, 10))),), x=INT, a=INT)
    gather = Set("found", op(Local("found"), "|", Call("near", (X, A))))
    body = (Set("found", Const(0, TEN)), ForBits("x", HERE, (gather,)), Return(Unary("count", Local("found"))))
    f = agree(called(value("f", INT, body, a=INT), near, a=(0, 9)), a=(0, 9))
    (turns,) = (stmt for stmt in f.body if isinstance(stmt, ForBits))
    assert turns.members != HERE


def test_what_changes_in_the_loop_is_tested_at_each_turn() -> None:
    """The best so far, and a set from which the loop takes something."""
    best, mixed = Local("best"), op(op(X, "*", 7), "%", 10)
    better = If(op(mixed, ">", best), (Set("best", mixed), Set("sum", op(Local("sum"), "+", 1))))
    start = (Set("sum", ZERO), Set("best", op(A, "%", 5)))
    agree(
        called(
            value("f", INT, (*start, ForRange("x", ZERO, Const(10), (better,)), Return(Local("sum"))), a=INT), a=(0, 9)
        ),
        a=(0, 9),
    )

    above = Store("here", ZERO, op(HERE, "-bits", Single(op(X, "+", A), 10)))
    taken = If(op(HERE, "has", X), (above, Set("sum", op(Local("sum"), "+", X))))
    turns = ForRange("x", ZERO, Const(10), (taken,))
    body = (Set("sum", ZERO), Attempt((turns,)), Return(Local("sum")))
    agree(called(value("f", INT, body, a=INT), a=(1, 3)), a=(1, 3))

    lower = procedure("lower", (Store("turn", ZERO, ZERO),))
    stopped = If(op(op(X, "*", Load("turn", ZERO)), ">", 20), (Perform("lower"), Set("sum", op(Local("sum"), "+", X))))
    turns = ForRange("x", ZERO, Const(10), (stopped,))
    body = (Set("sum", ZERO), Attempt((Store("turn", ZERO, A), turns)), Return(Local("sum")))
    agree(called(value("f", INT, body, a=INT), lower, a=(3, 9)), a=(3, 9))


def test_a_loop_that_searches_an_array_stays_a_search() -> None:
    body = (ForRange("x", ZERO, Const(10), (If(op(op(Load("at", X), "==", A), "and", ABOVE), (Return(X),)),)),)
    f = value("f", INT, (*body, Return(Const(-1))), a=INT)
    assert agree(called(f, a=(0, 9)), a=(0, 9)).body[0] == body[0]


def test_a_condition_that_the_loop_changes_is_tested_anew_each_time() -> None:
    """A local that is set in the loop, or the state, if the loop acts."""
    seen = If(op(ABOVE, "and", op(X, "!=", Local("last"))), (Set("last", op(X, "+", 1)),))
    told = Return(op(Local("last"), "+", Unary("count", HERE)))
    body = (Set("last", ZERO), ForRange("x", ZERO, Const(10), (seen,)), told)
    f = agree(called(value("f", INT, body, a=INT), a=(0, 9)), a=(0, 9))
    (turns,) = (stmt for stmt in f.body if isinstance(stmt, ForBits))
    assert isinstance(turns.body[0], If)
    act = If(op(op(X, "*", Load("at", ONE)), ">", 3), (Store("at", ONE, ZERO),))
    acting = procedure("g", (ForRange("x", ZERO, Const(10), (act,)),))
    assert optimised(made(acting, main=[FILL, Perform("g")])).functions["g"] == acting


# ------------------------------------------------------------------------------------------------------- sets that grow

SEEN, FRONTIER = Local("seen"), Local("frontier")


def walk(*before: Stmt) -> Function:
    """All that is reached from x by way of the table `near`."""
    each = ForBits("k", FRONTIER, (Set("new", op(Local("new"), "|", Lookup("near", Local("k")))),))
    grown = (Set("seen", op(SEEN, "|", Local("new"))), Set("frontier", Local("new")))
    turn = (Set("new", Const(0, TEN)), each, Set("new", op(Local("new"), "-bits", SEEN)), *grown)
    start = (Set("seen", Single(X, 10)), Set("frontier", SEEN))
    return value(
        "walk", TEN, (*before, *start, While(Unary("not", Unary("empty", FRONTIER)), turn), Return(SEEN)), x=INT
    )


def asking(question: Expr, *before: Stmt) -> Code:
    return called(value("f", INT, (Return(question),), a=INT), walk(*before), a=(0, 9))


WALK = Call("walk", (op(op(A, "*", 7), "%", 10),))
GOALS = tuple(Lookup("near", op(op(A, "+", number), "%", 10)) for number in range(3))


@pytest.mark.parametrize(
    "question",
    [
        Unary("empty", op(WALK, "&", GOALS[0])),
        Unary("not", Unary("empty", op(GOALS[1], "&", op(WALK, "&", GOALS[2])))),
        op(WALK, "has", A),
        op(WALK, "has", op(A, "-", 3)),
        Unary("empty", op(WALK, "&", Const(0, TEN))),
    ],
    ids=str,
)
def test_a_walk_ends_where_it_meets_what_is_asked_for(question: Expr) -> None:
    assert "walk" not in calls(agree(asking(question), a=(0, 9)).body)


def test_a_walk_that_can_fail_goes_to_its_end() -> None:
    question = Unary("empty", op(WALK, "&", GOALS[0]))
    assert "walk" in calls(agree(asking(question, Guard(op(X, ">=", 0), "full")), a=(0, 9)).body)


# -------------------------------------------------------------------------------------------------------- rows of cells

LINES = (0b111, 0b1110, 0b111000000, 0b1001001, 0b10010010, 0b1000000001)  # of cells 0 to 9, some of one shape
ON_LINES = Table(
    "lines", tuple(sum(1 << k for k, line in enumerate(LINES) if line >> c & 1) for c in range(10)), Bits(6)
)
SHORT = Table("short", tuple(row & ~(1 << 5) for row in ON_LINES.values), Bits(6))  # one row has no cells


def rows(table: Table, cells: int = 2**10 - 1, held: Expr = HERE) -> tuple[Function, ...]:
    """f(a): whether a row is full, where nobody holds anything if a is -1."""
    gather = Set("found", op(Local("found"), "|", Lookup(table.name, X)))
    turns = ForBits("x", op(Const(cells, TEN), "-bits", held), (gather,))
    gathered = value("gathered", Bits(6), (Set("found", Const(0, Bits(6))), turns, Return(Local("found"))), a=INT)
    full = value("full", Bits(6), (Return(op(Const(2**6 - 1, Bits(6)), "-bits", Call("gathered", (A,)))),), a=INT)
    nobody = If(op(A, "==", -1), (Return(Const(0, Bits(6))),))
    of_one = value("of one", Bits(6), (nobody, Return(Call("full", (A,)))), a=INT)
    return value("f", INT, (Return(Unary("not", Unary("empty", Call("of one", (A,))))),), a=INT), of_one, full, gathered


def holding(*functions: Function) -> Code:
    asked = ForRange("a", Const(-1), Const(10), (Store("turn", ZERO, Call("f", (A,))),))
    made = code((procedure(MAIN, (asked,)), *functions), ARRAYS, (ON_LINES, SHORT))
    assert check(made) == []
    return made


HELD = (op(HERE, "-bits", Single(A, 10)), op(Const(0b1001101, TEN), "|", Single(A, 10)), Const(0b111000111, TEN))


@pytest.mark.parametrize("held", HELD, ids=str)
def test_whether_a_row_is_full_needs_no_loop(held: Expr) -> None:
    before = holding(*rows(ON_LINES, held=held))
    agree(before, a=(-1, 9))
    after = optimised(before)
    asked = {"f"}
    while more := {name for f in asked for name in calls(after.functions[f].body)} - asked:
        asked |= more
    assert not any(isinstance(stmt, ForBits) for f in asked for stmt in statements(after.functions[f].body))


@pytest.mark.parametrize(("table", "cells"), [(SHORT, 2**10 - 1), (ON_LINES, 0b111)], ids=str)
def test_a_row_without_cells_is_always_full(table: Table, cells: int) -> None:
    before = holding(*rows(table, cells, HELD[0]))
    agree(before, a=(-1, 9))
    assert not any(name.startswith(FULL) for name in optimised(before).functions)


# ------------------------------------------------------------------------------------------------------- behind pieces


def ways(start: int) -> list[list[int]]:
    """The cells on each way from a cell of a grid of 3 by 3, the nearest first."""
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    every = [[(start % 3 + k * x, start // 3 + k * y) for k in (1, 2)] for x, y in steps]
    return [[3 * y + x for x, y in way if x in range(3) and y in range(3)] for way in every]


def behind(cell: int, start: int) -> int:
    return sum(1 << far for way in ways(start) if cell in way for far in way[way.index(cell) + 1 :])


HIDDEN = tuple(behind(cell, start) for cell in range(10) for start in range(9))
SOME = Table("some", tuple(k * k * 37 % 1024 for k in range(32)), TEN)
ODD = tuple(bits for cell in range(10) for bits in (*HIDDEN[9 * cell : 9 * cell + 9], 1 << cell))  # start 9: no lines


def hiding(values: tuple[int, ...], starts: int, each: Sequence[Expr] = ()) -> Code:
    """f(a, b): what lies, seen from a, behind the cells of a set."""
    row = Lookup("behind", op(op(X, "*", starts), "+", A))
    hidden = Set("found", op(Local("found"), "|", op(row, "&", *each) if each else row))
    turns = ForBits("x", op(op(HERE, "|", Lookup("some", B)), "-bits", Single(op(B, "%", 9), 10)), (hidden,))
    f = value("f", TEN, (Set("found", Const(0, TEN)), turns, Return(Local("found"))), a=INT, b=INT)
    tried = Store("turn", ZERO, Unary("count", Call("f", (A, B))))
    body = ForRange("a", ZERO, Const(starts), (ForRange("b", ZERO, Const(32), (tried,)),))
    straight = Table("straight", tuple(sum(1 << c for way in ways(a) for c in way) for a in range(9)), TEN)
    return code((procedure(MAIN, (body,)), f), ARRAYS, (Table("behind", values, TEN), SOME, straight))


@pytest.mark.parametrize("each", [(), (Lookup("straight", A),)])
def test_lines_are_cut_off_at_the_nearest_piece(each: Sequence[Expr]) -> None:
    f = agree(hiding(HIDDEN, 9, each), a=(0, 8), b=(0, 31))
    assert not any(isinstance(stmt, ForBits) for stmt in statements(f.body))


def test_a_start_without_lines_looks_at_each_piece() -> None:
    f = agree(hiding(ODD, 10), a=(0, 9), b=(0, 31))
    assert sum(isinstance(stmt, ForBits | If) for stmt in statements(f.body)) == 2


@pytest.mark.parametrize(("cell", "start", "bits"), [(4, 0, 0b1), (1, 0, 0b101), (4, 8, 0)])
def test_what_is_behind_a_piece_in_another_way_is_gathered(cell: int, start: int, bits: int) -> None:
    values = tuple(bits if k == 9 * cell + start else row for k, row in enumerate(HIDDEN))
    f = agree(hiding(values, 9), a=(0, 8), b=(0, 31))
    assert any(isinstance(stmt, ForBits) for stmt in statements(f.body)) == (bits != 0)


# --------------------------------------------------------------------------------------------------- kept beside arrays

PIECES, SPOTS = 40, 12
EACH, FEWER = "a set for each spot", "the lowest at each spot"
P, TO = Local("p"), Local("to")


def moving(question: Function, *others: Function, more: Sequence[Array] = (), also: Sequence[Stmt] = ()) -> Code:
    """Pieces that `move` takes from spot to spot, -1 for nowhere, and a question f(a) about them; what is done also."""
    start = ForRange("p", ZERO, Const(PIECES), (Store(AT, P, op(P, "%", SPOTS)),))
    each = ForRange("p", ZERO, Const(PIECES), (Perform("move", (P, TO)),))
    anywhere = ForRange("to", Const(-1), Const(SPOTS), (each, Store("turn", ZERO, ASK)))
    every = code(
        (
            procedure(MAIN, (start, anywhere, *also)),
            procedure("move", (Store(AT, P, TO),), p=INT, to=INT),
            procedure(DERIVE, ()),
            question,
            *others,
        ),
        (Array(AT, PIECES), Array("turn", 1), *more),
        (SQUARES,),
    )
    assert check(every) == []
    return every


ASK = Call("f", (op(op(TO, "+", SPOTS), "%", SPOTS),))


def moved_about(before: Code) -> Code:
    """The program as it is now, after a look whether it answers the same, and keeps what it derives, in many moves."""
    machine, oracle, random = machine_of(before, 2), Oracle(before), Random(3)
    state = machine.initial(0)
    oracle.initial(0)
    for turn in range(300):
        move = (random.randrange(PIECES), random.randrange(-1, SPOTS))
        machine.call("move", state, *move)
        oracle.state[oracle.arrays[AT].offset + move[0]] = move[1]
        assert machine.unpack(machine.pack(state)) == state
        for spot in range(SPOTS) if turn % 3 == 0 else ():  # the oracle takes its time
            assert machine.call("f", state, spot) == oracle.call("f", spot)
    return optimised(before)


@pytest.fixture(params=[EACH, FEWER])
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is kept of the pieces at each spot: this depends on how many pieces there are."""
    monkeypatch.setattr(location_index, "MOST_IN_SETS", PIECES if request.param == EACH else PIECES - 1)
    return str(request.param)


@pytest.mark.usefixtures("kept")
def test_the_lowest_piece_at_a_spot_is_known() -> None:
    body = (ForRange("x", ZERO, Const(PIECES), (If(op(Load(AT, X), "==", A), (Return(X),)),)), Return(Const(-1)))
    f = moved_about(moving(value("f", INT, body, a=INT))).functions["f"]
    assert not any(isinstance(stmt, ForRange | ForBits) for stmt in statements(f.body))


def test_the_pieces_at_a_spot_are_looked_for_alone_or_from_the_lowest_on(kept: str) -> None:
    add = Set("sum", op(Local("sum"), "+", X))
    turns = ForRange("x", Const(5), Const(PIECES - 5), (If(op(Load(AT, X), "==", A), (add,)),))
    body = (Set("sum", ZERO), turns, Return(Local("sum")))
    f = moved_about(moving(value("f", INT, body, a=INT))).functions["f"]
    (loop,) = (stmt for stmt in f.body if isinstance(stmt, ForRange | ForBits))
    assert isinstance(loop, ForBits) == (kept == EACH)
    if isinstance(loop, ForRange):
        assert (loop.start, loop.stop) != (Const(5), Const(PIECES - 5))


@pytest.mark.usefixtures("kept")
def test_a_spot_that_is_read_in_the_state_is_read_once() -> None:
    """Those that are where the first piece is, or where the piece is that stands as high as a says."""
    with_ = op(Load(AT, X), "==", Load(AT, op(A, "*", 3)))
    seek = ForRange("x", ZERO, Const(PIECES), (If(with_, (Set("sum", op(Local("sum"), "+", X)),)),))
    f = moved_about(moving(value("f", INT, (Set("sum", ZERO), seek, Return(Local("sum"))), a=INT))).functions["f"]
    assert seek not in f.body


def test_what_is_kept_of_some_pieces_is_not_asked_for_where_others_are_moved() -> None:
    last = procedure("last", (Store(AT, op(P, "+", 30), A),), p=INT, a=INT)
    far = op(Lookup("squares", op(Load(AT, X), "%", 10)), ">", op(X, "%", 7))
    seek = ForRange("x", ZERO, Const(20), (If(far, (Set("sum", op(Local("sum"), "+", X)),)),))
    f = value("f", INT, (Set("sum", A), seek, Return(Local("sum"))), a=INT)
    some = ForRange("p", ZERO, Const(10), (Perform("last", (P, Const(3))),))
    after = moved_about(moving(f, last, also=(some,)))
    stored = {stmt.array for stmt in statements(after.functions["last"].body) if isinstance(stmt, Store)}
    assert stored == {AT}


@pytest.mark.parametrize("changed", ["counted", AT])
def test_what_is_done_with_the_pieces_at_a_spot_may_change_all_but_where_they_are(kept: str, changed: str) -> None:
    """Whoever is moved on to a spot while its pieces are gone over is gone over, too."""
    there = If(op(Load(AT, P), "==", A), (Store("counted", P, op(Load("counted", P), "+", 1)), *_next(changed)))
    each = procedure("each", (ForRange("p", ZERO, Const(PIECES), (there,)),), a=INT)
    total = Set("sum", op(Local("sum"), "+", op(Load("counted", X), "*", X)))
    f = value("f", INT, (Set("sum", A), ForRange("x", ZERO, Const(PIECES), (total,)), Return(Local("sum"))), a=INT)
    before = moving(f, each, more=(Array("counted", PIECES),), also=(Perform("each", (Const(3),)),))
    after, machine, oracle = optimised(before), machine_of(before, 2), Oracle(before)
    state = machine.initial(0)
    oracle.initial(0)
    for k in range(PIECES):
        for name, number in (("move", (k, k * k % SPOTS)), ("each", (k % SPOTS,))):
            machine.call(name, state, *number)
            oracle.call(name, *number)
        assert machine.call("f", state, k) == oracle.call("f", k)
    loops = [stmt for stmt in statements(after.functions["each"].body) if isinstance(stmt, ForBits)]
    assert bool(loops) == (kept == EACH and changed != AT)


def _next(changed: str) -> tuple[Stmt, ...]:
    """Where the piece after p goes."""
    return (If(op(P, "<", PIECES - 1), (Store(AT, op(P, "+", 1), A),)),) if changed == AT else ()


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("kinds", [((0, PIECES),), ((5, PIECES),), ((0, 18), (18, PIECES)), ((20, PIECES), (0, 30))])
def test_how_many_pieces_of_a_kind_are_at_a_spot_is_known(kinds: Sequence[tuple[int, int]]) -> None:
    add = Set("sum", op(Local("sum"), "+", 1))
    here = If(op(Load(AT, X), "==", A), (add,))
    turns = (
        turn
        for start, stop in kinds
        for turn in (ForRange("x", Const(start), Const(stop), (here,)), Set("sum", op(Local("sum"), "*", PIECES)))
    )
    body = (Set("sum", ZERO), *turns, Return(Local("sum")))
    f = moved_about(moving(value("f", INT, body, a=INT))).functions["f"]
    assert not any(isinstance(stmt, ForRange | ForBits) for stmt in statements(f.body))


def on_a_spot() -> Function:
    """The spot of a piece p, as long as it is one of the first ten."""
    there = op(op(Local("its"), ">=", 0), "and", op(Local("its"), "<", 10))
    body = (Set("its", Load(AT, P)), If(there, (Return(Local("its")),)), Return(Const(-1)))
    return value("spot", INT, body, p=INT)


def on_spots(spot: Expr) -> Code:
    """A question for the pieces from 3 on which are at any of these spots: below a, and only some of them."""
    spots = Set("spots", Const(0b1011010011, TEN))
    below = ForRange("k", ZERO, op(A, "%", 11), (Set("spots", op(Local("spots"), "-bits", Single(Local("k"), 10))),))
    found = Set("found", op(Local("found"), "|", Single(X, PIECES)))
    seek = op(op(Local("spots"), "has", spot), "and", op(op(X, "%", 5), "!=", 3))
    turns = ForRange("x", Const(3), Const(PIECES), (If(seek, (found,)),))
    told = op(op(Unary("count", Local("found")), "*", PIECES), "+", Unary("first", Local("found")))
    body = (spots, below, Set("found", Const(0, Bits(PIECES))), turns, Return(told))
    return moving(value("f", INT, body, a=INT), on_a_spot())


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("spot", [Load(AT, X), Call("spot", (X,))], ids=str)
def test_the_pieces_at_any_of_some_spots_are_looked_for_spot_by_spot(spot: Expr) -> None:
    f = moved_about(on_spots(spot)).functions["f"]
    spots = next(stmt for stmt in f.body if isinstance(stmt, ForBits))
    assert spots.members == Local("spots")


@pytest.mark.parametrize("spot", [op(Load(AT, X), "+", 1), op(Call("spot", (X,)), "*", Call("spot", (X,)))], ids=str)
def test_where_the_numbers_are_no_spots_all_pieces_are_gone_over(spot: Expr) -> None:
    f = moved_about(on_spots(spot)).functions["f"]
    assert not any(isinstance(stmt, ForBits) and stmt.members == Local("spots") for stmt in f.body)


def test_where_the_order_of_the_pieces_matters_all_are_gone_over_in_their_order() -> None:
    last = Set("sum", op(op(op(Local("sum"), "*", 3), "+", X), "%", 1000))
    turns = ForRange("x", ZERO, Const(PIECES), (If(op(Const(0b1010, TEN), "has", Load(AT, X)), (last,)),))
    body = (Set("sum", A), turns, Return(Local("sum")))
    f = moved_about(moving(value("f", INT, body, a=INT))).functions["f"]
    assert not any(isinstance(stmt, ForBits) and stmt.members == Const(0b1010, TEN) for stmt in f.body)


def test_what_depends_on_one_element_of_an_array_is_kept_beside_it() -> None:
    add = Set("sum", op(Local("sum"), "+", X))
    far = op(Lookup("squares", op(Load(AT, X), "%", 10)), ">", op(X, "%", 7))
    body = (Set("sum", A), ForRange("x", Const(2), Const(PIECES), (If(far, (add,)),)), Return(Local("sum")))
    after = moved_about(moving(value("f", INT, body, a=INT)))
    (turns,) = (stmt for stmt in after.functions["f"].body if isinstance(stmt, ForBits))
    assert isinstance(turns.members, Load)
    assert after.arrays[turns.members.array].section == "derived"


def adding(modulus: int) -> tuple[ForRange, Return]:
    """What is to know of all pieces that are somewhere, as one number."""
    its, mixed = Local("its"), op(op(Local("its"), "*", Local("its")), "+", X)
    total = Set("total", op(op(Local("total"), "+", mixed), "%", modulus))
    turn = (If(op(Load(AT, X), ">=", 0), (Set("its", op(op(Load(AT, X), "*", 5), "+", its)), total)),)
    start = (Set("its", Lookup("squares", op(X, "%", 10))),)
    return ForRange("x", ZERO, Const(PIECES), (*start, *turn)), Return(op(Local("total"), "+", A))


def test_a_sum_is_kept_up_to_date() -> None:
    after = moved_about(moving(value("f", INT, (Set("total", ZERO), *adding(97)), a=INT)))
    assert not any(isinstance(stmt, ForRange) for stmt in statements(after.functions["f"].body))


def test_a_sum_is_kept_where_attempts_change_what_is_summed_whether_they_ask_for_it_or_not() -> None:
    asked = value("g", INT, (Set("total", ZERO), *adding(97)), a=INT)
    sums = (Set("more", Call("g", (A,))), Return(op(op(Local("more"), "*", 97), "+", Call("g", (A,)))))
    body = (Attempt((Perform("move", (A, ZERO)),)), Attempt((Perform("move", (A, ONE)), *sums)))
    after = moved_about(moving(value("f", INT, (*body, Return(Call("g", (A,)))), a=INT), asked))
    assert not any(isinstance(stmt, ForRange) for stmt in statements(after.functions["g"].body))


def test_a_sum_is_kept_where_not_each_number_has_all_that_is_summed() -> None:
    its = op(op(Load(AT, X), "*", 10), "+", Load("turn", op(X, "-", 5)))
    special = If(op(op(X, ">=", 5), "and", op(X, "<", 6)), (Set("its", its),))
    total = Set("total", op(op(Local("total"), "+", op(Local("its"), "*", Local("its"))), "%", 997))
    turns = ForRange("x", ZERO, Const(PIECES), (Set("its", Load(AT, X)), special, total))
    f = value("f", INT, (Set("total", ZERO), turns, Return(op(Local("total"), "+", A))), a=INT)
    after = moved_about(moving(f))
    assert not any(isinstance(stmt, ForRange) for stmt in statements(after.functions["f"].body))


def test_what_is_not_in_a_long_array_is_not_looked_for() -> None:
    count = Set("sum", op(Local("sum"), "+", 1))
    turns = ForRange("x", ZERO, Const(300), (If(op(Load("keys", X), "==", A), (count,)),))
    f = value("f", INT, (Set("sum", ZERO), turns, Return(Local("sum"))), a=INT)
    note = procedure("note", (Store("keys", P, op(A, "*", A)),), p=INT, a=INT)
    before = code((procedure(MAIN, ()), procedure(DERIVE, ()), note, f), (Array("keys", 300),))
    machine, oracle, random = machine_of(before, 2), Oracle(before), Random(3)
    state, asked = machine.initial(0), (0, 1, 4, 9, 16, 2048, 2049, 4096, 4100)
    for _ in range(200):
        index, number = random.randrange(300), random.choice((0, 1, 2, 3, 64))
        machine.call("note", state, index, number)
        oracle.state[oracle.arrays["keys"].offset + index] = number * number
        assert machine.unpack(machine.pack(state)) == state
        assert [machine.call("f", state, key) for key in asked] == [oracle.call("f", key) for key in asked]
    assert not any(isinstance(stmt, ForRange) for stmt in optimised(before).functions["f"].body)


# ---------------------------------------------------------------------------------------------------------------- games


def test_rows_for_which_a_board_has_no_room_are_never_full() -> None:
    text = (GAMES / "classics" / "tic_tac_toe.rules").read_text("utf-8").partition("example")[0]
    match = load(text=text.replace("Row is 3", "Row is 4")).start(0)
    while match.decision is not None:
        match.choose(0)
    assert match.result is not None
    assert match.result.outcome == "nobody"


@pytest.mark.parametrize(("name", "least"), [("breakthrough", 30), ("othello", 8), ("hex", 1.1)])
def test_games_cost_much_less(name: str, least: float) -> None:
    program, _ = compile_rules(GAMES / "classics" / f"{name}.rules")
    assert program is not None
    plain = measured(program, suspend(inline(program.code)), 30)
    cheap = measured(program, ready(program.code, program.decisions), 30)
    assert plain.answers == cheap.answers
    assert plain.options == cheap.options
    assert plain.each > least * cheap.each
