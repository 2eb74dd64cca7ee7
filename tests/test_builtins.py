"""What every game can speak of: what `dsl.builtins` says of it holds on every shape of board."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod
from pickle import dumps, loads

import pytest

from dsl import builtins
from dsl.analysis.base import Analysis
from dsl.board.graphs import members
from dsl.builtins import RELATIONS, VALUES, BuiltInRelation, BuiltInValue
from dsl.core import in_core
from dsl.core.per_window import specialised
from dsl.load import load_text
from dsl.lower.build import Build
from dsl.lower.built_in import RelationTable, related
from dsl.lower.lowering import Lowering
from dsl.model.world import BoardInfo, World
from dsl.prose.english.patterns import KEYS
from dsl.secrecy import Observations

SHAPES = (
    "a grid of 3 by 4",
    "a grid-with-corners of 3 by 3",
    "an open-grid of 3 by 3",
    "a hexagon of 2",
    "a hex-rectangle of 3 by 2",
    "a hex-rhombus of 3 by 2",
    "a line of 4",
    "a ring of 5",
    "a ring-board of 3 by 6",
)
TEXT = """\
game Ground
    in English
    for 2 players: Red, Blue
    "Nothing but a board."

board the Margin
    made of Points in a line of 3

board the Field
    made of Cells in {shape}

play
    nobody wins
"""
ALL = (*RELATIONS.values(), builtins.BESIDE, builtins.SIDE_OF)


@cache
def built(shape: str) -> Build:
    book, faults = load_text(TEXT.format(shape=shape), "ground.rules")
    assert book is not None, faults
    core = in_core(specialised(book))
    return Build(Analysis(core.book, False), core, Lowering(), lambda node: "", Observations())


def ground(shape: str) -> tuple[World, BoardInfo]:
    """The board of this shape. Another comes before it, so that its spaces are not counted from 0."""
    world = built(shape).world
    return world, [*world.boards.values()][-1]


def table(shape: str, relation: BuiltInRelation) -> RelationTable:
    world, board = ground(shape)
    kinds = relation.kinds(world, board, [board.spaces] * (1 + len(relation.roles)))
    if relation.complaint(world, *kinds):
        pytest.skip("there is no such relation there")
    return related(built(shape), relation, kinds)


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_value_has_one_number_for_each_combination_of_arguments(shape: str, value: BuiltInValue) -> None:
    world, board = ground(shape)
    *kinds, kind = value.kinds(world, board)
    if value.complaint(world, *kinds):
        return
    assert len(value.values(world, board)) == prod(argument.size for argument in kinds)
    assert kind.sort == "number" or all(n == -1 or kind.has(n) for n in value.values(world, board))


@pytest.mark.parametrize("value", [v for v in VALUES.values() if v.symmetric], ids=lambda v: v.word)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_arguments_of_a_symmetric_value_can_change_places(shape: str, value: BuiltInValue) -> None:
    world, board = ground(shape)
    values, size = value.values(world, board), board.spaces.size
    assert all(values[a * size + b] == values[b * size + a] for a, b in product(range(size), repeat=2))


@pytest.mark.parametrize("relation", ALL, ids=lambda r: r.name)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_relation_is_the_same_from_whichever_place_it_is_asked(shape: str, relation: BuiltInRelation) -> None:
    found = table(shape, relation)
    seen = [so(found, place) for place in range(len(found.kinds))]
    assert all(other == seen[0] for other in seen)
    if relation.symmetric:
        assert {(*those[:-2], those[-1], those[-2]) for those in seen[0]} == seen[0]


def so(found: RelationTable, place: int) -> set[tuple[int, ...]]:
    """All of which the relation is so, read from the table of what can stand at one place."""
    ranges = [range(kind.size) for k, kind in enumerate(found.kinds) if k != place]
    sets = found.build.tables[found.declared(place)].values
    rows = zip(product(*ranges), sets, strict=True)
    return {(*others[:place], one, *others[place:]) for others, those in rows for one in members(those)}


def test_all_have_words() -> None:
    assert {one.key for one in (*VALUES.values(), *ALL)} <= KEYS


def test_a_copy_of_a_rulebook_speaks_of_the_same() -> None:
    assert [loads(dumps(one)) for one in (*VALUES.values(), *ALL)] == [*VALUES.values(), *ALL]
