"""What is done with each of several, or again and again, as the steps of a list."""

from __future__ import annotations

from dataclasses import replace

from dsl import resolved
from dsl.phrases.forms import Amount, Form, Phrase, Step, You, phrase, subject_of
from dsl.phrases.nodes import nodes_in, speaks_of_actor, times_used
from dsl.phrases.nouns import described, variable_form
from dsl.phrases.scope import STATEMENTS, Scope, one, says
from dsl.phrases.steps import led_by, steps_of
from dsl.resolved import Block, Condition, Selection, Variable


@says(STATEMENTS, resolved.ForEach)
def for_each(scope: Scope, node: resolved.ForEach) -> tuple[Step, ...]:
    first = scope.form(node.order_from) if node.order_from else None
    variable = node.selection.variable
    same = only_one(node.selection)
    if same is not None:
        step = led_by("if", steps_of(scope, node.body), condition=scope.clause(same))
        return (replace(step, clauses=node.clauses + step.clauses),)
    each = described(scope, node.selection, "each")
    if len(node.body) == 1 and times_told(variable, node.body) == 1 and first is None:
        once = replace(each, called="")  # it is not spoken of again
        steps = steps_of(carried_out_by(scope.meaning(variable, once), variable), node.body)
        if len(steps) == 1 and not steps[0].children and speaks_of(steps[0].form, once):
            return (replace(steps[0], clauses=node.clauses + steps[0].clauses),)
    body = steps_of(carried_out_by(scope, variable), node.body)
    step = led_by("for_each" if first is None else "for_each_from", body, those=each, first=first)
    return (replace(step, clauses=node.clauses + step.clauses),)


def carried_out_by(scope: Scope, variable: Variable) -> Scope:
    """What is done for each player is done by each of them."""
    return replace(scope, actor=variable_form(scope, variable)) if variable.kind.sort == "player" else scope


def times_told(variable: Variable, block: Block) -> int:
    """How often a variable is spoken of: of a player, verbs can speak, too, who does what they say."""
    verbs = sum(isinstance(node, resolved.Perform) and speaks_of_actor(node.procedure) for node in nodes_in(block))
    return times_used(variable, block) + (verbs if variable.kind.sort == "player" else 0)


def only_one(selection: Selection) -> Condition | None:
    """Whether what is gone through is one thing that was spoken of, if that is of this sort: "if the man is a pawn"."""
    match selection.conditions:
        case (resolved.Compare(operator="=", left=resolved.Use(variable=left), right=resolved.Use() as right),) if (
            left is selection.variable and left.kind is not right.kind and left.kind.is_a(right.kind)
        ):
            return resolved.IsA(selection.span, right, left.kind)
    return None


def speaks_of(form: Form, thing: Form) -> bool:
    """Whether the thing is the subject or the object of the sentence."""
    return thing == subject_of(form) or (isinstance(form, Phrase) and thing == form.slot("object"))


@says(STATEMENTS, resolved.InSecret)
def in_secret(scope: Scope, node: resolved.InSecret) -> tuple[Step, ...]:
    those = described(scope, node.selection, "each")
    return one(phrase("in_secret", those=those), node, *steps_of(scope, node.body))


@says(STATEMENTS, resolved.Repeat)
def repeat(scope: Scope, node: resolved.Repeat) -> tuple[Step, ...]:
    often = how_often(scope, node) if node.times else None
    step = led_by("repeat", steps_of(scope, node.body), times=often, going=going_on(scope, node.until))
    return (replace(step, clauses=node.clauses + step.clauses),)


def how_often(scope: Scope, node: resolved.Repeat) -> Form:
    """So many times; what is only offered, up to so many: it can be passed, and falls away where it cannot be done."""
    assert node.times is not None
    times = scope.form(node.times)
    if not isinstance(times, Amount):
        return phrase("as_often_as", times=times)
    match node.body:
        case (resolved.Offer(who=who, must=must),):
            return phrase("up_to", times=times, subject=scope.form(who) if must else None)
    return phrase("so_often", times=times)


@says(STATEMENTS, resolved.TakeTurns)
def take_turns(scope: Scope, node: resolved.TakeTurns) -> tuple[Step, ...]:
    inner = replace(scope.meaning(node.player, You()), all_pass=node.all_pass)
    until = phrase("all_pass") if node.all_pass else None
    key = "take_turns" if node.active else "take_word"
    turns = phrase(key, first=scope.form(node.first), until=until, going=going_on(scope, node.until))
    return one(turns, node, *steps_of(inner, node.body))


def going_on(scope: Scope, until: Condition | None) -> Form | None:
    """As long as what something goes on that is tested before each time, also the first: until the opposite is so."""
    return scope.clause(resolved.Not(until.span, until)) if until is not None else None


@says(STATEMENTS, resolved.While)
def while_so(scope: Scope, node: resolved.While) -> tuple[Step, ...]:
    step = led_by("as_long_as", steps_of(scope, node.body), condition=scope.clause(node.condition))
    return (replace(step, clauses=node.clauses + step.clauses),)
