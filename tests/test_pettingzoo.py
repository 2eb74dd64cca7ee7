"""Rulebooks as environments of PettingZoo: its own tests, and that what an agent gets is what the match says."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from interpreter.play.why import IllegalChoice
from tests.laws.games import GAMES, LANGUAGE, Setting, game

pytestmark = [
    pytest.mark.skipif(find_spec("pettingzoo") is None, reason="PETTINGZOO NOT RUN: the extra [pettingzoo] is missing"),
    pytest.mark.filterwarnings("ignore::UserWarning"),  # it would rather call agents player_0 and observe a plain array
]

CLASSICS = [GAMES / "classics" / f"{name}.rules" for name in ("tic_tac_toe", "connect_four", "leduc_poker")]
SPINE = [LANGUAGE / "spine" / f"{name}.rules" for name in ("secret_combat", "theft", "stack_looks_and_lines")]
TESTED = [*CLASSICS, GAMES / "rebel_moon_defense.rules", *SPINE]
CYCLES = 30  # for each agent


def environment(setting: Setting, **named: int) -> Any:
    """PettingZoo itself is typed nowhere here, as it may be missing."""
    return import_module("interpreter.adapters.pettingzoo").RulebookEnvironment(game(setting), **named)


@pytest.mark.slow
@pytest.mark.parametrize("path", TESTED, ids=lambda path: path.stem)
def test_it_passes_the_tests_of_pettingzoo(path: Any) -> None:
    tests = import_module("pettingzoo.test")
    tests.api_test(environment(Setting(path)), num_cycles=CYCLES)
    tests.seed_test(lambda: environment(Setting(path)), num_cycles=CYCLES)


def test_a_game_is_played_to_its_end_and_its_winner_is_rewarded() -> None:
    env = environment(Setting(CLASSICS[0]))
    env.reset(seed=1)
    random, worth = Random(1), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        worth[agent] += reward
        legal = [number for number, allowed in enumerate(seen["action_mask"]) if allowed]
        assert (not legal) == (terminated or truncated)
        env.step(random.choice(legal) if legal else None)
    result = env.match.result
    assert worth == {p: 1.0 if p in result.winners else -1.0 for p in env.possible_agents}
    assert env.agents == []


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = environment(Setting(CLASSICS[0]))
    env.reset(seed=1)
    env.step(4)
    before = env.match.state_hash()
    with pytest.raises(IllegalChoice, match="There is no option number 4 now"):
        env.step(4)
    assert env.match.state_hash() == before


def test_a_match_that_takes_too_long_is_cut() -> None:
    env = environment(Setting(CLASSICS[0]), longest=2)
    env.reset(seed=1)
    env.step(0)
    assert not any(env.truncations.values())
    env.step(1)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_the_same_seed_gives_the_same_chances_and_another_gives_others() -> None:
    env = environment(Setting(CLASSICS[2]))
    hands = []
    for seed in (1, 1, 2, 3, 4):
        env.reset(seed=seed)
        hands.append(env.observe(env.agent_selection)["observation"].tolist())
    assert hands[0] == hands[1]
    assert any(hand != hands[0] for hand in hands[2:])


def test_of_those_who_decide_at_once_each_is_an_agent_in_turn_and_sees_nothing_of_the_others() -> None:
    """Two answers of the first leave the second with the same observation."""
    rules = Setting(LANGUAGE / "good" / "in_secret.rules")
    env = environment(rules)
    seen = set()
    for choice in (0, -1):
        env.reset(seed=1)
        while len(env.match.position.asked) < 2:
            env.step(next(iter(env._legal(env.agent_selection))))
        first = env.agent_selection
        while env.agent_selection == first:
            env.step([*env._legal(first)][choice])
        seen.add(tuple(env.observe(env.agent_selection)["observation"].tolist()))
    assert len(seen) == 1
