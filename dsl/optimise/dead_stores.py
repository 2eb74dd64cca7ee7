"""What an attempt changes and nobody asks for before it is taken back is not changed at all.

`only if afterwards the Player is not in-check` tries a whole move for the sake of one question. Counters, marks and
lookups that the move keeps up to date, and which the question does not read, are left out: procedures that attempts
run get versions of their own, by what is still read behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.visit import calls, expressions, statements, subexpressions, with_blocks
from dsl.optimise.effects import Effects, leaves

Live = frozenset[str | ir.Local]  # the arrays and the locals whose values may still be read
NOTHING: Live = frozenset()


def shorten(code: ir.Code) -> ir.Code:
    """The program with shorter attempts. All its functions stay."""
    tried = _Tried(code, Effects(code))
    for function in code.functions.values():
        if any(isinstance(stmt, ir.Attempt) for stmt in statements(function.body)):
            tried.versions[function.name] = replace(function, body=tried.outside(function.body, _locals(function)))
    return replace(code, functions=tried.functions())


@dataclass(frozen=True)
class _Ways:
    """What may be read behind each way out of a block: what ends the procedure, the `Leave` of each number that is
    caught, what leaves the attempt, what ends the turn of a loop, and what ends the loop."""

    end: Live = NOTHING
    left: Mapping[int, Live] = field(default_factory=dict)
    uncaught: Live = NOTHING
    again: Live = NOTHING
    over: Live = NOTHING


@dataclass
class _Tried:
    """`versions` are the functions that have changed, and the versions of procedures under names of their own."""

    code: ir.Code
    effects: Effects
    versions: dict[str, ir.Function] = field(default_factory=dict)
    _known: dict[object, tuple[str, Live]] = field(default_factory=dict)

    def functions(self) -> dict[str, ir.Function]:
        """The functions of the program, with the versions that are in use."""
        found = {name: self.versions.get(name, function) for name, function in self.code.functions.items()}
        waiting = [*found.values()]
        while waiting:
            for name in calls(waiting.pop().body):
                if name not in found:
                    found[name] = self.versions[name]
                    waiting.append(found[name])
        return found

    def outside(self, block: ir.Block, locals_: Live) -> ir.Block:
        """A block around attempts, behind which these locals may be read."""
        return tuple(
            ir.Attempt(self._attempt(stmt.body, locals_)[0])
            if isinstance(stmt, ir.Attempt)
            else with_blocks(stmt, lambda inner: self.outside(inner, locals_))
            for stmt in block
        )

    def _attempt(self, body: ir.Block, locals_: Live) -> tuple[ir.Block, Live]:
        """As `_block`, for what is taken back: only locals keep what they get."""
        return self._block(body, locals_, _Ways(uncaught=locals_))

    # ---------------------------------------------------------------------------------------------------------- blocks

    def _block(self, block: ir.Block, live: Live, ways: _Ways) -> tuple[ir.Block, Live]:
        """What is left of a block, behind which this may be read, and what may be read before it."""
        found: list[ir.Stmt] = []
        for stmt in reversed(block):
            kept, live = self._statement(stmt, live, ways)
            found = [*kept] if leaves(stmt) else [*found, *kept]
        return tuple(reversed(found)), live

    def _statement(self, stmt: ir.Stmt, live: Live, ways: _Ways) -> tuple[ir.Block, Live]:
        """As `_block`, for one statement."""
        match stmt:
            case ir.Mark():
                return (), live
            case ir.Set(name):
                return self._changed(stmt, ir.Local(name), live, live - {ir.Local(name)})
            case ir.Store(array):
                return self._changed(stmt, array, live, live)
            case ir.Break():
                return (stmt,), ways.over
            case ir.Continue():
                return (stmt,), ways.again
            case ir.Return():
                return (stmt,), ways.end | self._read(stmt)
            case ir.End():
                return (stmt,), ways.uncaught
            case ir.Leave(target):
                return (stmt,), ways.left.get(target, ways.uncaught)
            case ir.Attempt(body):
                inside, read = self._attempt(body, live - _arrays(live))
                return ((ir.Attempt(inside),) if inside else ()), live | read
            case ir.Perform():
                return self._perform(stmt, live, ways)
            case ir.If(condition, then, otherwise):
                (then, one), (otherwise, other) = (self._block(b, live, ways) for b in (then, otherwise))
                if not then and not otherwise and self.effects.sure(condition):
                    return (), live
                return (ir.If(condition, then, otherwise),), one | other | self._read(stmt)
            case ir.While() | ir.ForRange() | ir.ForBits():
                return self._loop(stmt, live, ways)
            case ir.Poke() | ir.Choose() | ir.Offer() | ir.Guard() | ir.CallStatus():
                return (stmt,), live | self._read(stmt)
            case _:
                assert_never(stmt)

    def _changed(
        self, stmt: ir.Set | ir.Store, what: str | ir.Local, live: Live, before: Live
    ) -> tuple[ir.Block, Live]:
        if what not in live and all(map(self.effects.sure, expressions(stmt))):
            return (), live
        return (stmt,), before | self._read(stmt)

    def _loop(self, stmt: ir.While | ir.ForRange | ir.ForBits, live: Live, ways: _Ways) -> tuple[ir.Block, Live]:
        """What may be read at the end of a turn is what may be read in the next one, or behind the loop."""
        head = live | (self._read(stmt) if isinstance(stmt, ir.While) else NOTHING)
        body, read = self._block(stmt.body, head, replace(ways, again=head, over=live))
        while not read <= head:
            head |= read
            body, read = self._block(stmt.body, head, replace(ways, again=head, over=live))
        if (
            not isinstance(stmt, ir.While)
            and self._does_nothing(body)
            and all(map(self.effects.sure, expressions(stmt)))
        ):
            return (), live
        return (replace(stmt, body=body),), head | self._read(stmt)

    def _does_nothing(self, body: ir.Block) -> bool:
        """Whether all that a block does is to end the turn or the loop."""
        inside = list(statements(body))
        surely = all(self.effects.sure(expr) for stmt in inside for expr in expressions(stmt))
        return surely and all(isinstance(s, ir.If | ir.Break | ir.Continue) for s in inside)

    # ------------------------------------------------------------------------------------------------------ procedures

    def _perform(self, stmt: ir.Perform, live: Live, ways: _Ways) -> tuple[ir.Block, Live]:
        left = dict(ways.left) if stmt.catch is None else {**ways.left, stmt.catch: live}
        name, read = self._version(stmt.procedure, live, left)
        if not self._procedure(name).body and all(map(self.effects.sure, stmt.arguments)):
            return (), live
        return (replace(stmt, procedure=name),), live.union(read, self._read(stmt), ways.uncaught, *left.values())

    def _version(self, name: str, live: Live, left: Mapping[int, Live]) -> tuple[str, Live]:
        """The procedure for where this may be read behind it, and what it may read."""
        function = self.code.functions[name]
        stored = self.effects.stored(function.body)
        behind, inside = live & stored, {target: behind & stored for target, behind in left.items()}
        key = (name, behind, frozenset(inside.items()))
        if key not in self._known:
            body, read = self._block(function.body, behind, _Ways(behind, inside))
            self._known[key] = self._named(function, body), _arrays(read)
        return self._known[key]

    def _procedure(self, name: str) -> ir.Function:
        return self.code.functions.get(name) or self.versions[name]

    def _named(self, function: ir.Function, body: ir.Block) -> str:
        if body == function.body:
            return function.name
        name = f"lean tried {len(self.versions)} {function.name}"
        self.versions[name] = replace(function, name=name, body=body)
        return name

    # ---------------------------------------------------------------------------------------------------- expressions

    def _read(self, stmt: ir.Stmt) -> Live:
        inside = [e for expr in expressions(stmt) for e in subexpressions(expr)]
        return frozenset({*(e for e in inside if isinstance(e, ir.Local)), *self.effects.read(inside)})


def _locals(function: ir.Function) -> Live:
    """All locals of a function that it reads anywhere."""
    inside = (
        expr for stmt in statements(function.body) for outer in expressions(stmt) for expr in subexpressions(outer)
    )
    return frozenset(expr for expr in inside if isinstance(expr, ir.Local))


def _arrays(live: Iterable[str | ir.Local]) -> Live:
    return frozenset(what for what in live if isinstance(what, str))
