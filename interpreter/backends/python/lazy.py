"""Generated Python that is written as it is called: where a game is only tried, most of its functions never are."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from dsl.ir.nodes import Array, Code
from interpreter.backends.python.emit import HELPERS, emit_functions, emit_table
from interpreter.backends.python.expressions import Names

COUNT = "count"  # what is called first in each function, and in each turn of a loop, where steps are counted
_HEADING = re.compile(r"^( *)(?:def|for|while) .*:$", re.MULTILINE)
_TABLE = re.compile(r"\b(t\d+)(m?)\b")


class TooManySteps(Exception):
    """More was done than may be."""


class Late:
    """A suspended `code` that is not written yet, in the place of what was compiled of it. With `most`, its functions
    take that many steps together, which are calls and turns of loops; then TooManySteps is raised."""

    def __init__(self, code: Code, most: int | None = None) -> None:
        self.arrays: Mapping[str, Array] = code.arrays
        self.faults = tuple(code.faults)
        self._code, self._names = code, Names.of(code)
        self._left = most
        self._tables = {python: name for name, python in self._names.tables.items()}

    def functions_in(self, space: dict[str, Any]) -> Mapping[str, Callable[..., Any]]:
        """All functions, which run in this namespace, by their names in the IR."""
        exec(HELPERS, space)
        space[COUNT] = self._count
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
        source = emit_functions(self._code, (name,), self._names)
        if self._left is not None:
            source = _HEADING.sub(rf"\g<0>\n\1 {COUNT}()", source)
        for table, members in _TABLE.findall(source):
            if table + members not in space:
                known = self._code.tables[self._tables[table]]
                exec(emit_table(table, known, looped=bool(members)), space)
        exec(source, space)

    def _count(self) -> None:
        assert self._left is not None
        self._left -= 1
        if self._left < 0:
            raise TooManySteps
