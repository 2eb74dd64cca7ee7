"""Machine code does what generated Python does, word for word; what it cannot do Python does, and nothing breaks it.

What operations and statements mean in every back end is tested in `test_python_backend`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import lru_cache, partial
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.ir.check import check
from dsl.ir.layout import SITE_AT
from dsl.ir.nodes import (
    INT,
    Array,
    Attempt,
    Binary,
    BinaryOp,
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
)
from dsl.ir.types import LARGEST, SMALLEST
from interpreter import load
from interpreter.state.machine import Fault, Machine, State
from tests.laws.games import GOOD, LARGE, PASSAGES, RULEBOOKS, SPINE, Setting, game, late, with_few_large
from tests.laws.games import settings as forms
from tests.natively import HAS_EXTRA, WHY_NOT, machines, not_optimised
from tests.random_programs import DECISIONS as RANDOM_DECISIONS
from tests.random_programs import programs
from tests.small_game import DECISIONS, GAME, ONE, ZERO, add, code, decisions, op, options, procedure, read, value

if not HAS_EXTRA:
    pytest.skip(WHY_NOT, allow_module_level=True)

from interpreter.backends.llvm.functions import IN_MEMORY
from interpreter.backends.llvm.machine import FIRST_OFFERS, NativeMachine
from interpreter.backends.llvm.module import LARGEST_SET, native
from interpreter.backends.llvm.objects import LARGEST_OPTIMISED
from interpreter.library.undo_log import ROOM

LONGEST = 60  # decisions of a game that are compared
A, B = Local("a"), Local("b")


class Twins:
    """One match on generated Python and as machine code; every step tests that they agree."""

    def __init__(self, python: Machine, compiled_: NativeMachine, seed: int) -> None:
        self.python, self.native = python, compiled_
        self.here, self.there = python.initial(seed), compiled_.initial(seed)
        self.fault = self._both(begun)

    def _both(self, step: Callable[[Machine, State], Any]) -> Any:
        found = outcome(step, self.python, self.here)
        assert outcome(step, self.native, self.there) == found
        assert self.native.as_python(self.there) == self.here
        return found if isinstance(found, tuple) else None

    def play(self, random: Random, longest: int = LONGEST) -> int:
        """Plays any answers, up to so many; how many there were."""
        for answers in range(longest):
            if self.fault or not self.here[SITE_AT]:
                return answers
            codes = self.python.options(self.here)
            assert self.native.options(self.there) == codes
            answer = random.choice(codes)
            self.fault = self._both(partial(answered, answer))
        return longest


def begun(machine: Machine, state: State) -> None:
    machine.run(state)


def answered(answer: int, machine: Machine, state: State) -> None:
    machine.resume(state, answer)


def outcome(step: Callable[[Machine, State], Any], machine: Machine, state: State) -> Any:
    """What a step gives: its result, or its fault, or its error."""
    try:
        return step(machine, state)
    except Fault as fault:
        return fault.code, fault.rule
    except (IndexError, ZeroDivisionError, ValueError, OverflowError, MemoryError) as error:
        return type(error), str(error)


# ---------------------------------------------------------------------------------------------------------------- games


OPTIMISED = [Setting(path) for path in RULEBOOKS]  # to do so takes seconds for large ones
LONG = ("hyperline", "beyond_nebula", "nebula_rush", "nova_raiders", "chess", "english_draughts", "rebel_moon_defense")
OTHERS = [Setting(path) for path in (*SPINE, *PASSAGES, *GOOD)]


@lru_cache(maxsize=1)
def both(setting: Setting, optimised: bool) -> tuple[Machine, NativeMachine]:
    rules = game(setting)
    with nullcontext() if optimised else not_optimised():
        machine = rules.natively().machine
    assert isinstance(machine, NativeMachine)
    return rules.machine, machine


@pytest.mark.parametrize(
    ("setting", "optimised"),
    [
        *(pytest.param(s, True, marks=pytest.mark.long if s.path.stem in LONG else []) for s in OPTIMISED),
        *((s, False) for s in OPTIMISED if s.path.stem in LONG),
        *(late(s, False, late=at % 2 == 1) for at, s in enumerate(OTHERS)),
        *(late(s, False) for path in LARGE for s in with_few_large(forms(path)[1:])),
    ],
    ids=str,
)
@settings(max_examples=2, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**64 - 1))
def test_after_every_decision_of_a_game_the_vector_is_that_of_generated_python(
    setting: Setting, optimised: bool, seed: int
) -> None:
    Twins(*both(setting, optimised), seed).play(Random(seed))


LOOPS = """
game Winding
    for 2 players: Ann, Ben

Height is from 0 to 9

place Shelf

piece Stone
    there are 3
    has a Height
    starts in the Shelf

play
    take turns from Ann
        the Player must Wind

action Wind
"""
LOOP = """\
    for each Stone
        if the Height of the Stone is less than 9, the Height of the Stone rises by 1
        otherwise the Height of the Stone becomes 0
"""
LOOPS_END = "the game ends when there is a Stone whose Height is 5\n    Ann wins\n"


def test_a_rule_of_many_loops_is_made_as_any_other() -> None:
    """A pass of the compiler goes round once more for each loop that changes the state, and gives up by `abort`."""
    rules = load(text=f"{LOOPS}{LOOP * 50}\n{LOOPS_END}")
    machine = rules.natively().machine
    assert isinstance(machine, NativeMachine)
    assert machine.native.size > LARGEST_OPTIMISED
    assert Twins(rules.machine, machine, 1).play(Random(1)) == 1


@pytest.mark.parametrize("seed", range(12))
def test_the_small_game_goes_the_same_way(seed: int) -> None:
    python, compiled_ = machines(GAME, DECISIONS)
    assert isinstance(compiled_, NativeMachine)
    assert Twins(python, compiled_, seed).play(Random(seed), 400) > 5


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(programs(), st.integers(0, 999))
def test_any_program_goes_the_same_way(program: Code, seed: int) -> None:
    python, compiled_ = machines(program, RANDOM_DECISIONS)
    assert isinstance(compiled_, NativeMachine)
    Twins(python, compiled_, seed).play(Random(seed), 25)


# --------------------------------------------------------------------------------------------- what has no definition

WILD = (SMALLEST, -(10**9), -2, -1, 0, 3, 4, 79, 80, 2**33, LARGEST)
SIZE = 70
SETS = Table("sets", (0, 1, 0b10110, 1 << 69), Bits(SIZE))
FILLED = ForRange("i", ZERO, Const(80), (Store("words", Local("i"), Local("i")),))
EXPRESSIONS: tuple[Expr, ...] = (
    Load("words", A),
    Load("words", op(A, "+", 3)),
    Load("words", op(A, "-", 7)),
    Load("words", op(A, "*", B)),
    Lookup("squares", A),
    Unary("count", Lookup("sets", A)),
    Binary("has", Lookup("sets", Const(3)), A),
    Binary("has", Single(A, SIZE), B),
    Unary("count", Single(A, SIZE)),
    Binary("//", A, B),
    Binary("%", A, B),
    Binary("+", A, B),
    Binary("-", A, B),
    Binary("*", A, B),
    Binary("and", op(A, ">", 3), op(Load("words", A), "==", B)),
    Binary("or", op(A, ">", 3), op(op(ONE, "//", 0), "==", A)),
)


def program(*functions: Function) -> Code:
    made = code(
        (procedure("main", ()), *functions),
        (Array("words", 80), Array("one", 1), Array("cells", 2, Bits(SIZE), "derived")),
        (Table("squares", (0, 1, 4, 9)), SETS),
    )
    assert check(made) == []
    return made


def agree(made: Code, names: Iterable[str], cases: Iterator[tuple[int, ...]]) -> None:
    python, compiled_ = machines(made)
    assert isinstance(compiled_, NativeMachine)
    here, there = python.initial(0), compiled_.initial(0)
    for case, name in product(cases, names):
        call = partial(called, name, case)
        assert outcome(call, python, here) == outcome(call, compiled_, there), (name, case)
        assert compiled_.as_python(there) == here


def called(name: str, case: tuple[int, ...], machine: Machine, state: State) -> int:
    return machine.call(name, state, *case)


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_a_wild_number_does_what_it_does_in_python(expr: Expr) -> None:
    """Also in the midst of an attempt, which puts the state back."""
    attempt = (Set("r", ZERO), Attempt((FILLED, Set("r", expr))), Return(Local("r")))
    made = program(
        value("f", INT, (Return(expr),), a=INT, b=INT),
        value("g", INT, attempt, a=INT, b=INT),
        value("h", INT, (Return(op(Call("g", (A, B)), "-", 1)),), a=INT, b=INT),
    )
    agree(made, "fgh", product(WILD, WILD))


def test_a_set_is_shifted_as_far_as_anybody_wants() -> None:
    shifted = Unary("count", Shifted(Lookup("sets", Const(2)), A, SIZE))
    agree(program(value("f", INT, (Return(shifted),), a=INT)), "f", product((-1, 0, 1, 63, 64, 69, 70, 71, 128, 999)))


@pytest.mark.parametrize("by", [-1, -5, -64, -69, -70, -200])
def test_a_set_is_shifted_down_by_a_number_that_is_known(by: int) -> None:
    members = op(Lookup("sets", Const(3)), "|", op(Lookup("sets", Const(2)), "|", Single(A, SIZE)))
    sums = [Set("sum", op(Local("sum"), "+", op(Local("k"), "+", 1)))]
    loops = [ForBits("k", Shifted(members, Const(by), size), (*sums,)) for size in (SIZE, 5, 200)]
    f = value("f", INT, (Set("sum", ZERO), *loops, Return(Local("sum"))), a=INT)
    made = program(f)
    agree(made, "f", product((-1, 0, 4, 63, 64, 69)))
    state = machines(made)[0].initial(0)
    here = {k + by for k in (1, 2, 4, 69, 63)}
    told = sum(k + 1 for size in (SIZE, 5, 200) for k in here if 0 <= k < size)
    assert machines(made)[0].call("f", state, 63) == told


def test_a_wild_store_changes_what_it_changes_in_python() -> None:
    made = program(procedure("f", (add("one", ZERO, 1), Store("words", A, B)), a=INT, b=INT))
    agree(made, "f", product((-1, 0, 79), (5,)))


def test_sets_of_the_derived_section_are_kept_as_words() -> None:
    body = (Store("cells", A, op(Load("cells", A), "|", Single(B, SIZE))),)
    total = Return(Unary("count", op(read("cells"), "|", read("cells", 1))))
    made = program(procedure("f", body, a=INT, b=INT), value("g", INT, (total,)))
    agree(made, "f", product((0, 1), (0, 63, 64, 69, 70)))
    compiled_ = machines(made)[1]
    state = compiled_.initial(0)
    compiled_.call("f", state, 1, 69)
    assert compiled_.call("g", state) == 1


def test_what_a_function_gives_may_be_a_set() -> None:
    members = op(Lookup("sets", A), "|", Single(B, SIZE))
    made = program(value("f", Bits(SIZE), (Return(members),), a=INT, b=INT))
    agree(made, "f", product((0, 1, 2, 3), (0, 63, 64, 69)))


@pytest.mark.parametrize("sign", ["|", "-bits"])
def test_a_member_of_a_wide_set_comes_and_goes(sign: BinaryOp) -> None:
    wide, found = 64 * IN_MEMORY, Local("found")
    first = Set("found", Const((1 << wide - 1) - (1 << 65), Bits(wide)))
    change = Set("found", Binary(sign, found, Single(A, wide)))
    told = op(op(Unary("count", found), "*", 1000), "+", Unary("first", found))
    stored = Store("cells", ONE, Binary(sign, Load("cells", ONE), Single(A, SIZE)))
    filled = Store("cells", ONE, Const(0b1011, Bits(SIZE)))
    made = program(
        value("f", INT, (first, change, Return(told)), a=INT),
        procedure("g", (filled, stored), a=INT),
    )
    agree(made, "fg", product((-1, 0, 1, 3, 63, 64, 65, 69, 70, wide - 1, wide, LARGEST)))


def test_what_an_attempt_changes_in_long_arrays_is_put_back_however_much_it_is() -> None:
    """The procedure notes what it changes only within attempts, which may lie in one another."""
    change = procedure("change", (Store("words", A, op(Load("words", A), "+", B)),), a=INT, b=INT)
    turn = Perform("change", (op(Local("i"), "%", 80), B))
    inner = Attempt((Perform("change", (A, ONE)), Set("r", op(op(Local("r"), "*", 7), "+", Load("words", A)))))
    after = Set("r", op(op(Local("r"), "*", 7), "+", Load("words", A)))
    tried = Attempt((ForRange("i", ZERO, Local("n"), (turn,)), Set("r", Load("words", ZERO)), inner, after))
    f = value("f", INT, (Set("r", ZERO), tried, Return(Local("r"))), a=INT, b=INT, n=INT)
    made = program(change, f)
    assert "define internal i64 @f1n(" in native(made).text
    agree(made, ["f"], product((0, 1, 79, 80), (2, -3), (0, 1, 100, ROOM)))
    agree(made, ["change"], product((0, 79, 80), (1, 2)))


def test_sets_too_large_for_machine_code_are_pythons() -> None:
    size = LARGEST_SET + 1
    largest = value("f", INT, (Guard(ONE, "never"), Return(Unary("first", Single(A, size)))), a=INT)
    made = program(largest, value("g", INT, (Return(op(Call("f", (A,)), "+", 1)),), a=INT))
    assert native(made).text.count("define internal i64 @f") == 2, "main and g"
    agree(made, "fg", product((0, size - 1, size)))


# ------------------------------------------------------------------------------------------------ faults and options


def test_a_fault_names_its_code_and_rule_and_puts_the_state_back() -> None:
    made = code((procedure("main", (add("one", ZERO, 1), Guard(ZERO, "full", 7))),), (Array("one", 1),))
    for machine in machines(made):
        state = machine.initial(0)
        with pytest.raises(Fault) as caught:
            machine.run(state)
        assert (caught.value.code, caught.value.rule) == ("full", 7)
        assert list(state) == list(machine.initial(0))


def test_there_is_room_for_any_number_of_options() -> None:
    many = 3 * FIRST_OFFERS
    offers = options("many", (ForRange("k", ZERO, Const(many), (Offer(op(Const(many), "-", Local("k"))), Offer(ONE))),))
    made = code((procedure("main", (Choose("x", 1, ZERO),)), offers))
    for machine in machines(made, decisions(("many", 0))):
        state = machine.initial(0)
        machine.run(state)
        assert machine.options(state) == list(range(1, many + 1))


def test_a_list_of_the_words_of_a_state_does_too() -> None:
    machine = machines(GAME, DECISIONS)[1]
    state = machine.initial(3)
    machine.run(state)
    words = list(state)
    machine.resume(words, 1)
    machine.resume(state, 1)
    assert words == list(state)
    assert machine.options(words) == machine.options(state)


def test_threads_play_on_one_machine_at_once() -> None:
    machine = machines(GAME, DECISIONS)[1]

    def played(seed: int) -> list[int]:
        random, state = Random(seed), machine.initial(seed)
        machine.run(state)
        while state[SITE_AT]:
            machine.resume(state, random.choice(machine.options(state)))
        return list(state)

    alone = [played(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(played, range(8))) == alone
