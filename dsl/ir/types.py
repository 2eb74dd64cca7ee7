"""Types of constants, expressions and locals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from dsl.ir.nodes import (
    INT,
    Between,
    Binary,
    Bits,
    Call,
    CallStatus,
    Choose,
    Code,
    Const,
    Expr,
    ForBits,
    ForRange,
    FromWords,
    Function,
    Load,
    Local,
    Lookup,
    Peek,
    Set,
    Shifted,
    Single,
    Type,
    Unary,
    Word,
)
from dsl.ir.visit import statements

SET_OPERATIONS = frozenset({"&", "|", "-bits"})


_TRUTHS = frozenset({"<", "<=", ">", ">=", "==", "!=", "and", "or", "has", "not", "empty"})
SMALLEST, LARGEST = -(2**63), 2**63 - 1


def fits(value: int, kind: Type) -> bool:
    """Whether a constant is of the type: a number of 64 bits, or a set whose members are below the size."""
    if isinstance(kind, Bits):
        return value >= 0 and value.bit_length() <= kind.size
    return SMALLEST <= value <= LARGEST


def type_of(expr: Expr, local_types: Mapping[str, Type], code: Code) -> Type:
    """The type of an expression of a `Code` that `dsl.ir.check` accepts."""
    match expr:
        case Const(type=found):
            return found
        case Local(name):
            return local_types[name]
        case Load(array):
            return code.arrays[array].type
        case Lookup(table):
            return code.tables[table].type
        case Binary(op, left) if op in SET_OPERATIONS:
            return type_of(left, local_types, code)
        case Single() | Shifted() | Between() | FromWords():
            return Bits(expr.size)
        case Call(function):
            return code.functions[function].result or INT
        case Peek() | Binary() | Unary() | Word():
            return INT
        case _:
            assert_never(expr)


def is_truth(expr: Expr) -> bool:
    """Whether the operation can give nothing but 0 or 1."""
    return isinstance(expr, Binary | Unary) and expr.op in _TRUTHS


def local_types(function: Function, code: Code) -> dict[str, Type]:
    """The types of a function's parameters and locals, each from the first statement that sets it."""
    found = dict(function.parameters)
    for stmt in statements(function.body):
        match stmt:
            case Set(name, value) if name not in found:
                found[name] = type_of(value, found, code)
            case ForRange(name=name) | ForBits(name=name) | Choose(name=name) | CallStatus(name=str(name)):
                found.setdefault(name, INT)
            case _:  # gives no local its type
                pass
    return found
