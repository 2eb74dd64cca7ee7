"""The functions of `interpreter.library` in LLVM's language, for texts that call them by `symbol`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl.ir.nodes import Code
from dsl.ir.visit import call_graph, callees_first
from interpreter.backends.llvm.builder import Algorithm
from interpreter.backends.llvm.expressions import Names
from interpreter.backends.llvm.functions import Writer
from interpreter.backends.llvm.transactions import Attempts
from interpreter.library.python_frontend import functions

_HOSTS: Final[Mapping[str, str]] = {
    "at": """\
define internal ptr @library.at(i64 %address) alwaysinline nounwind {
  %memory = inttoptr i64 %address to ptr
  ret ptr %memory
}
""",
    "part": """\
define internal ptr @library.part(ptr %memory, i64 %first) alwaysinline nounwind {
  %part = getelementptr i64, ptr %memory, i64 %first
  ret ptr %part
}
""",
    "copy": """\
define internal i64 @library.copy(ptr %to, ptr %of, i64 %words) alwaysinline nounwind {
  %bytes = shl i64 %words, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %of, i64 %bytes, i1 false)
  ret i64 0
}
""",
    "run": """\
define internal i64 @library.run(i64 %entry, ptr %S, ptr %X, ptr %A) alwaysinline nounwind {
  %function = inttoptr i64 %entry to ptr
  %result = call i64 %function(ptr %S, ptr %X, ptr %A)
  ret i64 %result
}
""",
}


def library(*roots: Algorithm) -> str:
    """These functions, and those that they come to call."""
    found = functions(roots)
    code = Code({}, {}, found)
    names = Names({name: f"library.{name}" for name in found}, {}, {}, frozenset(), frozenset(), alone=True)
    attempts = Attempts.of(code, {})
    order = [found[name] for name in callees_first(call_graph(code))]
    return "".join(
        _HOSTS[each.name] if each.kind == "host" else Writer(code, names, each, attempts, {}, False).text()
        for each in order
    )
