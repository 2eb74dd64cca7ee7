"""`the rank of A`, `the file of A`, `the ring of A`: the number of a space in its board, from 1."""

from __future__ import annotations

from functools import partial
from typing import Literal

from dsl.builtins.signature import BuiltInValue, Complaint
from dsl.model.world import Kind, World


def _numbers(which: str, world: World, spaces: Kind) -> tuple[int, ...]:
    board = world.board_of(spaces)
    return board.one.coordinates[which] * board.kind.size


def _lacking(which: str, world: World, spaces: Kind) -> Complaint | None:
    shape = world.board_of(spaces).one
    if which in shape.coordinates:
        return None
    has = " and ".join(f"a {word}" for word in shape.coordinates) or "none that could be named so"
    return "E0305", f"The spaces of a {shape.word} have no {which}; they have {has}."


def _coordinate(which: Literal["rank", "file", "ring"], example: str = "", remark: str = "") -> BuiltInValue:
    return BuiltInValue(
        word=which,
        roles={"of": "space"},
        gives="number",
        table=partial(_numbers, which),
        key=which,
        complaint=partial(_lacking, which),
        reserved=False,  # cards have a rank, too
        explained=(which,),
        example=example,
        remark=remark,
    )


RANK = _coordinate(
    "rank",
    "the rank of the Cell",
    "Of a grid, a hex-rectangle or a hex-rhombus also the `file`, both numbered from 1 as in the names of its spaces; "
    "of boards with rings the `ring`.",
)
FILE = _coordinate("file")
RING = _coordinate("ring")
