"""Needs that speak of what is chosen for an action: told among the steps, behind the choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from dsl import model
from dsl.model import Condition, Need, Statement, Variable
from dsl.model.visit import nodes_in
from dsl.prose.definitions import acting, condition_step, use_of
from dsl.prose.forms import Step
from dsl.prose.nodes import used_in
from dsl.prose.scope import STATEMENTS, Scope, says
from dsl.prose.statements import steps_of


class Asked(Statement):
    """What has to be so of what was chosen; `name` as of the need."""

    condition: Condition
    name: str


@says(STATEMENTS, Asked)
def asked(scope: Scope, node: Asked) -> tuple[Step, ...]:
    step = condition_step(scope, node.condition, use_of(node.condition), node.clauses)
    title = "" if scope.taught else node.name  # those who learn are told it as a sentence more on the choice
    return (Step(step.form, step.use, step.children, step.clauses, title, naming=scope.taught),)


def behind_choices(act: model.Act) -> tuple[Need, ...]:
    """The needs that speak of what is chosen, over which nothing goes."""
    known = chosen(act.head)
    firm = (need for need in act.needs if not (need.overrides or need.by or need.afterwards))
    return tuple(need for need in firm if known.intersection(used_in(nodes_in(need.condition))))


Acted = TypeVar("Acted", bound=model.Act)


def before_choices(act: Acted) -> Acted:
    """The same without these needs."""
    behind = behind_choices(act)
    return replace(act, needs=[need for need in act.needs if need not in behind]) if behind else act


def chosen(head: Sequence[Statement]) -> set[Variable]:
    """What is chosen, and the names of what is worked out from it."""
    found: set[Variable] = set()
    for line in head:
        match line:
            case model.Choose(variable=variable) | model.ChooseSeveral(variable=variable):
                found.add(variable)
            case model.Let(variable=variable, value=value) if found.intersection(used_in(nodes_in(value))):
                found.add(variable)
            case _:  # is known before anybody chooses
                pass
    return found


def effects(scope: Scope, act: model.Act) -> tuple[Step, ...]:
    """What happens, with what is needed of each choice behind it."""
    waiting = list(behind_choices(act))
    lines: list[Statement] = []
    for number, line in enumerate(act.head):
        lines.append(line)
        later = chosen(act.head) - chosen(act.head[: number + 1])
        now = [need for need in waiting if not later.intersection(used_in(nodes_in(need.condition)))]
        lines += [Asked(need.span, need.clauses, need.condition, need.name) for need in now]
        waiting = [need for need in waiting if need not in now]
    return steps_of(acting(scope, act.actor), (*lines, *act.effects))
