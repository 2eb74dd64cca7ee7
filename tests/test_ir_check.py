"""The checker of the IR names what is wrong; the listing can be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dsl.ir.check import check
from dsl.ir.nodes import (
    ARGUMENTS,
    DERIVE,
    INT,
    MAIN,
    STATUS,
    Array,
    Attempt,
    Between,
    Binary,
    Bits,
    Block,
    Break,
    Call,
    CallStatus,
    Choose,
    Code,
    Const,
    Continue,
    End,
    Expr,
    ForBits,
    ForRange,
    FromWords,
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
    Store,
    Table,
    Unary,
    While,
    Word,
)
from dsl.ir.text import function_text, listing
from interpreter.suspend.suspension import suspend
from tests.small_game import GAME, ONE, ZERO, code, op, options, procedure, value

SET5, SET6 = Const(0b101, Bits(5)), Const(0b101, Bits(6))
X = Local("x")
ANY = If(Load("words", ZERO), (Set("x", ONE),))  # perhaps sets x
OTHERS = (
    procedure("waits", (Choose("x", 1, ZERO),)),
    procedure("ends", (End(),)),
    procedure("twice", (Store("words", ONE, Local("a")),), a=INT),
    value("double", INT, (Return(op(Local("a"), "*", 2)),), a=INT),
    options("codes", (Offer(ZERO),)),
)
ARRAYS = (Array("words", 3), Array("index", 2, Bits(5), "derived"))
TABLES = (Table("primes", (2, 3, 5)), Table("sets", (1, 2), Bits(5)))


def messages(*body: object, kind: Function | None = None) -> list[str]:
    """What the checker says of a body of `main`, or of `kind` with that body."""
    block: Block = body  # type: ignore[assignment]
    tested = (procedure(MAIN, block),) if kind is None else (procedure(MAIN, ()), replace(kind, body=block))
    return check(code((*tested, *OTHERS), ARRAYS, TABLES))


VALUE, OPTIONS = value("v", INT, ()), options("o", ())


def test_a_whole_game_is_in_order() -> None:
    assert check(GAME) == []


@pytest.mark.parametrize(
    ("stmt", "message"),
    [
        (Set("x", Local("y")), "local y is read before it is set"),
        (Set("x", Load("nowhere", ZERO)), "array 'nowhere' is not declared"),
        (Store("nowhere", ZERO, ONE), "array 'nowhere' is not declared"),
        (Set("x", Lookup("nothing", ZERO)), "table 'nothing' is not declared"),
        (Set("x", Call("nobody")), "value function 'nobody' is not declared"),
        (Perform("nobody"), "procedure 'nobody' is not declared"),
        (Set("x", Call("twice", (ONE,))), "'twice' is no value function"),
        (Perform("double", (ONE,)), "'double' is no procedure"),
        (Guard(ONE, "unheard of"), "the fault 'unheard of' is not declared"),
        (Set("x", Load("words", Const(3))), "words has no element 3"),
        (Store("words", Const(-1), ONE), "words has no element -1"),
        (Set("x", Lookup("primes", Const(3))), "primes has no element 3"),
        (Set("$x", ONE), "names with $ are the suspension pass's own"),
        (CallStatus(None, "ends"), "CallStatus is made by the suspension pass"),
    ],
)
def test_names(stmt: object, message: str) -> None:
    assert any(message in m for m in messages(stmt))


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        (Binary("+", SET5, ONE), "+: a set of 5 where a number is wanted"),
        (Binary("&", SET5, SET6), "&: a set of 6 where a set of 5 is wanted"),
        (Binary("|", ONE, SET5), "|: a number where a set is wanted"),
        (Binary("==", SET5, SET6), "==: a set of 6 where a set of 5 is wanted"),
        (Binary("==", SET5, ONE), "==: a number where a set of 5 is wanted"),
        (Binary("has", ONE, ONE), "has: a number where a set is wanted"),
        (Binary("has", SET5, SET5), "has: a set of 5 where a number is wanted"),
        (Unary("not", SET5), "not: a set of 5 where a number is wanted"),
        (Unary("count", ONE), "count: a number where a set is wanted"),
        (Single(SET5, 5), "the member of a set: a set of 5"),
        (Shifted(ONE, ONE, 5), "Shifted: a number where a set is wanted"),
        (Shifted(SET5, SET5, 9), "Shifted: a set of 5"),
        (Between(SET5, ONE, 5), "Between: a number where a set is wanted"),
        (Between(SET5, SET6, 5), "Between: a set of 6 where a set of 5 is wanted"),
        (Word(ONE, 0), "Word: a number where a set is wanted"),
        (Word(SET5, 1), "a set of 5 has no word 1"),
        (FromWords((SET5,), 5), "a word of a set: a set of 5"),
        (FromWords((ONE, ONE), 5), "a set of 5 does not have 2 words"),
        (Call("double", (SET5,)), "a of double: a set of 5 where a number is wanted"),
        (Call("double"), "double takes 1 arguments, not 0"),
        (Load("words", SET5), "an index: a set of 5"),
        (Const(2**63), "the constant 9223372036854775808 is not a number"),
        (Const(0b100000, Bits(5)), "the constant 32 is not a set of 5"),
    ],
)
def test_types_of_expressions(expr: Expr, message: str) -> None:
    assert any(message in m for m in messages(Set("x", expr)))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ((Store("words", ZERO, SET5),), "Store in words: a set of 5 where a number is wanted"),
        ((Store("index", ZERO, ONE),), "Store in index: a number where a set of 5 is wanted"),
        ((Set("x", ONE), Set("x", SET5)), "local x: a set of 5 where a number is wanted"),
        ((ForBits("x", ONE, ()),), "goes over a number, not a set"),
        ((ForRange("x", ZERO, SET5, ()),), "a bound: a set of 5"),
        ((While(SET5, ()),), "a condition: a set of 5"),
        ((Choose("x", 1, SET5),), "who chooses: a set of 5"),
        ((Choose("x", 1, ZERO, (SET5,)),), "an argument of Choose: a set of 5"),
        ((Choose("x", 1, ZERO, (ONE,) * 4),), f"more arguments than {ARGUMENTS} has words"),
        ((Choose("x", 0, ZERO),), "0 is no decision site"),
        ((Return(ONE),), "Return gives a value outside of a value function"),
        ((Leave(0),), "targets are 1 or more"),
    ],
)
def test_types_of_statements(body: tuple[object, ...], message: str) -> None:
    assert any(message in m for m in messages(*body))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ((Break(),), "Break stands outside of a loop"),
        ((If(ONE, (Continue(),)),), "Continue stands outside of a loop"),
        ((While(ONE, (Attempt((Break(),)),)),), "Break stands outside of a loop"),
        ((Attempt((Choose("x", 1, ZERO),)),), "Choose stands in an Attempt"),
        ((Attempt((Perform("waits"),)),), "waits, which can suspend, is performed in an Attempt"),
        ((Offer(ONE),), "Offer stands outside of an options function"),
        ((Perform("ends", (), 0),), "catch 0"),
        ((ForRange("x", ZERO, ONE, (Set("x", ONE),)),), "local x is set inside the loop that it belongs to"),
        ((ForRange("x", ZERO, ONE, (ForBits("x", SET5, ()),)),), "local x is set inside the loop"),
        ((ForRange("x", ZERO, ONE, (Choose("x", 1, ZERO),)),), "local x is set inside the loop"),
        ((Leave(2),), "main: nothing catches Leave(2)"),
    ],
)
def test_where_a_statement_may_stand(body: tuple[object, ...], message: str) -> None:
    assert any(message in m for m in messages(*body))


@pytest.mark.parametrize("stmt", [Choose("x", 1, ZERO), End(), Leave(1), Perform("twice", (ONE,))])
@pytest.mark.parametrize("kind", [VALUE, OPTIONS])
def test_what_only_procedures_do(stmt: object, kind: Function) -> None:
    assert any("stands outside of a procedure" in m for m in messages(stmt, kind=kind))


def test_other_functions_change_the_state_in_an_attempt_only() -> None:
    change = (Store("words", ZERO, ONE), Perform("twice", (ONE,)))
    assert any("changes only in an Attempt" in m for m in messages(change[0], Return(ONE), kind=VALUE))
    assert messages(Attempt(change), Return(ONE), kind=VALUE) == []
    assert messages(Attempt(change), Offer(ONE), kind=OPTIONS) == []


@pytest.mark.parametrize(
    "body",
    [
        (ANY,),
        (While(Load("words", ZERO), (Set("x", ONE),)),),
        (ForRange("i", ZERO, ONE, (Set("x", ONE),)),),
        (ForRange("x", ZERO, ONE, ()),),
        (Set("x", ONE), ForRange("x", ZERO, ONE, ())),
        (While(ONE, (If(Load("words", ZERO), (Break(),)), Set("x", ONE), Break())),),
        (Attempt((If(Load("words", ZERO), (End(),)), Set("x", ONE))),),
        (Attempt((Perform("ends"), Set("x", ONE))),),
    ],
)
def test_a_local_that_some_path_leaves_unset(body: tuple[object, ...]) -> None:
    assert messages(*body, Set("y", X)) == ["main: local x may be read before it is set"]


@pytest.mark.parametrize(
    "body",
    [
        (If(Load("words", ZERO), (Set("x", ONE),), (Choose("x", 1, ZERO),)),),
        (If(Load("words", ZERO), (Set("x", ONE),), (Return(),)),),
        (If(Load("words", ZERO), (Set("x", ONE),), (Guard(ZERO, "never"),)),),
        (While(ONE, (Set("x", ONE), If(Load("words", ZERO), (Break(),)))),),
        (ForRange("i", ZERO, ONE, (ANY, If(Load("words", ONE), (Continue(),)))), Set("x", ONE)),
        (Attempt((Perform("twice", (ONE,)), Set("x", ONE))),),
    ],
)
def test_a_local_that_every_path_sets(body: tuple[object, ...]) -> None:
    assert messages(*body, Set("y", X)) == []


def test_every_path_of_a_value_function_returns() -> None:
    missing = ["v: not every path ends in a Return"]
    some = If(Load("words", ZERO), (Return(ONE),))
    assert messages(some, kind=VALUE) == missing
    assert messages(some, Return(ZERO), kind=VALUE) == []
    assert messages(While(ONE, (some,)), kind=VALUE) == []
    assert messages(While(ONE, (some, If(Load("words", ONE), (Break(),)))), kind=VALUE) == missing
    assert any("Return gives no value" in m for m in messages(Return(), kind=VALUE))
    assert any("Return: a set of 5" in m for m in messages(Return(SET5), kind=VALUE))


def test_a_cycle_of_calls_is_shown() -> None:
    looped = code((procedure(MAIN, (Perform("a"),)), procedure("a", (Perform("b"),)), procedure("b", (Perform("a"),))))
    assert check(looped) == ["the call graph has a cycle: a -> b -> a"]


def test_nothing_is_nested_too_deep() -> None:
    def wrapped(times: int) -> list[str]:
        block: Block = ()
        for _ in range(times):
            block = (If(ONE, block),)
        return messages(*block)

    def summed(times: int) -> list[str]:
        expr: Expr = ONE
        for _ in range(times):
            expr = op(expr, "+", 1)
        return messages(Set("x", expr))

    assert wrapped(99) == summed(98) == []
    assert wrapped(5000) == summed(5000) == ["main: is nested too deep"]
    assert messages(*nested_loops(15)) == []
    assert messages(*nested_loops(16)) == ["main: is nested too deep"]


def nested_loops(times: int) -> Block:
    block: Block = ()
    for n in range(times):
        block = (ForRange(f"i{n}", ZERO, ONE, block),)
    return block


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (Array("frame.x", 1), "frames are made by the suspension pass"),
        (Array("x", -1), "has a negative count"),
        (Array("x", 1, Bits(5)), "sets stand only in the section derived"),
        (Array("x", 1, initial=2**63), "cannot hold its initial value"),
        (Array(STATUS, 2, section="control"), f"array {STATUS} must be"),
        (Array(STATUS, 1), f"array {STATUS} must be"),
    ],
)
def test_arrays(array: Array, message: str) -> None:
    assert any(message in m for m in check(code((procedure(MAIN, ()),), (array,))))


def test_what_every_program_has() -> None:
    bare = Code({}, {}, {})
    found = check(bare)
    assert f"array {STATUS} is missing" in found
    assert "there must be a procedure main without parameters" in found


def test_tables_hold_what_their_type_allows() -> None:
    found = check(code((procedure(MAIN, ()),), (), (Table("t", (1, 4), Bits(2)),)))
    assert found == ["table t: cannot hold the value 4"]


def test_functions_of_each_kind() -> None:
    broken = (
        Function("v", "value", (), (Return(ONE),)),
        Function("o", "options", (("s", Bits(3)),), ()),
        Function("p", "procedure", (("a", INT), ("a", INT)), ()),
    )
    found = check(code((procedure(MAIN, ()), *broken)))
    assert found == [
        "v: value and host functions have a result, others have none",
        "o: the parameters of an options function are numbers, as they are kept in the vector",
        "p: two parameters have the same name",
    ]


def test_the_derived_sections_procedure_changes_nothing_else() -> None:
    def found(*body: object) -> list[str]:
        block: Block = body  # type: ignore[assignment]
        return check(code((procedure(MAIN, ()), procedure(DERIVE, block)), ARRAYS))

    assert found(Store("index", ZERO, SET5)) == []
    assert found(Store("words", ZERO, ONE)) == ["derive: changes words, which is not in the section derived"]
    assert found(Choose("x", 1, ZERO)) == ["derive: must not suspend or end"]
    assert found(End()) == ["derive: must not end the game or leave"]


# ---------------------------------------------------------------------------------------------------------- the listing


def test_a_procedure_can_be_read() -> None:
    text = function_text(GAME.functions["take"])
    assert (
        text
        == """\
procedure take(cell: int, player: int)
    guard (taken(cell) == 0) else full
    owner[cell] = player
    score[player] = (score[player] + 1)
    if (score[player] > 20)
        end"""
    )


def test_the_listing_has_everything_before_and_after_suspension() -> None:
    before, after = listing(GAME), listing(suspend(GAME))
    assert "array owner[100]: int, position at 0" in before
    assert "table near[100]: bits 100 = 5, 10," in before
    assert "answer = choose 1(c, player) by player" in before
    assert "perform round(r) catch 1" in before
    assert "frame.turn[2] = word 1 of $rest1" in after
    assert all(f"{f.kind} {f.name}(" in after for f in GAME.functions.values())
