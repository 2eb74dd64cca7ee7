"""Where pieces are and what they have: what a message tells where a sentence cannot be so. It is for who writes the
rulebook: nothing is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from dsl.ir.program import PieceKind
from dsl.text.inflection import articled
from interpreter.state.decoding import Box
from interpreter.state.machine import State

MOST_TOLD = 6  # different things of a kind, of which each is told


def lying(box: Box, state: State, among: Sequence[tuple[int, int]]) -> Iterator[str]:
    """A line for each kind that is among pieces with these numbers, such as `each Boat now: a Boat on A1, 2 Boats in
    the Harbour`."""
    for kind in box.program.pieces:
        if any(start < kind.stop and kind.start < stop for start, stop in among):
            yield f"{'the' if kind.unique else 'each'} {kind.label} now: {', '.join(_told(box, state, kind))}"


def _told(box: Box, state: State, kind: PieceKind) -> Iterator[str]:
    """The pieces of a kind, those that are alike together."""
    pieces = range(kind.start, kind.stop)
    found = Counter(_aside(box, state, piece) + _place(box, state, piece) for piece in pieces)
    if len(found) > MOST_TOLD:  # where they lie is what counts
        found = Counter(_place(box, state, piece) for piece in pieces)
    for words, count in found.most_common(MOST_TOLD):
        name = f"the {kind.label}" if kind.unique else articled(kind.label) if count == 1 else f"{count} {kind.plural}"
        yield name + words
    if len(found) > MOST_TOLD:
        yield "others elsewhere"


def _aside(box: Box, state: State, piece: int) -> str:
    """What a piece has, in brackets; nothing and 0 go without saying."""
    values = ((field, box.read(field, state, piece)) for field in box.fields(piece))
    told = [
        f"{field.attribute.label} {box.spoken(field.kind, box.name(field.kind, value))}"
        if field.kind
        else field.attribute.label
        for field, value in values
        if (value if field.kind is None or field.kind.sort == "range" else not field.kind.is_nothing(value))
        and (field.kind is None or field.kind.sort != "piece")
    ]
    return f" ({', '.join(told)})" if told else ""


def _place(box: Box, state: State, piece: int) -> str:
    location = box.location(state, piece)
    if location is None:
        return f" on {articled(box.pieces[box.carrier(state, piece)].label)}"
    return f" {location.there}"
