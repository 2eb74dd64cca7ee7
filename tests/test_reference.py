"""The patterns in the grammar's comments, as the language reference and the cheat sheet show them."""

from __future__ import annotations

import pytest

from dsl import resources
from dsl.patterns import everything, groups, language
from dsl.syntax import read

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
    assert lines - rules <= {"visible", "case", "otherwise_case", "condition_line", "row"}
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
