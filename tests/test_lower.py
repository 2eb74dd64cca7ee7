"""Rulebooks as programs: what sentences do is shown by worked examples in the language itself, in language/good.

Beside them laws that hold for every program: what is offered is just what all needs allow, what is derived is what the
position says. That the examples pass, and that the machine goes the way of the oracle, is tested with those of games.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from dsl.ir.check import check
from dsl.ir.layout import ARGUMENTS_AT, SITE_AT, STATUS_AT
from dsl.ir.nodes import Code, Const, ForRange
from dsl.ir.program import Alternative, Program, Slot
from dsl.ir.visit import calls, statements
from dsl.load import compile_rules
from dsl.lower.visibility_functions import with_sight
from dsl.text.diagnostics import Diagnostic
from interpreter.backends.pipeline import machine_of_program
from interpreter.play.examples import run
from interpreter.state.decoding import Box
from interpreter.state.machine import Fault, Machine, State
from tests.laws.games import Setting, game
from tests.laws.games import program as program_of

GOOD = Path(__file__).parent / "language" / "good"
RULEBOOKS = sorted(GOOD.glob("*.rules"))
NAMES = [path.stem for path in RULEBOOKS]
MOST_ANSWERS = 60  # of one random match
MOST_CODES = 400  # of an alternative that are tested one by one


def compiled(path: Path) -> tuple[Program, Machine]:
    rules = game(Setting(path))
    return rules.program, rules.machine


def text_of(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "text.rules"
    path.write_text(text, encoding="utf-8")
    return path


# ------------------------------------------------------------------------------------------------------ worked examples


@pytest.mark.parametrize("path", RULEBOOKS, ids=NAMES)
def test_the_program_keeps_to_the_intermediate_language(path: Path) -> None:
    program = program_of(Setting(path), examples=True)
    assert check(with_sight(program, program.code)) == []


@pytest.mark.parametrize("path", RULEBOOKS, ids=NAMES)
def test_the_tables_that_readers_look_into_stand_in_the_order_of_the_program(path: Path) -> None:
    """Not in that of a set of their names, which each process has in another order."""
    program = program_of(Setting(path), examples=True)
    read = [name for name in with_sight(program, Code({}, {}, {})).tables if name in program.code.tables]
    assert read == [name for name in program.code.tables if name in read]


WRONG = """game Wrong
    in English
    for 2 players: White, Black

Count is from 0 to 9

place Box

piece the Clock
    has a Count
    starts in the Box

play
    take turns from White until all pass
        the Player may Wind

action Wind by a Count
    only if the Count is at most 3
    the Count of the Clock rises by the Count

"""


# S16.2, S16.3
@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (["when White does Wind by 2", "then the Count of the Clock is 3"], "then", "does not hold"),
        (["when White does Wind by 4"], "does", "not allowed"),
        (["when Black does Wind by 2", "when White passes", "when Black does Wind by 1"], "", ""),
        (["when White passes", "when Black passes", "when White does Wind by 1"], "does", "over"),
        (["given the Count of the Clock is 8", "when White does Wind by 3"], "does", "range"),
        (["when White rolls 3"], "rolls", "nobody rolls dice here"),
    ],
)
def test_an_example_fails_where_it_is_wrong(tmp_path: Path, lines: list[str], line: str, message: str) -> None:
    text = WRONG + 'example "It"\n' + "".join(f"    {x}\n" for x in lines)
    program, _ = compile_rules(text_of(tmp_path, text), examples=True)
    assert program is not None
    (outcome,) = run(program, machine_of_program(program))
    assert (outcome.step.sort if outcome.step and not outcome.fine else "") == line
    assert message in outcome.message


LEAVES_ITS_CHOICE = (
    WRONG.replace("place Box", "place Box\n\nplace Well\n    there is one for each Player\n")
    .replace("may Wind", "may Wind or Go")
    .replace("    has a Count\n", "    has a Count\n    can be broken\n")
    + """action Go
    the Player chooses a Well
    move the Clock to the Well

exception Stuck, instead of Go
    when the Clock is broken
    the Count of the Clock rises by 3

example "It"
    given the Clock is broken
    when White does Go
    then the Count of the Clock is 3
"""
)


# S8.5, S16.3
def test_a_line_after_half_an_answer_fails_with_what_is_lacking(tmp_path: Path) -> None:
    program, found = compile_rules(text_of(tmp_path, LEAVES_ITS_CHOICE), examples=True)
    assert program is not None, found
    (outcome,) = run(program, machine_of_program(program))
    assert outcome.message == "this does not hold: White has still to choose a Well"


# ----------------------------------------------------------------------------------------------------------------- laws


def positions(path: Path, seed: int) -> Iterator[tuple[Program, Machine, State]]:
    """The positions at the decisions of a match in which all players answer at random."""
    program, machine = compiled(path)
    random = Random(seed)
    state = machine.initial(seed)
    machine.run(state)
    for _ in range(MOST_ANSWERS):
        if state[STATUS_AT]:
            return
        yield program, machine, state
        machine.resume(state, random.choice(machine.options(state)))


def answers(alternative: Alternative) -> Iterator[tuple[int, list[int]]]:
    """The codes of an alternative, each with the values in its slots."""
    slots = [part for part in alternative.parts if isinstance(part, Slot)]
    for code in range(alternative.base, alternative.base + min(alternative.size, MOST_CODES)):
        yield code, [(code - alternative.base) // slot.stride % slot.size + slot.start for slot in slots]


# S6.2
@pytest.mark.parametrize("path", RULEBOOKS, ids=NAMES)
def test_what_is_offered_is_what_every_need_allows(path: Path) -> None:
    tested = 0
    for program, machine, state in positions(path, seed=1):
        decision = program.decisions[state[SITE_AT]]
        legal = set(machine.options(state))
        site = state[ARGUMENTS_AT : ARGUMENTS_AT + decision.arguments]
        for alternative in decision.alternatives if decision.sort == "offer" else ():
            if alternative.closes and not alternative.needs:
                continue  # to begin again is offered as soon as something was done
            for code, values in answers(alternative):
                met = [machine.call(need.function, state[:], *site, *values) for need in alternative.needs]
                needless = alternative.passes and legal != {0}  # who must can pass only where nothing else is possible
                assert (code in legal) == all(met) or needless, (alternative.parts, values, met)
                tested += 1
    offered = [a for decision in compiled(path)[0].decisions if decision.sort == "offer" for a in decision.alternatives]
    assert tested > 1 or not offered, "nothing is offered only where players do no more than choose"


# S1.3
@pytest.mark.parametrize("path", RULEBOOKS, ids=NAMES)
def test_what_is_derived_is_what_the_position_says(path: Path) -> None:
    for program, machine, state in positions(path, seed=2):
        Box(program, machine).forget_news(state)  # what was just seen is for the log, and not kept
        assert machine.unpack(machine.pack(state)) == state


def test_what_sorts_of_a_kind_share_is_read_at_their_own_places() -> None:
    program, machine = compiled(GOOD / "sorts.rules")
    box = Box(program, machine)
    state = machine.initial(0)
    offset = machine.arrays["Man.Strength"].offset
    for kind in program.pieces[:2]:
        for piece in range(kind.start, kind.stop):
            state[offset + piece] = piece + 1
            (strength,) = (field for field in box.fields(piece) if field.attribute.name == "Strength")
            assert box.read(strength, state, piece) == piece + 1


def test_what_each_kind_says_in_its_own_way_is_told_without_a_look_at_each_piece() -> None:
    functions = compiled(GOOD / "watching.rules")[0].code.functions

    def gone_over(name: str) -> list[str]:
        asked = (functions[name], *(functions[inner] for inner in calls(functions[name].body)))
        return [stmt.name for f in asked for stmt in statements(f.body) if isinstance(stmt, ForRange)]

    assert gone_over("is watched#1") == []
    assert gone_over("is missed#1") == ["the Spy"], "one that is nowhere counts, too"


@pytest.mark.parametrize("path", RULEBOOKS, ids=NAMES)
def test_the_codes_of_a_decision_do_not_overlap(path: Path) -> None:
    for decision in compiled(path)[0].decisions[1:]:
        for first, second in pairwise(decision.alternatives):
            assert first.base + first.size == second.base


# --------------------------------------------------------------------------------------------------------------- faults

FULL = """game Full
    in English
    for 1 players: White

Count is from 0 to 3

place Box
place Shelf
    takes at most 1 Cups

piece Cup
    there are 3
    starts in the Box

piece the Clock
    has a Count
    starts in the Box

play
    White must Act

action Rest
    only if the Count of the Clock is 3
    the Count of the Clock becomes 0

action Act
"""


# S3.2, S3.6, S14.4
@pytest.mark.parametrize(
    ("deed", "code"),
    [
        ("move every Cup to the Shelf", "F3"),
        ("the Count of the Clock rises by 4", "F1"),
        ("the Count of the Clock falls by 1", "F1"),
        ("the Count of the Clock becomes 2 multiplied by 2", "F1"),
        ("repeat until the Count of the Clock is 3\n        the Count of the Clock becomes 2", "F4"),
        (
            "repeat until the Count of the Clock is 3\n        repeat the Count of the Clock times\n"
            "            the Count of the Clock becomes 2\n        the Count of the Clock becomes 1",
            "F4",
        ),
        ("repeat until the Count of the Clock is 3\n        White may Rest", "F4"),
        ("White scores 99999999 multiplied by 99999999", "F1"),
        ("White loses 99999999 multiplied by 99999999 multiplied by 99999999", "F1"),
        ("White scores 9999999 multiplied by 9999999", ""),
        ("the Count of the Clock becomes 3", ""),
        ("move a Cup in the Box to the Shelf", ""),
    ],
)
def test_what_cannot_be_stops_the_match(tmp_path: Path, deed: str, code: str) -> None:
    program, diagnostics = compile_rules(text_of(tmp_path, FULL + f"    {deed}\n"))
    assert program is not None, diagnostics
    machine = machine_of_program(program)
    state = machine.initial(0)
    machine.run(state)
    found: Fault | None = None
    try:
        machine.resume(state, machine.options(state)[0])
    except Fault as fault:
        found = fault
    assert (found.code if found else "") == code
    if found:
        assert program.code.faults[found.code]
        first = FULL.count("\n") + 1
        assert first <= program.rules[found.rule].span.line <= first + deed.count("\n")


CROWDED = ("Cup", "Jug", "Pan", "Pot", "Urn", "Vat")  # kinds of pieces for which there is room for one


def test_what_moves_together_is_tested_in_the_order_in_which_it_stands(tmp_path: Path) -> None:
    places = "".join(f"place {kind} Shelf\n    takes at most 1 {kind}s\n\n" for kind in CROWDED)
    pieces = "".join(f"piece {kind}\n    there are 2\n    starts in the Box\n\n" for kind in CROWDED)
    moves = "".join(f"        move every {kind} to the {kind} Shelf\n" for kind in CROWDED)
    head = "game Full\n    in English\n    for 1 players: White\n\nplace Box\n\n"
    program, diagnostics = compile_rules(text_of(tmp_path, f"{head}{places}{pieces}play\n    together\n{moves}"))
    assert program is not None, diagnostics
    tests = [stmt.start for stmt in program.code.functions["play"].body if isinstance(stmt, ForRange)]
    assert tests == [Const(2 * number) for number in range(len(CROWDED))]


ENDLESS = """
rule Up [C-1]
    whenever the Count of the Clock is 1
    the Count of the Clock becomes 2

rule Down [C-2]
    whenever the Count of the Clock is 2
    the Count of the Clock becomes 1
"""


# S4.4, S14.4
@pytest.mark.parametrize(
    ("deed", "cited", "clauses"),
    [
        ("the Count of the Clock rises by 4", "", ("C-0",)),
        ("the Count of the Clock rises by 4", " [C-9]", ("C-9",)),
        ("the Count of the Clock becomes 2", "", ("C-2",)),
    ],
)
def test_a_fault_names_the_clause_of_its_sentence_or_of_what_that_stands_in(
    tmp_path: Path, deed: str, cited: str, clauses: tuple[str, ...]
) -> None:
    text = FULL.replace("action Act\n", "action Act [C-0]\n") + f"    {deed}{cited}\n" + ENDLESS
    program, diagnostics = compile_rules(text_of(tmp_path, text))
    assert program is not None, diagnostics
    machine = machine_of_program(program)
    state = machine.initial(0)
    machine.run(state)
    with pytest.raises(Fault) as caught:
        machine.resume(state, machine.options(state)[0])
    assert program.rules[caught.value.rule].clauses == clauses
    assert f"[{clauses[0]}]" in caught.value.told(program)


# S14.4
def test_a_case_of_a_value_has_its_own_clauses_or_those_of_the_value(tmp_path: Path) -> None:
    load = "\nthe load means [C-1]\n    0 if the Count of the Clock is 0\n    otherwise 1 [C-2]\n"
    text = FULL + f"    the Count of the Clock becomes the load\n{load}"
    program, diagnostics = compile_rules(text_of(tmp_path, text))
    assert program is not None, diagnostics
    assert [rule.clauses for rule in program.rules if rule.name.startswith("the load")] == [("C-1",), ("C-2",)]


HALT = """
phase Errand
    the Count of the Clock becomes 1
    halt
    the Count of the Clock becomes 2

to halt
    stop the Errand
"""


# S4.10
@pytest.mark.parametrize(("deed", "code", "count"), [("do Errand", "", 1), ("halt", "F7", 0)])
def test_a_phase_is_stopped_where_it_runs_and_nowhere_else(tmp_path: Path, deed: str, code: str, count: int) -> None:
    """Where it does not run the match stops with a fault: it does not just end."""
    program, diagnostics = compile_rules(text_of(tmp_path, FULL + f"    {deed}\n{HALT}"))
    assert program is not None, diagnostics
    assert check(program.code) == []
    machine = machine_of_program(program)
    state = machine.initial(0)
    machine.run(state)
    found = ""
    try:
        machine.resume(state, machine.options(state)[0])
    except Fault as fault:
        found = fault.code
    assert (found, state[machine.arrays["Clock.Count"].offset]) == (code, count)


# ------------------------------------------------------------------------------------------------------------- refusals


def refused(tmp_path: Path, text: str) -> list[Diagnostic]:
    program, diagnostics = compile_rules(text_of(tmp_path, text))
    assert program is None
    return diagnostics


SECRET = """game Secret
    in English
    for 2 players: White, Black

Colour is one of red, green

place Box

piece Card
    there are 4 for White
    has a Colour, seen by White until shown
    can be shown
    starts in the Box

play
    Black may Guess

action Guess a Card
    only if the Card is dangerous, called Danger
    the Card becomes shown

a Card is dangerous when the Colour of the Card is red
"""


# S12.5
def test_an_option_must_not_tell_what_its_player_does_not_see(tmp_path: Path) -> None:
    (found,) = refused(tmp_path, SECRET)
    assert found.code == "E0402"
    assert "the Colour of a Card" in found.message
    assert found.span is not None
    assert found.span.line == 22


# S12.5
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Black may Guess", "White may Guess"),
        (", seen by White until shown", ""),
        ("the Colour of the Card is red", "what Black knows of the Colour of the Card is red"),
        ("    only if the Card is dangerous, called Danger\n", ""),
    ],
)
def test_what_its_player_sees_may_decide(tmp_path: Path, old: str, new: str) -> None:
    assert old in SECRET
    program, diagnostics = compile_rules(text_of(tmp_path, SECRET.replace(old, new)))
    assert program is not None, diagnostics


# S4.11
def test_a_rule_that_causes_itself_is_refused(tmp_path: Path) -> None:
    rules = "rule Again\n    after a Card becomes shown\n    the Card becomes not shown\n    the Card becomes shown\n"
    text = SECRET.replace("Black may", "White may") + "\n" + rules
    (found,) = refused(tmp_path, text)
    assert found.code == "E0401"
    assert found.message == "This goes round in a circle: `rule Again`, which can lead to `rule Again`."


# S4.11
def test_a_ring_of_rules_is_shown_with_its_places(tmp_path: Path) -> None:
    rules = (
        "rule First\n    after a Card becomes shown\n    spoil the Card\n\n"
        "to spoil a Card\n    the Card becomes not shown\n    move the Card to the Box\n\n"
        "rule Second\n    after a Card enters the Box\n    the Card becomes shown\n"
    )
    text = SECRET.replace("Black may", "White may") + "\n" + rules
    (found,) = refused(tmp_path, text)
    assert found.code == "E0401"
    assert "which can lead to `to spoil`" in found.message
    assert "`rule First`" in found.message
    assert "`rule Second`" in found.message
    assert {note.span.line for note in found.notes if note.span} | {found.span.line if found.span else 0} == {
        text.split("\n").index(heading) + 1 for heading in ("rule First", "rule Second", "to spoil a Card")
    }


def test_an_action_for_every_number_is_refused(tmp_path: Path) -> None:
    text = WRONG.replace("action Wind by a Count", "action Wind by a Number")
    (found,) = refused(tmp_path, text.replace("the Count is at most 3", "the Number is at most 3"))
    assert found.code in ("E0404", "E0205", "E0203")
