"""Whether the text alone shows that sentences are never so at the same time, or that one is so wherever others are.

What follows is found where it is plain: numbers that are compared, things of which there are none, qualities that mean
what they say. Where nothing is found, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice
from math import inf

from dsl import model
from dsl.analysis.truth import bounds
from dsl.fields import names_of
from dsl.model import Condition, Count, Expression, Kind, Selection
from dsl.resolve.substitution import renamed

Facts = tuple[Condition, ...]
DEEPEST = 6  # qualities inside one another that are looked into
MOST = 60  # sentences that are compared, each with each
ORDERS = {"=": {0}, "!=": {-1, 1}, ">=": {0, 1}, "<=": {-1, 0}, ">": {1}, "<": {-1}}  # of the left to the right


def apart(one: Condition, other: Condition) -> bool:
    """Whether the two are never so at the same time."""
    return impossible((one, other))


def impossible(conditions: Iterable[Condition]) -> bool:
    """Whether not all of them can be so at the same time."""
    facts = known(conditions)
    return _clash(facts) or any(
        isinstance(fact, model.Any) and all(_clash(known((*facts, way))) for way in fact.conditions) for fact in facts
    )


def follows(facts: Facts, goal: Condition, depth: int = 0) -> bool:
    """Whether it is so wherever all the facts are, which are `known`."""
    match goal:
        case model.All(conditions=parts):
            return all(follows(facts, part, depth) for part in parts)
        case model.Any(conditions=ways):
            return any(follows(facts, way, depth) for way in ways)
        case model.Not(condition=inner) if any(_contradict(f, p) for f in facts for p in known((inner,))):
            return True
        case model.Holds() if depth < DEEPEST and _plain(goal) and not any(a.maybe for a in goal.arguments):
            if all(follows(facts, part, depth + 1) for part in _meaning(goal)):
                return True
        case _:  # others follow from a single fact
            pass
    return any(_entails(fact, goal) for fact in facts)  # the last way of those above, and the only one of all others


def known(conditions: Iterable[Condition], depth: int = 0) -> Facts:
    """All that has to be so, where these are: their parts, and what the qualities mean."""
    return tuple(islice(_known(conditions, depth), MOST))


def _known(conditions: Iterable[Condition], depth: int) -> Iterator[Condition]:
    for condition in conditions:
        match condition:
            case model.All(conditions=parts):
                yield from _known(parts, depth)
                continue
            case model.Not(condition=model.Not(condition=inner)):
                yield from _known((inner,), depth)
                continue
            case model.Not(condition=model.Any(conditions=ways)):
                yield from _known((model.Not(way.span, way) for way in ways), depth)
                continue
            case _:  # of all others no more is known than what they say
                pass
        yield condition
        if isinstance(condition, model.Holds) and depth < DEEPEST and _plain(condition):
            yield from _known(_meaning(condition), depth + 1)


def _plain(quality: model.Holds) -> bool:
    """Whether it has one definition, in which things stand for its parameters."""
    return quality.otherwise is None


def _meaning(quality: model.Holds) -> Facts:
    meant = dict(zip(quality.quality.parameters, quality.arguments, strict=True))
    return tuple(renamed(part, meant) for part in quality.quality.conditions)


def _clash(facts: Facts) -> bool:
    return (
        any(_out_of_reach(fact) or _is_always_something(fact) for fact in facts)
        or any(_contradict(one, other) for one, other in combinations(facts, 2))
        or any(isinstance(fact, model.Not) and follows(facts, fact.condition) for fact in facts)
    )


# --------------------------------------------------------------------------------------------------- two sentences


def _contradict(one: Condition, other: Condition) -> bool:
    match one, other:
        case (model.Not(condition=inner), so) | (so, model.Not(condition=inner)) if _entails(so, inner):
            return True
        case model.Compare(), model.Compare() if _same(one.left, other.left) and alike(one.right, other.right):
            return not ORDERS[one.operator] & ORDERS[other.operator]
        case model.IsA(what=what, kind=kind), model.IsA(what=same, kind=other_kind) if alike(what, same):
            return not kind.is_a(other_kind) and not other_kind.is_a(kind) and not overlap(kind, other_kind)
        case model.Located(), model.Located() if alike(one.what, other.what):
            here, there = _locations(one), _locations(other)
            return bool(here and there) and not here & there
        case _:  # others clash by how many there are
            first, second = amount(one), amount(other)
            return first is not None and second is not None and (_above(first, second) or _above(second, first))


def _entails(one: Condition, other: Condition) -> bool:
    """Whether the other is so wherever the first is, by the form of both."""
    if alike(one, other):
        return True
    match one, other:
        case model.Compare(), model.Compare() if _same(one.left, other.left) and alike(one.right, other.right):
            return ORDERS[one.operator] <= ORDERS[other.operator]
        case model.Located(), model.Located() if alike(one.what, other.what):
            here, there = _locations(one), _locations(other)
            return bool(here) and here <= there
        case model.Not(condition=inner), model.Not(condition=wider):
            return _entails(wider, inner)
        case _:  # others follow by how many there are
            pass
    so, wanted = amount(one), amount(other)
    if isinstance(other, model.Compare) and other.operator == "!=" and so is not None:
        number = _number(other.right)
        return number is not None and _same(so.of, counted(other.left)) and not so.low <= number <= so.high
    if so is None or wanted is None:
        return False
    if _same(so.of, wanted.of):
        return wanted.low <= so.low and min(so.high, _reach(so.of)[1]) <= wanted.high
    if _within(so.of, wanted.of):
        return wanted.low <= so.low and wanted.high == inf
    return _within(wanted.of, so.of) and so.high <= wanted.high and wanted.low <= 0


# ---------------------------------------------------------------------------------------------------------- numbers


@dataclass(frozen=True)
class Amount:
    """What a comparison with a number says: the phrase, or how many are selected, is from `low` to `high`."""

    of: Expression | Selection
    low: float
    high: float


def amount(condition: Condition) -> Amount | None:
    match condition:
        case model.Exists(selection=selection):
            return Amount(selection, 1, inf)
        case model.Not(condition=model.Exists(selection=selection)):
            return Amount(selection, 0, 0)
        case model.Some(selection=selection, condition=so):
            return Amount(replace(selection, that=(*selection.that, so)), 1, inf)
        case model.ForAll(selection=selection, condition=so):
            return Amount(replace(selection, that=(*selection.that, model.Not(so.span, so))), 0, 0)
        case model.Compare(operator=operator, left=left, right=right) if operator != "!=":
            number = _number(right)
            if number is None:
                return None
            low = {"<": -inf, "<=": -inf, ">": number + 1}.get(operator, number)
            high = {">": inf, ">=": inf, "<": number - 1}.get(operator, number)
            return Amount(counted(left), low, high)
        case _:  # nothing else speaks of a number
            return None


def counted(phrase: Expression) -> Expression | Selection:
    """Of how many there are, what is counted."""
    return phrase.selection if isinstance(phrase, Count) else phrase


def _number(phrase: Expression) -> int | None:
    return phrase.value if isinstance(phrase, model.Constant | model.Setting) else None


def _out_of_reach(condition: Condition) -> bool:
    """Whether a number would have to be what it never can be."""
    said = amount(condition)
    if said is None:
        return False
    low, high = _reach(said.of)
    return said.high < low or said.low > high


def _is_always_something(condition: Condition) -> bool:
    """Whether what a thing always has would have to be nothing."""
    match condition:
        case model.Compare(operator="=", left=model.Get(maybe=False), right=model.Constant(value=-1, name="nothing")):
            return True
        case _:  # all else can be nothing, or is not said to be
            return False


def _reach(of: Expression | Selection) -> tuple[float, float]:
    """The least and the greatest that it can be."""
    if isinstance(of, Selection):
        return 0, of.kind.size
    low, high = bounds(of, {})
    return -inf if low is None else low, inf if high is None else high


def _above(one: Amount, other: Amount) -> bool:
    """Whether the first would have to be more than the second, and cannot."""
    return one.low > other.high and (_same(one.of, other.of) or _within(one.of, other.of))


def _same(one: Expression | Selection, other: Expression | Selection) -> bool:
    return alike(one, other) or (_within(one, other) and _within(other, one))


def _within(one: Expression | Selection, other: Expression | Selection) -> bool:
    """Whether all things of the first selection are things of the second."""
    if not (isinstance(one, Selection) and isinstance(other, Selection)):
        return False
    wanted = renamed(other.conditions, {other.variable: one.variable})
    facts = known(one.conditions)
    among = other.among in (None, one.among)
    return among and one.kind.is_a(other.kind) and all(follows(facts, part) for part in wanted)


def _locations(said: model.Located) -> frozenset[int]:
    """Where a thing would be, by the numbers of the locations; none where the text does not tell them."""
    match said.where:
        case model.Constant(value=value, kind=kind) if kind.sort in ("space", "place") and said.preposition != "under":
            return frozenset((value,))
        case Kind(sort="space" | "place", start=start, stop=stop, members=members) if said.preposition != "under":
            return frozenset(range(start, stop) if members is None else members)
        case _:  # of others it shows only in play
            return frozenset()


def overlap(kind: model.Kind, other: model.Kind) -> bool:
    """Whether a thing can be of both sorts."""
    if kind.members is not None or other.members is not None:
        return True
    return kind.start < other.stop and other.start < kind.stop


def alike(one: object, other: object) -> bool:
    """Whether two nodes say the same, wherever they stand, and by whatever names they call what they look for."""
    if isinstance(one, Selection) and isinstance(other, Selection):
        conditions = renamed(other.conditions, {other.variable: one.variable})
        return one.kind is other.kind and one.among is other.among and alike(one.conditions, conditions)
    if isinstance(one, model.Use) and isinstance(other, model.Use):
        return one.variable is other.variable
    if isinstance(one, model.Node):
        if type(one) is not type(other):
            return False
        mine, theirs = getattr(one, "selection", None), getattr(other, "selection", None)
        if isinstance(mine, Selection) and isinstance(theirs, Selection):
            other = renamed(other, {theirs.variable: mine.variable})
        return all(alike(getattr(one, name), getattr(other, name)) for name in names_of(one) if name != "span")
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(alike(a, b) for a, b in zip(one, other, strict=True))
    return one == other
