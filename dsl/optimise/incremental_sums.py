"""Sums over all elements of arrays, kept up to date instead of gone through: of what each element adds by itself.

Positions are compared by such sums, as it does not matter which of several equal pieces stands where. When an element
changes, what it added is taken from the sum and what it adds now is put to it. Attempts in which nobody asks for the
sum do not do so (see `lean_attempts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dsl.ir import nodes as ir
from dsl.ir.layout import layout
from dsl.ir.visit import expressions, locals_read, rebuild, statements, subexpressions, with_blocks, with_expressions
from dsl.optimise.constant_tables import plus
from dsl.optimise.location_index import kept_in

FEW = 8  # elements that are sooner gone over

Read = tuple[str, int]  # an array, and how far from the number of the turn


@dataclass(frozen=True)
class Sum:
    """What the numbers from `start` to before `stop` add, modulo `modulus`: function `each` of the number and the
    `reads`, kept in the array `name`. Where not all numbers have an element, the `elements` are got by functions."""

    name: str
    each: ir.Function
    start: int
    stop: int
    modulus: int
    reads: tuple[Read, ...]
    elements: tuple[ir.Function | None, ...]

    def now(self, number: ir.Expr) -> ir.Expr:
        """What a number adds."""
        read = (
            ir.Load(array, plus(number, by)) if element is None else ir.Call(element.name, (number,))
            for (array, by), element in zip(self.reads, self.elements, strict=True)
        )
        return ir.Call(self.each.name, (number, *read))


def keep_sums(code: ir.Code) -> ir.Code:
    """The program with the sums that can be kept."""
    if ir.DERIVE not in code.functions:
        return code
    return _Sums(code).result()


@dataclass
class _Sums:
    code: ir.Code
    made: list[Sum] = field(default_factory=list)

    def result(self) -> ir.Code:
        functions = {name: self._function(function) for name, function in self.code.functions.items()}
        if not self.made:
            return self.code
        functions = {n: replace(f, body=self._block(f.body)) for n, f in functions.items()}
        derive = functions[ir.DERIVE]
        anew = tuple(stmt for kept in self.made for stmt in self._anew(kept))
        functions[ir.DERIVE] = replace(derive, body=(*derive.body, *anew))
        more = (function for kept in self.made for function in (kept.each, *kept.elements) if function is not None)
        functions.update({function.name: function for function in more})
        new = {kept.name: ir.Array(kept.name, 1, section="derived") for kept in self.made}
        return replace(self.code, functions=functions, arrays=layout({**self.code.arrays, **new}))

    # --------------------------------------------------------------------------------------------------------- asking

    def _function(self, function: ir.Function) -> ir.Function:
        if function.kind != "value":
            return function
        return replace(function, body=tuple(new for stmt in function.body for new in self._sum(stmt, function)))

    def _sum(self, stmt: ir.Stmt, function: ir.Function) -> ir.Block:
        """A loop that does nothing but to sum up, by its sums."""
        match stmt:
            case ir.ForRange(name, ir.Const(start), ir.Const(stop), body) if stop - start > FEW and start >= 0:
                found = _Adding(self.code, name, start, stop, body)
            case _:  # no loop over all elements
                return (stmt,)
        outside = {n for s in statements(function.body) if s not in set(statements((stmt,))) for n in _read(s)}
        if not found.plain or outside & found.temporary or not found.totals:
            return (stmt,)
        sums = [found.sum(total, len(self.made) + k + 1) for k, total in enumerate(found.totals)]
        self.made += sums
        return tuple(_added(total, kept) for total, kept in zip(found.totals, sums, strict=True))

    # --------------------------------------------------------------------------------------------------------- keeping

    def _block(self, block: ir.Block) -> ir.Block:
        return kept_in(block, self._stored)

    def _stored(self, stmt: ir.Stmt) -> ir.Block:
        concerned = [
            (kept, by)
            for kept in self.made
            for array, by in kept.reads
            if isinstance(stmt, ir.Store) and array == stmt.array
        ]
        if not concerned or not isinstance(stmt, ir.Store):
            return (with_blocks(stmt, self._block),)
        index, value = ir.Local("lean index"), ir.Local("lean value")
        before: list[ir.Stmt] = []
        after: list[ir.Stmt] = []
        for k, (kept, by) in enumerate(concerned):
            old = ir.Local(f"lean old {k}")
            number = plus(index, -by)
            there = ir.Binary(
                "and", ir.Binary(">=", number, ir.Const(kept.start)), ir.Binary("<", number, ir.Const(kept.stop))
            )
            before += [ir.Set(old.name, ir.Const(0)), ir.If(there, (ir.Set(old.name, kept.now(number)),))]
            change = ir.Binary("+", kept.now(number), ir.Binary("-", ir.Const(kept.modulus), old))
            after.append(ir.If(there, (_put(kept, change),)))
        moves = ir.If(
            ir.Binary("!=", ir.Load(stmt.array, index), value), (*before, ir.Store(stmt.array, index, value), *after)
        )
        return (ir.Set(index.name, stmt.index), ir.Set(value.name, stmt.value), moves)

    def _anew(self, kept: Sum) -> ir.Block:
        index = ir.Local("lean index")
        turns = ir.ForRange(index.name, ir.Const(kept.start), ir.Const(kept.stop), (_put(kept, kept.now(index)),))
        return (ir.Store(kept.name, ir.Const(0), ir.Const(0)), turns)


class _Adding:
    """A loop, as far as it is nothing but sums: `totals` with what they are modulo. `plain`: it is nothing else."""

    def __init__(self, code: ir.Code, name: str, start: int, stop: int, body: ir.Block) -> None:
        self.code = code
        self.name, self.start, self.stop = name, start, stop
        self.body = body
        self.totals: dict[str, int] = {}
        self.reads: dict[Read, str] = {}
        self.plain = all(isinstance(s, ir.Set | ir.If) for s in statements(body)) and self._goes(body, {name})
        self.temporary = {s.name for s in statements(body) if isinstance(s, ir.Set)} - set(self.totals)

    def _goes(self, block: ir.Block, known: set[str]) -> bool:
        """Whether each line reads nothing but what this turn has given a value; `known` are these locals."""
        for stmt in block:
            match stmt:
                case ir.Set(total, ir.Binary("%", ir.Binary("+", ir.Local(same), each), ir.Const(modulus))) if (
                    same == total and total not in known and self.totals.get(total, modulus) == modulus
                ):
                    if not self._reads(each, known) or modulus <= 0:
                        return False
                    self.totals[total] = modulus
                case ir.Set(name, value):
                    if not self._reads(value, known) or name in self.totals:
                        return False
                    known.add(name)
                case ir.If(condition, then, ()):
                    if not self._reads(condition, known) or not self._goes(then, {*known}):
                        return False
                case _:  # does more than add
                    return False
        return True

    def _reads(self, expr: ir.Expr, known: set[str]) -> bool:
        if not locals_read(expr) <= known - set(self.totals):
            return False
        return all(self._is_own(e) for e in subexpressions(expr) if isinstance(e, ir.Load | ir.Call))

    def _is_own(self, expr: ir.Expr) -> bool:
        """Whether what is read is an element of the turn's number."""
        match expr:
            case ir.Load(array, ir.Local(self.name)):
                by = 0
            case ir.Load(array, ir.Binary("+", ir.Local(self.name), ir.Const(by))):
                pass
            case ir.Load(array, ir.Binary("-", ir.Local(self.name), ir.Const(off))):
                by = -off
            case _:  # read elsewhere than at the element
                return False
        found = self.code.arrays[array]
        if found.section != "position" or found.type != ir.INT:
            return False
        self.reads.setdefault((array, by), f"lean read {len(self.reads)}")
        return True

    def sum(self, total: str, number: int) -> Sum:
        """What keeps one of the totals."""
        parameters = tuple((name, ir.INT) for name in (self.name, *self.reads.values()))
        body = (ir.Set(total, ir.Const(0)), *self._only(self.body, total), ir.Return(ir.Local(total)))
        each = ir.Function(f"lean each {number}", "value", parameters, body, ir.INT)
        span = (self.start, self.stop)
        elements = tuple(self._element(array, by) for array, by in self.reads)
        return Sum(f"lean.sum {number}", each, *span, self.totals[total], tuple(self.reads), elements)

    def _element(self, array: str, by: int) -> ir.Function | None:
        """What gives the element of each number, 0 where it has none; None where all have one."""
        count, index = self.code.arrays[array].count, plus(ir.Local("number"), by)
        if self.start + by >= 0 and self.stop + by <= count:
            return None
        there = ir.Binary("and", ir.Binary(">=", index, ir.Const(0)), ir.Binary("<", index, ir.Const(count)))
        body = (ir.If(there, (ir.Return(ir.Load(array, index)),)), ir.Return(ir.Const(0)))
        return ir.Function(f"lean element {by} of {array}", "value", (("number", ir.INT),), body, ir.INT)

    def _only(self, block: ir.Block, total: str) -> ir.Block:
        lines = (s for s in block if not (isinstance(s, ir.Set) and s.name in self.totals and s.name != total))
        inner = (with_blocks(s, lambda b: self._only(b, total)) for s in lines)
        return tuple(with_expressions(s, self._given) for s in inner)

    def _given(self, expr: ir.Expr) -> ir.Expr:
        match expr:
            case ir.Load(array, ir.Local(self.name)):
                return ir.Local(self.reads[array, 0])
            case ir.Load(array, ir.Binary("+", ir.Local(self.name), ir.Const(by))):
                return ir.Local(self.reads[array, by])
            case ir.Load(array, ir.Binary("-", ir.Local(self.name), ir.Const(by))):
                return ir.Local(self.reads[array, -by])
            case _:  # reads no element at the turn: its operands may
                return rebuild(expr, self._given)


def _read(stmt: ir.Stmt) -> Mapping[str, None]:
    return {name: None for expr in expressions(stmt) for name in locals_read(expr)}


def _added(total: str, kept: Sum) -> ir.Set:
    both = ir.Binary("+", ir.Local(total), ir.Load(kept.name, ir.Const(0)))
    return ir.Set(total, ir.Binary("%", both, ir.Const(kept.modulus)))


def _put(kept: Sum, more: ir.Expr) -> ir.Store:
    both = ir.Binary("+", ir.Load(kept.name, ir.Const(0)), more)
    return ir.Store(kept.name, ir.Const(0), ir.Binary("%", both, ir.Const(kept.modulus)))
