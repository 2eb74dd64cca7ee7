"""What readers see: views, and two worlds that one of them cannot tell apart."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.play.match import Match
from tests.handmade import game

TOY = game()


def at(match: Match, reader: str | None, name: str) -> list[dict[str, Any]]:
    pieces: list[dict[str, Any]] = next(p["pieces"] for p in match.view(reader)["locations"] if p["name"] == name)
    return pieces


def disc(colour: str, weapon: str | None, up: bool = False, count: int = 1) -> dict[str, Any]:
    known = {"Weapon": weapon} if weapon else {}
    attributes = {"Colour": colour, **known, "face-up": up}
    return {"count": count, "kind": "Disc", "owner": "Blue", "attributes": attributes}


# S12.2
def test_what_is_unknown_is_absent() -> None:
    match = TOY.start(seed=0)
    assert at(match, "Red", "the Stock of Blue") == [disc("red", None, count=2), disc("yellow", None, count=2)]
    assert at(match, None, "the Stock of Blue") == at(match, "Red", "the Stock of Blue")
    assert at(match, "Red", "the Hand of Blue") == [{"count": 3}]


# S12.1
def test_the_owner_sees_more() -> None:
    match = TOY.start(seed=0)
    assert at(match, "Blue", "the Stock of Blue") == [
        disc("red", "Laser", count=2), disc("yellow", "Laser"), disc("yellow", "Mine"),
    ]  # fmt: skip
    assert [card["attributes"]["Value"] for card in at(match, "Blue", "the Hand of Blue")] == [7, 8, 9]


# S12.1
def test_a_piece_turned_up_is_seen_by_all() -> None:
    match = TOY.start(seed=0)
    match.choose("Scan the red Disc in the Stock of Blue")
    assert disc("red", "Laser", up=True) in at(match, "Red", "the Stock of Blue")
    assert disc("red", None) in at(match, None, "the Stock of Blue")


def test_pieces_in_order_stand_in_order() -> None:
    match = TOY.start(seed=3)
    for text in ("Take a piece in the Hand of Blue", "Pass", "Take a piece in the Hand of Blue"):
        match.choose(text)
    taken = [entry.text.split()[1] for entry in match.log("Red") if entry.kind == "reveal"]
    assert [str(card["attributes"]["Value"]) for card in at(match, None, "the Pile")] == taken


def test_a_view_is_plain_data() -> None:
    view = TOY.start(seed=0).view("Red")
    assert json.loads(json.dumps(view)) == view


def test_options_are_for_the_decider_only() -> None:
    match = TOY.start(seed=0)
    assert "Pass" in match.view("Red")["decision"]["options"]
    assert match.view("Blue")["decision"] == match.view()["decision"] == {"who": ["Red"], "prompt": "Red may act"}


# ----------------------------------------------------------------------------------------------------------- two worlds


def swapped(text: str) -> str:
    """The same answer in the world where the yellow discs have changed places."""
    if "yellow Laser" in text:
        return text.replace("yellow Laser", "yellow Mine")
    return text.replace("yellow Mine", "yellow Laser")


def shown(match: Match, reader: str | None) -> bytes:
    """All that a reader is ever shown."""
    tried = [
        "Place Pebble on A1",
        "Scan the yellow Disc on A2",
        "Scan the yellow Disc in the Stock of Blue",
        "nonsense",
    ]
    refusals = [str(match.why_not(text, "Red")) for text in tried] if reader == "Red" else []
    undo = match.can_undo("Red") if reader == "Red" else None
    log = [str(entry) for entry in match.log(reader)]
    return json.dumps([match.view(reader), log, refusals, undo]).encode()


def learns(match: Match, other: Match) -> bool:
    """Whether the last answer showed Red something that the other world did not show."""
    last, others = match.log("Red")[-1], other.log("Red")[-1]
    return last.kind == others.kind == "reveal" and last != others


def compare(seed: int, answers: list[int]) -> int:
    """Plays two worlds side by side until Red learns which it is; how many positions were compared."""
    here, there = TOY.start(seed=seed), TOY.start(seed=seed)
    for number, answer in enumerate(answers):
        for reader in ("Red", None):
            assert shown(here, reader) == shown(there, reader)
        if here.decision is None:
            return number
        option = here.decision.options[answer % len(here.decision.options)]
        hidden = not any(entry.kind == "reveal" and "yellow" in entry.text for entry in here.log("Red"))
        there.choose(swapped(option.text) if hidden and here.decision.who == ("Blue",) else option.text)
        here.choose(option)
        if learns(here, there):
            return number
    return len(answers)


# S13.2
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 1000), st.lists(st.integers(0, 100), min_size=8, max_size=8))
def test_two_worlds_that_red_cannot_tell_apart_look_the_same(seed: int, answers: list[int]) -> None:
    compare(seed, answers)


def test_the_two_worlds_really_differ() -> None:
    """Without it the law above could hold because nothing was ever hidden."""
    here, there = TOY.start(seed=0), TOY.start(seed=0)
    for match, weapon in ((here, "Laser"), (there, "Mine")):
        match.choose("Pass")
        match.choose(f"Deploy the yellow {weapon} Disc in the Stock of Blue to A2")
    assert here.state_hash() != there.state_hash()
    assert shown(here, "Blue") != shown(there, "Blue")
    assert shown(here, "Red") == shown(there, "Red")


def test_enough_is_compared() -> None:
    """The law ends early only where Red learns something."""
    random = Random(1)
    compared = [compare(seed, random.choices(range(100), k=8)) for seed in range(30)]
    assert sum(compared) >= 120
