"""What is done, as it is called: an action by its name, a power by its name or by a phrase that speaks of one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from dsl import model, tree
from dsl.model import Expression
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import element, fit, phrase
from dsl.resolve.nouns import the
from dsl.resolve.overloads import RolesByPreposition, matched, roles_of
from dsl.resolve.selections import one_of
from dsl.resolve.wording import a, phrase_text
from dsl.source import Span
from dsl.text.diagnostics import near


def invocation_of(
    context: Context, node: tree.Node, scope: Scope, any_will_do: bool = False
) -> model.Invocation | None:
    """An action with the arguments that are stated; None if its variant is not in play.

    `any_will_do`: `a black Crate` is the first that fits.
    """
    if isinstance(node, tree.CallValue):
        wrong("E0206", "Here an action is named.", node.span, near=tuple(context.book.actions))
    assert isinstance(node, tree.Call | tree.CallAt)
    node = split(node, [*context.book.actions, *context.absent])
    if node.name in context.absent:
        return None
    action = context.book.actions.get(node.name)
    if action is None:
        is_phase = node.name in context.book.phases
        phase = f" That is a phase: an example begins in it with `in {node.name}` behind its title." if is_phase else ""
        wrong("E0201", f"There is no action called {node.name}.{phase}", node.span,
              near=near(node.name, [*context.book.actions, *context.absent]))  # fmt: skip
    stated = with_place_apart(stated_roles(node), action)
    arguments: list[Expression | None] = []
    for preposition, parameter in zip(action.prepositions, action.parameters, strict=True):
        said = stated.pop(preposition, None)
        if any_will_do and isinstance(said, tree.Indefinite):
            arguments.append(fit(context, one_of(context, said, scope), parameter.kind))
        else:
            arguments.append(phrase(context, said, scope, parameter.kind) if said is not None else None)
    if stated:
        instead = with_other_words(action, with_place_apart(stated_roles(node), action), stated)
        hint = instead or f"as it is defined: {plain_heading(action)}"
        wrong("E0206", takes_no(action.name, *stated), node.span, hints=(hint,))
    return model.Invocation(node.span, action, tuple(arguments))


def split(node: tree.Call | tree.CallAt, known: Collection[str]) -> tree.Call | tree.CallAt:
    """`Claim A3` is one Name as written, `Take Row 2` one with a number, `Put Ace on A3` one with a place: an action's
    name (the longest that fits) and what it is done to."""
    if isinstance(node, tree.CallAt) and node.name not in known:
        at = tree.Role(node.where.span, (), node.where.preposition, node.where.of)
        node = tree.Call(node.span, node.clauses, node.name, None, replace(node.roles, roles=(at, *node.roles.roles)))
    if not isinstance(node, tree.Call) or not isinstance(node.phrase, tree.Number | None):
        return node
    said = node.name if node.phrase is None else f"{node.name} {node.phrase.value}"
    if said in known:
        return tree.Call(node.span, node.clauses, said, None, node.roles)
    found = [name for name in known if node.name.startswith(name + " ")]
    if node.name in known or not found:
        return node
    name = max(found, key=len)
    rest = tree.Name(node.span, (), said[len(name) + 1 :], None)
    return tree.Call(node.span, node.clauses, name, rest, node.roles)


def stated_roles(node: tree.Call | tree.CallAt) -> RolesByPreposition:
    roles = roles_of(node.roles.roles)
    if isinstance(node, tree.CallAt):
        roles[node.where.preposition] = node.where.of
    elif node.phrase is not None:
        roles[""] = node.phrase
    return roles


def takes_no(name: str, word: str, *_: str) -> str:
    """A complaint of what is said besides: behind this word, or right behind the name."""
    return f"{name} takes no `{word} …`." if word else f"{name} takes no thing right behind its name."


def with_other_words(action: model.Action, said: RolesByPreposition, wrong_ones: RolesByPreposition) -> str:
    """`Build First Lot`, of `Build on a Lot`: `Build on First Lot`, where it is clear what stands behind which word."""
    missing = [preposition for preposition in action.prepositions if preposition not in said]
    roles = {word: phrase_text(thing) for word, thing in said.items() if word not in wrong_ones}
    roles |= dict(zip(missing, map(phrase_text, wrong_ones.values()), strict=False))
    if len(wrong_ones) > 1 or not missing or "…" in roles.values():
        return ""
    parts = (f"{word} {roles[word]}".strip() for word in action.prepositions if word in roles)
    return " ".join([action.name, *parts])


def with_place_apart(stated: RolesByPreposition, deed: model.Action | model.Procedure) -> RolesByPreposition:
    """`Place a Man on C2`, of `Place a Man on a Point`: where the man is put, not where he stands. Likewise `with the
    Card on C2`, of `Place with a Card on a Point`, and what verbs are done with."""
    for word, said in stated.items():
        for thing, place in placed(said):
            if place.preposition in deed.prepositions and place.preposition not in stated:
                return {**stated, word: thing, place.preposition: place.of}
    return stated


def placed(said: tree.Node) -> Iterator[tuple[tree.Node, tree.Where]]:
    """A thing, and where it is said to be: `the Man of Red on C2` is a man of Red, and on C2."""
    if not isinstance(said, tree.Indefinite | tree.The) or said.where is None:
        return
    yield replace(said, where=None), said.where
    whose = said.where.of if said.where.preposition == "of" else None
    if isinstance(whose, tree.The) and (at := whose.where) and at.preposition != "of" and at.value is None:
        yield replace(said, where=replace(said.where, of=replace(whose, where=None))), at


def power_call(context: Context, node: tree.Node, scope: Scope) -> model.PowerCall | None:
    """A power by its name (`Hack`) or by a phrase (`the Technique`); None where the name is that of no power."""
    if isinstance(node, tree.CallValue):
        which = the(context, tree.The(node.span, (), node.noun, node.where), scope, {})
        stated = roles_of(node.roles.roles)
    else:
        assert isinstance(node, tree.Call | tree.CallAt)
        node = split(node, [*context.book.powers, *context.book.actions, *context.absent])
        power = context.book.powers.get(node.name)
        if power is None or power.family is None:
            return None
        which = element(power.family, power.name, node.span)
        stated = stated_roles(node)
    if which.kind.sort != "power":
        wrong("E0301", f"Powers are done, but this is {a(which.kind)}.", node.span)
    return power_for(context, which, stated, node.span, scope)


def power_for(
    context: Context, which: Expression, stated: RolesByPreposition, span: Span, scope: Scope
) -> model.PowerCall:
    family = [p for p in context.book.powers.values() if p.family is which.kind]
    if isinstance(which, model.Constant):
        family = [p for p in family if p.number == which.value - which.kind.start]
    for power in family:
        if sorted(power.prepositions) != sorted(stated):
            message = f"The power {power.name} is for other things."
            wrong("E0206", message, span, hints=(for_its_thing(which, power) or plain_heading(power),))
    arguments = matched(context, family[0], stated, scope) if family else ()
    prepositions = family[0].prepositions if family else ()
    members = tuple(sorted(family, key=lambda p: p.number))
    return model.PowerCall(span, which, prepositions, arguments or (), members)


def for_its_thing(which: Expression, power: model.Power) -> str:
    """`the Gift of the Card for the Card`: the power that a thing has, done for this thing; empty for any other."""
    match which:
        case model.Get(attribute=attribute, of=model.Use(variable=thing)):
            pairs = [*zip(power.prepositions, power.parameters, strict=True)]
            told = (f"{p} the {thing.name if thing.kind.is_a(v.kind) else v.kind.name}" for p, v in pairs)
            return " ".join([f"the {attribute.name} of the {thing.name}", *told])
        case _:  # it is not said whose it is
            return ""


def plain_heading(definition: model.Definition) -> str:
    """The heading of an action or window, for hints."""
    pairs = zip(definition.prepositions, definition.parameters, strict=True)
    return " ".join([definition.name, *(f"{p} {a(v.kind)}".strip() for p, v in pairs)])
