"""Ways through a `Code`: what a statement or an expression contains, who calls whom, how procedures can end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import is_
from typing import Any, assert_never

from dsl.ir import nodes as ir

# ---------------------------------------------------------------------------------------------------------- expressions

_OPERANDS: Mapping[type, Callable[[Any], tuple[ir.Expr, ...]]] = {
    ir.Load: lambda e: (e.index,),
    ir.Peek: lambda e: (e.memory, e.index),
    ir.Lookup: lambda e: (e.index,),
    ir.Binary: lambda e: (e.left, e.right),
    ir.Unary: lambda e: (e.operand,),
    ir.Single: lambda e: (e.member,),
    ir.Shifted: lambda e: (e.members, e.by),
    ir.Between: lambda e: (e.low, e.high),
    ir.Call: lambda e: e.arguments,
    ir.Word: lambda e: (e.members,),
    ir.FromWords: lambda e: e.words,
}


def operands(expr: ir.Expr | ir.Stmt) -> tuple[ir.Expr, ...]:
    """The expressions directly inside `expr`, in the order of evaluation."""
    inside = _OPERANDS.get(type(expr))
    return inside(expr) if inside else ()


def subexpressions(expr: ir.Expr) -> list[ir.Expr]:
    """`expr` and all expressions inside it, outer ones first."""
    found = [expr]
    for inner in found:
        if inside := _OPERANDS.get(type(inner)):
            found += inside(inner)
    return found


def locals_read(expr: ir.Expr) -> set[str]:
    """The names of the locals that `expr` reads."""
    if type(expr) not in _OPERANDS:
        return {expr.name} if type(expr) is ir.Local else set()
    return {e.name for e in subexpressions(expr) if type(e) is ir.Local}


_WITH_OPERANDS: Mapping[type, Callable[[Any, Any], ir.Expr]] = {
    ir.Load: lambda e, new: ir.Load(e.array, new[0]),
    ir.Peek: lambda e, new: ir.Peek(*new),
    ir.Lookup: lambda e, new: ir.Lookup(e.table, new[0]),
    ir.Binary: lambda e, new: ir.Binary(e.op, new[0], new[1]),
    ir.Unary: lambda e, new: ir.Unary(e.op, new[0]),
    ir.Single: lambda e, new: ir.Single(new[0], e.size),
    ir.Shifted: lambda e, new: ir.Shifted(new[0], new[1], e.size),
    ir.Between: lambda e, new: ir.Between(new[0], new[1], e.size),
    ir.Call: lambda e, new: ir.Call(e.function, new),
    ir.Word: lambda e, new: ir.Word(new[0], e.index),
    ir.FromWords: lambda e, new: ir.FromWords(new, e.size),
}


def rebuild(expr: ir.Expr, change: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """`expr` with each operand replaced by `change(operand)`; itself where all are as before."""
    old = operands(expr)
    if not old:
        return expr
    new = tuple([change(operand) for operand in old])
    return expr if all(map(is_, new, old)) else _WITH_OPERANDS[type(expr)](expr, new)


# ----------------------------------------------------------------------------------------------------------- statements

_EXPRESSIONS: Mapping[type, Callable[[Any], tuple[ir.Expr, ...]]] = {
    ir.Set: lambda s: (s.value,),
    ir.Store: lambda s: (s.index, s.value),
    ir.Poke: lambda s: (s.memory, s.index, s.value),
    ir.If: lambda s: (s.condition,),
    ir.While: lambda s: (s.condition,),
    ir.ForRange: lambda s: (s.start, s.stop),
    ir.ForBits: lambda s: (s.members,),
    ir.Return: lambda s: () if s.value is None else (s.value,),
    ir.Perform: lambda s: s.arguments,
    ir.CallStatus: lambda s: s.arguments,
    ir.Choose: lambda s: (s.who, *s.arguments),
    ir.Offer: lambda s: (s.code,),
    ir.Guard: lambda s: (s.condition,),
}


def expressions(stmt: ir.Stmt | ir.Expr) -> tuple[ir.Expr, ...]:
    """The expressions which stand directly in `stmt` (not those of the statements inside it)."""
    inside = _EXPRESSIONS.get(type(stmt))
    return inside(stmt) if inside else ()


_BLOCKS: Mapping[type, Callable[[Any], tuple[ir.Block, ...]]] = {
    ir.If: lambda s: (s.then, s.otherwise),
    ir.While: lambda s: (s.body,),
    ir.ForRange: lambda s: (s.body,),
    ir.ForBits: lambda s: (s.body,),
    ir.Attempt: lambda s: (s.body,),
}


def blocks(stmt: ir.Stmt | ir.Expr) -> tuple[ir.Block, ...]:
    """The blocks directly inside `stmt`."""
    inside = _BLOCKS.get(type(stmt))
    return inside(stmt) if inside else ()


def statements(block: ir.Block) -> Iterator[ir.Stmt]:
    """All statements of a block, with those inside them, outer ones first, in written order."""
    waiting = [*reversed(block)]
    while waiting:
        stmt = waiting.pop()
        yield stmt
        if inside := _BLOCKS.get(type(stmt)):
            for inner in reversed(inside(stmt)):
                waiting.extend(reversed(inner))


_WITH_BLOCKS: Mapping[type, Callable[[Any, Any], ir.Stmt]] = {
    ir.If: lambda s, new: ir.If(s.condition, new[0], new[1]),
    ir.While: lambda s, new: ir.While(s.condition, new[0]),
    ir.ForRange: lambda s, new: ir.ForRange(s.name, s.start, s.stop, new[0]),
    ir.ForBits: lambda s, new: ir.ForBits(s.name, s.members, new[0]),
    ir.Attempt: lambda s, new: ir.Attempt(new[0]),
}


def with_blocks(stmt: ir.Stmt, change: Callable[[ir.Block], ir.Block]) -> ir.Stmt:
    """`stmt` with each block directly inside it replaced by `change(block)`."""
    old = blocks(stmt)
    return _WITH_BLOCKS[type(stmt)](stmt, tuple([change(block) for block in old])) if old else stmt


def with_all_expressions(block: ir.Block, change: Callable[[ir.Expr], ir.Expr]) -> ir.Block:
    """The block with each expression in it, however deep, replaced by `change(expression)`."""
    return tuple(
        with_expressions(with_blocks(s, lambda inner: with_all_expressions(inner, change)), change) for s in block
    )


def exchanged(block: ir.Block, new: Mapping[ir.Expr, ir.Expr]) -> ir.Block:
    """The block with other expressions in the place of these."""

    def change(expr: ir.Expr) -> ir.Expr:
        return new.get(expr) or rebuild(expr, change)

    return with_all_expressions(block, change)


def with_rule(block: ir.Block, rule: Callable[[], int]) -> ir.Block:
    """The block, where guards that know no rule have this one."""
    if not any(isinstance(stmt, ir.Guard) and stmt.rule < 0 for stmt in statements(block)):
        return block
    return tuple(_with_rule(stmt, rule) for stmt in block)


def _with_rule(stmt: ir.Stmt, rule: Callable[[], int]) -> ir.Stmt:
    if isinstance(stmt, ir.Guard):
        return stmt if stmt.rule >= 0 else replace(stmt, rule=rule())
    return with_blocks(stmt, lambda block: with_rule(block, rule))


_WITH_EXPRESSIONS: Mapping[type, Callable[[Any, Any], ir.Stmt]] = {
    ir.Set: lambda s, new: ir.Set(s.name, new[0]),
    ir.Store: lambda s, new: ir.Store(s.array, new[0], new[1]),
    ir.Poke: lambda s, new: ir.Poke(*new),
    ir.If: lambda s, new: ir.If(new[0], s.then, s.otherwise),
    ir.While: lambda s, new: ir.While(new[0], s.body),
    ir.ForRange: lambda s, new: ir.ForRange(s.name, new[0], new[1], s.body),
    ir.ForBits: lambda s, new: ir.ForBits(s.name, new[0], s.body),
    ir.Return: lambda s, new: ir.Return(new[0]),
    ir.Perform: lambda s, new: ir.Perform(s.procedure, new, s.catch),
    ir.CallStatus: lambda s, new: ir.CallStatus(s.name, s.procedure, new),
    ir.Choose: lambda s, new: ir.Choose(s.name, s.site, new[0], new[1:]),
    ir.Offer: lambda s, new: ir.Offer(new[0]),
    ir.Guard: lambda s, new: ir.Guard(new[0], s.code, s.rule),
}


def with_expressions(stmt: ir.Stmt, change: Callable[[ir.Expr], ir.Expr]) -> ir.Stmt:
    """`stmt` with each expression directly in it replaced by `change(expression)`; itself where all are as before."""
    old = expressions(stmt)
    if not old:
        return stmt
    new = tuple([change(expr) for expr in old])
    return stmt if all(map(is_, new, old)) else _WITH_EXPRESSIONS[type(stmt)](stmt, new)


def endless(loop: ir.Stmt) -> bool:
    """Whether only `Break` (or an end of the procedure) ends this loop."""
    return isinstance(loop, ir.While) and isinstance(loop.condition, ir.Const) and loop.condition.value != 0


def assigned(block: ir.Block) -> set[str]:
    """The locals that get a value in a block."""
    found = (
        s.name
        for s in statements(block)
        if isinstance(s, ir.Set | ir.ForRange | ir.ForBits | ir.Choose | ir.CallStatus)
    )
    return {name for name in found if name is not None}


def conjuncts(condition: ir.Expr) -> list[ir.Expr]:
    """The conditions that all have to hold."""
    match condition:
        case ir.Binary("and", left, right):
            return [*conjuncts(left), *conjuncts(right)]
        case _:  # one condition alone, whatever it is
            return [condition]


def where(conditions: Iterable[ir.Expr], block: ir.Block) -> ir.Block:
    """The block, done only where all conditions hold; they are tested in this order."""
    for condition in reversed([*conditions]):
        block = (ir.If(condition, block),)
    return block


# ------------------------------------------------------------------------------------------------------- the call graph


LOOPS: Mapping[type, int] = {ir.While: 1, ir.ForRange: 1, ir.ForBits: 1, ir.Attempt: 3}
"""For how many loops a statement counts: a language that has no attempts may need as many for one."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What is in a block: the functions and procedures that it `calls`, in the order of their first call, and how often
    each stands there; how many loops there are, an attempt as three of them; how deep it is nested at most."""

    calls: Mapping[str, int]
    loops: int
    depth: int


def outline(block: ir.Block) -> Outline:
    """Goes through a block once for all that is asked of every function."""
    found: dict[str, int] = {}
    loops = around = largest = 0
    for stmt in statements(block):
        if type(stmt) in _BLOCKS:
            around += 1
            loops += LOOPS.get(type(stmt), 0)
        elif isinstance(stmt, ir.Perform | ir.CallStatus):
            found[stmt.procedure] = found.get(stmt.procedure, 0) + 1
        for expr in expressions(stmt):
            if type(expr) not in _OPERANDS:  # most are a number or a local
                largest = largest or 1
                continue
            within = subexpressions(expr)
            largest = max(largest, len(within))
            for e in within:
                if type(e) is ir.Call:
                    found[e.function] = found.get(e.function, 0) + 1
    return Outline(found, loops, 1 + around + largest)


def calls(block: ir.Block) -> Mapping[str, int]:
    """The names of the functions and procedures that a block calls, in the order of their first call."""
    return outline(block).calls


def call_graph(code: ir.Code) -> dict[str, tuple[str, ...]]:
    """For each function those that it calls; unknown ones are passed over."""
    return graph_of({name: outline(f.body) for name, f in code.functions.items()})


def graph_of(outlines: Mapping[str, Outline]) -> dict[str, tuple[str, ...]]:
    """The call graph of the functions that have these outlines."""
    return {name: tuple(c for c in known.calls if c in outlines) for name, known in outlines.items()}


def reached(graph: Mapping[str, tuple[str, ...]], roots: Iterable[str]) -> set[str]:
    """The roots and all functions that they come to call; roots that are unknown are passed over."""
    waiting = [root for root in roots if root in graph]
    found = set(waiting)
    while waiting:
        new = set(graph[waiting.pop()]) - found
        found |= new
        waiting += new
    return found


def callees_first(graph: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """All functions of a call graph in an order in which each stands after those that it calls.

    Raises `CallCycle` if a function can call itself.
    """
    order: dict[str, None] = {}
    for root in graph:
        _visit(root, graph, order, ())
    return tuple(order)


class CallCycle(Exception):
    """A function that can call itself; `path` names the functions of the cycle, the first one again at the end."""

    def __init__(self, path: tuple[str, ...]) -> None:
        super().__init__(" -> ".join(path))
        self.path = path


def shortest_cycle(graph: Mapping[str, tuple[str, ...]], through: tuple[str, ...]) -> tuple[str, ...]:
    """The shortest cycle on which one of these functions lies, which all lie on one; the first one again at the end."""
    return min((_way_back(graph, name) for name in through), key=len)


def _way_back(graph: Mapping[str, tuple[str, ...]], name: str) -> tuple[str, ...]:
    """The shortest way from a function on a cycle to itself."""
    waiting, seen = deque[tuple[str, ...]]([(name,)]), set[str]()
    while waiting:
        path = waiting.popleft()
        for callee in graph[path[-1]]:
            if callee == name:
                return (*path, name)
            if callee not in seen:
                seen.add(callee)
                waiting.append((*path, callee))
    raise ValueError(name)


def _visit(name: str, graph: Mapping[str, tuple[str, ...]], order: dict[str, None], path: tuple[str, ...]) -> None:
    if name in path:
        raise CallCycle((*path[path.index(name) :], name))
    if name in order:
        return
    for callee in graph[name]:
        _visit(callee, graph, order, (*path, name))
    order[name] = None


# ------------------------------------------------------------------------------------------------- how procedures end

Outcomes = Mapping[str, frozenset[int]]


def outcomes(code: ir.Code, order: Iterable[str] | None = None) -> dict[str, frozenset[int]]:
    """For each function the ways other than `DONE` in which it can end: `SUSPENDED`, `ENDED`, `ENDED` + a target.

    `order`: the functions in an order in which callees stand first, where it is known.
    """
    known: dict[str, frozenset[int]] = {}
    for name in callees_first(call_graph(code)) if order is None else order:
        function = code.functions[name]  # others than procedures always come to their end
        known[name] = block_outcomes(function.body, known) if function.kind == "procedure" else frozenset()
    return known


def block_outcomes(block: ir.Block, known: Outcomes) -> frozenset[int]:
    """The ways other than `DONE` in which a block can make its procedure end."""
    found: set[int] = set()
    for stmt in block:
        found |= _statement_outcomes(stmt, known)
    return frozenset(found)


def _statement_outcomes(stmt: ir.Stmt, known: Outcomes) -> frozenset[int]:
    match stmt:
        case ir.End():
            return frozenset({ir.ENDED})
        case ir.Leave(target):
            return frozenset({ir.ENDED + target})
        case ir.Choose():
            return frozenset({ir.SUSPENDED})
        case ir.Perform():
            return escapes(stmt, known)
        case ir.Attempt(body):
            return block_outcomes(body, known) & {ir.SUSPENDED}
        case ir.If() | ir.While() | ir.ForRange() | ir.ForBits():
            return frozenset().union(*(block_outcomes(b, known) for b in blocks(stmt)))
        case (
            ir.Set()
            | ir.Store()
            | ir.Poke()
            | ir.Break()
            | ir.Continue()
            | ir.Return()
            | ir.Offer()
            | ir.Guard()
            | ir.Mark()
            | ir.CallStatus()
        ):
            return frozenset()
        case _:
            assert_never(stmt)


def can_suspend(stmt: ir.Stmt, known: Outcomes) -> bool:
    """Whether a statement can make its procedure wait for an answer."""
    if isinstance(stmt, ir.Perform):
        return ir.SUSPENDED in escapes(stmt, known)
    return isinstance(stmt, ir.Choose) or any(can_suspend(inner, known) for block in blocks(stmt) for inner in block)


def escapes(stmt: ir.Perform, known: Outcomes) -> frozenset[int]:
    """The ways other than `DONE` in which a callee can end and which its `Perform` does not catch."""
    return known.get(stmt.procedure, frozenset()) - {ir.DONE if stmt.catch is None else ir.ENDED + stmt.catch}
