"""Exceptions: what a refusal names, and what stands in the documents at the general rule and at its exception."""

from __future__ import annotations

import re
from pathlib import Path

from dsl.load import compile_rules, load_rulebook, load_text
from dsl.pages.game import Game as Pages
from dsl.pages.publishing import read_book
from dsl.prose.speech import Speech, plain
from interpreter.play.game import Game

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


def test_where_an_exception_always_counts_what_it_goes_over_is_not_told() -> None:
    text = PATH.read_text("utf-8")
    for named in ("Wings", "Free Flight", "Hard Shell", "Draw"):
        text = re.sub(rf"(exception {named}, .*\n)    when .*\n", r"\1", text)
    book, diagnostics = load_text(text.partition("\n-- S8.5\nexample")[0], "always.rules")
    assert book is not None, diagnostics
    speech = Speech(book)
    assert [line.text for line in speech.needs(book.actions["Step"])[2:]] == [
        "The distance from the ship to the cell must be at most 3.",
        "The cell must not be the Star.",
        "When the ship is heavy, Ballast counts instead.",
    ]
    assert [line.text for line in speech.definition(book.values[0]).children] == ["What Free Flight says."]
    assert [line.text for line in speech.effects(book.procedures["wreck"])] == ["See Hard Shell."]
    assert [line.text for line in speech.course(book.phases["Reckoning"])] == ["See Draw."]


OTHER_TERMS = """
game Words
    in English
    for 2 to 3 players: Left, Right, Third

play
    Left may Rest

chapter "Play"

"What all play."

action Rest
    nobody wins

only with 3 players
    "What three play."
"""


def test_the_words_for_other_terms_stand_with_these(tmp_path: Path) -> None:
    path = tmp_path / "words.rules"
    path.write_text(OTHER_TERMS, "utf-8")
    book, diagnostics = read_book(path)
    assert book is not None, diagnostics
    guide = Pages(book).pages()["words/guide.md"]
    assert guide.count("What all play.") == 1
    assert guide.index("{#with-3-players}") < guide.index("What three play.")
