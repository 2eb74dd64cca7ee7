"""A tree-walker that runs the IR as it was before the suspension pass, on Python's own stack. Slow and plain.

It has the shape of `interpreter.state.machine.Machine`, so that a test can run both side by side; but it holds the
suspended program itself, so that one oracle plays one match. Every index is tested, too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from operator import and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub, xor
from typing import Any

from dsl.ir import nodes as ir
from dsl.ir.layout import layout
from dsl.ir.program import Decision
from interpreter.library.memory import WORD, signed
from interpreter.state.machine import Fault

Env = dict[str, Any]  # numbers and sets, and memory as a list of words
Steps = Generator[None, None, None]

BINARY: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": sub, "*": mul, "//": floordiv, "%": mod,
    "<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne,
    "&": and_, "|": or_, "-bits": lambda a, b: a & ~b, "has": lambda a, b: b >= 0 and a >> b & 1,
    "min": min, "max": max,
    "+w": lambda a, b: signed(a + b), "-w": lambda a, b: signed(a - b), "*w": lambda a, b: signed(a * b),
    "//w": lambda a, b: signed((a & WORD) // (b & WORD)), "%w": lambda a, b: signed((a & WORD) % (b & WORD)),
    "&w": and_, "|w": or_, "^w": xor, "<<w": lambda a, b: signed(a << b), ">>w": lambda a, b: signed((a & WORD) >> b),
}  # fmt: skip
UNARY: Mapping[str, Callable[[int], int]] = {
    "not": lambda a: not a, "count": int.bit_count, "empty": lambda a: not a,
    "first": lambda a: min(bits(a), default=-1),
}  # fmt: skip


def bits(members: int) -> list[int]:
    return [i for i in range(members.bit_length()) if members >> i & 1]


class _Break(Exception): ...


class _Continue(Exception): ...


class _End(Exception): ...


class _Leave(Exception): ...


class _Return(Exception): ...


class Oracle:
    def __init__(
        self, code: ir.Code, decisions: Sequence[Decision] = (), hosts: Mapping[str, Callable[..., Any]] | None = None
    ) -> None:
        self.code, self.decisions, self.hosts = code, decisions, hosts or {}
        self.arrays = layout(code.arrays)
        self.state: list[int] = [value for a in self.arrays.values() for value in [a.initial] * a.count]
        self.offered: list[int] = []
        self.running: Steps | None = None

    # ------------------------------------------------------------------------------------------------ as in a machine

    def word(self, array: str, index: int = 0) -> int:
        return self.state[self._at(array, index)]

    def initial(self, seed: int) -> list[int]:
        self._put(ir.RANDOM, signed(seed))
        if ir.DERIVE in self.code.functions:
            self.call(ir.DERIVE)
        return self.state

    def run(self, entry: str = ir.MAIN) -> None:
        self.running = self._procedure(entry, [])
        self._go()

    def resume(self, answer: int) -> None:
        self._put(ir.ANSWER, answer)
        self._go()

    def options(self) -> list[int]:
        if not self.word(ir.SITE):
            return []
        decision = self.decisions[self.word(ir.SITE)]
        self.offered = []
        self.call(decision.options, *(self.word(ir.ARGUMENTS, i) for i in range(decision.arguments)))
        return sorted(set(self.offered))

    def position_words(self) -> tuple[int, ...]:
        placed = [a for a in self.arrays.values() if a.section == "position"]
        return tuple(self.word(a.name, i) for a in placed for i in range(a.count))

    def call(self, name: str, *arguments: Any) -> Any:
        function = self.code.functions[name]
        if function.kind == "host":
            return self.hosts[name](*arguments)
        env = {parameter: value for (parameter, _), value in zip(function.parameters, arguments, strict=True)}
        try:
            for _ in self._block(function.body, env):
                raise AssertionError(f"{name} suspended")
        except _Return as returned:
            return returned.args[0] or 0
        return 0

    def _go(self) -> None:
        assert self.running is not None
        before = self.state[:]
        try:
            next(self.running)
        except (StopIteration, _End, _Leave):
            self._put(ir.STATUS, ir.OVER)
            self.running = None
        except Fault:
            self.state[:] = before
            raise

    # ------------------------------------------------------------------------------------------------------ statements

    def _procedure(self, name: str, arguments: Sequence[int]) -> Steps:
        function = self.code.functions[name]
        env = {parameter: value for (parameter, _), value in zip(function.parameters, arguments, strict=True)}
        with suppress(_Return):
            yield from self._block(function.body, env)

    def _block(self, block: ir.Block, env: Env) -> Steps:
        for stmt in block:
            yield from self._statement(stmt, env)

    def _statement(self, stmt: ir.Stmt, env: Env) -> Steps:
        match stmt:
            case ir.Set(name, value):
                env[name] = self._value(value, env)
            case ir.Store(array, index, value):
                at = self._value(index, env)
                self._put(array, self._value(value, env), at)
            case ir.Poke(memory, index, value):
                at = self._value(index, env)
                assert at >= 0
                self._value(memory, env)[at] = self._value(value, env)
            case ir.If(condition, then, otherwise):
                yield from self._block(then if self._value(condition, env) else otherwise, env)
            case ir.While(condition, body):
                yield from self._loop("", iter(lambda: self._value(condition, env), 0), body, env)
            case ir.ForRange(name, start, stop, body):
                yield from self._loop(name, range(self._value(start, env), self._value(stop, env)), body, env)
            case ir.ForBits(name, members, body):
                yield from self._loop(name, bits(self._value(members, env)), body, env)
            case ir.Break():
                raise _Break
            case ir.Continue():
                raise _Continue
            case ir.Return(value):
                raise _Return(None if value is None else self._value(value, env))
            case ir.Perform(procedure, arguments, catch):
                yield from self._perform(procedure, [self._value(a, env) for a in arguments], catch)
            case ir.Choose():
                yield from self._choose(stmt, env)
            case ir.Offer(code):
                self.offered.append(self._value(code, env))
            case ir.End():
                raise _End
            case ir.Leave(target):
                raise _Leave(target)
            case ir.Guard(condition, fault, rule):
                if not self._value(condition, env):
                    raise Fault(fault, rule)
            case ir.Attempt(body):
                yield from self._attempt(body, env)
            case ir.Mark():
                pass
            case _:
                raise AssertionError(f"not before suspension: {stmt}")

    def _loop(self, name: str, turns: Any, body: ir.Block, env: Env) -> Steps:
        for turn in turns:
            env[name] = turn
            try:
                yield from self._block(body, env)
            except _Continue:
                continue
            except _Break:
                break

    def _perform(self, procedure: str, arguments: Sequence[int], catch: int | None) -> Steps:
        try:
            yield from self._procedure(procedure, arguments)
        except _Leave as left:
            if left.args[0] != catch:
                raise

    def _choose(self, stmt: ir.Choose, env: Env) -> Steps:
        self._put(ir.WHO, self._value(stmt.who, env))
        for i, argument in enumerate(stmt.arguments):
            self._put(ir.ARGUMENTS, self._value(argument, env), i)
        self._put(ir.SITE, stmt.site)
        yield
        env[stmt.name] = self.word(ir.ANSWER)
        for array in (ir.SITE, ir.WHO, ir.ANSWER):
            self._put(array, 0)
        for i in range(self.arrays[ir.ARGUMENTS].count):
            self._put(ir.ARGUMENTS, 0, i)

    def _attempt(self, body: ir.Block, env: Env) -> Steps:
        before = self.state[:]
        with suppress(_End, _Leave):
            try:
                yield from self._block(body, env)
            finally:
                self.state[:] = before

    # ----------------------------------------------------------------------------------------------------- expressions

    def _value(self, expr: ir.Expr, env: Env) -> Any:
        match expr:
            case ir.Const(value):
                return value
            case ir.Local(name):
                return env[name]
            case ir.Load(array, index):
                return self.word(array, self._value(index, env))
            case ir.Peek(memory, index):
                at = self._value(index, env)
                assert at >= 0
                return self._value(memory, env)[at]
            case ir.Lookup(table, index):
                at = self._value(index, env)
                assert at >= 0, f"{table}[{at}]"
                return self.code.tables[table].values[at]
            case ir.Binary("and", left, right):
                return int(bool(self._value(left, env) and self._value(right, env)))
            case ir.Binary("or", left, right):
                return int(bool(self._value(left, env) or self._value(right, env)))
            case ir.Binary(op, left, right):
                return int(BINARY[op](self._value(left, env), self._value(right, env)))
            case ir.Unary(op, operand):
                return int(UNARY[op](self._value(operand, env)))
            case ir.Single(member, size):
                number = self._value(member, env)
                return 1 << number if 0 <= number < size else 0
            case ir.Shifted(members, ir.Const(by), size) if by < 0:
                return self._value(members, env) >> -by & (1 << size) - 1
            case ir.Shifted(members, by, size):
                return self._value(members, env) << self._value(by, env) & (1 << size) - 1
            case ir.Between(low, high, size):
                start, stop = (
                    max(bits(self._value(low, env)), default=0),
                    min(bits(self._value(high, env)), default=size),
                )
                return sum(1 << k for k in range(start, min(stop + 1, size)))
            case ir.Word(members, index):
                return signed(self._value(members, env) >> 64 * index)
            case ir.FromWords(words, _):
                return sum((self._value(word, env) & 2**64 - 1) << 64 * k for k, word in enumerate(words))
            case ir.Call(function, arguments):
                return self.call(function, *(self._value(a, env) for a in arguments))
        raise AssertionError(f"not before suspension: {expr}")

    def _at(self, array: str, index: int) -> int:
        assert 0 <= index < self.arrays[array].count, f"{array}[{index}]"
        return self.arrays[array].offset + index

    def _put(self, array: str, value: int, index: int = 0) -> None:
        self.state[self._at(array, index)] = value
