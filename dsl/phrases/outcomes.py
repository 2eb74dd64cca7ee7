"""How the game ends where no sentence about its end says so: in the course of play, a phase or a verb."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import resolved
from dsl.phrases.definitions import effects
from dsl.phrases.forms import Form, Noun, Step, phrase
from dsl.phrases.headings import heading, introduced
from dsl.phrases.loops import carried_out_by, on_turn
from dsl.phrases.nodes import nodes_in
from dsl.phrases.nouns import definition_term
from dsl.phrases.scope import Scope
from dsl.phrases.steps import led_by, steps_of
from dsl.resolved import Block, Rulebook

ENDS = (resolved.Win, resolved.Draw)


def in_play(scope: Scope, block: Block) -> Iterator[Step]:
    """What decides the game in the course of play: on a player's turn, when the turns are over, at the end of all."""
    waiting = list(block)
    together: list[resolved.Statement] = []  # what is decided one after the other, so that "otherwise" has its sense
    while waiting:
        node = waiting.pop(0)
        if not isinstance(node, resolved.TakeTurns):
            together += [node] if decides(node) else []
            continue
        yield from steps_of(scope, tuple(together))
        together = []
        children = tuple(in_play(on_turn(scope, node), node.body))
        if children:
            yield Step(phrase("on_turn"), "fact", children)
        if node.all_pass or node.until is not None:
            yield from after_turns(scope, node, tuple(waiting))
            return
    if [*map(type, together)] in ([resolved.Win], [resolved.Draw]):
        yield last(scope, together[0])
    else:
        yield from steps_of(scope, tuple(together))


def after_turns(scope: Scope, node: resolved.TakeTurns, rest: Block) -> Iterator[Step]:
    """What is decided when the turns are over."""
    decided = steps_of(scope, tuple(filter(decides, rest)))
    if decided:
        until = scope.clause(node.until) if node.until is not None else phrase("all_pass")
        yield led_by("when_so", decided, condition=until)


def decides(node: resolved.Statement) -> bool:
    """Whether it can end the game, also by a verb that does."""
    return any(
        isinstance(n, ENDS) or (isinstance(n, resolved.Perform) and is_decisive(n.procedure)) for n in nodes_in(node)
    )


def is_decisive(verb: resolved.Procedure) -> bool:
    return any(isinstance(node, ENDS) for node in nodes_in(verb.body))


def in_act(scope: Scope, act: resolved.Act, seat: Form | None) -> Step | None:
    """What of an action or a power can end the game, with who does it: "when a player folds, …". `seat`: nobody else
    does it."""
    assert act.actor is not None  # somebody does it
    inner = carried_out_by(scope.meaning(act.actor, seat) if seat is not None else scope, act.actor)
    decided = steps_of(inner, tuple(filter(decides, act.effects)))
    doing = replace(heading(act), subject=seat or introduced(act.actor))
    return led_by("when_so", decided, condition=doing) if decided else None


def uncalled(book: Rulebook) -> Iterator[resolved.Procedure]:
    """The verbs that end the game though neither play nor an action or power calls them: other verbs do, or rules."""
    blocks = (book.play, *(act.effects for act in (*book.actions.values(), *book.powers.values())))
    called = {node.procedure for block in blocks for node in nodes_in(block) if isinstance(node, resolved.Perform)}
    for verb in book.procedures.values():
        if is_decisive(verb) and verb not in called:
            yield verb


def in_verb(scope: Scope, verb: resolved.Procedure) -> Step:
    """A verb in which it is said who wins, with all that it does: "reward a player (the winner): the winner wins"."""
    return Step(heading(verb), children=effects(scope, verb), clauses=verb.clauses)


def last(scope: Scope, node: resolved.Statement, phase: resolved.Phase | None = None) -> Step:
    """Who wins where a phase, or the whole play, comes to its end without an ending of its own."""
    (step,) = steps_of(scope, (node,))
    if phase is None:
        return Step(phrase("at_the_end", then=step.form), "fact", clauses=step.clauses)
    name = Noun(replace(definition_term(phase), proper=True), "bare")
    return Step(phrase("at_end_of", phase=name, then=step.form), "fact", clauses=step.clauses)


def in_phase(scope: Scope, phase: resolved.Phase) -> Step | None:
    """The last line of a phase, where it says who wins."""
    node = phase.body[-1] if phase.body else None
    return last(scope, node, phase) if isinstance(node, ENDS) else None
