"""Generated Python that is written as it is called: where a game is only tried, most of its functions never are."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from dsl.ir import Array, Code
from interpreter.python import HELPERS, emit_functions, emit_table
from interpreter.python_expressions import Names

_TABLE = re.compile(r"\b(t\d+)(m?)\b")


class Late:
    """A suspended `code` that is not written yet, in the place of what was compiled of it."""

    def __init__(self, code: Code) -> None:
        self.arrays: Mapping[str, Array] = code.arrays
        self.faults = tuple(code.faults)
        self._code, self._names = code, Names.of(code)
        self._tables = {python: name for name, python in self._names.tables.items()}

    def functions_in(self, space: dict[str, Any]) -> Mapping[str, Callable[..., Any]]:
        """All functions, which run in this namespace, by their names in the IR."""
        exec(HELPERS, space)
        found = {name: self._stub(name, python, space) for name, python in self._names.functions.items()}
        space |= {self._names.functions[name]: stub for name, stub in found.items()}
        return found

    def _stub(self, name: str, python: str, space: dict[str, Any]) -> Callable[..., Any]:
        """What stands in a function's place: when it is called, it writes the function."""

        def stub(*arguments: Any) -> Any:
            if space[python] is stub:
                self._write(name, space)
            return space[python](*arguments)

        return stub

    def _write(self, name: str, space: dict[str, Any]) -> None:
        source = emit_functions(self._code, (name,))
        for table, members in _TABLE.findall(source):
            if table + members not in space:
                known = self._code.tables[self._tables[table]]
                exec(emit_table(table, known, looped=bool(members)), space)
        exec(source, space)
