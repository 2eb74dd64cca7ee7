"""What worked examples leave open: where another piece could be meant, and makes a difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl.ir.program import VARIABLES, Picked
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from interpreter.play.examples import Outcome, run_example
from interpreter.state.decoding import Box, Field
from interpreter.state.machine import Machine

AMBIGUOUS = "W0503"
MOST_OTHERS = 20  # pieces that are tried in place of one


def doubts(box: Box, machine: Machine, outcome: Outcome) -> Iterator[Diagnostic]:
    """Complains of each piece that an example brings in where another fits the line as well, something that never
    changes tells the two apart, and the example comes out otherwise with it."""
    for picked in outcome.example.picked:
        apart = difference(box, machine, outcome, picked)
        if apart:
            listed = " or ".join(label for label, _ in apart)
            first, other = ("passes", "fails") if outcome.fine else ("fails", "passes")
            message = (
                f"Which piece is meant here is left open, and makes a difference: “{outcome.example.title}” {first} "
                f"with the first that fits, and {other} with one of which {listed} is another."
            )
            yield Diagnostic(AMBIGUOUS, message, picked.span, hints=tuple(hint for _, hint in apart))


def difference(box: Box, machine: Machine, outcome: Outcome, picked: Picked) -> tuple[Apart, ...]:
    """What tells a piece that is picked from another with which the example comes out otherwise; empty if none does."""
    word = machine.arrays[VARIABLES].offset + picked.word
    one = outcome.state[word]
    known = {looks(box, one)} if one >= 0 else set()
    fitting = {looks(box, piece) for piece in range(picked.start, picked.stop)}
    for passed_over in range(1, MOST_OTHERS + 1):
        other = -1 if known >= fitting else picks(box, machine, outcome, picked, passed_over)
        if min(one, other) < 0 or other == one:  # there is no other
            break
        if looks(box, other) not in known:
            known.add(looks(box, other))
            run = run_example(box.program, machine, outcome.example, (picked.number, passed_over))
            laid_out = run.fine or run.step is not None
            if laid_out and run.fine != outcome.fine:
                called = {at: name for name, at in outcome.example.names}.get(picked.word, box.pieces[one].name)
                return told_apart(box, one, other, called)
    return ()


def picks(box: Box, machine: Machine, outcome: Outcome, picked: Picked, passed_over: int) -> int:
    """Which piece is picked if so many are passed over; -1 if there is none. No line is carried out for that behind the
    last one that brings something in."""
    steps = outcome.example.steps
    needed = max((k + 1 for k, step in enumerate(steps) if step.sort == "given"), default=0)
    begun = replace(outcome.example, steps=steps[:needed])
    run = run_example(box.program, machine, begun, (picked.number, passed_over))
    return run.state[machine.arrays[VARIABLES].offset + picked.word]


# What is another of two pieces, and a line that says it of the first, to stand behind that which picks it.
Apart = tuple[str, str]
Looks = tuple[str, int, tuple[tuple[str, int], ...]]


def looks(box: Box, piece: int) -> Looks:
    """What never changes of a piece: its sort, its first owner, and its values, each behind what it is of."""
    fields = (field for field in box.fields(piece) if field.printed)
    values = tuple((field.attribute.label, read(box, field, piece)) for field in fields)
    return box.pieces[piece].name, box.first_owner(piece), values


def told_apart(box: Box, one: int, other: int, called: str) -> tuple[Apart, ...]:
    """In what two pieces differ that never changes; `called` is the first in the example."""
    sort = box.pieces[one].name
    if box.pieces[one] is not box.pieces[other]:
        return (("the sort", f"given there is {articled(sort)} …"),)
    differ = [field for field in box.fields(one) if field.printed and read(box, field, one) != read(box, field, other)]
    apart = [(f"the {field.attribute.label}", said(box, field, one, called)) for field in differ]
    mine, theirs = box.first_owner(one), box.first_owner(other)
    if mine != theirs:
        players = box.program.players
        owned = f"is owned by {players[mine]}" if mine >= 0 else f"is not owned by {players[theirs]}"
        apart.append(("the owner", f"given there is {articled(sort)} that {owned} and that is …"))
    return tuple(apart)


def read(box: Box, field: Field, piece: int) -> int:
    """A value that never changes."""
    return box.read(field, (), piece)


def said(box: Box, field: Field, piece: int, called: str) -> str:
    """A line that says what the value is."""
    label, value = field.attribute.label, read(box, field, piece)
    if field.kind is None:
        return f"given the {called} is {label}" if value else f"given the {called} is not {label}"
    return f"given the {label} of the {called} is {box.name(field.kind, value)}"
