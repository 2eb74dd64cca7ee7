"""An interpreter that runs the IR as it was before the suspension pass, on Python's own stack. Slow and plain: what can
wait is walked, all else is made functions of Python when it is first come to.

It has the shape of `interpreter.state.machine.Machine`, so that a test can run both side by side; but it holds the
suspended program itself, so that one oracle plays one match. Every index is tested, too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from operator import and_, eq, floordiv, ge, gt, itemgetter, le, lt, mod, mul, ne, or_, sub, xor
from typing import Any, NoReturn, TypeVar

from dsl.ir import nodes as ir
from dsl.ir.layout import layout
from dsl.ir.program import Decision
from dsl.ir.visit import statements
from interpreter.library.memory import WORD, signed
from interpreter.state.machine import Fault

Env = dict[str, Any]  # numbers and sets, and memory as a list of words
Steps = Generator[None, None, None]
Node = TypeVar("Node", bound=object)
Kept = TypeVar("Kept")
Made = Callable[[Env], Any]  # what an expression or a statement is made to

ZERO = ir.Const(0)

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


def goes_on(stmt: ir.Stmt) -> bool:
    """Whether nobody is asked in a statement, and nothing is done in it that whoever watches wants to know of."""
    return not any(isinstance(inner, ir.Choose | ir.Perform | ir.Attempt) for inner in statements((stmt,)))


def counted(index: int, name: str = "memory") -> int:
    assert index >= 0, f"{name}[{index}]"
    return index


def single(number: int, size: int) -> int:
    return 1 << number if 0 <= number < size else 0


def between(low: int, high: int, size: int) -> int:
    start, stop = max(bits(low), default=0), min(bits(high), default=size)
    return sum(1 << k for k in range(start, min(stop + 1, size)))


def stop_with(exception: Exception) -> NoReturn:
    raise exception


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
        self._called: dict[str, Callable[..., Any]] = {}
        self._kept: dict[int, tuple[object, Any]] = {}  # by the number of a node, which stays as long as it is kept

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
        found = self._called.get(name)
        if found is None:
            found = self._called[name] = self._callable(name)
        return found(*arguments)

    def _callable(self, name: str) -> Callable[..., Any]:
        """What calls a function."""
        function = self.code.functions[name]
        names = [parameter for parameter, _ in function.parameters]
        if function.kind == "host":
            return self.hosts[name]
        match function.body[-1:]:
            case (ir.Return(value),) if value is not None:  # as in most
                body, result = function.body[:-1], self._of(value)
            case _:
                body, result = function.body, self._of(ZERO)
        at_once = self._all(body) if all(map(goes_on, body)) else None

        def call(*arguments: Any) -> Any:
            env = dict(zip(names, arguments, strict=True))
            try:
                if at_once is not None:
                    at_once(env)
                elif [*self._block(body, env)]:
                    raise AssertionError(f"{name} suspended")
            except _Return as returned:
                return returned.args[0] or 0
            return result(env) or 0

        return call

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

    # ------------------------------------------------------------------------------------------------- what can wait

    def _procedure(self, name: str, arguments: Sequence[int]) -> Steps:
        function = self.code.functions[name]
        env = {parameter: value for (parameter, _), value in zip(function.parameters, arguments, strict=True)}
        with suppress(_Return):
            yield from self._block(function.body, env)

    def _block(self, block: ir.Block, env: Env) -> Steps:
        for stmt in block:
            done = self._made(stmt, lambda stmt: self._done(stmt) if goes_on(stmt) else None)
            if done is not None:
                done(env)
            else:
                yield from self._statement(stmt, env)

    def _statement(self, stmt: ir.Stmt, env: Env) -> Steps:
        match stmt:
            case ir.If(condition, then, otherwise):
                yield from self._block(then if self._value(condition, env) else otherwise, env)
            case ir.While(condition, body):
                yield from self._loop("", iter(lambda: bool(self._value(condition, env)), False), body, env)
            case ir.ForRange(name, start, stop, body):
                yield from self._loop(name, range(self._value(start, env), self._value(stop, env)), body, env)
            case ir.ForBits(name, members, body):
                yield from self._loop(name, bits(self._value(members, env)), body, env)
            case ir.Perform(procedure, arguments, catch):
                yield from self._perform(procedure, [self._value(a, env) for a in arguments], catch)
            case ir.Choose():
                yield from self._choose(stmt, env)
            case ir.Attempt(body):
                yield from self._attempt(body, env)
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

    # --------------------------------------------------------------------------------------------- what goes on at once

    def _value(self, expr: ir.Expr, env: Env) -> Any:
        return self._made(expr, self._of)(env)

    def _made(self, node: Node, make: Callable[[Node], Kept]) -> Kept:
        kept = self._kept.get(id(node))
        if kept is None:
            kept = self._kept[id(node)] = node, make(node)
        return kept[1]

    def _all(self, block: ir.Block) -> Made:
        parts = [self._done(stmt) for stmt in block]
        if len(parts) == 1:
            return parts[0]

        def go(env: Env) -> None:
            for part in parts:
                part(env)

        return go

    def _done(self, stmt: ir.Stmt) -> Made:
        match stmt:
            case ir.Set(name, value):
                new = self._of(value)
                return lambda env: env.__setitem__(name, new(env))
            case ir.Store(array, index, value):
                at, new = self._of(index), self._of(value)
                return lambda env: self._stored(array, at(env), new(env))
            case ir.Poke(memory, index, value):
                words, at, new = self._of(memory), self._of(index), self._of(value)
                return lambda env: words(env).__setitem__(counted(at(env)), new(env))
            case ir.If(condition, then, otherwise):
                holds, first, second = self._of(condition), self._all(then), self._all(otherwise)
                return lambda env: first(env) if holds(env) else second(env)
            case ir.While(condition, body):
                holds = self._of(condition)
                return self._turns("", lambda env: iter(lambda: bool(holds(env)), False), body)
            case ir.ForRange(name, start, stop, body):
                low, high = self._of(start), self._of(stop)
                return self._turns(name, lambda env: range(low(env), high(env)), body)
            case ir.ForBits(name, members, body):
                among = self._of(members)
                return self._turns(name, lambda env: bits(among(env)), body)
            case ir.Break():
                return lambda env: stop_with(_Break())
            case ir.Continue():
                return lambda env: stop_with(_Continue())
            case ir.Return(given):
                result = self._of(ZERO if given is None else given)
                return lambda env: stop_with(_Return(result(env)))
            case ir.Offer(code):
                answer = self._of(code)
                return lambda env: self.offered.append(answer(env))
            case ir.End():
                return lambda env: stop_with(_End())
            case ir.Leave(target):
                return lambda env: stop_with(_Leave(target))
            case ir.Guard(condition, fault, rule):
                holds = self._of(condition)
                return lambda env: None if holds(env) else stop_with(Fault(fault, rule))
            case ir.Mark():
                return lambda env: None
            case _:
                raise AssertionError(f"not before suspension: {stmt}")

    def _turns(self, name: str, turns: Callable[[Env], Iterable[int]], body: ir.Block) -> Made:
        turn = self._all(body)

        def go(env: Env) -> None:
            for value in turns(env):
                env[name] = value
                try:
                    turn(env)
                except _Continue:
                    continue
                except _Break:
                    break

        return go

    def _stored(self, array: str, index: int, value: int) -> None:
        self._put(array, value, index)

    # ----------------------------------------------------------------------------------------------------- expressions

    def _of(self, expr: ir.Expr) -> Made:
        match expr:
            case ir.Const(value):
                return lambda env: value
            case ir.Local(name):
                return itemgetter(name)
            case ir.Load(array, index):
                at = self._of(index)
                start, count = self.arrays[array].offset, self.arrays[array].count

                def load(env: Env) -> int:
                    number: int = at(env)
                    assert 0 <= number < count, f"{array}[{number}]"
                    return self.state[start + number]

                return load
            case ir.Peek(memory, index):
                words, at = self._of(memory), self._of(index)
                return lambda env: words(env)[counted(at(env))]
            case ir.Lookup(table, index):
                values, at = self.code.tables[table].values, self._of(index)
                return lambda env: values[counted(at(env), table)]
            case ir.Binary("and", left, right):
                one, other = self._of(left), self._of(right)
                return lambda env: int(bool(one(env) and other(env)))
            case ir.Binary("or", left, right):
                one, other = self._of(left), self._of(right)
                return lambda env: int(bool(one(env) or other(env)))
            case ir.Binary(op, left, right):
                both, one, other = BINARY[op], self._of(left), self._of(right)
                return lambda env: int(both(one(env), other(env)))
            case ir.Unary(op, operand):
                change, one = UNARY[op], self._of(operand)
                return lambda env: int(change(one(env)))
            case ir.Single(member, size):
                one = self._of(member)
                return lambda env: single(one(env), size)
            case ir.Shifted(members, ir.Const(by), size) if by < 0:
                one, mask = self._of(members), (1 << size) - 1
                return lambda env: one(env) >> -by & mask
            case ir.Shifted(members, far, size):
                one, steps, mask = self._of(members), self._of(far), (1 << size) - 1
                return lambda env: one(env) << steps(env) & mask
            case ir.Between(low, high, size):
                one, other = self._of(low), self._of(high)
                return lambda env: between(one(env), other(env), size)
            case ir.Word(members, number):
                one = self._of(members)
                return lambda env: signed(one(env) >> 64 * number)
            case ir.FromWords(words, _):
                parts = [self._of(word) for word in words]
                return lambda env: sum((part(env) & 2**64 - 1) << 64 * k for k, part in enumerate(parts))
            case ir.Call(function, arguments):
                given = [self._of(a) for a in arguments]
                if len(given) == 1:
                    (only,) = given
                    return lambda env: self.call(function, only(env))
                return lambda env: self.call(function, *[a(env) for a in given])
        raise AssertionError(f"not before suspension: {expr}")

    def _at(self, array: str, index: int) -> int:
        assert 0 <= index < self.arrays[array].count, f"{array}[{index}]"
        return self.arrays[array].offset + index

    def _put(self, array: str, value: int, index: int = 0) -> None:
        self.state[self._at(array, index)] = value
