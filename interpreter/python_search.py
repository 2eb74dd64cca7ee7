"""Loops that do something only where an element of an array has a certain value: what is searched for, and where."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ir import Binary, Block, Const, Expr, ForRange, If, Load, Local
from dsl.ir_walk import assigned, conjuncts, locals_read, subexpressions, where


@dataclass(frozen=True)
class Search:
    """The turns from `start` to before `stop` in which element `shift` + turn of the array is `wanted`; in those `body`
    is done."""

    array: str
    shift: int
    wanted: Expr
    start: Expr
    stop: Expr
    body: Block


def searched(stmt: ForRange) -> Search | None:
    """The loop as a search, if what it wants stays the same while it runs."""
    match stmt:
        case ForRange(name, start, stop, (If(condition, then, ()),)):
            first, *others = conjuncts(condition)
        case _:
            return None
    match first:
        case Binary("==", Load(array, index), wanted):
            shift = _shift(index, name)
        case _:
            return None
    if shift is None or not _stays(wanted, {name, *assigned(then)}):
        return None
    return Search(array, shift, wanted, start, stop, where(others, then))


def _shift(index: Expr, name: str) -> int | None:
    """How far the index is from the local `name`."""
    match index:
        case Local(local):
            return 0 if local == name else None
        case Binary("+", Local(local), Const(by)):
            return by if local == name else None
    return None


def _stays(wanted: Expr, assigned: set[str]) -> bool:
    """Whether it is made of numbers and of locals that the loop does not set."""
    made = all(isinstance(e, Local | Const | Binary) for e in subexpressions(wanted))
    return made and not locals_read(wanted) & assigned
