"""Whether a set that grows, round by round, has a member of another is told in the round in which it gets the first.

`a stone is free when there is an empty point on its group` asks whether a walk meets an empty point: most walks do with
their first step. The function that works out the walk is there once more, with what it is to meet; it stops there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dsl.ir import nodes as ir
from dsl.ir.visit import calls, rebuild, statements, with_all_expressions, with_blocks
from dsl.optimise.dependencies import factors

MEETS = "lean meets "  # begins the names of the new functions
GOAL = "lean goal"


def meet(code: ir.Code) -> ir.Code:
    """The program, which asks so."""
    return _Meeting(code).result()


@dataclass
class _Meeting:
    code: ir.Code
    made: dict[str, ir.Function] = field(default_factory=dict)
    _failing: dict[str, bool] = field(default_factory=dict)

    def result(self) -> ir.Code:
        functions = {
            n: replace(f, body=with_all_expressions(f.body, self._asked)) for n, f in self.code.functions.items()
        }
        return replace(self.code, functions={**functions, **self.made}) if self.made else self.code

    def _asked(self, expr: ir.Expr) -> ir.Expr:
        expr = rebuild(expr, self._asked)
        match expr:
            case ir.Unary("empty", members):
                found = self._meeting(factors(members))
                return expr if found is None else ir.Unary("not", found)
            case ir.Binary("has", ir.Call() as call, number):
                result = self.code.functions[call.function].result
                assert isinstance(result, ir.Bits)
                return self._meeting([call, ir.Single(number, result.size)]) or expr
            case _:  # asks nothing of a set that is searched
                return expr

    def _meeting(self, parts: list[ir.Expr]) -> ir.Call | None:
        """Whether there is something in all parts, of which one is a set that grows; None if there is none such."""
        for part in parts:
            others = [other for other in parts if other is not part]
            if isinstance(part, ir.Call) and others and not self._fails(part) and self._meets(part.function):
                goal = others[0]
                for other in others[1:]:
                    goal = ir.Binary("&", goal, other)
                return ir.Call(MEETS + part.function, (*part.arguments, goal))
        return None

    def _fails(self, expr: ir.Expr) -> bool:
        """Whether working it out can fail, so that it matters when that is done."""
        return any(self._can_fail(name) for name in calls((ir.Return(expr),)))

    def _can_fail(self, name: str) -> bool:
        if name not in self._failing:
            body = self.code.functions[name].body
            acts = any(isinstance(stmt, ir.Guard | ir.Attempt) for stmt in statements(body))
            self._failing[name] = acts or any(map(self._can_fail, calls(body)))
        return self._failing[name]

    def _meets(self, name: str) -> bool:
        """Whether there is a function, by now, that says whether this one meets something."""
        function, new = self.code.functions[name], MEETS + name
        if new not in self.made and (grown := _grown(function)) is not None:
            assert function.result is not None
            given = (*function.parameters, (GOAL, function.result))
            body = (*_stopping(function.body[:-1], grown), ir.Return(ir.Const(0)))
            self.made[new] = ir.Function(new, "value", given, body, ir.INT, function.span)
        return new in self.made


def _grown(function: ir.Function) -> str | None:
    """The local that the function returns, if it is a set that begins as something and from then on only grows."""
    *before, last = function.body
    match last:
        case ir.Return(ir.Local(name)) if name not in dict(function.parameters):
            inside = [*statements(tuple(before))]
        case _:  # no set that grows
            return None
    given = [stmt for stmt in inside if isinstance(stmt, ir.Set) and stmt.name == name]
    begins = bool(given) and given[0] in before
    walks = any(isinstance(s, ir.While) for s in inside) and not any(isinstance(s, ir.Return) for s in inside)
    return name if begins and walks and all(_added(stmt) is not None for stmt in given[1:]) else None


def _added(stmt: ir.Set) -> ir.Expr | None:
    """What a line adds to a set."""
    match stmt.value:
        case ir.Binary("|", ir.Local(same), more) if same == stmt.name:
            return more
        case _:  # gives the set anew
            return None


def _stopping(block: ir.Block, grown: str) -> ir.Block:
    """The block, which returns 1 once the set meets the goal."""
    return tuple(new for stmt in block for new in _stops(stmt, grown))


def _stops(stmt: ir.Stmt, grown: str) -> ir.Block:
    if not isinstance(stmt, ir.Set) or stmt.name != grown:
        return (with_blocks(stmt, lambda block: _stopping(block, grown)),)
    added = _added(stmt)
    new = added if isinstance(added, ir.Local) else ir.Local(grown)
    return (
        stmt,
        ir.If(ir.Unary("not", ir.Unary("empty", ir.Binary("&", new, ir.Local(GOAL)))), (ir.Return(ir.Const(1)),)),
    )
