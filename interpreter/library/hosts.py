"""What machine code alone can do: memory behind an address, and calls of compiled functions. It gives these itself."""

from __future__ import annotations

from interpreter.library.memory import Memory, host


@host
def at(address: int) -> Memory:
    """The memory that begins at an address."""
    raise NotImplementedError


@host
def part(memory: Memory, first: int) -> Memory:
    """Memory from this word on."""
    raise NotImplementedError


@host
def copy(to: Memory, of: Memory, words: int) -> int:
    """Copies so many words; gives 0."""
    raise NotImplementedError


@host
def run(entry: int, state: Memory, context: Memory, arguments: Memory) -> int:
    """What the compiled function at an address gives. A fault stands in the context then."""
    raise NotImplementedError
