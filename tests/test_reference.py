"""The patterns in the grammar's comments: each is a sentence of the language in its place."""

from __future__ import annotations

import pytest

from dsl import resources
from dsl.reference import Pattern, everything, groups, language
from dsl.syntax import read

GAME = "game Sample\n    in English\n    for 2 players: Left, Right\n\n"
UNDER = "\n    a Cell is open when there is no Piece on the Cell\n"

# What a pattern stands in, by its rule: `{}` is the pattern. By group for those that are not named here.
BY_RULE = {
    "game": "{}\n    in English\n    for 2 players: Left, Right\n",
    "language": "game Sample\n    {}\n",
    "players": "game Sample\n    {}\n",
    "piece": "{}\n    there are 3\n",
    "place": "{}\n    keeps order\n",
    "board": "{}\n    made of Cells in a hexagon of 6\n",
    "table": "{}\n    | Red | 3 |\n",
    "enumeration": "{}\n",
    "range": "{}\n",
    "lines": "{}\n",
    "setting": "{}\n",
    "option": "{}\n",
    "seen": "piece Card\n    {}\n",
    "variant": "{}" + UNDER,
    "whenever": "rule Sample\n    {}\n    nobody wins\n",
    "after": "rule Sample\n    {}\n    nobody wins\n",
    "before": "rule Sample\n    {}\n    nobody wins\n",
    "rule": "{}\n    whenever the Cell is open\n    nobody wins\n",
    "walk": "{}\n    starts at the Gate\n",
    "walk_from": "walk Sample\n    {}\n",
    "walk_on": "walk Sample\n    {}\n",
    "walk_stop": "walk Sample\n    {}\n",
    "walk_once": "walk Sample\n    {}\n",
    "any_of": "a Cell is open when\n    {}\n        the Cell is wide\n",
    "position": "{}\n",
    "value": "{}\n",
    "quality": "{}\n",
    "example": "{}\n    then the Cell is open\n",
    "cond": "a Cell is fine when {}\n",
    "sum": "the sum means {}\n",
    "choose_one": "phase Sample\n    {}\n        either Red\n            nobody wins\n",
}
BY_GROUP = {
    "The book": GAME + "{}\n",
    "The box": "piece Sample\n    {}\n",
    "What may be done, and when": "{}\n    nobody wins\n",
    "Lines: what happens": "phase Sample\n    {}\n",
    "Examples": 'example "Sample"\n    {}\n',
}
HEADED = (
    "if_then",
    "for_each",
    "repeat",
    "take_turns",
    "may",
    "lasting",
    "while_so",
    "together",
    "in_one_go",
    "follow",
)

CASES = [
    (group.title, pattern, text) for group in everything() for pattern in group.patterns for text in pattern.examples
]


def in_its_place(group: str, pattern: Pattern, text: str) -> str:
    around = BY_RULE.get(pattern.rule) or BY_GROUP[group]
    under = "\n        nobody wins" if pattern.rule in HEADED else ""
    return around.format(text + under)


@pytest.mark.parametrize(("group", "pattern", "text"), CASES, ids=[text for _, _, text in CASES])
def test_a_pattern_is_a_sentence_of_the_language(group: str, pattern: Pattern, text: str) -> None:
    start, diagnostics = read(in_its_place(group, pattern, text), "pattern.rules")
    assert diagnostics == []
    assert start is not None


@pytest.mark.parametrize("text", ["move an Asteroid to", "the Cell open", "Rebel may"])
def test_what_is_no_sentence_is_refused_in_the_same_places(text: str) -> None:
    _, diagnostics = read(BY_GROUP["Lines: what happens"].format(text), "pattern.rules")
    assert diagnostics


def test_every_construct_has_its_pattern() -> None:
    """A rule of the grammar that makes a node of a whole sentence stands in the reference."""
    rules = {pattern.rule for group in language() for pattern in group.patterns}
    grammar = resources.grammar("rulebook.lark")
    sentences = {line.split(":")[0] for line in grammar.splitlines() if line.endswith(" _eol") and line[:1].isalpha()}
    assert sentences - rules == {"visible", "case", "otherwise_case", "labelled", "condition_line", "row"} & sentences


def test_a_remark_belongs_to_the_patterns_before_it() -> None:
    grammar = "// ==== Moves\n\n//: go on\n//: go back\n// Moves. Then `stop`.\n//- the way\n// A thing.\n?go:  WORD\n"
    (group,) = groups(grammar)
    moves, thing = group.patterns
    assert (group.title, moves.examples, moves.short) == ("Moves", ("go on", "go back"), "Moves.")
    assert (thing.examples, thing.meaning, thing.rule, thing.within) == (("the way",), "A thing.", "go", True)
