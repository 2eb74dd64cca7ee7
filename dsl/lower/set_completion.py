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
from dsl.ir import nodes as ir
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

    def of(self, env: Env, chosen: ir.Expr, free: ir.Expr) -> ir.Expr:
        """For the set `chosen`, to which elements of `free` can be added; the bounds are locals of these names."""
        return ir.Call(
            self.function, (*(env.values[v] for v in self.given), ir.Local(LEAST), ir.Local(MOST), chosen, free)
        )


def completion(build: Build, name: str, line: m.ChooseSeveral, given: tuple[Variable, ...], tests: Tests) -> Completion:
    """Declares the function; `given` are all variables that are bound before the choice."""
    found = wanted(build, line, given, tests)
    size = ir.Bits(line.variable.kind.size)
    env = Env(build)
    bound: Parameters = tuple((env.bind(v), type_of(v)) for v in given)
    parameters = (*bound, (LEAST, ir.INT), (MOST, ir.INT), (CHOSEN, size), (FREE, size))
    build.value(name, parameters, lambda: _body(env, line.variable, found), ir.INT, line.span)
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


def bounds(env: Env, line: m.ChooseSeveral, there: ir.Expr) -> ir.Block:
    """Sets the least and the greatest number of elements, no more than there are."""
    most = there if line.most is None else _within(env.counted(line.most), there)
    if line.least is line.most and line.most is not None:
        return (ir.Set(MOST, most), ir.Set(LEAST, ir.Local(MOST)))
    least = ZERO if line.least is None else _within(env.counted(line.least), ir.Local(MOST))
    return (ir.Set(MOST, most), ir.Set(LEAST, least))


def _within(number_: ir.Expr, most: ir.Expr) -> ir.Expr:
    """A number of elements: not less than none, not more than there are."""
    return ir.Binary("min", ir.Binary("max", number_, ZERO), most)


# ------------------------------------------------------------------------------------------------------------- the body


def _body(env: Env, members: Variable, want: Wanted) -> ir.Block:
    chosen, free = ir.Local(CHOSEN), ir.Local(FREE)
    env.values[members] = chosen
    enough = ir.Binary(">=", added((ir.Unary("count", chosen), ir.Unary("count", free))), ir.Local(LEAST))
    alone = both(enough, *(test(env) for test in want.alone))
    start = (*_without_barred(env, members, want), ir.If(negation(alone), (ir.Return(NO),)))
    count = _all_together if want.rising else _totals
    totals = count(env, members, want) if want.counted or want.later else ()
    return (*start, *totals, *(_search(env, members, want) if want.tried else () if totals else (ir.Return(YES),)))


def _without_barred(env: Env, members: Variable, want: Wanted) -> ir.Block:
    """Leaves what cannot be in the set; returns 0 where it is in the set already."""
    if not want.barred:
        return ()
    bars = either(*(_counts(env, members, selection) for selection in want.barred))
    left = ir.Set(_LEFT, ir.Binary("-bits", ir.Local(_LEFT), ir.Single(ir.Local(_ELEMENT), members.kind.size)))
    return (
        ir.ForBits(_ELEMENT, ir.Local(CHOSEN), when(bars, (ir.Return(NO),))),
        ir.Set(_LEFT, ir.Local(FREE)),
        ir.ForBits(_ELEMENT, ir.Local(FREE), when(bars, (left,))),
        ir.Set(FREE, ir.Local(_LEFT)),
    )


def _all_together(env: Env, members: Variable, want: Wanted) -> ir.Block:
    """Finds the totals of all elements, of which there cannot be too many; returns as `_totals`."""
    start: ir.Block = tuple(ir.Set(env.bind(term.variable), ZERO) for term in want.terms)
    body: list[ir.Block] = []
    for term in want.terms:
        test, worth = _worth(env, members, term)
        total = env.values[term.variable]
        assert isinstance(total, ir.Local)
        body.append(when(test, (ir.Set(total.name, _sum(total, worth)),)))
    everything = ir.Binary("|", ir.Local(CHOSEN), ir.Local(FREE))
    short = negation(both(*(env.condition(c) for c in want.counted)))
    found = (*start, ir.ForBits(_ELEMENT, everything, statements(*body)), ir.If(short, (ir.Return(NO),)))
    return found if want.tried else (*found, ir.Return(YES))


def _worth(env: Env, members: Variable, term: Term) -> tuple[ir.Expr, ir.Expr]:
    """Whether an element counts, and how much."""
    counts = _counts(env, members, term.selection)
    return counts, YES if term.of is None else env.counted(term.of)


def _counts(env: Env, members: Variable, selection: Selection) -> ir.Expr:
    env.values[selection.variable] = plus(ir.Local(_ELEMENT), first_of(members.kind))
    return both(*(env.condition(c) for c in selection.conditions))


def _totals(env: Env, members: Variable, want: Wanted) -> ir.Block:
    """Goes through the numbers and totals that can be reached; returns 1 at the first that meets all conditions.

    Where sets must be tried besides, it finds the numbers of elements of those that meet them; returns 0 if there is
    none.
    """
    size = how_many = _numbers_of(members, want)
    for term in _apart(want):
        size *= term.most + 1
    reached, base = ir.Local(_REACHED), ir.Local(_BASE)
    begun = _each(env, members, want, ir.Local(CHOSEN), ir.Set(_BASE, _sum(base, ir.Local(_STEP))))
    add = ir.Set(_REACHED, ir.Binary("|", reached, ir.Shifted(reached, ir.Local(_STEP), size)))
    grown = _each(env, members, want, ir.Local(FREE), add)
    numbers = _numbers(env, want, how_many)
    bounds = both(
        ir.Binary(">=", ir.Local(_NUMBER), ir.Local(LEAST)), ir.Binary("<=", ir.Local(_NUMBER), ir.Local(MOST))
    )
    counted = (*(env.condition(c) for c in want.counted), *(test(env) for test in want.later))
    meets = both(bounds if want.bounded else YES, *counted)
    start = (ir.Set(_BASE, ZERO), begun, ir.Set(_REACHED, ir.Single(base, size)), grown)
    if not want.tried:
        return (*start, ir.ForBits(_ONE, reached, (*numbers, ir.If(meets, (ir.Return(YES),)))), ir.Return(NO))
    sizes = ir.Local(_SIZES)
    size_found = ir.Set(_SIZES, ir.Binary("|", sizes, ir.Single(ir.Local(_NUMBER), how_many)))
    look = ir.ForBits(_ONE, reached, (*numbers, ir.If(meets, (size_found,))))
    return (*start, ir.Set(_SIZES, empty_set(how_many)), look, ir.If(is_empty(sizes), (ir.Return(NO),)))


def _numbers_of(members: Variable, want: Wanted) -> int:
    """How many numbers of elements are told apart; one where any number will do."""
    return members.kind.size + 1 if want.numbered else 1


def _apart(want: Wanted) -> tuple[Term, ...]:
    """The terms that are told apart besides the number of elements."""
    return tuple(term for term in want.terms if not term.whole)


def _numbers(env: Env, want: Wanted, how_many: int) -> ir.Block:
    """The number of elements and the totals that are in one number."""
    found = [ir.Set(_NUMBER, ir.Binary("%", ir.Local(_ONE), number(how_many)))]
    rest: ir.Expr = ir.Binary("//", ir.Local(_ONE), number(how_many))
    found += [ir.Set(env.bind(term.variable), ir.Local(_NUMBER)) for term in want.terms if term.whole]
    for term in _apart(want):
        found.append(ir.Set(env.bind(term.variable), ir.Binary("%", rest, number(term.most + 1))))
        rest = ir.Binary("//", rest, number(term.most + 1))
    return tuple(found)


def _sum(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Binary("+", left, right)


def _each(env: Env, members: Variable, want: Wanted, over: ir.Expr, then: ir.Set) -> ir.ForBits:
    """For each element of a set: what it counts in the one number of all numbers and totals, and then a statement."""
    stride = _numbers_of(members, want)
    body: list[ir.Block] = [(ir.Set(_STEP, YES if want.numbered else ZERO),)]
    for term in _apart(want):
        test, worth = _worth(env, members, term)
        body.append(when(test, (ir.Set(_STEP, _sum(ir.Local(_STEP), times(worth, stride))),)))
        stride *= term.most + 1
    return ir.ForBits(_ELEMENT, over, statements(*body, then))


# -------------------------------------------------------------------------------------------------------- trying sets


def _search(env: Env, members: Variable, want: Wanted) -> ir.Block:
    """Tries sets, those with fewer elements first."""
    chosen, size = ir.Local(CHOSEN), ir.Local(_SIZE)
    env.values[members] = ir.Local(_TRIED)
    meets = both(*(env.condition(c) for c in want.plain), *(test(env) for test in want.tried))
    so_many = ir.Unary("count", chosen)
    largest = ir.Binary("min", ir.Binary("-", ir.Local(MOST), so_many), ir.Unary("count", ir.Local(FREE)))
    one_size = _of_one_size(env, members, meets)
    if want.counted and not want.rising:
        sized = ir.Set(_SIZE, ir.Binary("-", ir.Local(_NUMBER), so_many))
        return (ir.Set(_TESTS, ZERO), ir.ForBits(_NUMBER, ir.Local(_SIZES), (sized, *one_size)), ir.Return(NO))
    start = (ir.Set(_TESTS, ZERO), ir.Set(_SIZE, ir.Binary("max", ir.Binary("-", ir.Local(LEAST), so_many), ZERO)))
    turn = (*one_size, ir.Set(_SIZE, plus(size, 1)))
    return (*start, ir.While(ir.Binary("<=", size, largest), turn), ir.Return(NO))


def _of_one_size(env: Env, members: Variable, meets: ir.Expr) -> ir.Block:
    """Tries all sets with so many elements more, each by going on from the one before it."""
    size = members.kind.size
    many, added_ = ir.Local(_HOW_MANY), ir.Local(_ADDED)
    test: ir.Block = (
        ir.If(ir.Binary(">=", ir.Local(_TESTS), number(MOST_TESTS)), (ir.Return(UNKNOWN),)),
        ir.Set(_TESTS, plus(ir.Local(_TESTS), 1)),
        ir.Set(_TRIED, ir.Binary("|", ir.Local(CHOSEN), added_)),
        ir.If(meets, (ir.Return(YES),)),
    )
    take: ir.Block = (
        ir.Set(_NEXT, ir.Unary("first", ir.Local(_OPEN))),
        ir.Set(_ADDED, ir.Binary("|", added_, ir.Single(ir.Local(_NEXT), size))),
        ir.Set(_HOW_MANY, plus(many, 1)),
        ir.Set(_FROM, plus(ir.Local(_NEXT), 1)),
        ir.Continue(),
    )
    enough = ir.Binary(">=", ir.Unary("count", ir.Local(_OPEN)), ir.Binary("-", ir.Local(_SIZE), many))
    onward = ir.Set(_OPEN, ir.Binary("&", ir.Local(FREE), lookup(above(env.build, size), ir.Local(_FROM))))
    back: ir.Block = (
        ir.If(equal(many, ZERO), (ir.Break(),)),
        ir.ForBits(_ANY, added_, (ir.Set(_LAST, ir.Local(_ANY)),)),
        ir.Set(_ADDED, ir.Binary("-bits", added_, ir.Single(ir.Local(_LAST), size))),
        ir.Set(_HOW_MANY, plus(many, -1)),
        ir.Set(_FROM, plus(ir.Local(_LAST), 1)),
    )
    start = (ir.Set(_ADDED, empty_set(size)), ir.Set(_HOW_MANY, ZERO), ir.Set(_FROM, ZERO), ir.Set(_LAST, ZERO))
    return (*start, ir.While(YES, (ir.If(equal(many, ir.Local(_SIZE)), test, (onward, ir.If(enough, take))), *back)))


def above(build: Build, size: int) -> str:
    """A table: the numbers below `size` from each number on; the last set is empty."""
    full = (1 << size) - 1
    return build.table(f"from.{size}", lambda: tuple(full >> k << k for k in range(size + 1)), ir.Bits(size))
