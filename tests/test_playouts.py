"""Games that are played on at random: machine code plays those that Python plays, from any decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from interpreter.backends.llvm import module
from interpreter.bots import playouts
from interpreter.bots.playouts import at_random, usual
from interpreter.bots.random_player import any_answer
from interpreter.bots.seats import bot, seated
from interpreter.library.chance import Luck
from interpreter.play.game import Game
from interpreter.play.rules import Rules
from interpreter.state.machine import State
from tests.handmade import game as handmade
from tests.laws.games import LANGUAGE, RULEBOOKS, SPINE, Setting, game
from tests.natively import HAS_EXTRA, WHY_NOT, not_optimised

with_extra = pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)
GAMES = {path.stem: path for path in (*RULEBOOKS, *SPINE, LANGUAGE / "good" / "in_secret.rules")}
STARTS = 3  # decisions of a game from which it is played on
APART = 7  # answers from one of them to the next


@pytest.fixture
def quickly_made() -> Iterator[None]:
    with not_optimised():
        yield


def starts(rules: Rules) -> Iterator[list[int]]:
    """States of a random game, at decisions of players and of chance."""
    luck, machine = Luck(5), rules.machine
    state = machine.initial(5)
    machine.run(state)
    for _ in range(STARTS):
        yield machine.pack(state).tolist()
        for _ in range(APART):
            if rules.machine.options(state):
                for code in any_answer(rules, state, luck)[0]:
                    machine.resume(state, code)


def end(rules: Rules, words: Sequence[int], natively: bool) -> tuple[Sequence[float], list[int]]:
    """What each player gets of a state that is played on, and the state then."""
    state: State = rules.machine.unpack(words)
    worth = (usual(rules) if natively else at_random)(rules, state)
    return worth, rules.machine.pack(state).tolist()


def same(rules: Rules) -> None:
    """Machine code and Python play the same, and not always the same game."""
    fast, ends = rules.natively(), []
    for words in starts(rules):
        ends.append(end(rules, words, natively=False))
        assert end(fast, words, natively=True) == ends[-1]
    assert len({tuple(state) for _, state in ends}) > 1


@with_extra
@pytest.mark.parametrize("name", GAMES)
def test_machine_code_plays_on_as_python_does(name: str, quickly_made: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "LONGEST", 50)
    same(game(Setting(GAMES[name])))


@with_extra
def test_what_is_left_to_python_goes_the_same_way(monkeypatch: pytest.MonkeyPatch, quickly_made: None) -> None:
    """There is hardly any room for options, and what answers do and what can be answered is given up."""
    monkeypatch.setattr("interpreter.bots.native_playouts.ROOM", 1)
    same(handmade())
    monkeypatch.setattr(module, "LARGEST_SET", -1)
    same(handmade())


@with_extra
@pytest.mark.parametrize("longest", [0, 1, 5])
def test_who_is_tired_stops_where_python_stops(longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "LONGEST", longest)
    rules = handmade()
    fast = rules.natively()
    for words in starts(rules):
        assert end(fast, words, natively=True) == end(rules, words, natively=False)


@with_extra
@pytest.mark.parametrize("name", ["connect_four", "backgammon", "leduc_poker", "in_secret"])
def test_a_bot_takes_the_same_with_machine_code_and_without(
    name: str, quickly_made: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playouts, "LONGEST", 15)  # also what has not ended is counted in the same way
    rules = game(Setting(GAMES[name]))
    assert course(rules, rules) == course(rules, rules.natively())


def course(rules: Game, known: Rules) -> list[int]:
    """What bots answer one after another that look ahead by other rules than the match goes by."""
    match = rules.start(seed=3)
    found: list[int] = []
    bots = {player: bot("mcts:12", known, 1, player) for player in (*match.players, "Nature")}
    while match.decision is not None and len(found) < 8:
        found.append(seated(match, match.decision.who[0], {name: one for name, one in bots.items() if one}))
        match.choose(found[-1])
    return found


def test_every_answer_is_drawn_as_chance_draws() -> None:
    """The random word of a state tells the whole game, so that an equal state plays an equal one."""
    rules = game(Setting(GAMES["tic_tac_toe"]))
    ends = set()
    for seed in range(40):
        state = rules.machine.initial(seed)
        rules.machine.run(state)
        worth = at_random(rules, state[:])
        assert worth == at_random(rules, state[:])
        ends.add(tuple(worth))
    assert ends == {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}
