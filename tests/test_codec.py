"""Dataclasses to data and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from dsl.ir.nodes import Bits, Code, Function
from dsl.ir.program import Board, Program
from interpreter.state.codec import decode, encode
from tests.handmade import program


@dataclass(frozen=True)
class Leaf:
    size: int


@dataclass(frozen=True)
class Twig:
    leaves: tuple[Leaf | Twig, ...]
    label: str | None = None
    kind: Literal["thick", "thin"] = "thin"
    named: Mapping[str, Leaf] | None = None
    pair: tuple[int, str] = (0, "")
    length: float = 1.0


def again(value: Any) -> Any:
    return decode(type(value), json.loads(json.dumps(encode(value))))


@pytest.mark.parametrize(
    "value",
    [
        Leaf(3),
        Twig(()),
        Twig((Leaf(1), Twig((Leaf(2),), "inner"))),
        Twig((), None, "thick", {"a": Leaf(1)}, (7, "seven"), 0.5),
        Board("b", "B", 0, ((0.0, 1.5), (1.0, -2.0)), ((0.5, 0.5),), ()),
    ],
)
def test_there_and_back(value: Any) -> None:
    assert again(value) == value


def test_a_whole_program_goes_there_and_back_but_for_its_functions() -> None:
    whole = program()
    bare = replace(whole, code=replace(whole.code, functions={}))
    assert again(bare) == bare
    assert isinstance(again(bare), Program)


def test_a_union_keeps_the_class() -> None:
    code = Code({}, {}, {"f": Function("f", "value", (("x", Bits(5)),), (), Bits(3))})
    assert again(code) == code


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Leaf, ["3"]),
        (Leaf, [True]),
        (Leaf, [1, 2]),
        (Leaf, {"size": 1}),
        (Leaf, None),
        (Twig, [[["Trunk", [1]]], None, "thin", None, [0, ""], 1.0]),
        (Twig, [[1], None, "thin", None, [0, ""], 1.0]),
        (Twig, [[], None, "broad", None, [0, ""], 1.0]),
        (Twig, [[], None, "thin", None, [0], 1.0]),
        (Twig, [[], 5, "thin", None, [0, ""], 1.0]),
        (Twig, [[], None, "thin", None, [0, ""], "1.0"]),
        (Twig, [[], None, ["thin"], None, [0, ""], 1.0]),
    ],
)
def test_data_of_another_shape_is_refused(kind: Any, data: Any) -> None:
    with pytest.raises(ValueError):
        decode(kind, data)
