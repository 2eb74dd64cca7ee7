"""Loops that test each member of a set become loops over the set of those that pass the test.

`for each Square: if it is empty and ahead of the Pawn: offer it` then goes over the intersection of two sets, of which
one is kept in the state and the other is looked up in a table that was worked out before. What depends on the variable
of a loop and on the state in another way is tested as before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dsl.ir import (
    INT,
    Binary,
    BinaryOp,
    Bits,
    Block,
    Call,
    Code,
    Const,
    Expr,
    ForBits,
    ForRange,
    FromWords,
    Function,
    Guard,
    If,
    Load,
    Local,
    Lookup,
    Mark,
    Return,
    Set,
    Single,
    Stmt,
    Table,
    Type,
    Unary,
    While,
)
from dsl.ir_types import is_truth, local_types, type_of
from dsl.ir_walk import expressions, locals_read, rebuild, statements, subexpressions, with_blocks, with_expressions
from interpreter.lean_effects import Effects
from interpreter.lean_ranges import Ranges
from interpreter.lean_static import Parameter, Tables
from interpreter.python_search import searched

LARGEST = 200  # expressions in what a call is written out as
NO, YES = Const(0), Const(1)


class _NotStatic(Exception):
    """An expression reads the state in a way that cannot be looked up."""


@dataclass
class Sets:
    """Rewrites all functions of a program."""

    code: Code
    ranges: Ranges
    tables: Tables
    effects: Effects
    _bodies: dict[str, Expr | None] = field(default_factory=dict)
    _masks: dict[str, Table] = field(default_factory=dict)

    def result(self) -> Code:
        functions = {name: _OneFunction(self, function).result() for name, function in self.code.functions.items()}
        return replace(self.code, functions=functions, tables={**self.code.tables, **self.tables.made, **self._masks})

    def all_or_none(self, size: int) -> str:
        """The table of the empty and the full set."""
        name = f"lean all or none {size}"
        self._masks[name] = Table(name, (0, (1 << size) - 1), Bits(size))
        return name

    def body(self, name: str) -> Expr | None:
        """What a value function returns, as one expression over its parameters; None where it is not one."""
        if name not in self._bodies:
            self._bodies[name] = self._as_expression(self.code.functions[name])
        return self._bodies[name]

    def _as_expression(self, function: Function) -> Expr | None:
        truth = self.ranges.known.get((function.name, "")) in ((0, 0), (0, 1), (1, 1))
        found = _returned([s for s in function.body if not isinstance(s, Mark)], {}, truth)
        return found if found is not None and len(subexpressions(found)) <= LARGEST else None


def _returned(body: list[Stmt], given: Mapping[str, Expr], truth: bool) -> Expr | None:
    """What a row of statements returns; `given` are the values of locals. Of truth values also by way of an `If`."""
    match body:
        case [Return(value), *_] if value is not None:
            return substituted(value, given)
        case [Set(name, value), *rest] if name not in given:
            return _returned(rest, {**given, name: substituted(value, given)}, truth)
        case [If(condition, (Return(Const(0 | 1 as early)),), ()), *rest] if truth:
            last = _returned(rest, given, truth)
            test = substituted(condition, given)
            if last is None:
                return None
            return Binary("or", test, last) if early else Binary("and", Unary("not", test), last)
    return None


def substituted(expr: Expr, given: Mapping[str, Expr]) -> Expr:
    """The expression with what these locals stand for in their place."""
    if isinstance(expr, Local):
        return given.get(expr.name, expr)
    return rebuild(expr, lambda operand: substituted(operand, given))


class _OneFunction:
    """Rewrites one function."""

    def __init__(self, sets: Sets, function: Function) -> None:
        self.sets = sets
        self.function = function
        self.code = sets.code
        self.types: dict[str, Type] = local_types(function, sets.code)
        self.spare = 0

    def result(self) -> Function:
        return replace(self.function, body=self.block(self.function.body))

    # ------------------------------------------------------------------------------------------------------ statements

    def block(self, block: Block) -> Block:
        return tuple(new for stmt in block for new in self.statement(stmt))

    def statement(self, stmt: Stmt) -> Block:
        match stmt:
            case ForRange(name, Const(0), Const(stop), body) if stop > 0:
                done = self.loop(stmt, name, Const((1 << stop) - 1, Bits(stop)), stop, body)
            case ForBits(name, members, body):
                kind = type_of(members, self.types, self.code)
                assert isinstance(kind, Bits)
                done = self.loop(stmt, name, members, kind.size, body)
            case _:
                done = (stmt,)
        return tuple(self._numbers(with_blocks(s, self.block)) for s in done)

    def loop(self, stmt: Stmt, name: str, members: Expr, size: int, body: Block) -> Block:
        body = tuple(s for s in body if not isinstance(s, Mark))
        match body:
            case (If(condition, then, ()),):
                lift = _Lift(self, name, size)
                if isinstance(stmt, ForRange) and searched(stmt):
                    return (stmt,)
                stays = self.sets.effects.unchanged
                kept = [c for c in conjuncts(condition) if not (stays(c, then) and lift.take(c))]
                if lift.found:
                    return lift.over(members, _when(kept, then))
            case (Set(total, Binary("|", Local(same), each)),) if total == same and name not in (total,):
                return self._gathered(stmt, name, members, size, total, each)
        return (stmt,)

    def _gathered(self, stmt: Stmt, name: str, members: Expr, size: int, total: str, each: Expr) -> Block:
        """A loop that gathers sets passes over what gives none."""
        lift = _Lift(self, name, size)
        if total in locals_read(each):
            return (stmt,)
        each = self.written_out(each)
        kept = [part for part in factors(each) if not lift.take_mask(part)]
        for part in kept:
            lift.take(Unary("not", Unary("empty", part)))
        if not lift.found:
            return (stmt,)
        kind = type_of(each, self.types, self.code)
        assert isinstance(kind, Bits)
        gather: Expr = kept[0] if kept else Const((1 << kind.size) - 1, kind)
        for part in kept[1:]:
            gather = Binary("&", gather, part)
        return lift.over(members, (Set(total, Binary("|", Local(total), gather)),))

    def written_out(self, expr: Expr) -> Expr:
        """The expression with its outermost call, if it is one of a single expression, written out."""
        while isinstance(expr, Call) and (body := self.sets.body(expr.function)) is not None:
            expr = self.inside(expr, body)
        return expr

    def inside(self, call: Call, body: Expr) -> Expr:
        names = (name for name, _ in self.code.functions[call.function].parameters)
        return substituted(body, dict(zip(names, call.arguments, strict=True)))

    # --------------------------------------------------------------------------------------------------------- numbers

    def _numbers(self, stmt: Stmt) -> Stmt:
        return with_expressions(stmt, self._looked_up)

    def _looked_up(self, expr: Expr) -> Expr:
        """The expression with calls of static functions as lookups."""
        if isinstance(expr, Call) and expr.function in self.sets.tables.static:
            found = self.sets.tables.numbers(*ready) if (ready := self._ready(expr)) else None
            if found is not None:
                return substituted(found, dict(self._given))
        return rebuild(expr, self._looked_up)

    def _ready(self, call: Call) -> tuple[Expr, tuple[Parameter, ...], Type] | None:
        names = [f"lean given {k}" for k in range(len(call.arguments))]
        self._given = dict(zip(names, call.arguments, strict=True))
        parameters: list[Parameter] = []
        arguments: list[Expr] = []
        for name, argument in self._given.items():
            known = self.sets.ranges.of_expression(self.function.name, argument)
            if isinstance(argument, Const):
                arguments.append(argument)
            elif known is None or type_of(argument, self.types, self.code) != INT or not _is_plain(argument):
                return None
            else:
                parameters.append((name, known))
                arguments.append(Local(name))
        kind = self.code.functions[call.function].result or INT
        return Call(call.function, tuple(arguments)), tuple(parameters), kind

    def fresh(self, value: Expr) -> str:
        """A new local for a number whose range is known."""
        self.spare += 1
        name = f"lean {self.spare}"
        known = self.sets.ranges.of_expression(self.function.name, value)
        if known is not None:
            self.sets.ranges.known[self.function.name, name] = known
        self.types[name] = type_of(value, self.types, self.code)
        return name


def _is_plain(expr: Expr) -> bool:
    return not any(isinstance(e, Call) for e in subexpressions(expr))


def conjuncts(condition: Expr) -> list[Expr]:
    """The conditions that all have to hold."""
    match condition:
        case Binary("and", left, right):
            return [*conjuncts(left), *conjuncts(right)]
    return [condition]


def factors(members: Expr) -> list[Expr]:
    """The sets of which a set is the intersection."""
    match members:
        case Binary("&", left, right):
            return [*factors(left), *factors(right)]
    return [members]


def _when(conditions: list[Expr], block: Block) -> Block:
    for condition in reversed(conditions):
        block = (If(condition, block),)
    return block


class _Lift:
    """What is said of the variable of one loop as sets. `named` are the numbers that are computed before it."""

    def __init__(self, outer: _OneFunction, name: str, size: int) -> None:
        self.outer = outer
        self.sets = outer.sets
        self.name = name
        self.size = size
        self.found: list[Expr] = []
        self.named: dict[Expr, str] = {}

    def take(self, condition: Expr) -> bool:
        """Takes a condition into the set; False if it has to be tested."""
        if self.name not in locals_read(condition):
            return False
        members = self.members(condition)
        if members is None:
            return False
        self.found.append(members)
        return True

    def take_mask(self, part: Expr) -> bool:
        """Takes what says whether a set is all or nothing."""
        match part:
            case Lookup(table, index) if self._is_mask(table):
                return self.take(index)
        return False

    def _is_mask(self, table: str) -> bool:
        found = self.outer.code.tables[table]
        return isinstance(found.type, Bits) and found.values == (0, (1 << found.type.size) - 1)

    def over(self, members: Expr, body: Block) -> Block:
        """The loop over the members for which all that was taken holds."""
        first = tuple(Set(local, value) for value, local in self.named.items())
        every: list[Expr] = [] if members == self._full() else [members]
        total, *others = [*every, *self.found]
        for part in others:
            total = Binary("&", total, part)
        return (*first, *self._turns(total, body))

    def _turns(self, members: Expr, body: Block) -> Block:
        match body:
            case (Return(Const() as value),):
                return (If(Unary("not", Unary("empty", members)), (Return(value),)),)
            case (Set(total, Binary("|", Local(same), Single(Local(self.name), self.size))),) if total == same:
                return (Set(total, Binary("|", Local(total), members)),)
        return (ForBits(self.name, members, body),)

    def _full(self) -> Const:
        return Const((1 << self.size) - 1, Bits(self.size))

    # ------------------------------------------------------------------------------------------------------ conditions

    def members(self, condition: Expr) -> Expr | None:
        """The set of the numbers for which the condition holds; None if it must be tested."""
        if self.name not in locals_read(condition):
            return self._all_or_none(condition)
        table = self._looked_up(condition)
        if table is not None:
            return table
        match condition:
            case Binary("and" | "or" as op, left, right):
                return self._joined("&" if op == "and" else "|", self.members(left), self.members(right))
            case Unary("not", operand):
                return self._complement(self.members(operand))
            case Binary("has", members, Local(self.name)) if self.name not in locals_read(members):
                kind = type_of(members, self.outer.types, self.outer.code)
                return members if kind == Bits(self.size) and self._safe(members) else None
            case Binary("==" | "!=" as op, left, right):
                found = self._equal(left, right) or self._equal(right, left)
                return found if op == "==" else self._complement(found)
            case Call(function):
                body = self.sets.body(function)
                return self.members(self.outer.inside(condition, body)) if body is not None else None
        return None

    def _joined(self, op: BinaryOp, one: Expr | None, other: Expr | None) -> Expr | None:
        return None if one is None or other is None else Binary(op, one, other)

    def _all_or_none(self, condition: Expr) -> Expr | None:
        truth = is_truth(condition) or self._range(condition) in ((0, 0), (0, 1), (1, 1))
        if not truth or not self._safe(condition):
            return None
        return Lookup(self.sets.all_or_none(self.size), condition)

    def _equal(self, variable: Expr, other: Expr) -> Expr | None:
        if variable != Local(self.name) or self.name in locals_read(other) or not self._safe(other):
            return None
        return Single(other, self.size)

    def _complement(self, members: Expr | None) -> Expr | None:
        return None if members is None else Binary("-bits", self._full(), members)

    # ---------------------------------------------------------------------------------------------------------- tables

    def _looked_up(self, condition: Expr) -> Expr | None:
        """The set as a lookup, if all that the condition reads besides the variable are numbers of small ranges."""
        terms: dict[Expr, Parameter] = {}
        try:
            bare = self._static(condition, terms)
        except _NotStatic:
            return None
        found = self.sets.tables.members(bare, (self.name, (0, self.size - 1)), tuple(terms.values()))
        if found is None:
            return None
        return substituted(found, {name: self._term(term) for term, (name, _) in terms.items()})

    def _term(self, term: Expr) -> Expr:
        """A number that does not change in the loop, computed before it."""
        if isinstance(term, Local):
            return term
        if term not in self.named:
            self.named[term] = self.outer.fresh(term)
        return Local(self.named[term])

    def _static(self, expr: Expr, terms: dict[Expr, Parameter]) -> Expr:
        """The expression with a parameter for each number that does not depend on the variable."""
        if isinstance(expr, Const) or expr == Local(self.name):
            return expr
        if self.name not in locals_read(expr):
            return self._parameter(expr, terms)
        if isinstance(expr, Load | FromWords):
            raise _NotStatic
        if isinstance(expr, Call) and expr.function not in self.sets.tables.static:
            body = self.sets.body(expr.function)
            if body is None:
                raise _NotStatic
            return self._static(self.outer.inside(expr, body), terms)
        return rebuild(expr, lambda operand: self._static(operand, terms))

    def _parameter(self, expr: Expr, terms: dict[Expr, Parameter]) -> Expr:
        if not locals_read(expr) and self._is_static(expr):
            return expr
        known = self._range(expr)
        inner = [self._range(Local(name)) for name in locals_read(expr)]
        if self._is_static(expr) and not isinstance(expr, Local):
            small = known is not None and all(r is None or known[1] - known[0] <= r[1] - r[0] for r in inner)
            if not small:
                return rebuild(expr, lambda operand: self._parameter(operand, terms))
        if known is None or type_of(expr, self.outer.types, self.outer.code) != INT or not self._safe(expr):
            raise _NotStatic
        if expr not in terms:
            terms[expr] = (f"lean term {len(terms)}", known)
        return Local(terms[expr][0])

    def _is_static(self, expr: Expr) -> bool:
        return not any(
            isinstance(e, Load) or (isinstance(e, Call) and e.function not in self.sets.tables.static)
            for e in subexpressions(expr)
        )

    def _range(self, expr: Expr) -> tuple[int, int] | None:
        return self.sets.ranges.of_expression(self.outer.function.name, expr)

    def _safe(self, expr: Expr) -> bool:
        """Whether it can be computed where the loop might never have come to it: no index can be outside, no call is
        long."""
        for e in subexpressions(expr):
            match e:
                case Load(array, index):
                    if not self._inside(index, self.outer.code.arrays[array].count):
                        return False
                case Lookup(table, index):
                    if not self._inside(index, len(self.outer.code.tables[table].values)):
                        return False
                case Call(function):
                    if not self._short(function):
                        return False
        return True

    def _inside(self, index: Expr, count: int) -> bool:
        known = self._range(index)
        return known is not None and known[0] >= 0 and known[1] < count

    def _short(self, function: str) -> bool:
        """Whether a function has no loops and cannot fail, nor what it calls."""
        found = self.outer.code.functions[function]
        inside = [e for s in statements(found.body) for e in _expressions(s)]
        long = any(isinstance(s, ForBits | ForRange | While | Guard) for s in statements(found.body))
        return not long and all(self._short(e.function) for e in inside if isinstance(e, Call))


def _expressions(stmt: Stmt) -> list[Expr]:
    return [e for outer in expressions(stmt) for e in subexpressions(outer)]
