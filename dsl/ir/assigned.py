"""The part of `dsl.ir.check` that follows the paths: locals set before they are read, values returned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.visit import Outcomes, endless, escapes, expressions, locals_read

# The locals that are set for certain at a point of the program; None where the program never comes.
Assigned = frozenset[str] | None


def assignment_faults(function: ir.Function, known: Outcomes) -> list[str]:
    """Locals that may be read before they are set, and a missing `Return`, in a function that is well typed."""
    flow = _Flow(known)
    end = flow.block(function.body, frozenset(name for name, _ in function.parameters))
    if function.kind == "value" and end is not None:
        flow.messages["not every path ends in a Return"] = None
    return list(flow.messages)


def _meet(paths: Iterable[Assigned]) -> Assigned:
    reached = [p for p in paths if p is not None]
    return frozenset.intersection(*reached) if reached else None


@dataclass
class _Flow:
    """`breaks` and `stops` gather what is set where the innermost loop or attempt is left early."""

    known: Outcomes
    messages: dict[str, None] = field(default_factory=dict)
    breaks: list[Assigned] = field(default_factory=list)
    stops: list[Assigned] = field(default_factory=list)

    def block(self, block: ir.Block, now: Assigned) -> Assigned:
        for stmt in block:
            if now is None:
                return None
            for expr in expressions(stmt):
                self._read(expr, now)
            now = self._after(stmt, now)
        return now

    def _read(self, expr: ir.Expr, now: frozenset[str]) -> None:
        for name in sorted(locals_read(expr) - now):
            self.messages[f"local {name} may be read before it is set"] = None

    def _after(self, stmt: ir.Stmt, now: frozenset[str]) -> Assigned:
        match stmt:
            case ir.Set(name=name) | ir.Choose(name=name):
                return now | {name}
            case ir.If(_, then, otherwise):
                return _meet((self.block(then, now), self.block(otherwise, now)))
            case ir.While(body=body):
                return self._loop(body, now, None if endless(stmt) else now)
            case ir.ForRange(name=name, body=body) | ir.ForBits(name=name, body=body):
                after = self._loop(body, now | {name}, now)
                return after and after - {name}
            case ir.Attempt(body):
                return self._attempt(body, now)
            case ir.Perform() if escapes(stmt, self.known):
                self.stops.append(now)
                return now
            case ir.Break():
                self.breaks.append(now)
                return None
            case ir.End() | ir.Leave():
                self.stops.append(now)
                return None
            case ir.Continue() | ir.Return() | ir.Guard(ir.Const(value=0)):
                return None
            case ir.Store() | ir.Poke() | ir.Perform() | ir.Offer() | ir.Guard() | ir.Mark() | ir.CallStatus():
                return now
            case _:
                assert_never(stmt)

    def _loop(self, body: ir.Block, start: frozenset[str], done: Assigned) -> Assigned:
        outer, self.breaks = self.breaks, []
        self.block(body, start)
        after = _meet((done, *self.breaks))
        self.breaks = outer
        return after

    def _attempt(self, body: ir.Block, now: frozenset[str]) -> Assigned:
        outer, self.stops = self.stops, []
        after = _meet((self.block(body, now), *self.stops))
        self.stops = outer
        return after
