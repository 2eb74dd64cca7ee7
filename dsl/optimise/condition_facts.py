"""What a test tells of the locals that it compares with numbers: behind `if x is -1: return` x is something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dsl.ir.nodes import OPPOSITE, Binary, Block, Break, Const, Continue, End, Expr, Leave, Local, Return, Unary
from dsl.ir.types import LARGEST, SMALLEST
from dsl.optimise.intervals import Range

Fact = tuple[str, int]  # how a local compares with a number
Facts = Mapping[str, tuple[Fact, ...]]  # what is known of some locals

EVERY: Range = (SMALLEST, LARGEST)


def told(condition: Expr, holds: bool, before: Facts) -> Facts:
    """What is known where a condition holds, or where it does not, with what was known before."""
    match condition:
        case Unary("not", operand):
            return told(operand, not holds, before)
        case Binary("and" | "or" as op, left, right) if (op == "and") == holds:
            return told(right, holds, told(left, holds, before))
        case Binary(op, Local(name), Const(value)) if op in OPPOSITE:
            return {**before, name: (*before.get(name, ()), (op if holds else OPPOSITE[op], value))}
        case _:  # tells nothing of one local alone
            return before


def between(given: Range | None) -> tuple[Fact, ...]:
    """What is known of a local that has just been given one of these numbers; None are none."""
    low, high = given or (1, 0)
    return (">=", low), ("<=", high)


def hull(one: Facts, other: Facts, whole: Callable[[str], Range | None]) -> Facts:
    """What is known where it has been the one or the other. `whole` is between which bounds a local is anywhere."""
    found: dict[str, tuple[Fact, ...]] = {}
    for name in one.keys() & other.keys():
        if one[name] == other[name]:
            found[name] = one[name]
        elif anywhere := whole(name):
            here = [part for facts in (one, other) if (part := narrowed(anywhere, facts[name]))]
            found[name] = between((min(low for low, _ in here), max(high for _, high in here)) if here else None)
    return found


def ends(block: Block) -> bool:
    """Whether a block surely goes no further; some that do not either are not seen to."""
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
            case _:  # `!=`
                low, high = low + (low == value), high - (high == value)
    return (low, high) if low <= high else None
