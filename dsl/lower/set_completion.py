"""Whether a set can be completed so that it meets all that is asked of it.

What is asked of how many there are, and of totals, is decided exactly: where more is never worse, as in “costs at
least 5”, by the totals of all that can be added, and else by a set of all totals that can be reached. Where a test asks
for more, sets are tried, smaller ones first; after so many tests it is not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from dsl import model as m
from dsl.analysis.whereabouts import holders
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
    either,
    empty_set,
    equal,
    is_empty,
    lookup,
    negation,
    number,
    plus,
    statements,
    times,
    when,
)
from dsl.lower.set_counting import Term, Tests, Wanted, wanted
from dsl.model import Selection, Variable
from dsl.model.visit import conjuncts
from dsl.source import Span

UNKNOWN = number(2)
MOST_TESTS = 256

# Names with a space, as no variable of a rulebook has.
LEAST, MOST, CHOSEN, FREE = "at least", "at most", "chosen so far", "left over"
_ELEMENT, _STEP, _BASE, _REACHED, _ONE = "the element", "step by", "base of all", "reached ones", "one reached"
_NUMBER, _SIZES, _LEFT = "reached number", "sizes found", "left of those"
_TRIED, _ADDED, _OPEN, _SIZE, _HOW_MANY = "set tried", "added ones", "open ones", "so many", "how many"
_NEXT, _FROM, _LAST, _ANY, _TESTS = "next one", "from one", "last one", "any of them", "tests made"


@dataclass(frozen=True)
class Completion:
    """A function that tells whether a set can be completed: 1 if so, 0 if not, 2 if it was not found out.

    `given` are the variables that it depends on. `exact`: it always finds out; else sets are tried for what is
    `asked` in these places.
    """

    function: str
    given: tuple[Variable, ...]
    exact: bool
    asked: tuple[Span, ...]

    def of(self, env: Env, chosen: Expr, free: Expr) -> Expr:
        """For the set `chosen`, to which elements of `free` can be added; the bounds are locals of these names."""
        return Call(self.function, (*(env.values[v] for v in self.given), Local(LEAST), Local(MOST), chosen, free))


def completion(build: Build, name: str, line: m.ChooseSeveral, given: tuple[Variable, ...], tests: Tests) -> Completion:
    """Declares the function; `given` are all variables that are bound before the choice."""
    found = wanted(build, line, given, tests)
    size = Bits(line.variable.kind.size)
    env = Env(build)
    bound: Parameters = tuple((env.bind(v), type_of(v)) for v in given)
    parameters = (*bound, (LEAST, INT), (MOST, INT), (CHOSEN, size), (FREE, size))
    build.value(name, parameters, lambda: _body(env, line.variable, found), INT, line.span)
    return Completion(name, given, not found.tried or _sets(build, line) <= MOST_TESTS, found.asked)


def _sets(build: Build, line: m.ChooseSeveral) -> int:
    """Of how many sets all are tried, at most."""
    there = _most_there(build, line.selection)
    least, most = _stated(line.least, 0), _stated(line.most, there)
    return sum(comb(there, number_) for number_ in range(min(least, most), min(most, there) + 1))


def _stated(bound: m.Expression | None, otherwise: int) -> int:
    return bound.value if isinstance(bound, m.Constant | m.Setting) else otherwise


def _most_there(build: Build, selection: Selection) -> int:
    """How many elements there can be among which a set is chosen: no more than the place takes where they lie."""
    most = [selection.kind.size]
    for condition in conjuncts(selection.conditions):
        match condition:
            case m.Located(what=m.Use(variable=v), where=m.Expression(kind=there)) if v is selection.variable:
                holder = (h for h in holders(build) if h.start <= there.start and there.stop <= h.stop)
                taken = (one for found in holder for one in found.takes)
                most += [number_ for kind, number_ in taken if number_ is not None and selection.kind.is_a(kind)]
            case _:  # others do not say where
                pass
    return min(most)


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


# ------------------------------------------------------------------------------------------------------------- the body


def _body(env: Env, members: Variable, want: Wanted) -> Block:
    chosen, free = Local(CHOSEN), Local(FREE)
    env.values[members] = chosen
    enough = Binary(">=", added((Unary("count", chosen), Unary("count", free))), Local(LEAST))
    alone = both(enough, *(test(env) for test in want.alone))
    start = (*_without_barred(env, members, want), If(negation(alone), (Return(NO),)))
    count = _all_together if want.rising else _totals
    totals = count(env, members, want) if want.counted or want.later else ()
    return (*start, *totals, *(_search(env, members, want) if want.tried else () if totals else (Return(YES),)))


def _without_barred(env: Env, members: Variable, want: Wanted) -> Block:
    """Leaves what cannot be in the set; returns 0 where it is in the set already."""
    if not want.barred:
        return ()
    bars = either(*(_counts(env, members, selection) for selection in want.barred))
    left = Set(_LEFT, Binary("-bits", Local(_LEFT), Single(Local(_ELEMENT), members.kind.size)))
    return (
        ForBits(_ELEMENT, Local(CHOSEN), when(bars, (Return(NO),))),
        Set(_LEFT, Local(FREE)),
        ForBits(_ELEMENT, Local(FREE), when(bars, (left,))),
        Set(FREE, Local(_LEFT)),
    )


def _all_together(env: Env, members: Variable, want: Wanted) -> Block:
    """Finds the totals of all elements, of which there cannot be too many; returns as `_totals`."""
    start: Block = tuple(Set(env.bind(term.variable), ZERO) for term in want.terms)
    body: list[Block] = []
    for term in want.terms:
        test, worth = _worth(env, members, term)
        total = env.values[term.variable]
        assert isinstance(total, Local)
        body.append(when(test, (Set(total.name, _sum(total, worth)),)))
    everything = Binary("|", Local(CHOSEN), Local(FREE))
    short = negation(both(*(env.condition(c) for c in want.counted)))
    found = (*start, ForBits(_ELEMENT, everything, statements(*body)), If(short, (Return(NO),)))
    return found if want.tried else (*found, Return(YES))


def _worth(env: Env, members: Variable, term: Term) -> tuple[Expr, Expr]:
    """Whether an element counts, and how much."""
    counts = _counts(env, members, term.selection)
    return counts, YES if term.of is None else env.counted(term.of)


def _counts(env: Env, members: Variable, selection: Selection) -> Expr:
    env.values[selection.variable] = plus(Local(_ELEMENT), first_of(members.kind))
    return both(*(env.condition(c) for c in selection.conditions))


def _totals(env: Env, members: Variable, want: Wanted) -> Block:
    """Goes through the numbers and totals that can be reached; returns 1 at the first that meets all conditions.

    Where sets must be tried besides, it finds the numbers of elements of those that meet them; returns 0 if there is
    none.
    """
    size = how_many = _numbers_of(members, want)
    for term in _apart(want):
        size *= term.most + 1
    reached, base = Local(_REACHED), Local(_BASE)
    begun = _each(env, members, want, Local(CHOSEN), Set(_BASE, _sum(base, Local(_STEP))))
    add = Set(_REACHED, Binary("|", reached, Shifted(reached, Local(_STEP), size)))
    grown = _each(env, members, want, Local(FREE), add)
    numbers = _numbers(env, want, how_many)
    bounds = both(Binary(">=", Local(_NUMBER), Local(LEAST)), Binary("<=", Local(_NUMBER), Local(MOST)))
    counted = (*(env.condition(c) for c in want.counted), *(test(env) for test in want.later))
    meets = both(bounds if want.bounded else YES, *counted)
    start = (Set(_BASE, ZERO), begun, Set(_REACHED, Single(base, size)), grown)
    if not want.tried:
        return (*start, ForBits(_ONE, reached, (*numbers, If(meets, (Return(YES),)))), Return(NO))
    sizes = Local(_SIZES)
    size_found = Set(_SIZES, Binary("|", sizes, Single(Local(_NUMBER), how_many)))
    look = ForBits(_ONE, reached, (*numbers, If(meets, (size_found,))))
    return (*start, Set(_SIZES, empty_set(how_many)), look, If(is_empty(sizes), (Return(NO),)))


def _numbers_of(members: Variable, want: Wanted) -> int:
    """How many numbers of elements are told apart; one where any number will do."""
    return members.kind.size + 1 if want.numbered else 1


def _apart(want: Wanted) -> tuple[Term, ...]:
    """The terms that are told apart besides the number of elements."""
    return tuple(term for term in want.terms if not term.whole)


def _numbers(env: Env, want: Wanted, how_many: int) -> Block:
    """The number of elements and the totals that are in one number."""
    found = [Set(_NUMBER, Binary("%", Local(_ONE), number(how_many)))]
    rest: Expr = Binary("//", Local(_ONE), number(how_many))
    found += [Set(env.bind(term.variable), Local(_NUMBER)) for term in want.terms if term.whole]
    for term in _apart(want):
        found.append(Set(env.bind(term.variable), Binary("%", rest, number(term.most + 1))))
        rest = Binary("//", rest, number(term.most + 1))
    return tuple(found)


def _sum(left: Expr, right: Expr) -> Expr:
    return Binary("+", left, right)


def _each(env: Env, members: Variable, want: Wanted, over: Expr, then: Set) -> ForBits:
    """For each element of a set: what it counts in the one number of all numbers and totals, and then a statement."""
    stride = _numbers_of(members, want)
    body: list[Block] = [(Set(_STEP, YES if want.numbered else ZERO),)]
    for term in _apart(want):
        test, worth = _worth(env, members, term)
        body.append(when(test, (Set(_STEP, _sum(Local(_STEP), times(worth, stride))),)))
        stride *= term.most + 1
    return ForBits(_ELEMENT, over, statements(*body, then))


# -------------------------------------------------------------------------------------------------------- trying sets


def _search(env: Env, members: Variable, want: Wanted) -> Block:
    """Tries sets, those with fewer elements first."""
    chosen, size = Local(CHOSEN), Local(_SIZE)
    env.values[members] = Local(_TRIED)
    meets = both(*(env.condition(c) for c in want.plain), *(test(env) for test in want.tried))
    so_many = Unary("count", chosen)
    largest = Binary("min", Binary("-", Local(MOST), so_many), Unary("count", Local(FREE)))
    one_size = _of_one_size(env, members, meets)
    if want.counted and not want.rising:
        sized = Set(_SIZE, Binary("-", Local(_NUMBER), so_many))
        return (Set(_TESTS, ZERO), ForBits(_NUMBER, Local(_SIZES), (sized, *one_size)), Return(NO))
    start = (Set(_TESTS, ZERO), Set(_SIZE, Binary("max", Binary("-", Local(LEAST), so_many), ZERO)))
    turn = (*one_size, Set(_SIZE, plus(size, 1)))
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
