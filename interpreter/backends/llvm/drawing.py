"""What `interpreter.library.drawing` is told of the decisions of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.ir.program import Decision
from interpreter.backends.pipeline import asked_of
from interpreter.library.drawing import DECISION


def words(decision: Decision, entries: Mapping[str, int]) -> list[int]:
    """A decision, from where the entries are."""
    return [*(entries.get(name, 0) for name in asked_of(decision)), decision.arguments]


def table(decisions: Sequence[Decision], numbers: Mapping[str, int]) -> str:
    """All decisions, from the numbers of the entries."""
    rows = ", ".join(f"i64 {word}" for decision in decisions for word in _text(decision, numbers))
    return f"@rows = internal constant [{DECISION * len(decisions)} x i64] [{rows}]\n"


def _text(decision: Decision, numbers: Mapping[str, int]) -> list[str]:
    names = asked_of(decision)
    entries = (f"ptrtoint (ptr @e{numbers[name]} to i64)" if name in numbers else "0" for name in names)
    return [*entries, str(decision.arguments)]
