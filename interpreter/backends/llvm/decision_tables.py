"""What machine code looks up while it plays whole games: how each decision is answered, and what tells pieces apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.ir.nodes import Code
from dsl.ir.program import Decision, Program, Slot
from interpreter.state.appearance import prints


def tables(program: Program, code: Code) -> str:
    """For each decision: where its options are, which of its slots are pieces; and what is printed on each piece."""
    numbers = {name: number for number, name in enumerate(code.functions)}
    decisions = program.decisions
    slots = [list(_slots(program, decision)) for decision in decisions]
    starts = [sum(map(len, slots[:number])) for number in range(len(slots) + 1)]
    entries = ", ".join(f"ptr @e{numbers[d.options]}" if d.options in numbers else "ptr null" for d in decisions)
    return (
        f"@asked = internal constant [{len(decisions)} x ptr] [{entries}]\n"
        f"{_words('starts', starts)}"
        f"{_words('slots', [word for each in slots for row in each for word in row])}"
        f"{_words('prints', prints(program))}"
    )


def _words(name: str, words: Sequence[int]) -> str:
    return f"@{name} = internal constant [{len(words)} x i64] [{', '.join(f'i64 {word}' for word in words)}]\n"


def _slots(program: Program, decision: Decision) -> Iterator[tuple[int, int, int, int, int]]:
    """The slots of a decision that are pieces: the codes that have them (from, to before), stride, size, start."""
    pieces = {kind.name for kind in program.kinds if kind.sort == "piece"}
    for alternative in decision.alternatives:
        for part in alternative.parts:
            if isinstance(part, Slot) and part.kind in pieces:
                base = alternative.base
                yield base, base + alternative.size, part.stride, part.size, part.start


def names_pieces(program: Program) -> bool:
    """Whether players ever answer with a piece."""
    theirs = (decision for decision in program.decisions if decision.sort in ("offer", "choice"))
    return any(True for decision in theirs for _ in _slots(program, decision))
