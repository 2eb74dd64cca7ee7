"""One function of LLVM's language in the making: its blocks, its places for locals, and where faults go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.library.context import GIVEN_UP

Algorithm = Callable[..., Any]
RARE, USUAL = ", !prof !0", ""


def symbol(function: Algorithm) -> str:
    """What a function of `interpreter.library` is called."""
    return f"library.{function.__name__}"


class Body:
    """Instructions in written order. A value is named when it is made; a block is open until it jumps.

    `faults` are the labels, innermost last, to which a fault jumps; `can_fault` says whether anything does.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: list[str] = []
        self.faults: list[str] = ["fault"]
        self.can_fault = False
        self.block = "start"
        self.open = True
        self._names = 0
        self._given_up: dict[str, str] = {}

    def name(self) -> str:
        """A name that nothing has."""
        self._names += 1
        return f"n{self._names}"

    def line(self, text: str) -> None:
        """An instruction without a value; behind a jump it starts a block that nothing comes to."""
        if not self.open:
            self.start(self.name())
        self.lines.append(f"  {text}")

    def let(self, text: str) -> str:
        """An instruction with a value: how to speak of it."""
        value = f"%{self.name()}"
        self.line(f"{value} = {text}")
        return value

    def place(self, kind: str) -> str:
        """Memory for a value, kept while the function runs; it is zero at first."""
        name = f"%{self.name()}"
        zero = "null" if kind == "ptr" else "0"
        self.places += [f"  {name} = alloca {kind}, align 8", f"  store {kind} {zero}, ptr {name}, align 8"]
        return name

    # ----------------------------------------------------------------------------------------------------------- blocks

    def start(self, label: str) -> None:
        """What follows is the block of this name, to which an open block goes on."""
        if self.open:
            self.jump(label)
        self.lines.append(f"{label}:")
        self.block, self.open = label, True

    def _end(self, text: str) -> None:
        self.line(text)
        self.open = False

    def jump(self, label: str) -> None:
        self._end(f"br label %{label}")

    def branch(self, test: str, yes: str, no: str, weight: str = USUAL) -> None:
        """Goes to one of two blocks; the second is `RARE`ly taken if that is said."""
        self._end(f"br i1 {test}, label %{yes}, label %{no}{weight}")

    def leave(self, text: str) -> None:
        """Returns from the function."""
        self._end(text)

    def joined(self, kind: str, values: Sequence[tuple[str, str]]) -> str:
        """The value that came with the block (value, block) from which this one was reached."""
        return self.let(f"phi {kind} " + ", ".join(f"[ {value}, %{block} ]" for value, block in values))

    # ----------------------------------------------------------------------------------------------------------- faults

    def fault(self) -> str:
        """The label to which a fault jumps here, once it is written down."""
        self.can_fault = True
        return self.faults[-1]

    def giving_up(self) -> str:
        """The label to which it jumps where Python has to do it again."""
        return self._given_up.setdefault(self.fault(), self.name())

    def ends(self) -> list[str]:
        """The blocks to which nothing but faults come."""
        store = f"  store i64 {GIVEN_UP}, ptr %X, align 8"
        return [line for to, label in self._given_up.items() for line in (f"{label}:", store, f"  br label %{to}")]

    def need(self, test: str, otherwise: str) -> None:
        """Goes on if the test holds, or else to `otherwise`."""
        after = self.name()
        self.branch(test, after, otherwise, RARE)
        self.start(after)
