"""Values that the rulebook defines: how one is asked for, and what it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from dsl import model, tree
from dsl.builtins import VALUES
from dsl.model import Condition, Expression
from dsl.model.world import NUMBER, Kind
from dsl.resolve.blocks import scope_of
from dsl.resolve.complaints import Consequence, faults_noted, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import condition
from dsl.resolve.expressions import phrase
from dsl.resolve.headings import BUILT_IN_VALUES
from dsl.resolve.overloads import RolesByPreposition, applicable, said_arguments
from dsl.resolve.sorts import said_to_be
from dsl.resolve.wording import heading_of
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, near

Case = tuple[Expression, Condition | None, tuple[str, ...]]
MOST_AT_ONCE = 20  # values that are resolved because another speaks of them, one inside the other


def apply(context: Context, word: str, roles: RolesByPreposition, span: Span, scope: Scope) -> Expression:
    """A value that the rulebook defines."""
    values = context.values.get(word)
    if not values and word in VALUES:
        forms = " ".join((f"the {word}", *(f"{role} …" for role in VALUES[word].roles)))
        wrong("E0205", f"{word.capitalize()} is asked so: `{forms}`.", span)
    if not values:
        wrong("E0205", f"No value is called {word}.", span, near=near(word, [*context.values, *BUILT_IN_VALUES]))
    possible = [v for v in values if sorted(v.prepositions) == sorted(roles)]
    found = applied(context, possible, said_arguments(context, possible, roles, scope), span)
    if found is None:
        hints = tuple(heading_of(v) for v in values)
        wrong("E0206", f"The value {word} is defined for other things.", span, hints=hints)
    return found


def applied(
    context: Context, values: Sequence[model.Value], given: Mapping[str, Expression | tree.Word], span: Span
) -> Expression | None:
    """A value with these arguments, by the first definition that fits what they are; None if none can fit."""
    found: model.Apply | None = None
    for value, arguments in reversed(applicable(context, values, given)):
        complete(context, value)
        if value in context.meaningless:
            raise Consequence(Diagnostic("E0205", f"What {value.name} means has a fault.", span))
        maybe = value.maybe or any(x.maybe for x in arguments)
        found = model.Apply(span, value.kind or NUMBER, maybe, value, arguments, found)
    return found


def complete(context: Context, value: model.Value) -> None:
    """Resolves what a value means, if that was not done yet, as its kind shows only then."""
    node = context.unfilled.get(value)
    if node is None or context.completing > MOST_AT_ONCE:
        return
    somes, context.somes = context.somes, []
    context.completing += 1
    try:
        with faults_noted(context):
            fill_value(context, node, value)
    finally:  # what is a consequence of another fault leaves it at once
        context.completing -= 1
        context.somes = somes


def fill_value(context: Context, node: tree.Value, value: model.Value) -> None:
    if context.unfilled.pop(value, None) is None:
        return
    scope = scope_of(context, value, None)
    with ExitStack() as otherwise:
        for line in node.meaning:
            with faults_noted(context):
                value.cases.append(value_case(context, line, scope))
                when = value.cases[-1][1]
                if when is not None:
                    otherwise.enter_context(said_to_be(context, when, so=False))
    if not value.cases:
        context.meaningless.add(value)
        return
    value.kind = common_kind([case[0].kind for case in value.cases])
    value.maybe = any(case[0].maybe for case in value.cases)


def value_case(context: Context, line: tree.Node, scope: Scope) -> Case:
    """What it is, when it is that (None: always), and the clauses. Where it is that if a thing is a Pod, all of a Pod
    can be said before it."""
    if isinstance(line, tree.Case) and line.condition is not None:
        when = condition(context, line.condition, scope)
        with said_to_be(context, when):
            return phrase(context, line.value, scope), when, line.clauses
    if isinstance(line, tree.Case):
        return phrase(context, line.value, scope), None, line.clauses
    if isinstance(line, tree.OtherwiseCase):
        return phrase(context, line.value, scope), None, line.clauses
    return phrase(context, line, scope), None, line.clauses


def common_kind(kinds: list[Kind]) -> Kind:
    return NUMBER if all(k.is_a(NUMBER) for k in kinds) else kinds[0]
