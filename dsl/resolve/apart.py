"""Whether the text alone shows that two sentences are never so at the same time."""

from __future__ import annotations

from dataclasses import fields

from dsl import resolved
from dsl.resolved import Condition


def apart(one: Condition, other: Condition) -> bool:
    """Whether a part of one, which has to be so, contradicts a part of the other."""
    return any(contradict(p, q) or contradict(q, p) for p in parts(one) for q in parts(other))


def parts(condition: Condition) -> tuple[Condition, ...]:
    """All that has to be so."""
    if isinstance(condition, resolved.All):
        return tuple(part for inner in condition.conditions for part in parts(inner))
    return (condition,)


def contradict(one: Condition, other: Condition) -> bool:
    match one, other:
        case resolved.Not(condition=inner), _ if alike(inner, other):
            return True
        case resolved.Compare(left=left), resolved.Compare(left=same) if alike(left, same):
            return numbers_apart(one, other)
        case resolved.IsA(what=what, kind=kind), resolved.IsA(what=same, kind=second) if alike(what, same):
            return not kind.is_a(second) and not second.is_a(kind) and not overlap(kind, second)
    return False


def overlap(kind: resolved.Kind, other: resolved.Kind) -> bool:
    """Whether a thing can be of both sorts."""
    if kind.members is not None or other.members is not None:
        return True
    return kind.start < other.stop and other.start < kind.stop


def numbers_apart(one: resolved.Compare, other: resolved.Compare) -> bool:
    """Whether no value meets both comparisons with a constant; only `is` counts for things."""
    first, second = constant(one.right), constant(other.right)
    if first is None or second is None:
        return False
    if one.operator == "=":
        return not meets(first, other.operator, second)
    low = first + (one.operator == ">")
    high = second - (other.operator == "<")
    return one.operator in (">=", ">") and other.operator in ("<=", "<") and low > high


def meets(number: int, operator: str, limit: int) -> bool:
    return {
        "=": number == limit,
        "!=": number != limit,
        ">=": number >= limit,
        "<=": number <= limit,
        ">": number > limit,
        "<": number < limit,
    }[operator]


def constant(phrase: resolved.Expression) -> int | None:
    return phrase.value if isinstance(phrase, resolved.Constant | resolved.Setting) else None


def alike(one: object, other: object) -> bool:
    """Whether two nodes say the same, wherever they stand."""
    if isinstance(one, resolved.Node):
        if type(one) is not type(other):
            return False
        return all(alike(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.name != "span")
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(alike(a, b) for a, b in zip(one, other, strict=True))
    return one == other
