"""The patterns in the grammar's comments, as the language reference and the cheat sheet show them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl import resources
from dsl.board.shapes import PATTERNS
from dsl.builtins.reference import everything, games, sections
from dsl.load import compile_rules
from dsl.pages.site.language import TOGETHER, pages
from dsl.pages.site.shapes import RULEBOOKS, Shown, shapes
from dsl.text.patterns import groups, language
from dsl.text.reader import read
from interpreter.backends.pipeline import machine_of_program
from interpreter.play.examples import run

AROUND = {
    "cond": "a Cell is fine when {}\n",
    "sum": "the sum means {}\n",
}  # what a part of a sentence stands in, by rule
PARTS = [(p.rule, text) for group in everything() for p in group.patterns if p.within for text in p.examples]


@pytest.mark.parametrize(("rule", "text"), PARTS, ids=[text for _, text in PARTS])
def test_a_part_of_a_sentence_fits_into_one(rule: str, text: str) -> None:
    assert read(AROUND[rule].format(text), "pattern.rules")[1] == []


@pytest.mark.parametrize(("rule", "text"), [("cond", "the Cell open"), ("sum", "3 minus"), ("sum", "red the")])
def test_what_is_no_part_of_a_sentence_does_not(rule: str, text: str) -> None:
    assert read(AROUND[rule].format(text), "pattern.rules")[1]


def test_every_construct_has_its_pattern() -> None:
    """A rule of the grammar that makes a whole line stands in the reference; the others are lines of a longer one."""
    rules = {pattern.rule for group in language() for pattern in group.patterns}
    grammar = resources.grammar("rulebook.lark")
    lines = {line.split(":")[0] for line in grammar.splitlines() if line.endswith(" _eol") and line[:1].isalpha()}
    assert lines - rules <= {"visible", "case", "otherwise_case", "condition_line", "in_line", "row"}
    assert len(lines & rules) > 30


def test_a_remark_belongs_to_the_patterns_before_it() -> None:
    grammar = "// ==== Moves\n\n//: go on\n//: go back\n// Moves. Then `stop`.\n//- the way\n// A thing.\n?go:  WORD\n"
    (group,) = groups(grammar)
    moves, thing = group.patterns
    assert (group.title, moves.examples, moves.short) == ("Moves", ("go on", "go back"), "Moves.")
    assert (thing.examples, thing.meaning, thing.rule, thing.within) == (("the way",), "A thing.", "go", True)


def test_whole_sentences_and_parts_of_them_are_told_apart() -> None:
    assert not any(pattern.within for group in language() for pattern in group.patterns)
    assert {text for _, text in PARTS} >= {"there is an Asteroid on the Cell", "the number of covered Shields"}


# --------------------------------------------------------------------------------------- boards, tracks and dice (S8.7)


def test_the_page_of_boards_shows_every_shape() -> None:
    page = pages()["boards.md"]
    assert [shape.word for shape in shapes()] == list(PATTERNS)
    for shape in shapes():
        assert f"## {shape.word}\n" in page
        assert shape.sentence in page
        assert shape.drawing in page


@pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.word)
def test_the_sentence_and_the_steps_of_a_shape_are_so(shape: Shown, tmp_path: Path) -> None:
    lines = [f"    then the neighbour of {shape.space} along {way} is {to.split()[0]}" for way, to in shape.steps]
    lines = lines or [f"    then the distance from {shape.space} to {shape.space} is 0"]  # no step is one
    beside = [f"    then {to} is beside {shape.space}" for _, to in shape.steps if " " not in to]
    text = "\n".join([BOARD.format(shape.sentence), *lines, *beside, ""])
    path = tmp_path / "board.rules"
    path.write_text(text, encoding="utf-8")
    assert fails(path) == []


@pytest.mark.parametrize("name", [*RULEBOOKS.values(), *TOGETHER.values()])
def test_the_rulebooks_of_the_pages_run(name: str) -> None:
    assert fails(resources.folder("reference") / name) == []


def test_every_section_tells_of_sentences_that_there_are() -> None:
    """Each once; and none that there is is left out."""
    rules = [rule for placed in sections().values() for rule in placed]
    assert len(rules) == len(set(rules))
    assert set(rules) <= {pattern.rule for group in language() for pattern in group.patterns}
    patterns = [pattern for group in everything() for pattern in group.patterns]
    assert len(patterns) == len(set(patterns))
    assert {p for group in language() for p in group.patterns} <= set(patterns)
    assert [*sections()] == [group.title for group in everything()][: len(sections())]


@pytest.mark.parametrize("title", games())
def test_the_game_of_a_section_is_small_and_runs(title: str, tmp_path: Path) -> None:
    path = tmp_path / "section.rules"
    path.write_text(games()[title], encoding="utf-8")
    assert fails(path) == []
    assert len(games()[title].splitlines()) <= LONGEST


LONGEST = 40  # lines
BOARD = """\
game Board
    in English
    for 2 players: Left, Right

board the Field
    {}

play
    nobody wins

example "Steps"
"""


def fails(path: Path) -> list[str]:
    """What goes wrong with a rulebook and its examples, of which it has some."""
    program, diagnostics = compile_rules(path, examples=True)
    assert program is not None, [str(diagnostic) for diagnostic in diagnostics]
    outcomes = list(run(program, machine_of_program(program)))
    assert outcomes
    return [outcome.message for outcome in outcomes if not outcome.fine]
