"""A pass from IR to IR: small value functions are written out where they are called, and tests are made plain.

In Python a call costs as much as a dozen operations, and rulebooks are full of small definitions ("is open", "is
beside"). A function qualifies if it is one `Return` of a small expression. The arguments of a call that is written out
call nothing themselves, so that a fault in them cannot get lost; one that does work is used at most once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dsl.ir.nodes import Binary, Block, Call, Code, Const, Expr, Function, Local, Mark, Return, Stmt, Unary
from dsl.ir.types import is_truth
from dsl.ir.visit import call_graph, callees_first, rebuild, subexpressions, with_blocks, with_expressions

LARGEST = 16  # how many expressions the one that is written out may hold


def inline(code: Code) -> Code:
    """The same program with small value functions written out. All functions stay, as others may call them by name."""
    pass_ = _Inline()
    changed = {name: pass_.function(code.functions[name]) for name in callees_first(call_graph(code))}
    return replace(code, functions={name: changed[name] for name in code.functions})


@dataclass
class _Inline:
    small: dict[str, Function] = field(default_factory=dict)

    def function(self, function: Function) -> Function:
        changed = replace(function, body=self._block(function.body))
        if function.kind == "value" and _is_small(changed):
            self.small[function.name] = changed
        return changed

    def _block(self, block: Block) -> Block:
        return tuple(self._statement(stmt) for stmt in block)

    def _statement(self, stmt: Stmt) -> Stmt:
        return with_blocks(with_expressions(stmt, self._expression), self._block)

    def _expression(self, expr: Expr) -> Expr:
        expr = rebuild(expr, self._expression)
        if isinstance(expr, Call) and expr.function in self.small:
            return _written_out(expr, self.small[expr.function])
        return plain_test(expr)


def _returned(function: Function) -> Expr | None:
    body = [stmt for stmt in function.body if not isinstance(stmt, Mark)]
    return body[0].value if len(body) == 1 and isinstance(body[0], Return) else None


def _is_small(function: Function) -> bool:
    returned = _returned(function)
    return returned is not None and len(subexpressions(returned)) <= LARGEST


def _written_out(call: Call, function: Function) -> Expr:
    returned = _returned(function)
    given = dict(zip((name for name, _ in function.parameters), call.arguments, strict=True))
    if returned is None or not all(_may_replace(name, argument, returned) for name, argument in given.items()):
        return call
    return _substituted(returned, given)


def _may_replace(name: str, argument: Expr, returned: Expr) -> bool:
    if isinstance(argument, Const | Local):
        return True
    uses = sum(1 for e in subexpressions(returned) if e == Local(name))
    return uses <= 1 and not any(isinstance(e, Call) for e in subexpressions(argument))


def _substituted(expr: Expr, given: Mapping[str, Expr]) -> Expr:
    if isinstance(expr, Local):
        return given[expr.name]
    return plain_test(rebuild(expr, lambda operand: _substituted(operand, given)))


def plain_test(expr: Expr) -> Expr:
    """A comparison of a truth value with 0 or 1, or a denial of a denial, as what it means; else `expr` itself."""
    match expr:
        case Binary("==" | "!=" as op, left, Const(0 | 1 as wanted)) if is_truth(left):
            return left if (op == "==") == (wanted == 1) else plain_test(Unary("not", left))
        case Unary("not", Unary("not", inner)) if is_truth(inner):
            return inner
        case _:  # is no roundabout test
            return expr
