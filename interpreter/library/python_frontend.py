"""Functions of this package as IR.

They are written in a small part of Python: numbers, memory, `if`, `while`, `for … in range(…)`, calls of one another.
So Python runs them as they stand, and every back end compiles the same text. It is worded so that both mean the same:

- A number is a word of 64 bits. Python's has to be masked (`& WORD`) where it could grow beyond, and `signed` where it
  is compared or kept; in the IR, where sums wrap, these do nothing.
- What is shifted right or divided has no sign, and no divisor is 0.
- `Memory` is indexed from 0, never from its end.
- A name that is no local stands for a constant, or for a function of the package.
- Functions that are marked `host` are given by whoever runs the IR.
- A method of what Python knows as an object is, in the IR, the function of that name in the same module.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from inspect import getsource
from typing import Any, Final

from dsl.ir import nodes as ir
from interpreter.library.memory import WORD, is_host, signed

_TYPES: Final[Mapping[str, ir.Type]] = {
    **dict.fromkeys(("int", "bool", "None"), ir.INT),
    **dict.fromkeys(("Memory", "Context", "Game[D]", "D"), ir.MEMORY),
}
_OPERATIONS: Final[Mapping[type[ast.AST], ir.BinaryOp]] = {
    ast.Add: "+w", ast.Sub: "-w", ast.Mult: "*w", ast.FloorDiv: "//w", ast.Mod: "%w",
    ast.BitAnd: "&w", ast.BitOr: "|w", ast.BitXor: "^w", ast.LShift: "<<w", ast.RShift: ">>w",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.And: "and", ast.Or: "or",
}  # fmt: skip
_UNNEEDED: Final = (signed, int)  # functions that change nothing of a word


def functions(roots: Iterable[Callable[..., Any]]) -> dict[str, ir.Function]:
    """These functions of the library, and those that they come to call, by name."""
    found: dict[str, ir.Function] = {}
    read: dict[str, Callable[..., Any]] = {}
    waiting = [*roots]
    while waiting:
        function = waiting.pop()
        if read.setdefault(function.__name__, function) is not function:
            raise ValueError(f"two functions of the library are called {function.__name__}")
        if function.__name__ not in found:
            found[function.__name__], callees = _read(function)
            waiting += callees
    return found


@cache
def _read(function: Callable[..., Any]) -> tuple[ir.Function, Sequence[Callable[..., Any]]]:
    """A function, and those that it calls."""
    reader = _Reader(function)
    return reader.function(), reader.callees


class _Reader:
    """Reads one function. `callees` are the functions that it calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        (tree,) = ast.parse(getsource(function)).body
        assert isinstance(tree, ast.FunctionDef)
        self._tree, self._is_host, self._space = tree, is_host(function), function.__globals__
        self._locals = {each.arg for each in tree.args.args}
        self._locals |= {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self.callees: list[Callable[..., Any]] = []

    def function(self) -> ir.Function:
        tree = self._tree
        parameters = tuple((each.arg, _type(each.annotation)) for each in tree.args.args)
        if self._is_host:
            return ir.Function(tree.name, "host", parameters, (), _type(tree.returns))
        body = self._block(tree.body)
        if isinstance(tree.returns, ast.Constant):  # what returns None gives 0 in the IR
            body += (ir.Return(ir.Const(0)),)
        return ir.Function(tree.name, "value", parameters, body, _type(tree.returns))

    # ------------------------------------------------------------------------------------------------------ statements

    def _block(self, body: Iterable[ast.stmt]) -> ir.Block:
        return tuple(stmt for each in body for stmt in self._statement(each))

    def _statement(self, node: ast.stmt) -> Iterator[ir.Stmt]:
        match node:
            case ast.Expr(ast.Constant(str())):  # what it says of itself
                return
            case ast.Expr(ast.Call() as call):
                yield ir.Set("ignored", self._value(call))
            case ast.Assign([target], value):
                yield self._assign(target, self._value(value))
            case ast.AugAssign(target, op, value):
                yield self._assign(target, self._operation(op, self._value(target), self._value(value)))
            case ast.If(test, body, orelse):
                yield ir.If(self._value(test), self._block(body), self._block(orelse))
            case ast.While(test, body, []):
                yield ir.While(self._value(test), self._block(body))
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds, []), body, []) if len(bounds) < 3:
                *start, stop = map(self._value, bounds)
                yield ir.ForRange(name, start[0] if start else ir.Const(0), stop, self._block(body))
            case ast.Break():
                yield ir.Break()
            case ast.Continue():
                yield ir.Continue()
            case ast.Return(value):
                yield ir.Return(self._value(value) if value else ir.Const(0))
            case _:  # no part of the language of the library
                raise self._unknown(node)

    def _assign(self, target: ast.expr, value: ir.Expr) -> ir.Stmt:
        match target:
            case ast.Name(name):
                return ir.Set(name, value)
            case ast.Subscript(memory, index):
                return ir.Poke(self._value(memory), self._value(index), value)
            case _:  # no part of the language of the library
                raise self._unknown(target)

    # ----------------------------------------------------------------------------------------------------- expressions

    def _value(self, node: ast.expr) -> ir.Expr:
        match node:
            case ast.Name(name) if name in self._locals:
                return ir.Local(name)
            case ast.Call(ast.Name(name), arguments, []):
                return self._call(self._constant(node.func), tuple(map(self._value, arguments)))
            case ast.Call(ast.Attribute(ast.Name(name) as owner, method), arguments, []) if name in self._locals:
                return self._call(self._space[method], tuple(map(self._value, (owner, *arguments))))
            case _ if not any(isinstance(n, ast.Name) and n.id in self._locals for n in ast.walk(node)):
                return ir.Const(signed(self._constant(node)))
            case ast.Subscript(memory, index):
                return ir.Peek(self._value(memory), self._value(index))
            case ast.UnaryOp(ast.Not(), operand):
                return ir.Unary("not", self._value(operand))
            case ast.UnaryOp(ast.USub(), operand):
                return ir.Binary("-w", ir.Const(0), self._value(operand))
            case ast.BinOp(left, op, right):
                return self._operation(op, self._value(left), self._value(right))
            case ast.BoolOp(op, values):
                return self._chain(_OPERATIONS[type(op)], [self._value(each) for each in values])
            case ast.Compare(left, ops, comparators):
                terms = [self._value(each) for each in (left, *comparators)]
                pairs = zip(ops, terms[:-1], terms[1:], strict=True)
                return self._chain(
                    "and", [ir.Binary(_OPERATIONS[type(sign)], one, other) for sign, one, other in pairs]
                )
            case _:  # no part of the language of the library
                raise self._unknown(node)

    def _operation(self, op: ast.operator, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        is_mask = isinstance(op, ast.BitAnd) and right == ir.Const(signed(WORD))
        return left if is_mask else ir.Binary(_OPERATIONS[type(op)], left, right)

    def _chain(self, op: ir.BinaryOp, values: list[ir.Expr]) -> ir.Expr:
        first, *others = values
        for each in others:
            first = ir.Binary(op, first, each)
        return first

    def _call(self, function: Any, arguments: tuple[ir.Expr, ...]) -> ir.Expr:
        if function in _UNNEEDED:
            return arguments[0]
        if function in (min, max):
            return ir.Binary(function.__name__, *arguments)
        if not hasattr(function, "__globals__"):
            raise ValueError(f"{self._tree.name}: `{function.__name__}` is no function of the library")
        self.callees.append(function)
        return ir.Call(function.__name__, arguments)

    def _constant(self, node: ast.expr) -> Any:
        """What an expression without locals stands for."""
        return eval(compile(ast.Expression(node), "<library>", "eval"), self._space)

    def _unknown(self, node: ast.AST) -> ValueError:
        return ValueError(f"{self._tree.name}: `{ast.unparse(node)}` cannot be read into the IR")


def _type(annotation: ast.expr | None) -> ir.Type:
    assert annotation is not None
    return _TYPES[ast.unparse(annotation)]
