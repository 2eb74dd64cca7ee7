"""Basic blocks, and how a graph of them becomes structured statements again: a loop around a tree of tests on `$pc`.

A block that is reached from one place only is written there; the others, and those at which a suspended procedure goes
on, are leaves of the tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from dsl.ir.nodes import Binary, Block, Const, Continue, Expr, If, Local, Set, Stmt, While

PC = "$pc"


@dataclass(frozen=True, slots=True)
class _Jump:
    target: int


@dataclass(frozen=True, slots=True)
class _Branch:
    condition: Expr
    then: int
    otherwise: int


@dataclass
class _Basic:
    statements: list[Stmt] = field(default_factory=list)
    end: _Jump | _Branch | None = None

    @property
    def successors(self) -> tuple[int, ...]:
        match self.end:
            case _Jump(target):
                return (target,)
            case _Branch(_, then, otherwise):
                return (then, otherwise)
            case None:
                return ()
            case _:
                assert_never(self.end)


class BlockGraph:
    """Blocks under construction. Block 0 is the first one; statements go to the block that was started last."""

    def __init__(self) -> None:
        self._blocks: dict[int, _Basic] = {0: _Basic()}
        self._entries: set[int] = {0}
        self._current: _Basic | None = self._blocks[0]

    # ---------------------------------------------------------------------------------------------------- construction

    @property
    def closed(self) -> bool:
        """Whether the current block has ended, so that what follows is never reached."""
        return self._current is None

    def label(self) -> int:
        """A new block, which may be jumped to before it is started."""
        self._blocks[len(self._blocks)] = _Basic()
        return len(self._blocks) - 1

    def entry(self) -> int:
        """A new block at which a suspended procedure can go on, with the label as its `$pc`."""
        label = self.label()
        self._entries.add(label)
        return label

    def start(self, label: int) -> None:
        self._current = self._blocks[label]

    def add(self, *statements: Stmt) -> None:
        if self._current is not None:
            self._current.statements.extend(statements)

    def jump(self, target: int) -> None:
        self._end(_Jump(target))

    def branch(self, condition: Expr, then: int, otherwise: int) -> None:
        self._end(_Branch(condition, then, otherwise))

    def stop(self) -> None:
        """The current block ends in a `Return`, or in a `Continue` from `goto`."""
        self._end(None)

    def goto(self, target: int) -> Block:
        """A jump that may stand anywhere in a plain statement, except in a loop."""
        self._entries.add(target)
        return (Set(PC, Const(target)), Continue())

    def _end(self, end: _Jump | _Branch | None) -> None:
        if self._current is not None:
            self._current.end = end
        self._current = None

    # -------------------------------------------------------------------------------------------------------- emission

    def structured(self) -> Block:
        """The whole graph as one endless loop, which `Return` leaves; `$pc` must be set before."""
        self._thread()
        joins = Counter(target for label in self._reached() for target in self._blocks[label].successors)
        leaves = sorted(self._entries | {label for label, places in joins.items() if places > 1})
        return (While(Const(1), self._tree(leaves, frozenset(leaves))),)

    def _thread(self) -> None:
        """Jumps to a block that only jumps on go to the place where it ends."""
        for block in self._blocks.values():
            match block.end:
                case _Jump(target):
                    block.end = _Jump(self._final(target))
                case _Branch(condition, then, otherwise):
                    block.end = _Branch(condition, self._final(then), self._final(otherwise))
                case None:
                    pass
                case _:
                    assert_never(block.end)

    def _final(self, label: int) -> int:
        seen = {label}
        while not (block := self._blocks[label]).statements and isinstance(block.end, _Jump):
            label = block.end.target
            if label in seen:
                break
            seen.add(label)
        return label

    def _reached(self) -> Iterator[int]:
        waiting, seen = list(self._entries), set(self._entries)
        while waiting:
            label = waiting.pop()
            yield label
            new = [s for s in self._blocks[label].successors if s not in seen]
            seen.update(new)
            waiting.extend(new)

    def _tree(self, leaves: list[int], all_leaves: frozenset[int]) -> Block:
        if len(leaves) == 1:
            return self._written(leaves[0], all_leaves)
        middle = len(leaves) // 2
        low, high = self._tree(leaves[:middle], all_leaves), self._tree(leaves[middle:], all_leaves)
        return (If(Binary("<", Local(PC), Const(leaves[middle])), low, high),)

    def _written(self, label: int, leaves: frozenset[int]) -> Block:
        block = self._blocks[label]
        match block.end:
            case _Jump(target):
                return (*block.statements, *self._edge(target, leaves))
            case _Branch(condition, then, otherwise):
                return (*block.statements, If(condition, self._edge(then, leaves), self._edge(otherwise, leaves)))
            case None:
                return tuple(block.statements)
            case _:
                assert_never(block.end)

    def _edge(self, target: int, leaves: frozenset[int]) -> Block:
        return (Set(PC, Const(target)),) if target in leaves else self._written(target, leaves)
