"""Many games at once: what machine code makes of them is what matches make of them, and that is what players get."""

from __future__ import annotations

import ctypes
import warnings
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.library.chance import seed_of
from interpreter.play.action_numbers import Numbering
from interpreter.play.game import Game
from interpreter.play.observation import Observation
from tests.handmade import program
from tests.laws.games import GAMES, LANGUAGE, Setting, game
from tests.laws.play import core, texts
from tests.natively import HAS_EXTRA, WHY_NOT

if find_spec("numpy") is None:
    pytest.skip("BATCHES NOT RUN: numpy is missing", allow_module_level=True)

import numpy as np

from interpreter.adapters.batch import Batch, SteppedInPython, TimeStep
from interpreter.adapters.batch_matches import Unlogged
from interpreter.adapters.batch_rows import as_text

with_extra = pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)
pytestmark = pytest.mark.filterwarnings("ignore::interpreter.adapters.batch.SteppedInPython")

TIC_TAC_TOE, KUHN = (GAMES / "classics" / f"{name}.rules" for name in ("tic_tac_toe", "kuhn_poker"))
WHOLLY = [TIC_TAC_TOE, KUHN, *(GAMES / "classics" / f"{name}.rules" for name in ("connect_four", "leduc_poker"))]
WHOLLY += [GAMES / "classics" / f"{name}.rules" for name in ("breakthrough", "english_draughts", "othello")]
PARTLY = [GAMES / "rebel_moon_defense.rules", LANGUAGE / "good" / "in_secret.rules"]
PARTLY += [LANGUAGE / "spine" / f"{name}.rules" for name in ("secret_combat", "theft", "windows")]
FIELDS = ("observation", "action_mask", "player", "reward", "terminated", "truncated", "illegal")
N, STEPS, LONGEST = 3, 40, 25


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """To optimise takes most of the time."""
    if HAS_EXTRA:
        from interpreter.backends.llvm import objects

        monkeypatch.setattr(objects, "LARGEST_OPTIMISED", 0)


class Chooser:
    """Takes any action, and now and then one that there is not."""

    def __init__(self, batch: Batch, wrong: bool = True, luck: int = 1) -> None:
        self._random = np.random.default_rng(luck)
        self._wrong = (-1, batch.actions, 2**62, -(2**62)) if wrong else ()
        self._turn = 0

    def __call__(self, step: TimeStep) -> Any:
        self._turn += 1
        actions: Any = (self._random.random(step.action_mask.shape) * step.action_mask).argmax(axis=1)
        if self._wrong and self._turn % 5 == 0:
            actions[self._turn % len(actions)] = self._wrong[self._turn // 5 % len(self._wrong)]
        return actions


def played(batch: Batch, steps: int, wrong: bool = True, luck: int = 1) -> list[TimeStep]:
    """What each step brings of games in which anything is done."""
    chooser, found = Chooser(batch, wrong, luck), [batch.reset()]
    for _ in range(steps):
        found.append(batch.step(chooser(found[-1])))
    return found


def assert_same(left: list[TimeStep], right: list[TimeStep]) -> None:
    for number, (one, other) in enumerate(zip(left, right, strict=True)):
        for field in FIELDS:
            mine, theirs = getattr(one, field), getattr(other, field)
            assert mine.dtype == theirs.dtype
            assert mine.shape == theirs.shape
            assert (mine == theirs).all(), f"{field} after {number} steps"


# ----------------------------------------------------------------------------------------------- natively and in words


def in_both_ways(path: Path, n: int = N, steps: int = STEPS) -> Any:
    """Compares both; the native one."""
    rules = game(Setting(path))
    native = Batch(rules, n, seed=5, longest=LONGEST)
    assert native.native
    found = played(native, steps)
    assert_same(played(Batch(rules, n, seed=5, longest=LONGEST, native=False), steps), found)
    assert any(step.illegal.any() for step in found)
    return native


@with_extra
@pytest.mark.parametrize("path", WHOLLY, ids=lambda path: path.stem)
def test_machine_code_gives_all_that_matches_give(path: Path) -> None:
    native = in_both_ways(path)
    assert not native._side._matches.matches, "no state was left to Python"


@with_extra
@pytest.mark.parametrize("path", [*WHOLLY, LANGUAGE / "good" / "in_secret.rules"], ids=lambda path: path.stem)
@given(seed=st.integers(0, 2**62), luck=st.integers(0, 2**32))
def test_whatever_is_done_in_whatever_games_it_is_the_same(path: Path, seed: int, luck: int) -> None:
    rules = game(Setting(path))
    native, slow = (played(Batch(rules, 2, seed, native=way), 6, luck=luck) for way in (True, False))
    assert_same(slow, native)


@with_extra
@pytest.mark.slow
@pytest.mark.parametrize("path", PARTLY, ids=lambda path: path.stem)
def test_what_machine_code_leaves_alone_is_the_same_too(path: Path) -> None:
    in_both_ways(path, n=2, steps=20)


@with_extra
def test_more_options_than_there_is_room_for_are_no_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.adapters.batch_native.ROOM", 1)
    in_both_ways(WHOLLY[2])


@with_extra
def test_what_compiled_code_gives_up_is_done_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.backends.llvm.machine import NativeMachine
    from interpreter.library.context import FAULT, GIVEN_UP

    calls, kind = [0], ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)

    def give_up(_: int, context: int, __: int) -> int:
        calls[0] += 1
        ctypes.c_int64.from_address(context + 8 * FAULT).value = GIVEN_UP
        return 0

    never, addresses = kind(give_up), NativeMachine.addresses

    def in_vain(machine: Any) -> dict[str, int]:
        procedures = {name for name, signature in machine.native.functions.items() if signature.kind == "procedure"}
        given_up = ctypes.cast(never, ctypes.c_void_p).value or 0
        return {name: given_up if name in procedures else at for name, at in addresses(machine).items()}

    monkeypatch.setattr(NativeMachine, "addresses", in_vain)
    in_both_ways(KUHN)
    assert calls[0] > STEPS


@with_extra
def test_a_fault_ends_its_game_only_and_is_worth_nothing() -> None:
    rules = Game.of(program(fragile=True))
    found = played(Batch(rules, 5, seed=1), STEPS, wrong=False)
    assert_same(played(Batch(rules, 5, seed=1, native=False), STEPS, wrong=False), found)
    faults = [(step.terminated & ~step.reward.any(axis=1)).sum() for step in found]
    assert 0 < sum(faults) < sum(step.terminated.sum() for step in found)


@with_extra
def test_threads_with_batches_of_their_own_do_not_disturb_one_another() -> None:
    rules = game(Setting(KUHN)).natively()
    alone = [played(Batch(rules, 20, seed), STEPS) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(lambda seed: played(Batch(rules, 20, seed), STEPS), range(4))
        for one, other in zip(alone, together, strict=True):
            assert_same(one, other)


# ----------------------------------------------------------------------------------------------------- what players get


def batch(path: Path, n: int = N, **named: Any) -> Batch:
    return Batch(game(Setting(path)), n, **named)


def test_each_state_is_a_match_with_a_seed_of_its_own() -> None:
    rules = game(Setting(KUHN))
    numbering = Numbering(rules)
    step = batch(KUHN, 8, seed=3).reset()
    for number in range(8):
        match = rules.start(seed_of(3, number))
        assert step.observation[number].tolist() == Observation(numbering).row(match.position, 0)
        assert np.flatnonzero(step.action_mask[number]).tolist() == [*numbering.options(match.position)]
    assert len({tuple(row) for row in step.observation.tolist()}) > 1


@pytest.mark.parametrize("path", PARTLY, ids=lambda path: path.stem)
@given(seed=st.integers(0, 2**62))
def test_a_match_of_which_nothing_is_kept_goes_as_any_other(path: Path, seed: int) -> None:
    rules, random = game(Setting(path)), np.random.default_rng(seed)
    whole, bare = rules.start(seed), Unlogged(rules, seed)
    for _ in range(12):
        if whole.decision is None:
            break
        options, who = whole.decision.options, whole.decision.who[0]
        option = options[int(random.integers(len(options)))]
        for match in (whole, bare):
            match.choose(option, who)
        assert core(bare) == core(whole)
        assert texts(bare) == texts(whole)


def test_an_action_that_cannot_be_taken_is_told_and_moves_nothing() -> None:
    games = batch(TIC_TAC_TOE)
    games.reset()
    before = games.step([4, 4, 4])
    after = games.step([4, 0, -1])
    assert after.illegal.tolist() == [True, False, True]
    assert not any(brought.any() for brought in (after.reward, after.terminated, after.truncated))
    assert (after.observation == before.observation).all(axis=1).tolist() == [True, False, True]


def test_who_wins_is_rewarded_and_the_next_game_begins_at_once() -> None:
    games = batch(TIC_TAC_TOE)
    first, found = games.reset(), played(games, 30, wrong=False)
    ended = [step for step in found if step.terminated.any()]
    assert len(ended) > 3
    for step in ended:
        over = step.terminated
        assert set(step.reward[over].sum(axis=1).tolist()) == {0.0}
        assert not step.reward[~over].any()
        assert (step.observation[over] == first.observation[over]).all()
        assert step.action_mask[over].all()
    assert any(step.reward.max() == 1 for step in ended)


def test_a_game_that_takes_too_long_is_cut_and_nobody_has_anything() -> None:
    games = batch(TIC_TAC_TOE, longest=2)
    first = games.reset()
    games.step([0, 0, 0])
    step = games.step([1, 1, 0])
    assert step.truncated.tolist() == [True, True, False]
    assert not step.reward.any()
    assert (step.observation[:2] == first.observation[:2]).all()
    assert step.action_mask.sum(axis=1).tolist() == [9, 9, 8]


def test_the_same_seed_gives_the_same_games_and_another_gives_others() -> None:
    games = batch(KUHN, 20)
    first, again, other = games.reset(seed=1), games.reset(), games.reset(seed=2)
    assert (first.observation == again.observation).all()
    assert (first.observation != other.observation).any()


def test_what_are_no_actions_is_refused() -> None:
    games = batch(TIC_TAC_TOE)
    with pytest.raises(ValueError, match="comes first"):
        games.step([0, 0, 0])
    games.reset()
    with pytest.raises(ValueError, match="3 whole numbers"):
        games.step([0, 0])
    with pytest.raises(ValueError, match="3 whole numbers"):
        games.step([0.5, 0.5, 0.5])
    with pytest.raises(ValueError, match="at least one game"):
        batch(TIC_TAC_TOE, 0)


def test_numbers_are_sorted_as_texts() -> None:
    numbers = np.array([0, 1, 9, 10, 11, 19, 2, 20, 99, 100, 101, 999, 1000, -1, -2, -10, -100, 123456, 12345])
    by_text = sorted(numbers.tolist(), key=lambda number: f"({number}, 0)")
    assert numbers[np.argsort(as_text(numbers))].tolist() == by_text


# ------------------------------------------------------------------------------------------------------------- slowness


def test_without_machine_code_it_is_said_how_slow_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.backends.llvm.loading.find_spec", lambda name: None)
    slow = "30 to 100 times as slow as machine code, steps all 3 games.*pip install"
    with pytest.warns(SteppedInPython, match=slow) as told:
        games = Batch(game(Setting(TIC_TAC_TOE)), 3)
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        games.reset()
    assert (games.native, games.in_python) == (False, 3)


@with_extra
def test_where_python_steps_some_games_it_is_said_of_how_many() -> None:
    games = Batch(game(Setting(LANGUAGE / "good" / "in_secret.rules")), 3)
    with pytest.warns(SteppedInPython, match="steps 3 of the 3 games of this batch now") as told:
        step = games.reset()
    assert told[0].filename == __file__
    assert (games.native, games.in_python) == (True, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        games.step(step.action_mask.argmax(axis=1))  # it is said once


def test_who_asks_for_python_is_not_warned() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        games = Batch(game(Setting(TIC_TAC_TOE)), 3, native=False)
        games.reset()
    assert games.in_python == 3


@with_extra
def test_machine_code_alone_is_nothing_to_warn_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        games = Batch(game(Setting(TIC_TAC_TOE)), 3)
        played(games, 20)
    assert games.in_python == 0
