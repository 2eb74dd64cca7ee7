"""`python -m tests.benchmarks.operations [NAME …]`: how many operations of the IR a decision costs in random games.

Counts do not depend on how busy the machine is, and say what any back end has to do. Each block of the
suspended program gets a mark; how often it is come to, times what stands in it, is what was done. An expression
or statement counts once, an operation on a set once for each 64 members. A hypothetical test counts as machine code
makes it: once for every four words that it copies and puts back, and twice for each word that is noted when it changes.
What `and` and `or` leave out is counted all the same.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from random import Random

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import (
    INT,
    OVER,
    Attempt,
    Bits,
    Block,
    Break,
    Code,
    Continue,
    Expr,
    ForBits,
    ForRange,
    Function,
    Guard,
    If,
    Lookup,
    Mark,
    Return,
    Stmt,
    Store,
    Type,
    While,
    word_count,
)
from dsl.ir.program import Program
from dsl.ir.types import local_types, type_of
from dsl.ir.visit import blocks, expressions, statements, subexpressions
from dsl.load import compile_rules
from interpreter.backends.llvm.transactions import Attempts
from interpreter.backends.llvm.vector import placed, width
from interpreter.backends.pipeline import ready
from interpreter.backends.python.emit import emit
from interpreter.backends.python.expressions import Names
from interpreter.state.machine import Compiled, Machine
from tests.laws.games import RULEBOOKS, Setting, settings

DECISIONS = 400  # answers after which it is known what a decision of a game costs
OPERATIONS = 60_000_000  # or, where a decision costs very much, so many operations
SHOWN = 6  # functions


@dataclass
class Meter:
    """A program that counts. `costs` and `owners` have, for each mark, what follows it costs and in which function,
    `notes` what it costs besides within a hypothetical test."""

    code: Code
    costs: list[int] = field(default_factory=list)
    notes: list[int] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)
    _types: dict[str, Type] = field(default_factory=dict)
    _name: str = ""

    def __post_init__(self) -> None:
        self._attempts = Attempts.of(self.code, placed(self.code.arrays))

    def counting(self) -> Code:
        """The program with a mark wherever it cannot be told from the mark before that this is come to."""
        return replace(self.code, functions={n: self._function(f) for n, f in self.code.functions.items()})

    def _function(self, function: Function) -> Function:
        self._name, self._types = function.name, defaultdict(lambda: INT, local_types(function, self.code))
        return replace(function, body=self._block(function.body, 1 + len(function.parameters)))

    def _block(self, block: Block, start: int) -> Block:
        """`start` is what it costs to come to the block."""
        found: list[Stmt] = []
        mark = self._mark(start, found)
        for stmt in block:
            if isinstance(stmt, Mark):
                continue
            self.costs[mark] += self._statement(stmt)
            self.notes[mark] += self._noted(stmt)
            found.append(self._inside(stmt))
            if _may_leave(stmt):
                mark = self._mark(0, found)
        return tuple(found)

    def _mark(self, cost: int, found: list[Stmt]) -> int:
        self.costs.append(cost)
        self.notes.append(0)
        self.owners.append(self._name)
        found.append(Mark(len(self.costs) - 1))
        return len(self.costs) - 1

    def _inside(self, stmt: Stmt) -> Stmt:
        match stmt:
            case If(condition, then, otherwise):
                return If(condition, self._block(then, 0), self._block(otherwise, 0) if otherwise else ())
            case While(condition, body):
                return While(condition, self._block(body, self._expression(condition)))
            case ForRange(body=body) | ForBits(body=body):
                return replace(stmt, body=self._block(body, 2))
            case Attempt(body):
                return Attempt(self._block(body, 0))
        return stmt

    def _statement(self, stmt: Stmt) -> int:
        inside = sum(self._expression(e) for e in expressions(stmt))
        copied = self._attempts.parts(stmt) if isinstance(stmt, Attempt) else ()
        return 1 + inside + sum(count for _, count in copied) // 4

    def _noted(self, stmt: Stmt) -> int:
        if not isinstance(stmt, Store) or stmt.array not in self._attempts.long:
            return 0
        return 2 * width(self.code.arrays[stmt.array].type)

    def _expression(self, expr: Expr) -> int:
        return sum(self._wide(e) for e in subexpressions(expr))

    def _wide(self, expr: Expr) -> int:
        kind = type_of(expr, self._types, self.code)
        return word_count(kind.size) if isinstance(kind, Bits) and not isinstance(expr, Lookup) else 1


def _may_leave(stmt: Stmt) -> bool:
    return any(isinstance(s, Return | Break | Continue | Guard) for s in statements((stmt,))) and bool(blocks(stmt))


@dataclass
class Measured:
    """What random games of a program cost: in all, and by function, an answer each."""

    answers: int
    options: int
    spent: Counter[str]

    @property
    def each(self) -> float:
        return self.spent.total() / self.answers


def measured(program: Program, suspended: Code, decisions: int = DECISIONS) -> Measured:
    """Plays random games with a machine that counts what its `suspended` code does."""
    meter = Meter(suspended)
    code = meter.counting()
    spent: Counter[str] = Counter()

    def mark(number: int) -> None:
        cost = meter.costs[number] + (meter.notes[number] if machine.testing else 0)
        spent[meter.owners[number]] += cost
        budget[0] -= cost

    budget = [OPERATIONS]

    python = compile(emit(code, trace=True), "<counted>", "exec", dont_inherit=True)
    names = Names.of(code).functions
    machine = Machine(
        Compiled(python, code.arrays, names, tuple(code.faults)), len(program.players), program.decisions, mark=mark
    )
    random, answers, options = Random(1), 0, 0
    while answers < decisions and budget[0] > 0:
        state = machine.initial(random.randrange(2**32))
        machine.run(state)
        while state[STATUS_AT] != OVER and answers < decisions and budget[0] > 0:
            codes = machine.options(state)
            answers, options = answers + 1, options + len(codes)
            machine.resume(state, random.choice(codes))
    return Measured(answers, options, spent)


def report(setting: Setting) -> str:
    """A line for a game, and one for each of its costliest functions."""
    program, _ = compile_rules(setting.path, setting.terms)
    assert program is not None
    found = measured(program, ready(program.code, program.decisions))
    lines = [f"{setting!s:36} {found.each:10.0f} operations, {found.options / found.answers:6.1f} options a decision"]
    for name, spent in found.spent.most_common(SHOWN):
        lines.append(f"    {spent / found.answers:10.0f} {name}")
    return "\n".join(lines)


def main(names: list[str]) -> None:
    """Prints what the rulebooks with these names cost; all, if none is given."""
    for rulebook in RULEBOOKS:
        if not names or rulebook.stem in names:
            sys.stdout.write(report(settings(rulebook)[0]) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
