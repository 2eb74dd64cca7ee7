"""Qualities: `open`, `yellow`, `visible from the Bomb`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from dsl import model, tree
from dsl.model import Condition, Expression
from dsl.model.world import TRUTH, Attribute
from dsl.resolve.built_in import spaces_of
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import can_stand_for, element, fit, nothing, phrase, player_said
from dsl.resolve.overloads import RolesByPreposition, fitting
from dsl.resolve.wording import a
from dsl.source import Span
from dsl.text.diagnostics import near

RELATIONS = ("straight", "ahead", "crossed", "followed", "next", "owned", "active")


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
    for attribute in context.world.attributes(subject.kind):
        found = quality_by_attribute(word, attribute, subject, span)
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
    match word, sorted(roles):
        case "owned", ["by"]:
            return model.Owned(span, subject, player_said(context, roles["by"], scope))
        case "straight", ["from"]:
            space = spaces_of(context, span, scope, subject, roles["from"])
            ends = (fit(context, subject, space), phrase(context, roles["from"], scope, space))
            return model.Related(span, "straight from", ends)
        case "ahead", ["along", "of"]:
            space = spaces_of(context, span, scope, subject, roles["of"], roles["along"])
            of = phrase(context, roles["of"], scope, space)
            along = phrase(context, roles["along"], scope, context.world.board_of(space).directions)
            return model.Related(span, "ahead", (fit(context, subject, space), of, along))
        case ("crossed" | "followed") as which, ["from", "to"]:
            space = spaces_of(context, span, scope, subject, roles["from"], roles["to"])
            if context.world.board_of(space).shape.lattice is None:
                wrong("E0305", "Between the spaces of a ring there are no straight lines.", span)
            wanted = space if which == "crossed" else context.world.board_of(space).edges
            start, end = (phrase(context, roles[r], scope, space) for r in ("from", "to"))
            return model.Related(span, which, (fit(context, subject, wanted), start, end))
        case "next", ["to"] if subject.kind.sort == "direction":
            other = phrase(context, roles["to"], scope, subject.kind)
            return model.Related(span, "next to", (subject, other))
    return None


def defined_quality(
    context: Context, word: str, roles: RolesByPreposition, subject: Expression, span: Span, scope: Scope
) -> Condition:
    qualities = context.qualities.get(word, [])
    if not qualities:
        known = [*context.qualities, *flag_names(context), *value_words(context), *RELATIONS]
        ends = (f"the {word} of the …",) if word in ("top", "bottom") else ()
        wrong("E0205", f"No quality is called {word}.", span, near=near(word, known), hints=ends)
    possible = [q for q in qualities if can_stand_for(subject.kind, q.parameters[0].kind)]
    found: model.Holds | None = None
    for quality, arguments in reversed(fitting(context, possible, roles, scope, subject)):
        found = model.Holds(span, quality, arguments, found)
    return found or complain_of_quality(word, qualities, subject, roles, span)


def complain_of_quality(
    word: str,
    qualities: Sequence[model.Quality],
    subject: Expression,
    roles: RolesByPreposition,
    span: Span,
) -> NoReturn:
    hints = tuple(f"as it is defined: {quality_heading(q)}" for q in qualities)
    if not roles:
        hints = (f"{a(subject.kind)} is {word} when …", *hints)
    said = " ".join(f"{r} …" for r in roles)
    wrong("E0206", f"`{word} {said}`".replace(" `", "`") + f" is not said of {a(subject.kind)}.", span, hints=hints)


def flag_names(context: Context) -> list[str]:
    return [x.name for x in context.world.all_attributes if x.kind is TRUTH]


def value_words(context: Context) -> list[str]:
    return [e for k in context.world.kinds.values() if k.sort in ("enumeration", "direction") for e in k.elements]


def quality_heading(quality: model.Quality) -> str:
    first, *rest = zip(quality.prepositions, quality.parameters, strict=True)
    words = [f"{p} {a(v.kind)}" for p, v in rest]
    return " ".join([f"{a(first[1].kind)} is {quality.name}", *words])
