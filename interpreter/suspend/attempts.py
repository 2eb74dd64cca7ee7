"""The first step of the suspension pass: what may leave an `Attempt` half done becomes a `Break`.

`End` and `Leave` inside an attempt, and performed procedures that end so, give up the rest of its body. The body is
put into a loop of one turn, which `Break` leaves; a flag takes the break through the loops inside.
"""

from __future__ import annotations

from dsl.ir.nodes import (
    DONE,
    ENDED,
    Attempt,
    Binary,
    Block,
    Break,
    CallStatus,
    Const,
    End,
    Expr,
    ForBits,
    ForRange,
    If,
    Leave,
    Local,
    Perform,
    Set,
    Stmt,
    While,
)
from dsl.ir.visit import Outcomes, block_outcomes, with_blocks

STATUS_LOCAL = "$status"
_YES, _NO = Const(1), Const(0)


def contain(block: Block, known: Outcomes, depth: int = 0) -> Block:
    """The block with every attempt left by `Break` only. `known` are the outcomes of all functions."""
    return tuple(_contained(stmt, known, depth) for stmt in block)


def _contained(stmt: Stmt, known: Outcomes, depth: int) -> Stmt:
    if not isinstance(stmt, Attempt):
        return with_blocks(stmt, lambda block: contain(block, known, depth))
    body = contain(stmt.body, known, depth + 1)
    if not block_outcomes(body, known):
        return Attempt(body)
    flag = f"$left{depth}"
    turn = While(_YES, (*_breaking(body, known, flag), Break()))
    return Attempt((Set(flag, _NO), turn))


def _breaking(block: Block, known: Outcomes, flag: str) -> Block:
    return tuple(new for stmt in block for new in _broken_off(stmt, known, flag))


def _broken_off(stmt: Stmt, known: Outcomes, flag: str) -> Block:
    if not block_outcomes((stmt,), known):
        return (stmt,)
    leave = (Set(flag, _YES), Break())
    match stmt:
        case End() | Leave():
            return leave
        case Perform():
            return (CallStatus(STATUS_LOCAL, stmt.procedure, stmt.arguments), If(ended_early(stmt), leave))
        case While() | ForRange() | ForBits():
            inside = with_blocks(stmt, lambda block: _breaking(block, known, flag))
            return (inside, If(Local(flag), (Break(),)))
        case _:  # ends nothing itself: only what stands inside it is broken off
            return (with_blocks(stmt, lambda block: _breaking(block, known, flag)),)


def ended_early(stmt: Perform) -> Expr:
    """Whether the status says that the callee did not end in a way after which its `Perform` goes on."""
    early = Binary("!=", Local(STATUS_LOCAL), Const(DONE))
    if stmt.catch is None:
        return early
    return Binary("and", early, Binary("!=", Local(STATUS_LOCAL), Const(ENDED + stmt.catch)))
