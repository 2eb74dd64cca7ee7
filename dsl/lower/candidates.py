"""Going through what an action can be done with: all values of the parameters that are not stated.

They are gone through one inside the other, and every condition is tested as soon as all that it speaks of is bound. In
which order the text names them must not cost anything: options are sorted later, so another order is taken where it is
clearly cheaper; and what would be tested anew for each value of another parameter is found before, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations
from math import prod

from dsl import model as m
from dsl.ir.nodes import Block, Expr, Local, Set
from dsl.lower.build import Env
from dsl.lower.loops import loop, parts
from dsl.lower.ops import both, is_empty, negation, when
from dsl.lower.selections import at_entry
from dsl.model import Condition, Selection, Variable
from dsl.model.visit import depends
from dsl.source import Span

LARGEST_SIFTED = 512  # elements of a kind; sets of more are slow
MOST_ORDERED = 5  # parameters, of which all orders are compared
CLEARLY = 1.25  # times as much, by an estimate
FEW = 4  # that are left where a condition leaves few, about


@dataclass(frozen=True)
class Candidates:
    """Parameters, and the conditions on them. `sets` hold, for some, all that meet the conditions on them alone."""

    env: Env
    span: Span
    parameters: tuple[Variable, ...]
    conditions: tuple[Condition, ...]
    sets: Mapping[Variable, Variable] = field(default_factory=dict)

    def blocks(self, test: Callable[[], Expr], leaf: Callable[[], Block], one: bool) -> Block:
        """Does `leaf` for all values that meet the conditions and the `test`, which comes last. `one`: it ends with the
        first of them, so that it is not worth it to find others before."""
        ready = self._ready(())
        given = self._without(ready)
        order = _Order(given).best
        given = replace(given, parameters=order)
        inner = given._sifted(() if one else _Order(given).sifted, test, leaf)
        return when(self._hold(ready), inner) if order else when(both(self._hold(ready), test()), leaf())

    def _ready(self, bound: Iterable[Variable]) -> tuple[Condition, ...]:
        """The conditions that speak of no parameters but these."""
        others = [p for p in self.parameters if p not in bound]
        return tuple(c for c in self.conditions if not any(depends(c, p) for p in others))

    def _without(self, conditions: tuple[Condition, ...]) -> Candidates:
        return replace(self, conditions=tuple(c for c in self.conditions if c not in conditions))

    def _hold(self, conditions: tuple[Condition, ...]) -> Expr:
        return both(*(self.env.condition(c) for c in conditions))

    def _selection(self, parameter: Variable) -> Selection:
        """What can be said of a parameter where no other is bound."""
        return Selection(
            self.span, parameter, parameter.kind, self._ready((parameter,)), among=self.sets.get(parameter)
        )

    def _nested(self, test: Callable[[], Expr], leaf: Callable[[], Block]) -> Block:
        """One inside the other, in order."""
        if not self.parameters:
            return when(test(), leaf())
        parameter, *others = self.parameters
        selection = self._selection(parameter)
        inside = replace(self._without(selection.words), parameters=tuple(others))
        return loop(self.env, selection, lambda: inside._nested(test, leaf))

    def _sifted(self, left: tuple[Variable, ...], test: Callable[[], Expr], leaf: Callable[[], Block]) -> Block:
        """Finds the candidates of these parameters before, as long as there are any."""
        if not left:
            return self._nested(test, leaf)
        parameter, *others = left
        selection = self._selection(parameter)
        found = Local(self.env.fresh("candidates"))
        members = Variable(found.name, parameter.kind, many=True)
        every = at_entry(self.env, selection)
        self.env.values[members] = found
        given = replace(self._without(selection.words), sets={**self.sets, parameter: members})
        return (Set(found.name, every), *when(negation(is_empty(found)), given._sifted(tuple(others), test, leaf)))


@dataclass(frozen=True)
class _Order:
    """In which order parameters are gone through, and which of them are sifted before."""

    given: Candidates

    @cached_property
    def best(self) -> tuple[Variable, ...]:
        """The cheapest order, by an estimate; that of the text unless it costs clearly more."""
        said = self.given.parameters
        if len(said) < 2 or len(said) > MOST_ORDERED:
            return said
        costs = {order: self._cost(order) for order in permutations(said)}
        cheapest = min(costs, key=lambda order: costs[order])
        return cheapest if costs[said] > CLEARLY * costs[cheapest] else said

    @cached_property
    def sifted(self) -> tuple[Variable, ...]:
        """Those that would be tested again and again, and the first: without any of it the others need no test."""
        said = self.given.parameters
        again = [p for k, p in enumerate(said) if k and p in self._tested and not self._few(p, said[:k])]
        return tuple(p for p in said if p in again or (again and p in self._tested and p is said[0]))

    @cached_property
    def _tested(self) -> frozenset[Variable]:
        """The parameters of which conditions on them alone make no set without a test of each."""
        found = (p for p in self.given.parameters if 1 < p.kind.size <= LARGEST_SIFTED)
        return frozenset(p for p in found if parts(self.given.env, self.given._selection(p)).rest)

    def _few(self, parameter: Variable, before: tuple[Variable, ...]) -> bool:
        """Whether what is said of a parameter with those before it leaves a few only, without a test of each."""
        given = self.given
        env = Env(given.env.build)
        env.values = {**given.env.values, **{p: Local(p.name) for p in given.parameters}}
        alone = given._ready((parameter,))
        told = (c for c in given._ready((*before, parameter)) if c not in alone and depends(c, parameter))
        return any(found.narrow and found.cheap for found in (env.lift(parameter, c) for c in told) if found)

    def _cost(self, order: tuple[Variable, ...]) -> float:
        """How many values are looked at, about."""
        looked_at, there, held = 0.0, 1.0, set[Condition]()
        for k, parameter in enumerate(order):
            alone = self.given._ready((parameter,))
            ready = [c for c in self.given._ready(order[: k + 1]) if c not in held]
            size, left = parameter.kind.size, parameter.kind.size * prod(map(_share, alone))
            if k and self._few(parameter, order[:k]):
                turns = float(FEW)
            elif k and parameter in self._tested:
                looked_at, turns = looked_at + size, left
            else:
                turns = size if parameter in self._tested else left
            looked_at += there * turns
            there *= size * prod(map(_share, ready))
            held |= {*ready}
        return looked_at


def _share(condition: Condition) -> float:
    """Of how many things a condition holds, about."""
    match condition:
        case m.All(conditions=several):
            return prod(map(_share, several))
        case m.Not(condition=inner):
            return max(1 - _share(inner), 0.1)
        case m.Compare(operator="=") | m.Located() | m.Related():
            return 0.15
        case m.Compare(operator="!="):
            return 0.9
        case _:  # nothing is known of others
            return 0.5
