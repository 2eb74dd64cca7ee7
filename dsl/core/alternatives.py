"""Refuses choices that could have no answer: `P chooses one` of several ways, `P may` with lines under it."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from dsl.analysis.alternatives import first_choice
from dsl.analysis.truth import Time, never
from dsl.core.per_window import Specialised
from dsl.model.visit import definitions_of, nodes_in
from dsl.text.diagnostics import Diagnostic, Note


def without_answer(forms: Specialised) -> Iterator[Diagnostic]:
    """The choices of which the text alone shows that no way can ever be taken; each place once."""
    book, told = forms.book, set()
    for item in (book.setup, book.play, *definitions_of(book)):
        for node in nodes_in(item):
            found = _unanswered(node, forms.times.get(node, (None,))) if node.span not in told else None
            if found is not None:
                told.add(node.span)
                yield found


def _unanswered(node: m.Node, times: tuple[Time, ...]) -> Diagnostic | None:
    match node:
        case m.ChooseOne(who=who, ways=ways):
            if all(_closed(who, way.condition, way.body, time) for way in ways for time in times):
                notes = tuple(Note(f"{way.name} can never be taken here.", way.span) for way in ways)
                return Diagnostic("E0364", "None of these ways can ever be taken.", node.span, notes=notes)
        case m.May(who=who, body=body):
            if all(_closed(who, None, body, time) for time in times):
                return Diagnostic("E0364", "What is offered here can never be done.", node.span)
        case _:  # others can be passed without an answer
            pass
    return None


def _closed(who: m.Expression, condition: m.Condition | None, body: m.Block, time: Time) -> bool:
    """Whether the text shows that what stands in the block can never be taken by the player."""
    choice, _ = first_choice(who, body)
    conditions = (*((condition,) if condition else ()), *(choice.selection.conditions if choice else ()))
    return never(conditions, {}, time)
