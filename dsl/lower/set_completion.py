"""Whether a set can be completed so that it meets all that is asked of it.

What is asked of how many there are, and of totals, is decided exactly: where more is never worse, as in “costs at
least 5”, by the totals of all that can be added, and else by a set of all totals that can be reached. Where a test asks
for more, sets are tried, smaller ones first; after so many tests it is not known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dsl import model as m
from dsl.fields import names_of
from dsl.ir.nodes import (
    INT,
    Binary,
    Bits,
    Block,
    Break,
    Call,
    Continue,
    Expr,
    ForBits,
    If,
    Local,
    Return,
    Set,
    Shifted,
    Single,
    Unary,
    While,
)
from dsl.lower.build import Build, Env, Parameters, first_of, type_of
from dsl.lower.ops import (
    NO,
    YES,
    ZERO,
    added,
    both,
    empty_set,
    equal,
    lookup,
    negation,
    number,
    plus,
    statements,
    times,
    when,
)
from dsl.model import Condition, Expression, Node, Selection, Variable
from dsl.model.visit import conjuncts, depends, nodes_in, rewritten, use
from dsl.model.world import NUMBER

UNKNOWN = number(2)
MOST_TESTS = 256
LARGEST = 1 << 18  # numbers for the counts and totals that can be reached

# Names with a space, as no variable of a rulebook has.
LEAST, MOST, CHOSEN, FREE = "at least", "at most", "chosen so far", "left over"
_ELEMENT, _STEP, _BASE, _REACHED, _ONE = "the element", "step by", "base of all", "reached ones", "one reached"
_NUMBER, _FOUND, _TOTAL = "reached number", "one found", "total of"
_TRIED, _ADDED, _OPEN, _SIZE, _HOW_MANY = "set tried", "added ones", "open ones", "so many", "how many"
_NEXT, _FROM, _LAST, _ANY, _TESTS = "next one", "from one", "last one", "any of them", "tests made"


@dataclass(frozen=True)
class Tests:
    """What a set must meet: `conditions` that speak of it, and the `rest` that must hold once it is chosen.

    `told` are the nodes on which the rest depends; None where that cannot be said.
    """

    conditions: tuple[Condition, ...]
    rest: Callable[[Env], Expr]
    told: tuple[Node, ...] | None


@dataclass(frozen=True)
class Completion:
    """A function that tells whether a set can be completed: 1 if so, 0 if not, 2 if it was not found out.

    `given` are the variables that it depends on. `exact`: it always finds out.
    """

    function: str
    given: tuple[Variable, ...]
    exact: bool

    def of(self, env: Env, chosen: Expr, free: Expr) -> Expr:
        """For the set `chosen`, to which elements of `free` can be added; the bounds are locals of these names."""
        return Call(self.function, (*(env.values[v] for v in self.given), Local(LEAST), Local(MOST), chosen, free))


def completion(build: Build, name: str, line: m.ChooseSeveral, given: tuple[Variable, ...], tests: Tests) -> Completion:
    """Declares the function; `given` are all variables that are bound before the choice."""
    wanted = _Wanted.of(build, line, tests)
    size = Bits(line.variable.kind.size)
    env = Env(build)
    bound: Parameters = tuple((env.bind(v), type_of(v)) for v in given)
    parameters = (*bound, (LEAST, INT), (MOST, INT), (CHOSEN, size), (FREE, size))
    build.value(name, parameters, lambda: _body(env, line.variable, wanted), INT, line.span)
    return Completion(name, given, not wanted.tried)


def bounds(env: Env, line: m.ChooseSeveral, there: Expr) -> Block:
    """Sets the least and the greatest number of elements, no more than there are."""
    most = there if line.most is None else _within(env.counted(line.most), there)
    if line.least is line.most and line.most is not None:
        return (Set(MOST, most), Set(LEAST, Local(MOST)))
    least = ZERO if line.least is None else _within(env.counted(line.least), Local(MOST))
    return (Set(MOST, most), Set(LEAST, least))


def _within(number_: Expr, most: Expr) -> Expr:
    """A number of elements: not less than none, not more than there are."""
    return Binary("min", Binary("max", number_, ZERO), most)


# ------------------------------------------------------------------------------------------------------- what is wanted


@dataclass(frozen=True)
class Term:
    """How many elements of the set, or what total, is asked about: `variable` stands for it, `most` bounds it."""

    selection: Selection
    of: Expression | None
    variable: Variable
    most: int


@dataclass(frozen=True)
class _Wanted:
    """`alone`: what does not depend on the set. `counted`: conditions on `terms`; the same `plain`, of the set itself.
    `tried`: what sets are tried for. `bounded`: whether the text says how many elements there are to be; `rising`:
    whether a set that meets what is counted still does so with more elements."""

    alone: tuple[Callable[[Env], Expr], ...]
    counted: tuple[Condition, ...]
    terms: tuple[Term, ...]
    tried: tuple[Callable[[Env], Expr], ...]
    plain: tuple[Condition, ...]
    bounded: bool
    rising: bool

    @staticmethod
    def of(build: Build, line: m.ChooseSeveral, tests: Tests) -> _Wanted:
        members = line.variable
        counting = _Counting(build, members)
        told = tests.told
        free = told is not None and not any(depends(n, members) for n in told)
        conditions = conjuncts(tests.conditions)
        plain = tuple(c for c in conditions if counting.takes(c))
        tried = [_holds(c) for c in conditions if c not in plain]
        tried += [] if free else [tests.rest]
        alone = (tests.rest,) if free else ()
        bounded = line.least is not None or line.most is not None
        totals = tuple(term.variable for term in counting.terms)
        rising = line.most is None and all(_rises(c, totals) for c in counting.found)
        return _Wanted(alone, tuple(counting.found), tuple(counting.terms), tuple(tried), plain, bounded, rising)


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


def _holds(condition: Condition) -> Callable[[Env], Expr]:
    return lambda env: env.condition(condition)


class _Counting:
    """Conditions that ask only about numbers and totals of a set, with variables in the place of these."""

    def __init__(self, build: Build, members: Variable) -> None:
        self.build, self.members = build, members
        self.found: list[Condition] = []
        self.terms: list[Term] = []
        self._keys: dict[object, Term] = {}

    def takes(self, condition: Condition) -> bool:
        """Whether the condition is one of these; then it is noted."""
        before = list(self.terms), dict(self._keys)
        plain = self._changed(self._changed(condition, self._as_count), self._as_term)
        size = self.members.kind.size + 1
        for term in self.terms:
            size *= term.most + 1
        new = self.terms[len(before[0]) :]
        if depends(plain, self.members) or size > LARGEST or any(_asks_within(condition, term) for term in new):
            self.terms, self._keys = before
            return False
        self.found.append(plain)
        return True

    def _changed(self, node: Condition, change: Callable[[Node], Node | None]) -> Condition:
        changed = change(node) or rewritten(node, change)
        assert isinstance(changed, Condition)
        return changed

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

    def _is_over(self, selection: Selection) -> bool:
        """Whether it goes over the set, and nothing else in it speaks of the set."""
        others = [c for c in selection.conditions if not self._is_in_set(c, selection)]
        if any(depends(c, self.members) for c in others) or selection.kind is not self.members.kind:
            return False
        return selection.among is self.members or len(others) < len(selection.conditions)

    def _is_in_set(self, condition: Condition, selection: Selection) -> bool:
        match condition:
            case m.InSet(what=m.Use(variable=variable), members=members):
                return variable is selection.variable and members is self.members
            case _:  # others say something else
                return False

    def _term(self, node: Expression, selection: Selection, of: Expression | None) -> Node | None:
        most = self._most(of)
        if most is None:
            return None
        conditions = tuple(c for c in selection.conditions if not self._is_in_set(c, selection))
        plain = Selection(selection.span, selection.variable, selection.kind, that=conditions)
        key = _key((conditions, of), selection.variable)
        if key not in self._keys:
            variable = Variable(f"{_TOTAL} {len(self._keys)}", NUMBER)
            self._keys[key] = Term(plain, of, variable, most)
            self.terms.append(self._keys[key])
        return use(self._keys[key].variable, node.span)

    def _most(self, of: Expression | None) -> int | None:
        """The total of all elements, at most; None where some may count less than nothing, or there is no bound."""
        size = self.members.kind.size
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


def _asks_within(condition: Condition, term: Term) -> bool:
    """Whether a total is another one for each of some things that the condition goes through: of each colour."""
    inside = {node.variable for node in nodes_in(condition) if isinstance(node, Selection)} - {term.selection.variable}
    parts = (*term.selection.that, *([term.of] if term.of else []))
    return any(depends(part, variable) for part in parts for variable in inside)


def _key(value: object, own: Variable) -> object:
    """Equal for nodes that say the same, each of its own variable."""
    if isinstance(value, Variable):
        return "own" if value is own else value
    if isinstance(value, Node):
        parts = (_key(getattr(value, name), own) for name in names_of(value) if name != "span")
        return (type(value), *parts)
    return tuple(_key(part, own) for part in value) if isinstance(value, tuple) else value


# ------------------------------------------------------------------------------------------------------------- the body


def _body(env: Env, members: Variable, wanted: _Wanted) -> Block:
    chosen, free = Local(CHOSEN), Local(FREE)
    env.values[members] = chosen
    enough = Binary(">=", added((Unary("count", chosen), Unary("count", free))), Local(LEAST))
    alone = both(enough, *(test(env) for test in wanted.alone))
    start = (If(negation(alone), (Return(NO),)),)
    count = _all_together if wanted.rising else _totals
    totals = count(env, members, wanted) if wanted.counted else ()
    return (*start, *totals, *(_search(env, members, wanted) if wanted.tried else () if totals else (Return(YES),)))


def _all_together(env: Env, members: Variable, wanted: _Wanted) -> Block:
    """Finds the totals of all elements, of which there cannot be too many; returns as `_totals`."""
    start: Block = tuple(Set(env.bind(term.variable), ZERO) for term in wanted.terms)
    body: list[Block] = []
    for term in wanted.terms:
        test, worth = _worth(env, members, term)
        total = env.values[term.variable]
        assert isinstance(total, Local)
        body.append(when(test, (Set(total.name, _sum(total, worth)),)))
    everything = Binary("|", Local(CHOSEN), Local(FREE))
    short = negation(both(*(env.condition(c) for c in wanted.counted)))
    found = (*start, ForBits(_ELEMENT, everything, statements(*body)), If(short, (Return(NO),)))
    return found if wanted.tried else (*found, Return(YES))


def _worth(env: Env, members: Variable, term: Term) -> tuple[Expr, Expr]:
    """Whether an element counts, and how much."""
    env.values[term.selection.variable] = plus(Local(_ELEMENT), first_of(members.kind))
    return both(*(env.condition(c) for c in term.selection.conditions)), YES if term.of is None else env.counted(
        term.of
    )


def _totals(env: Env, members: Variable, wanted: _Wanted) -> Block:
    """Goes through the numbers and totals that can be reached; returns 1 at the first that meets all conditions.

    Where sets must be tried besides, it only returns 0 if there is none.
    """
    size = how_many = _numbers_of(members, wanted)
    for term in wanted.terms:
        size *= term.most + 1
    reached, base = Local(_REACHED), Local(_BASE)
    begun = _each(env, members, wanted, Local(CHOSEN), Set(_BASE, _sum(base, Local(_STEP))))
    add = Set(_REACHED, Binary("|", reached, Shifted(reached, Local(_STEP), size)))
    grown = _each(env, members, wanted, Local(FREE), add)
    numbers = _numbers(env, wanted, how_many)
    bounds = both(Binary(">=", Local(_NUMBER), Local(LEAST)), Binary("<=", Local(_NUMBER), Local(MOST)))
    meets = both(bounds if wanted.bounded else YES, *(env.condition(c) for c in wanted.counted))
    start = (Set(_BASE, ZERO), begun, Set(_REACHED, Single(base, size)), grown)
    if not wanted.tried:
        return (*start, ForBits(_ONE, reached, (*numbers, If(meets, (Return(YES),)))), Return(NO))
    look = ForBits(_ONE, reached, (*numbers, If(meets, (Set(_FOUND, YES), Break()))))
    return (*start, Set(_FOUND, NO), look, If(equal(Local(_FOUND), NO), (Return(NO),)))


def _numbers_of(members: Variable, wanted: _Wanted) -> int:
    """How many numbers of elements are told apart; one where any number will do."""
    return members.kind.size + 1 if wanted.bounded else 1


def _numbers(env: Env, wanted: _Wanted, how_many: int) -> Block:
    """The number of elements and the totals that are in one number."""
    found = [Set(_NUMBER, Binary("%", Local(_ONE), number(how_many)))]
    rest: Expr = Binary("//", Local(_ONE), number(how_many))
    for term in wanted.terms:
        found.append(Set(env.bind(term.variable), Binary("%", rest, number(term.most + 1))))
        rest = Binary("//", rest, number(term.most + 1))
    return tuple(found)


def _sum(left: Expr, right: Expr) -> Expr:
    return Binary("+", left, right)


def _each(env: Env, members: Variable, wanted: _Wanted, over: Expr, then: Set) -> ForBits:
    """For each element of a set: what it counts in the one number of all numbers and totals, and then a statement."""
    stride = _numbers_of(members, wanted)
    body: list[Block] = [(Set(_STEP, YES if wanted.bounded else ZERO),)]
    for term in wanted.terms:
        test, worth = _worth(env, members, term)
        body.append(when(test, (Set(_STEP, _sum(Local(_STEP), times(worth, stride))),)))
        stride *= term.most + 1
    return ForBits(_ELEMENT, over, statements(*body, then))


# -------------------------------------------------------------------------------------------------------- trying sets


def _search(env: Env, members: Variable, wanted: _Wanted) -> Block:
    """Tries sets, those with fewer elements first."""
    chosen, size = Local(CHOSEN), Local(_SIZE)
    env.values[members] = Local(_TRIED)
    meets = both(*(env.condition(c) for c in wanted.plain), *(test(env) for test in wanted.tried))
    so_many = Unary("count", chosen)
    largest = Binary("min", Binary("-", Local(MOST), so_many), Unary("count", Local(FREE)))
    start = (Set(_TESTS, ZERO), Set(_SIZE, Binary("max", Binary("-", Local(LEAST), so_many), ZERO)))
    turn = (*_of_one_size(env, members, meets), Set(_SIZE, plus(size, 1)))
    return (*start, While(Binary("<=", size, largest), turn), Return(NO))


def _of_one_size(env: Env, members: Variable, meets: Expr) -> Block:
    """Tries all sets with so many elements more, each by going on from the one before it."""
    size = members.kind.size
    many, added_ = Local(_HOW_MANY), Local(_ADDED)
    test: Block = (
        If(Binary(">=", Local(_TESTS), number(MOST_TESTS)), (Return(UNKNOWN),)),
        Set(_TESTS, plus(Local(_TESTS), 1)),
        Set(_TRIED, Binary("|", Local(CHOSEN), added_)),
        If(meets, (Return(YES),)),
    )
    take: Block = (
        Set(_NEXT, Unary("first", Local(_OPEN))),
        Set(_ADDED, Binary("|", added_, Single(Local(_NEXT), size))),
        Set(_HOW_MANY, plus(many, 1)),
        Set(_FROM, plus(Local(_NEXT), 1)),
        Continue(),
    )
    enough = Binary(">=", Unary("count", Local(_OPEN)), Binary("-", Local(_SIZE), many))
    onward = Set(_OPEN, Binary("&", Local(FREE), lookup(above(env.build, size), Local(_FROM))))
    back: Block = (
        If(equal(many, ZERO), (Break(),)),
        ForBits(_ANY, added_, (Set(_LAST, Local(_ANY)),)),
        Set(_ADDED, Binary("-bits", added_, Single(Local(_LAST), size))),
        Set(_HOW_MANY, plus(many, -1)),
        Set(_FROM, plus(Local(_LAST), 1)),
    )
    start = (Set(_ADDED, empty_set(size)), Set(_HOW_MANY, ZERO), Set(_FROM, ZERO), Set(_LAST, ZERO))
    return (*start, While(YES, (If(equal(many, Local(_SIZE)), test, (onward, If(enough, take))), *back)))


def above(build: Build, size: int) -> str:
    """A table: the numbers below `size` from each number on; the last set is empty."""
    full = (1 << size) - 1
    return build.table(f"from.{size}", lambda: tuple(full >> k << k for k in range(size + 1)), Bits(size))
