"""Loops that test each member of a set become loops over the set of those that pass the test.

`for each Square: if it is empty and ahead of the Pawn: offer it` then goes over the intersection of two sets, of which
one is kept in the state and the other is looked up in a table that was worked out before. What depends on the variable
of a loop and on the state in another way is tested as before.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce

from dsl.ir import nodes as ir
from dsl.ir.types import is_truth
from dsl.ir.visit import call_graph, callees_first, conjuncts, locals_read, where, with_blocks, with_expressions
from dsl.optimise.constant_tables import MOST
from dsl.optimise.dependencies import Shared, Terms, factors, is_fixed, substituted
from dsl.optimise.nearest_on_line import along_lines
from dsl.optimise.searches import searched
from dsl.optimise.set_expressions import Lift, when_any
from dsl.optimise.tabulation import as_a_whole


def over_sets(shared: Shared) -> ir.Code:
    """The program with all functions rewritten, each after those that it calls, to make use of what became of them."""
    for name in callees_first(call_graph(shared.code)):
        function = shared.code.functions[name]
        function = replace(function, body=_Loops(Terms(shared, function)).block(function.body))
        shared.put(function)
        shared.put(as_a_whole(Terms(shared, function), function))
    return shared.code


class _Loops:
    """Rewrites one function."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def block(self, block: ir.Block) -> ir.Block:
        return _shorter(tuple(new for stmt in block for new in self.statement(stmt)))

    def statement(self, stmt: ir.Stmt) -> ir.Block:
        match stmt:
            case ir.ForRange(name, ir.Const(start), ir.Const(stop), body) if 0 <= start < stop and not searched(stmt):
                every = ir.Const((1 << stop) - (1 << start), ir.Bits(stop))
                done = self.loop(stmt, name, every, Lift(self.terms, name, start, stop), body)
            case ir.ForBits(name, members, body):
                kind = self.terms.type(members)
                assert isinstance(kind, ir.Bits)
                done = self.loop(stmt, name, members, Lift(self.terms, name, 0, kind.size), body)
            case _:  # no loop
                done = (stmt,)
        done = tuple(with_expressions(with_blocks(s, self.block), self.terms.looked_up) for s in done)
        return tuple(new for s in done for new in along_lines(self.terms, s))

    def loop(self, stmt: ir.Stmt, name: str, members: ir.Expr, lift: Lift, body: ir.Block) -> ir.Block:
        """`members` are all that the variable can be."""
        body = tuple(s for s in body if not isinstance(s, ir.Mark))
        match body:
            case (ir.If(condition, then, ()),):
                stays = self.terms.shared.effects.unchanged
                kept = [k for c in conjuncts(condition) for k in (lift.take_parts(c) if stays(c, then) else [c])]
                if lift.found:
                    return lift.over(members, where(kept, then))
            case (ir.Set(total, ir.Binary("|", ir.Local(same), each)),) if total == same and total not in locals_read(
                each
            ):
                return self._gathered(stmt, members, lift, total, self.terms.written_out(each))
            case (*before, ir.ForBits(_, inner)) if all(isinstance(s, ir.Set) for s in before):
                self._nested(lift, [s for s in before if isinstance(s, ir.Set)], inner, body)
                if lift.found:
                    return lift.over(members, body)
            case (ir.Return(ir.Const()),) if isinstance(stmt, ir.ForBits):
                return when_any(members, body)
            case _:  # no form that is known to need no loop
                pass
        return (stmt,)

    def _gathered(self, stmt: ir.Stmt, members: ir.Expr, lift: Lift, total: str, each: ir.Expr) -> ir.Block:
        """A loop that gathers sets passes over what gives none."""
        kept = self._at_once([part for part in factors(each) if not lift.take_mask(part)], lift)
        for part in kept:
            lift.take(ir.Unary("not", ir.Unary("empty", part)))
        if not lift.found:
            return (stmt,)
        kind = self.terms.type(each)
        assert isinstance(kind, ir.Bits)
        gather: ir.Expr = kept[0] if kept else ir.Const((1 << kind.size) - 1, kind)
        for part in kept[1:]:
            gather = ir.Binary("&", gather, part)
        return lift.over(members, (ir.Set(total, ir.Binary("|", ir.Local(total), gather)),))

    def _at_once(self, parts: list[ir.Expr], lift: Lift) -> list[ir.Expr]:
        """The parts of an intersection, where those that are looked up by the same numbers are one table."""
        tables, fixed = self.terms.shared.tables, [part for part in parts if is_fixed(part)]
        starts = {name for part in fixed for name in locals_read(part)} - {lift.name}
        known = self.terms.range(ir.Local(min(starts))) if len(starts) == 1 and len(fixed) > 1 else None
        if known is None or (known[1] - known[0] + 1) * lift.size > MOST:
            return parts
        kind, numbers = self.terms.type(fixed[0]), ((min(starts), known), (lift.name, (0, lift.size - 1)))
        values = tables.each(reduce(partial(ir.Binary, "&"), fixed), numbers, kind)
        one = ir.Lookup(tables.table(tuple(values or ()), kind), tables.index(numbers))
        return [one, *(part for part in parts if part not in fixed)] if values else parts

    def _nested(self, lift: Lift, before: list[ir.Set], inner: ir.Expr, body: ir.Block) -> None:
        """A loop of loops passes over what has no turn inside."""
        given: dict[str, ir.Expr] = {}
        for stmt in before:
            given[stmt.name] = substituted(stmt.value, given)
        for part in factors(substituted(inner, given)):
            if self.terms.shared.effects.unchanged(part, body):
                lift.take(ir.Unary("not", ir.Unary("empty", part)))


def _shorter(block: ir.Block) -> ir.Block:
    """A block without a loop or a test for what it returns, where it only returns what a set or a condition says."""
    match block:
        case (*before, ir.ForBits(name, members, (ir.Return(ir.Local(same)),)), ir.Return(ir.Const(-1))) if (
            name == same
        ):
            return (*before, ir.Return(ir.Unary("first", members)))
        case (*before, ir.If(condition, (ir.Return(ir.Const(1)),), ()), ir.Return(ir.Const(0))) if is_truth(condition):
            return (*before, ir.Return(condition))
        case _:  # returns something else
            return block
