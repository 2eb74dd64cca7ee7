"""What is done in each turn, where turns are taken in several phases."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.lint.doubts import Doubt, sure
from dsl.lint.limits import is_turns
from dsl.model import Rulebook
from dsl.model.visit import nodes_in
from dsl.text.diagnostics import Diagnostic


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """One for each rule that is followed in each turn."""
    phases = [phase.name for phase in book.phases.values() if any(map(is_turns, nodes_in(phase)))]
    for rule in book.procedures.values():
        if isinstance(rule, model.AtEdge) and rule.turns and not rule.times:
            yield rule.span, sure(_warning(rule, phases) if phases[1:] else None)


def _warning(rule: model.AtEdge, phases: list[str]) -> Diagnostic:
    *others, last = phases
    message = f"{rule.name} is followed in the turns of {', '.join(others)} and {last}."
    each = (f"{', '.join(others)} and {last}", *phases)
    hints = tuple(f"at the {rule.edge} of each turn of {name}" for name in each)
    return Diagnostic("W0118", message, rule.span, hints=hints)
