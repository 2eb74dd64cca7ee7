"""What is said of the variable of one loop, as sets: looked up, kept in the state, or kept by a mirror of an array."""

from __future__ import annotations

from functools import partial, reduce

from dsl.ir import nodes as ir
from dsl.ir.types import is_truth
from dsl.ir.visit import conjuncts, locals_read, rebuild, subexpressions
from dsl.optimise.constant_tables import Parameter
from dsl.optimise.dependencies import TRUTHS, NotStatic, Terms, factors, substituted
from dsl.optimise.materialized_sets import READ, Source

MOST_STEPS = 2  # distances by which a set is moved instead of testing each number
WIDEST = 50  # expressions in a part of a condition that is written out

Reads = set[tuple[str, int]]  # arrays that are read at the variable, and how far from it


class Lift:
    """Takes conditions into the set over which a loop goes. The variable is a number from `start` to before `size`.

    Nothing in the loop may change what is taken. `named` are the numbers that are computed before the loop.
    """

    def __init__(self, terms: Terms, name: str, start: int, size: int) -> None:
        self.terms = terms
        self.shared = terms.shared
        self.name = name
        self.start, self.size = start, size
        self.found: list[ir.Expr] = []
        self.named: dict[ir.Expr, str] = {}

    # ----------------------------------------------------------------------------------------------------------- taking

    def take(self, condition: ir.Expr) -> bool:
        """Takes a condition into the set; False if it has to be tested."""
        if self.name not in locals_read(condition):
            return False
        members = self.members(condition)
        if members is None:
            return False
        self.found.append(members)
        return True

    def take_parts(self, condition: ir.Expr) -> list[ir.Expr]:
        """Takes what can be taken of a condition; returns what has to be tested, the condition itself if it is all."""
        if self.name not in locals_read(condition):
            return [condition]
        if self.take(condition):
            return []
        written = self.terms.written_out(condition)
        parts = [] if written == condition else conjuncts(written)
        if len(parts) < 2 or any(len(subexpressions(part)) > WIDEST for part in parts):
            return [condition]
        before = len(self.found)
        kept = [rest for part in parts for rest in self.take_parts(part)]
        return kept if len(self.found) > before else [condition]

    def take_mask(self, part: ir.Expr) -> bool:
        """Takes what says whether a set is all or nothing."""
        match part:
            case ir.Lookup(table, index) if self._is_mask(table):
                return self.take(index)
            case _:  # is no mask
                return False

    def _is_mask(self, table: str) -> bool:
        found = self.terms.code.tables[table]
        return isinstance(found.type, ir.Bits) and found.values == (0, (1 << found.type.size) - 1)

    # --------------------------------------------------------------------------------------------------------- the loop

    def over(self, members: ir.Expr, body: ir.Block) -> ir.Block:
        """The loop over the members for which all that was taken holds."""
        first = tuple(ir.Set(local, value) for value, local in self.named.items())
        every: list[ir.Expr] = [] if members == self.full() else [members]
        total, *others = self._looked_up_at_once([*every, *(part for found in self.found for part in factors(found))])
        for part in others:
            total = ir.Binary("&", total, part)
        return (*first, *self._turns(total, body))

    def _looked_up_at_once(self, parts: list[ir.Expr]) -> list[ir.Expr]:
        """The parts of an intersection, where those that are looked up by the same number are one table."""
        tables, found = self.terms.code.tables, dict[object, ir.Expr]()
        for part in parts:
            match part:
                case ir.Lookup(name, index):
                    table = tables[name]
                    key: object = (index, table.type, len(table.values))
                    if isinstance(other := found.get(key), ir.Lookup):
                        both = zip(tables[other.table].values, table.values, strict=True)
                        part = ir.Lookup(self.shared.tables.table(tuple(a & b for a, b in both), table.type), index)
                case _:  # no table: it stays as it is
                    key = part
            found[key] = part
        return list(found.values())

    def _turns(self, members: ir.Expr, body: ir.Block) -> ir.Block:
        match body:
            case (ir.Return(ir.Const() as value),):
                return when_any(members, (ir.Return(value),))
            case (ir.Set(total, ir.Binary("|", ir.Local(same), ir.Single(ir.Local(self.name), self.size))),) if (
                total == same
            ):
                return (ir.Set(total, ir.Binary("|", ir.Local(total), members)),)
            case (ir.Set(total, ir.Binary("+", ir.Local(same), ir.Const(1))),) if total == same:
                return (ir.Set(total, ir.Binary("+", ir.Local(total), ir.Unary("count", members))),)
            case _:  # is done turn by turn
                return (ir.ForBits(self.name, members, body),)

    def full(self) -> ir.Const:
        """All numbers that the variable can be."""
        return ir.Const((1 << self.size) - (1 << self.start), ir.Bits(self.size))

    # ------------------------------------------------------------------------------------------------------ conditions

    def members(self, condition: ir.Expr) -> ir.Expr | None:
        """The set of the numbers for which the condition holds; None if it must be tested."""
        if self.name not in locals_read(condition):
            return self._all_or_none(condition)
        table = self._looked_up(self._parted(condition))
        if table is not None:
            return table
        match condition:
            case ir.Binary("and" | "or" as op, left, right):
                return _joined("&" if op == "and" else "|", self.members(left), self.members(right))
            case ir.Unary("not", operand):
                return self._complement(self.members(operand))
            case ir.Binary("has", members, ir.Local(self.name)) if self.name not in locals_read(members):
                fits = self.terms.type(members) == ir.Bits(self.size) and self.terms.safe(members)
                return self._within(members) if fits else None
            case ir.Binary("has", members, number) if self.name not in locals_read(members):
                return self._led_into(members, number)
            case ir.Binary("==" | "!=" as op, left, right):
                found = self._equal(left, right) or self._equal(right, left)
                return found if op == "==" else self._complement(found)
            case ir.Call(function):
                body = self.shared.body(function)
                return self.members(self.terms.inside(condition, body)) if body is not None else None
            case _:  # is tested number by number
                return None

    def _parted(self, condition: ir.Expr) -> ir.Expr:
        """That a sum is some number, with all that does not depend on the variable on one side: it is one number."""
        match condition:
            case ir.Binary("==", ir.Binary("+", each, other), right) if self.name in locals_read(each):
                fixed = ir.Binary("-", right, other)
                if self.name not in locals_read(fixed) and self.terms.range(fixed) is not None:
                    return ir.Binary("==", each, fixed)
            case _:  # stays as it is
                pass
        return condition

    def _all_or_none(self, condition: ir.Expr) -> ir.Expr | None:
        truth = is_truth(condition) or self.terms.range(condition) in TRUTHS
        if not truth or not self.terms.safe(condition):
            return None
        return ir.Lookup(self.shared.all_or_none(self.size), condition)

    def _led_into(self, members: ir.Expr, number: ir.Expr) -> ir.Expr | None:
        """The numbers that a step leads into a set, where it is as far from all of them, as with neighbours on a grid:
        that set, moved as far back. They are few distances at most."""
        kind, terms, reads = self.terms.type(members), dict[ir.Expr, Parameter](), Reads()
        assert isinstance(kind, ir.Bits)
        try:
            bare = self._static(number, terms, reads)
        except NotStatic:
            return None
        goals = None if terms or reads else self.shared.tables.each(bare, ((self.name, (0, self.size - 1)),), ir.INT)
        if goals is None or not self.terms.safe(members):
            return None
        back: dict[int, int] = {}
        for k, goal in enumerate(goals):
            if k >= self.start and 0 <= goal < kind.size:
                back[k - goal] = back.get(k - goal, 0) | 1 << k
        if not 0 < len(back) <= MOST_STEPS:
            return None
        first, *others = (
            ir.Binary("&", ir.Shifted(members, ir.Const(by), self.size), ir.Const(there, ir.Bits(self.size)))
            for by, there in back.items()
        )
        return reduce(partial(ir.Binary, "|"), others, first)

    def _equal(self, variable: ir.Expr, other: ir.Expr) -> ir.Expr | None:
        if variable != ir.Local(self.name) or self.name in locals_read(other) or not self.terms.safe(other):
            return None
        return self._within(ir.Single(other, self.size))

    def _within(self, members: ir.Expr) -> ir.Expr:
        """Without what is below the first number that the variable can be."""
        return ir.Binary("&", members, self.full()) if self.start else members

    def _complement(self, members: ir.Expr | None) -> ir.Expr | None:
        return None if members is None else ir.Binary("-bits", self.full(), members)

    # ---------------------------------------------------------------------------------------------------------- tables

    def _looked_up(self, condition: ir.Expr) -> ir.Expr | None:
        """The set as a lookup, if all that the condition reads besides the variable are numbers of small ranges; or
        kept by a mirror, if it reads one array, too, at the variable."""
        terms: dict[ir.Expr, Parameter] = {}
        reads: Reads = set()
        try:
            bare = self._static(condition, terms, reads)
        except NotStatic:
            return None
        variable, parameters = (self.name, (self.start, self.size - 1)), tuple(terms.values())
        if reads:
            ((array, shift),) = reads
            found = self.shared.mirrors.members(bare, variable, Source(array, shift), parameters)
        else:
            found = self.shared.tables.members(bare, variable, parameters)
        if found is None:
            return None
        return substituted(found, {name: self._term(term) for term, (name, _) in terms.items()})

    def _term(self, term: ir.Expr) -> ir.Expr:
        """A number that does not change in the loop, computed before it."""
        if isinstance(term, ir.Local):
            return term
        if term not in self.named:
            self.named[term] = self.terms.fresh(term)
        return ir.Local(self.named[term])

    def _static(self, expr: ir.Expr, terms: dict[ir.Expr, Parameter], reads: Reads) -> ir.Expr:
        """The expression with a parameter for each number that does not depend on the variable."""
        if isinstance(expr, ir.Const) or expr == ir.Local(self.name):
            return expr
        if self.name not in locals_read(expr):
            return self.terms.parameter(expr, terms)
        if isinstance(expr, ir.Load):
            return self._read(expr, reads)
        if isinstance(expr, ir.FromWords):
            raise NotStatic
        if isinstance(expr, ir.Call) and expr.function not in self.shared.tables.static:
            body = self.shared.body(expr.function)
            if body is None:
                raise NotStatic
            return self._static(self.terms.inside(expr, body), terms, reads)
        return rebuild(expr, lambda operand: self._static(operand, terms, reads))

    def _read(self, expr: ir.Load, reads: Reads) -> ir.Expr:
        """What stands in an array at the variable, as a parameter of its own; of one array only."""
        match expr.index:
            case ir.Local(self.name):
                reads.add((expr.array, 0))
            case ir.Binary("+", ir.Local(self.name), ir.Const(by)):
                reads.add((expr.array, by))
            case ir.Binary("-", ir.Local(self.name), ir.Const(by)):
                reads.add((expr.array, -by))
            case _:
                raise NotStatic
        if len(reads) > 1:
            raise NotStatic
        return ir.Local(READ)


def _joined(op: ir.BinaryOp, one: ir.Expr | None, other: ir.Expr | None) -> ir.Expr | None:
    return None if one is None or other is None else ir.Binary(op, one, other)


def when_any(members: ir.Expr, block: ir.Block) -> ir.Block:
    """The block, if the set has a member."""
    return (ir.If(ir.Unary("not", ir.Unary("empty", members)), block),)
