"""What a value is in each case: as a table where all cases ask for one and the same thing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dsl import model
from dsl.model import Condition, Expression
from dsl.prose.forms import Amount, Form, Listed, Noun, phrase
from dsl.prose.scope import Scope

Case = tuple[Expression, Condition | None, tuple[str, ...]]
LAST = 1 << 31  # more than any number of a game
ENDS: dict[str, Callable[[int], tuple[int, int]]] = {
    "<=": lambda number: (-LAST, number),
    "<": lambda number: (-LAST, number - 1),
    ">=": lambda number: (number, LAST),
    ">": lambda number: (number + 1, LAST),
}
"""Which numbers a comparison is true of: the first and the last."""


@dataclass(frozen=True, slots=True)
class Row:
    """A case of a value, as a row of a table: for `key` it is `value`; no key stands for all the rest."""

    key: Form | None
    value: Form
    clauses: tuple[str, ...]


def table(scope: Scope, node: model.Value) -> tuple[Form, tuple[Row, ...]] | None:
    """The cases of a value as a table, where each asks what one and the same thing is, or in which numbers it lies;
    else None."""
    cases = told_once(scope, node.cases)
    asked = asked_in(scope, cases)
    if node.overrides or not asked:
        return None
    keys = [*ranges(asked)] if asked[0].operator in ENDS else [scope.form(one.right) for one in asked]
    if len(keys) < len(asked):
        return None
    last = the_rest(asked) if asked[0].operator == "=" and is_sure(scope, asked[0].left) else None
    keys += [] if last is None else [scope.form(last)]
    told = [*keys, *(None for _ in cases)]
    rows = (Row(key, scope.form(case), cited) for key, (case, _, cited) in zip(told, cases, strict=False))
    return scope.form(asked[0].left), tuple(rows)


def asked_in(scope: Scope, cases: Iterable[Case]) -> list[model.Compare]:
    """What the cases ask, if that is the same thing several times, in the same way."""
    told = [condition for _, condition, _ in cases if condition is not None]
    compared = [condition for condition in told if isinstance(condition, model.Compare) and condition.operator != "!="]
    if len(told) < 2 or len(compared) < len(told) or len({one.operator for one in compared}) > 1:
        return []
    return compared if len({scope.form(one.left) for one in compared}) == 1 else []


def ranges(asked: Sequence[model.Compare]) -> Iterator[Form]:
    """The numbers for which each case counts: those of its comparison that no case before it has. None but those of the
    cases up to one that is left nothing, or of which the numbers are worked out."""
    low, high = -LAST, LAST  # what no case has yet
    for one in asked:
        if not isinstance(one.right, model.Constant) or one.right.kind.sort not in ("number", "range"):
            return
        first, last = ENDS[one.operator](one.right.value)
        first, last = max(first, low), min(last, high)
        if first > last:
            return
        yield between(first, last)
        low, high = (last + 1, high) if first == low else (low, first - 1)


def between(first: int, last: int) -> Form:
    if first == last:
        return Amount(first)
    if first == -LAST:
        return phrase("count_at_most", amount=Amount(last))
    if last == LAST:
        return phrase("count_at_least", amount=Amount(first))
    return phrase("count_between", low=Amount(first), high=Amount(last))


def the_rest(asked: Sequence[model.Compare]) -> model.Constant | None:
    """The only thing of a list that something can still be, as it always is one of them."""
    what, kind = asked[0].left, asked[0].left.kind
    named = {condition.right.value for condition in asked if isinstance(condition.right, model.Constant)}
    left = [number for number in range(kind.size) if number not in named]
    if kind.sort not in ("enumeration", "player") or len(named) < len(asked) or len(left) != 1:
        return None
    return model.Constant(what.span, kind, False, left[0], kind.elements[left[0]])


def last_player(scope: Scope, node: model.Value) -> Condition | None:
    """What is so where no case holds, if only one player is left then: who learns the game is told whom."""
    *others, (_, condition, _) = node.general
    named = [c for _, c, _ in others if isinstance(c, model.Compare) and c.operator == "="]
    if not scope.taught or condition is not None or not named or len(named) < len(others):
        return None
    same = len({scope.form(c.left) for c in named}) == 1 and is_sure(scope, named[0].left)
    last = the_rest(named) if same else None
    return replace(named[0], right=last) if last is not None and last.kind is scope.world.players else None


def is_sure(scope: Scope, node: Expression) -> bool:
    """Whether it is never nothing: as the owner of a piece, where each of its kind belongs to somebody."""
    if not node.maybe or not isinstance(node, model.OwnerOf):
        return not node.maybe
    kind = node.of.kind
    infos = (i for i in scope.world.piece_infos.values() if kind.start <= i.kind.start and i.kind.stop <= kind.stop)
    owners = [owner for info in infos for owner in info.owners]
    return not node.of.maybe and kind.sort == "piece" and not kind.row and bool(owners) and min(owners) >= 0


def by_owner(scope: Scope, node: model.Value) -> Form | None:
    """What a value is for each player, or for the things of each, where it asks for nothing but who that is: "north for
    White and south for Black"; None where that were long."""
    last = last_player(scope, node) if len(node.general) == 2 and not node.overrides else None
    if not isinstance(last, model.Compare) or not isinstance(last.left, model.OwnerOf | model.Use):
        return None
    (first, asked, _), (other, _, _) = node.general
    assert isinstance(asked, model.Compare)
    cases = ((first, asked.right), (other, last.right))
    forms = (phrase("for_player", value=scope.form(v), who=scope.form(who)) for v, who in cases)
    return Listed(tuple(forms), "and") if all(is_brief(v) for v, _ in cases) else None


def is_brief(value: Expression) -> bool:
    """Whether it is a name, or a number of one thing on the board: "its rank"."""
    match value:
        case model.Constant():
            return True
        case model.BuiltIn(arguments=(model.Use(),)):
            return True
        case _:  # takes more words
            return False


def exclude_one_another(scope: Scope, node: model.Value) -> bool:
    """Whether never two cases hold: each asks whether the same thing is something else. Of others the first counts."""
    asked = [] if node.overrides else asked_in(scope, node.cases)
    return bool(asked) and all(one.operator == "=" and isinstance(one.right, model.Constant) for one in asked)


def told_once(scope: Scope, cases: Iterable[Case]) -> list[Case]:
    """The cases without those that are told in the words of one before them: with two players who sits to the left sits
    to the right."""
    found: dict[object, Case] = {}
    for meaning, condition, clauses in cases:
        key = (scope.form(meaning), scope.clause(condition)) if condition is not None else None
        found.setdefault(key, (meaning, condition, clauses))
    return list(found.values())


def counted(heading: Noun, node: model.Value) -> Form:
    """A value as the subject of its cases: one that mostly counts things may be called by a plural, as these things
    are; of points, which are fixed in most cases, that is not said."""
    counts = [isinstance(meaning, model.Count) for meaning, _, _ in node.general]
    return phrase("how_many_are_called", those=heading) if 2 * sum(counts) >= len(counts) else heading
