"""The surface model: its nodes are frozen and hold what their fields say."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from dsl import tree
from dsl.late import Frozen
from dsl.model import world
from dsl.source import Span
from dsl.text import reader

ROOT = Path(__file__).resolve().parent.parent
PLACE = Span("lighthouse.rules", 1, 1, 1, 5)
TEXTS = sorted(path for top in ("games", "grammars", "dsl", "tests/language") for path in (ROOT / top).rglob("*.rules"))


def cell() -> tree.Noun:
    return tree.Noun(PLACE, (), ("open",), "Cell", None)


def test_a_node_shows_what_it_holds() -> None:
    assert repr(tree.Word(PLACE, ("RB-1",), "cell")) == f"Word(span={PLACE!r}, clauses=('RB-1',), word='cell')"


def test_a_node_is_frozen_and_copied_with_changes() -> None:
    node = tree.The(PLACE, (), cell(), None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        node.where = None  # type: ignore[misc]
    assert dataclasses.replace(node, clauses=("RB-1",)).noun is node.noun


def test_what_was_found_out_about_a_node_is_no_part_of_it() -> None:
    asked: list[tree.Node] = []
    find = tree.kept(asked.append)
    node = cell()
    assert [find(node), find(node), asked] == [None, None, [node]]
    assert (node.whole, repr(node)) == ((node,), repr(cell()))
    assert find(dataclasses.replace(node, name="Moon")) is None
    assert len(asked) == 2


# ------------------------------------------------------------------------------------------------- what fields can hold


@cache
def hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def fits(value: Any, kind: Any) -> bool:
    if isinstance(kind, types.UnionType):
        return any(fits(value, one) for one in get_args(kind))
    if get_origin(kind) is tuple:
        return type(value) is tuple and all(fits(one, get_args(kind)[0]) for one in value)
    return kind is Any or isinstance(value, kind)


def misfits(start: tree.Node) -> Iterator[str]:
    for node in start.whole:
        of: Any = type(node)
        for name, kind in hints(of).items():
            if not fits(getattr(node, name), kind):
                yield f"{node.span}: {type(node).__name__}.{name} is {getattr(node, name)!r}, no {kind}"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_each_field_holds_what_it_says(path: Path) -> None:
    """Nothing checks it while a text is read: it is the grammar's promise."""
    start = reader.read(path.read_text("utf-8", "replace"), path.name)[0]
    assert start is None or not [*misfits(start)]


def test_a_field_that_holds_something_else_is_found() -> None:
    wrong = dataclasses.replace(cell(), words="open")  # type: ignore[arg-type]
    assert [*misfits(wrong)] == [f"{PLACE}: Noun.words is 'open', no tuple[str, ...]"]
    assert [*misfits(tree.Number(PLACE, (), "3"))]  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", world.IN_EVERY_WORLD)
def test_a_copy_speaks_of_the_kinds_of_every_world(kind: str) -> None:
    own = getattr(world, kind)
    assert pickle.loads(pickle.dumps(own)) is copy.deepcopy(own) is own


class Pair(Frozen):
    one: object
    other: object


def test_a_node_is_shown_in_short_however_often_others_share_it() -> None:
    """The graph of a large rulebook in full would fill all memory when a test fails."""
    shared = Pair(1, 2)
    for _ in range(60):
        shared = Pair(shared, shared)
    assert repr(shared).startswith("Pair(one=Pair(one=Pair(...)")
    assert repr(Pair(1, "two")) == "Pair(one=1, other='two')"
