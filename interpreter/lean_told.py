"""What a test tells of the locals that it compares with numbers: behind `if x is -1: return` x is something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.ir import Binary, Block, Break, Const, Continue, End, Expr, If, Leave, Local, Return, Unary
from interpreter.intervals import Range

Fact = tuple[str, int]  # how a local compares with a number
Facts = Mapping[str, tuple[Fact, ...]]  # what is known of some locals

_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def told(condition: Expr, holds: bool, before: Facts) -> Facts:
    """What is known where a condition holds, or where it does not, with what was known before."""
    match condition:
        case Unary("not", operand):
            return told(operand, not holds, before)
        case Binary("and" | "or" as op, left, right) if (op == "and") == holds:
            return told(right, holds, told(left, holds, before))
        case Binary(op, Local(name), Const(value)) if op in _OPPOSITE:
            return {**before, name: (*before.get(name, ()), (op if holds else _OPPOSITE[op], value))}
    return before


def behind(stmt: If, before: Facts) -> Facts:
    """What is known behind a test of which one branch goes no further."""
    if _ends(stmt.then):
        return told(stmt.condition, False, before)
    return told(stmt.condition, True, before) if _ends(stmt.otherwise) else before


def _ends(block: Block) -> bool:
    return bool(block) and isinstance(block[-1], Return | Break | Continue | Leave | End)


def without(facts: Facts, changed: set[str]) -> Facts:
    """What is still known once some locals have changed."""
    return {name: known for name, known in facts.items() if name not in changed} if facts else facts


def narrowed(found: Range, known: Sequence[Fact]) -> Range | None:
    """The part of a range for which this is so; None if there is none."""
    low, high = found
    for op, value in known:
        match op:
            case "<" | "<=":
                high = min(high, value - (op == "<"))
            case ">" | ">=":
                low = max(low, value + (op == ">"))
            case "==":
                low, high = max(low, value), min(high, value)
            case _:
                low, high = low + (low == value), high - (high == value)
    return (low, high) if low <= high else None
