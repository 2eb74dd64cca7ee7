"""Between which numbers the values of expressions lie, so that no test is written that cannot fail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.types import LARGEST, SMALLEST, is_truth, type_of
from dsl.ir.visit import statements
from dsl.optimise.intervals import Range, worked_out

ANY: Range = (SMALLEST, LARGEST)
_ROUNDS = 3  # how often what is known of locals is used to know more


def fits(found: Range) -> bool:
    """Whether all of the range are numbers of 64 bits."""
    return found[0] >= SMALLEST and found[1] <= LARGEST


def joined(ranges: list[Range]) -> Range:
    """The range of a value that lies in one of these."""
    return (min(low for low, _ in ranges), max(high for _, high in ranges)) if ranges else ANY


@dataclass
class Ranges:
    """What is known of one function. `results` has the ranges of what other functions return, as far as known.

    Parameters, and what stands in the state, can be any number.
    """

    code: ir.Code
    types: Mapping[str, ir.Type]
    results: Mapping[str, Range]
    locals: dict[str, Range] = field(default_factory=dict)

    def read(self, function: ir.Function) -> None:
        """Takes in what the statements of the function say of its locals."""
        inside = list(statements(function.body))
        known = [stmt for stmt in inside if isinstance(stmt, ir.Set | ir.ForRange | ir.ForBits)]
        others = {name for name, _ in function.parameters} | {s.name for s in inside if isinstance(s, ir.CallStatus)}
        others |= {name for name, kind in self.types.items() if isinstance(kind, ir.Bits)}
        for _ in range(_ROUNDS):
            found: dict[str, list[Range]] = defaultdict(list)
            for stmt in known:
                found[stmt.name].append(self._given(stmt))
            self.locals = {name: joined(ranges) for name, ranges in found.items() if name not in others}

    def _given(self, stmt: ir.Set | ir.ForRange | ir.ForBits) -> Range:
        match stmt:
            case ir.ForRange(_, start, stop):
                return self.of(start)[0], max(self.of(stop)[1] - 1, self.of(start)[0])
            case ir.ForBits(members=members):
                return 0, self._size(members) - 1
            case ir.Set(_, value):
                return self.of(value)
            case _:
                assert_never(stmt)

    def _size(self, members: ir.Expr) -> int:
        kind = type_of(members, self.types, self.code)
        return kind.size if isinstance(kind, ir.Bits) else 0

    def of(self, expr: ir.Expr) -> Range:
        """The range of a number, as far as it is one of 64 bits."""
        low, high = self.exact(expr)
        return (low, high) if fits((low, high)) else ANY

    def exact(self, expr: ir.Expr) -> Range:
        """The range of a number that has as many bits as it needs."""
        match expr:
            case ir.Const(value):
                return value, value
            case ir.Local(name):
                return self.locals.get(name, ANY)
            case ir.Lookup(table):
                values = self.code.tables[table].values
                return (min(values), max(values)) if values else ANY
            case ir.Call(function):
                return self.results.get(function, ANY)
            case ir.Unary("count", operand):
                return 0, self._size(operand)
            case ir.Unary("first", operand):
                return -1, self._size(operand) - 1
            case _:  # a truth value, a sum, or a number of which nothing is known
                if is_truth(expr):
                    return 0, 1
                return self._binary(expr) if isinstance(expr, ir.Binary) else ANY

    def _binary(self, expr: ir.Binary) -> Range:
        left, right = self.of(expr.left), self.of(expr.right)
        return worked_out(expr.op, left, right) or ANY
