"""The part of `dsl.ir.check` that goes through one function: names, types, and which statement may stand where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.types import SET_OPERATIONS, fits
from dsl.ir.visit import Outcomes


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a statement stands: in an attempt, in a loop that `Break` can leave, in the loops of these variables."""

    attempt: bool = False
    loop: bool = False
    variables: frozenset[str] = frozenset()


class StatementCheck:
    """Checks the body of `function`; the findings are in `messages`."""

    def __init__(self, code: ir.Code, function: ir.Function, known: Outcomes) -> None:
        self.messages: list[str] = []
        self._code = code
        self._function = function
        self._known = known
        self._types: dict[str, ir.Type] = dict(function.parameters)
        self._block(function.body, _Place())

    # ------------------------------------------------------------------------------------------------------ statements

    def _say(self, message: str) -> None:
        self.messages.append(message)

    def _block(self, block: ir.Block, place: _Place) -> None:
        for stmt in block:
            self._statement(stmt, place)

    def _statement(self, stmt: ir.Stmt, place: _Place) -> None:
        match stmt:
            case ir.Set(name, value):
                self._assign(name, self._type(value), place)
            case ir.Store():
                self._store(stmt, place)
            case ir.Poke(memory, index, value):
                self._word_of(memory, index)
                self._number(value, "a word of memory")
            case ir.If(condition, then, otherwise):
                self._number(condition, "a condition")
                self._block(then, place)
                self._block(otherwise, place)
            case ir.While() | ir.ForRange() | ir.ForBits():
                self._loop(stmt, place)
            case ir.Break() | ir.Continue():
                self._need(place.loop, f"{type(stmt).__name__} stands outside of a loop")
            case ir.Return(value):
                self._return(value)
            case ir.Guard(condition=condition, code=code):
                self._number(condition, "a condition")
                self._need(code in self._code.faults, f"the fault {code!r} is not declared")
            case ir.Attempt(body):
                self._block(body, replace(place, attempt=True, loop=False))
            case ir.Offer(code=value):
                self._number(value, "the code of an option")
                self._need(self._function.kind == "options", "Offer stands outside of an options function")
            case ir.Mark():
                pass
            case _:  # the narrowed type of its parameter closes the union
                self._procedural(stmt, place)

    def _need(self, holds: bool, message: str) -> None:
        if not holds:
            self._say(message)

    def _procedural(self, stmt: ir.Choose | ir.Perform | ir.End | ir.Leave | ir.CallStatus, place: _Place) -> None:
        inside = self._function.kind == "procedure" or (isinstance(stmt, ir.Perform) and place.attempt)
        self._need(inside, f"{type(stmt).__name__} stands outside of a procedure")
        match stmt:
            case ir.Choose():
                self._choose(stmt, place)
            case ir.Perform():
                self._perform(stmt, place)
            case ir.Leave(target):
                self._need(target >= 1, f"Leave({target}): targets are 1 or more")
            case ir.CallStatus():
                self._say("CallStatus is made by the suspension pass")
            case ir.End():
                pass
            case _:
                assert_never(stmt)

    def _store(self, stmt: ir.Store, place: _Place) -> None:
        self._number(stmt.index, "an index")
        found = self._type(stmt.value)
        array = self._code.arrays.get(stmt.array)
        if array is None:
            self._say(f"array {stmt.array!r} is not declared")
        else:
            self._same(array.type, found, f"Store in {stmt.array}")
            self._within(stmt.index, array.count, stmt.array)
        allowed = self._function.kind == "procedure" or place.attempt
        self._need(allowed, f"Store in {stmt.array}: a {self._function.kind} function changes only in an Attempt")

    def _loop(self, stmt: ir.While | ir.ForRange | ir.ForBits, place: _Place) -> None:
        inside = replace(place, loop=True)
        if isinstance(stmt, ir.While):
            self._number(stmt.condition, "a condition")
        elif isinstance(stmt, ir.ForRange):
            self._number(stmt.start, "a bound")
            self._number(stmt.stop, "a bound")
        else:
            found = self._type(stmt.members)
            self._need(
                found is None or isinstance(found, ir.Bits), f"ForBits {stmt.name}: goes over a number, not a set"
            )
        if not isinstance(stmt, ir.While):
            self._assign(stmt.name, ir.INT, place)
            inside = replace(inside, variables=inside.variables | {stmt.name})
        self._block(stmt.body, inside)

    def _return(self, value: ir.Expr | None) -> None:
        if self._function.kind != "value":
            self._need(value is None, "Return gives a value outside of a value function")
        elif value is None:
            self._say("Return gives no value")
        else:
            self._same(self._function.result, self._type(value), "Return")

    def _choose(self, stmt: ir.Choose, place: _Place) -> None:
        self._need(not place.attempt, "Choose stands in an Attempt")
        self._need(stmt.site >= 1, f"Choose: {stmt.site} is no decision site")
        self._number(stmt.who, "who chooses")
        for argument in stmt.arguments:
            self._number(argument, "an argument of Choose")
        room = self._code.arrays[ir.ARGUMENTS].count if ir.ARGUMENTS in self._code.arrays else 0
        self._need(len(stmt.arguments) <= room, f"Choose has more arguments than {ir.ARGUMENTS} has words")
        self._assign(stmt.name, ir.INT, place)

    def _perform(self, stmt: ir.Perform, place: _Place) -> None:
        self._arguments(stmt.procedure, "procedure", stmt.arguments)
        suspends = ir.SUSPENDED in self._known.get(stmt.procedure, frozenset())
        self._need(not (place.attempt and suspends), f"{stmt.procedure}, which can suspend, is performed in an Attempt")
        self._need(stmt.catch is None or stmt.catch >= 1, f"catch {stmt.catch}: targets are 1 or more")

    def _assign(self, name: str, found: ir.Type | None, place: _Place) -> None:
        self._need(not name.startswith("$"), f"local {name}: names with $ are the suspension pass's own")
        self._need(name not in place.variables, f"local {name} is set inside the loop that it belongs to")
        if found is not None:
            self._same(self._types.setdefault(name, found), found, f"local {name}")

    # ----------------------------------------------------------------------------------------------------- expressions

    def _same(self, wanted: ir.Type | None, found: ir.Type | None, where: str) -> None:
        if wanted is not None and found is not None and wanted != found:
            self._say(f"{where}: {_words(found)} where {_words(wanted)} is wanted")

    def _number(self, expr: ir.Expr, where: str) -> None:
        self._same(ir.INT, self._type(expr), where)

    def _set(self, expr: ir.Expr, where: str) -> ir.Type | None:
        found = self._type(expr)
        if found in (ir.INT, ir.MEMORY):
            self._say(f"{where}: {_words(found)} where a set is wanted")
            return None
        return found

    def _word_of(self, memory: ir.Expr, index: ir.Expr) -> None:
        self._same(ir.MEMORY, self._type(memory), "memory")
        self._number(index, "an index")

    def _type(self, expr: ir.Expr) -> ir.Type | None:
        """The type of an expression, or None (and a message) where it has none."""
        match expr:
            case ir.Const(value, kind):
                self._need(fits(value, kind), f"the constant {value} is not {_words(kind)}")
                return kind
            case ir.Local(name):
                self._need(name in self._types, f"local {name} is read before it is set")
                return self._types.get(name)
            case ir.Load(array=name, index=index):
                return self._element("array", self._code.arrays, name, index)
            case ir.Peek(memory, index):
                self._word_of(memory, index)
                return ir.INT
            case ir.Lookup(table=name, index=index):
                return self._element("table", self._code.tables, name, index)
            case ir.Binary():
                return self._binary(expr)
            case ir.Unary("not", operand):
                self._number(operand, "not")
                return ir.INT
            case ir.Unary(op, operand):
                self._set(operand, op)
                return ir.INT
            case ir.Single(member, size):
                self._number(member, "the member of a set")
                return ir.Bits(size)
            case ir.Shifted(members, by, size):
                self._set(members, "Shifted")
                self._number(by, "Shifted")
                return ir.Bits(size)
            case ir.Between(low, high, size):
                for bound in (low, high):
                    self._same(ir.Bits(size), self._set(bound, "Between"), "Between")
                return ir.Bits(size)
            case ir.Call(function, arguments):
                return self._arguments(function, "value function", arguments)
            case ir.Word(members, index):
                self._word(members, index)
                return ir.INT
            case ir.FromWords(words, size):
                for word in words:
                    self._number(word, "a word of a set")
                self._need(len(words) == ir.word_count(size), f"a set of {size} does not have {len(words)} words")
                return ir.Bits(size)
            case _:
                assert_never(expr)

    def _word(self, members: ir.Expr, index: int) -> None:
        kind = self._set(members, "Word")
        if isinstance(kind, ir.Bits):
            self._need(0 <= index < ir.word_count(kind.size), f"a set of {kind.size} has no word {index}")

    def _element(self, what: str, declared: Mapping[str, object], name: str, index: ir.Expr) -> ir.Type | None:
        self._number(index, "an index")
        if name not in declared:
            self._say(f"{what} {name!r} is not declared")
            return None
        if what == "array":
            self._within(index, self._code.arrays[name].count, name)
            return self._code.arrays[name].type
        self._within(index, len(self._code.tables[name].values), name)
        return self._code.tables[name].type

    def _within(self, index: ir.Expr, count: int, name: str) -> None:
        if isinstance(index, ir.Const):
            self._need(0 <= index.value < count, f"{name} has no element {index.value}")

    def _binary(self, expr: ir.Binary) -> ir.Type | None:
        if expr.op in SET_OPERATIONS:
            left = self._set(expr.left, expr.op)
            self._same(left, self._set(expr.right, expr.op), expr.op)
            return left
        if expr.op == "has":
            self._set(expr.left, "has")
            self._number(expr.right, "has")
        elif expr.op in ("==", "!="):
            self._same(self._type(expr.left), self._type(expr.right), expr.op)
        else:
            self._number(expr.left, expr.op)
            self._number(expr.right, expr.op)
        return ir.INT

    def _arguments(self, name: str, what: str, arguments: tuple[ir.Expr, ...]) -> ir.Type | None:
        found = [self._type(a) for a in arguments]
        function = self._code.functions.get(name)
        kinds = ("value", "host") if what == "value function" else (what,)
        if function is None or function.kind not in kinds:
            self._say(f"{name!r} is no {what}" if function else f"{what} {name!r} is not declared")
            return None
        if len(found) != len(function.parameters):
            self._say(f"{name} takes {len(function.parameters)} arguments, not {len(found)}")
        for (parameter, wanted), given in zip(function.parameters, found, strict=False):
            self._same(wanted, given, f"{parameter} of {name}")
        return function.result


def _words(kind: ir.Type) -> str:
    match kind:
        case ir.Bits(size):
            return f"a set of {size}"
        case ir.Memory():
            return "memory"
        case ir.Int():
            return "a number"
        case _:
            assert_never(kind)
