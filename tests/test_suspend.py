"""The suspension pass: a program that waits in the vector does, decision by decision, what one on a stack does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.ir.check import check
from dsl.ir.layout import ARGUMENTS_AT, SITE_AT, STATUS_AT
from dsl.ir.nodes import (
    FRAME,
    MAIN,
    Array,
    Attempt,
    Bits,
    Block,
    Break,
    Choose,
    Code,
    Const,
    Continue,
    End,
    ForBits,
    ForRange,
    Function,
    Guard,
    If,
    Leave,
    Load,
    Local,
    Offer,
    Perform,
    Return,
    Set,
    Stmt,
    Store,
    Unary,
    While,
)
from dsl.ir.program import Decision
from dsl.ir.visit import statements
from interpreter.backends.pipeline import machine_of
from interpreter.state.machine import Fault, Machine, State
from interpreter.suspend.suspension import suspend
from tests.oracle import Oracle
from tests.random_programs import DECISIONS as RANDOM_DECISIONS
from tests.random_programs import programs
from tests.small_game import DECISIONS, GAME, ONE, ZERO, add, code, decisions, op, options, procedure, read

Sites = tuple[Decision, ...]


class Pair:
    """A machine and the oracle with the same match; every step tests that they agree."""

    def __init__(self, program: Code, sites: Sites, seed: int = 5) -> None:
        self.machine, self.oracle = machine_of(program, 2, sites), Oracle(program, sites)
        self.state = self.machine.initial(seed)
        self.oracle.initial(seed)

    @property
    def waits(self) -> bool:
        return self.state[SITE_AT] != 0

    def run(self) -> str:
        return self._both(lambda: self.machine.run(self.state), self.oracle.run)

    def resume(self, answer: int) -> str:
        return self._both(lambda: self.machine.resume(self.state, answer), lambda: self.oracle.resume(answer))

    def _both(self, first: Callable[[], None], second: Callable[[], None]) -> str:
        """The code of the fault in which both end, or "" if they go well."""
        before = self.state[:]
        fault = fault_of(first)
        assert fault == fault_of(second)
        if fault:
            assert self.state == before
            return fault
        words = range(ARGUMENTS_AT + self.oracle.arrays["decision.arguments"].count)
        assert [self.state[i] for i in words] == [self.oracle.state[i] for i in words]
        assert self.machine.position_words(self.state) == self.oracle.position_words()
        assert self.machine.options(self.state) == self.oracle.options()
        assert self.machine.unpack(self.machine.pack(self.state)) == self.state
        return ""


def fault_of(run: Callable[[], None]) -> str:
    try:
        run()
    except Fault as fault:
        return fault.code
    return ""


def play(program: Code, sites: Sites, picks: Sequence[int]) -> tuple[Pair, list[tuple[State, int]]]:
    """A match with an answer for each of `picks`, with the state at each decision and what was answered."""
    pair = Pair(program, sites)
    history: list[tuple[State, int]] = []
    fault = pair.run()
    for pick in picks:
        if fault or not pair.waits:
            break
        codes = pair.machine.options(pair.state)
        history.append((pair.state[:], codes[pick % len(codes)]))
        fault = pair.resume(history[-1][1])
    return pair, history


def replayed(machine: Machine, history: Sequence[tuple[State, int]]) -> list[State]:
    """The states after each answer, played anew on one clone of the first state; a fault leaves it as it was."""
    states: list[State] = []
    clone = history[0][0][:] if history else []
    for _, answer in history:
        with suppress(Fault):
            machine.resume(clone, answer)
        states.append(clone[:])
    return states


def frame_words(machine: Machine, state: Sequence[int]) -> list[int]:
    frames = [a for a in machine.arrays.values() if a.name.startswith(FRAME)]
    return [state[a.offset + i] for a in frames for i in range(a.count)]


def small_game(seed: int) -> tuple[Pair, list[tuple[State, int]]]:
    random = Random(seed)
    return play(GAME, DECISIONS, [random.choice((0, 0, 0, 1, 1, 2, 3, 4)) for _ in range(300)])


# ------------------------------------------------------------------------------------------------------- the small game


# S11.1, S11.2
@pytest.mark.parametrize("seed", range(12))
def test_a_game_goes_as_it_does_on_a_stack(seed: int) -> None:
    pair, history = small_game(seed)
    assert len(history) > 5
    assert pair.state[STATUS_AT] == 1


def test_the_seeds_end_the_game_in_all_ways() -> None:
    last = {(state[SITE_AT], answer) for _, history in map(small_game, range(12)) for state, answer in history[-1:]}
    assert last == {(1, 4), (3, 0)}, "by End inside of loops, and by the end of main"


# S11.3
@pytest.mark.parametrize("seed", range(4))
def test_a_clone_goes_on_like_the_original(seed: int) -> None:
    pair, history = small_game(seed)
    for start in range(0, len(history), 5):
        states = [state for state, _ in history[start + 1 :]]
        assert replayed(pair.machine, history[start:]) == [*states, pair.state]


# S1.3, S14.2
@pytest.mark.parametrize("seed", range(4))
def test_no_frame_is_left_when_the_game_is_over(seed: int) -> None:
    pair, history = small_game(seed)
    assert any(frame_words(pair.machine, history[0][0]))
    assert not any(frame_words(pair.machine, pair.state))
    assert pair.state[: ARGUMENTS_AT + 3].count(0) == ARGUMENTS_AT + 1, "only the status and the random word are left"


# --------------------------------------------------------------------------------------------------- random programs


# S11.1, S11.2
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(programs(), st.lists(st.integers(0, 5), min_size=25, max_size=25))
def test_any_program_goes_as_it_does_on_a_stack(program: Code, picks: list[int]) -> None:
    assert check(program) == []
    pair, history = play(program, RANDOM_DECISIONS, picks)
    if pair.state[STATUS_AT]:
        assert not any(frame_words(pair.machine, pair.state))
    middle = len(history) // 2
    later = [state for state, _ in history[middle + 1 :]]
    assert replayed(pair.machine, history[middle:]) == ([*later, pair.state] if history else [])


# -------------------------------------------------------------------------------------------------------- what is kept

SITE_OF_TEN = decisions(("ten", 0))
TEN = options("ten", (ForRange("k", ZERO, Const(10), (Offer(Local("k")),)),))


def ask(name: str) -> Choose:
    return Choose(name, 1, ZERO)


def program(*body: Stmt, more: tuple[Function, ...] = ()) -> Code:
    made = code((procedure(MAIN, body), *more, TEN), (Array("out", 4),))
    assert check(made) == []
    return made


def after(made: Code, *answers: int) -> tuple[Machine, State]:
    machine = machine_of(made, 2, SITE_OF_TEN)
    state = machine.initial(0)
    machine.run(state)
    for answer in answers:
        machine.resume(state, answer)
    return machine, state


# S1.3
def test_a_local_that_is_not_read_again_leaves_no_trace() -> None:
    made = program(ask("x"), Store("out", ZERO, op(Local("x"), "//", 5)), ask("y"), Store("out", ONE, Local("y")))
    assert after(made, 3)[1] == after(made, 4)[1]
    assert after(made, 3)[1] != after(made, 5)[1]


# S1.3
def test_a_local_that_is_set_anew_leaves_no_trace() -> None:
    made = program(ask("x"), Store("out", ZERO, ONE), ask("x"), Store("out", ONE, Local("x")))
    assert after(made, 3)[1] == after(made, 4)[1]


def test_a_local_that_is_read_in_the_next_turn_is_kept() -> None:
    turn = (Store("out", ZERO, op(read("out"), "+", Local("x"))), ask("y"))
    made = program(ask("x"), ForRange("i", ZERO, Const(3), turn))
    machine, state = after(made, 7, 0, 0, 0)
    assert (state[STATUS_AT], machine.position_words(state)[0]) == (1, 21)


def test_a_frame_has_words_for_what_lives_at_the_same_time_only() -> None:
    first = (ask("a"), ask("b"), Store("out", ZERO, op(Local("a"), "+", Local("b"))))
    second = (ask("c"), ask("d"), Store("out", ONE, op(Local("c"), "+", Local("d"))))
    assert suspend(program(*first, *second)).arrays["frame.main"].count == 2


K = Local("k")
OUT = read("out")
SET_K, READ_K, STOP = Set("k", ONE), Store("out", ZERO, K), If(Local("x"), (Break(),))
QUIET = procedure("quiet", (add("out", ZERO, 1),))
LEAVING = procedure("leaving", (add("out", ZERO, 1), If(op(OUT, ">", 1), (Leave(1),))))


@pytest.mark.parametrize(
    ("kept", "body"),
    [
        (True, (SET_K, ask("x"), ForRange("i", ZERO, OUT, (SET_K,)), READ_K)),
        (False, (SET_K, ask("x"), SET_K, ForRange("i", ZERO, OUT, (READ_K,)))),
        (True, (SET_K, ask("x"), While(op(OUT, ">", 3), (SET_K, STOP)), READ_K)),
        (False, (While(ONE, (ask("x"), SET_K, Break())), READ_K)),
        (False, (While(ONE, (ask("x"), If(Local("x"), (SET_K, Break())))), READ_K)),
        (True, (SET_K, While(ONE, (ask("x"), STOP, SET_K)), READ_K)),
        (True, (SET_K, While(ONE, (READ_K, ask("x"), If(Local("x"), (Continue(),)), SET_K)))),
        (False, (SET_K, While(ONE, (SET_K, READ_K, ask("x"), If(Local("x"), (Continue(),)), SET_K)))),
        (True, (SET_K, ask("x"), ForRange("i", ZERO, Const(2), (STOP, SET_K)), READ_K)),
        (True, (SET_K, ask("x"), ForRange("i", ONE, Const(2), (If(Local("x"), (Continue(),)), SET_K)), READ_K)),
        (False, (SET_K, ask("x"), If(Local("x"), (Return(),)), SET_K, READ_K)),
        (False, (SET_K, ask("x"), If(Local("x"), (End(),), (SET_K,)), READ_K)),
        (True, (SET_K, ask("x"), If(Local("x"), (SET_K,)), READ_K)),
        (True, (SET_K, ask("x"), Attempt((Perform("leaving"), SET_K)), READ_K)),
        (True, (SET_K, ask("x"), Attempt((If(Local("x"), (End(),)), SET_K)), READ_K)),
        (False, (SET_K, ask("x"), Attempt((Perform("leaving", (), 1), SET_K)), READ_K)),
        (False, (ask("x"), Attempt((Perform("quiet"), SET_K)), READ_K)),
        (False, (SET_K, ask("x"), Guard(ZERO, "never"), READ_K)),
    ],
)
def test_a_local_is_kept_if_some_way_leads_to_its_next_reading(kept: bool, body: Block) -> None:
    made = suspend(program(*body, more=(QUIET, LEAVING)))
    saved = [s.value for s in statements(made.functions[MAIN].body) if isinstance(s, Store) and s.array == FRAME + MAIN]
    assert (K in saved) == kept


@pytest.mark.parametrize("size", [1, 63, 64, 65, 128, 200])
def test_a_set_of_any_size_survives(size: int) -> None:
    members = sum(1 << i for i in (0, 62, 63, 64, 127, 199) if i < size)
    step = (ask("x"), add("out", ZERO, Local("i")), add("out", ONE, 1))
    made = program(
        Set("s", Const(members, Bits(size))),
        ForBits("i", Local("s"), step),
        Store("out", Const(2), Unary("count", Local("s"))),
    )
    machine, state = after(made, *([0] * members.bit_count()))
    assert state == machine.unpack(machine.pack(state))
    numbers = [i for i in range(size) if members >> i & 1]
    assert machine.position_words(state)[:3] == (sum(numbers), len(numbers), len(numbers))
    assert state[STATUS_AT] == 1


def test_bounds_and_sets_of_loops_are_read_once() -> None:
    grow = (ask("x"), add("out", ZERO, 1))
    made = program(Store("out", ZERO, Const(2)), ForRange("i", ZERO, read("out"), grow))
    machine, state = after(made, 0, 0)
    assert (state[STATUS_AT], machine.position_words(state)[0]) == (1, 4)


# ---------------------------------------------------------------------------------------------------- shape and entries


def test_nothing_is_left_for_a_back_end_to_suspend() -> None:
    left = {type(s) for f in suspend(GAME).functions.values() for s in statements(f.body)}
    assert left.isdisjoint({Choose, Perform, End, Leave})


def test_only_what_suspends_is_taken_apart() -> None:
    functions = suspend(GAME).functions
    loops = [s for s in statements(functions["promise"].body) if isinstance(s, ForBits)]
    assert loops, "a loop without a decision stays as it is"
    taken_apart = {f.name for f in functions.values() if Set("$pc", Load(FRAME + f.name, ZERO)) in f.body}
    assert taken_apart == {"main", "round", "turn", "bonuses"}


def test_frames_stand_callers_first() -> None:
    frames = [name for name in suspend(GAME).arrays if name.startswith(FRAME)]
    assert frames == [FRAME + name for name in ("main", "round", "turn", "bonuses")]


def test_the_outermost_of_several_suspended_procedures_goes_on() -> None:
    around = procedure("around", (Perform(MAIN), ask("y"), Store("out", ONE, Local("y"))))
    machine = machine_of(program(ask("x"), Store("out", ZERO, Local("x")), more=(around,)), 2, SITE_OF_TEN)
    state = machine.initial(0)
    machine.run(state, "around")
    machine.resume(state, 4)
    machine.resume(state, 7)
    assert (state[STATUS_AT], machine.position_words(state)[:2]) == (1, (4, 7))


def test_a_procedure_can_be_run_in_the_place_of_main() -> None:
    phase = procedure("phase", (ask("x"), Store("out", ZERO, Local("x"))))
    made = program(Perform("phase"), ask("y"), Store("out", ONE, Const(9)), more=(phase,))
    machine = machine_of(made, 2, SITE_OF_TEN)
    state = machine.initial(0)
    machine.run(state, "phase")
    machine.resume(state, 4)
    assert (state[STATUS_AT], machine.position_words(state)[:2]) == (1, (4, 0))


def test_what_is_left_early_in_an_attempt_ends_the_attempt_only() -> None:
    leaving = procedure("leaving", (Store("out", ZERO, ONE), If(op(read("out", 1), "==", 1), (Leave(1),)), End()))
    body = (
        Set("n", ZERO),
        ForRange("i", ZERO, Const(2), (
            Store("out", ONE, Local("i")),
            Attempt((
                Set("n", op(Local("n"), "+", 1)),
                ForRange("j", ZERO, Const(5), (Perform("leaving"), Set("n", Const(90)))),
                Set("n", Const(80)),
            )),
        )),
        ask("x"),
        Store("out", Const(2), Local("n")),
    )  # fmt: skip
    machine, state = after(program(*body, more=(leaving,)), 0)
    assert machine.position_words(state) == (0, 1, 2, 0)


def test_attempts_inside_of_attempts_end_for_themselves() -> None:
    inner = Attempt((ForRange("j", ZERO, ONE, (add("out", ZERO, 5), Perform("leaving"))),))
    tally = (Set("n", op(Local("n"), "+", 1)), If(op(Local("n"), ">", 5), (Leave(1),)))
    outer = Attempt((ForRange("i", ZERO, Const(2), (inner, *tally)), Set("n", op(Local("n"), "+", 10))))
    made = program(Set("n", ZERO), outer, ask("x"), Store("out", ONE, Local("n")), more=(LEAVING,))
    machine, state = after(made, 0)
    assert machine.position_words(state) == (0, 12, 0, 0)


def test_an_answer_without_a_decision_is_refused() -> None:
    machine, state = after(program(ask("x")), 1)
    with pytest.raises(ValueError, match="no decision"):
        machine.resume(state, 1)
