"""The elements of a kind of which something is so, `open Cells beside the Ship`, and which of them `a Boat` is."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from dsl import model, tree
from dsl.model import Expression, Selection, Variable
from dsl.model.world import Kind
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import meaning
from dsl.resolve.measures import numbered
from dsl.resolve.names import (
    find_kind,
    kind_called,
    not_brought_in,
    refuse_plural,
    refuse_singular,
    set_named,
    variable_called,
)
from dsl.resolve.places import located
from dsl.resolve.predicates import of_some, predicate
from dsl.resolve.qualities import quality
from dsl.text.inflection import articled


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
    found = selection(context, desc.noun, where, that, scope)
    if isinstance(desc.filter, tree.Numbered):
        return replace(found, that=tuple(numbered(context, desc.filter, found)))
    return found


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
        case _:  # others mean one thing
            return None


# ------------------------------------------------------------------------------------------------------------------ a …


@meaning.of(tree.Indefinite)
def some(context: Context, node: tree.Indefinite, scope: Scope) -> Expression:
    """`a Boat` inside what is said of something; anywhere else the text does not say which."""
    refuse_plural(context, node.noun.name, node.noun.span)
    name = articled(node.noun.name)
    brought_in = context.somes[-1] if context.somes else None
    if context.somes and brought_in is None:
        wrong("E0208", f"`{name}` does not say which: a sentence is about something definite.", node.span,
              hints=(f"there is {name} that is …", f"every {node.noun.name} is …"))  # fmt: skip
    if brought_in is None:
        refuse_any(context, node)
    if node.noun.called:
        wrong("E0208", f"`{name}` here means any; nothing can speak of `the {node.noun.called}`.", node.span,
              hints=(f"there is {name} called {node.noun.called} that is …",))  # fmt: skip
    those = selection(context, node.noun, node.where, None, scope)
    brought_in.append(those)
    return model.Use(node.span, those.kind, False, those.variable)


def refuse_any(context: Context, node: tree.Indefinite) -> NoReturn:
    name = articled(node.noun.name)
    hints = [f"the Player chooses {name}", f"the {node.noun.name}", f"for each {node.noun.name}"]
    own = find_kind(context, node.noun.name) is context.world.players
    wrong("E0208", f"`{name}` does not say which.", node.span, hints=tuple(hints[1:] if own else hints))


def refuse_one_of_many(found: Selection, node: tree.Node) -> None:
    """`the Man in a Box`: it is not said in which, and there may be several in each."""
    match found.place:
        case model.Located(where=Kind(size=places)) if places > 1 and found.kind.size > 1 and not found.words:
            name = found.kind.name
            said = f"{found.kind.plural} can lie there, and the sentence does not say which is meant."
            wrong("E0208", f"`the {name}`: several {said}", node.span,
                  hints=(f"the Player chooses {articled(name)}", f"for each {name}", f"every {name}"))  # fmt: skip
        case _:  # others say in which, or there is only one
            pass


def one_of(context: Context, node: tree.Indefinite, scope: Scope) -> Expression:
    """`a red Gem`, whichever: the first that fits."""
    refuse_plural(context, node.noun.name, node.noun.span)
    return pick(selection(context, node.noun, node.where, None, scope), "a")


def one_like_the_others(context: Context, node: tree.Indefinite, scope: Scope) -> Expression:
    """`an Asteroid in the Stock`: one of those that lie in the same place, where nothing tells them apart."""
    refuse_plural(context, node.noun.name, node.noun.span)
    found = selection(context, node.noun, node.where, None, scope)
    name = articled(node.noun.name)
    match found.place:
        case model.Located(where=model.Expression()):
            pass
        case _:
            wrong("E0208", f"`{name}` does not say which: they can lie in different places.", node.span,
                  hints=(f"{name} in the …", f"the Player chooses {name}", f"every {node.noun.name}"))  # fmt: skip
    fixed = [x for x in context.world.attributes(found.kind) if len(set(x.values_of(found.kind))) > 1]
    said = {c.left.attribute for c in found.words
            if isinstance(c, model.Compare) and isinstance(c.left, model.Get)}  # fmt: skip
    for attribute in fixed:
        if attribute not in said:
            message = f"`{name}` does not say which: each has a {attribute.name} of its own."
            hints = (f"the Player chooses {name}", f"every {node.noun.name}", *from_the_top(context, found))
            wrong("E0208", message, node.span, hints=hints)
    return pick(found, "a")


def from_the_top(context: Context, found: Selection) -> tuple[str, ...]:
    """The one that lies on top, where pieces lie in a place."""
    kind = found.place.where.kind if isinstance(found.place, model.Located) else None  # type: ignore[union-attr]
    place = context.world.places.get(kind.name) if kind else None
    if place is None or place.each:
        return ()
    return (f"the top of the {place.kind.name}",)


def pick(selection: Selection, article: str) -> Expression:
    which = "the" if article == "the" else "a"
    return model.Pick(selection.span, selection.kind, True, selection, which)  # type: ignore[arg-type]
