"""The elements of a kind of which something is so: `open Cells beside the Ship`."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Expression, Selection, Variable
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.names import kind_called, not_brought_in, refuse_plural, refuse_singular, set_named, variable_called
from dsl.resolve.places import located
from dsl.resolve.predicates import of_some, predicate
from dsl.resolve.qualities import quality


def selection(
    context: Context, noun: tree.Noun, where: tree.Where | None, that: tree.That | None, scope: Scope
) -> Selection:
    """`open Cells beside the Cell`: the elements of a kind, and what must be so of each."""
    kind = kind_called(context, noun.name, noun.span)
    if kind.sort in ("number", "location"):
        wrong("E0206", f"One cannot go through all {kind.plural}.", noun.span)
    variable = Variable(noun.called or kind.name, kind, span=noun.span)
    subject = model.Use(noun.span, kind, False, variable)
    words = tuple(quality(context, w, None, {}, subject, noun.span, scope) for w in noun.words)
    place = of_some(context, lambda: located(context, where, subject, scope)) if where else None
    parts = tuple(that_part(context, part, subject, scope) for part in that.parts) if that else ()
    return Selection(noun.span, variable, kind, words, place, parts)


def one_described(context: Context, desc: tree.Desc, scope: Scope) -> Selection:
    """As `described`, where the text speaks of one of them."""
    refuse_plural(context, desc.noun.name, desc.noun.span)
    return described(context, desc, scope)


def described(context: Context, desc: tree.Desc, scope: Scope) -> Selection:
    where = desc.filter if isinstance(desc.filter, tree.Where) else None
    that = desc.filter if isinstance(desc.filter, tree.That) else None
    return selection(context, desc.noun, where, that, scope)


def that_part(context: Context, part: tree.ThatPart, subject: Expression, scope: Scope) -> model.Condition:
    found = predicate(context, part.predicate, subject, scope)
    return model.Not(part.span, found) if part.negated else found


def many(context: Context, node: tree.Node, scope: Scope) -> Selection:
    """What stands after `among` or `number of`: a description, or a set that was named."""
    if isinstance(node, tree.Desc):
        refuse_singular(context, node.noun.name, node.noun.span)
        return described(context, node, scope)
    if isinstance(node, tree.The) and isinstance(node.noun, tree.Word) and node.where is None:
        members = set_named(context, node, scope)
        if members is not None:
            return Selection(node.span, Variable(members.kind.name, members.kind), members.kind, among=members)
        if variable_called(context, node.noun.word, node.span, scope) is None:
            not_brought_in(context, node.noun.word, node.span, scope)
    if isinstance(node, tree.The) and isinstance(node.noun, tree.Noun):
        return selection(context, node.noun, node.where, None, scope)
    wrong("E0206", "Several things are meant here.", node.span)


def described_thing(context: Context, phrase: tree.Node, scope: Scope) -> Selection | None:
    """`a Cell beside the Ship`, `a Cell that is lit`; None for a phrase that means one thing."""
    match phrase:
        case tree.Desc():
            return described(context, phrase, scope)
        case tree.Indefinite(noun=noun, where=where):
            return selection(context, noun, where, None, scope)
    return None
