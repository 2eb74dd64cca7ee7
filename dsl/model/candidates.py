"""What there has to be for a power to be done at all: something to choose for each choice that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dsl.model.base import Node, Variable
from dsl.model.conditions import CanDo, CanDoPower, Compare, Condition, Exists
from dsl.model.definitions import Act, Power
from dsl.model.examples import ExampleStep, Given
from dsl.model.expressions import Constant, Expression, Get, Use
from dsl.model.statements import Choose
from dsl.model.visit import rewritten
from dsl.model.world import Attribute


def chosen_from(act: Act) -> Exists | None:
    """That there is something to choose, for the first choice, and for those behind it then; None if no choices belong
    to it, or others than of one thing each; or of a power to copy, which can ask for itself whether it can be done."""
    found: Exists | None = None
    for choice in reversed(act.head):
        if not isinstance(choice, Choose) or choice.variable.kind.sort == "power":
            return None
        those = choice.selection
        if found is not None:
            again = named(found, choice.variable, those.variable)
            those = replace(those, that=(*those.that, again))
        found = Exists(choice.span, those)
    return found


def named(condition: Exists, chosen: Variable, variable: Variable) -> Exists:
    """The condition, where what was chosen is known as the variable by which it is described."""

    def change(node: Node) -> Node | None:
        return replace(node, variable=variable) if isinstance(node, Use) and node.variable is chosen else None

    return rewritten(condition, change)


def power_of(can: CanDo, condition: Condition, said: Iterable[Condition] = ()) -> Power | None:
    """The power of which a need of an action says that it can be done, if the action is told which one it is, or with
    what, and it is `said` which one that has."""
    if not isinstance(condition, CanDoPower):
        return None
    told = dict(zip(can.invocation.action.parameters, can.invocation.arguments, strict=True))
    which = told_of(condition.call.which, told, said)
    if which is None:
        return None
    mine = (power for power in condition.call.members if power.family is which.kind)
    return next((p for p in mine if p.family is not None and p.family.start + p.number == which.value), None)


def said_at_first(steps: Iterable[ExampleStep]) -> list[Condition]:
    """What an example says at first, also of what it brings in."""
    given = [step.condition for step in steps if isinstance(step, Given)]
    inside = (said for one in given if isinstance(one, Exists) for said in one.selection.that)
    return [*given, *inside]


def told_of(
    which: Expression, told: Mapping[Variable, Expression | None], said: Iterable[Condition]
) -> Constant | None:
    """What something is that an action is told, or of which it is said what it has."""
    match which:
        case Use(variable=variable):
            known = told.get(variable)
            return known if isinstance(known, Constant) else None
        case Get(attribute=attribute, of=Use(variable=variable)):
            thing = told.get(variable)
            found = (value_in(one, attribute, thing.variable) for one in said) if isinstance(thing, Use) else ()
            return next(filter(None, found), None)
        case _:  # is worked out
            return None


def value_in(condition: Condition, attribute: Attribute, thing: Variable) -> Constant | None:
    """What a sentence says that a thing has, if it does."""
    match condition:
        case Compare(operator="=", left=Get(attribute=same, of=Use(variable=other)), right=Constant() as found):
            return found if same is attribute and other is thing else None
        case _:  # says something else
            return None
