"""Functions that read no state, run while a program is still being made: what the optimiser asks a back end for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from dsl.ir.nodes import Bits, Code, Function, Table
from interpreter.backends.python.emit import HELPERS, emit_functions
from interpreter.backends.python.expressions import Names


class PythonEvaluator:
    """An `Evaluator` of `dsl.optimise.constant_tables`, by generated Python, but for the text of tables."""

    def __init__(self, code: Code) -> None:
        self._tables: dict[str, Table] = {}
        self._functions: dict[str, Function] = {}
        self._code = replace(code, tables=self._tables, functions=self._functions)
        self._space: dict[str, Any] = {}
        self._named: dict[str, str] = {}  # as `Names.of` names them, with no need to go over all again for each
        self._named_tables: dict[str, str] = {}
        exec(HELPERS, self._space)

    def add_table(self, name: str, table: Table) -> None:
        self._tables[name] = replace(table, values=())
        mangled = self._named_tables.setdefault(name, f"t{len(self._named_tables)}")
        self._space[mangled] = table.values
        if isinstance(table.type, Bits):
            self._space[f"{mangled}m"] = _Members(table.values)

    def add_functions(self, functions: Mapping[str, Function]) -> None:
        self._functions.update(functions)
        for name in functions:
            self._named.setdefault(name, f"f{len(self._named)}")
        exec(emit_functions(self._code, functions, Names(self._named, self._named_tables)), self._space)

    def runner(self, function: Function) -> Callable[..., int]:
        code = replace(self._code, functions={**self._functions, function.name: function})
        own = self._named.get(function.name, f"f{len(self._named)}")
        names = Names({**self._named, function.name: own}, self._named_tables)
        exec(emit_functions(code, [function.name], names), self._space)
        return partial(self._space[own], ())


class _Members:
    """A table of sets as tuples, each made when it is asked for."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self._values = values

    def __getitem__(self, index: int) -> tuple[int, ...]:
        members = self._values[index]
        return tuple(k for k in range(members.bit_length()) if members >> k & 1)
