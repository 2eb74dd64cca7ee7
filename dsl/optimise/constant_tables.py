"""What does not depend on the state is worked out once, for all its numbers, and then looked up.

A value function is `static` if it reads no state, neither itself nor by what it calls, and surely comes to an end.
To work it out, a back end lends itself as an `Evaluator`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Protocol

from dsl.ir import nodes as ir
from dsl.ir.types import fits
from dsl.ir.visit import call_graph, callees_first, expressions, statements, subexpressions
from dsl.optimise.intervals import Range

MOST = 2**16  # numbers that are tried out for a table of sets
LARGEST = 2**12  # numbers in any other table
_ACTING = (ir.Store, ir.Attempt, ir.Choose, ir.Perform, ir.CallStatus, ir.End, ir.Leave, ir.Guard, ir.Offer, ir.While)

Parameter = tuple[str, Range]


class Evaluator(Protocol):
    """Runs functions that read no state, of a program of which it takes neither functions nor tables by itself."""

    def add_table(self, name: str, table: ir.Table) -> None:
        """Lets functions that are added or run from now on look up in a table."""

    def add_functions(self, functions: Mapping[str, ir.Function]) -> None:
        """Lets these, by their names, be called by one another and by those that come later."""

    def runner(self, function: ir.Function) -> Callable[..., int]:
        """A function as one of Python, by its parameters. It may call those that were added."""


Evaluators = Callable[[ir.Code], Evaluator]


def static_functions(code: ir.Code) -> frozenset[str]:
    """The names of the value functions that are static."""
    found: set[str] = set()
    graph = call_graph(code)
    for name in callees_first(graph):
        function = code.functions[name]
        if function.kind == "value" and not reads_or_acts(function.body, found):
            found.add(name)
    return frozenset(found)


def reads_or_acts(block: ir.Block, static: Collection[str]) -> bool:
    """Whether a block does more than to work out a number from locals, by way of these static functions."""
    for stmt in statements(block):
        if isinstance(stmt, _ACTING):
            return True
        for expr in (e for outer in expressions(stmt) for e in subexpressions(outer)):
            if isinstance(expr, ir.Load) or (isinstance(expr, ir.Call) and expr.function not in static):
                return True
    return False


@dataclass
class Tables:
    """Works out tables by running the static functions. New ones join those of `code`, which can get more."""

    code: ir.Code
    static: frozenset[str]
    evaluator: Evaluator
    _made: dict[tuple[tuple[int, ...], ir.Type], str] = field(default_factory=dict)
    _known: dict[object, ir.Lookup | ir.Const | None] = field(default_factory=dict)

    @staticmethod
    def of(code: ir.Code, evaluators: Evaluators) -> Tables:
        """Those of a program with all its static functions."""
        static, evaluator = static_functions(code), evaluators(code)
        for name, table in code.tables.items():
            evaluator.add_table(name, table)
        evaluator.add_functions({name: function for name, function in code.functions.items() if name in static})
        return Tables(code, static, evaluator)

    def table(self, values: tuple[int, ...], kind: ir.Type) -> str:
        """The name of a table with these values."""
        if (values, kind) not in self._made:
            name = self._made[values, kind] = f"worked out {len(self._made) + 1}"
            self.code.tables[name] = ir.Table(name, values, kind)  # type: ignore[index]
            self.evaluator.add_table(name, self.code.tables[name])
        return self._made[values, kind]

    # ---------------------------------------------------------------------------------------------------------- tables

    def numbers(self, expr: ir.Expr, parameters: Sequence[Parameter], kind: ir.Type) -> ir.Expr | None:
        """A static expression over these locals as a lookup; None where the table would be too large."""
        if width(parameters) > LARGEST:
            return None
        return self._table((expr, kind, tuple(parameters)), lambda: self.each(expr, parameters, kind), kind, parameters)

    def of_function(self, function: ir.Function, parameters: Sequence[Parameter]) -> ir.Expr | None:
        """The results of a static function that is none of the program, as a lookup by its parameters."""
        self.evaluator.add_functions({function.name: function})
        call = ir.Call(function.name, tuple(ir.Local(name) for name, _ in parameters))
        return self.numbers(call, parameters, function.result or ir.INT)

    def members(self, expr: ir.Expr, variable: Parameter, parameters: Sequence[Parameter]) -> ir.Expr | None:
        """The numbers of the variable for which a static condition holds, as a lookup of a set."""
        name, (start, last) = variable
        size, kind = last + 1, ir.Bits(last + 1)
        if width(parameters) * size > MOST:
            return None

        def make() -> list[int] | None:
            found = self.each(expr, (*parameters, (name, (0, last))), ir.INT)
            if found is None:
                return None
            rows = (found[at : at + size] for at in range(0, len(found), size))
            return [sum(1 << k for k, holds in enumerate(row) if holds and k >= start) for row in rows]

        return self._table((expr, variable, tuple(parameters)), make, kind, parameters)

    def _table(
        self, key: object, make: Callable[[], list[int] | None], kind: ir.Type, parameters: Sequence[Parameter]
    ) -> ir.Lookup | ir.Const | None:
        if key not in self._known:
            found = make()
            self._known[key] = None if found is None else self._named(tuple(found), kind, parameters)
        return self._known[key]

    def _named(self, values: tuple[int, ...], kind: ir.Type, parameters: Sequence[Parameter]) -> ir.Lookup | ir.Const:
        if len(set(values)) == 1:
            return ir.Const(values[0], kind)
        return ir.Lookup(self.table(values, kind), self.index(parameters))

    @staticmethod
    def index(parameters: Sequence[Parameter]) -> ir.Expr:
        """Where the numbers of the parameters stand in a table of all their combinations."""
        index: ir.Expr = ir.Const(0)
        for k, (local, (low, high)) in enumerate(parameters):
            index = ir.Local(local) if k == 0 else ir.Binary("+", _times(index, high - low + 1), ir.Local(local))
            index = plus(index, -low)
        return index

    def each(self, expr: ir.Expr, parameters: Sequence[Parameter], kind: ir.Type) -> list[int] | None:
        """The value for each combination of numbers, the last one changing fastest; 0 for what cannot come up, as an
        index would be outside. None where numbers grow too large, or something is divided by nothing."""
        name = "lean probe"
        probe = ir.Function(name, "value", tuple((local, ir.INT) for local, _ in parameters), (ir.Return(expr),), kind)
        run = self.evaluator.runner(probe)
        found = []
        for numbers in product(*(range(low, high + 1) for _, (low, high) in parameters)):
            try:
                found.append(run(*numbers))
            except (IndexError, ValueError):
                found.append(0)
            except ArithmeticError:
                return None
        return found if found and all(fits(value, kind) for value in (min(found), max(found))) else None


def width(parameters: Sequence[Parameter]) -> int:
    return prod(high - low + 1 for _, (low, high) in parameters)


def plus(expr: ir.Expr, number: int) -> ir.Expr:
    """The expression and a number that is known, which may be below 0."""
    if number == 0:
        return expr
    return ir.Binary("+", expr, ir.Const(number)) if number > 0 else ir.Binary("-", expr, ir.Const(-number))


def _times(expr: ir.Expr, number: int) -> ir.Expr:
    return expr if number == 1 else ir.Binary("*", expr, ir.Const(number))
