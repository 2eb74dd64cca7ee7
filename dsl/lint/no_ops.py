"""What is offered and changes nothing; turns until all pass in which nobody can pass, or nobody does anything else;
what a verb is done with and is nowhere spoken of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dsl import model
from dsl.lint.call_graph import done_in
from dsl.lint.doubts import Doubt
from dsl.model import Act, Block, Rulebook, Statement
from dsl.model.visit import definitions_of, nodes_in
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.standard_library import is_library

DEEDS = model.Offer | model.May | model.DoAction | model.DoPower | model.InOneGo  # a turn with one is no pass
ASKING = DEEDS | model.Choose | model.ChooseSeveral | model.ChooseOne


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """What changes nothing, and turns that end at once or never."""
    own = (definition for definition in definitions_of(book) if not is_library(definition.span.file))
    for node in (node for item in (book.setup, book.play, *own) for node in nodes_in(item)):
        if isinstance(node, model.Offer):
            yield node.span, partial(_of_offer, book, node)
        elif isinstance(node, model.TakeTurns) and node.all_pass:
            yield node.span, partial(_of_turns, book, node)
    for verb in book.procedures.values():
        if not is_library(verb.span.file):
            yield ("verb", verb.span), partial(_of_verb, book, verb)


def _of_verb(book: Rulebook, verb: model.Procedure) -> Diagnostic | None:
    """Whether whoever does it has to say with what, and this changes nothing; an exception may speak of it, or the
    designer's words, and who is asked something in it is told what it is done with. `to refill the Display`, of which
    there is only one, is no more than a verb of two words."""
    asks = any(isinstance(node, ASKING) for node in nodes_in(verb.body))
    if verb.texts or verb.short or asks or any(override.of is verb for override in book.overrides):
        return None
    used = {node.variable for node in nodes_in(verb) if isinstance(node, model.Use)}
    pairs = [*zip(verb.prepositions, verb.parameters, strict=True)]
    idle = next((variable for _, variable in pairs if variable not in used and not variable.kind.unique), None)
    if idle is None:
        return None
    named = f"{articled(idle.kind.name)} called {idle.name}" if idle.name != idle.kind.name else articled(idle.name)
    message = f"`{named}` is brought in in vain: nothing under `to {verb.name}` speaks of the {idle.name}."
    return Diagnostic("W0101", message, verb.span)


def _of_offer(book: Rulebook, node: model.Offer) -> Diagnostic | None:
    followed = {deed for rule in (*book.triggers, *book.befores) for deed in rule.deeds}
    acts = [invocation.action for invocation in node.invocations]
    if followed.intersection(acts) or not all(map(_changes_nothing, acts)):
        return None
    return Diagnostic("W0103", "Nothing that is offered here changes anything.", node.span)


def _changes_nothing(act: Act) -> bool:
    return not act.counted and not act.costs and _nothing(act.effects)


def _nothing(block: Block) -> bool:
    return all(map(_is_nothing, block))


def _is_nothing(statement: Statement) -> bool:
    match statement:
        case model.Text() | model.Let():
            return True
        case model.If(branches=branches):
            return all(_nothing(body) for _, body in branches)
        case _:  # whatever else there is may change something
            return False


def _of_turns(book: Rulebook, node: model.TakeTurns) -> Diagnostic | None:
    must = (line for line in node.body if isinstance(line, model.Offer) and line.must)
    if not any(isinstance(inner, DEEDS) for inner in done_in(book, (node.body,))):
        message = "No action is offered in these turns, so that all have passed after the first round."
    elif any(_always_possible(invocation.action) for line in must for invocation in line.invocations):
        message = "Nobody can ever pass in these turns: something must be done, and is always possible."
    else:
        return None
    return Diagnostic("W0103", message, node.span, hints=("the Player may …",))


def _always_possible(act: Act) -> bool:
    """Whether nothing that is said of it could make it impossible."""
    return not (act.needs or act.head or act.playable) and not act.costs
