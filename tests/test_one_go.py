"""What is done in one go: entered step by step or given whole, given up, taken back, kept and copied on the way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.lower.transactions import MOST_BEGUN
from interpreter import load
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.why import IllegalChoice

STOW = Path(__file__).parent / "language" / "good" / "one_go.rules"
HYPERLINE = Path(__file__).parent.parent / "games" / "hyperline.rules"
LOOSE = ["pass", "Shift the Crate on A1 to C3"]


@pytest.fixture
def match() -> Match:
    started = Game.load(STOW).start(seed=1)
    started.choose("Stow")
    return started


def texts(match: Match) -> list[str]:
    assert match.decision is not None
    return match.decision.options.texts


# S10.1
def test_done_is_offered_only_where_the_end_holds(match: Match) -> None:
    assert "give up" in texts(match)
    assert "done" not in texts(match)  # the first offer is passed on, not done
    match.choose("pass")
    assert {"done", "give up"} <= set(texts(match))
    match.choose("Shift the Crate on A1 to C3")
    assert "done" not in texts(match)
    assert "give up" in texts(match)
    refused = match.why_not("done")
    assert refused is not None
    assert [need.name for need in refused.unmet] == ["Held Fast"]


# S10.2
def test_giving_up_puts_everything_back_and_uses_up_what_opened_it(match: Match) -> None:
    before = match.view()
    for step in [*LOOSE, "Turn the Crate on B1 to south", "give up"]:
        match.choose(step)
    after = match.view()
    assert str(after["locations"]) == str(before["locations"]).replace("'Load': 0", "'Load': 1")
    assert after["decision"] == {"who": ["Black"], "prompt": "Stow or Rest"}


# S10.4
def test_all_steps_can_be_given_at_once(match: Match) -> None:
    one, other = match.copy(), match.copy()
    steps = [*LOOSE, "Shift the Crate on B1 to C2", "done"]
    for step in steps:
        one.choose(step)
    other.choose("; ".join(steps))
    match.choose(steps)
    assert one.state_hash() == other.state_hash() == match.state_hash()
    assert one.transcript == other.transcript == match.transcript


# S10.4
@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ([*LOOSE, "done"], "Step 3"),
        ([*LOOSE, "Shift the Crate on A1 to C2", "done"], "Step 3"),
        (LOOSE, "E0808.*After step 2"),
        (["give up", "Stow"], "E0808.*Step 1"),
    ],
)
def test_steps_that_do_not_go_are_refused_as_a_whole(match: Match, steps: list[str], told: str) -> None:
    before, log = match.state_hash(), match.transcript
    refused = match.why_not(steps)
    assert refused is not None
    assert re.search(told, str(refused.diagnostic))
    with pytest.raises(IllegalChoice) as caught:
        match.choose(steps)
    assert caught.value.refusal == refused
    assert (match.state_hash(), match.transcript) == (before, log)


# S10.4
@pytest.mark.slow
def test_a_ship_that_is_not_legal_is_refused_with_every_reason_and_nothing_of_it_is_kept() -> None:
    sentences = [
        "there is a Battle Pod on X0Y-1 of the Hull of Amber",
        "there is a Carrier Pod on X1Y-1 of the Hull of Amber",
        "there is a Laser Cannon called gun on X2Y-1 of the Hull of Amber",
        "the facing of the gun is right",
    ]
    match = load(HYPERLINE, players=2).position(sentences, phase="Command").start(seed=3)
    match.choose("Build")
    before = match.state_hash()
    pods = [f"Detach the front {pod} of the Hull of Amber" for pod in ("Battle Pod on X0Y-1", "Carrier Pod on X1Y-1")]
    with pytest.raises(IllegalChoice) as caught:
        match.choose(["pass", *pods, "pass", "done"])
    names = [need.name for need in caught.value.refusal.unmet]
    assert names == ["All Attached", "Pod Behind The Bridge", "Bases Held"]
    assert all(name in str(caught.value) for name in names)
    assert match.state_hash() == before


# S15.1
def test_a_step_can_be_taken_back(match: Match) -> None:
    match.choose("pass")
    before = match.state_hash()
    match.choose("Shift the Crate on A1 to C3")
    match.undo("White")
    assert match.state_hash() == before


# S10.6
def test_there_is_an_end_to_steps(match: Match) -> None:
    """Twice as many as things can be changed: three crates. Then it is done or given up."""
    match.choose("pass")
    for step in range(6):
        assert len(texts(match)) > 2
        match.choose("Turn the Crate on A1 to " + ("south" if step % 2 else "east"))
    assert sorted(texts(match)) == ["done", "give up"]


def test_a_match_is_kept_and_copied_in_between(match: Match, tmp_path: Path) -> None:
    for step in LOOSE:
        match.choose(step)
    match.save(tmp_path / "kept.json")
    loaded, copied = Match.load(tmp_path / "kept.json", match.rules), match.copy()
    for again in (loaded, copied, match):
        again.choose("give up")
    assert loaded.state_hash() == copied.state_hash() == match.state_hash()


SURELY = STOW.with_name("one_go_surely.rules")


# S10.7
def test_what_must_be_done_is_not_given_up_but_begun_again() -> None:
    match = Game.load(SURELY).start(seed=1)
    before = match.view()
    assert texts(match) == ["Spread", "pass"]
    match.choose("Spread")
    assert "begin again" in texts(match)
    assert "give up" not in texts(match)
    match.choose("begin again")
    assert match.view() == before


# S10.4
def test_all_that_keeps_it_from_being_done_is_told() -> None:
    match = Game.load(SURELY).start(seed=1)
    before = match.state_hash()
    refused = match.why_not(["pass", "Lade the Crate in the Quay to B2", "done"])
    assert refused is not None
    assert [need.name for need in refused.unmet] == ["Laden", "Trimmed"]
    assert match.state_hash() == before


# S10.7
def test_what_can_never_be_done_comes_to_an_end() -> None:
    text = SURELY.read_text("utf-8").split("-- S10.7")[0].replace("is at least 2, called Laden", "is 4, called Laden")
    match = load(text=text).start(seed=1)
    while "give up" not in texts(match):
        match.choose("begin again" if "begin again" in texts(match) else "Spread")
    assert [entry.text for entry in match.log()].count("begin again") == MOST_BEGUN
    match.choose("give up")
    assert match.decision is not None
    assert match.decision.who == ("Black",)
