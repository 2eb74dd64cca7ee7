"""Phrases with which one reckons: sums, the highest of several, the one with the lowest."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Expression, Selection
from dsl.model.world import NUMBER
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import meaning
from dsl.resolve.expressions import can_stand_for, number_said
from dsl.resolve.names import attribute_of
from dsl.resolve.selections import many
from dsl.resolve.values import applied
from dsl.resolve.wording import an_initial
from dsl.source import Span
from dsl.text.diagnostics import near


@meaning.of(tree.NumberOf)
def number_of(context: Context, node: tree.NumberOf, scope: Scope) -> Expression:
    return model.Count(node.span, NUMBER, False, many(context, node.many, scope))


@meaning.of(tree.Aggregate)
def aggregate(context: Context, node: tree.Aggregate, scope: Scope) -> Expression:
    selection = many(context, node.many, scope)
    of = measure(context, node.attribute.word, selection, node.span)
    maybe = node.extreme.word != "total"
    return model.Extreme(node.span, NUMBER, maybe, node.extreme.word, of, selection)  # type: ignore[arg-type]


@meaning.of(tree.TheMost)
def the_most(context: Context, node: tree.TheMost, scope: Scope) -> Expression:
    selection = many(context, node.many, scope)
    if node.extreme.word == "total":
        wrong("E0206", "One thing has no total; say `highest` or `lowest`.", node.extreme.span)
    of = measure(context, node.attribute.word, selection, node.span)
    return model.Best(node.span, selection.kind, True, node.extreme.word, of, selection)  # type: ignore[arg-type]


def measure(context: Context, word: str, selection: Selection, span: Span) -> Expression:
    """What is compared: a number of each element."""
    found = told_of_each(context, word, selection, span)
    if not found.kind.is_a(NUMBER):
        wrong("E0301", f"{word} is no number.", span)
    return found


def told_of_each(context: Context, word: str, selection: Selection, span: Span) -> Expression:
    """An attribute, or a value of the game, of each element."""
    subject = model.Use(span, selection.kind, False, selection.variable)
    attribute = attribute_of(context, selection.kind, word)
    if attribute:
        return model.Get(span, attribute.kind, False, attribute, subject)
    values = [v for v in context.values.get(word, []) if v.prepositions == ("of",)]
    said_of_it = [v for v in values if can_stand_for(subject.kind, v.parameters[0].kind)]
    worked_out = applied(context, said_of_it, {"of": subject}, span)
    if worked_out is None:
        wrong("E0205", f"{an_initial(selection.kind)} has no {word}.", span, near=near(word, context.values))
    return worked_out


@meaning.of(tree.Sum, tree.Product)
def arithmetic(context: Context, node: tree.Sum | tree.Product, scope: Scope) -> Expression:
    """Numbers with a sign between each and the next: worked out from the left."""
    numbers = (number_said(context, part, scope) for part in node.parts[::2] if isinstance(part, tree.Node))
    left = next(numbers)
    for sign, right in zip(node.parts[1::2], numbers, strict=True):
        operator = {"multiplied": "multiplied by", "divided": "divided by"}.get(str(sign), str(sign))
        check_divisor(operator, right)
        maybe = left.maybe or right.maybe
        left = model.Arithmetic(left.span.to(right.span), NUMBER, maybe, operator, left, right)  # type: ignore[arg-type]
    return left


def check_divisor(operator: str, right: Expression) -> None:
    if operator == "divided by" and not (isinstance(right, model.Constant | model.Setting) and right.value > 0):
        wrong("E0311", "A divisor is a number above 0, or a setting.", right.span)
