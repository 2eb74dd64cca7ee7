"""Every pattern that the cheat sheet shows is a sentence of the language."""

from __future__ import annotations

import pytest
from lark import Token, Tree

from dsl.text import reader
from dsl.text.nodes import NODES
from dsl.text.patterns import language
from tests.rulebooks import CONTEXTS

PATTERNS = [(p.rule, example) for group in language() for p in group.patterns for example in p.examples]


def tree_of(text: str) -> Tree[Token] | None:
    """Its tree, each word as its sentences coin it."""
    return reader.recover(reader.sentences_in(text, "test.rules"), 1, set()).tree


@pytest.mark.parametrize(("rule", "example"), PATTERNS, ids=[example for _, example in PATTERNS])
def test_a_pattern_is_a_sentence_of_its_rule(rule: str, example: str) -> None:
    trees = [tree for around in CONTEXTS if (tree := tree_of(around.format(example)))]
    assert trees, "no text can have this sentence"
    if rule in NODES:
        ways = {rule, *(r.alias for r in reader.parser().rules if r.origin.name == rule and r.alias)}
        assert any(list(tree.find_data(way)) for tree in trees for way in ways)


# Of which `node_of` makes what stands for another rule, too.
OTHERWISE_BUILT = {
    "aggregate_in", "agreed_without", "beside", "in_line", "its", "lines_cell", "located_by",
    "looked_kind", "looked_name", "looked_the", "looked_value", "of_number",
    "quality_of_value", "name_called", "where_worked", "worked_out_in",
}  # fmt: skip


def test_every_rule_of_the_grammar_has_a_class_of_the_model() -> None:
    kept = (r for r in reader.parser().rules if r.alias or not (r.options.expand1 or r.origin.name.startswith("_")))
    assert {r.alias or r.origin.name for r in kept} <= {*NODES, *OTHERWISE_BUILT}


def test_no_text_can_be_read_in_two_ways() -> None:
    assert reader.parser(strict=True).rules
