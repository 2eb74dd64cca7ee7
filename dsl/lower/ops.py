"""Short ways to write expressions and statements of the IR; constants are folded where that keeps the code small."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.board.graphs import bits_of
from dsl.ir import nodes as ir
from dsl.model.world import Kind

NOTHING = ir.Const(-1)
ZERO = ir.Const(0)
YES = ir.Const(1)
NO = ir.Const(0)


def number(value: int) -> ir.Const:
    return ir.Const(value)


def plus(expr: ir.Expr, amount: int) -> ir.Expr:
    """`expr` + `amount`, a constant."""
    match expr:
        case _ if amount == 0:
            return expr
        case ir.Const(value):
            return ir.Const(value + amount)
        case ir.Binary("+", left, ir.Const(value)):
            return plus(left, value + amount)
        case ir.Binary("-", left, ir.Const(value)):
            return plus(left, amount - value)
        case _:  # its value shows only in play
            return ir.Binary("+", expr, ir.Const(amount)) if amount > 0 else ir.Binary("-", expr, ir.Const(-amount))


def times(expr: ir.Expr, amount: int) -> ir.Expr:
    if isinstance(expr, ir.Const):
        return ir.Const(expr.value * amount)
    return expr if amount == 1 else ir.Binary("*", expr, ir.Const(amount))


def added(parts: Iterable[ir.Expr]) -> ir.Expr:
    """The sum of the parts; 0 of none."""
    total: ir.Expr = ZERO
    for part in parts:
        if isinstance(part, ir.Const):
            total = plus(total, part.value)
        else:
            total = part if total == ZERO else ir.Binary("+", total, part)
    return total


def pair(first: ir.Expr, second: ir.Expr, width: int) -> ir.Expr:
    """The index of (first, second) in a table of rows of `width`."""
    if isinstance(first, ir.Const) and isinstance(second, ir.Const):
        return ir.Const(first.value * width + second.value)
    return ir.Binary("+", times(first, width), second)


def equal(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        return YES if left == right else NO
    return ir.Binary("==", left, right)


def both(*conditions: ir.Expr) -> ir.Expr:
    """1 if all conditions hold (tested in order, until one does not)."""
    left: list[ir.Expr] = [c for c in conditions if c != YES]
    if NO in left:
        left = left[: left.index(NO) + 1]
        if len(left) == 1:
            return NO
    return _chain("and", left, YES)


def either(*conditions: ir.Expr) -> ir.Expr:
    """1 if one of the conditions holds (tested in order, until one does)."""
    left: list[ir.Expr] = [c for c in conditions if c != NO]
    if YES in left:
        return YES if left[0] == YES else _chain("or", left[: left.index(YES) + 1], YES)
    return _chain("or", left, NO)


def _chain(op: ir.BinaryOp, operands: list[ir.Expr], empty: ir.Expr) -> ir.Expr:
    """All operands joined in their order, as a tree of little depth."""
    if len(operands) < 2:
        return operands[0] if operands else empty
    middle = (len(operands) + 1) // 2
    return ir.Binary(op, _chain(op, operands[:middle], empty), _chain(op, operands[middle:], empty))


def negation(condition: ir.Expr) -> ir.Expr:
    match condition:
        case ir.Const(value):
            return NO if value else YES
        case ir.Unary("not", operand):
            return operand
        case ir.Binary(op, left, right) if op in ir.OPPOSITE:
            return ir.Binary(ir.OPPOSITE[op], left, right)
        case _:  # no plainer form is known
            return ir.Unary("not", condition)


def within(expr: ir.Expr, start: int, stop: int) -> ir.Expr:
    """1 if `start` <= expr < `stop`; the expression is written twice, so it should be short."""
    if isinstance(expr, ir.Const):
        return YES if start <= expr.value < stop else NO
    if stop == start + 1:
        return ir.Binary("==", expr, ir.Const(start))
    low = ir.Binary(">=", expr, ir.Const(start))
    return both(low, ir.Binary("<", expr, ir.Const(stop)))


def in_kind(expr: ir.Expr, kind: Kind) -> ir.Expr:
    """1 if a piece or location is one of the kind; the expression is written more than once."""
    inside = within(expr, kind.first, kind.first + kind.size)
    if kind.members is None:
        return inside
    return both(inside, ir.Binary("has", members_of(kind), plus(expr, -kind.start)))


def members_of(kind: Kind) -> ir.Const:
    """The set of the elements of a kind that is some of the spaces, counted from 0."""
    return ir.Const(bits_of(k - kind.start for k in kind.members or ()), ir.Bits(kind.size))


def when(condition: ir.Expr, then: ir.Block, otherwise: ir.Block = ()) -> ir.Block:
    """An `If`, or only one of its branches where the condition is a constant."""
    if isinstance(condition, ir.Const):
        return then if condition.value else otherwise
    if not then:
        return (ir.If(negation(condition), otherwise),) if otherwise else ()
    return (ir.If(condition, then, otherwise),)


def load(array: str, index: ir.Expr | int = 0) -> ir.Load:
    return ir.Load(array, ir.Const(index) if isinstance(index, int) else index)


def lookup(table: str, index: ir.Expr) -> ir.Lookup:
    return ir.Lookup(table, index)


def call(function: str, *arguments: ir.Expr) -> ir.Call:
    return ir.Call(function, arguments)


# ----------------------------------------------------------------------------------------------------------------- sets


def empty_set(size: int) -> ir.Const:
    return ir.Const(0, ir.Bits(size))


def full_set(size: int) -> ir.Const:
    return ir.Const((1 << size) - 1, ir.Bits(size))


def is_set(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const) and expr.type != ir.INT


def intersection(sets: Iterable[ir.Expr], size: int) -> ir.Expr:
    """What is in all of them; everything, if there are none."""
    return _chain("&", [s for s in sets if s != full_set(size)], full_set(size))


def union(sets: Iterable[ir.Expr], size: int) -> ir.Expr:
    return _chain("|", [s for s in sets if s != empty_set(size)], empty_set(size))


def complement(members: ir.Expr, size: int) -> ir.Expr:
    match members:
        case ir.Const(value):
            return ir.Const(((1 << size) - 1) ^ value, ir.Bits(size))
        case ir.Binary("-bits", left, right) if left == full_set(size):
            return right
        case _:  # no plainer form is known
            return ir.Binary("-bits", full_set(size), members)


def is_empty(members: ir.Expr) -> ir.Expr:
    if isinstance(members, ir.Const):
        return NO if members.value else YES
    return ir.Unary("empty", members)


# ----------------------------------------------------------------------------------------------------------- parameters


def simple(expr: ir.Expr) -> bool:
    """Whether an expression may be written more than once."""
    return isinstance(expr, ir.Const | ir.Local)


def parameters(*names: str, kind: ir.Type = ir.INT) -> tuple[tuple[str, ir.Type], ...]:
    return tuple((name, kind) for name in names)


def statements(*blocks: ir.Stmt | ir.Block) -> ir.Block:
    """All statements in order."""
    return tuple(s for b in blocks for s in (b if isinstance(b, tuple) else (b,)))
