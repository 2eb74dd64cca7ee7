"""Exceptions: what a refusal names, and what stands in the documents at the general rule and at its exception."""

from __future__ import annotations

from pathlib import Path

from dsl.load import compile_rules, load_rulebook
from dsl.phrases import Speech, plain
from interpreter.game import Game

PATH = Path(__file__).parent / "language" / "good" / "exceptions.rules"


SET_UP = """
    move a Ship in the Dock of Red to A1
    for each Ship on A1
        the Ship becomes winged

play
"""


# S8.5
def test_a_refusal_names_the_need_of_the_exception_that_counts(tmp_path: Path) -> None:
    path = tmp_path / "winged.rules"
    path.write_text(PATH.read_text("utf-8").replace("\nplay\n", SET_UP, 1), "utf-8")
    program, diagnostics = compile_rules(path)
    assert program is not None, diagnostics
    refusal = Game.of(program, path).start(1).why_not("Step with the Ship of Red on A1 to F1", "Red")
    assert refusal is not None
    assert [(need.name, need.sentence) for need in refusal.unmet] == [
        ("Three Cells", "The distance from the ship to the cell must be at most 3.")
    ]


# S8.10
def test_a_refusal_names_the_rule_that_forbids_it(tmp_path: Path) -> None:
    path = tmp_path / "crippled.rules"
    text = PATH.with_name("forbidden.rules").read_text("utf-8")
    path.write_text(text.replace("setup\n", "setup\n    every Ship becomes damaged\n", 1), "utf-8")
    program, diagnostics = compile_rules(path)
    assert program is not None, diagnostics
    refusal = Game.of(program, path).start(1).why_not("Launch Ship of Red in the Dock of Red", "Red")
    assert refusal is not None
    assert [(need.name, need.sentence) for need in refusal.unmet] == [
        ("Crippled", "Nobody may launch a ship that is damaged.")
    ]


def test_the_general_rule_and_its_exception_know_each_other() -> None:
    book, diagnostics = load_rulebook(PATH)
    assert book is not None, diagnostics
    speech, step = Speech(book), book.actions["Step"]
    wings, price = book.overrides[0], book.values[0]
    needs = speech.needs(step)
    assert [line.text for line in needs[2:5]] == [
        "The distance from the ship to the cell must be 1.",
        "When the ship is heavy, Ballast counts instead.",
        "When the ship is winged, Wings counts instead.",
    ]
    assert any(run.about is wings for run in needs[4].words)
    lead = speech.definition(wings)
    assert lead.text == "When the ship is winged, this counts instead of One Cell in Step:"
    assert any(run.about is step for run in lead.words)
    assert [plain(child.words) for child in speech.definition(price).children] == [
        "What Free Flight says, when it is winged.",
        "Otherwise 0 if its fuel is 0.",
        "Otherwise 1.",
    ]
