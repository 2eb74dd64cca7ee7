"""Phrases with which one reckons: sums, the highest of several, what things in groups are worth."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NoReturn

from dsl import model, tree
from dsl.model import Expression, Selection, Variable
from dsl.model.world import NUMBER
from dsl.resolve.built_in import check_ordered, kind_in
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import meaning
from dsl.resolve.expressions import number_said, phrase
from dsl.resolve.measures import measure, told_of_each
from dsl.resolve.names import attribute_of
from dsl.resolve.overloads import roles_of, said_arguments
from dsl.resolve.selections import many
from dsl.resolve.values import applied
from dsl.resolve.wording import heading_of
from dsl.source import Span
from dsl.text.diagnostics import near
from dsl.text.inflection import articled, singular


@meaning.of(tree.NumberOf)
def number_of(context: Context, node: tree.NumberOf, scope: Scope) -> Expression:
    return model.Count(node.span, NUMBER, False, many(context, node.many, scope))


@meaning.of(tree.NumberOfDifferent)
def number_of_different(context: Context, node: tree.NumberOfDifferent, scope: Scope) -> Expression:
    """How many values there are for which there is one of those things."""
    those = many(context, node.many, scope)
    of = shared(context, node.attribute, those)
    if of.kind is NUMBER:
        wrong("E0206", f"One cannot go through all numbers, which the {node.attribute.word} can be.", node.span,
              hints=(f"the Number is from 0 to 9, and the {node.attribute.word} an attribute",))  # fmt: skip
    value = Variable(of.kind.name, of.kind)
    same = model.Compare(node.span, "=", of, model.Use(node.span, of.kind, False, value))
    one = model.Exists(node.span, replace(those, that=(*those.that, same)))
    return model.Count(node.span, NUMBER, False, Selection(node.span, value, of.kind, that=(one,)))


@meaning.of(tree.Aggregate)
def aggregate(context: Context, node: tree.Aggregate, scope: Scope) -> Expression:
    selection = many(context, node.many, scope)
    word = node.attribute.word
    of = (
        said_with(context, word, node, selection, scope) if node.roles else measure(context, word, selection, node.span)
    )
    maybe = node.extreme.word != "total"
    return model.Extreme(node.span, NUMBER, maybe, node.extreme.word, of, selection)  # type: ignore[arg-type]


@meaning.of(tree.TheMost)
def the_most(context: Context, node: tree.TheMost, scope: Scope) -> Expression:
    selection = many(context, node.many, scope)
    of = measure(context, node.attribute.word, selection, node.span)
    return model.Best(node.span, selection.kind, True, of_one(node.extreme), of, selection)


def of_one(extreme: tree.Extreme) -> Literal["highest", "lowest"]:
    """What can be said of one thing."""
    if extreme.word == "total":
        wrong("E0206", "One thing has no total; say `highest` or `lowest`.", extreme.span)
    return extreme.word  # type: ignore[return-value]


def comes_first(context: Context, node: tree.Node | None, selection: Selection) -> model.Extreme | None:
    """What is asked of those whose turn has not come, where they come by what they have."""
    if not isinstance(node, tree.OrderBy):
        return None
    of = measure(context, node.attribute.word, selection, node.attribute.span)
    return model.Extreme(node.span, NUMBER, True, of_one(node.extreme), of, selection)


def said_with(context: Context, word: str, node: tree.Aggregate, selection: Selection, scope: Scope) -> Expression:
    """A number that is said with other things, among which each element may be: `the total lack of the Player in the
    Colour among Colours`. What it is of is the element, if nothing else is said."""
    roles, inner = roles_of(node.roles), scope.inner(selection.variable)
    given = {} if "of" in roles else {"of": model.Use(node.span, selection.kind, False, selection.variable)}
    values = context.values.get(word, [])
    possible = [v for v in values if sorted(v.prepositions) == sorted([*roles, *given])]
    found = applied(context, possible, {**said_arguments(context, possible, roles, inner), **given}, node.span)
    one = selection.variable.name
    if found is None:
        if not values:
            known = [*context.values, *(one.name for one in context.world.attributes(selection.kind))]
            message = f"Nothing says what the {word} of {articled(selection.kind.name)} is."
            wrong("E0205", message, node.span, near=near(word, known))
        headings = " or ".join(f"`{heading_of(v)}`" for v in values)  # which said so would be no total any more
        wrong("E0206", f"The value {word} is defined for other things: {headings}.", node.span)
    if not given and selection.variable not in inner.asked:
        wrong("E0206", f"This speaks of no {one}: it would be the same for each.", node.span)
    if not found.kind.is_a(NUMBER):
        wrong("E0301", f"{word} is no number.", node.span)
    return found


@meaning.of(tree.InBrackets)
def in_brackets(context: Context, node: tree.InBrackets, scope: Scope) -> Expression:
    """What is held together: brackets themselves mean nothing, as what is built tells what is worked out first."""
    return phrase(context, node.inner, scope)


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


@meaning.of(tree.Bounded)
def bounded(context: Context, node: tree.Bounded, scope: Scope) -> Expression:
    """A number that is kept within one limit after another."""
    found = number_said(context, node.number, scope)
    for bound in node.bounds:
        found = kept_within(found, isinstance(bound, tree.NotBelow), number_said(context, bound.limit, scope))
    return found


@meaning.of(tree.HigherOf)
def higher_of(context: Context, node: tree.HigherOf, scope: Scope) -> Expression:
    """The higher of two numbers is the one, but not below the other."""
    one, other = (number_said(context, part, scope) for part in (node.one, node.other))
    return kept_within(one, node.which == "higher", other)


def kept_within(number: Expression, below: bool, limit: Expression) -> Expression:
    """A number that is not below a limit, or not above."""
    operator: Literal["but not below", "but not above"] = "but not below" if below else "but not above"
    span, maybe = number.span.to(limit.span), number.maybe or limit.maybe
    return model.Arithmetic(span, NUMBER, maybe, operator, number, limit)


def check_divisor(operator: str, right: Expression) -> None:
    if operator == "divided by" and isinstance(right, model.Constant | model.Setting) and right.value <= 0:
        wrong("E0311", "What is shared out is shared among 1 at least: a divisor is above 0.", right.span)


# ------------------------------------------------------------------------------------------------------------ in groups


@meaning.of(tree.InGroups)
def in_groups(context: Context, node: tree.InGroups, scope: Scope) -> Expression:
    selection = many(context, node.many, scope)
    bottom = bottom_of(context, selection, node.many.span) if node.order else None
    groups = tuple(read_group(context, line, selection, scope) for line in node.groups)
    if bottom is None:
        check_unordered(groups)
    return model.MostInGroups(node.span, NUMBER, False, selection, groups, bottom)


def read_group(context: Context, line: tree.Group, selection: Selection, scope: Scope) -> model.Group:
    if not 1 <= line.size <= selection.kind.size:
        wrong("E0392", f"There are 1 to {selection.kind.size} of them.", line.span)
    if line.attribute and line.size == 1:
        wrong("E0392", "Of one thing alone nothing is the same or different.", line.span)
    of = shared(context, line.attribute, selection) if line.attribute else None
    worth = number_said(context, line.worth, scope)
    return model.Group(line.span, line.size, line.alike, of, worth, line.clauses)  # type: ignore[arg-type]


def shared(context: Context, word: tree.WordOrName, selection: Selection) -> Expression:
    """What is the same or different: an attribute or value of each; of `different Colours` it is the Colour."""
    several = context.plurals.get(word.word)
    one = several.name if several else singular(word.word)
    known = attribute_of(context, selection.kind, word.word) or word.word in context.values
    return told_of_each(context, word.word if known else one, selection, word.span)


def bottom_of(context: Context, selection: Selection, span: Span) -> model.EndOf:
    """Where the first of the things lies that are neighbours."""
    for condition in selection.conditions:
        match condition:
            case model.Located(what=model.Use(variable=it), where=Expression() as place) if it is selection.variable:
                check_ordered(context, place.kind, "so nothing in it has neighbours", span)
                return model.EndOf(span, kind_in(context, place.kind), True, place, "bottom")
            case _:  # others do not say where
                pass
    wrong("E0392", "Neighbours lie in one place.", span)


def check_unordered(groups: tuple[model.Group, ...]) -> None:
    """Without an order the best groups are found only where one thing alone is what they have in common."""
    larger = [group for group in groups if group.size > 1]
    for group in larger:
        if group.alike == "different":
            wrong("E0392", "Only neighbours are in groups of different ones.", group.span)
        if (group.alike is None) != (larger[0].alike is None) or not reads_alike(group.of, larger[0].of):
            not_in_common(group)


def reads_alike(first: Expression | None, second: Expression | None) -> bool:
    """Whether both read the same attribute or value; each is about the same thing."""
    match first, second:
        case model.Get(attribute=one), model.Get(attribute=other):
            return one is other
        case model.Apply(value=one), model.Apply(value=other):
            return one is other
        case _:  # others if they are one and the same
            return first is second


def not_in_common(group: model.Group) -> NoReturn:
    wrong("E0392", "All groups of more than one are alike in the same.", group.span)
