"""What a failing example says, what is left open in examples, and positions that are given to a program."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from interpreter import load
from interpreter.failures import RulebookError, SaveError
from interpreter.play.example_failures import Answer
from interpreter.play.example_tries import with_passes
from interpreter.play.examples import Outcome, run
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.rules import Rules
from interpreter.state.decoding import Box
from interpreter.tools.ambiguities import doubts
from tests.effort import calls_at_most

ROOT = Path(__file__).resolve().parent.parent
REBEL = ROOT / "games" / "rebel_moon_defense.rules"
WHARF = Path(__file__).with_name("language") / "good" / "told.rules"
GIVEN_BOMB = "given the Bomb is on F7\n    "
DEVICE = (
    "given there is a yellow Installation called device on F6\n    given the Weapon of the device is EMP Device\n    "
)
SHOT = GIVEN_BOMB + DEVICE + "when Rebel does Activate the device\n    "

NOT_THERE = "this speaks of what is not there"

FAILING = {
    "a need that is not met": (
        "Approach", "given the Bomb is on F6\n    given there is an Asteroid on G6\n    when Imperial does Advance",
        "this is not offered, not even after others have passed", "free|open|ahead"),
    "another is asked": (
        "Placement", "then Rebel can Place Installation on D6", "Imperial is asked now: Place Asteroid", "`could`"),
    "a need of what could be done": (
        "Placement", "given there is an Asteroid on D6\n    then Rebel could Place Installation on D6",
        "this does not hold", "D6|cell|asteroid"),
    "what another cannot do": (
        "Placement", "then Rebel cannot Place Installation on D6",
        "this says nothing of the action, as Rebel is not asked: Imperial is asked now", "`could not`"),
    "what cannot be done by who is asked something else": (
        "Placement", "when Imperial passes\n    when Rebel does Place Installation on G9\n"
        "    then Rebel cannot Place Installation on D6",
        "this says nothing of the action, as Rebel is not asked for that: Rebel is asked now", "`could not`"),
    "that another cannot pass": (
        "Placement", "then Rebel cannot pass",
        "this says nothing of passing, as Rebel is not asked: Imperial is asked now", ""),
    "that who may pass cannot": ("Placement", "then Imperial cannot pass", "this does not hold: Imperial is asked", ""),
    "not at this time": (
        "Placement", "then Imperial can Turn Bomb to east", "this is not offered: Imperial is asked now", "`could`"),
    "only the phase is over": (
        "Placement", "when Imperial passes\n    when Rebel passes\n    when Imperial does Turn Bomb to east",
        "the phase Placement is over, and this example goes no further", ""),
    "dice of the throw": (
        "Approach", SHOT + "when Rebel rolls 3, 5\n    then the Level of the Bomb is 6",
        "dice are still to be rolled by Rebel", ""),
    "dice of the action": (
        "Approach", SHOT + "then the Level of the Bomb is 6", "dice are still to be rolled by Rebel", ""),
    "more dice than are rolled": (
        "Approach", SHOT + "when Rebel rolls 3, 5, 2, 6", "nobody rolls so many dice", ""),
    "dice of somebody else": (
        "Approach", SHOT + "when Imperial rolls 3, 5, 2",
        "dice are still to be rolled by Rebel (roll a Combat Die) before this, and not by Imperial", ""),
    "a number that no die has": (
        "Approach", SHOT + "when Rebel rolls 3, 5, 7", "the die that is to be rolled does not show this", ""),
    "nobody wins while the play goes on": (
        "Approach", "then nobody is the winner", "the play is not over: Imperial is asked now: Turn Bomb", ""),
    "another has won": (
        "Approach", "given the Bomb is on J6\n    when Imperial does Advance\n    then Rebel is the winner",
        "this does not hold: the play is over, and Imperial has won", ""),
    "what is not there is not in sight": (
        "Approach", GIVEN_BOMB + "then the Bomb is not visible from the Asteroid on F9", NOT_THERE, "nothing fits"),
    "what is not there is not face-up": (
        "Approach", GIVEN_BOMB + "then the Installation on F9 is not face-up", NOT_THERE, "nothing fits"),
    "with what is not there nothing could be done": (
        "Approach", GIVEN_BOMB + "then Rebel could not Activate the Installation on F9", NOT_THERE, "nothing fits"),
    "with what is not there nothing can be done": (
        "Approach", GIVEN_BOMB + "then Rebel cannot Activate the Installation on F9", NOT_THERE, "nothing fits"),
    "what is not there cannot be chosen": (
        "Approach", GIVEN_BOMB + "given there is a red Installation called gun on F8\n    "
        "given the Weapon of the gun is Asteroid Killer\n    given there is an Asteroid on F9\n    "
        "given there is an Asteroid on H8\n    when Rebel does Activate the gun\n    "
        "then Rebel cannot choose the Asteroid on F10", NOT_THERE, "nothing fits"),
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


GIVEN = {
    "there are three ships of each": (["there is a Ship that is owned by Red and that is on the Water"] * 4, "F5", 4),
    "a berth takes two": (["there is a Ship in the Berth of Red"] * 3, "F3", 3),
    "a berth takes two of all": (["every Ship is in the Berth of Red"], "F3", 1),
    "the first of two places": (
        ["there is a Ship called one in the Berth of Red", "there is a Ship on A2", "the one is on A1"], "F9", 1),
    "in two places": (["the tar Card is in the Sea", "the tar Card is in the Deck"], "F9", 1),
    "two numbers": (["there is a Die called one", "the Face of the one is 2", "the Face of the one is 3"], "F9", 2),
    "what goes back to where it is": (["there is no Die in the Cup"], "F5", 1),
    "what goes back to where it can come": (["there is no Ship in the Dock of Red"], "", 0),
    "what goes back": (["every Ship is in the Sea", "there is no Ship in the Sea"], "", 0),
    "the same twice": (["there is a Die called one", "the Face of the one is 2", "the Face of the one is 2"], "", 0),
    "on the way to where it is": (["every Ship is in the Dock of Red", "every Ship is in the Sea"], "", 0),
}  # fmt: skip


@pytest.mark.parametrize("named", GIVEN)
def test_the_given_line_that_cannot_be_is_named(tmp_path: Path, named: str) -> None:
    lines, fault, line = GIVEN[named]
    _, found = outcome(tmp_path, WHARF, f'example "{named}" in Loading\n' + "".join(f"    given {x}\n" for x in lines))
    assert found.message.startswith(fault)
    assert bool(found.message) == bool(fault)
    assert (found.place.line - 1 if found.place else 0) == line
    assert bool(found.hints) == (fault == "F5")


MOOR, BOAT = "a Moor in the Yard of Red", "a Boat of Red in the Box"
SOUGHT = {
    "what nobody has": ([MOOR, MOOR], "", ""),
    "too many": ([MOOR, MOOR, MOOR], "There is no further Moor: lines above speak of all 2.", "or let there be more"),
    "of one player": ([BOAT] * 3, "of the 2 of which no line above speaks (2 Blue’s) none", "a Boat of Blue"),
    "of another": (["a Fort in the Yard of Red"], "No Fort fits: of all 1 (1 Blue’s) none", "a Fort of Blue"),
}


@pytest.mark.parametrize("named", SOUGHT)
def test_what_is_sought_and_not_there_is_told(tmp_path: Path, named: str) -> None:
    lines, message, hint = SOUGHT[named]
    text = f'example "{named}"\n' + "".join(f"    given there is {line}\n" for line in lines)
    _, found = outcome(tmp_path, WHARF.with_name("given_tiles_of_nobody.rules"), text)
    assert message in found.message
    assert bool(message) == bool(found.message)
    assert any(hint in one for one in found.hints) == bool(hint)


def test_nothing_is_given_on_what_is_not_there(tmp_path: Path) -> None:
    lines = "    given there is a Colonist on the Building in the City of Bruno\n"
    _, found = outcome(tmp_path, WHARF.with_name("places_in_places.rules"), f'example "Nowhere"\n{lines}')
    assert found.message.startswith("F5")


def test_an_answer_that_is_open_is_told(tmp_path: Path) -> None:
    text = 'example "Open" in Loading\n    when Red does Gamble\n    when Red rolls 1, 2, 3\n    then Blue is active\n'
    _, found = outcome(tmp_path, WHARF, text)
    assert found.message.startswith("this does not hold: Red has still to ")


@pytest.mark.parametrize(("place", "holds"), [("A1", True), ("A2", False)])
def test_what_cannot_be_done_when_all_is_over_is_said_of_its_needs(tmp_path: Path, place: str, holds: bool) -> None:
    lines = "given there is a Ship on A1", "when Red passes", "when Blue passes", f"then Red cannot Launch on {place}"
    _, found = outcome(tmp_path, WHARF, "\n    ".join(('example "Over" in Loading', *lines)) + "\n")
    assert found.fine == holds
    assert holds or found.message.startswith("this says nothing of the action, as Red is not asked: the phase Loading")


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
    said = "".join(f"\n    {hint}" for complaint in complaints for hint in complaint.hints)
    if said and "…" not in said:
        first, rest = lines.split("\n", 1)
        rules, found = outcome(tmp_path, WHARF, f'example "Said" in Loading\n    {first}{said}\n{rest}\n')
        assert [*doubts(rules.box, rules.machine, found)] == []


def test_pieces_that_are_all_alike_leave_nothing_open(tmp_path: Path) -> None:
    """The examples are not run once more for each of them."""
    lines = "    given there is a Die in the Sea\n" * 3 + "    when Red does Launch on A1\n    when Blue passes\n" * 2
    rules, found = outcome(tmp_path, WHARF, f'example "Alike" in Loading\n{lines}')
    with calls_at_most(150):
        assert [*doubts(rules.box, rules.machine, found)] == []


# ------------------------------------------------------------------------------------------------------------ positions


def test_a_match_begins_in_a_position_that_is_given() -> None:
    game = load(WHARF)
    begun = game.position(["there is a Ship on A1", "given Blue is active", "there is a Ship in the Dock of Blue"])
    match = begun.start(seed=3)
    assert match.decision is not None
    assert match.decision.who == ("Blue",)  # in place of the one with whom the play begins
    assert match.view(None) == begun.start(seed=3).view(None)
    assert match.view(None) != game.start(seed=3).view(None)
    assert game.position([]).start(seed=3).view(None) == game.start(seed=3).view(None)


def test_a_match_from_a_position_is_loaded_with_that_position(tmp_path: Path) -> None:
    begun = load(WHARF).position(["there is a Ship on A1"], phase="Loading")
    match = begun.start(seed=3)
    assert match.decision is not None
    match.choose(match.decision.options[0])
    match.save(tmp_path / "a.match")
    for again in (
        Match.load(tmp_path / "a.match", begun),
        Match.load(tmp_path / "a.match", load(WHARF)),
        Match.loads(match.dumps(), load(WHARF)),
        pickle.loads(pickle.dumps(match)),
        pickle.loads(pickle.dumps(begun)).start(seed=3),
    ):
        assert again.rules.given == begun.given
        assert again.dumps() == (match if again.steps else begun.start(seed=3)).dumps()


def test_a_match_from_a_position_finds_its_rulebook_beside_it(tmp_path: Path) -> None:
    shutil.copy(WHARF, tmp_path / "mine.rules")
    match = load(tmp_path / "mine.rules").position(["there is a Ship on A1"]).position(["Blue is active"]).start(seed=3)
    match.choose(0)
    match.save(tmp_path / "a.match")
    (tmp_path / "moved").mkdir()
    for name in ("mine.rules", "a.match"):
        (tmp_path / name).rename(tmp_path / "moved" / name)
    assert Match.load(tmp_path / "moved" / "a.match").dumps() == match.dumps()


def test_a_position_of_a_game_without_a_file_is_saved() -> None:
    game = load(text=WHARF.read_text("utf-8"))
    match = game.position(["there is a Ship on A1"]).start(seed=3)
    assert pickle.loads(pickle.dumps(match)).dumps() == Match.loads(match.dumps(), game).dumps() == match.dumps()


def test_a_match_from_another_position_is_refused() -> None:
    game = load(WHARF)
    begun, other = (game.position([f"there is a Ship on {space}"]) for space in ("A1", "A2"))
    for match, rules in ((begun.start(seed=3), other), (game.start(seed=3), other)):
        with pytest.raises(SaveError) as raised:
            Match.loads(match.dumps(), rules)
        assert raised.value.diagnostics[0].code == "E0823"


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


CHOOSING = """
game Choosing
    for 2 players: Red, Blue

Face is from 1 to 6

piece Die
    two are Dice
    there are 3 for each Player
    has a Face
    starts in the Tray of the owner

piece Ship
    starts in the Dock

table Ship
    | Ship | Copies |
    | Tug  | 1      |
    | Brig | 3      |

place Tray
    there is one for each Player

place the Dock
    takes Ships

place the Court
    takes Dice

play
    take turns from Red
        the Player may Pay or Wait
        nobody wins

action Pay
    the Player chooses at least 1 among Dice called pair in the Tray of the Player
    only if the total Face among the pair is at least 3
    move every Die in the pair to the Court

action Wait
    move every Die in the Court to the Tray of the Player

example "More"
    when Red does Pay
    when Red chooses a Die

example "How"
    then Red cannot Pay

example "Value"
    when Red does Pay
    then the number of Dice in the Tray of Red is 2
"""
SAID = {
    "More": "in place of it: when Red chooses 3 Dice",
    "How": "as it can be done: Pay, the Die of Red",
    "Value": "this is 3 now",
}


def test_what_makes_a_line_right_is_told(tmp_path: Path) -> None:
    """How many are to be chosen, how that can be done of which it says that it cannot, what a value is."""
    (tmp_path / "choosing.rules").write_text(CHOOSING.lstrip(), encoding="utf-8")
    rules = Game.with_examples(tmp_path / "choosing.rules")
    outcomes = run(rules.program, rules.machine)
    assert {found.example.title for found in outcomes} == {*SAID}
    for found in outcomes:
        told = "\n".join((found.message, *found.hints, *(note.text for note in found.notes)))
        assert SAID[found.example.title] in told


def test_who_was_asked_the_same_before_passes_first() -> None:
    """A line that answers is taken for an answer where that was asked first."""
    answer, again, other = Answer("when Blue does Reply", -1), (1, 7), (1, 5)
    (told,) = with_passes((answer,), again, [again, (0, 7), other, again, other], ("Red", "Blue"))
    assert told.before == ("when Blue passes",) * 3
    assert with_passes((answer,), again, [other, (0, 7)], ("Red", "Blue")) == (answer,)


PASSED_OVER = """
game Boats
    in English
    for 2 players: Red, Blue

piece Boat
    there are 3 for Red
    starts in the Harbour

place the Harbour

place the Sea

play
    take turns from Red until there is no Boat in the Harbour
        the Player must Sail
    nobody wins

action Sail a Boat
    only if the Boat is owned by the Player
    only if the Boat is in the Harbour
    move the Boat to the Sea

example "In turns"
    when Red does Sail a Boat
    then Blue is asked
"""


def test_who_was_passed_over_as_there_was_nothing_to_do_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "boats.rules").write_text(PASSED_OVER.lstrip(), encoding="utf-8")
    rules = Game.with_examples(tmp_path / "boats.rules")
    (found,) = run(rules.program, rules.machine)
    assert any("what Blue needs for it" in note.text for note in found.notes), found


OTHER_KIND = """
game Eviction
    in English
    for 2 players: Red, Green

place Route

table Route
    | Route | Posts |
    | North | 2     |
    | South | 2     |
    | West  | 2     |
    | East  | 2     |
    | Far  | 2     |
    | Deep  | 2     |
    | High  | 2     |
    | Low  | 2     |
    | Wide  | 2     |

piece Agent

piece Trader, an Agent
    there are 4 for each Player
    starts in the Stock of the owner

place Stock
    there is one for each Player

play
    take turns from Red until all pass
        the Player may Evict
    nobody wins

action Evict
    repeat 2 times
        the Player may
            the Player chooses an Agent on a Route that is not owned by the Player
            the Player chooses a Route called goal that is not full
            move the Agent to the goal

a Route is full when the number of Agents on the Route is the Posts of the Route

example "One piece"
    given there is a Trader of Green called away on North
    given there is a Trader of Red called own on North
    when Red does Evict
    when Red does so
    then Red cannot choose the own
    when Red chooses the away
    then the away is on North
"""


def test_a_thing_of_another_kind_with_the_same_number_is_not_what_is_chosen(tmp_path: Path) -> None:
    """Only one piece can be chosen, so that it is taken at once, and a route is asked for."""
    (tmp_path / "eviction.rules").write_text(OTHER_KIND.lstrip(), encoding="utf-8")
    rules = Game.with_examples(tmp_path / "eviction.rules")
    (found,) = run(rules.program, rules.machine)
    assert found.message.startswith("nobody is asked for this: what can only be one thing is taken at once"), found
    assert found.hints == ("leave it out",)


TWO_ROWS = """
game Two Rows
    in English
    for 2 players: Red, Blue

place the Deck
    keeps order
    seen by nobody

place the Pool
    keeps order
    seen by nobody

place the Bank

board the Row
    made of Stalls in a line of 2
    takes at most 1 Card

board the Shelf
    made of Boxes in a line of 2
    takes at most 1 Order
    the Gold Box is S2

piece Card
    there are 3
    starts in the Deck

piece Order
    starts in the Pool

table Order
    | Order |
    | Berry |
    | Nut   |
    | Pear  |

piece Coin
    there are 4
    starts in the Bank

setup
    shuffle the Pool
    move the top of the Deck to each Stall
    move the top of the Pool to each Box

play
    take turns from Red until there is no Coin in the Bank
        the Player must Earn
    nobody wins

action Earn
    move a Coin in the Bank to the Deck

example "Of another board"
    given Pear is on S1 of the Shelf
    then Red is asked

example "By its name"
    given Pear is on the Gold Box
    then Red is asked
"""


@pytest.mark.parametrize(("number", "space"), [(0, "S1"), (1, "S2")])
def test_what_the_setup_has_dealt_makes_way_on_the_board_that_a_line_names(
    number: int, space: str, tmp_path: Path
) -> None:
    (tmp_path / "rows.rules").write_text(TWO_ROWS.lstrip(), encoding="utf-8")
    rules = Game.with_examples(tmp_path / "rows.rules")
    outcome = run(rules.program, rules.machine)[number]
    assert outcome.fine, outcome.message
    box = Box(rules.program, rules.machine)
    lying = [box.location([*outcome.state], piece) for piece, _ in enumerate(box.pieces)]
    there = [place.name for place in lying if place and place.board == "Shelf"]
    assert len(there) == 2
    assert any(name.startswith(space) for name in there)
