"""Sentences that are so or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Literal

from dsl import model, tree
from dsl.board.shapes import ShapeError
from dsl.board.sightlines import sightlines
from dsl.model import Condition, Expression
from dsl.model.visit import conjuncts
from dsl.model.world import NUMBER
from dsl.resolve.antecedents import with_others
from dsl.resolve.built_in import spaces_of
from dsl.resolve.calls import invocation_of, power_call
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import condition
from dsl.resolve.expressions import bare, how_many, number_said, phrase, player_said
from dsl.resolve.headings import BUILT_IN_VALUES
from dsl.resolve.names import not_brought_in, refuse_plural
from dsl.resolve.predicates import COMPARISONS, definite, of_some, predicate
from dsl.resolve.selections import many, one_described, selected
from dsl.resolve.sorts import said_to_be
from dsl.resolve.synthesized import fixed
from dsl.text.diagnostics import near
from dsl.text.inflection import articled, infinitive

MORE_OR_FEWER: dict[str, Literal["<", "=", ">"]] = {"more": ">", "fewer": "<", "many": "="}


@condition.of(tree.ConditionLine)
def condition_line(context: Context, node: tree.ConditionLine, scope: Scope) -> Condition:
    return condition(context, node.condition, scope)


@condition.of(tree.EitherOf)
def either_of(context: Context, node: tree.EitherOf, scope: Scope) -> Condition:
    return model.Any(node.span, tuple(condition(context, part, scope) for part in node.parts))


@condition.of(tree.AllOf)
def all_of(context: Context, node: tree.AllOf, scope: Scope) -> Condition:
    parts = tuple(so for so, _ in conjunction(context, node.parts, scope))
    return parts[0] if len(parts) == 1 else model.All(node.span, parts)


def conjunction(
    context: Context,
    nodes: Sequence[tree.Node],
    scope: Scope,
    reading: Callable[[Context, tree.Node, Scope], AbstractContextManager[None]] = lambda *_: nullcontext(),
) -> list[tuple[Condition, Sequence[tree.Node]]]:
    """What all has to be so, each with the sentences that say it; each of those is read in `reading`.

    What `there is` finds those behind it can speak of: of one such thing all of it is so, which is one condition then.
    """
    nodes = [part for node in nodes for part in one_named_first(node)]
    if not nodes:
        return []
    said: list[Condition] = []
    with reading(context, nodes[0], scope):
        said.append(condition(context, nodes[0], scope))
    first = said[0] if said else None
    if not isinstance(first, model.Exists) or scope.find(first.selection.variable.name):
        with said_to_be(context, model.All(nodes[0].span, tuple(said))):
            return [*((one, nodes[:1]) for one in said), *conjunction(context, nodes[1:], scope, reading)]
    inner = scope.inner(first.selection.variable)
    others = conjunction(context, nodes[1:], inner, reading)
    if first.selection.variable not in inner.asked or not others:  # none: of all of them something is wrong
        return [(first, nodes[:1]), *others]
    parts = tuple(so for so, _ in others)
    so = parts[0] if len(parts) == 1 else model.All(parts[0].span.to(parts[-1].span), parts)
    return [(model.Some(first.span.to(so.span), first.selection, so, found=True), nodes)]


def one_named_first(node: tree.Node) -> tuple[tree.Node, ...]:
    """`the Field is held by a Player called rival`: there is such a Player, and the Field is held by the rival; so
    is `there is a Man in a Box called pen`."""
    said = node.condition if isinstance(node, tree.ConditionLine) else node
    match said:
        case tree.ThereIs(desc=tree.Desc(where=tree.Where(of=tree.Indefinite() as one))) if one.noun.called:
            return named_first(node, one)
        case _:  # brings in one thing at most
            pass
    if not isinstance(said, tree.IsSo) or not isinstance(said.left, tree.The | tree.Name | tree.It):
        return (node,)
    match said.predicate:
        case tree.QualityOf(where=where, roles=tree.Roles(roles=roles)):
            phrases = [*((where.of,) if where else ()), *(role.phrase for role in roles)]
        case tree.Located(where=where):
            phrases = [where.of]
        case _:  # nothing else is said with a thing
            phrases = []
    named = [one for one in phrases if isinstance(one, tree.Indefinite) and one.noun.called]
    if len(named) != 1 or sum(isinstance(inner, tree.Indefinite) for inner in said.whole) > 1:
        return (node,)
    return named_first(node, named[0])


def named_first(node: tree.Node, one: tree.Indefinite) -> tuple[tree.Node, ...]:
    there = tree.ThereIs(one.span, (), tree.Desc(one.span, (), one.noun, one.where, one.that))
    word = tree.The(one.span, (), tree.Word(one.span, (), one.noun.called or ""), None)
    return (there, with_others(node, {one: word}))


@condition.of(tree.AnyOf)
def any_of(context: Context, node: tree.AnyOf, scope: Scope) -> Condition:
    lines = tuple(condition(context, line, scope) for line in node.lines)
    return model.Any(node.span, lines, tuple(line.clauses for line in node.lines))


@condition.of(tree.IsNot)
def is_not(context: Context, node: tree.IsNot, scope: Scope) -> Condition:
    return model.Not(node.span, sentence(context, node, scope))


@condition.of(tree.ThereIs)
def there_is(context: Context, node: tree.ThereIs | tree.ThereIsNo, scope: Scope) -> Condition:
    return model.Exists(node.span, one_described(context, node.desc, scope))


@condition.of(tree.ThereAre)
def there_are(context: Context, node: tree.ThereAre, scope: Scope) -> Condition:
    """That there are just so many, or at least or at most so many."""
    said = node.number if isinstance(node.number, int | tree.AmountName | tree.AmountWord) else node.number.value
    number = how_many(context, said, node.span, scope)
    one = isinstance(number, model.Constant) and number.value == 1
    those = selected(context, node.desc, scope) if one else many(context, node.desc, scope)
    count = model.Count(node.span, NUMBER, False, those)
    operator = COMPARISONS.get(type(node.number), "=")
    return model.Compare(node.span, operator, count, number)  # type: ignore[arg-type]


@condition.of(tree.ThereAreMore)
def there_are_more(context: Context, node: tree.ThereAreMore, scope: Scope) -> Condition:
    """That there are more of these than of those. What only the others are said to be in is said of both."""
    those, others = node.those, node.others
    if isinstance(others, tree.Where):
        others = replace(those, where=others, span=others.span)
    elif isinstance(others, tree.Desc) and those.where is None:
        those = replace(those, where=others.where)
    right: model.Expression
    if isinstance(others, tree.Desc):
        right = model.Count(others.span, NUMBER, False, many(context, others, scope))
    else:
        right = number_said(context, others, scope)
    left = model.Count(node.span, NUMBER, False, many(context, those, scope))
    return model.Compare(node.span, MORE_OR_FEWER[node.word], left, right)


@condition.of(tree.ThereIsNo)
def there_is_no(context: Context, node: tree.ThereIsNo, scope: Scope) -> Condition:
    return model.Not(node.span, there_is(context, node, scope))


@condition.of(tree.Recorded)
def recorded(context: Context, node: tree.Recorded | tree.NotRecorded, scope: Scope) -> Condition:
    once = fixed(1, node.span)
    return model.Recorded(node.span, position_named(context, node.what), once)


@condition.of(tree.NotRecorded)
def not_recorded(context: Context, node: tree.NotRecorded, scope: Scope) -> Condition:
    return model.Not(node.span, recorded(context, node, scope))


@condition.of(tree.RecordedOften)
def recorded_often(context: Context, node: tree.RecordedOften, scope: Scope) -> Condition:
    times = number_said(context, node.times, scope)
    return model.Recorded(node.span, position_named(context, node.what), times)


@condition.of(tree.HasScored, tree.HasLost)
def no_score(context: Context, node: tree.HasScored | tree.HasLost, scope: Scope) -> Condition:
    wrong("E0314", "What somebody scores is told at the end, and asked for in examples alone.", node.span,
          hints=("count it in an attribute of a place",))  # fmt: skip


@condition.of(tree.NobodyIs)
def no_winner(context: Context, node: tree.NobodyIs, scope: Scope) -> Condition:
    wrong("E0314", "That nobody is the winner is asked for in examples alone.", node.span)


def has_scored(context: Context, node: tree.HasScored | tree.HasLost, scope: Scope) -> Condition:
    who = player_said(context, node.who, scope)
    amount = number_said(context, node.amount, scope)
    return model.HasScored(node.span, who, isinstance(node, tree.HasScored), amount)


def without_winner(node: tree.NobodyIs) -> Condition:
    match node.what:
        case tree.The(noun=tree.Word(word="winner"), where=None):
            return model.HasWon(node.span, None)
        case _:
            wrong("E0206", "Of nobody it is said that nobody is the winner.", node.what.span)


def position_named(context: Context, node: tree.Node) -> model.Position:
    """`the Setting`: a position that the rulebook defines."""
    match node:
        case tree.The(noun=tree.Noun(words=(), name=name), where=None) if name in context.book.positions:
            return context.book.positions[name]
        case tree.The(noun=tree.Noun(name=name) | tree.Word(word=name)):
            wrong("E0201", f"There is no position called {name}.", node.span, near=near(name, context.book.positions),
                  hints=(f"position {name} is every …",))  # fmt: skip
        case _:
            raise TypeError(type(node).__name__)


@condition.of(tree.LinePast)
def line_past(context: Context, node: tree.LinePast, scope: Scope) -> Condition:
    selection = one_described(context, node.desc, scope)
    space = spaces_of(context, node.span, model.Use(node.span, selection.kind, False, selection.variable))
    if not selection.kind.is_a(space):
        wrong("E0301", f"A line touches {space.plural}, not {selection.kind.plural}.", node.desc.span)
    try:
        sightlines(context.world.board_of(space).one)
    except ShapeError as error:
        wrong("E0305", str(error), node.span)

    def past() -> Condition:
        start, end = (phrase(context, x, scope, space) for x in (node.start, node.end))
        return model.LinePast(node.span, start, end, selection)

    return of_some(context, past)


@condition.of(tree.Can, tree.Cannot)
def can(
    context: Context, node: tree.Can | tree.Cannot, scope: Scope, test: type[model.CanDo] = model.CanDo
) -> Condition:
    with definite(context):
        who = player_said(context, node.who, scope)

    def able() -> Condition:
        power = power_call(context, node.call, scope)
        if power is not None:
            return model.CanDoPower(node.span, who, power)
        invocation = invocation_of(context, node.call, scope)
        if invocation is None:
            return model.Any(node.span, ())  # an action of a variant that is not in play: nobody can
        return test(node.span, who, invocation)

    found = of_some(context, able)
    return model.Not(node.span, found) if isinstance(node, tree.Cannot) else found


@condition.of(tree.IsSo)
def sentence(context: Context, node: tree.IsSo | tree.IsNot, scope: Scope) -> Condition:
    """`the Cell is open`; with `every Cell`, `no Cell` or `a Cell`, of all, none or some of them."""
    match node.left:
        case tree.Every() | tree.The(where=tree.Where(of=tree.Every())):
            return of_all(context, node, node.left, scope)
        case tree.NoSuch():
            return model.Not(node.span, of_any(context, node, node.left, scope))
        case tree.Indefinite():
            return of_some_one(context, node, node.left, scope)
        case _:  # something definite
            parts = one_named_first(node)
            if len(parts) > 1:
                return all_of(context, tree.AllOf(node.span, node.clauses, parts), scope)
            truth = truth_said(context, node, scope)
            return truth or predicate(context, node.predicate, subject_of(context, node, scope), scope)


def of_some_one(context: Context, node: tree.IsSo | tree.IsNot, some: tree.Indefinite, scope: Scope) -> Condition:
    """`a Cell is open`, where no Cell is spoken of yet, which may be meant."""
    name = articled(some.noun.name)
    so, not_so = said_of_it(context, node.predicate)
    if scope.find(some.noun.name):
        refuse_plural(context, some.noun.name, some.noun.span)
        wrong("E0208", f"`{name}` does not say which: a sentence is about something definite.", node.span,
              hints=(f"the {some.noun.name} {so}", f"there is {name} that {so}"))  # fmt: skip
    if isinstance(node, tree.IsNot):
        wrong("E0207", f"`{name} {not_so}` can be read in two ways.", node.span,
              hints=(f"there is {name} that {not_so}", f"no {some.noun.name} {so}"))  # fmt: skip
    return of_any(context, node, some, scope)


def said_of_it(context: Context, node: tree.Node) -> tuple[str, str]:
    """What is said of a thing, and that it is not so: `is open` and `is not open`, `fits` and `does not fit`."""
    match node:
        case tree.QualityOf(word=word, where=None, roles=tree.Roles(roles=roles)):
            behind = " …" if roles else ""
            if any(quality.verb for quality in context.qualities.get(word, ())):
                return f"{word}{behind}", f"does not {infinitive(word)}{behind}"
            so = behind.strip() or word
        case _:  # is long to say
            so = "…"
    return f"is {so}", f"is not {so}"


def of_any(
    context: Context, node: tree.IsSo | tree.IsNot, those: tree.Indefinite | tree.NoSuch, scope: Scope
) -> model.Exists:
    """`a Cell is open`: the same as `there is a Cell that is open`."""
    refuse_plural(context, those.noun.name, those.noun.span)
    found = selected(context, those, scope)
    subject = model.Use(those.span, found.kind, False, found.variable)
    more = conjuncts((predicate(context, node.predicate, subject, scope),))
    return model.Exists(node.span, replace(found, that=(*found.that, *more)))


def of_all(context: Context, node: tree.IsSo | tree.IsNot, left: tree.Every | tree.The, scope: Scope) -> Condition:
    """Of all of some things, or of what each of them has: that is its own, the rest speaks as elsewhere."""
    where = left.where if isinstance(left, tree.The) else None
    every = where.of if isinstance(where, tree.Where) else left
    assert isinstance(every, tree.Every)
    if isinstance(node, tree.IsNot):
        said = said_of_it(context, node.predicate)[1].removesuffix(" …")
        not_so = "is not" if said.startswith("is not") else said
        wrong("E0207", f"`every … {not_so}` can be read in two ways.", node.span,
              hints=("there is no …", f"if there is a … that {not_so} …"))  # fmt: skip
    refuse_plural(context, every.noun.name, every.noun.span)
    those = selected(context, every, scope)
    subject: Expression = model.Use(every.span, those.kind, False, those.variable)
    if isinstance(left, tree.The) and isinstance(where, tree.Where):
        one = tree.The(every.span, (), tree.Noun(every.span, (), (), those.variable.name, None), None)
        its = replace(left, where=replace(where, of=one))
        subject = phrase(context, its, scope.inner(those.variable))
    return model.ForAll(node.span, those, predicate(context, node.predicate, subject, scope))


def truth_said(context: Context, node: tree.IsSo | tree.IsNot, scope: Scope) -> Condition | None:
    """`the week is over`, where the rulebook says when it is, and nothing else is called a week."""
    match node.left:
        case tree.The(noun=tree.Word(word=about), where=None) if not scope.find(about) and about not in context.values:
            truths = context.truths.get(about, {})
        case _:  # speaks of a thing
            return None
    match node.predicate:
        case tree.QualityOf(word=word, where=None, roles=tree.Roles(roles=())) if not truths:
            if about not in BUILT_IN_VALUES:
                not_brought_in(context, about, node.left.span, scope, (f"the {about} is {word} when …",))
            return None
        case _ if not truths:
            return None
        case tree.QualityOf(word=word, where=None, roles=tree.Roles(roles=())):
            if word in truths:
                return model.Holds(node.span, truths[word], ())
        case _:  # of which nothing can be said but what is defined
            word = "…"
    wrong("E0205", f"Nothing tells when the {about} is {word}.", node.predicate.span, near=near(word, truths),
          hints=(*(f"the {about} is {known}" for known in truths), f"the {about} is {word} when …"))  # fmt: skip


def subject_of(context: Context, node: tree.IsSo | tree.IsNot, scope: Scope) -> Expression:
    """What the sentence is about; a value is of the kind of which its quality is said."""
    wanted = None
    if isinstance(node.left, tree.Word) and isinstance(node.predicate, tree.QualityOf):
        said = (quality.parameters[0].kind for quality in context.qualities.get(node.predicate.word, ()))
        wanted = next((kind for kind in said if node.left.word in kind.elements), None)
    with definite(context):
        return bare(context, node.left, scope, wanted)
