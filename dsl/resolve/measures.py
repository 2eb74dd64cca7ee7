"""A number of each of several things: what is compared of them, and by which they are described (`of rank 2`)."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model, tree
from dsl.builtins import VALUES
from dsl.model import Condition, Expression, Selection
from dsl.model.world import NUMBER, Kind
from dsl.resolve.built_in import can_have, number_built_in
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import meaning
from dsl.resolve.expressions import can_stand_for
from dsl.resolve.missing_attributes import refuse_of_only_some
from dsl.resolve.names import attribute_of
from dsl.resolve.values import applied
from dsl.resolve.wording import a, an_initial
from dsl.source import Span
from dsl.text.diagnostics import near


def measure(context: Context, word: str, selection: Selection, span: Span) -> Expression:
    """What is compared: a number of each element."""
    return number_of_it(context, word, model.Use(span, selection.kind, False, selection.variable), span)


def number_of_it(context: Context, word: str, subject: Expression, span: Span) -> Expression:
    found = told_of_it(context, word, subject, span)
    if not found.kind.is_a(NUMBER):
        wrong("E0301", f"{word} is no number.", span)
    return found


def told_of_each(context: Context, word: str, selection: Selection, span: Span) -> Expression:
    """An attribute, or a value of the game or of its board, of each element."""
    return told_of_it(context, word, model.Use(span, selection.kind, False, selection.variable), span)


def told_of_it(context: Context, word: str, subject: Expression, span: Span) -> Expression:
    attribute = attribute_of(context, subject.kind, word)
    if attribute:
        return model.Get(span, attribute.kind, False, attribute, subject)
    values = [v for v in context.values.get(word, []) if v.prepositions == ("of",)]
    said_of_it = [v for v in values if can_stand_for(subject.kind, v.parameters[0].kind)]
    worked_out = applied(context, said_of_it, {"of": subject}, span)
    if worked_out is None and can_have(word, subject.kind):
        worked_out = number_built_in(context, word, subject, span)
    if worked_out is None:
        refuse_of_only_some(context.world, word, subject, span)
        own = (word for word in VALUES if can_have(word, subject.kind))
        wrong("E0205", f"{an_initial(subject.kind)} has no {word}.", span, by_way_of(context, word, subject.kind),
              near(word, [*context.values, *own]))  # fmt: skip
    return worked_out


def by_way_of(context: Context, word: str, kind: Kind) -> tuple[str, ...]:
    """What has it that the thing has: a value of the thing, which is that."""
    between = (x for x in context.world.attributes(kind) if attribute_of(context, x.kind, word))
    own = word.lower().replace(" ", "-")
    means = (f"the {own} of {a(kind)} means the {word} of the {x.name} of the {kind.name}" for x in between)
    return tuple(f"at the left edge: {line}, and in place of {word}: {own}" for line in means)


def numbered(context: Context, preposition: str, node: tree.Numbered, subject: Expression) -> Iterator[Condition]:
    """What must be so of each: that the number is this, or that it lies between two."""
    if preposition != "of":
        said = f"of {node.word} {node.low}"
        wrong("E0206", "Of which a number is this is said with `of`.", node.span, hints=(said,))
    if node.high is not None and node.high <= node.low:
        same = (f"of {node.word} {node.low}",) if node.high == node.low else ()
        wrong("E0302", f"From {node.low} to {node.high}: the lower number comes first.", node.span, hints=same)
    of = number_of_it(context, node.word, subject, node.span)
    bounds = (("=", node.low),) if node.high is None else ((">=", node.low), ("<=", node.high))
    for operator, bound in bounds:
        number = model.Constant(node.span, NUMBER, False, bound, str(bound))
        yield model.Compare(node.span, operator, of, number)  # type: ignore[arg-type]


@meaning.of(tree.Numbered)
def number_alone(context: Context, node: tree.Numbered, scope: Scope) -> Expression:
    """What is said of one thing needs nothing to tell it apart."""
    wrong("E0206", f"`{node.word} {node.low}` describes one of several things.", node.span,
          hints=(f"as in: there is a … of {node.word} {node.low}",))  # fmt: skip
