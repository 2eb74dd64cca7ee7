"""Rulebooks as games of OpenSpiel: its own tests of games, and its algorithms on what our players know."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.laws.games import GAMES, LANGUAGE

pytestmark = pytest.mark.skipif(
    find_spec("pyspiel") is None, reason="OPENSPIEL NOT RUN: the extra [openspiel] is missing"
)

CLASSICS = [GAMES / "classics" / f"{name}.rules" for name in ("tic_tac_toe", "connect_four", "leduc_poker")]
SPINE = [LANGUAGE / "spine" / f"{name}.rules" for name in ("secret_combat", "theft", "stack_looks_and_lines")]
SETS = LANGUAGE / "good" / "sets.rules"  # chance draws several at once
TESTED = [*CLASSICS, GAMES / "rebel_moon_defense.rules", *SPINE, SETS]
KUHN = GAMES / "classics" / "kuhn_poker.rules"
LONGEST = 30  # answers of the players, where OpenSpiel copies and keeps the state at each of them
VALUE = -1 / 18  # of Kuhn poker, for whoever bets first


def game(path: Path, **named: object) -> Any:
    """OpenSpiel is typed nowhere."""
    return import_module("interpreter.adapters.openspiel").game(path, **named)


@pytest.mark.slow
@pytest.mark.parametrize("path", TESTED, ids=lambda path: path.stem)
def test_it_passes_the_tests_of_openspiel(path: Path) -> None:
    import_module("pyspiel").random_sim_test(game(path, longest=LONGEST), num_sims=1, serialize=True, verbose=False)


# In equilibrium, with nothing bluffed: how likely it is to bet, by card, for whoever is asked first, and again, and for
# the second when nothing and when something is bet.
FIRST = {"Jack": 0.0, "Queen": 0.0, "King": 0.0}
AGAIN = {"Jack": 0.0, "Queen": 1 / 3, "King": 1.0}
UNBET = {"Jack": 1 / 3, "Queen": 0.0, "King": 1.0}
RAISED = {"Jack": 0.0, "Queen": 1 / 3, "King": 1.0}


def likelihood(state: Any) -> float:
    """How likely it is in equilibrium to bet, from what the player was told."""
    told = state.information_state_string()
    (card,) = (card for card in FIRST if f'"{card}"' in told)
    bets = told.count(": Bet")
    if state.current_player() == 0:
        return (AGAIN if bets else FIRST)[card]
    return (RAISED if bets else UNBET)[card]


@pytest.mark.slow
def test_nobody_gains_by_leaving_the_equilibrium_of_kuhn_poker() -> None:
    """The best answer to a strategy goes by what the players know: more or less of it would be worth something else."""
    policies = import_module("open_spiel.python.policy")
    exploitability = import_module("open_spiel.python.algorithms.exploitability")
    values = import_module("open_spiel.python.algorithms.expected_game_score")
    kuhn = game(KUHN, zero_sum=True)
    policy = policies.TabularPolicy(kuhn)
    assert len(policy.states) == 12
    for state in policy.states:
        bets, odds = likelihood(state), policy.policy_for_key(state.information_state_string())
        for action in state.legal_actions():
            odds[action] = bets if state.action_to_string(action) == "Bet" else 1 - bets
    value = values.policy_value(kuhn.new_initial_state(), [policy, policy])
    assert value == pytest.approx([VALUE, -VALUE])
    assert exploitability.exploitability(kuhn, policy) == pytest.approx(0, abs=1e-9)
    assert exploitability.exploitability(kuhn, policies.UniformRandomPolicy(kuhn)) == pytest.approx(11 / 24)


def test_the_whole_of_kuhn_poker_has_the_states_of_openspiels_own() -> None:
    states = import_module("open_spiel.python.algorithms.get_all_states")
    pyspiel = import_module("pyspiel")
    ours, theirs = (states.get_all_states(g) for g in (game(KUHN), pyspiel.load_game("kuhn_poker")))
    assert len(ours) == len(theirs)
    ends = [sorted(tuple(s.returns()) for s in found.values() if s.is_terminal()) for found in (ours, theirs)]
    assert ends[0] == ends[1]


def test_chance_says_how_likely_each_card_is() -> None:
    state = game(CLASSICS[2]).new_initial_state()
    assert state.is_chance_node()
    assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
    assert len({state.action_to_string(-1, action) for action, _ in state.chance_outcomes()}) == len(
        state.chance_outcomes()
    )


def test_a_game_is_told_on_what_terms_it_is_played() -> None:
    moon = game(GAMES / "rebel_moon_defense.rules", variants=["scanner", "bomb-laser"])
    assert moon.rules.program.terms.variants == ("Scanner", "Bomb Laser")
    again = import_module("pyspiel").load_game(str(moon))
    assert again.rules.program.terms == moon.rules.program.terms
    assert again.num_distinct_actions() == moon.num_distinct_actions()


def test_a_state_that_was_written_down_goes_on_where_it_stood() -> None:
    poker = game(CLASSICS[2])
    state = poker.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(state.legal_actions()[-1])
    again = poker.deserialize_state(state.serialize())
    assert again.information_state_string(0) == state.information_state_string(0)
    assert again.legal_actions() == state.legal_actions()
    again.apply_action(again.legal_actions()[0])
    assert str(again) != str(state)
