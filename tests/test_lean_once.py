"""What is asked in several places in the same words is asked once, and what is known is not asked again."""

from __future__ import annotations

from itertools import product

import pytest

from dsl.ir.check import check
from dsl.ir.nodes import (
    INT,
    MAIN,
    Array,
    Bits,
    Block,
    Break,
    Call,
    Code,
    Const,
    Expr,
    ForRange,
    Function,
    If,
    Load,
    Local,
    Offer,
    Return,
    Set,
    Stmt,
    Store,
    Unary,
)
from dsl.ir.visit import call_graph, calls, expressions, statements, subexpressions
from dsl.optimise.common_subexpressions import ask_once
from dsl.optimise.redundant_tests import use_known
from interpreter.backends.pipeline import optimised
from tests.oracle import Oracle
from tests.small_game import ONE, ZERO, code, op, options, procedure, value
from tests.test_lean_attempts import Maker, answer

A, B, K, N = (Local(name) for name in "abkn")
ARRAYS = (Array("here", 1, Bits(10), "derived"), Array("at", 10))
YES = (Return(ONE),)


def program(*functions: Function, main: Block = ()) -> Code:
    found = code((procedure(MAIN, main), *functions), ARRAYS)
    assert check(found) == []
    return found


def there(number: Expr, of: Local, name: str, then: Block) -> ForRange:
    """For each element that is `of` it and above a number."""
    found = op(Load("at", Local(name)), "==", of)
    return ForRange(name, ZERO, Const(10), (If(found, (If(op(Local(name), ">", number), then),)),))


FIRST = value("first", INT, (there(ONE, A, "k", YES), Return(ZERO)), a=INT)
SECOND = value("second", INT, (Set("b", A), there(ONE, B, "n", YES), Return(ZERO)), a=INT)
OTHER = value("other", INT, (there(Const(5), A, "k", YES), Return(ZERO)), a=INT)


def asked(block: Block) -> list[Call]:
    inside = (e for stmt in statements(block) for expr in expressions(stmt) for e in subexpressions(expr))
    return [expr for expr in inside if isinstance(expr, Call)]


def agree(before: Code, name: str, after: Code) -> Function:
    """The function as it is now, after a look whether it gives the same."""
    assert check(after) == []
    for element in range(10):
        for number in range(-1, 3):
            one, other = Oracle(before), Oracle(after)
            for oracle in (one, other):
                oracle.state[oracle.arrays["at"].offset + element] = 1
            assert one.call(name, number) == other.call(name, number), (element, number)
    return after.functions[name]


# ------------------------------------------------------------------------------------------------------- the same words


def test_functions_that_differ_in_names_only_are_asked_as_one() -> None:
    f = value("f", INT, (Return(op(Call("first", (A,)), "+", op(Call("second", (A,)), "*", 2))),), a=INT)
    before = program(FIRST, SECOND, OTHER, f)
    assert {call.function for call in asked(agree(before, "f", ask_once(before)).body)} == {"first"}
    assert ask_once(before).functions.keys() == before.functions.keys()


def test_a_function_that_goes_through_the_loops_of_a_question_asks_it() -> None:
    body = (there(ONE, A, "x", YES), there(Const(5), A, "y", YES), Return(ZERO))
    before = program(FIRST, OTHER, value("f", INT, body, a=INT))
    assert agree(before, "f", ask_once(before)).body == (Return(op(Call("first", (A,)), "or", Call("other", (A,)))),)


def test_what_is_asked_under_a_condition_is_a_question_of_its_own() -> None:
    body = (If(Unary("not", Call("first", (A,))), (there(Const(5), A, "x", YES),)), Return(ZERO))
    before = program(FIRST, value("f", INT, body, a=INT))
    (returned,) = agree(before, "f", ask_once(before)).body
    assert isinstance(returned, Return)
    assert len(asked((returned,))) == 2


@pytest.mark.parametrize(
    "body",
    [
        (there(Const(2), A, "x", YES), Return(ZERO)),
        (there(ONE, A, "x", (Return(Const(2)),)), Return(ZERO)),
        (Set("x", A), there(ONE, A, "k", (Set("x", K), Return(ONE))), Return(op(Local("x"), ">", 2))),
    ],
    ids=("another number", "another answer", "more than the answer"),
)
def test_what_differs_in_more_than_names_is_not_the_same(body: Block) -> None:
    before = program(FIRST, value("f", INT, body, a=INT))
    assert asked(agree(before, "f", ask_once(before)).body) == []


def offered(program: Code, element: int, number: int) -> list[int]:
    oracle = Oracle(program)
    oracle.state[oracle.arrays["at"].offset + element] = 1
    oracle.offered = []
    oracle.call("o", number)
    return oracle.offered


def test_a_list_knows_the_answer_to_the_question_through_whose_loops_it_has_gone() -> None:
    rest = If(Unary("not", Call("first", (A,))), (Offer(Const(99)),))
    before = program(FIRST, options("o", (there(ONE, A, "x", (Offer(Local("x")),)), rest), "a"))
    after = ask_once(before)
    assert check(after) == []
    assert asked(after.functions["o"].body) == []
    for element, number in product(range(10), range(-1, 3)):
        assert offered(after, element, number) == offered(before, element, number)


# ------------------------------------------------------------------------------------------------------ what is known


def known(*body: Stmt) -> tuple[int, Code]:
    """How often `first` is asked in a procedure."""
    after = use_known(program(FIRST, OTHER, procedure("p", body, a=INT)))
    assert check(after) == []
    return len(asked(after.functions["p"].body)), after


ASK, ELSE = Call("first", (A,)), Call("other", (A,))
NEITHER = If(op(Unary("not", ASK), "and", Unary("not", ELSE)), (Return(),))
NOTE = Store("at", ZERO, Const(7))


def test_one_of_several_is_known_where_none_was_left_out() -> None:
    assert known(NEITHER, If(op(ASK, "or", ELSE), (NOTE,)))[0] == 2
    assert known(NEITHER, If(op(ELSE, "or", ASK), (NOTE,)))[0] == 2
    assert known(NEITHER, If(op(ASK, "and", ELSE), (NOTE,)))[0] == 4
    assert known(NEITHER, If(ASK, (NOTE,)))[0] == 3
    assert known(If(ASK, (If(ASK, (NOTE,)),), (If(ASK, (NOTE,)),)))[0] == 1
    assert known(If(op(ASK, "and", op(ELSE, "or", ASK)), (NOTE,)))[0] == 1


def test_nothing_is_known_of_what_has_changed() -> None:
    assert known(If(ASK, (), (Return(),)), NOTE, If(ASK, (NOTE,)))[0] == 2
    assert known(If(ASK, (), (Return(),)), If(ELSE, (NOTE,)), If(ASK, (NOTE,)))[0] == 3
    assert known(Set("a", ONE), If(ASK, (), (Return(),)), Set("a", ZERO), If(ASK, (NOTE,)))[0] == 2
    assert known(NEITHER, ForRange("k", ZERO, Const(2), (If(op(ASK, "or", ELSE), (NOTE,)),)))[0] == 4
    assert known(ForRange("k", ZERO, Const(2), (If(ASK, (Break(),)),)), If(ASK, (NOTE,)))[0] == 2


class Asking(Maker):
    """Programs that ask the same few things again and again."""

    more = (
        value("q", INT, (Return(op(Load("a", ZERO), "==", 1)),)),
        value("r", INT, (Return(op(Load("b", ONE), "<", Local("x"))),), x=INT),
        value("both", INT, (Return(op(Call("q"), "and", Unary("not", Call("r", (Local("x"),))))),), x=INT),
    )

    def test(self) -> Expr:
        if self.random.random() < 0.5:
            return self.random.choice((Call("q"), *(Call(name, (Local("x"),)) for name in ("r", "both"))))
        if self.random.random() < 0.3:
            return Unary("not", self.test())
        return op(self.test(), self.random.choice(("and", "or")), self.test())


def test_any_program_comes_to_the_same() -> None:
    fewer = 0
    for seed in range(100):
        before = Asking(seed).program()
        after = use_known(before)
        assert check(after) == []
        for x in range(3):
            assert answer(after, x) == answer(before, x), seed
        fewer += before != after
    assert fewer > 20


# ------------------------------------------------------------------------------------------------------------- ranges


def test_what_nobody_asks_any_more_says_nothing_of_what_others_are_asked_with() -> None:
    """`any` is no more called when `main` knows its answer; that `first` is asked for 3 alone is known all the same."""
    any_ = value("any", INT, (there(ONE, A, "x", YES), there(Const(5), A, "y", YES), Return(ZERO)), a=INT)
    three = (Const(3),)
    stop = If(op(Unary("not", Call("first", three)), "and", Unary("not", Call("other", three))), (Return(),))
    before = program(FIRST, OTHER, any_, main=(stop, If(Call("any", three), (NOTE,))))
    after = optimised(before)
    assert "any" not in {callee for callees in call_graph(after).values() for callee in callees}
    assert after.functions["any"] == any_
    assert calls(after.functions[MAIN].body).keys() == {"first", "other"}
