"""Between which bounds every number of a program stays: an analysis of the whole program, before suspension.

What is found holds for every state that the program itself can bring about. A number of which nothing is known has no
range. Loops that count without a bound are given up after a few rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.layout import FIRST
from dsl.ir.program import Decision, Slot
from dsl.ir.types import is_truth, local_types, type_of
from dsl.ir.visit import assigned, blocks, calls, expressions, statements, subexpressions
from dsl.optimise.condition_facts import EVERY, Facts, between, ends, hull, narrowed, told, without
from dsl.optimise.intervals import ARITHMETIC, Range, remainder, worked_out

Key = tuple[str, str]  # a function and one of its locals, "" for its result; or "" and an array

Found = Range | str | None  # "any number" where nothing is known, None where there is none yet

_ANY = "any number"
TRUTH = (0, 1)
PATIENCE = 6  # in how many rounds a range may grow before it is given up
FAR = 2**40  # a number beyond is as good as unbounded


@dataclass
class Ranges:
    """`known` are the ranges that were found; what is in `lost` has none, what is in neither never gets a value."""

    code: ir.Code
    decisions: Sequence[Decision] = ()
    known: dict[Key, Range] = field(default_factory=dict)
    lost: set[Key] = field(default_factory=set)
    tables: dict[str, Range] = field(default_factory=dict)
    _grown: dict[Key, set[int]] = field(default_factory=dict)
    _round: int = 0
    _changed: bool = False
    _facts: Facts = field(default_factory=dict)
    _types: dict[str, dict[str, ir.Type]] = field(default_factory=dict)  # of the locals of functions
    _inside: dict[int, tuple[list[ir.Call], set[str]]] = field(default_factory=dict)  # by statement, for all rounds

    @staticmethod
    def of(code: ir.Code, decisions: Sequence[Decision] = ()) -> Ranges:
        """The ranges of a checked program. What is called from outside, not for its `decisions`, gets any number."""
        found = Ranges(code, decisions)
        found._begin()
        found._changed = True
        while found._changed:
            found._changed = False
            found._round += 1
            for function in code.functions.values():
                found._block(function, function.body, {})
            found._facts = {}
        return found

    # ------------------------------------------------------------------------------------------------------- questions

    def of_expression(self, function: str, expr: ir.Expr) -> Range | None:
        """The range of a number in a function; None where it is not known."""
        found = self._range(function, expr)
        return found if isinstance(found, tuple) else None

    # -------------------------------------------------------------------------------------------------------- the start

    def _begin(self) -> None:
        for array in self.code.arrays.values():
            if array.name in FIRST:
                self.lost.add(("", array.name))
            else:
                self.known["", array.name] = (array.initial, array.initial)
        for name in self._called_from_outside():
            self.lost.update((name, parameter) for parameter, _ in self.code.functions[name].parameters)

    def _called_from_outside(self) -> set[str]:
        """The functions that can be called with numbers of which the program says nothing."""
        every = [stmt for function in self.code.functions.values() for stmt in statements(function.body)]
        called = {name for function in self.code.functions.values() for name in calls(function.body)}
        chosen = {stmt.site for stmt in every if isinstance(stmt, ir.Choose)}
        asked, others = set[str](), set[str]()
        for site, decision in enumerate(self.decisions):
            needs = {need.function for alternative in decision.alternatives for need in alternative.needs}
            (asked if site in chosen else others).update(
                {decision.options, decision.candidates, decision.allowed, *needs}
            )
            if decision.several is not None:
                others |= {decision.several.within, *(need.function for need in decision.several.needs)}
        return (self.code.functions.keys() - called - asked) | (self.code.functions.keys() & others)

    def _give(self, key: Key, value: Found) -> None:
        """Widens a range so that it holds these numbers; "lost" are any numbers, None is none yet."""
        if value is None or key in self.lost:
            return
        if isinstance(value, str):
            self._lose(key)
            return
        old = self.known.get(key)
        new = value if old is None else (min(old[0], value[0]), max(old[1], value[1]))
        if new == old:
            return
        self._grown.setdefault(key, set()).add(self._round)
        if len(self._grown[key]) > PATIENCE or new[0] < -FAR or new[1] > FAR:
            self._lose(key)
            return
        self.known[key] = new
        self._changed = True

    def _lose(self, key: Key) -> None:
        self.lost.add(key)
        self.known.pop(key, None)
        self._changed = True

    # ------------------------------------------------------------------------------------------------------- statements

    def _block(self, function: ir.Function, block: ir.Block, facts: Facts) -> Facts:
        """`facts` are what is known before the block; gives what is known behind it, where anything comes there."""
        for stmt in block:
            self._facts = facts
            given = self._statement(function, stmt)
            facts = self._behind(function, stmt, given, facts)
        return facts

    def _behind(self, function: ir.Function, stmt: ir.Stmt, given: Found, facts: Facts) -> Facts:
        """What is known behind a statement that gave this to its local. The blocks inside it are gone through."""
        if isinstance(stmt, ir.If):
            then = self._block(function, stmt.then, told(stmt.condition, True, facts))
            otherwise = self._block(function, stmt.otherwise, told(stmt.condition, False, facts))
            if ends(stmt.then) or ends(stmt.otherwise):
                return otherwise if ends(stmt.then) else then
            return hull(then, otherwise, lambda name: _whole(self._looked_up((function.name, name))))
        if isinstance(stmt, ir.Guard):
            return told(stmt.condition, True, facts)
        facts = without(facts, self._within(stmt)[1])
        if isinstance(stmt, ir.Set | ir.Choose):
            return facts if isinstance(given, str) else {**facts, stmt.name: between(given)}
        inside = facts
        if isinstance(stmt, ir.While):
            inside = told(stmt.condition, True, facts)
        elif isinstance(stmt, ir.ForRange | ir.ForBits) and not isinstance(given, str):
            inside = {**facts, stmt.name: between(given)}
        for inner in blocks(stmt):
            self._block(function, inner, inside)
        return facts

    def _statement(self, function: ir.Function, stmt: ir.Stmt) -> Found:
        """Takes in what a statement says of itself; gives the numbers that its local gets, if it is given any."""
        name = function.name
        for call in self._within(stmt)[0]:
            self._pass_on(name, call.function, call.arguments)
        match stmt:
            case ir.Store(array, _, value):
                self._give(("", array), self._range(name, value))
            case ir.Return(value) if value is not None:
                self._give((name, ""), self._range(name, value))
            case ir.Perform(procedure, arguments):
                self._pass_on(name, procedure, arguments)
            case ir.Set() | ir.ForRange() | ir.ForBits() | ir.Choose():
                given = self._given(function, stmt)
                self._give((name, stmt.name), given)
                return given
            case (
                ir.Poke() | ir.Offer() | ir.Guard() | ir.Mark() | ir.CallStatus() | ir.If() | ir.While() | ir.Attempt()
            ):
                pass
            case ir.Break() | ir.Continue() | ir.Return() | ir.End() | ir.Leave():
                pass
            case _:
                assert_never(stmt)
        return None

    def _within(self, stmt: ir.Stmt) -> tuple[list[ir.Call], set[str]]:
        """What a statement calls itself, and the locals that get a value somewhere in it."""
        if id(stmt) not in self._inside:
            every = (expr for outer in expressions(stmt) for expr in subexpressions(outer))
            self._inside[id(stmt)] = [expr for expr in every if isinstance(expr, ir.Call)], assigned((stmt,))
        return self._inside[id(stmt)]

    def _local_types(self, function: ir.Function) -> dict[str, ir.Type]:
        if function.name not in self._types:
            self._types[function.name] = local_types(function, self.code)
        return self._types[function.name]

    def _given(self, function: ir.Function, stmt: ir.Set | ir.ForRange | ir.ForBits | ir.Choose) -> Found:
        match stmt:
            case ir.Set(_, value):
                return self._range(function.name, value)
            case ir.ForRange(_, start, stop):
                return _counted(self._range(function.name, start), self._range(function.name, stop))
            case ir.ForBits(_, members):
                kind = type_of(members, self._local_types(function), self.code)
                return (0, kind.size - 1) if isinstance(kind, ir.Bits) else _ANY
            case ir.Choose():
                return self._choose(function.name, stmt)
            case _:
                assert_never(stmt)

    def _pass_on(self, name: str, callee: str, arguments: Sequence[ir.Expr]) -> None:
        for (parameter, _), argument in zip(self.code.functions[callee].parameters, arguments, strict=False):
            self._give((callee, parameter), self._range(name, argument))

    def _choose(self, name: str, stmt: ir.Choose) -> Found:
        """Between which bounds the answer is; who is asked finds the options."""
        if stmt.site >= len(self.decisions):
            return _ANY
        decision = self.decisions[stmt.site]
        last = max((a.base + a.size - 1 for a in decision.alternatives), default=0)
        given = [self._range(name, a) for a in stmt.arguments]
        self._asked(decision.options, given)
        self._asked(decision.candidates, given)
        self._asked(decision.allowed, [*given, (0, last)])
        for alternative in decision.alternatives:
            slots = [(p.start, p.start + p.size - 1) for p in alternative.parts if isinstance(p, Slot)]
            for need in alternative.needs:
                self._asked(need.function, [*given, *slots])
        bounded = decision.alternatives and decision.several is None and decision.sort != "secret"
        return (0, last) if bounded else _ANY

    def _asked(self, callee: str, given: Sequence[Found]) -> None:
        if callee not in self.code.functions:
            return
        parameters = self.code.functions[callee].parameters
        for k, (parameter, _) in enumerate(parameters):
            self._give((callee, parameter), given[k] if k < len(given) else _ANY)

    # ------------------------------------------------------------------------------------------------------ expressions

    def _range(self, function: str, expr: ir.Expr) -> Found:
        match expr:
            case ir.Const(value, kind):
                return _ANY if isinstance(kind, ir.Bits) else (value, value)
            case ir.Local(name):
                return self._local(function, name)
            case ir.Load(array):
                return self._looked_up(("", array))
            case ir.Lookup(table):
                return self._table(table)
            case ir.Call(name):
                return self._looked_up((name, ""))
            case ir.Unary("count", _) | ir.Unary("first", _):
                return self._of_set(function, expr)
            case ir.Binary(op, left, right) if op in ARITHMETIC:
                return _bounded(op, self._range(function, left), self._range(function, right))
            case _:  # a truth value, or nothing is known of it
                return TRUTH if is_truth(expr) else _ANY

    def _local(self, function: str, name: str) -> Found:
        found = _whole(self._looked_up((function, name)))
        here = found and narrowed(found, self._facts.get(name, ()))
        return here if here is None or (here[0] >= -FAR and here[1] <= FAR) else _ANY

    def _of_set(self, function: str, expr: ir.Unary) -> Range | str:
        kind = type_of(expr.operand, self._local_types(self.code.functions[function]), self.code)
        if not isinstance(kind, ir.Bits):
            return _ANY
        return (0, kind.size) if expr.op == "count" else (-1, kind.size - 1)

    def _table(self, name: str) -> Range:
        if name not in self.tables:
            values = self.code.tables[name].values
            self.tables[name] = (min(values, default=0), max(values, default=0))
        return self.tables[name]

    def _looked_up(self, key: Key) -> Found:
        return _ANY if key in self.lost else self.known.get(key)


def _whole(found: Found) -> Range | None:
    return EVERY if isinstance(found, str) else found


def _counted(start: Found, stop: Found) -> Found:
    """The numbers from the one to before the other."""
    if isinstance(start, tuple) and isinstance(stop, tuple):
        return (start[0], stop[1] - 1)
    return None if start is None or stop is None else _ANY


def _bounded(op: str, one: Found, other: Found) -> Found:
    """The range of what an operation gives."""
    if one is None or other is None:
        return None
    found = None
    if isinstance(one, tuple) and isinstance(other, tuple):
        found = worked_out(op, one, other)
    elif op == "%" and isinstance(other, tuple):
        found = remainder(other)
    return _ANY if found is None else found
