"""What shows when a game is tried: setups that cannot be carried out, games that never end or play themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import check_rules, load_text, program_of
from dsl.mending import mended
from dsl.text.diagnostics import CATALOGUE, Diagnostic, Severity
from interpreter.tools.dry_run import tried
from tests.rulebooks import framed
from tests.rulebooks import told as examined


def trial(part: str) -> list[Diagnostic]:
    book, diagnostics = load_text(framed(part), "test.rules")
    assert book is not None, diagnostics
    return tried(program_of(book))


def told(part: str) -> list[tuple[str, int]]:
    """The codes of what is found, each with its line."""
    return [(d.code, d.span.line if d.span else 0) for d in trial(part)]


def test_the_catalogue_shows_a_setup_that_cannot_be_carried_out() -> None:
    assert told(CATALOGUE["E0507"].bad) == [("E0507", 3)]
    assert [code for code, _ in told(CATALOGUE["E0507"].good)] == ["W0105"]


SETUPS = {
    "more than there are": "move a Boat in the Harbour to A1, A2, A3, A4",
    "from where none is": "move a Boat in the Rocks to A1",
    "before it is there": "move a Boat on A1 to the Rocks\n    move a Boat in the Harbour to A1",
    "too many in a place": "move every Boat to the Cove",
    "in a verb of the setup": "moor",
    "behind a shuffled pile": "shuffle the Heap\n    repeat 12 times\n        move the top of the Heap to the Rocks",
}
AROUND = """
place Cove
    takes at most 2 Boats

place the Heap
    keeps order
    seen by nobody

piece Shell
    there are 9
    starts in the Heap

to moor
    repeat 4 times
        move a Boat in the Harbour to the Rocks

setup
    {}
"""


# S4.9
@pytest.mark.parametrize("line", SETUPS.values(), ids=SETUPS)
def test_a_setup_moves_what_is_there_to_where_there_is_room(line: str) -> None:
    found = trial(AROUND.format(line))
    assert [d.code for d in found] == ["E0507"]


NOW = {
    "more than there are": "each Boat now: a Boat on A1, a Boat on A2, a Boat on A3",
    "from where none is": "each Boat now: 3 Boats in the Harbour",
    "too many in a place": "each Boat now: 3 Boats in the Cove",
}


@pytest.mark.parametrize("name", NOW)
def test_what_cannot_be_carried_out_says_where_the_pieces_are(name: str) -> None:
    assert [note.text for d in trial(AROUND.format(SETUPS[name])) for note in d.notes] == [NOW[name]]


def test_every_one_of_none_is_set_up_without_complaint() -> None:
    assert told("setup\n    move every Boat on A1 to the Rocks\n") != [("E0507", 2)]


def test_what_is_done_with_nothing_in_play_is_no_fault() -> None:
    part = "phase Night\n    move a Boat on A1 to the Rocks\n    Keeper must Sail\n    nobody wins\n\n"
    assert told(part + SAIL) == []


SAIL = "action Sail a Boat\n    move the Boat to the Rocks\n"


def test_a_fault_in_one_of_the_first_positions_is_found() -> None:
    part = "phase Night\n    take turns from Keeper\n        the Player must Blow\n\n"
    blow = part + "action Blow\n    the glow of the Lamp rises by 1\n"
    assert told(blow) == [("E0507", 6)]
    assert [note.text for d in trial(blow) for note in d.notes] == ["the Lamp now: the Lamp (glow 3) on C3"]


def test_a_game_that_cannot_end_is_told_where_all_its_positions_are_known() -> None:
    part = "phase Night\n    take turns from Keeper\n        the Player may Signal\n\naction Signal\n    {}\n"
    assert [code for code, _ in told(part.format("the Lamp becomes lit"))] == ["W0104"]
    assert told(part.format("the Lamp becomes lit\n    nobody wins")) == []


def test_of_a_game_with_too_many_positions_nothing_is_told() -> None:
    part = "phase Night\n    take turns from Keeper\n        the Player may Sail\n\n"
    assert told(part + "action Sail a Boat to a Cell\n    move the Boat to the Cell\n") == []


def test_of_a_game_that_takes_too_long_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each definition looks through the cells for each cell of the one before: all together would take for ever."""
    part = "phase Night\n    take turns from Keeper\n        the Player must Signal\n\naction Signal\n"
    part += "    only if every Cell is even-0\n    the Lamp becomes lit\n\n"
    links = (f"a Cell is even-{n} when every Cell is even-{n + 1}\n\n" for n in range(12))
    monkeypatch.setattr("interpreter.tools.dry_run.MOST_STEPS", 100_000)
    assert told(part + "".join(links) + "a Cell is even-12 when there is a Cell\n") == []


def test_what_explains_a_fault_is_warned_of_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "stuck.rules"
    part = "phase Night\n    take turns from Keeper\n        the Player must Sail\n\naction Sail a Boat\n"
    needs = "    only if the Boat is in the Harbour\n    only if the Boat is on A1\n"
    path.write_text(framed(f"{part}{needs}    move the Boat to the Rocks\n"), "utf-8")
    assert {"E0507", "W0102"} <= {d.code for d in check_rules(path, tried=tried)[1]}


def test_choices_in_secret_are_not_gone_through() -> None:
    choice = "the Player chooses a Boat\n        move the Boat to the Rocks"
    assert told(f"phase Night\n    for each Player, in secret\n        {choice}\n    nobody wins\n") == []


HELD = {
    "there is a Boat on A1": "each Boat now: 3 Boats in the Harbour",
    "the glow of the Lamp is 2": "this is 0 now",
    "there are 2 Boats in the Harbour": "this is 3 now",
    "the Lamp is on A1": "the Lamp now: the Lamp on C3",
}


@pytest.mark.parametrize("so", HELD)
def test_a_line_that_does_not_hold_says_what_is_so(so: str) -> None:
    found = examined(framed(f'\nexample "Now"\n    then {so}\n'))
    assert [note.text for d in found for note in d.notes] == [HELD[so]]


AGAIN = """\
game Stalls
    in English
    for 2 to 3 players: Ann, Bob, Cid

board the Row
    made of Stalls in a line of 4

piece Card
    there are 9
    starts in the Deck

place the Deck

setup
    move a Card in the Deck to S4
    for each Stall
        if there is no Card on the Stall
            let last be the neighbour of the Stall along backward
            move the Card on the last to the Stall

play
    take turns from Ann until all pass
        the Player may Look
    nobody wins

action Look
    nothing happens
"""


def test_what_is_not_there_each_time_is_told_once_and_moved_if_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "stalls.rules"
    text = AGAIN
    path.write_text(text, "utf-8")
    (found,) = (d for d in check_rules(path, tried=tried)[1] if d.severity is Severity.ERROR)
    (one,) = mended([found], text, str(path), tried=tried)
    assert [w.lines for w in one.write] == [("if there is a Card on the last, move the Card on the last to the Stall",)]
