"""What `interpreter.library.stepping` is told of a game, and how it is called."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache

from dsl.ir.nodes import DERIVE, FRAME, MAIN
from interpreter.backends.llvm.builder import symbol
from interpreter.backends.llvm.drawing import words
from interpreter.backends.llvm.library import library
from interpreter.backends.llvm.machine import NativeMachine
from interpreter.backends.llvm.objects import alone
from interpreter.library import stepping as at

_NAME = "steps"
_ENTRY = f"""\
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i64 @{_NAME}(ptr %S, ptr %X, ptr %A) nounwind {{
  %found = call i64 @{symbol(at.steps)}(ptr %X, ptr %A)
  ret i64 %found
}}
"""


@cache
def _text() -> str:
    """The function, which knows a game by the addresses of its entries alone."""
    return f"{_ENTRY}{library(at.steps)}"


class Stepper:
    """Calls it for the states of one game. `control` is its third argument, of which all is set that belongs to the
    game; where states and what goes with them are is for whoever calls it to say. For one thread at a time."""

    def __init__(self, machine: NativeMachine, options: Iterable[str]) -> None:
        """`options`: for each decision the function that finds its options; "" leaves it to Python."""
        self._machine, self._steps = machine, alone(_text(), _NAME).entries[0]
        entries, arrays = machine.addresses(), machine.arrays.items()
        frames = [(a.offset, entries[name[len(FRAME) :]]) for name, a in arrays if name.startswith(FRAME)]
        self._kept = {
            at.BLANK: machine.blank(), at.BEFORE: machine.blank(),
            at.SITES: array("q", [entries.get(name, 0) for name in options]),
            at.DECISIONS: array("q", [word for decision in machine.decisions for word in words(decision, entries)]),
            at.FRAMES: array("q", [word for frame in frames for word in frame]),
        }  # fmt: skip
        self.control = array("q", bytes(8 * at.CONTROL_WORDS))
        counted = {at.SIZE: machine.size, at.FRAME_COUNT: len(frames), at.CHANCE: machine.players}
        counted |= {at.MAIN_ENTRY: entries[MAIN], at.DERIVE_ENTRY: entries.get(DERIVE, 0)}
        for word, value in (counted | {word: kept.buffer_info()[0] for word, kept in self._kept.items()}).items():
            self.control[word] = value

    def run(self) -> int:
        """Does with each state what is to be done with it; how many codes of options were found."""
        return self._machine.call_with(self._steps, self.control.buffer_info()[0])
