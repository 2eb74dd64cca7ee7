"""Loops that do something only where an element of an array has a certain value: what is searched for, and where."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ir import nodes as ir
from dsl.ir.visit import assigned, conjuncts, locals_read, statements, subexpressions, where

Pieces = tuple[int, int]  # those of a kind: from one number to before the other

_CHANGING = (ir.Store, ir.Perform, ir.CallStatus, ir.Attempt)


@dataclass(frozen=True)
class Search:
    """The turns, by the name of the loop, from `start` to before `stop` in which element `shift` + turn of the array is
    `wanted`; in those `body` is done."""

    turn: str
    array: str
    shift: int
    wanted: ir.Expr
    start: ir.Expr
    stop: ir.Expr
    body: ir.Block

    @property
    def counter(self) -> str | None:
        """The local that counts what is found, if nothing else is done."""
        match self.body:
            case (ir.Set(counter, ir.Binary("+", ir.Local(same), ir.Const(1))),) if counter == same:
                return counter
            case _:  # does more than to count, or something else
                return None

    @property
    def asks_which(self) -> bool:
        """Whether it matters more than that something is found."""
        match self.body:
            case (ir.Return(value),):
                return value is not None and self.turn in locals_read(value)
            case _:  # the turn may be used in any way
                return True

    @property
    def is_one_go(self) -> bool:
        """Whether all that there is can be found before anything is done with it: nothing is, that changes the array,
        and more than the first is wanted."""
        changes = [s for s in statements(self.body) if isinstance(s, _CHANGING)]
        kept = all(isinstance(s, ir.Store) and s.array != self.array for s in changes)
        return kept and not isinstance(self.body[-1], ir.Return | ir.Break)


def searched(stmt: ir.ForRange, *, for_loads: bool = False) -> Search | None:
    """The loop as a search, if what it wants stays the same while it runs. That it is read in the state or in a table
    counts as such only with `for_loads`: who looks for less may find a better way to go over such a loop."""
    match stmt:
        case ir.ForRange(name, start, stop, (ir.If(condition, then, ()),)):
            first, *others = conjuncts(condition)
        case _:  # searches nothing
            return None
    match first:
        case ir.Binary("==", ir.Load(array, index), wanted):
            shift = _shift(index, name)
        case _:  # searches nothing
            return None
    leaves = (
        ir.Local | ir.Const | ir.Binary | ir.Lookup | ir.Load
        if for_loads and _only_looks(stmt)
        else ir.Local | ir.Const | ir.Binary
    )
    if shift is None or not all(isinstance(e, leaves) for e in subexpressions(wanted)):
        return None
    if locals_read(wanted) & {name, *assigned(then)}:
        return None
    return Search(name, array, shift, wanted, start, stop, where(others, then))


def _shift(index: ir.Expr, name: str) -> int | None:
    """How far the index is from the local `name`."""
    match index:
        case ir.Local(local):
            return 0 if local == name else None
        case ir.Binary("+", ir.Local(local), ir.Const(by)):
            return by if local == name else None
        case _:  # no known distance
            return None


def _only_looks(stmt: ir.ForRange) -> bool:
    """Whether a loop has a turn, and changes nothing in the state."""
    match stmt:
        case ir.ForRange(start=ir.Const(start), stop=ir.Const(stop)) if start < stop:
            return not any(isinstance(s, _CHANGING) for s in statements(stmt.body))
        case _:  # may have no turn
            return False


def pieces_of(stmt: ir.ForRange) -> Pieces:
    """Those over which a loop goes; none, if they are not always the same."""
    match stmt:
        case ir.ForRange(_, ir.Const(start), ir.Const(stop)):
            return start, stop
        case _:  # the bounds are worked out in the game
            return 0, 0
