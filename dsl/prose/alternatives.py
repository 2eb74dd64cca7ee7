"""Choices between several ways as a list with their names, and what a player may do or leave as a whole."""

from __future__ import annotations

from dataclasses import replace

from dsl import model
from dsl.prose.forms import Deed, Form, Listed, Phrase, Step, You, phrase, subject_of
from dsl.prose.scope import STATEMENTS, Scope, one, says
from dsl.prose.statements import MOST_IN_ONE, is_simple, led_by, steps_of


@says(STATEMENTS, model.ChooseOne)
def choose_one(scope: Scope, node: model.ChooseOne) -> tuple[Step, ...]:
    ways = tuple(way(scope, one_) for one_ in node.ways)
    if isinstance(node.who, model.Constant) and node.who.value >= scope.world.players.size:
        return one(phrase("draw_way"), node, *ways)
    return one(phrase("choose_way", subject=scope.form(node.who)), node, *ways)


@says(STATEMENTS, model.May)
def may(scope: Scope, node: model.May) -> tuple[Step, ...]:
    """What may be done, or left, as a whole."""
    who, steps = scope.form(node.who), in_one(steps_of(scope, node.body))
    key = "may_do_one" if is_one_thing(steps) and not node.repeatedly else "may_do"
    step = led_by("may_do_often" if node.repeatedly else key, steps, subject=who)
    then = step.form.slot("then") if isinstance(step.form, Phrase) else None
    deeds = then.members if isinstance(then, Listed) and not node.repeatedly else (then,)
    if all(is_deed(deed, who) for deed in deeds):
        step = replace(step, form=phrase("may_often" if node.repeatedly else "may", subject=who, deeds=then))
    return (replace(step, clauses=node.clauses + step.clauses),)


def is_one_thing(steps: tuple[Step, ...]) -> bool:
    """Whether it is all in one sentence with what stands under it, or only one of several is ever done."""
    keys = [step.form.key if isinstance(step.form, Phrase) else "" for step in steps]
    return all(key.startswith("otherwise") for key in keys[1:]) and not (keys and keys[0].startswith("otherwise"))


DEEDS = ("put", "put_there", "move", "raise", "lower", "set_to", "shuffle", "choose", "do_power")


def is_deed(form: Form | None, who: Form) -> bool:
    """Whether it can be told as what somebody may do: "you may put a card into the box"."""
    match form:
        case Deed():
            return form.subject == who
        case Phrase(key=key):
            return key in DEEDS and subject_of(form) in (None, who)
        case _:  # what else is said tells what is so, not what is done
            return False


def way(scope: Scope, node: model.Way) -> Step:
    """What is done, under the name of the way; first what must be so for it to be taken."""
    steps = in_one(steps_of(scope, node.body))
    if node.condition is not None:
        step = led_by("only_if", steps, condition=scope.clause(node.condition))
    else:
        step = steps[0] if len(steps) == 1 else Step(phrase("in_this_order"), children=steps)
    return replace(step, clauses=node.clauses + step.clauses, title=node.name)


def in_one(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """A few simple steps of whoever is spoken to as one sentence."""
    parts = (step.form.members if isinstance(step.form, Listed) else (step.form,) for step in steps)
    forms = tuple(form for part in parts for form in part)
    if len(steps) == 1 or len(forms) > MOST_IN_ONE or any(step.children for step in steps):
        return steps
    if not all(is_simple(form) and subject_of(form) in (None, You()) for form in forms):
        return steps
    return (Step(Listed(forms), clauses=tuple(dict.fromkeys(c for step in steps for c in step.clauses))),)
