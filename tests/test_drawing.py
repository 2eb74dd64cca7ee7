"""Options are drawn as if from a list, most often without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from dsl.ir.layout import SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import DRAWS, OVER
from interpreter.bots.random_player import any_answer
from interpreter.knowledge.reader import Knowledge
from interpreter.library.chance import Luck
from interpreter.library.drawing import any_legal
from interpreter.play.options import Answers
from interpreter.play.rules import Rules
from interpreter.state.machine import Machine, State
from tests.handmade import game as handmade
from tests.laws.games import GOOD, PASSAGES, RULEBOOKS, SPINE, Setting, game, late, with_one_large
from tests.natively import HAS_EXTRA, WHY_NOT, not_optimised

with_extra = pytest.mark.skipif(not HAS_EXTRA, reason=WHY_NOT)
LOOKED_AT = 40  # decisions of a game


def states(machine: Machine, seed: int, count: int) -> Iterator[State]:
    """The states of a random game at its first decisions, Chance's too."""
    random, state = Random(seed), machine.initial(seed)
    machine.run(state)
    for _ in range(count):
        if state[STATUS_AT] == OVER:
            return
        yield state
        machine.resume(state, random.choice(machine.options(state)))


def drawn(machine: Machine, state: State) -> list[int]:
    """What draws lead to, all that are possible one after another."""
    count = len(machine.candidates(state))
    decision = machine.decisions[state[SITE_AT]]
    return [machine.candidate(state, decision, -(-number * DRAWS // count)) for number in range(count)]


@pytest.mark.parametrize("path", with_one_large([*RULEBOOKS, *SPINE, *PASSAGES, *GOOD]))
def test_the_legal_ones_among_the_candidates_are_the_options(path: Path) -> None:
    """In the same order."""
    rules = game(Setting(path))
    for state in states(rules.machine, 4, LOOKED_AT):
        found = drawn(rules.machine, state)
        decision = rules.program.decisions[state[SITE_AT]]
        assert [code for code in found if rules.machine.allows(state, decision, code)] == rules.machine.options(state)


@with_extra
@pytest.mark.parametrize("path", with_one_large(RULEBOOKS))
def test_machine_code_has_the_same_candidates(path: Path) -> None:
    rules = game(Setting(path))
    with not_optimised():
        native = rules.natively()
    for state in states(rules.machine, 4, LOOKED_AT):
        same = native.machine.unpack(rules.machine.pack(state))
        assert drawn(native.machine, same) == rules.machine.candidates(state)


# ---------------------------------------------------------------------------------------------------------- how often


DRAWN = 4000  # answers in one position


def groups(rules: Rules, state: State) -> list[list[int]]:
    """The codes of the options, those together that look alike to whoever decides."""
    knowledge = Knowledge(rules.box, state, state[WHO_AT])
    return Answers(rules.program.decisions[state[SITE_AT]], knowledge).groups(rules.machine.options(state))


def any_answer_of(rules: Rules, state: State, luck: Luck) -> int:
    return any_legal(rules.machine, state, rules.program.decisions[state[SITE_AT]], luck.words, 0)


def is_even(counts: Counter[int], among: int) -> bool:
    """Whether so many things were drawn equally often, by the sum of squares: four deviations are allowed."""
    expected, free = counts.total() / among, among - 1
    squares = sum((counts[thing] - expected) ** 2 for thing in range(among)) / expected
    return squares <= free + 4 * sqrt(2 * free)


def position(rules: Rules, answers: int) -> State:
    return next(islice(states(rules.machine, 4, answers + 1), answers, None))


def named(name: str) -> Rules:
    return handmade() if name == "handmade" else game(Setting(next(p for p in (*RULEBOOKS, *SPINE) if p.stem == name)))


@pytest.mark.parametrize(
    ("name", "answers"),
    [("handmade", 0), ("go", 70), late("chess", 66), ("breakthrough", 9), ("backgammon", 3), ("clock_and_rings", 10)],
)
def test_all_options_are_drawn_equally_often(name: str, answers: int) -> None:
    """All groups of those that look alike, and all of a group (S5.18)."""
    rules = named(name)
    state = position(rules, answers)
    all_ = groups(rules, state)
    group_of = {code: number for number, group in enumerate(all_) for code in group}
    drawn = [any_answer(rules, state, Luck(seed), counts=False)[0][0] for seed in range(DRAWN)]
    assert is_even(Counter(group_of[code] for code in drawn), len(all_))
    largest = max(all_, key=len)
    if len(largest) > 1:
        assert is_even(Counter(largest.index(code) for code in drawn if code in largest), len(largest))


def test_a_search_draws_all_answers_equally_often() -> None:
    rules = handmade()
    state = position(rules, 0)
    codes = rules.machine.options(state)
    luck = Luck(3)
    assert is_even(Counter(codes.index(any_answer_of(rules, state, luck)) for _ in range(DRAWN)), len(codes))


def test_where_hardly_anything_is_allowed_the_options_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many failures; then all are as likely as before."""
    monkeypatch.setattr("interpreter.library.drawing.TRIALS", 1)
    rules = named("chess")
    state = position(rules, 66)
    codes, luck = rules.machine.options(state), Luck(3)
    assert 1 < len(codes) < len(rules.machine.candidates(state)) / 10
    drawn = Counter(codes.index(any_answer_of(rules, state, luck)) for _ in range(DRAWN))
    assert is_even(drawn, len(codes))


def test_most_options_of_the_classics_are_drawn_without_a_list() -> None:
    """Of these games, no decision of players is listed."""
    for name in ("amazons", "breakthrough", "connect_four", "go", "hex", "othello", "tic_tac_toe"):
        rules = named(name)
        for decision in rules.program.decisions[1:]:
            assert rules.machine.draws(decision), f"{name}: {decision.prompt}"
