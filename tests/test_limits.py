"""How often something may be done: what a refusal says, and that what is over counts no more."""

from __future__ import annotations

from random import Random

import pytest

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import OVER
from dsl.load import load_text, program_of
from interpreter.backends.pipeline import machine_of_program
from interpreter.play.examples import run
from interpreter.play.match import Match
from tests.laws.games import GOOD, LANGUAGE, Setting, game

(LIMITS,) = [path for path in GOOD if path.stem == "limits"]
JUMP = "power Jumpgate, a Technique"


def played(*answers: str) -> Match:
    match = game(Setting(LIMITS)).start(seed=1)
    for answer in answers:
        match.choose(answer)
    return match


# S6.11, S6.12
@pytest.mark.parametrize(
    ("answers", "text", "told"),
    [
        (("Boost",), "Boost", "This can be done only once each Work."),
        (("Call", "Call"), "Call", "This can be done only twice each turn."),
        (("Set to low",), "Set to low", "This can be done only once each game for each player and dial."),
    ],
)
def test_a_refusal_names_the_limit(answers: tuple[str, ...], text: str, told: str) -> None:
    match = played(*answers)
    assert text not in [option.text for option in match.decision.options] if match.decision else False
    assert told in str(match.why_not(text))


# S1.3, S6.12
def test_what_was_counted_in_a_turn_phase_or_window_that_is_over_is_nothing() -> None:
    machine = game(Setting(LIMITS)).machine
    state, random = machine.initial(1), Random(1)
    machine.run(state)
    counted = [a for name, a in machine.arrays.items() if any(each in name for each in ("this turn", "this Reply"))]
    found = set()
    while state[STATUS_AT] != OVER:
        found |= {a.name for a in counted if any(state[a.offset : a.offset + a.count])}
        machine.resume(state, random.choice(machine.options(state)))
    assert len(found) > 3
    assert not any(any(state[a.offset : a.offset + a.count]) for a in counted)


# S4.11
def test_the_file_with_the_jump_in_the_window_is_the_spine_but_for_that() -> None:
    """What goes round in a circle there is what the window of the spine leaves out."""
    bad = (LANGUAGE / "bad" / "E0401_jump_in_the_window.rules").read_text("utf-8").splitlines()[1:]
    spine = (LANGUAGE / "spine" / "hack_and_jumpgate.rules").read_text("utf-8").splitlines()
    differing = [(a.split("[")[0].strip(), b.split("[")[0].strip()) for a, b in zip(spine, bad, strict=True) if a != b]
    assert differing == [(JUMP, JUMP), ("playable in Conflict", "playable in Conflict, Before Combat")]


FIGHT = "to fight a Ship called mover against a Ship called enemy\n"
FIGHT_IN_A_FIGHT = """
example "A fight in a fight"
    given there is a Ship called raider that is on D8 and that is owned by South
    given there is a Ship called guard that is on L13 and that is owned by North
    given there is a Ship called second that is on D13 and that is owned by South
    given the Hull of the second is 1
    when South does Act with Jumpgate
    when South chooses the raider, K13
    when South passes
    when North does Answer with Jumpgate
    when North chooses the guard, E13
    then the second is engaged
    when North does Answer with Hack
    when North chooses Radioactive Ray, the second
    when South passes
    when South passes
    when North passes
    then the second is in the Supply of South
    then the guard is on E13
    then the guard is not engaged
    then the raider is engaged
"""


# S4.11
def test_with_a_depth_the_file_with_the_jump_in_the_window_is_a_rulebook() -> None:
    """A jump in the window of a fight starts a second fight inside the first, which goes on afterwards."""
    bad = (LANGUAGE / "bad" / "E0401_jump_in_the_window.rules").read_text("utf-8").replace("-- ###", "--")
    text = bad.replace(FIGHT, f"{FIGHT}    goes at most 2 deep\n") + FIGHT_IN_A_FIGHT
    book, diagnostics = load_text(text, "deep.rules")
    assert book is not None, diagnostics
    program = program_of(book, examples=True)
    outcome = run(program, machine_of_program(program))[-1]
    assert (outcome.example.title, outcome.message) == ("A fight in a fight", "")
