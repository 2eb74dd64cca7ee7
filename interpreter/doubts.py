"""What worked examples leave open: where another piece could be meant, and makes a difference."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.errors import Diagnostic
from dsl.program import VARIABLES, Picked
from interpreter.box import Box
from interpreter.examples import Outcome, run_example
from interpreter.machine import Machine

AMBIGUOUS = "W0503"
MOST_OTHERS = 20  # pieces that are tried in place of one


def doubts(box: Box, machine: Machine, outcome: Outcome) -> Iterator[Diagnostic]:
    """Complains of each piece that an example brings in where another fits the line as well, something that never
    changes tells the two apart, and the example comes out otherwise with it."""
    for picked in outcome.example.picked:
        apart = difference(box, machine, outcome, picked)
        if apart:
            first, other = ("passes", "fails") if outcome.fine else ("fails", "passes")
            message = (
                f"Which piece is meant here is left open, and makes a difference: “{outcome.example.title}” {first} "
                f"with the first that fits, and {other} with one of which {listed(apart)} is another."
            )
            yield Diagnostic(AMBIGUOUS, message, picked.span, hints=(f"say {listed(apart)}",))


def difference(box: Box, machine: Machine, outcome: Outcome, picked: Picked) -> tuple[str, ...]:
    """What tells a piece that is picked from another with which the example comes out otherwise; empty if none does."""
    word = machine.arrays[VARIABLES].offset + picked.word
    one = outcome.state[word]
    known = {looks(box, one)} if one >= 0 else set()
    for passed_over in range(1, MOST_OTHERS + 1):
        run = run_example(box.program, machine, outcome.example, (picked.number, passed_over))
        other = run.state[word]
        if min(one, other) < 0 or other == one:  # there is no other
            break
        laid_out = run.fine or run.step is not None
        if laid_out and looks(box, other) not in known:
            known.add(looks(box, other))
            if run.fine != outcome.fine:
                return told_apart(box, one, other)
    return ()


Looks = tuple[str, int, tuple[tuple[str, int], ...]]


def looks(box: Box, piece: int) -> Looks:
    """What never changes of a piece: its sort, its first owner, and its values, each behind what it is of."""
    fields = (field for field in box.fields(piece) if field.printed)
    values = tuple((field.attribute.label, box.read(field, (), piece)) for field in fields)
    return box.pieces[piece].name, box.first_owner(piece), values


def told_apart(box: Box, one: int, other: int) -> tuple[str, ...]:
    """In what two pieces differ that never changes."""
    if box.pieces[one] is not box.pieces[other]:
        return ("the sort",)
    (_, mine, values), (_, theirs, others) = looks(box, one), looks(box, other)
    differ = [f"the {label}" for (label, value), (_, another) in zip(values, others, strict=True) if value != another]
    return (*differ, *(["the owner"] if mine != theirs else []))


def listed(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if words[1:] else words[0]
