"""What an attempt must keep of the state, and where it keeps it.

Short arrays that it can change are copied as they are at its start. As functions never call themselves, every attempt
has a place of its own for that on each way to it: beside the places of those that can be open around it. Of a long
array a change is noted when it is made, word by word, and taken back last first; what makes such changes is written
twice, and notes them only where an attempt has called it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dsl.ir.nodes import Array, Attempt, Block, CallStatus, Code, Store
from dsl.ir.visit import blocks, call_graph, callees_first, calls, statements
from interpreter.backends.llvm.vector import extent
from interpreter.library.undo_log import ROOM

LONG = 64  # words of an array of which changes are noted
_GAP = 8  # words that are kept, too, so that what lies on both sides of them is kept at once

Parts = tuple[tuple[int, int], ...]  # from which word, how many


@dataclass
class Attempts:
    """For each function from which word of the scratch memory on its attempts keep what they change; `most`: how many
    words of it are used for that. `twice` are the functions that are written once more, noting what they change of
    `long` arrays."""

    code: Code
    arrays: Mapping[str, Array]
    starts: dict[str, int] = field(default_factory=dict)
    most: int = 0
    long: frozenset[str] = frozenset()
    twice: frozenset[str] = frozenset()
    _written: dict[str, frozenset[str]] = field(default_factory=dict)

    @staticmethod
    def of(code: Code, arrays: Mapping[str, Array]) -> Attempts:
        long = frozenset(name for name, array in arrays.items() if extent(array) >= LONG)
        made = Attempts(code, arrays, dict.fromkeys(code.functions, 0), long=long)
        order = callees_first(call_graph(code))
        for name in order:
            made._written[name] = frozenset(made._writes(code.functions[name].body))
        made.twice = frozenset(made._noting(reversed(order)))
        for name in reversed(order):
            made._place(code.functions[name].body, made.starts[name])
        return made

    @property
    def scratch(self) -> int:
        """How many words of scratch memory there have to be."""
        return self.most + (ROOM if self.long else 0)

    def notes(self, attempt: Attempt) -> bool:
        """Whether the body can change a long array."""
        return not self.long.isdisjoint(self._writes(attempt.body))

    def _noting(self, callers_first: Iterable[str]) -> Iterator[str]:
        """The functions that change a long array within an attempt of a function that calls them."""
        tried = set[str]()
        for name in callers_first:
            body = self.code.functions[name].body
            for stmt in statements(body):
                if isinstance(stmt, Attempt):
                    tried.update(calls(stmt.body))
            if name in tried and not self.long.isdisjoint(self._written[name]):
                tried.update(calls(body))
                yield name

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
        """What is copied of what the body can change, in rising order."""
        found: list[tuple[int, int]] = []
        short = set(self._writes(attempt.body)) - self.long
        for array in sorted((self.arrays[name] for name in short), key=lambda a: a.offset):
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
