"""The Python back end: suspended IR as ONE Python source text.

Each function takes the state vector `S` first. The text reads, from the namespace in which it runs, `Fault` (an
exception), `codes` (the codes of the faults, in their order), the ``host`` functions, and, if it traces, `mark` (called
with a rule's number) and `test` (called with 1 where a hypothetical test begins, with -1 where it ends).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from dsl.ir import nodes as ir
from dsl.ir.types import local_types, type_of
from dsl.ir.visit import endless, statements
from dsl.optimise.searches import Search, searched
from interpreter.backends.python.expressions import BAR, NATURAL, NOT, Expressions, Names

HELPERS = """\
def has(w, i):
 return w >> i & 1 if i >= 0 else 0
def members(w):
 return tuple(i for i in range(w.bit_length()) if w >> i & 1)
def found(S, x, i, j, k):
 n = S[i:j].count(x)
 r = []
 while n:
  i = S.index(x, i, j)
  r.append(i - k)
  i += 1
  n -= 1
 return r
def next_found(S, x, i, j, k):
 try:
  while True:
   i = S.index(x, i, j)
   yield i - k
   i += 1
 except ValueError:
  return
"""


def emit(code: ir.Code, *, trace: bool = False) -> str:
    """The source of all tables and functions of a suspended `code`, named as `Names.of(code)` says."""
    names = Names.of(code)
    looped = _tables_looped_over(code)
    parts = [HELPERS]
    parts += [emit_table(names.tables[name], table, name in looped) for name, table in code.tables.items()]
    written = (function for function in code.functions.values() if function.kind != "host")
    parts += [_Writer(code, names, function, trace).text() for function in written]
    return "".join(parts)


def emit_functions(code: ir.Code, functions: Iterable[str], names: Names) -> str:
    """The source of some functions alone; what they use has to be in the namespace in which it runs."""
    return "".join(_Writer(code, names, code.functions[name], False).text() for name in functions)


def _tables_looped_over(code: ir.Code) -> set[str]:
    found = (stmt for f in code.functions.values() for stmt in statements(f.body) if isinstance(stmt, ir.ForBits))
    return {stmt.members.table for stmt in found if isinstance(stmt.members, ir.Lookup)}


def emit_table(name: str, table: ir.Table, looped: bool) -> str:
    """A table as a tuple; for a table of sets that are looped over, also its sets as tuples, under an `m` behind."""
    form = "#x" if isinstance(table.type, ir.Bits) else "d"
    values = "".join(f"{value:{form}}, " for value in table.values)
    return f"{name} = ({values})\n" + (f"{name}m = tuple(map(members, {name}))\n" if looped else "")


class _Writer:
    """Writes one function."""

    def __init__(self, code: ir.Code, names: Names, function: ir.Function, trace: bool) -> None:
        self._code = code
        self._names = names
        self._function = function
        self._trace = trace
        self._lines: list[str] = []
        self._depth = 0
        self._spare = 0
        self._faults = {fault: i for i, fault in enumerate(code.faults)}
        self._expressions = Expressions(code, names, local_types(function, code))
        self._write: Mapping[type, Callable[[Any], None]] = {
            ir.Set: self._set,
            ir.Store: self._store,
            ir.Poke: lambda s: self._line(
                f"{self._expressions.word(s.memory, s.index)} = {self._expressions.value(s.value)}"
            ),
            ir.If: self._if,
            ir.While: self._while,
            ir.ForRange: self._for_range,
            ir.ForBits: self._for_bits,
            ir.Break: lambda _: self._line("break"),
            ir.Continue: lambda _: self._line("continue"),
            ir.Return: self._return,
            ir.CallStatus: self._call_status,
            ir.Offer: lambda s: self._line(f"out.append({self._expressions.value(s.code)})"),
            ir.Guard: self._guard,
            ir.Attempt: self._attempt,
            ir.Mark: self._mark,
        }

    def text(self) -> str:
        """The function, with a line end behind each line."""
        parameters = "".join(f", {self._expressions.local(name)}" for name, _ in self._function.parameters)
        self._line(f"def {self._names.functions[self._function.name]}(S{parameters}):")
        with self._deeper():
            if self._function.kind == "options":
                self._line("out = []")
            self._block(self._function.body)
            if self._function.kind == "options":
                self._line("return out")
        return "\n".join(self._lines) + "\n"

    # ---------------------------------------------------------------------------------------------------------- blocks

    def _line(self, text: str) -> None:
        self._lines.append(" " * self._depth + text)

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self._depth += 1
        yield
        self._depth -= 1

    def _block(self, block: ir.Block) -> None:
        written = len(self._lines)
        for stmt in block:
            write = self._write.get(type(stmt))
            if write is None:
                raise ValueError(f"{type(stmt).__name__} is for the suspension pass to remove")
            write(stmt)
        if len(self._lines) == written:
            self._line("pass")

    def _inner(self, head: str, block: ir.Block) -> None:
        self._line(head)
        with self._deeper():
            self._block(block)

    # ------------------------------------------------------------------------------------------------------ statements

    def _set(self, stmt: ir.Set) -> None:
        self._line(f"{self._expressions.local(stmt.name)} = {self._expressions.value(stmt.value)}")

    def _store(self, stmt: ir.Store) -> None:
        self._line(f"{self._expressions.element(stmt.array, stmt.index)} = {self._expressions.value(stmt.value)}")

    def _return(self, stmt: ir.Return) -> None:
        if self._function.kind == "options":
            self._line("return out")
        else:
            self._line("return" if stmt.value is None else f"return {self._expressions.value(stmt.value)}")

    def _call_status(self, stmt: ir.CallStatus) -> None:
        call = f"{self._names.functions[stmt.procedure]}(S{self._expressions.arguments(stmt.arguments)})"
        self._line(call if stmt.name is None else f"{self._expressions.local(stmt.name)} = {call}")

    def _guard(self, stmt: ir.Guard) -> None:
        fault = f"raise Fault(codes[{self._faults[stmt.code]}], {stmt.rule:d})"
        if isinstance(stmt.condition, ir.Const) and not stmt.condition.value:
            self._line(fault)
        else:
            self._line(f"if not {self._expressions.test(stmt.condition, NOT)}: {fault}")

    def _mark(self, stmt: ir.Mark) -> None:
        if self._trace:
            self._line(f"mark({stmt.rule:d})")

    def _if(self, stmt: ir.If) -> None:
        """A chain of `otherwise`s becomes one of `elif`s, as Python bounds the depth of indentation."""
        self._inner(f"if {self._expressions.test(stmt.condition)}:", stmt.then)
        otherwise = self._written(stmt.otherwise)
        while len(otherwise) == 1 and isinstance(link := otherwise[0], ir.If):
            self._inner(f"elif {self._expressions.test(link.condition)}:", link.then)
            otherwise = self._written(link.otherwise)
        if otherwise:
            self._inner("else:", otherwise)

    def _written(self, block: ir.Block) -> ir.Block:
        return block if self._trace else tuple(stmt for stmt in block if not isinstance(stmt, ir.Mark))

    def _attempt(self, stmt: ir.Attempt) -> None:
        saved = self._spare_name()
        self._line(f"{saved} = S[:]")
        if self._trace:
            self._line("test(1)")
        self._inner("try:", stmt.body)
        self._line("finally:")
        with self._deeper():
            self._line(f"S[:] = {saved}")
            if self._trace:
                self._line("test(-1)")

    def _spare_name(self) -> str:
        self._spare += 1
        return f"x{self._spare}"

    # ----------------------------------------------------------------------------------------------------------- loops

    def _while(self, stmt: ir.While) -> None:
        self._inner("while True:" if endless(stmt) else f"while {self._expressions.test(stmt.condition)}:", stmt.body)

    def _for_range(self, stmt: ir.ForRange) -> None:
        expressions = self._expressions
        search = searched(stmt, for_loads=True)
        if search:
            self._for_found(stmt, search)
            return
        natural = isinstance(stmt.start, ir.Const) and stmt.start.value >= 0
        bound = stmt.stop.value if isinstance(stmt.stop, ir.Const) else NATURAL
        start = "" if stmt.start == ir.Const(0) else f"{expressions.value(stmt.start)}, "
        head = f"for {expressions.local(stmt.name)} in range({start}{expressions.value(stmt.stop)}):"
        with self._below(stmt.name, bound if natural else None):
            self._inner(head, stmt.body)

    def _for_found(self, stmt: ir.ForRange, search: Search) -> None:
        """Python's own search is many times as fast as a test in each turn."""
        expressions, offset = self._expressions, self._code.arrays[search.array].offset + search.shift
        start, stop = (expressions.sum(offset, bound) for bound in (search.start, search.stop))
        wanted = expressions.value(search.wanted)
        if search.counter is not None:
            self._line(f"{expressions.local(search.counter)} += S[{start}:{stop}].count({wanted})")
        elif not search.asks_which:
            self._inner(f"if {expressions.value(search.wanted, BAR)} in S[{start}:{stop}]:", search.body)
        else:
            natural = isinstance(search.start, ir.Const) and search.start.value >= 0
            bound = search.stop.value if isinstance(search.stop, ir.Const) else NATURAL
            find = "found" if search.is_one_go else "next_found"
            head = f"for {expressions.local(stmt.name)} in {find}(S, {wanted}, {start}, {stop}, {offset:d}):"
            with self._below(stmt.name, bound if natural else None):
                self._inner(head, search.body)

    def _for_bits(self, stmt: ir.ForBits) -> None:
        kind = type_of(stmt.members, self._expressions.types, self._code)
        with self._below(stmt.name, kind.size if isinstance(kind, ir.Bits) else None):
            match stmt.members:
                case ir.Lookup(table, index):
                    members = f"{self._names.tables[table]}m[{self._expressions.value(index)}]"
                    self._inner(f"for {self._expressions.local(stmt.name)} in {members}:", stmt.body)
                case _:  # a set that has to be taken apart
                    self._for_members(stmt)

    def _for_members(self, stmt: ir.ForBits) -> None:
        rest, lowest = self._spare_name(), self._spare_name()
        self._line(f"{rest} = {self._expressions.value(stmt.members)}")
        self._line(f"while {rest}:")
        with self._deeper():
            self._line(f"{lowest} = {rest} & -{rest}")
            self._line(f"{self._expressions.local(stmt.name)} = {lowest}.bit_length() - 1")
            self._line(f"{rest} ^= {lowest}")
            self._block(stmt.body)

    @contextmanager
    def _below(self, name: str, bound: int | None) -> Iterator[None]:
        if bound is not None:
            self._expressions.below[name] = bound
        yield
        self._expressions.below.pop(name, None)
