"""What an attempt must keep of the state, and where it keeps it.

As functions never call themselves, every attempt has a place of its own on each way to it: beside the places of those
that can be open around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dsl.ir import Array, Attempt, Block, CallStatus, Code, Store
from dsl.ir_walk import blocks, call_graph, callees_first, calls
from interpreter.native.vector import extent

_GAP = 8  # words that are kept, too, so that what lies on both sides of them is kept at once

Parts = tuple[tuple[int, int], ...]  # from which word, how many


@dataclass
class Attempts:
    """For each function from which word of the scratch memory on its attempts keep what they change; `most`: how many
    words of it are used at all."""

    code: Code
    arrays: Mapping[str, Array]
    starts: dict[str, int] = field(default_factory=dict)
    most: int = 0
    _written: dict[str, frozenset[str]] = field(default_factory=dict)

    @staticmethod
    def of(code: Code, arrays: Mapping[str, Array]) -> Attempts:
        made = Attempts(code, arrays, dict.fromkeys(code.functions, 0))
        order = callees_first(call_graph(code))
        for name in order:
            made._written[name] = frozenset(made._writes(code.functions[name].body))
        for name in reversed(order):
            made._place(code.functions[name].body, made.starts[name])
        return made

    def _writes(self, block: Block) -> Iterator[str]:
        """The arrays that a block can leave changed; attempts leave nothing changed."""
        for stmt in block:
            if isinstance(stmt, Store):
                yield stmt.array
            elif isinstance(stmt, CallStatus):
                yield from self._written[stmt.procedure]
            elif not isinstance(stmt, Attempt):
                for inner in blocks(stmt):
                    yield from self._writes(inner)

    def parts(self, attempt: Attempt) -> Parts:
        """What the body can change, in rising order."""
        found: list[tuple[int, int]] = []
        for array in sorted((self.arrays[name] for name in set(self._writes(attempt.body))), key=lambda a: a.offset):
            start, count = array.offset, extent(array)
            if found and start - sum(found[-1]) <= _GAP:
                start, count = found[-1][0], start + count - found.pop()[0]
            found.append((start, count))
        return tuple(found)

    def _place(self, block: Block, start: int) -> None:
        self.most = max(self.most, start)
        for stmt in block:
            inside = start + sum(count for _, count in self.parts(stmt)) if isinstance(stmt, Attempt) else start
            for callee in calls((stmt,)):
                self.starts[callee] = max(self.starts[callee], inside)
            for inner in blocks(stmt):
                self._place(inner, inside)
