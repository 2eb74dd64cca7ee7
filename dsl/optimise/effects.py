"""What a piece of a program reads, and what it changes, with all that it calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from dsl.ir import nodes as ir
from dsl.ir.visit import assigned, blocks, calls, expressions, statements, subexpressions


@dataclass(frozen=True)
class Effects:
    """Knows it of all functions of a program, before suspension."""

    code: ir.Code
    _read: dict[str, frozenset[str]] = field(default_factory=dict)
    _stored: dict[str, frozenset[str]] = field(default_factory=dict)
    _sure: dict[str, bool] = field(default_factory=dict)

    def unchanged(self, expr: ir.Expr, block: ir.Block) -> bool:
        """Whether an expression gives the same before and after a block of the same function, for certain."""
        inside = subexpressions(expr)
        names = {e.name for e in inside if isinstance(e, ir.Local)}
        return names.isdisjoint(assigned(block)) and self.read(inside).isdisjoint(self.stored(block))

    def sure(self, expr: ir.Expr) -> bool:
        """Whether nothing is lost where an expression is not computed: no fault, no endless loop."""
        return all(self._ends_well(e.function) for e in subexpressions(expr) if isinstance(e, ir.Call))

    def _ends_well(self, name: str) -> bool:
        if name not in self._sure:
            body = self.code.functions[name].body
            risky = any(isinstance(stmt, ir.Guard | ir.While) for stmt in statements(body))
            self._sure[name] = not risky and all(map(self._ends_well, calls(body)))
        return self._sure[name]

    def read(self, inside: Iterable[ir.Expr]) -> frozenset[str]:
        """The arrays that expressions read."""
        found = set[str]()
        for expr in inside:
            if isinstance(expr, ir.Load):
                found.add(expr.array)
            elif isinstance(expr, ir.Call):
                found |= self._of(self._read, expr.function, self._read_in)
        return frozenset(found)

    def _read_in(self, block: ir.Block) -> frozenset[str]:
        """The arrays that a block reads."""
        inside = frozenset[str]()
        for stmt in statements(block):
            inside |= self.read(e for expr in expressions(stmt) for e in subexpressions(expr))
            if isinstance(stmt, ir.Perform):
                inside |= self._of(self._read, stmt.procedure, self._read_in)
        return inside

    def stored(self, block: ir.Block) -> frozenset[str]:
        """The arrays that a block changes. While somebody chooses, only what belongs to the decision changes."""
        found = set[str]()
        for stmt in statements(block):
            if isinstance(stmt, ir.Store):
                found.add(stmt.array)
            elif isinstance(stmt, ir.Perform):
                found |= self._of(self._stored, stmt.procedure, self.stored)
            elif isinstance(stmt, ir.Choose):
                found |= {array.name for array in self.code.arrays.values() if array.section == "control"}
        return frozenset(found)

    def _of(
        self, known: dict[str, frozenset[str]], function: str, find: Callable[[ir.Block], frozenset[str]]
    ) -> frozenset[str]:
        if function not in known:
            known[function] = find(self.code.functions[function].body)
        return known[function]


def leaves(stmt: ir.Stmt) -> bool:
    """Whether nothing comes to what stands behind."""
    if isinstance(stmt, ir.If):
        return all(any(map(leaves, block)) for block in blocks(stmt))
    return isinstance(stmt, ir.Return | ir.Break | ir.Continue | ir.End | ir.Leave)
