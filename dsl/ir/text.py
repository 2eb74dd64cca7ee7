"""A readable listing of a `Code`. For reading and for tests; nothing reads it back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dsl.ir import nodes as ir

_WIDEST_TABLE = 20


def listing(code: ir.Code) -> str:
    """All of a program: arrays, tables, functions, in their order."""
    parts = [_array(a) for a in code.arrays.values()]
    parts += [_table(t) for t in code.tables.values()]
    parts += ["\n" + function_text(f) for f in code.functions.values()]
    return "\n".join(parts) + "\n"


def function_text(function: ir.Function) -> str:
    """One function, its statements indented by four spaces for each level."""
    parameters = ", ".join(f"{name}: {_type(kind)}" for name, kind in function.parameters)
    result = f" -> {_type(function.result)}" if function.result else ""
    return "\n".join((f"{function.kind} {function.name}({parameters}){result}", *_block(function.body, 1)))


def _array(array: ir.Array) -> str:
    initial = f" = {array.initial}" if array.initial else ""
    return f"array {array.name}[{array.count}]: {_type(array.type)}, {array.section} at {array.offset}{initial}"


def _table(table: ir.Table) -> str:
    values = ", ".join(str(v) for v in table.values[:_WIDEST_TABLE])
    more = ", …" if len(table.values) > _WIDEST_TABLE else ""
    return f"table {table.name}[{len(table.values)}]: {_type(table.type)} = {values}{more}"


def _type(kind: ir.Type) -> str:
    match kind:
        case ir.Bits(size):
            return f"bits {size}"
        case ir.Memory():
            return "memory"
        case ir.Int():
            return "int"
        case _:
            assert_never(kind)


# ----------------------------------------------------------------------------------------------------------- statements


def _block(block: ir.Block, depth: int) -> Iterator[str]:
    for stmt in block:
        for line in _statement(stmt):
            yield "    " * depth + line


def _statement(stmt: ir.Stmt) -> Iterator[str]:
    match stmt:
        case ir.If(condition, then, otherwise):
            yield f"if {expression_text(condition)}"
            yield from _block(then, 1)
            if otherwise:
                yield "else"
                yield from _block(otherwise, 1)
        case ir.While(condition, body):
            yield f"while {expression_text(condition)}"
            yield from _block(body, 1)
        case ir.ForRange(name, start, stop, body):
            yield f"for {name} from {expression_text(start)} to {expression_text(stop)} - 1"
            yield from _block(body, 1)
        case ir.ForBits(name, members, body):
            yield f"for {name} in {expression_text(members)}"
            yield from _block(body, 1)
        case ir.Attempt(body):
            yield "attempt"
            yield from _block(body, 1)
        case _:  # the narrowed type of its parameter closes the union
            yield _simple(stmt)


def _simple(stmt: ir.Simple) -> str:
    match stmt:
        case ir.Set(name, value):
            return f"{name} = {expression_text(value)}"
        case ir.Store(array, index, value):
            return f"{array}[{expression_text(index)}] = {expression_text(value)}"
        case ir.Poke(memory, index, value):
            return f"{expression_text(memory)}[{expression_text(index)}] = {expression_text(value)}"
        case ir.Return(value):
            return "return" if value is None else f"return {expression_text(value)}"
        case ir.Perform(procedure, arguments, catch):
            return f"perform {_call(procedure, arguments)}" + ("" if catch is None else f" catch {catch}")
        case ir.CallStatus(name, procedure, arguments):
            return ("" if name is None else f"{name} = ") + f"status {_call(procedure, arguments)}"
        case ir.Choose(name, site, who, arguments):
            return f"{name} = choose {_call(str(site), arguments)} by {expression_text(who)}"
        case ir.Offer(code):
            return f"offer {expression_text(code)}"
        case ir.Leave(target):
            return f"leave {target}"
        case ir.Guard(condition, fault, rule):
            return f"guard {expression_text(condition)} else {fault}" + (f" of {rule}" if rule >= 0 else "")
        case ir.Mark(rule):
            return f"mark {rule}"
        case ir.Break() | ir.Continue() | ir.End():
            return type(stmt).__name__.lower()
        case _:
            assert_never(stmt)


# ---------------------------------------------------------------------------------------------------------- expressions


def _call(name: str, arguments: tuple[ir.Expr, ...]) -> str:
    return f"{name}({', '.join(expression_text(a) for a in arguments)})"


def expression_text(expr: ir.Expr) -> str:
    """One expression, fully bracketed."""
    match expr:
        case ir.Const(value, kind):
            return f"{{{value:#x}}}" if isinstance(kind, ir.Bits) else str(value)
        case ir.Local(name):
            return name
        case ir.Load(name, index) | ir.Lookup(name, index):
            return f"{name}[{expression_text(index)}]"
        case ir.Peek(memory, index):
            return f"{expression_text(memory)}[{expression_text(index)}]"
        case ir.Binary("min" | "max" as op, left, right):
            return _call(op, (left, right))
        case ir.Binary(op, left, right):
            return f"({expression_text(left)} {op.removesuffix('bits')} {expression_text(right)})"
        case ir.Unary(op, operand):
            return _call(op, (operand,))
        case ir.Single(member, size):
            return f"{{{expression_text(member)} of {size}}}"
        case ir.Shifted(members, by, size):
            return f"{_call('shifted', (members, by))} of {size}"
        case ir.Between(low, high, size):
            return f"{_call('between', (low, high))} of {size}"
        case ir.Call(function, arguments):
            return _call(function, arguments)
        case ir.Word(members, index):
            return f"word {index} of {expression_text(members)}"
        case ir.FromWords(words, size):
            return f"{_call('words', words)} of {size}"
        case _:
            assert_never(expr)
