"""What is done with each of several, or again and again, as the steps of a list."""

from __future__ import annotations

from dataclasses import replace

from dsl import resolved
from dsl.phrases.forms import Amount, Form, Phrase, Step, phrase
from dsl.phrases.nodes import times_used
from dsl.phrases.nouns import described
from dsl.phrases.scope import STATEMENTS, Scope, one, says
from dsl.phrases.steps import led_by, steps_of
from dsl.resolved import Condition, Selection


@says(STATEMENTS, resolved.ForEach)
def for_each(scope: Scope, node: resolved.ForEach) -> tuple[Step, ...]:
    first = scope.form(node.order_from) if node.order_from else None
    variable = node.selection.variable
    same = only_one(node.selection)
    if same is not None:
        step = led_by("if", steps_of(scope, node.body), condition=scope.clause(same))
        return (replace(step, clauses=node.clauses + step.clauses),)
    each = described(scope, node.selection, "each")
    if len(node.body) == 1 and times_used(variable, node.body) == 1 and first is None:
        once = replace(each, called="")  # it is not spoken of again
        steps = steps_of(scope.meaning(variable, once), node.body)
        if len(steps) == 1 and not steps[0].children and speaks_of(steps[0].form, once):
            return (replace(steps[0], clauses=node.clauses + steps[0].clauses),)
    body = steps_of(scope, node.body)
    step = led_by("for_each" if first is None else "for_each_from", body, those=each, first=first)
    return (replace(step, clauses=node.clauses + step.clauses),)


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
    return isinstance(form, Phrase) and thing in (form.slot("subject"), form.slot("object"))


@says(STATEMENTS, resolved.InSecret)
def in_secret(scope: Scope, node: resolved.InSecret) -> tuple[Step, ...]:
    those = described(scope, node.selection, "each")
    return one(phrase("in_secret", those=those), node, *steps_of(scope, node.body))


@says(STATEMENTS, resolved.Repeat)
def repeat(scope: Scope, node: resolved.Repeat) -> tuple[Step, ...]:
    until = scope.clause(node.until) if node.until else None
    times = scope.form(node.times) if node.times else None
    how_often = phrase("so_often" if isinstance(times, Amount) else "as_often_as", times=times) if times else None
    step = led_by("repeat", steps_of(scope, node.body), times=how_often, until=until)
    return (replace(step, clauses=node.clauses + step.clauses),)


@says(STATEMENTS, resolved.While)
def while_so(scope: Scope, node: resolved.While) -> tuple[Step, ...]:
    step = led_by("as_long_as", steps_of(scope, node.body), condition=scope.clause(node.condition))
    return (replace(step, clauses=node.clauses + step.clauses),)
