"""Qualities: `open`, `yellow`, `visible from the Bomb`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NoReturn

from dsl import model, tree
from dsl.builtins import RELATIONS
from dsl.builtins.signature import Sort
from dsl.model import Condition, Expression
from dsl.model.world import TRUTH, Attribute, Kind
from dsl.resolve.built_in import on_its_board, one_said
from dsl.resolve.complaints import Wrong, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import PLACES, bare, can_stand_for, element, narrowed, nothing, player_said
from dsl.resolve.missing_attributes import refuse_of_only_some
from dsl.resolve.overloads import RolesByPreposition, fitting
from dsl.resolve.pronouns import quietly
from dsl.resolve.sorts import sorts_there
from dsl.resolve.wording import a
from dsl.source import Span
from dsl.text.described import OTHERWISE_SAID
from dsl.text.diagnostics import near
from dsl.text.inflection import articled

WITH_RELATIONS = (*RELATIONS, "owned", "active")
WHERE = {"in", "on", "under", "over"}


def quality(
    context: Context,
    word: str,
    where: tree.Where | None,
    roles: RolesByPreposition,
    subject: Expression,
    span: Span,
    scope: Scope,
) -> Condition:
    """`open`, `yellow`, `visible from the Bomb`: a flag, a value, a relation or a quality of the game."""
    if where is not None:
        roles = {where.preposition: where.of, **roles}
    if not roles:
        simple = simple_quality(context, word, subject, span)
        if simple is not None:
            return simple
    related = relation(context, word, roles, subject, span, scope)
    return related or defined_quality(context, word, roles, subject, span, scope)


def simple_quality(context: Context, word: str, subject: Expression, span: Span) -> Condition | None:
    if word == "nothing":
        return model.Compare(span, "=", subject, nothing(subject.kind, span))
    if subject.kind.sort in ("enumeration", "direction") and word in subject.kind.elements:
        return model.Compare(span, "=", subject, element(subject.kind, word, span))
    if word == "active" and subject.kind.is_a(context.world.players):
        players = context.world.players
        return model.Compare(span, "=", subject, model.ActivePlayer(span, players, True))
    for attribute in (x for x in context.world.attributes(subject.kind) if not x.side):
        found = quality_by_attribute(word, attribute, subject, span)
        if found is not None:
            return found
    for some in sorts_there(context, subject):
        found = simple_quality(context, word, narrowed(subject, some), span)
        if found is not None:
            return found
    return None


def quality_by_attribute(word: str, attribute: Attribute, subject: Expression, span: Span) -> Condition | None:
    if attribute.kind is TRUTH:
        return model.Flag(span, attribute, subject) if attribute.name == word else None
    if attribute.kind.sort in ("enumeration", "direction") and word in attribute.kind.elements:
        value = element(attribute.kind, word, span)
        got = model.Get(span, attribute.kind, subject.maybe, attribute, subject)
        return model.Compare(span, "=", got, value)
    return None


def relation(
    context: Context, word: str, roles: RolesByPreposition, subject: Expression, span: Span, scope: Scope
) -> Condition | None:
    """The relations that every board and every box has."""
    if word == "owned" and [*roles] == ["by"]:
        return model.Owned(span, subject, player_said(context, roles["by"], scope))
    relation = RELATIONS.get(word)
    if relation is None or not relation.is_written(word, roles) or not can_be(relation.subject, subject.kind):
        return None
    said = (subject, *(one_said(context, roles[preposition], scope) for preposition in relation.roles))
    return on_its_board(context, relation, said, span)


def can_be(sort: Sort, kind: Kind) -> bool:
    """Whether it is the subject of such a relation that is meant: what is no direction is never next to one."""
    return sort != "direction" or kind.sort == "direction"


def defined_quality(
    context: Context, word: str, roles: RolesByPreposition, subject: Expression, span: Span, scope: Scope
) -> Condition:
    qualities = context.qualities.get(word, [])
    if not qualities:
        if isinstance(subject, model.EndOf) and not roles:
            refuse_of_only_some(context.world, word, subject, span)
        if WHERE.issuperset(roles) and simple_quality(context, word, subject, span):
            complain_of_quality(word, (), subject, roles, span)
        known = [*context.qualities, *flag_names(context), *value_words(context), *WITH_RELATIONS]
        ends = (f"the {word} of the …",) if word in ("top", "bottom") else ()
        noun = [articled(word)] if articled(word) in context.qualities else []
        close = [*(noun or near(word, known)), *([OTHERWISE_SAID[word]] if word in OTHERWISE_SAID else [])]
        own = any(one not in WITH_RELATIONS for one in close)
        hints = ends if ends or own else tuple(ways_to_say(context, word, roles, subject, scope))
        wrong("E0205", f"No quality is called {word}.", span, near=close, hints=hints)
    possible = [q for q in qualities if can_stand_for(subject.kind, q.parameters[0].kind)]
    found: model.Holds | None = None
    for quality, arguments in reversed(fitting(context, possible, roles, scope, subject)):
        found = model.Holds(span, quality, arguments, found)
    return found or complain_of_quality(word, qualities, subject, roles, span)


def ways_to_say(
    context: Context, word: str, roles: RolesByPreposition, subject: Expression, scope: Scope
) -> Iterator[str]:
    """Of a quality that nothing defines: the line by which a piece can have it, and how a definition of it begins."""
    if not roles and subject.kind.name in context.world.piece_infos:
        yield f"under {subject.kind.name}: can be {word}"
    with quietly(context, scope), suppress(Wrong):
        others = [f"{role} {a(bare(context, of, scope).kind)}".strip() for role, of in roles.items()]
        yield f"at the left edge: {' '.join([a(subject.kind), 'is', word, *others])} when …"


def complain_of_quality(
    word: str,
    qualities: Sequence[model.Quality],
    subject: Expression,
    roles: RolesByPreposition,
    span: Span,
) -> NoReturn:
    hints = tuple(f"as it is defined: {quality_heading(q)}" for q in qualities)
    where = bool(roles) and WHERE.issuperset(roles)
    if word == "empty" and not roles and subject.kind.sort in (*PLACES, "piece"):
        on = "in" if subject.kind.sort == "place" else "on"
        line = f"{a(subject.kind)} is empty when there is no Piece {on} the {subject.kind.name}"
        hints = (f"at the left edge: {line}", *hints)
    elif not roles:
        hints = (f"{a(subject.kind)} {'' if any(q.verb for q in qualities) else 'is '}{word} when …", *hints)
    elif not where and any(len(q.parameters) == 1 for q in qualities):
        hints = (word, *hints)  # of the thing alone
    said = " ".join([word, *(f"{r} …".strip() for r in roles)])
    first = " Where it is stands before `that`." if where else ""
    wrong("E0206", f"`{said}` is not said of {a(subject.kind)}.{first}", span, hints=hints)


def flag_names(context: Context) -> list[str]:
    return [x.name for x in context.world.all_attributes if x.kind is TRUTH]


def value_words(context: Context) -> list[str]:
    return [e for k in context.world.kinds.values() if k.sort in ("enumeration", "direction") for e in k.elements]


def quality_heading(quality: model.Quality) -> str:
    first, *rest = zip(quality.prepositions, quality.parameters, strict=True)
    words = [f"{p} {a(v.kind)}".strip() for p, v in rest]
    return " ".join([f"{a(first[1].kind)} {'' if quality.verb else 'is '}{quality.name}", *words])
