"""The machine: layout and states, chance, and small functions written out."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import replace

import pytest

from dsl.ir.check import check
from dsl.ir.layout import FIRST, RANDOM_AT, SITE_AT, layout, words
from dsl.ir.nodes import (
    DERIVE,
    INT,
    MAIN,
    Array,
    Bits,
    Block,
    Call,
    Choose,
    Code,
    Const,
    Expr,
    ForRange,
    Load,
    Local,
    Offer,
    Return,
    Set,
    Single,
    Store,
)
from dsl.optimise.inline import inline
from interpreter.backends.pipeline import machine_of
from interpreter.library.chance import draw
from interpreter.state.machine import State
from tests.small_game import DECISIONS, GAME, ONE, ZERO, code, decisions, op, options, procedure, value

# --------------------------------------------------------------------------------------------------------------- layout


# S1.2
def test_the_vector_is_control_then_position_then_derived() -> None:
    arrays = {a.name: a for a in (Array("d", 2, section="derived"), Array("p", 3), *GAME.arrays.values())}
    placed = list(layout(arrays).values())
    assert [a.name for a in placed[: len(FIRST)]] == list(FIRST)
    assert [a.section for a in placed] == sorted(
        (a.section for a in placed), key=("control", "position", "derived").index
    )
    assert [a.offset for a in placed] == [sum(a.count for a in placed[:i]) for i in range(len(placed))]
    assert words(placed, "position", "derived") == words(placed) - words(placed, "control")


# --------------------------------------------------------------------------------------------------------------- states

INDEXED = code(
    (
        procedure(MAIN, (Store("at", ZERO, Const(2)), *((Choose("x", 1, ZERO),) * 2), Store("at", ONE, Local("x")))),
        procedure(DERIVE, (
            ForRange("i", ZERO, Const(3), (Store("who", Local("i"), Const(0, Bits(2))),)),
            ForRange("p", ZERO, Const(2), (
                Set("c", Load("at", Local("p"))),
                Store("who", Local("c"), op(Load("who", Local("c")), "|", Single(Local("p"), 2))),
            )),
        )),
        options("unsorted", (Offer(Const(5)), Offer(Const(-1)), Offer(Const(5)), Offer(Const(2)))),
    ),
    (Array("who", 3, Bits(2), "derived"), Array("at", 2, initial=1)),
)  # fmt: skip
UNSORTED = decisions(("unsorted", 0))


# S1.3, S11.3
def test_a_state_is_kept_without_its_derived_part() -> None:
    machine = machine_of(INDEXED, 2, UNSORTED)
    state = machine.initial(-1)
    assert (machine.size, machine.core) == (len(state), len(state) - 3)
    assert state[-3:] == [0, 0b11, 0], "derived at the start"
    machine.run(state)
    kept = machine.pack(state)
    assert isinstance(kept, array)
    assert len(kept) == machine.core
    assert machine.unpack(kept) == [*state[:-3], 0, 0b10, 0b01], "and when it comes back"
    assert machine.position_words(state) == (2, 1)


def test_options_are_ascending_and_single() -> None:
    machine = machine_of(INDEXED, 2, UNSORTED)
    state = machine.initial(0)
    assert machine.options(state) == []
    machine.run(state)
    assert machine.options(state) == [-1, 2, 5]


# S5.9
def test_equal_seeds_give_equal_states_and_any_number_is_a_seed() -> None:
    machine = machine_of(GAME, 2, DECISIONS)
    assert machine.initial(3) == machine.initial(3)
    assert machine.initial(3) != machine.initial(4)
    assert machine.initial(2**64 - 1)[RANDOM_AT] == -1
    machine.pack(machine.initial(2**200 + 5))


def test_a_machine_runs_many_states_at_once() -> None:
    machine = machine_of(GAME, 2, DECISIONS)
    first, second = machine.initial(0), machine.initial(0)
    machine.run(first)
    machine.run(second)
    machine.resume(first, 1)
    assert second[SITE_AT]
    machine.resume(second, 1)
    assert first == second


# --------------------------------------------------------------------------------------------------------------- chance


def state_with(seed: int) -> State:
    return machine_of(GAME, 2, DECISIONS).initial(seed)


def test_draws_are_those_of_splitmix64() -> None:
    state = state_with(0)
    published = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC)
    assert [draw(state, 2**31) for _ in published] == [number >> 33 for number in published]


# S5.9
def test_draws_are_even_and_go_on_from_the_word_alone() -> None:
    state = state_with(7)
    counts = Counter(draw(state, 6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(870 < n < 1130 for n in counts.values()), "within 4.5 standard deviations"
    clone = state[:]
    assert [draw(state, 100) for _ in range(9)] == [draw(clone, 100) for _ in range(9)]
    array("q", state)
    assert draw(state, 1) == 0


# ------------------------------------------------------------------------------------------------------------ inlining


def functions_with(*body: object, **more: Expr) -> Code:
    block: Block = body  # type: ignore[assignment]
    small = [value(name, INT, (Return(expr),), a=INT) for name, expr in more.items()]
    made = code((procedure(MAIN, ()), value("f", INT, block, x=INT), *small), (Array("out", 9),))
    assert check(made) == []
    return made


X, A = Local("x"), Local("a")


@pytest.mark.parametrize(
    ("small", "call", "written"),
    [
        (op(A, "+", 1), Call("g", (X,)), op(X, "+", 1)),
        (op(A, "*", A), Call("g", (X,)), op(X, "*", X)),
        (op(A, "*", 2), Call("g", (op(X, "+", 1),)), op(op(X, "+", 1), "*", 2)),
        (op(A, "*", 2), Call("g", (Call("g", (X,)),)), op(op(X, "*", 2), "*", 2)),
        (op(A, "==", 2), op(Call("g", (X,)), "==", 1), op(X, "==", 2)),
    ],
)
def test_a_small_function_is_written_out(small: Expr, call: Expr, written: Expr) -> None:
    assert inline(functions_with(Return(call), g=small)).functions["f"].body == (Return(written),)


def test_work_is_not_done_twice() -> None:
    call = Call("g", (op(X, "+", 1),))
    made = functions_with(Return(call), g=op(A, "*", A))
    assert inline(made).functions["f"].body == (Return(call),)


def test_what_may_fail_stays_a_call() -> None:
    inner = Call("f", (X,))
    made = functions_with(Set("y", X), Return(Local("y")), g=Const(1))
    user = value("h", INT, (Return(Call("g", (inner,))),), x=INT)
    made = replace(made, functions={**made.functions, "h": user})
    assert inline(made).functions["h"] == user


def test_a_large_function_stays_a_call() -> None:
    large: Expr = A
    for n in range(20):
        large = op(large, "+", n)
    made = functions_with(Return(Call("g", (X,))), g=large)
    assert inline(made).functions == made.functions
