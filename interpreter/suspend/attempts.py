"""The first step of the suspension pass: what may leave an `Attempt` half done becomes a `Break`.

`End` and `Leave` inside an attempt, and performed procedures that end so, give up the rest of its body. The body is
put into a loop of one turn, which `Break` leaves; a flag takes the break through the loops inside.
"""

from __future__ import annotations

from dsl.ir import nodes as ir
from dsl.ir.visit import Outcomes, block_outcomes, with_blocks

STATUS_LOCAL = "$status"
_YES, _NO = ir.Const(1), ir.Const(0)


def contain(block: ir.Block, known: Outcomes, depth: int = 0) -> ir.Block:
    """The block with every attempt left by `Break` only. `known` are the outcomes of all functions."""
    return tuple(_contained(stmt, known, depth) for stmt in block)


def _contained(stmt: ir.Stmt, known: Outcomes, depth: int) -> ir.Stmt:
    if not isinstance(stmt, ir.Attempt):
        return with_blocks(stmt, lambda block: contain(block, known, depth))
    body = contain(stmt.body, known, depth + 1)
    if not block_outcomes(body, known):
        return ir.Attempt(body)
    flag = f"$left{depth}"
    turn = ir.While(_YES, (*_breaking(body, known, flag), ir.Break()))
    return ir.Attempt((ir.Set(flag, _NO), turn))


def _breaking(block: ir.Block, known: Outcomes, flag: str) -> ir.Block:
    return tuple(new for stmt in block for new in _broken_off(stmt, known, flag))


def _broken_off(stmt: ir.Stmt, known: Outcomes, flag: str) -> ir.Block:
    if not block_outcomes((stmt,), known):
        return (stmt,)
    leave = (ir.Set(flag, _YES), ir.Break())
    match stmt:
        case ir.End() | ir.Leave():
            return leave
        case ir.Perform():
            return (ir.CallStatus(STATUS_LOCAL, stmt.procedure, stmt.arguments), ir.If(ended_early(stmt), leave))
        case ir.While() | ir.ForRange() | ir.ForBits():
            inside = with_blocks(stmt, lambda block: _breaking(block, known, flag))
            return (inside, ir.If(ir.Local(flag), (ir.Break(),)))
        case _:  # ends nothing itself: only what stands inside it is broken off
            return (with_blocks(stmt, lambda block: _breaking(block, known, flag)),)


def ended_early(stmt: ir.Perform) -> ir.Expr:
    """Whether the status says that the callee did not end in a way after which its `Perform` goes on."""
    early = ir.Binary("!=", ir.Local(STATUS_LOCAL), ir.Const(ir.DONE))
    if stmt.catch is None:
        return early
    return ir.Binary("and", early, ir.Binary("!=", ir.Local(STATUS_LOCAL), ir.Const(ir.ENDED + stmt.catch)))
