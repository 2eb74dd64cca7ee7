"""Types of constants, expressions and locals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.visit import statements

SET_OPERATIONS = frozenset({"&", "|", "-bits"})


_TRUTHS = frozenset({"<", "<=", ">", ">=", "==", "!=", "and", "or", "has", "not", "empty"})
SMALLEST, LARGEST = -(2**63), 2**63 - 1


def fits(value: int, kind: ir.Type) -> bool:
    """Whether a constant is of the type: a number of 64 bits, or a set whose members are below the size."""
    if isinstance(kind, ir.Bits):
        return value >= 0 and value.bit_length() <= kind.size
    return SMALLEST <= value <= LARGEST


def type_of(expr: ir.Expr, local_types: Mapping[str, ir.Type], code: ir.Code) -> ir.Type:
    """The type of an expression of a `Code` that `dsl.ir.check` accepts."""
    match expr:
        case ir.Const(type=found):
            return found
        case ir.Local(name):
            return local_types[name]
        case ir.Load(array):
            return code.arrays[array].type
        case ir.Lookup(table):
            return code.tables[table].type
        case ir.Binary(op, left) if op in SET_OPERATIONS:
            return type_of(left, local_types, code)
        case ir.Single() | ir.Shifted() | ir.Between() | ir.FromWords():
            return ir.Bits(expr.size)
        case ir.Call(function):
            return code.functions[function].result or ir.INT
        case ir.Peek() | ir.Binary() | ir.Unary() | ir.Word():
            return ir.INT
        case _:
            assert_never(expr)


def is_truth(expr: ir.Expr) -> bool:
    """Whether the operation can give nothing but 0 or 1."""
    return isinstance(expr, ir.Binary | ir.Unary) and expr.op in _TRUTHS


def local_types(function: ir.Function, code: ir.Code) -> dict[str, ir.Type]:
    """The types of a function's parameters and locals, each from the first statement that sets it."""
    found = dict(function.parameters)
    for stmt in statements(function.body):
        match stmt:
            case ir.Set(name, value) if name not in found:
                found[name] = type_of(value, found, code)
            case ir.ForRange(name=name) | ir.ForBits(name=name) | ir.Choose(name=name) | ir.CallStatus(name=str(name)):
                found.setdefault(name, ir.INT)
            case _:  # gives no local its type
                pass
    return found
