"""What can be told of a sentence from the text alone: whether something is playable at a time, and what is never so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import eq, ge, gt, le, lt, ne

from dsl import model as m

Time = m.Phase | m.Window | None  # the phase or window in which an offer stands
Bounds = tuple[int | None, int | None]
Facts = Mapping[m.Variable, int]  # what variables are, as far as it is known

COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge
}  # fmt: skip
DEEPEST = 12  # qualities inside one another that are looked into


def is_playable(definition: m.Playable, time: Time) -> bool:
    return not definition.playable or time in definition.playable


def never(conditions: Iterable[m.Condition], facts: Facts, time: Time) -> bool:
    """Whether the text alone shows that not all of them can be so."""
    return any(truth(condition, facts, time) is False for condition in conditions)


def truth(condition: m.Condition, facts: Facts, time: Time, depth: int = 0) -> bool | None:
    """Whether the sentence is so at a time, if the text alone shows it."""
    match condition:
        case m.All(conditions=parts):
            found = [truth(part, facts, time, depth) for part in parts]
            return False if False in found else None if None in found else True
        case m.Any(conditions=parts):
            found = [truth(part, facts, time, depth) for part in parts]
            return True if True in found else None if None in found else False
        case m.Not(condition=inner):
            opposite = truth(inner, facts, time, depth)
            return None if opposite is None else not opposite
        case m.Compare(operator=operator, left=left, right=right):
            one, other = value(left, facts), value(right, facts)
            if one is not None and other is not None:
                return COMPARED[operator](one, other)
            return False if _out_of_reach(operator, bounds(left, facts), bounds(right, facts)) else None
        case m.Exists(selection=selection) if depth < DEEPEST:
            return (
                False if truth(m.All(condition.span, selection.conditions), facts, time, depth + 1) is False else None
            )
        case m.Holds(quality=quality, arguments=arguments) if depth < DEEPEST:
            given = zip(quality.parameters, (value(a, facts) for a in arguments), strict=True)
            inside = {parameter: number for parameter, number in given if number is not None}
            return truth(m.All(condition.span, tuple(quality.conditions)), inside, time, depth + 1)
        case m.CanDo(invocation=invocation):
            return None if is_playable(invocation.action, time) else False
        case m.CanDoPower(call=call):
            number = value(call.which, facts)
            meant = [p for p in call.members if number in (None, call.which.kind.start + p.number)]
            return None if any(is_playable(power, time) for power in meant) else False
        case _:  # of others the text does not show it
            return None


def bounds(phrase: m.Expression, facts: Facts) -> Bounds:
    """The least and the greatest number that a phrase can mean, -1 for nothing; None: without a bound."""
    number = value(phrase, facts)
    if number is not None:
        return number, number
    match phrase:
        case m.Get(kind=kind, maybe=maybe) if kind.sort == "range":
            return min(kind.low, -1) if maybe else kind.low, kind.high
        case m.Count(selection=selection):
            return 0, selection.kind.size
        case _:  # of others the text shows no bound
            return None, None


def _out_of_reach(operator: str, left: Bounds, right: Bounds) -> bool:
    """Whether no number of the left and none of the right compare so."""
    (low, high), (least, most) = left, right
    too_low = high is not None and least is not None and (high < least or (operator == ">" and high == least))
    too_high = low is not None and most is not None and (low > most or (operator == "<" and low == most))
    return (too_low and operator in ("=", ">", ">=")) or (too_high and operator in ("=", "<", "<="))


def value(phrase: m.Expression, facts: Facts) -> int | None:
    """The number that a phrase means, if the text alone shows it."""
    match phrase:
        case m.Constant(value=number) | m.Setting(value=number):
            return number
        case m.Use(variable=variable):
            return facts.get(variable)
        case _:  # others get their number in play
            return None
