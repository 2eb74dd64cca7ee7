"""Numbers for what can be answered and for what a player sees, as programs that learn take them.

That none of them tells what is hidden is a part of the law of two worlds (tests/two_worlds.py).
"""

from __future__ import annotations

from random import Random

import pytest

from interpreter.play.action_numbers import Numbering
from interpreter.play.match import Match
from interpreter.play.observation import Observation
from interpreter.play.options import plain
from tests.laws.games import GAMES, LANGUAGE, Setting, game

NAMES = ("classics/tic_tac_toe", "classics/kuhn_poker", "classics/english_draughts", "rebel_moon_defense")
SPINE = ("secret_combat", "theft", "windows", "stack_looks_and_lines", "ship_grid")
LOOKED_AT = [Setting(GAMES / f"{name}.rules") for name in NAMES]
LOOKED_AT += [Setting(LANGUAGE / "spine" / f"{name}.rules") for name in SPINE]
MOST = 60  # answers


def played(match: Match, seed: int) -> None:
    """Gives an answer that any player is asked for; of those asked at once, any may be the first."""
    assert match.decision
    who = Random(seed).choice(match.decision.who)
    asked = match.asked(who)
    assert asked
    match.choose(Random(seed).choice(asked.options), who)


@pytest.mark.parametrize("setting", LOOKED_AT, ids=str)
def test_each_option_has_a_number_of_its_own_below_the_size(setting: Setting) -> None:
    numbering = Numbering(game(setting))
    match = game(setting).start(seed=3)
    for step in range(MOST):
        if match.decision is None:
            break
        for seat in match.position.asked:
            position = match.position.seen_from(seat)
            found = numbering.options(position)
            assert [*found] == sorted(found)
            assert all(0 <= number < numbering.size for number in found)
            assert {option.text for option in found.values()} == set(position.legal.options.texts)
        played(match, step)


@pytest.mark.parametrize("setting", LOOKED_AT, ids=str)
def test_the_text_of_a_number_is_what_its_options_have_in_common(setting: Setting) -> None:
    """An option says besides whose a piece is and where it lies."""
    numbering = Numbering(game(setting))
    match = game(setting).start(seed=5)
    for step in range(MOST):
        if match.decision is None:
            break
        for number, option in numbering.options(match.position).items():
            words = iter(plain(option.text).split())
            text = numbering.text(number)
            hidden = any(part in option.text for part in (" piece ", "a Card", "an "))
            assert hidden or all(word in words for word in plain(text).split()), f"{text}: {option.text}"
        played(match, step)


def test_rows_are_of_one_size_and_within_their_bounds() -> None:
    for setting in LOOKED_AT:
        numbering = Numbering(game(setting))
        rows = Observation(numbering)
        match = game(setting).start(seed=7)
        for step in range(MOST):
            for reader in range(-1, len(match.players)):
                row = rows.row(match.position, reader)
                assert len(row) == rows.size
                assert 0 <= min(row) <= max(row) <= rows.most
            if match.decision is None:
                break
            played(match, step)


def test_a_card_that_is_seen_has_the_same_number_wherever_it_is_and_whatever_else_is_seen() -> None:
    setting = Setting(LANGUAGE / "spine" / "theft.rules")
    numbering = Numbering(game(setting))
    texts: dict[int, set[str]] = {}
    for seed in range(3):
        match = game(setting).start(seed=seed)
        for step in range(MOST):
            if match.decision is None:
                break
            for number, option in numbering.options(match.position).items():
                if option.text.startswith("the ") and "Card in" in option.text:
                    texts.setdefault(number, set()).add(option.text.partition(" in ")[0])
            played(match, step)
    assert len(texts) > 5
    assert all(len(cards) == 1 for cards in texts.values()), texts


def test_pieces_that_nothing_tells_apart_share_a_number() -> None:
    """Which stone of the supply is laid is no choice, and the same cell has the same number all game long."""
    setting = Setting(GAMES / "classics" / "tic_tac_toe.rules")
    numbering = Numbering(game(setting))
    match = game(setting).start(seed=1)
    before = {option.text: number for number, option in numbering.options(match.position).items()}
    match.choose(0)
    after = {option.text: number for number, option in numbering.options(match.position).items()}
    assert len(before) == numbering.size == 9
    assert after.items() < before.items()


def test_the_row_changes_with_what_is_seen_and_only_for_those_who_see_it() -> None:
    rules = game(Setting(GAMES / "classics" / "kuhn_poker.rules"))
    rows = Observation(Numbering(rules))
    seen: dict[tuple[int, str], set[tuple[int, ...]]] = {}
    for seed in range(40):
        match = rules.start(seed=seed)
        for reader, name in enumerate(match.players):
            card = str([data for data in match.view(name)["locations"] if data["name"] == f"the hand of {name}"])
            seen.setdefault((reader, card), set()).add(tuple(rows.row(match.position, reader)))
        onlooker = tuple(rows.row(match.position, -1))
        seen.setdefault((-1, ""), set()).add(onlooker)
    assert len(seen) == 3 + 3 + 1, "each player has one of three cards, and an onlooker sees none"
    assert all(len(found) == 1 for found in seen.values())
    assert len(set.union(*seen.values())) == len(seen)
