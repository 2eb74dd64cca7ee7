"""Who knows what: the words of the state against one who watched, and two worlds that differ where nobody remembers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dsl.ir.program import KNOWN
from tests.laws.games import LARGE, RULEBOOKS, SETTINGS, Setting, game, late, program, with_few_large
from tests.remembering import known_by_state, remembers, watched
from tests.test_two_worlds import LEAST, compared, played, readers
from tests.two_worlds import has_secrets

ABOUT = {"knowing", "looks", "piles"}


def test_there_are_games_in_which_somebody_must_remember() -> None:
    usual = (setting for setting in SETTINGS if setting.usual or str(setting) in ABOUT)
    remembering = [setting for setting in usual if KNOWN in program(setting).code.arrays]
    assert {str(setting) for setting in remembering} >= ABOUT
    games = {setting.path.stem for setting in remembering if setting.path in RULEBOOKS}
    known = {"hyperline", "kuhn_poker", "leduc_poker", "nebula_rush", "nova_raiders"}
    assert games == known, "no other game has grown by a word for it"


def games_to_watch() -> Iterator[Any]:
    """The beginning of one game of each form; what takes longer is late: another, and each for longer."""
    few = {*with_few_large(SETTINGS)}
    for setting in SETTINGS:
        apart = setting.path in RULEBOOKS and not (setting.usual and setting.path not in LARGE[1:])
        yield late(setting, 1, False, name=f"{setting}-1", late=apart)
        if setting.path not in LARGE:
            yield late(setting, 2, False, name=f"{setting}-2")
        if setting in few and (setting.usual or setting.path not in LARGE):
            yield late(setting, 1, True, name=f"{setting}-longer")


# S12.1, S12.3
@pytest.mark.parametrize(("setting", "seed", "longer"), [*games_to_watch()])
def test_everybody_knows_what_they_could_remember_and_no_more(setting: Setting, seed: int, longer: bool) -> None:
    """Of pieces that never are out of anybody's sight nothing is kept, and in most games nothing at all."""
    rules = game(setting)
    if not remembers(rules):
        return
    states = list(watched(rules, seed)) if longer else played(rules, seed)
    marked = {p for state, _ in states for known in known_by_state(rules, state).values() for p in known}
    kinds = [range(kind.start, kind.stop) for kind in rules.program.pieces]
    kept = {piece for kind in kinds if marked & set(kind) for piece in kind}
    for state, remembered in states:
        found = known_by_state(rules, state)
        assert found == {reader: pieces & kept for reader, pieces in remembered.items()}


# S13.1 to S13.3
@pytest.mark.parametrize("setting", [s for s in SETTINGS if str(s) in ABOUT], ids=str)
def test_worlds_that_differ_in_what_is_forgotten_look_the_same(setting: Setting) -> None:
    rules = game(setting)
    for reader in readers(rules):
        if has_secrets(rules.program, reader):
            assert compared(rules, reader) >= LEAST
