"""What is said of a thing: `is open`, `is at least 3`, `is a damaged Ship`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dsl import model, tree
from dsl.model import Condition, Expression
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import NARROWED, PLACES, are_numbers, bare, fit, number_said, refuse_taken
from dsl.resolve.names import kind_called
from dsl.resolve.overloads import roles_of
from dsl.resolve.places import in_one_place, located
from dsl.resolve.qualities import quality
from dsl.resolve.wording import a, an_initial
from dsl.source import Span

COMPARISONS: dict[type, str] = {
    tree.AtLeast: ">=",
    tree.AtMost: "<=",
    tree.MoreThan: ">",
    tree.LessThan: "<",
}


def of_some(context: Context, say: Callable[[], model.Condition]) -> model.Condition:
    """What is said of something; `a Boat` in it means that it is so of some boat."""
    context.somes.append([])
    try:
        found = say()
    finally:
        selections = context.somes.pop()
    for selection in reversed(selections or ()):
        found = model.Some(found.span, selection, found)
    return found


@contextmanager
def definite(context: Context) -> Iterator[None]:
    """Here stands what a sentence is about, which is a definite thing."""
    context.somes.append(None)
    try:
        yield
    finally:
        context.somes.pop()


def predicate(context: Context, node: tree.Node, subject: Expression, scope: Scope) -> Condition:
    return of_some(context, lambda: predicate_of_one(context, node, subject, scope))


def predicate_of_one(context: Context, node: tree.Node, subject: Expression, scope: Scope) -> Condition:
    match node:
        case tree.BothSo(parts=parts):
            return model.All(node.span, tuple(predicate(context, part, subject, scope) for part in parts))
        case tree.EitherSo(parts=parts):
            return model.Any(node.span, tuple(predicate(context, part, subject, scope) for part in parts))
        case tree.NotSo():
            return model.Not(node.span, predicate(context, node.predicate, subject, scope))
        case tree.Same():
            return same(context, node, subject, scope)
        case tree.QualityOf():
            roles = roles_of(node.roles.roles)
            return quality(context, node.word, node.where, roles, subject, node.span, scope)
        case tree.Located():
            return located(context, node.where, subject, scope)
        case tree.AtLeast() | tree.AtMost() | tree.MoreThan() | tree.LessThan():
            return compared(context, node, subject, scope)
        case _:  # all else it is, or is not
            return same(context, tree.Same(node.span, (), node), subject, scope)


def compared(
    context: Context,
    node: tree.AtLeast | tree.AtMost | tree.MoreThan | tree.LessThan,
    subject: Expression,
    scope: Scope,
) -> Condition:
    if subject.kind.sort not in ("number", "range"):
        wrong("E0301", f"This is {a(subject.kind)}, which cannot be more or less.", subject.span)
    operator = COMPARISONS[type(node)]
    right = number_said(context, node.value, scope)
    return model.Compare(subject.span.to(node.span), operator, subject, right)  # type: ignore[arg-type]


def same(context: Context, node: tree.Same, subject: Expression, scope: Scope) -> Condition:
    span = subject.span.to(node.span)
    match node.value:
        case tree.The(noun=tree.Word(word="winner"), where=None):
            return model.HasWon(span, fit(context, subject, context.world.players))
        case tree.Indefinite():
            return is_a(context, node.value, subject, span, scope)
        case tree.Name(name=name, of=None) if name in context.no_seats and subject.kind.is_a(context.world.players):
            right = absent_seat(context, name, node.value.span)
        case _:  # others mean a thing or a value
            right = bare(context, node.value, scope, subject.kind)
    carried = in_one_place(context, subject, right, span)
    if carried is not None:
        return carried
    if right.kind.sort == "piece" and subject.kind.sort != "piece":
        right = fit(context, right, subject.kind)
    elif right.kind.meets(subject.kind) or are_numbers(right.kind, subject.kind):
        pass
    elif subject.kind.sort == "piece" and right.kind.sort in PLACES:
        subject = fit(context, subject, right.kind)
    else:
        refuse_taken(context, subject)
        right = fit(context, right, subject.kind)
    check_bounds(subject, right)
    return model.Compare(span, "=", subject, right)


def absent_seat(context: Context, name: str, span: Span) -> Expression:
    """A seat that nobody has with so many players: neither one of them nor chance, so that nobody is that one."""
    players = context.world.players
    return model.Constant(span, players, False, players.size + 1, name)


def is_a(context: Context, node: tree.Indefinite, subject: Expression, span: Span, scope: Scope) -> Condition:
    """`the Component is a working Pod`: of what sort a thing is, and what else is so of it."""
    kind = kind_called(context, node.noun.name, node.span)
    if kind.sort not in NARROWED or not kind.meets(subject.kind):
        wrong("E0301", f"{an_initial(subject.kind)} is never {a(kind)}.", node.span)
    if node.noun.called:
        wrong("E0208", f"Nothing new is brought in here that could be called {node.noun.called}.", node.noun.span)
    narrow = subject if subject.kind.is_a(kind) else model.Narrowed(subject.span, kind, True, subject)
    more = [quality(context, word, None, {}, narrow, node.noun.span, scope) for word in node.noun.words]
    if node.where:
        more.append(located(context, node.where, narrow, scope))
    found = model.IsA(span, subject, kind)
    return model.All(span, (found, *more)) if more else found


def check_bounds(subject: Expression, right: Expression) -> None:
    """A number that a range can never be is a slip."""
    kind, value = subject.kind, number_stated(right)
    if kind.sort == "range" and value is not None and not kind.low <= value <= kind.high:
        said = f"{kind.name} is from {kind.low} to {kind.high}"
        wider = f"{kind.name} is from {kind.low} to {value}, in place of {said}"
        wrong("E0313", f"{said}; it is never {value}.", right.span, hints=(wider,) if value > kind.high else ())


def number_stated(node: Expression) -> int | None:
    """The value that the text states, where it does; one below 0 is worked out."""
    match node:
        case model.Constant(value=value):
            return value
        case model.Arithmetic(operator="minus", left=model.Constant(value=0), right=model.Constant(value=value)):
            return -value
        case _:  # others are known only in play
            return None
