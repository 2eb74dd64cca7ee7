"""Games that machine code plays are those that Python plays, whatever the number of threads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from dsl.ir.nodes import Code, Function
from dsl.terms import USUAL
from interpreter.backends.llvm import loading, module, playing, protocol, set_answers
from interpreter.library.chance import Luck
from interpreter.play.rules import Rules
from interpreter.state.machine import Mark
from interpreter.tools.simulate import simulate_rules
from tests.handmade import game, traced, traced_fragile
from tests.laws.games import GOOD, LANGUAGE, PASSAGES, RULEBOOKS, SPINE, Setting, with_one_large
from tests.laws.games import game as game_of
from tests.natively import HAS_EXTRA, WHY_NOT, not_optimised

# Of these a game takes seconds in Python.
LONG = {"go", "chess", "english_draughts", "windows", "secret_combat", "hack_and_jumpgate", "ship_grid"}
# Answers of several codes: sets, drawn by chance or entered by players, one of which may be given up; and in secret.
CHOICES = ("sets", "payments", "in_secret", "outs", "may", "powers_completed")
SEVERAL = [LANGUAGE / "good" / f"{name}.rules" for name in CHOICES]
# Tables of what tiles show, turned.
SIDES = [LANGUAGE / "good" / f"{name}.rules" for name in ("path_tiles", "lines_on_tiles", "matching_sides")]
# What is paid there is found with sets of thousands of sums, which machine code leaves to Python.
LARGE_SETS = {"payments", "windows"}

BRISK = [path for path in (*RULEBOOKS, *SPINE, *SEVERAL, *SIDES) if path.stem not in LONG]

with_extra = pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)


@pytest.fixture
def quickly_made() -> Iterator[None]:
    with not_optimised():
        yield


def loaded(path: Path, mark: Mark | None) -> Rules:
    return Rules.load(path, USUAL, mark) if mark else game_of(Setting(path))


def figures(loader: object, games: int, seed: int, trace: bool = True, jobs: int = 1, natively: bool = True) -> str:
    summary = simulate_rules(loader, games, seed, jobs, trace=trace, natively=natively)  # type: ignore[arg-type]
    assert summary.slow == ""
    return json.dumps(summary.data())


@with_extra
@pytest.mark.parametrize(
    "path", with_one_large(p for p in (*RULEBOOKS, *SPINE, *SEVERAL, *SIDES) if p.stem not in LONG)
)
@pytest.mark.parametrize("trace", [False, True], ids=["plain", "traced"])
def test_the_figures_are_those_of_python(path: Path, trace: bool, quickly_made: None) -> None:
    loader = partial(loaded, path)
    assert figures(loader, 2, 11, trace) == figures(loader, 2, 11, trace, natively=False)


@with_extra
@pytest.mark.slow
@pytest.mark.parametrize("path", [*GOOD, *PASSAGES], ids=lambda path: path.stem)
def test_hardly_any_answer_is_left_to_python(path: Path, quickly_made: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.tools import native_games

    left: list[int] = []
    answer = native_games._Games._answer

    def counted(games: native_games._Games) -> None:
        left.append(games.control[protocol.LEFT])
        answer(games)

    monkeypatch.setattr(native_games._Games, "_answer", counted)
    loader = partial(loaded, path)
    assert figures(loader, 2, 3, trace=False) == figures(loader, 2, 3, trace=False, natively=False)
    assert not left or path.stem in LARGE_SETS


@with_extra
@pytest.mark.parametrize("loader", [traced, traced_fragile])
def test_faults_and_equal_pieces_are_counted_as_in_python(loader: object) -> None:
    assert figures(loader, 60, 3) == figures(loader, 60, 3, natively=False)


@with_extra
@pytest.mark.parametrize("loader", [traced, traced_fragile])
def test_what_is_left_to_python_goes_the_same_way(loader: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled but the course of a game: its beginning, the options, what answers do are given up."""
    monkeypatch.setattr(module, "LARGEST_SET", -1)
    assert figures(loader, 20, 4) == figures(loader, 20, 4, natively=False)


@with_extra
@pytest.mark.parametrize("path", SEVERAL, ids=lambda path: path.stem)
@pytest.mark.parametrize("compiled", ["options", "within", "procedure", "nothing"])
def test_answers_of_several_codes_that_python_has_a_part_in(
    path: Path, compiled: str, monkeypatch: pytest.MonkeyPatch, quickly_made: None
) -> None:
    """Wherever in such an answer something is given up."""
    usual = module._largest

    def largest(function: Function, code: Code) -> int:
        sort = "within" if function.name.endswith("within") else function.kind
        return usual(function, code) if sort in ("value", compiled) else module.LARGEST_SET + 1

    monkeypatch.setattr(loading, "_kept", lambda key: None)
    monkeypatch.setattr(loading, "keep", lambda name, body: None)
    monkeypatch.setattr(module, "_largest", largest)
    loader = partial(loaded, path)
    assert figures(loader, 3, 7) == figures(loader, 3, 7, natively=False)


@with_extra
@pytest.mark.parametrize("path", SEVERAL[:3], ids=lambda path: path.stem)
def test_an_answer_that_has_begun_goes_on_in_python(
    path: Path, monkeypatch: pytest.MonkeyPatch, quickly_made: None
) -> None:
    """The first step of each answer is not left to it."""
    from interpreter.tools import native_games

    usual = set_answers.Entering._switch

    def left(self: set_answers.Entering, ways: dict[int, str]) -> None:
        begun = "next_element" in ways.values()
        usual(self, ways | dict.fromkeys((set_answers.DRAWN, set_answers.WHO_FIRST), "to_python") if begun else ways)

    def counted(games: native_games._Games) -> None:
        steps.append(games.control[protocol.QUEUED])
        go_on(games)

    steps: list[int] = []
    go_on = native_games._Games._go_on_answering
    monkeypatch.setattr(native_games._Games, "_go_on_answering", counted)
    monkeypatch.setattr(loading, "_kept", lambda key: None)
    monkeypatch.setattr(loading, "keep", lambda name, body: None)
    monkeypatch.setattr(set_answers.Entering, "_switch", left)
    loader = partial(loaded, path)
    assert figures(loader, 5, 7) == figures(loader, 5, 7, natively=False)
    assert steps


@with_extra
def test_a_game_is_played_once_more_up_to_the_first_answer_that_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only how the game ends is not compiled; nothing was kept of the state before."""
    from interpreter.tools import native_games

    again: list[int] = []
    play = native_games._Games._again

    def counted(games: native_games._Games) -> None:
        again.append(games.control[protocol.LONGEST] - games.control[protocol.LEFT])
        play(games)

    monkeypatch.setattr(loading, "_kept", lambda key: None)
    monkeypatch.setattr(loading, "keep", lambda name, body: None)
    monkeypatch.setattr(native_games._Games, "_again", counted)
    monkeypatch.setattr(
        module, "_largest", lambda function, code: module.LARGEST_SET + function.name.startswith("ending")
    )
    connect_four = partial(loaded, next(path for path in RULEBOOKS if path.stem == "connect_four"))
    assert figures(connect_four, 60, 6) == figures(connect_four, 60, 6, natively=False)
    assert 0 < len(again) < 60, "from then on the state is kept"
    assert min(again) > 6


@with_extra
def test_more_ends_than_there_is_room_for_are_counted_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "ENDS_ROOM", 4)
    monkeypatch.setattr(playing, "MOST_ENDS", 3)
    assert figures(traced_fragile, 60, 3) == figures(traced_fragile, 60, 3, natively=False)


@with_extra
@pytest.mark.parametrize("jobs", [2, 3])
def test_the_figures_do_not_depend_on_the_number_of_threads(jobs: int) -> None:
    connect_four = partial(loaded, next(path for path in RULEBOOKS if path.stem == "connect_four"))
    for loader in (traced, connect_four):
        assert figures(loader, 300, 5, jobs=jobs) == figures(loader, 300, 5)


@with_extra
def test_other_threads_run_while_games_are_played() -> None:
    """One of them says, while machine code plays, that fewer games are wanted."""
    from interpreter.backends.llvm.machine import NativeMachine
    from interpreter.tools.native_games import _Games

    many = 30_000_000
    rules = game_of(Setting(next(path for path in RULEBOOKS if path.stem == "tic_tac_toe"))).natively()
    assert isinstance(rules.machine, NativeMachine)
    games = _Games(rules, rules.machine, 1, range(many), 1000)
    games._to_first_stop()
    games.control[protocol.GAMES] = many
    thread = Thread(target=rules.machine.play, args=(games._state, games.control))
    thread.start()
    while not games.control[protocol.GAME]:
        sleep(0.001)
    games.control[protocol.GAMES] = 0
    thread.join()
    assert games.control[protocol.GAME] < many


@with_extra
def test_who_is_stopped_plays_no_further() -> None:
    from interpreter.tools.native_games import Stopped, played

    asked: list[None] = []

    def stopped() -> bool:
        asked.append(None)
        return len(asked) > 3

    with pytest.raises(Stopped):
        played(game().natively(), 1, range(1000), 1000, stopped=stopped)


def test_without_machine_code_it_is_said_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "find_spec", lambda name: None)
    few, many = (simulate_rules(traced, games, 1) for games in (5, 40))
    assert few.slow == ""
    assert "pip install 'rulewright[native]'" in many.slow
    assert many.data() == simulate_rules(traced, 40, 1, natively=False).data()


def test_luck_takes_everything_equally_often() -> None:
    luck = Luck(1)
    counts = [0] * 5
    for _ in range(5000):
        counts[luck.choice(range(5))] += 1
    assert max(counts) - min(counts) < 200


def test_where_there_is_one_thing_nothing_is_drawn() -> None:
    luck = Luck(7)
    before = luck.word
    assert luck.choice("a") == "a"
    assert luck.word == before
    assert Luck.at(before).choice(range(100)) == luck.choice(range(100))


def test_the_players_of_a_game_do_not_draw_what_chance_draws() -> None:
    rules = game()
    state = rules.machine.initial(5)
    assert Luck(5).word != state[4]
