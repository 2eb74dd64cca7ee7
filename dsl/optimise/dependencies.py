"""What the expressions of a function are made of: calls written out, and the few numbers on which a value depends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.types import local_types, type_of
from dsl.ir.visit import expressions, rebuild, statements, subexpressions
from dsl.optimise.constant_tables import Parameter, Tables, width
from dsl.optimise.effects import Effects
from dsl.optimise.intervals import Range
from dsl.optimise.materialized_sets import Mirrors
from dsl.optimise.value_ranges import Ranges

LARGEST = 200  # expressions in what a call is written out as
TRUTHS = ((0, 0), (0, 1), (1, 1))


class NotStatic(Exception):
    """An expression reads the state in a way that cannot be looked up."""


@dataclass
class Shared:
    """What the rewriting of all functions of a program has in common. `code` has what became of them so far."""

    code: ir.Code
    ranges: Ranges
    tables: Tables
    mirrors: Mirrors
    effects: Effects
    _bodies: dict[ir.Function, ir.Expr | None] = field(default_factory=dict)

    def put(self, function: ir.Function) -> None:
        """What became of a function."""
        self.code = replace(self.code, functions={**self.code.functions, function.name: function})

    def body(self, name: str) -> ir.Expr | None:
        """What a value function returns, as one expression over its parameters; None where it is not one."""
        function = self.code.functions[name]
        if function not in self._bodies:
            self._bodies[function] = self._as_expression(function)
        return self._bodies[function]

    def _as_expression(self, function: ir.Function) -> ir.Expr | None:
        truth = self.ranges.known.get((function.name, "")) in TRUTHS
        found = _returned([s for s in function.body if not isinstance(s, ir.Mark)], {}, truth)
        return found if found is not None and len(subexpressions(found)) <= LARGEST else None

    def all_or_none(self, size: int) -> str:
        """The table of the empty and the full set."""
        return self.tables.table((0, (1 << size) - 1), ir.Bits(size))


def _returned(body: list[ir.Stmt], given: Mapping[str, ir.Expr], truth: bool) -> ir.Expr | None:
    """What a row of statements returns; `given` are the values of locals. Of truth values also by way of an `If`."""
    match body:
        case [ir.Return(value), *_] if value is not None:
            return substituted(value, given)
        case [ir.Set(name, value), *rest] if name not in given:
            return _returned(rest, {**given, name: substituted(value, given)}, truth)
        case [ir.If(condition, (ir.Return(ir.Const(0 | 1 as early)),), ()), *rest] if truth:
            last = _returned(rest, given, truth)
            test = substituted(condition, given)
            if last is None:
                return None
            return ir.Binary("or", test, last) if early else ir.Binary("and", ir.Unary("not", test), last)
        case _:  # returns what no one expression says
            return None


def substituted(expr: ir.Expr, given: Mapping[str, ir.Expr]) -> ir.Expr:
    """The expression with what these locals stand for in their place."""
    if isinstance(expr, ir.Local):
        return given.get(expr.name, expr)
    return rebuild(expr, lambda operand: substituted(operand, given))


def factors(members: ir.Expr) -> list[ir.Expr]:
    """The sets of which a set is the intersection."""
    match members:
        case ir.Binary("&", left, right):
            return [*factors(left), *factors(right)]
        case _:  # one set alone, whatever it is
            return [members]


def is_fixed(part: ir.Expr) -> bool:
    """Whether this is looked up by locals alone."""
    return isinstance(part, ir.Lookup) and not any(isinstance(e, ir.Load | ir.Call) for e in subexpressions(part))


class Terms:
    """The expressions of one function."""

    def __init__(self, shared: Shared, function: ir.Function) -> None:
        self.shared = shared
        self.function = function
        self.code = shared.code
        self.types: dict[str, ir.Type] = local_types(function, shared.code)
        self._spare = 0

    def type(self, expr: ir.Expr) -> ir.Type:
        return type_of(expr, self.types, self.code)

    def range(self, expr: ir.Expr) -> Range | None:
        return self.shared.ranges.of_expression(self.function.name, expr)

    def fresh(self, value: ir.Expr) -> str:
        """A new local for a number."""
        self._spare += 1
        name = f"lean {self._spare}"
        known = self.range(value)
        if known is not None:
            self.shared.ranges.known[self.function.name, name] = known
        self.types[name] = self.type(value)
        return name

    # ------------------------------------------------------------------------------------------------------------ calls

    def written_out(self, expr: ir.Expr) -> ir.Expr:
        """The expression with its outermost call, if it is one of a single expression, written out."""
        while isinstance(expr, ir.Call) and (body := self.shared.body(expr.function)) is not None:
            expr = self.inside(expr, body)
        return expr

    def inside(self, call: ir.Call, body: ir.Expr) -> ir.Expr:
        """The body of what is called, over what it is called with."""
        names = (name for name, _ in self.code.functions[call.function].parameters)
        return substituted(body, dict(zip(names, call.arguments, strict=True)))

    # ------------------------------------------------------------------------------------------------------------ terms

    def of_terms(self, expr: ir.Expr, terms: dict[ir.Expr, Parameter]) -> ir.Expr:
        """The expression with a parameter for each number of the state and each local. Raises NotStatic."""
        match expr:
            case ir.Const():
                return expr
            case ir.Local() | ir.Load():
                return self.term(expr, terms)
            case ir.FromWords():
                raise NotStatic
            case ir.Call(function) if function not in self.shared.tables.static:
                body = self.shared.body(function)
                if body is None:
                    return self.term(expr, terms)
                return self.of_terms(self.inside(expr, body), terms)
            case (
                ir.Lookup()
                | ir.Peek()
                | ir.Binary()
                | ir.Unary()
                | ir.Single()
                | ir.Shifted()
                | ir.Between()
                | ir.Word()
                | ir.Call()
            ):
                return rebuild(expr, lambda operand: self.of_terms(operand, terms))
            case _:
                assert_never(expr)

    def term(self, expr: ir.Expr, terms: dict[ir.Expr, Parameter]) -> ir.Expr:
        """A parameter for a number. Raises NotStatic where its range is not known."""
        known = self.range(expr)
        if known is None or self.type(expr) != ir.INT or not self.safe(expr):
            raise NotStatic
        if expr not in terms:
            terms[expr] = (f"lean term {len(terms)}", known)
        return ir.Local(terms[expr][0])

    def parameter(self, expr: ir.Expr, terms: dict[ir.Expr, Parameter]) -> ir.Expr:
        """A parameter for an expression, or for each of the numbers of which it is made, if these are fewer."""
        inner = dict(terms)
        try:
            bare = self.of_terms(expr, inner)
        except NotStatic:
            return self.term(expr, terms)
        known, new = self.range(expr), [parameter for term, parameter in inner.items() if term not in terms]
        if known is not None and known[1] - known[0] + 1 < width(new):
            return self.term(expr, terms)
        terms.update(inner)
        return bare

    def fused(self, expr: ir.Expr) -> ir.Expr | None:
        """A number or set as one lookup by the few numbers on which it depends, if that is less to do."""
        if not isinstance(expr, ir.Call | ir.Binary | ir.Unary | ir.Lookup):
            return None
        terms: dict[ir.Expr, Parameter] = {}
        try:
            bare = self.of_terms(expr, terms)
        except NotStatic:
            return None
        if self._cost(expr) <= 1 + sum(2 + self._cost(term) for term in terms):
            return None
        found = self.shared.tables.numbers(bare, tuple(terms.values()), self.type(expr))
        if found is None:
            return None
        return substituted(found, {name: rebuild(term, self.looked_up) for term, (name, _) in terms.items()})

    def looked_up(self, expr: ir.Expr) -> ir.Expr:
        """The expression with what can be worked out before as lookups."""
        return self.fused(expr) or rebuild(expr, self.looked_up)

    def _cost(self, expr: ir.Expr) -> int:
        return sum(self._work(e) for e in subexpressions(expr))

    def _work(self, expr: ir.Expr) -> int:
        if not isinstance(expr, ir.Call):
            return 1
        body = self.shared.body(expr.function)
        return 2 + (self._cost(body) if body is not None else 10)

    # --------------------------------------------------------------------------------------------------------- safety

    def safe(self, expr: ir.Expr) -> bool:
        """Whether it can be computed where it might never have been: no index can be outside, no call is long."""
        return all(self._is_safe(e) for e in subexpressions(expr))

    def _is_safe(self, expr: ir.Expr) -> bool:
        match expr:
            case ir.Load(array, index):
                return self._inside(index, self.code.arrays[array].count)
            case ir.Lookup(table, index):
                return self._inside(index, len(self.code.tables[table].values))
            case ir.Call(function):
                return self._short(function)
            case (
                ir.Const()
                | ir.Local()
                | ir.Peek()
                | ir.Binary()
                | ir.Unary()
                | ir.Single()
                | ir.Shifted()
                | ir.Between()
            ):
                return True  # but for its operands, which are asked apart
            case ir.Word() | ir.FromWords():
                return True
            case _:
                assert_never(expr)

    def _inside(self, index: ir.Expr, count: int) -> bool:
        known = self.range(index)
        return known is not None and known[0] >= 0 and known[1] < count

    def _short(self, function: str) -> bool:
        """Whether a function has no loops and cannot fail, nor what it calls."""
        body = self.code.functions[function].body
        if any(isinstance(s, ir.ForBits | ir.ForRange | ir.While | ir.Guard) for s in statements(body)):
            return False
        inside = (e for s in statements(body) for outer in expressions(s) for e in subexpressions(outer))
        return all(self._short(e.function) for e in inside if isinstance(e, ir.Call))
