"""Short ways to write expressions and statements of the IR; constants are folded where that keeps the code small."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.board.graphs import bits_of
from dsl.ir.nodes import (
    INT,
    OPPOSITE,
    Binary,
    BinaryOp,
    Bits,
    Block,
    Call,
    Const,
    Expr,
    If,
    Load,
    Local,
    Lookup,
    Stmt,
    Type,
    Unary,
)
from dsl.model.world import Kind

NOTHING = Const(-1)
ZERO = Const(0)
YES = Const(1)
NO = Const(0)


def number(value: int) -> Const:
    return Const(value)


def plus(expr: Expr, amount: int) -> Expr:
    """`expr` + `amount`, a constant."""
    match expr:
        case _ if amount == 0:
            return expr
        case Const(value):
            return Const(value + amount)
        case Binary("+", left, Const(value)):
            return plus(left, value + amount)
        case Binary("-", left, Const(value)):
            return plus(left, amount - value)
        case _:  # its value shows only in play
            return Binary("+", expr, Const(amount)) if amount > 0 else Binary("-", expr, Const(-amount))


def times(expr: Expr, amount: int) -> Expr:
    if isinstance(expr, Const):
        return Const(expr.value * amount)
    return expr if amount == 1 else Binary("*", expr, Const(amount))


def added(parts: Iterable[Expr]) -> Expr:
    """The sum of the parts; 0 of none."""
    total: Expr = ZERO
    for part in parts:
        if isinstance(part, Const):
            total = plus(total, part.value)
        else:
            total = part if total == ZERO else Binary("+", total, part)
    return total


def pair(first: Expr, second: Expr, width: int) -> Expr:
    """The index of (first, second) in a table of rows of `width`."""
    if isinstance(first, Const) and isinstance(second, Const):
        return Const(first.value * width + second.value)
    return Binary("+", times(first, width), second)


def equal(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const):
        return YES if left == right else NO
    return Binary("==", left, right)


def both(*conditions: Expr) -> Expr:
    """1 if all conditions hold (tested in order, until one does not)."""
    left: list[Expr] = [c for c in conditions if c != YES]
    if NO in left:
        left = left[: left.index(NO) + 1]
        if len(left) == 1:
            return NO
    return _chain("and", left, YES)


def either(*conditions: Expr) -> Expr:
    """1 if one of the conditions holds (tested in order, until one does)."""
    left: list[Expr] = [c for c in conditions if c != NO]
    if YES in left:
        return YES if left[0] == YES else _chain("or", left[: left.index(YES) + 1], YES)
    return _chain("or", left, NO)


def _chain(op: BinaryOp, operands: list[Expr], empty: Expr) -> Expr:
    """All operands joined in their order, as a tree of little depth."""
    if len(operands) < 2:
        return operands[0] if operands else empty
    middle = (len(operands) + 1) // 2
    return Binary(op, _chain(op, operands[:middle], empty), _chain(op, operands[middle:], empty))


def negation(condition: Expr) -> Expr:
    match condition:
        case Const(value):
            return NO if value else YES
        case Unary("not", operand):
            return operand
        case Binary(op, left, right) if op in OPPOSITE:
            return Binary(OPPOSITE[op], left, right)
        case _:  # no plainer form is known
            return Unary("not", condition)


def within(expr: Expr, start: int, stop: int) -> Expr:
    """1 if `start` <= expr < `stop`; the expression is written twice, so it should be short."""
    if isinstance(expr, Const):
        return YES if start <= expr.value < stop else NO
    if stop == start + 1:
        return Binary("==", expr, Const(start))
    low = Binary(">=", expr, Const(start))
    return both(low, Binary("<", expr, Const(stop)))


def in_kind(expr: Expr, kind: Kind) -> Expr:
    """1 if a piece or location is one of the kind; the expression is written more than once."""
    inside = within(expr, kind.first, kind.first + kind.size)
    if kind.members is None:
        return inside
    return both(inside, Binary("has", members_of(kind), plus(expr, -kind.start)))


def members_of(kind: Kind) -> Const:
    """The set of the elements of a kind that is some of the spaces, counted from 0."""
    return Const(bits_of(k - kind.start for k in kind.members or ()), Bits(kind.size))


def when(condition: Expr, then: Block, otherwise: Block = ()) -> Block:
    """An `If`, or only one of its branches where the condition is a constant."""
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    if not then:
        return (If(negation(condition), otherwise),) if otherwise else ()
    return (If(condition, then, otherwise),)


def load(array: str, index: Expr | int = 0) -> Load:
    return Load(array, Const(index) if isinstance(index, int) else index)


def lookup(table: str, index: Expr) -> Lookup:
    return Lookup(table, index)


def call(function: str, *arguments: Expr) -> Call:
    return Call(function, arguments)


# ----------------------------------------------------------------------------------------------------------------- sets


def empty_set(size: int) -> Const:
    return Const(0, Bits(size))


def full_set(size: int) -> Const:
    return Const((1 << size) - 1, Bits(size))


def is_set(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.type != INT


def intersection(sets: Iterable[Expr], size: int) -> Expr:
    """What is in all of them; everything, if there are none."""
    return _chain("&", [s for s in sets if s != full_set(size)], full_set(size))


def union(sets: Iterable[Expr], size: int) -> Expr:
    return _chain("|", [s for s in sets if s != empty_set(size)], empty_set(size))


def complement(members: Expr, size: int) -> Expr:
    match members:
        case Const(value):
            return Const(((1 << size) - 1) ^ value, Bits(size))
        case Binary("-bits", left, right) if left == full_set(size):
            return right
        case _:  # no plainer form is known
            return Binary("-bits", full_set(size), members)


def is_empty(members: Expr) -> Expr:
    if isinstance(members, Const):
        return NO if members.value else YES
    return Unary("empty", members)


# ----------------------------------------------------------------------------------------------------------- parameters


def simple(expr: Expr) -> bool:
    """Whether an expression may be written more than once."""
    return isinstance(expr, Const | Local)


def parameters(*names: str, kind: Type = INT) -> tuple[tuple[str, Type], ...]:
    return tuple((name, kind) for name in names)


def statements(*blocks: Stmt | Block) -> Block:
    """All statements in order."""
    return tuple(s for b in blocks for s in (b if isinstance(b, tuple) else (b,)))
