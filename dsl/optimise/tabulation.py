"""A function that comes to its result by way of cases, but depends on few numbers, becomes one lookup.

`the way of a Man` is one thing on the bar, at home and on a point another; it depends on which man it is, and where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dsl.ir.nodes import INT, Block, Expr, Function, Load, Local, Return
from dsl.ir.visit import assigned, exchanged, expressions, locals_read, statements, subexpressions
from dsl.optimise.constant_tables import Parameter, reads_or_acts
from dsl.optimise.dependencies import Terms, substituted

WHOLE = "lean whole "  # begins the names of the functions that are tried out


def as_a_whole(terms: Terms, function: Function) -> Function:
    """The function, whose terms these are, as one lookup if that can be and it is no expression already."""
    if function.kind != "value" or terms.shared.body(function.name) is not None:
        return function
    inside = _expressions(function.body)
    reads: dict[str, Expr] = {f"lean read {k}": load for k, load in enumerate(e for e in inside if isinstance(e, Load))}
    body = exchanged(function.body, {load: Local(name) for name, load in reads.items()})
    given: dict[str, Expr] = {name: Local(name) for name, _ in function.parameters if Local(name) in _expressions(body)}
    parameters = _parameters(terms, {**reads, **given}, assigned(function.body))
    if parameters is None or reads_or_acts(body, terms.shared.tables.static):
        return function
    named = tuple((name, INT) for name, _ in parameters)
    whole = Function(WHOLE + function.name, "value", named, body, function.result)
    found = terms.shared.tables.of_function(whole, parameters)
    return function if found is None else replace(function, body=(Return(substituted(found, reads)),))


def _parameters(terms: Terms, numbers: Mapping[str, Expr], changing: set[str]) -> list[Parameter] | None:
    """The ranges of numbers that are the same throughout; None if one is not, or can be anything."""
    found: list[Parameter] = []
    for name, number in numbers.items():
        known = terms.range(number)
        if known is None or terms.type(number) != INT or not terms.safe(number) or locals_read(number) & changing:
            return None
        found.append((name, known))
    return found


def _expressions(block: Block) -> dict[Expr, None]:
    """All expressions in a block, each once."""
    return {e: None for stmt in statements(block) for outer in expressions(stmt) for e in subexpressions(outer)}
