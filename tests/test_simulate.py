"""Simulations: the same figures however the work is spread, and figures that are true."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest

from dsl.terms import USUAL
from interpreter.cli.simulate import PATIENCE, still
from interpreter.library.chance import seed_of
from interpreter.play.rules import Rules
from interpreter.state.machine import Fault
from interpreter.tools.simulate import Summary, load, play_game, simulate, simulate_rules, spread
from tests.handmade import game, traced, traced_fragile
from tests.natively import HAS_EXTRA, WHY_NOT, not_optimised
from tests.test_failing import IDLE

TOY = game()
with_extra = pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)


def test_the_figures_do_not_depend_on_the_number_of_processes() -> None:
    one, two = (json.dumps(simulate_rules(traced, 60, seed=5, jobs=jobs).data()) for jobs in (1, 2))
    assert one == two


def test_another_seed_gives_other_figures() -> None:
    assert simulate_rules(traced, 60, seed=5).data() != simulate_rules(traced, 60, seed=6).data()


def test_every_game_is_counted() -> None:
    done: list[int] = []
    summary = simulate_rules(traced, 101, seed=1, progress=done.append)
    assert sum(done) == summary.games == 101
    assert summary.lengths.total() == 101
    assert summary.outcomes == {"won": 101}
    assert summary.wins["Red"] == summary.endings["Time Is Over"] > 0
    assert summary.wins["Blue"] == summary.endings["the Level of the Bomb is 0"] > 0
    assert summary.wins.total() == 101
    assert summary.unreached == []


def test_rules_that_play_never_comes_to_are_named() -> None:
    summary = simulate_rules(traced, 1, seed=1)
    assert summary.unreached == ["Time Is Over" if summary.wins["Blue"] else "Blown Up: the Level of the Bomb is 0"]
    assert simulate_rules(traced, 1, seed=1, trace=False).unreached == []


def test_a_fault_ends_its_game_only() -> None:
    summary = simulate_rules(traced_fragile, 100, seed=1)
    assert summary.faults["F0001: The die broke"] == summary.outcomes["fault"] > 20
    assert summary.outcomes.total() == summary.games == 100
    assert summary.faults["F0001: The die broke"] < 100


ROUNDS = """
game Rounds
    in English
    for 2 players: White, Black

place Box

piece Stone
    there are 15
    starts in the Box

play
    {}
        the Player may Wait

action Wait
    the Player scores 1
"""


@pytest.mark.parametrize("natively", [False, pytest.param(True, marks=with_extra)])
def test_a_game_at_its_end_without_a_winner_is_no_game_that_was_given_up(tmp_path: Path, natively: bool) -> None:
    path = tmp_path / "rounds.rules"

    def outcomes(play: str) -> dict[str, int]:
        path.write_text(ROUNDS.format(play), encoding="utf-8")
        return simulate_rules(partial(load, path, USUAL), 20, seed=1, natively=natively, longest=40).outcomes

    with not_optimised():
        assert outcomes("for each Player") == {"undecided": 20}
        assert outcomes("take turns from White") == {"unfinished": 20}


THROWS = """
game Throws
    in English
    for 2 players: White, Black

Face is from 1 to 6

place Box

place Cup

piece Die
    two are Dice
    there are 3
    has a Face
    starts in the Cup

play
    take turns from White
        {}
        the Player rolls 3 among Dice called throw

action Wait
    the Player scores 1
"""


@pytest.mark.parametrize("natively", [False, pytest.param(True, marks=with_extra)])
@pytest.mark.parametrize(
    ("play", "longest", "decisions"),
    [
        ("the Player may Wait", 40, 40),  # what chance decides is no decision
        ("if there is a Die in the Box\n            the Player may Wait", 40, 0),  # never: nobody is asked
    ],
)
def test_a_game_is_given_up_after_so_many_decisions_of_players(
    tmp_path: Path, natively: bool, play: str, longest: int, decisions: int
) -> None:
    path = tmp_path / "throws.rules"
    path.write_text(THROWS.format(play), encoding="utf-8")
    with not_optimised():
        summary = simulate_rules(partial(load, path, USUAL), 3, seed=1, natively=natively, longest=longest)
    assert summary.outcomes == {"unfinished": 3}
    assert summary.lengths == {decisions: 3}


def test_that_a_game_goes_on_is_said_after_a_while() -> None:
    assert still(PATIENCE - 1, 5000) == ""
    assert still(PATIENCE, 5000) == f"no game has ended for {PATIENCE} s; one is given up after 5000 decisions"


def test_no_game_is_played_twice() -> None:
    assert len({seed_of(seed, number) for seed in range(10) for number in range(100)}) == 1000


def test_random_players_choose_among_the_options_that_a_match_shows() -> None:
    """The simulation counts options without their texts; they must be the same ones."""
    match, random = TOY.start(seed=4), Random(4)
    while match.decision:
        groups = match.position.answers(match.position.who).groups(match.position.codes)
        firsts = sorted(group[0] for group in groups)
        assert firsts == sorted(codes[0] for codes in match.position.legal.drawn.values())
        match.choose(random.randrange(len(match.decision.options)))


def test_a_simulated_game_ends_as_it_was_played() -> None:
    summary = Summary()
    play_game(TOY, 1, summary)
    assert (summary.games, summary.lengths.total(), summary.options.total()) == (1, 1, next(iter(summary.lengths)))


@pytest.mark.parametrize(
    ("numbers", "figures"),
    [
        ([], {}),
        ([3], {"least": 3, "median": 3, "mean": 3.0, "greatest": 3}),
        ([1, 2, 2, 9], {"least": 1, "median": 2, "mean": 3.5, "greatest": 9}),
    ],
)
def test_spread(numbers: list[int], figures: dict[str, float]) -> None:
    assert spread(Counter(numbers)) == figures


def test_of_a_game_without_end_it_is_soon_told_what_nobody_can_do(tmp_path: Path) -> None:
    path = tmp_path / "idle.rules"
    path.write_text(IDLE, encoding="utf-8")
    offered, *unmet = simulate(path, 2).in_vain
    assert offered == "Ann can do nothing of this: Buy or Sell"
    assert "not met: Bright: The coin must be bright." in unmet
    marked = Counter[int]()
    rules = Rules.load(path, USUAL, lambda rule: marked.update([rule]))
    with pytest.raises(Fault):
        rules.machine.run(rules.machine.initial(0))
    assert max(marked.values()) <= 5_000
