"""Sets of which it is not always found out whether they can be completed, so that a player can have to give up."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.ir.program import Decision, Program
from dsl.lint.doubts import Doubt, sure
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note

MESSAGE = "What is asked of this set can take too long to try, so that it can be offered where no set will do."
HINT = "say how many there are to be, and what each must be: only if there is no … in the … that …"


def doubts(program: Program) -> Iterator[Doubt]:
    """One for each choice of several at the head of an action."""
    for decision in program.decisions:
        if decision.several is not None and decision.part:
            span = program.rules[decision.rule].span
            tried = tuple(Note("sets are tried for this", at) for at in dict.fromkeys(decision.several.tried))
            yield ("given_up", span), sure(_warning(span, tried) if _can_be_given_up(decision) else None)


def _can_be_given_up(decision: Decision) -> bool:
    return any(form.parts == ("give up",) for form in decision.alternatives)


def _warning(span: Span, tried: tuple[Note, ...]) -> Diagnostic:
    return Diagnostic("W0112", MESSAGE, span, hints=(HINT,), notes=tried)
