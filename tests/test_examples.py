"""What a failing example says, what is left open in examples, and positions that are given to a program."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from interpreter import load
from interpreter.doubts import doubts
from interpreter.examples import Outcome, run
from interpreter.failures import RulebookError
from interpreter.game import Game
from interpreter.match import Match
from interpreter.rules import Rules

ROOT = Path(__file__).resolve().parent.parent
REBEL = ROOT / "games" / "rebel_moon_defense.rules"
WHARF = Path(__file__).with_name("language") / "good" / "told.rules"
GIVEN_BOMB = "given the Bomb is on F7\n    "
DEVICE = (
    "given there is a yellow Installation called device on F6\n    given the Weapon of the device is EMP Device\n    "
)
SHOT = GIVEN_BOMB + DEVICE + "when Rebel does Activate the device\n    "

FAILING = {
    "a need that is not met": (
        "Approach", "given the Bomb is on F6\n    given there is an Asteroid on G6\n    when Imperial does Advance",
        "this is not offered, not even after others have passed", "free|open|ahead"),
    "another is asked": (
        "Placement", "then Rebel can Place Installation on D6", "Imperial is asked now: Place Asteroid", "`could`"),
    "a need of what could be done": (
        "Placement", "given there is an Asteroid on D6\n    then Rebel could Place Installation on D6",
        "this does not hold", "D6|cell|asteroid"),
    "not at this time": (
        "Placement", "then Imperial can Turn Bomb to east", "this is not offered: Imperial is asked now", "`could`"),
    "only the phase is over": (
        "Placement", "when Imperial passes\n    when Rebel passes\n    when Imperial does Turn Bomb to east",
        "the phase Placement is over, in which alone this example plays; the play is not", ""),
    "dice of the throw": (
        "Approach", SHOT + "when Rebel rolls 3, 5\n    then the Level of the Bomb is 6",
        "dice are still to be rolled", ""),
    "dice of the action": (
        "Approach", SHOT + "then the Level of the Bomb is 6", "dice are still to be rolled", ""),
    "more dice than are rolled": (
        "Approach", SHOT + "when Rebel rolls 3, 5, 2, 6", "nobody rolls so many dice", ""),
    "dice of somebody else": (
        "Approach", SHOT + "when Imperial rolls 3, 5, 2", "dice are still to be rolled", ""),
    "who is not asked": (
        "Placement", "then Rebel is asked", "this does not hold: Imperial is asked now: Place Asteroid", ""),
    "who is not to choose": (
        "Placement", "then Rebel cannot choose a red Installation", "Rebel is not to choose anything: Imperial is", ""),
    "what can be chosen": (
        "Placement", "when Imperial passes\n    when Rebel does Place Installation on G9\n"
        "    then Rebel cannot choose a red Installation", "this does not hold: Rebel is asked now", ""),
    "that somebody is asked": (
        "Placement", "then nobody is asked", "this does not hold: Imperial is asked now: Place Asteroid", ""),
}  # fmt: skip


def outcome(tmp_path: Path, file: Path, example: str) -> tuple[Rules, Outcome]:
    """What comes of one example beside a rulebook."""
    beside = tmp_path / "beside.rules"
    beside.write_text(example, encoding="utf-8")
    rules = Game.with_examples(file, beside=beside)
    return rules, run(rules.program, rules.machine)[-1]


@pytest.mark.slow
def test_a_failing_line_says_why(tmp_path: Path) -> None:
    """All in one file, as it is the rulebook that takes the time."""
    texts = (f'example "{title}" in {phase}\n    {lines}\n' for title, (phase, lines, *_) in FAILING.items())
    beside = tmp_path / "beside.rules"
    beside.write_text("\n".join(texts), encoding="utf-8")
    rules = Game.with_examples(REBEL, beside=beside)
    found = {one.example.title: one for one in run(rules.program, rules.machine)}
    for title, (_, _, message, _) in FAILING.items():
        assert message in found[title].message, (title, found[title].message)
    for title, (*_, noted) in FAILING.items():
        words = [word for note in found[title].notes for word in noted.split("|") if word in note.text.lower()]
        assert bool(words) == bool(noted), (title, found[title].notes)


def test_the_given_line_that_cannot_be_is_named(tmp_path: Path) -> None:
    spaces = ("A1", "B1", "C1", "A2")  # there are three ships
    lines = "\n    ".join(f"given there is a Ship that is owned by Red and that is on {space}" for space in spaces)
    text = f'example "Too many" in Loading\n    {lines}\n'
    _, found = outcome(tmp_path, WHARF, text)
    assert "F5" in found.message
    assert found.place is not None
    assert found.place.line == 5


def test_an_answer_that_is_open_is_told(tmp_path: Path) -> None:
    text = 'example "Open" in Loading\n    when Red does Gamble\n    when Red rolls 1, 2, 3\n    then Blue is active\n'
    _, found = outcome(tmp_path, WHARF, text)
    assert found.message.startswith("this does not hold: Red has still to ")


@pytest.mark.parametrize(("lines", "apart"), [
    ("given there is a Card called lot\n    then the Ware of the lot is salt", "the Ware"),
    ("given there is a Card called lot\n    then the Ware of the lot is tar", "the Ware"),
    ("given there is a Ship called one on A1\n    then the one is owned by Red", "the owner"),
    ("given there is a Ship called one on A1\n    then the one is on A1", ""),
    ("given there is a Ship called one that is owned by Red and that is on A1\n    then the one is owned by Red", ""),
    ("given there is a Ship called one in the Dock of Blue\n    then the one is owned by Blue", ""),
])  # fmt: skip
def test_a_piece_that_is_left_open_and_makes_a_difference_is_told(tmp_path: Path, lines: str, apart: str) -> None:
    rules, found = outcome(tmp_path, WHARF, f'example "Left open" in Loading\n    {lines}\n')
    complaints = [*doubts(rules.box, rules.machine, found)]
    assert [complaint.code for complaint in complaints] == (["W0503"] if apart else [])
    assert all(apart in complaint.message for complaint in complaints)
    assert all(complaint.span is not None and complaint.span.line == 2 for complaint in complaints)


# ------------------------------------------------------------------------------------------------------------ positions


def test_a_match_begins_in_a_position_that_is_given() -> None:
    game = load(WHARF)
    begun = game.position(["there is a Ship on A1", "given Blue is active", "there is a Ship in the Dock of Blue"])
    match = begun.start(seed=3)
    assert match.decision is not None
    assert match.decision.who == ("Red",)  # whose turn is the first where the play begins
    assert match.view(None) == begun.start(seed=3).view(None)
    assert match.view(None) != game.start(seed=3).view(None)
    assert game.position([]).start(seed=3).view(None) == game.start(seed=3).view(None)


def test_a_match_from_a_position_is_loaded_with_that_position(tmp_path: Path) -> None:
    begun = load(WHARF).position(["there is a Ship on A1"], phase="Loading")
    match = begun.start(seed=3)
    assert match.decision is not None
    match.choose(match.decision.options[0])
    match.save(tmp_path / "a.match")
    assert Match.load(tmp_path / "a.match", begun).view(None) == match.view(None)
    assert pickle.loads(pickle.dumps(match)).view(None) == match.view(None)


def test_a_position_is_the_same_whatever_the_notes_and_the_layout_of_the_rulebook(tmp_path: Path) -> None:
    rulebook = tmp_path / "wharf.rules"
    known = set()
    for notes in ("", "-- by the water\n\n"):
        rulebook.write_text(notes + WHARF.read_text("utf-8"), "utf-8")
        known.add(load(rulebook).position(["there is a Ship on A1"]).program.rules_hash)
    assert len(known) == 1


@pytest.mark.parametrize(("given", "code", "line"), [
    (["there is a Ship on Z9"], "E0201", 2),
    (["there is a Ship on A1", "the Ship is purple"], "E0205", 3),
    (["when Red passes"], "E0514", None),
    ("there is a Ship on A1", "E0514", None),
    (["there is a Ship on A1\n    when Red passes"], "E0109", 2),
    ([f"there is a Ship that is owned by Red and that is on {c}" for c in ("A1", "A2", "A3", "B1")], "E0515", 5),
])  # fmt: skip
def test_a_position_that_cannot_be_is_refused(given: list[str] | str, code: str, line: int | None) -> None:
    with pytest.raises(RulebookError) as raised:
        load(WHARF).position(given)
    (first, *_) = raised.value.diagnostics
    assert (first.code, first.span.line if first.span else None) == (code, line)
