"""Ways through a `Code`: what a statement or an expression contains, who calls whom, how procedures can end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from dsl.ir import (
    DONE,
    ENDED,
    SUSPENDED,
    Attempt,
    Binary,
    Block,
    Call,
    CallStatus,
    Choose,
    Code,
    Const,
    End,
    Expr,
    ForBits,
    ForRange,
    FromWords,
    Guard,
    If,
    Leave,
    Load,
    Local,
    Lookup,
    Offer,
    Perform,
    Return,
    Set,
    Shifted,
    Single,
    Stmt,
    Store,
    Unary,
    While,
    Word,
)

# ---------------------------------------------------------------------------------------------------------- expressions

_OPERANDS: Mapping[type, Callable[[Any], tuple[Expr, ...]]] = {
    Load: lambda e: (e.index,),
    Lookup: lambda e: (e.index,),
    Binary: lambda e: (e.left, e.right),
    Unary: lambda e: (e.operand,),
    Single: lambda e: (e.member,),
    Shifted: lambda e: (e.members, e.by),
    Call: lambda e: e.arguments,
    Word: lambda e: (e.members,),
    FromWords: lambda e: e.words,
}


def operands(expr: Expr | Stmt) -> tuple[Expr, ...]:
    """The expressions directly inside `expr`, in the order of evaluation."""
    inside = _OPERANDS.get(type(expr))
    return inside(expr) if inside else ()


def subexpressions(expr: Expr) -> list[Expr]:
    """`expr` and all expressions inside it, outer ones first."""
    found = [expr]
    for inner in found:
        found.extend(operands(inner))
    return found


def locals_read(expr: Expr) -> set[str]:
    """The names of the locals that `expr` reads."""
    return {e.name for e in subexpressions(expr) if isinstance(e, Local)}


def rebuild(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """`expr` with each operand replaced by `change(operand)`."""
    match expr:
        case Load(index=index) | Lookup(index=index):
            return replace(expr, index=change(index))
        case Binary(op, left, right):
            return Binary(op, change(left), change(right))
        case Unary(op, operand):
            return Unary(op, change(operand))
        case Single(member, size):
            return Single(change(member), size)
        case Shifted(members, by, size):
            return Shifted(change(members), change(by), size)
        case Call(function, arguments):
            return Call(function, tuple(change(a) for a in arguments))
        case Word(members, index):
            return Word(change(members), index)
        case FromWords(words, size):
            return FromWords(tuple(change(w) for w in words), size)
    return expr


# ----------------------------------------------------------------------------------------------------------- statements

_EXPRESSIONS: Mapping[type, Callable[[Any], tuple[Expr, ...]]] = {
    Set: lambda s: (s.value,),
    Store: lambda s: (s.index, s.value),
    If: lambda s: (s.condition,),
    While: lambda s: (s.condition,),
    ForRange: lambda s: (s.start, s.stop),
    ForBits: lambda s: (s.members,),
    Return: lambda s: () if s.value is None else (s.value,),
    Perform: lambda s: s.arguments,
    CallStatus: lambda s: s.arguments,
    Choose: lambda s: (s.who, *s.arguments),
    Offer: lambda s: (s.code,),
    Guard: lambda s: (s.condition,),
}


def expressions(stmt: Stmt | Expr) -> tuple[Expr, ...]:
    """The expressions which stand directly in `stmt` (not those of the statements inside it)."""
    inside = _EXPRESSIONS.get(type(stmt))
    return inside(stmt) if inside else ()


def blocks(stmt: Stmt | Expr) -> tuple[Block, ...]:
    """The blocks directly inside `stmt`."""
    match stmt:
        case If(_, then, otherwise):
            return (then, otherwise)
        case While(body=body) | ForRange(body=body) | ForBits(body=body) | Attempt(body=body):
            return (body,)
    return ()


def statements(block: Block) -> Iterator[Stmt]:
    """All statements of a block, with those inside them, outer ones first, in written order."""
    waiting = [*reversed(block)]
    while waiting:
        stmt = waiting.pop()
        yield stmt
        for inner in reversed(blocks(stmt)):
            waiting.extend(reversed(inner))


def with_blocks(stmt: Stmt, change: Callable[[Block], Block]) -> Stmt:
    """`stmt` with each block directly inside it replaced by `change(block)`."""
    match stmt:
        case If(condition, then, otherwise):
            return If(condition, change(then), change(otherwise))
        case While(body=body) | ForRange(body=body) | ForBits(body=body) | Attempt(body=body):
            return replace(stmt, body=change(body))
    return stmt


def with_all_expressions(block: Block, change: Callable[[Expr], Expr]) -> Block:
    """The block with each expression in it, however deep, replaced by `change(expression)`."""
    return tuple(
        with_expressions(with_blocks(s, lambda inner: with_all_expressions(inner, change)), change) for s in block
    )


def exchanged(block: Block, new: Mapping[Expr, Expr]) -> Block:
    """The block with other expressions in the place of these."""

    def change(expr: Expr) -> Expr:
        return new.get(expr) or rebuild(expr, change)

    return with_all_expressions(block, change)


def with_rule(block: Block, rule: Callable[[], int]) -> Block:
    """The block, where guards that know no rule have this one."""
    if not any(isinstance(stmt, Guard) and stmt.rule < 0 for stmt in statements(block)):
        return block
    return tuple(_with_rule(stmt, rule) for stmt in block)


def _with_rule(stmt: Stmt, rule: Callable[[], int]) -> Stmt:
    if isinstance(stmt, Guard):
        return stmt if stmt.rule >= 0 else replace(stmt, rule=rule())
    return with_blocks(stmt, lambda block: with_rule(block, rule))


def with_expressions(stmt: Stmt, change: Callable[[Expr], Expr]) -> Stmt:
    """`stmt` with each expression directly in it replaced by `change(expression)`."""
    match stmt:
        case Set(value=value):
            return replace(stmt, value=change(value))
        case Return(value=value):
            return stmt if value is None else Return(change(value))
        case Store(array, index, value):
            return Store(array, change(index), change(value))
        case If(condition=condition) | While(condition=condition) | Guard(condition=condition):
            return replace(stmt, condition=change(condition))
        case ForRange(name, start, stop, body):
            return ForRange(name, change(start), change(stop), body)
        case ForBits(name, members, body):
            return ForBits(name, change(members), body)
        case Offer(code):
            return Offer(change(code))
        case Choose(name, site, who, arguments):
            return Choose(name, site, change(who), tuple(change(a) for a in arguments))
        case Perform(arguments=arguments) | CallStatus(arguments=arguments):
            return replace(stmt, arguments=tuple(change(a) for a in arguments))
    return stmt


def endless(loop: Stmt) -> bool:
    """Whether only `Break` (or an end of the procedure) ends this loop."""
    return isinstance(loop, While) and isinstance(loop.condition, Const) and loop.condition.value != 0


def assigned(block: Block) -> set[str]:
    """The locals that get a value in a block."""
    found = (s.name for s in statements(block) if isinstance(s, Set | ForRange | ForBits | Choose | CallStatus))
    return {name for name in found if name is not None}


def conjuncts(condition: Expr) -> list[Expr]:
    """The conditions that all have to hold."""
    match condition:
        case Binary("and", left, right):
            return [*conjuncts(left), *conjuncts(right)]
    return [condition]


def where(conditions: Iterable[Expr], block: Block) -> Block:
    """The block, done only where all conditions hold; they are tested in this order."""
    for condition in reversed([*conditions]):
        block = (If(condition, block),)
    return block


# ------------------------------------------------------------------------------------------------------- the call graph


def calls(block: Block) -> dict[str, None]:
    """The names of the functions and procedures that a block calls, each once, in the order of their first call."""
    found: dict[str, None] = {}
    for stmt in statements(block):
        if isinstance(stmt, Perform | CallStatus):
            found[stmt.procedure] = None
        for expr in expressions(stmt):
            found.update((e.function, None) for e in subexpressions(expr) if isinstance(e, Call))
    return found


def call_graph(code: Code) -> dict[str, tuple[str, ...]]:
    """For each function those that it calls; unknown ones are passed over."""
    return {name: tuple(c for c in calls(f.body) if c in code.functions) for name, f in code.functions.items()}


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


def outcomes(code: Code) -> dict[str, frozenset[int]]:
    """For each function the ways other than `DONE` in which it can end: `SUSPENDED`, `ENDED`, `ENDED` + a target."""
    known: dict[str, frozenset[int]] = {}
    for name in callees_first(call_graph(code)):
        known[name] = block_outcomes(code.functions[name].body, known)
    return known


def block_outcomes(block: Block, known: Outcomes) -> frozenset[int]:
    """The ways other than `DONE` in which a block can make its procedure end."""
    found: set[int] = set()
    for stmt in block:
        found |= _statement_outcomes(stmt, known)
    return frozenset(found)


def _statement_outcomes(stmt: Stmt, known: Outcomes) -> frozenset[int]:
    match stmt:
        case End():
            return frozenset({ENDED})
        case Leave(target):
            return frozenset({ENDED + target})
        case Choose():
            return frozenset({SUSPENDED})
        case Perform():
            return escapes(stmt, known)
        case Attempt(body):
            return block_outcomes(body, known) & {SUSPENDED}
    return frozenset().union(*(block_outcomes(b, known) for b in blocks(stmt)))


def escapes(stmt: Perform, known: Outcomes) -> frozenset[int]:
    """The ways other than `DONE` in which a callee can end and which its `Perform` does not catch."""
    return known.get(stmt.procedure, frozenset()) - {DONE if stmt.catch is None else ENDED + stmt.catch}
