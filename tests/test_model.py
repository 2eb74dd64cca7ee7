"""The surface model: its nodes are checked, frozen, and the same when they say the same."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from dsl import tree
from dsl.source import Span

ROOT = Path(__file__).resolve().parent.parent
PLACE = Span("lighthouse.rules", 1, 1, 1, 5)
ELSEWHERE = Span("lighthouse.rules", 2, 1, 2, 5)


def cell(name: str = "Cell", span: Span = PLACE) -> tree.Noun:
    return tree.Noun(span, (), ("open",), name, None)


def test_nodes_that_say_the_same_in_one_place_are_the_same() -> None:
    assert cell() == cell()
    assert hash(cell()) == hash(cell())
    assert len({cell(), cell(), cell("Moon"), cell(span=ELSEWHERE)}) == 3
    assert tree.Word(PLACE, (), "cell") != tree.Called(PLACE, (), "cell")


def test_a_node_shows_what_it_holds() -> None:
    assert repr(tree.Word(PLACE, ("RB-1",), "cell")) == f"Word(span={PLACE!r}, clauses=('RB-1',), word='cell')"


@pytest.mark.parametrize("noun", ["Cell", 3, tree.Number(PLACE, (), 3)])
def test_a_field_of_another_sort_is_refused(noun: object) -> None:
    with pytest.raises(ValidationError):
        tree.The(PLACE, (), noun, None)  # type: ignore[arg-type]


def test_a_node_is_frozen_and_copied_with_changes() -> None:
    node = tree.The(PLACE, (), cell(), None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        node.where = None  # type: ignore[misc]
    assert dataclasses.replace(node, clauses=("RB-1",)).noun == cell()


COUNT = """
import dsl.tree
from dsl.source import Span
completed = lambda: sum("__pydantic_validator__" in vars(c) for c in dsl.tree.NODES.values())
before = completed()
dsl.tree.Word(Span("x", 1, 1, 1, 2), (), "cell")
print(before, completed())
"""


def test_a_class_of_nodes_is_made_when_its_first_node_is() -> None:
    """Making all of them takes a fifth of the time that a small rulebook's check does."""
    done = subprocess.run([sys.executable, "-c", COUNT], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "0 1\n"
