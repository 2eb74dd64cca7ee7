"""The functions of `interpreter.library` in LLVM's language, for texts that call them by `symbol`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.ir.nodes import Code
from dsl.ir.visit import call_graph, callees_first
from interpreter.backends.llvm.expressions import Names
from interpreter.backends.llvm.functions import Writer
from interpreter.backends.llvm.transactions import Attempts
from interpreter.library.reading import functions


def symbol(function: Callable[..., Any]) -> str:
    """What a function of the library is called."""
    return f"library.{function.__name__}"


def library(*roots: Callable[..., Any]) -> str:
    """These functions, and those that they come to call."""
    found = functions(roots)
    code = Code({}, {}, found)
    names = Names({name: f"library.{name}" for name in found}, {}, {}, frozenset(), frozenset(), alone=True)
    attempts = Attempts.of(code, {})
    order = callees_first(call_graph(code))
    return "".join(Writer(code, names, found[name], attempts, {}, False).text() for name in order)
