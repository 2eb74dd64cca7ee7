"""How a game is laid out in its state: what has which number, where everything is at first, what never changes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import MAIN, WHO
from dsl.ir.program import Program
from dsl.lower.storage import BEGIN
from dsl.resolve.lasting import AMOUNT
from interpreter.play.game import load
from interpreter.state.decoding import Box
from interpreter.state.machine import Machine, State
from tests.laws.games import Setting
from tests.laws.games import game as ready

GOOD = Path(__file__).parent / "language" / "good"
RULEBOOKS = sorted(GOOD.glob("*.rules"))
NAMES = [path.stem for path in RULEBOOKS]
MOST = 40  # answers of one random match

TEXT = """game Counted
    in English
    for 3 players: White, Grey, Black

Colour is one of red, green, blue
Weight is from 3 to 5

board the Field
    made of Cells in a grid of 2 by 2

place Box
place Hand
    there is one for each Player

piece Crate
    there are 2
    takes Gems
    starts on B1

piece Gem
    there is one for each Colour
    has a Weight
    has a Colour called paint
    can be lost
    starts in the Box

setup
    move the red Gem to the Hand of White

play
    Grey may Put
    chance chooses a Gem
    move the Gem to the Hand of Black

action Put a Gem
    the Weight of the Gem becomes 5
    the paint of the Gem becomes blue
"""


def compiled(path: Path) -> tuple[Program, Machine]:
    rules = ready(Setting(path))
    return rules.program, rules.machine


@pytest.fixture
def counted(tmp_path: Path) -> tuple[Program, Machine, Box]:
    path = tmp_path / "counted.rules"
    path.write_text(TEXT, encoding="utf-8")
    program, machine = compiled(path)
    return program, machine, Box(program, machine)


def states(machine: Machine, seed: int) -> Iterator[State]:
    """The states at the decisions of a match in which all players answer at random."""
    state, random = machine.initial(seed), Random(seed)
    machine.run(state)
    for _ in range(MOST):
        yield state
        if state[STATUS_AT]:
            return
        machine.resume(state, random.choice(machine.options(state)))


# S1.1
@pytest.mark.parametrize("path", RULEBOOKS, ids=NAMES)
def test_a_state_has_one_length_and_every_piece_is_somewhere_in_it(path: Path) -> None:
    """Play makes no piece, destroys none, and puts none where there is no place."""
    program, machine = compiled(path)
    box = Box(program, machine)
    last = program.pieces_from + len(box.pieces)
    for state in states(machine, seed=1):
        assert len(state) == machine.size
        assert all(-(1 << 63) <= word < 1 << 63 for word in state[: machine.core])
        assert all(0 <= box.at(state, piece) < last for piece in range(len(box.pieces)))


# S2.1
def test_players_are_numbered_by_their_seats_and_nature_comes_after_them(
    counted: tuple[Program, Machine, Box],
) -> None:
    program, machine, _ = counted
    assert program.players == ("White", "Grey", "Black")
    who = machine.arrays[WHO].offset
    state = machine.initial(1)
    machine.run(state)
    assert state[who] == 1
    machine.resume(state, 0)
    assert state[who] == 3


# S2.2, S2.3
@pytest.mark.parametrize("path", RULEBOOKS, ids=NAMES)
def test_pieces_and_locations_are_numbered_through(path: Path) -> None:
    """Pieces of a kind stand in a row; what lies on a piece is at the location of that number after all places."""
    program, _ = compiled(path)
    ends = [(kind.start, kind.stop) for kind in sorted(program.pieces, key=lambda kind: kind.start)]
    assert not ends or ends[0][0] == 0
    assert all(stop == start for (_, stop), (start, _) in pairwise(ends))
    assert program.pieces_from == len(program.locations)
    for kind in program.kinds:
        if kind.sort == "piece":
            stop = kind.start + len(kind.elements)
            inside = [k for k in program.pieces if kind.start <= k.start and k.stop <= stop]
            named = any(k.start <= kind.start and stop <= k.stop for k in program.pieces)  # by a row of a table
            assert named or sum(k.stop - k.start for k in inside) == len(kind.elements), "its sorts stand in its row"


# S2.3
def test_what_lies_on_a_piece_is_at_a_location_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "counted.rules"
    lines = ("chance chooses a Gem", "chance chooses a Crate\n    chance chooses a Gem")
    path.write_text(
        TEXT.replace(*lines).replace("to the Hand of Black", "to the Crate"),
        encoding="utf-8",
    )
    program, machine = compiled(path)
    box = Box(program, machine)
    state = machine.initial(1)
    machine.run(state)
    for answer in (0, 1, 2):  # pass; the second crate; the third gem
        machine.resume(state, answer)
    crate, gem = (next(k.start for k in program.pieces if k.name == name) for name in ("Crate", "Gem"))
    assert box.at(state, gem + 2) == program.pieces_from + crate + 1
    assert box.carrier(state, gem + 2) == crate + 1


# S2.4
def test_values_are_numbered_as_written_and_numbers_are_themselves(counted: tuple[Program, Machine, Box]) -> None:
    program, machine, box = counted
    state = machine.initial(1)
    machine.run(state)
    machine.resume(state, 1 + 1)  # Put, with the second gem
    gem = next(kind for kind in program.pieces if kind.name == "Gem")
    found = {field.attribute.name: box.read(field, state, gem.start + 1) for field in box.fields(gem.start + 1)}
    assert found == {"Colour": 1, "Weight": 5, "paint": 2, "lost": 0}
    assert next(kind for kind in program.kinds if kind.name == "Colour").elements == ("red", "green", "blue")


# S1.6
@pytest.mark.parametrize("path", RULEBOOKS, ids=NAMES)
def test_at_first_all_is_where_it_starts_with_its_first_values(path: Path) -> None:
    program, machine = compiled(path)
    box = Box(program, machine)
    state = machine.initial(1)
    machine.run(state, BEGIN)
    starts = program.code.tables["start"].values
    assert [box.at(state, piece) for piece in range(len(box.pieces))] == list(starts)
    for piece in range(len(box.pieces)):
        for field in box.fields(piece):
            if field.offset >= 0:
                first = field.kind.first if field.kind and field.kind.sort == "range" else 0
                lowest = field.kind.start if field.kind and field.kind.sort in ("space", "piece") else first
                lowest = 0 if field.kind and field.kind.name == AMOUNT else lowest  # nothing is added
                lowest = (
                    -1
                    if field.kind and field.attribute.name.startswith("ban ") and field.kind.sort != "range"
                    else lowest
                )  # nothing is barred
                assert box.read(field, state, piece) == lowest, field.attribute.name


# S1.6
def test_what_is_given_with_each_piece_is_no_part_of_the_state(counted: tuple[Program, Machine, Box]) -> None:
    """It stands in a table, which nothing writes."""
    program, machine, _ = counted
    gem = next(kind for kind in program.pieces if kind.name == "Gem")
    (colour,) = (a for a in gem.attributes if a.name == "Colour")
    assert colour.storage == "table"
    assert program.code.tables[colour.source].values == (0, 1, 2)
    assert colour.source not in machine.arrays


# S14.3
@pytest.mark.parametrize(("last", "outcome"), [("", "undecided"), ("    nobody wins\n", "nobody")])
def test_when_the_play_is_at_its_end_the_game_is_over(tmp_path: Path, last: str, outcome: str) -> None:
    """Nobody has won then; a rulebook that means a draw says so."""
    path = tmp_path / "short.rules"
    path.write_text(
        "game Short\n    in English\n    for 2 players: White, Black\n\nplay\n    White may Wait\n"
        f"{last}\naction Wait\n    White wins\n",
        encoding="utf-8",
    )
    match = load(path).start(seed=1)
    match.choose("pass")
    result = match.result
    assert match.decision is None
    assert result is not None
    assert (result.outcome, result.winners) == (outcome, ())


# S8.1
def test_the_main_procedure_is_the_setup_its_settling_and_the_play() -> None:
    """Nothing stands before the setup and nothing after the play."""
    program, _ = compiled(GOOD / "trials.rules")
    names = [getattr(stmt, "procedure", "") for stmt in program.code.functions[MAIN].body]
    assert (names[0], names[-1]) == ("setup", "play")
    assert [name.partition("#")[0] for name in names[1:-1]] == ["settle"]
