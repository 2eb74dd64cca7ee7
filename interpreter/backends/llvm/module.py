"""The native back end: suspended IR as ONE text in LLVM's language, which depends on no processor.

Nothing in it comes from a rulebook but numbers. All that Python calls is reached through the table `entries`: an entry
takes the addresses of the state, of the context and of the arguments (a set as words), leaves a set in the place of the
arguments, and returns a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from dsl.ir.nodes import INT, Bits, Code, Function, Stmt, Table
from dsl.ir.nodes import Mark as MarkStatement
from dsl.ir.program import Decision
from dsl.ir.types import local_types, type_of
from dsl.ir.visit import call_graph, callees_first, expressions, statements, subexpressions
from dsl.optimise.intervals import Range
from interpreter.backends.llvm.builder import Algorithm
from interpreter.backends.llvm.expressions import Names, llvm
from interpreter.backends.llvm.functions import Writer
from interpreter.backends.llvm.library import library
from interpreter.backends.llvm.program import ENTRIES, Native, Signature
from interpreter.backends.llvm.transactions import Attempts
from interpreter.backends.llvm.vector import placed, to_words, width
from interpreter.backends.pipeline import ready
from interpreter.library.context import GIVEN_UP
from interpreter.library.undo_log import note, put_back

LARGEST_SET = 1024  # members; a processor has no operations for sets, and for larger ones the code would be endless
_DECLARATIONS = (
    '!0 = !{!"branch_weights", i32 100000, i32 1}\n',
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n",
    *(f"declare {{i64, i1}} @llvm.{op}.with.overflow.i64(i64, i64)\n" for op in ("sadd", "ssub", "smul")),
    *(f"declare i64 @llvm.{op}.i64(i64, i64)\n" for op in ("smin", "smax", "umin")),
)
_ON_SETS = re.compile(r"@llvm\.(ctpop|cttz|ctlz)\.(i\d+)\(")


def native(code: Code, decisions: Sequence[Decision] = (), *, trace: bool = False) -> Native:
    """A checked `code` as text; with `trace` it notes each rule it comes to and takes no short cut."""
    return emit(ready(code, decisions, trace=trace), trace=trace)


def emit(
    code: Code, *, trace: bool = False, left_out: Set[str] = frozenset(), algorithms: Iterable[Algorithm] = ()
) -> Native:
    """A suspended `code` as text, but for what is `left_out`, which no other function may call; and with the
    `algorithms` of the library that are called. Raises ValueError for what the suspension pass should have removed."""
    arrays = placed(code.arrays)
    attempts = Attempts.of(code, arrays)
    names = Names(
        {name: f"f{i}" for i, name in enumerate(code.functions)},
        {name: f"t{i}" for i, name in enumerate(code.tables)},
        arrays,
        left_out | {name for name, function in code.functions.items() if _largest(function, code) > LARGEST_SET},
        attempts.twice,
    )
    tables = "".join(_table(names.tables[name], table) for name, table in code.tables.items())
    used = library(note, put_back, *algorithms)
    functions = "".join([used, *_functions(code, names, attempts, trace), *_entries(code, names)])
    text = "".join([*_DECLARATIONS, *_set_declarations(functions), tables, functions])
    signatures = {name: _signature(i, f) for i, (name, f) in enumerate(code.functions.items())}
    rules = max((stmt.rule + 1 for stmt in _inside(code) if isinstance(stmt, MarkStatement)), default=0)
    return Native(text, arrays, signatures, tuple(code.faults), attempts.scratch, rules, size_of(code))


def size_of(code: Code) -> int:
    """How many statements there are."""
    return sum(1 for _ in _inside(code))


def _inside(code: Code) -> Iterator[Stmt]:
    return (stmt for function in code.functions.values() for stmt in statements(function.body))


def _functions(code: Code, names: Names, attempts: Attempts, trace: bool) -> Iterator[str]:
    """Callees stand first, so that it is known of them whether they can fault."""
    results: dict[str, Range] = {}
    for name in callees_first(call_graph(code)):
        if name in names.left_out:
            continue
        for noting in (False, True) if name in names.twice else (False,):
            writer = Writer(code, names, code.functions[name], attempts, results, trace, noting=noting)
            yield writer.text()
            if writer.can_fault:
                names.faulting.add(writer.name)
        results[name] = writer.range


def _largest(function: Function, code: Code) -> int:
    """The size of the largest set that a function speaks of."""
    types = local_types(function, code)
    inside = (e for stmt in statements(function.body) for expr in expressions(stmt) for e in subexpressions(expr))
    kinds = [function.result, *types.values(), *(type_of(e, types, code) for e in inside)]
    return max((kind.size for kind in kinds if isinstance(kind, Bits)), default=0)


def _signature(number: int, function: Function) -> Signature:
    return Signature(number, function.kind, tuple(kind for _, kind in function.parameters), function.result or INT)


def _set_declarations(text: str) -> Iterator[str]:
    """What is done with sets is there for each width."""
    for operation, kind in sorted(set(_ON_SETS.findall(text))):
        more = "" if operation == "ctpop" else ", i1"
        yield f"declare {kind} @llvm.{operation}.{kind}({kind}{more})\n"


def _table(name: str, table: Table) -> str:
    words = [f"i64 {word}" for value in table.values for word in to_words(value, table.type)]
    return f"@{name} = internal constant [{len(words)} x i64] [{', '.join(words)}]\n"


# -------------------------------------------------------------------------------------------------------------- entries


def _entries(code: Code, names: Names) -> Iterator[str]:
    for number, function in enumerate(code.functions.values()):
        left_out = function.name in names.left_out
        yield _empty_entry(number) if left_out else _entry(number, function, names.functions[function.name])
    table = ", ".join(f"ptr @e{number}" for number in range(len(code.functions)))
    yield f"@{ENTRIES} = constant [{len(code.functions)} x ptr] [{table}]\n"


def _empty_entry(number: int) -> str:
    """That of a function which is left out."""
    return f"{_entry_head(number)}\n  store i64 {GIVEN_UP}, ptr %X, align 8\n  ret i64 0\n}}\n"


def _entry_head(number: int) -> str:
    return f"define internal i64 @e{number}(ptr noalias %S, ptr noalias %X, ptr %A) nounwind {{"


def _entry(number: int, function: Function, name: str) -> str:
    lines = [_entry_head(number)]
    given, word = ["ptr %S", "ptr %X"], 0
    for i, (_, kind) in enumerate(function.parameters):
        lines.append(f"  %a{i} = getelementptr i64, ptr %A, i64 {word}")
        lines.append(f"  %v{i} = load {llvm(kind)}, ptr %a{i}, align 8")
        given.append(f"{llvm(kind)} %v{i}")
        word += width(kind)
    result = llvm(function.result or INT)
    lines.append(f"  %r = call {result} @{name}({', '.join(given)})")
    if isinstance(function.result, Bits):
        lines += [f"  store {result} %r, ptr %A, align 8", "  ret i64 0"]
    else:
        lines.append("  ret i64 %r")
    return "\n".join([*lines, "}\n"])
