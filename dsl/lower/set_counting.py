"""What is asked of a set by its numbers and totals, or of each of its elements: so it need not be tried out.

Such sentences are put so that they speak of the numbers and no more of the set. They are the needs about the set, and
what is asked later of whatever is chosen behind it, as far as the set matters to that by its numbers alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from dsl import model as m
from dsl.fields import names_of
from dsl.ir.nodes import Expr
from dsl.lower.build import Build, Env
from dsl.model import Condition, Expression, Node, Selection, Variable
from dsl.model.visit import conjuncts, depends, free, rewritten, use
from dsl.model.world import NUMBER
from dsl.source import Span

N = TypeVar("N", bound=Node)
Test = Callable[[Env], Expr]

LARGEST = 1 << 18  # numbers for the counts and totals that can be reached
_TOTAL = "total of"  # with a space, as no variable of a rulebook has


@dataclass(frozen=True)
class Tests:
    """What a set must meet: `conditions` that speak of it, and the `rest` that must hold once it is chosen.

    `told` are the nodes on which the rest depends; None where that cannot be said. `by_numbers` gives the rest for
    those who know of the set no more than some numbers, by what puts these into a node.
    """

    conditions: tuple[Condition, ...]
    rest: Test
    told: tuple[Node, ...] | None
    by_numbers: Callable[[Rewrite, tuple[Variable, ...]], Test] | None = None


class Rewrite(Protocol):
    """What puts numbers of a set in their places."""

    def __call__(self, node: N) -> N: ...


@dataclass(frozen=True)
class Term:
    """How many elements of the set, or what total, is asked about: `variable` stands for it, `most` bounds it."""

    selection: Selection
    of: Expression | None
    variable: Variable
    most: int

    @property
    def whole(self) -> bool:
        """Whether it is the number of all that are in the set."""
        return self.of is None and not self.selection.that


@dataclass(frozen=True)
class Wanted:
    """`alone`: what does not depend on the set. `barred`: elements that cannot be in it, whatever else is. `counted`:
    conditions on `terms`; the same `plain`, of the set itself; `later`: what follows, by the terms. `tried`: what sets
    are tried for, and where that is `asked`. `bounded`: whether the text says how many elements there are to be;
    `rising`: whether a set that meets what is counted still does so with more elements.
    """

    alone: tuple[Test, ...]
    barred: tuple[Selection, ...]
    counted: tuple[Condition, ...]
    later: tuple[Test, ...]
    terms: tuple[Term, ...]
    tried: tuple[Test, ...]
    asked: tuple[Span, ...]
    plain: tuple[Condition, ...]
    bounded: bool
    rising: bool

    @property
    def numbered(self) -> bool:
        """Whether numbers of elements are told apart; else any number will do."""
        return self.bounded or bool(self.tried) or any(term.whole for term in self.terms)


def wanted(build: Build, line: m.ChooseSeveral, given: tuple[Variable, ...], tests: Tests) -> Wanted:
    """What is wanted of the set of a line; `given` are all variables that are bound before it."""
    members = line.variable
    counting = _Counting(build, members, given)
    free_ = tests.told is not None and not any(depends(n, members) for n in tests.told)
    conditions = conjuncts(tests.conditions)
    barred = {c: bars for c in conditions if (bars := counting.barred(c)) is not None}
    plain = tuple(c for c in conditions if c not in barred and counting.takes(c))
    found = tuple(counting.put(c) for c in plain)
    others = [c for c in conditions if c not in barred and c not in plain]
    tried, asked = [_holds(c) for c in others], [c.span for c in others]
    later: tuple[Test, ...] = ()
    if not free_ and not tried and tests.by_numbers and tests.told is not None and counting.takes(*tests.told):
        later = (tests.by_numbers(counting, tuple(term.variable for term in counting.terms)),)
    elif not free_:
        tried.append(tests.rest)
        asked += [node.span for node in tests.told or () if depends(node, members)]
    totals = tuple(term.variable for term in counting.terms)
    rising = line.most is None and not later and all(_rises(c, totals) for c in found)
    return Wanted(
        (tests.rest,) if free_ else (),
        tuple(barred.values()),
        found,
        later,
        tuple(counting.terms),
        tuple(tried),
        tuple(asked),
        (*plain, *barred),
        line.least is not None or line.most is not None,
        rising,
    )


def _rises(condition: Condition, totals: tuple[Variable, ...]) -> bool:
    """Whether a condition on totals that holds goes on to hold when some of them rise."""
    if not _asks(condition, totals):
        return True
    match condition:
        case m.All(conditions=parts) | m.Any(conditions=parts):
            return all(_rises(part, totals) for part in parts)
        case m.Compare(operator=">=" | ">", left=m.Use(variable=variable), right=right) if variable in totals:
            return not _asks(right, totals)
        case m.Compare(operator="<=" | "<", left=left, right=m.Use(variable=variable)) if variable in totals:
            return not _asks(left, totals)
        case _:  # of others it is not known
            return False


def _asks(node: Node, totals: tuple[Variable, ...]) -> bool:
    return any(depends(node, total) for total in totals)


def _holds(condition: Condition) -> Test:
    return lambda env: env.condition(condition)


class _Counting:
    """Sentences that ask only about numbers and totals of a set, with variables in the place of these."""

    def __init__(self, build: Build, members: Variable, given: tuple[Variable, ...]) -> None:
        self.build, self.members, self.given = build, members, given
        self.terms: list[Term] = []
        self._keys: dict[object, Term] = {}

    def __call__(self, node: N) -> N:
        compared = self._changed(node, self._as_count)
        return self._changed(self._changed(compared, self._as_term), self._as_member)

    put = __call__

    def barred(self, condition: Condition) -> Selection | None:
        """The elements that must not be in the set, where that is all that a condition says."""
        match condition:
            case m.Not(condition=m.Exists(selection=selection)) if self._is_over(selection):
                found = self._plain(selection)
            case m.ForAll(selection=selection, condition=inner) if self._is_over(selection):
                found = self._plain(selection, m.Not(inner.span, inner))
            case m.Not(condition=m.InSet(what=what, members=members)) if members is self.members:
                found = self._plain(self._that_one(what))
            case _:  # others ask about several at once
                return None
        return found if self._is_closed(found) else None

    def takes(self, *nodes: Node) -> bool:
        """Whether the sentences are such ones; then their numbers are noted."""
        before = list(self.terms), dict(self._keys)
        plain = [self(node) for node in nodes]
        size = self.members.kind.size + 1
        for term in self.terms:
            size *= 1 if term.whole else term.most + 1
        new = self.terms[len(before[0]) :]
        closed = all(self._is_closed(term.selection, *([term.of] if term.of else [])) for term in new)
        if closed and size <= LARGEST and not any(depends(node, self.members) for node in plain):
            return True
        self.terms, self._keys = before
        return False

    def _is_closed(self, *nodes: Node) -> bool:
        """Whether it is the same for all that is chosen later, and for each of some things that a sentence goes
        through."""
        return all(variable in self.given for variable in free(nodes))

    def _changed(self, node: N, change: Callable[[Node], Node | None]) -> N:
        return change(node) or rewritten(node, change)  # type: ignore[return-value]

    def _as_count(self, node: Node) -> Node | None:
        """`there is a red Card in the purse`: at least one of them; `every Card in the purse is red`: no other."""
        match node:
            case m.Exists(selection=selection) if self._is_over(selection):
                return self._compared(node.span, selection, ">=", 1)
            case m.ForAll(selection=selection, condition=condition) if self._is_over(selection):
                others = replace(selection, that=(*selection.that, m.Not(condition.span, condition)))
                return self._compared(node.span, others, "=", 0)
            case _:  # others do not compare a number of them
                return None

    def _compared(self, span: m.Span, selection: Selection, operator: str, value: int) -> Node:
        count = m.Count(span, NUMBER, False, selection)
        return m.Compare(span, operator, count, m.Constant(span, NUMBER, False, value, str(value)))  # type: ignore[arg-type]

    def _as_term(self, node: Node) -> Node | None:
        match node:
            case m.Count(selection=selection) if self._is_over(selection):
                return self._term(node, selection, None)
            case m.Extreme(which="total", of=of, selection=selection) if self._is_over(selection):
                return None if depends(of, self.members) else self._term(node, selection, of)
            case _:  # others count nothing in it
                return None

    def _as_member(self, node: Node) -> Node | None:
        """`the Card is in the purse`: one of them is this."""
        match node:
            case m.InSet(what=what, members=members) if members is self.members and not depends(what, members):
                return self._changed(self._compared(node.span, self._that_one(what), ">=", 1), self._as_term)
            case _:  # others do not speak of one
                return None

    def _is_over(self, selection: Selection) -> bool:
        """Whether it goes over the set, and nothing else in it speaks of the set."""
        others = [c for c in selection.conditions if not self._is_in_set(c, selection)]
        if any(depends(c, self.members) for c in others) or not selection.kind.is_a(self.members.kind):
            return False
        return selection.among is self.members or len(others) < len(selection.conditions)

    def _is_in_set(self, condition: Condition, selection: Selection) -> bool:
        match condition:
            case m.InSet(what=m.Use(variable=variable), members=members):
                return variable is selection.variable and members is self.members
            case _:  # others say something else
                return False

    def _that_one(self, what: Expression) -> Selection:
        """No element but this one."""
        one = Variable("one", self.members.kind, span=what.span)
        same = m.Compare(what.span, "=", use(one, what.span), what)
        return Selection(what.span, one, one.kind, that=(same,), among=self.members)

    def _plain(self, selection: Selection, *more: Condition) -> Selection:
        """The same without that they are in the set, which may have things of more kinds."""
        span, variable, kind = selection.span, selection.variable, selection.kind
        conditions = tuple(c for c in selection.conditions if not self._is_in_set(c, selection))
        its_kind = () if kind is self.members.kind else (m.IsA(span, use(variable, span), kind),)
        return Selection(span, variable, kind, that=(*its_kind, *conditions, *more))

    def _term(self, node: Expression, selection: Selection, of: Expression | None) -> Node | None:
        most = self._most(selection.kind.size, of)
        if most is None:
            return None
        plain = self._plain(selection)
        key = _key((plain.that, of), selection.variable)
        if key not in self._keys:
            variable = Variable(f"{_TOTAL} {len(self._keys)}", NUMBER)
            self._keys[key] = Term(plain, of, variable, most)
            self.terms.append(self._keys[key])
        return use(self._keys[key].variable, node.span)

    def _most(self, size: int, of: Expression | None) -> int | None:
        """The total of so many elements, at most; None where some may count less than nothing, or there is no bound."""
        match of:
            case None:
                return size
            case m.Constant(value=value) | m.Setting(value=value) if value >= 0:
                return size * value
            case m.Get(attribute=attribute) if attribute.constant is not None:
                return sum(attribute.constant) if min(attribute.constant, default=0) >= 0 else None
            case m.Get(attribute=attribute) if attribute.kind.sort == "range" and attribute.kind.low >= 0:
                return size * attribute.kind.high
            case _:  # of others no bound is known
                return None


def _key(value: object, own: Variable) -> object:
    """Equal for nodes that say the same, each of its own variable."""
    if isinstance(value, Variable):
        return "own" if value is own else value
    if isinstance(value, Node):
        parts = (_key(getattr(value, name), own) for name in names_of(value) if name != "span")
        return (type(value), *parts)
    return tuple(_key(part, own) for part in value) if isinstance(value, tuple) else value
