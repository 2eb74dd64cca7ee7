"""Limits to what may be done in a time of which it cannot be told which is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from dsl import model
from dsl.lint.call_graph import begun, done_in, rules
from dsl.model import Phase, Rulebook, TakeTurns, Window
from dsl.model.visit import definitions_of, nodes_in
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note

OF_A_PHASE = "once each …, with the Name of a phase"


def faults(book: Rulebook) -> Iterator[Diagnostic]:
    needs = (need.condition for act in (*book.actions.values(), *book.powers.values()) for need in act.needs)
    limits = sorted((limit for limit in needs if isinstance(limit, model.Unspent)), key=lambda limit: limit.span.line)
    for limit in [limit for limit in limits if limit.each == "turn"][:1]:
        yield from faults_of_turns(book, limit.span)
    times: list[Phase | Window] = [*book.phases.values(), *book.windows.values()]
    for time in times:
        for limit in [limit for limit in limits if limit.time is time][:1]:
            yield from faults_of_time(book, time, limit.span)


def faults_of_turns(book: Rulebook, span: Span) -> Iterator[Diagnostic]:
    """`each turn` says something only where there are turns, and no turns in turns."""
    everything = (book.setup, book.play, *definitions_of(book))
    turns = [node for part in everything for node in nodes_in(part) if is_turns(node)]
    if not turns:
        yield Diagnostic("E0338", "Nobody takes turns in this game.", span, hints=(OF_A_PHASE,))
    by_rules = [node for node in done_in(book, rules(book)) if is_turns(node)]
    for node in turns:
        inside = (inner for inner in done_in(book, (node.body,)) if is_turns(inner))
        inner = next((one for one in (*inside, *(other for other in by_rules if other is not node))), None)
        if inner is not None:
            message = "Turns are taken within a turn, so that it is not said which are meant."
            notes = (Note("In the turns that are taken here", node.span), Note("others are taken", inner.span))
            yield Diagnostic("E0338", message, span, hints=(OF_A_PHASE,), notes=notes)
            return


def faults_of_time(book: Rulebook, time: Phase | Window, span: Span) -> Iterator[Diagnostic]:
    """What can go on inside itself is no time of which it could be told which is meant."""
    deep = any(isinstance(node, model.Deepest) for d in definitions_of(book) for node in nodes_in(d))
    inside = done_in(book, (time.body, *rules(book))) if deep else ()
    if any(time in begun(node) for node in inside):
        message = f"{time.name} can go on inside itself, so that it is not said which is meant."
        yield Diagnostic("E0338", message, span, hints=("once each turn", "once each game"))


def is_turns(node: model.Node) -> TypeGuard[TakeTurns]:
    return isinstance(node, TakeTurns) and node.active
