"""Which locals are live before a statement: read later before they are set again. Only these survive a suspension.

This is exact in one way that matters: what is live is also set, whenever `dsl.ir.check` accepts the program.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.visit import Outcomes, endless, escapes, expressions, locals_read

Live = frozenset[str]
NONE: Live = frozenset()


@dataclass(frozen=True, slots=True)
class Exits:
    """What is live after the innermost loop (`stop`), at its next turn (`turn`), and after the attempt around."""

    stop: Live = NONE
    turn: Live = NONE
    attempt: Live = NONE


@dataclass(frozen=True, slots=True)
class Liveness:
    """`known` are the outcomes of all functions."""

    known: Outcomes
    _points: dict[tuple[int, Live, Exits], tuple[ir.Block, list[Live]]] = field(default_factory=dict)

    def before(self, stmt: ir.Stmt, after: Live, exits: Exits) -> Live:
        """The locals that are live before `stmt`, given those that are live after it and at its exits."""
        read = NONE.union(*map(locals_read, expressions(stmt)))
        match stmt:
            case ir.Set(name=name) | ir.Choose(name=name):
                return read | (after - {name})
            case ir.If(_, then, otherwise):
                return read | self.before_block(then, after, exits) | self.before_block(otherwise, after, exits)
            case ir.While() | ir.ForRange() | ir.ForBits():
                return read | self.at_next_turn(stmt, after, exits)
            case ir.Attempt(body):
                return self.before_block(body, after, replace(exits, attempt=after))
            case ir.Perform() if escapes(stmt, self.known):
                return read | after | exits.attempt
            case ir.Break():
                return exits.stop
            case ir.Continue():
                return exits.turn
            case ir.End() | ir.Leave():
                return exits.attempt
            case ir.Return() | ir.Guard(ir.Const(value=0)):
                return read
            case ir.Store() | ir.Poke() | ir.Perform() | ir.Offer() | ir.Guard() | ir.Mark() | ir.CallStatus():
                return read | after
            case _:
                assert_never(stmt)

    def at_next_turn(self, loop: ir.While | ir.ForRange | ir.ForBits, after: Live, exits: Exits) -> Live:
        """What is live where a loop begins its next turn, given what is live after the loop.

        One round is enough: what a second one would add has come in by the first.
        """
        turn = after
        if isinstance(loop, ir.While):
            turn = (NONE if endless(loop) else after) | locals_read(loop.condition)
        inside = self.before_block(loop.body, turn, replace(exits, stop=after, turn=turn))
        return turn | (inside if isinstance(loop, ir.While) else inside - {loop.name})

    def before_block(self, block: ir.Block, after: Live, exits: Exits) -> Live:
        """What is live before a block, given what is live after it."""
        return self.points(block, after, exits)[0] if block else after

    def points(self, block: ir.Block, after: Live, exits: Exits) -> list[Live]:
        """What is live before each statement of a block, and after the last one."""
        key = (id(block), after, exits)  # which is asked for each block around it, too
        if key not in self._points:
            found = [after]
            for stmt in reversed(block):
                found.append(self.before(stmt, found[-1], exits))
            self._points[key] = (block, found[::-1])
        return self._points[key][1]
