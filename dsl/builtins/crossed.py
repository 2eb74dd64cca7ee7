"""`A is crossed from B to C`, `an Edge is followed from B to C`: the line between the centres of B and C passes through
the inside of A, or runs along the edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain

from dsl.board import geometry
from dsl.board.shapes import Shape
from dsl.builtins.signature import BuiltInRelation, Complaint, Sort
from dsl.model.world import Kind, World


def _met(lines: Callable[[Shape], geometry.Table], world: World, _: Kind, spaces: Kind, __: Kind) -> Iterable[int]:
    return chain.from_iterable(lines(world.board_of(spaces).shape))


def _no_lines(world: World, _: Kind, spaces: Kind, __: Kind) -> Complaint | None:
    if world.board_of(spaces).shape.lattice is None:
        return "E0305", "Between the spaces of a ring there are no straight lines."
    return None


def _on_the_line(word: str, subject: Sort, lines: Callable[[Shape], geometry.Table]) -> BuiltInRelation:
    return BuiltInRelation(
        name=word,
        word=word,
        subject=subject,
        roles={"from": "space", "to": "space"},
        table=partial(_met, lines),
        key=word,
        symmetric=True,
        complaint=_no_lines,
        explained=("line",),
    )


CROSSED = _on_the_line("crossed", "space", geometry.crossed)
FOLLOWED = _on_the_line("followed", "edge", geometry.followed)
