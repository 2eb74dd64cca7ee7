"""Who is asked, and who is passed over: that must tell nobody what they do not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from dsl.ir.layout import ARGUMENTS_AT, SITE_AT, WHO_AT
from dsl.load import compile_rules
from dsl.lower import choices, offers, partial_answers
from interpreter.play.game import Game
from tests.effort import SOON, calls_at_most
from tests.rulebooks import FRAME
from tests.test_two_worlds import LEAST, ONE_IS_ENOUGH, compared, readers
from tests.two_worlds import ONLOOKER, playout

HANDS = Path(__file__).parent / "language" / "good" / "asked.rules"
POWERS = HANDS.with_name("powers_completed.rules")
MAY = "may be any of "  # how the functions are called that tell whether a player must be asked
OFTEN = 50


@cache
def game() -> Game:
    program, diagnostics = compile_rules(HANDS)
    assert program is not None, diagnostics
    return Game.of(program, HANDS)


# S5.6
def test_whoever_can_do_something_is_asked() -> None:
    """What everybody sees is possible wherever it is possible, and sometimes where it is not."""
    rules, found = game(), Counter[tuple[int, bool, bool]]()
    sites = [int(name.removeprefix(MAY)) for name in rules.program.code.functions if name.startswith(MAY)]
    for seed in range(15):
        for words, _ in playout(rules, seed):
            for site in sites:
                for who in range(2):
                    state = rules.machine.unpack(words)
                    state[SITE_AT], state[WHO_AT], state[ARGUMENTS_AT] = site, who, who
                    possible = any(code for code in rules.machine.options(state))
                    found[site, possible, rules.machine.call(f"{MAY}{site}", state, who) != 0] += 1
    assert len(sites) == 4
    for site in sites:
        assert found[site, True, False] == 0
        assert min(found[site, True, True], found[site, False, True]) >= OFTEN


# S5.5, S5.6
def test_who_must_and_cannot_only_passes() -> None:
    match = game().start(seed=0)
    match.choose(0)
    match.choose("nothing")
    match.choose("Pass")
    assert match.decision is not None
    assert (match.decision.who, match.decision.options.texts) == (("Ann",), ["pass"])
    match.choose("pass")
    match.choose("pass")
    assert (match.decision.who, match.decision.options.texts) == (("Bob",), ["Spend"])


# S5.6, S12.5, S13.2
@pytest.mark.parametrize("reader", [0, 1, ONLOOKER])
def test_who_is_asked_tells_nothing(reader: int) -> None:
    assert reader in readers(game())
    assert compared(game(), reader) >= LEAST


@pytest.mark.parametrize(
    ("module", "name", "leak"),
    [
        (offers, "open_action", lambda build, action, given: action),
        (choices, "open_selection", lambda build, selection: None),
    ],
    ids=["offers", "choices"],
)
def test_the_law_finds_who_is_passed_over_for_what_is_hidden(
    module: ModuleType, name: str, leak: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, leak)
    program, _ = compile_rules(HANDS)
    assert program is not None
    with pytest.raises(AssertionError, match="they differ in"):
        compared(Game.of(program), ONLOOKER, ONE_IS_ENOUGH)


# S6.9, S12.5
def test_the_law_finds_a_power_that_is_not_done_for_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partial_answers, "open_choices", lambda build, action: None)
    program, _ = compile_rules(POWERS)
    assert program is not None
    with pytest.raises(AssertionError, match=r"they differ in|seen, but not logged"):
        compared(Game.of(program), ONLOOKER, ONE_IS_ENOUGH)


TOWER = 36  # qualities, each of which rests twice on the next


def test_a_tower_of_qualities_that_rest_on_a_secret_is_looked_through_once(tmp_path: Path) -> None:
    names = [f"{chr(97 + k // 26)}{chr(97 + k % 26)}ish" for k in range(TOWER + 1)]
    qualities = "".join(
        f"a Boat is {one} when\n    the Boat is {next_}\n    any of these\n        the Boat is {next_}\n"
        f"        the Boat is lit\n\n"
        for one, next_ in pairwise(names)
    )
    secret = f"a Boat is {names[-1]} when what Keeper knows of the strain of the Boat is 3\n\n"
    play = f"phase Night\n    Keeper may Go\n\naction Go to a Boat\n    only if the Boat is {names[0]}\n"
    text = FRAME.replace("phase Night\n    nobody wins\n", "").replace("called strain", "called strain, seen by Keeper")
    path = tmp_path / "tower.rules"
    path.write_text(f"{text}\n{play}    the Boat becomes lit\n\n{qualities}{secret}", "utf-8")
    with calls_at_most(SOON):
        _, diagnostics = compile_rules(path)
    assert [d.code for d in diagnostics] == ["E0406"]  # too much work in play; the secrets have been looked for by then
