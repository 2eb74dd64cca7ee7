"""A function that reads one number of the state and goes on from there without it becomes two: what is read, and a
static function of it, which can be worked out before.

`the Square of a piece`, which is nothing where the piece is not on the board, is so a table of where pieces can be.
"""

from __future__ import annotations

from dataclasses import replace

from dsl.ir.nodes import INT, Call, Code, Function, Load, Local, Mark, Return, Set
from dsl.ir.visit import expressions, locals_read, statements
from dsl.optimise.constant_tables import reads_or_acts

BEHIND = "lean behind "  # begins the names of the new functions


def split(code: Code, static: frozenset[str]) -> Code:
    """The program with such functions taken apart."""
    functions: dict[str, Function] = {}
    for name, function in code.functions.items():
        functions.update(_parts(function, static) if function.kind == "value" else {name: function})
    return replace(code, functions=functions)


def _parts(function: Function, static: frozenset[str]) -> dict[str, Function]:
    whole = {function.name: function}
    body = [stmt for stmt in function.body if not isinstance(stmt, Mark)]
    if len(body) < 2 or not isinstance(body[0], Set) or not isinstance(body[0].value, Load):
        return whole
    read, rest = body[0], tuple(body[1:])
    assigned = {stmt.name for stmt in statements(rest) if isinstance(stmt, Set)}
    if reads_or_acts(rest, static) or read.name in assigned:
        return whole
    used = {name for stmt in statements(rest) for outer in expressions(stmt) for name in locals_read(outer)}
    passed = [(name, kind) for name, kind in function.parameters if name in used]
    behind = Function(
        BEHIND + function.name, "value", ((read.name, INT), *passed), rest, function.result, function.span
    )
    call = Call(behind.name, (read.value, *(Local(name) for name, _ in passed)))
    return {behind.name: behind, function.name: replace(function, body=(Return(call),))}
