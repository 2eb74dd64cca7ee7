"""Tests the invariants of a `Code` stated in `dsl.ir.nodes`. For those who make one; messages are in English."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from dsl.ir import nodes as ir
from dsl.ir.assigned import assignment_faults
from dsl.ir.check_statements import StatementCheck
from dsl.ir.layout import FIRST
from dsl.ir.types import fits
from dsl.ir.visit import (
    LOOPS,
    CallCycle,
    Outcomes,
    Outline,
    blocks,
    expressions,
    operands,
    outcomes,
    outline,
    statements,
)

# Passes and back ends go down blocks and expressions by recursion, and Python bounds the loops in one another.
DEEPEST, MOST_LOOPS = 100, 15


def check(code: ir.Code) -> list[str]:
    """What is wrong with `code`, one message each; an empty list if all invariants hold."""
    if deep := [f"{name}: is nested too deep" for name, f in code.functions.items() if too_deep(f, outline(f.body))]:
        return deep
    try:
        known = outcomes(code)
    except CallCycle as cycle:
        return [f"the call graph has a cycle: {cycle}"]
    found = [*_arrays(code), *_tables(code), *_whole(code, known)]
    for name, function in code.functions.items():
        typed = [*_header(name, function), *StatementCheck(code, function, known).messages]
        found += [f"{name}: {m}" for m in typed or assignment_faults(function, known)]
    return found


def too_deep(function: ir.Function, known: Outline) -> bool:
    """An attempt counts as three loops, as it may need as many. `known` is the outline of the body."""
    if known.depth <= DEEPEST and known.loops <= MOST_LOOPS:
        return False
    depth = 0  # of these statements, each with the loops around it, and of these expressions
    level: list[tuple[ir.Stmt, int]] = [(stmt, 0) for stmt in function.body]
    inner: list[ir.Expr] = []
    while level or inner:
        depth += 1
        level = [(stmt, loops + LOOPS.get(type(stmt), 0)) for stmt, loops in level]
        if depth > DEEPEST or any(loops > MOST_LOOPS for _, loops in level):
            return True
        inner = [*chain(*map(operands, inner)), *(expr for stmt, _ in level for expr in expressions(stmt))]
        level = [(stmt, loops) for outer, loops in level for block in blocks(outer) for stmt in block]
    return False


def _arrays(code: ir.Code) -> Iterator[str]:
    for name in FIRST:
        array = code.arrays.get(name)
        if array is None:
            yield f"array {name} is missing"
        elif array.section != "control" or (name != ir.ARGUMENTS and array.count != 1):
            yield f"array {name} must be in the section control, and of one word unless it is {ir.ARGUMENTS}"
    for name, array in code.arrays.items():
        yield from (f"array {name}: {m}" for m in _array(name, array))


def _array(name: str, array: ir.Array) -> Iterator[str]:
    if array.name != name:
        yield f"is named {array.name}"
    if name.startswith(ir.FRAME):
        yield "frames are made by the suspension pass"
    if array.count < 0:
        yield "has a negative count"
    if isinstance(array.type, ir.Bits) and array.section != "derived":
        yield "sets stand only in the section derived"
    if isinstance(array.type, ir.Memory):
        yield "is of words, not of memory"
    if not fits(array.initial, array.type):
        yield f"cannot hold its initial value {array.initial}"


def _tables(code: ir.Code) -> Iterator[str]:
    for name, table in code.tables.items():
        yield from (f"table {name}: {m}" for m in _table(name, table))


def _table(name: str, table: ir.Table) -> Iterator[str]:
    if table.name != name:
        yield f"is named {table.name}"
    bad = next((v for v in table.values if not fits(v, table.type)), None)
    if bad is not None:
        yield f"cannot hold the value {bad}"


def _header(name: str, function: ir.Function) -> Iterator[str]:
    if function.name != name:
        yield f"is named {function.name}"
    names = [parameter for parameter, _ in function.parameters]
    if len(set(names)) < len(names):
        yield "two parameters have the same name"
    yield from (f"parameter {p}: names with $ are the suspension pass's own" for p in names if p.startswith("$"))
    if (function.result is None) == (function.kind in ("value", "host")):
        yield "value and host functions have a result, others have none"
    if function.kind == "host" and function.body:
        yield "a host function has no body"
    if function.kind == "options" and any(kind != ir.INT for _, kind in function.parameters):
        yield "the parameters of an options function are numbers, as they are kept in the vector"


def _whole(code: ir.Code, known: Outcomes) -> Iterator[str]:
    main = code.functions.get(ir.MAIN)
    if main is None or main.kind != "procedure" or main.parameters:
        yield f"there must be a procedure {ir.MAIN} without parameters"
    yield from (
        f"{ir.MAIN}: nothing catches Leave({k - ir.ENDED})" for k in sorted(known.get(ir.MAIN, ())) if k > ir.ENDED
    )
    if ir.DERIVE in code.functions:
        yield from (f"{ir.DERIVE}: {m}" for m in _derive(code, known))


def _derive(code: ir.Code, known: Outcomes) -> Iterator[str]:
    function = code.functions[ir.DERIVE]
    if function.kind != "procedure" or function.parameters:
        yield "must be a procedure without parameters"
    if known[ir.DERIVE]:
        yield "must not suspend or end" if ir.SUSPENDED in known[ir.DERIVE] else "must not end the game or leave"
    for stmt in statements(function.body):
        if isinstance(stmt, ir.Store) and stmt.array in code.arrays and code.arrays[stmt.array].section != "derived":
            yield f"changes {stmt.array}, which is not in the section derived"
