"""Who acts in the lines of a phase that brings no player in: whose turn it is, wherever the phase is gone through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from dsl import model
from dsl.analysis.whose_turn import done_by_nobody, gone_through_elsewhere
from dsl.model import Expression
from dsl.model.visit import definitions_of, nodes_in
from dsl.resolve.complaints import NOBODY_ACTS, Wrong, with_turns
from dsl.resolve.context import Context, Scope
from dsl.resolve.names import variable_called
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note


def whose_turn(context: Context, scope: Scope, complaint: Diagnostic) -> Expression | None:
    """Who acts in a phase, where nobody was brought in; None elsewhere. Whether somebody has a turn wherever the phase
    is gone through is seen when all is read; this is said if not."""
    phase = scope.of_phase()
    if phase is None or complaint.span is None or scope.find("Player"):
        return None
    context.acts.setdefault(phase, {})[complaint.span] = complaint
    return model.ActivePlayer(complaint.span, context.world.players, False)


def actor(context: Context, span: Span, scope: Scope) -> Expression:
    """Who does an action here."""
    found = variable_called(context, "Player", span, scope)
    if found is not None:
        return model.Use(span, found.kind, False, found)
    complaint = Diagnostic("E0203", "Nobody acts here, so nobody can do it.", span)
    acting = whose_turn(context, scope, complaint)
    if acting is None:
        raise Wrong(complaint)
    return acting


def finish_actors(context: Context) -> None:
    """Refuses that somebody acts in the phases that are gone through where nobody is sure to, or somebody else does;
    in the others, that a player who is found there has no name."""
    elsewhere = gone_through_elsewhere(context.book) if context.acts or context.doubted else {}
    if not context.diagnostics:  # a line that is not read may be that in which somebody acts
        context.diagnostics += _done_by_nobody(context)
    everything = (context.book.play, *definitions_of(context.book)) if elsewhere else ()
    any_turns = any(isinstance(node, model.TakeTurns) for part in everything for node in nodes_in(part))
    for phase, doubts in context.doubted.items():
        context.diagnostics += doubts.values() if phase not in elsewhere else ()
    for phase, node in elsewhere.items():
        note = Note(f"{phase.name} is gone through here, where nobody is sure to have a turn", node.span)
        turns = (with_turns(context.world, phase),)
        for one in context.acts.get(phase, {}).values():
            hints = (*one.hints, *turns) if any_turns else turns  # where nobody has a turn, nobody is active
            context.diagnostics.append(replace(one, notes=(note,), hints=hints))


def _done_by_nobody(context: Context) -> Iterator[Diagnostic]:
    """Refuses that verbs, and rules of a time, which speak of who does it, are done where nobody acts."""
    elsewhere = cache(lambda: gone_through_elsewhere(context.book))
    for node, verb in done_by_nobody(context.book, lambda phase: phase not in elsewhere()):
        if isinstance(verb, model.AtEdge):
            yield Diagnostic("E0203", NOBODY_ACTS, node.span)
        else:
            message = f"Nobody acts here, but `to {verb.name}` speaks of `the Player`, who does it."
            hint = f"in the heading of {verb.name}: … a Player called doer; under it: the doer; and here who it is"
            yield Diagnostic("E0203", message, node.span, hints=(hint,))
