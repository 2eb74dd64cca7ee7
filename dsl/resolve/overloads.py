"""Which of several definitions of one word is meant, by the kinds of the things in the sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from dsl import model, tree
from dsl.model import Expression
from dsl.model.world import Kind
from dsl.resolve.complaints import Wrong, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import bare, fit, phrase, value_word

RolesByPreposition = dict[str, tree.Node]
D = TypeVar("D", bound=model.Definition)
Said = Expression | tree.Word  # a lower-case word can be a value of several kinds
Given = dict[str, Said]


def fitting(
    context: Context,
    definitions: Sequence[D],
    roles: RolesByPreposition,
    scope: Scope,
    subject: Expression | None = None,
) -> list[tuple[D, tuple[Expression, ...]]]:
    """The definitions of a word that can be meant, by the kinds of all things in the sentence, with their
    arguments: the first of whose kinds the things are counts, and the last is for all of them, if there is one."""
    first = () if subject is None else (subject,)
    possible = [d for d in definitions if sorted(d.prepositions[len(first) :]) == sorted(roles)]
    given = said_arguments(context, possible, roles, scope, len(first))
    return applicable(context, possible, given, first)


def said_arguments(
    context: Context, definitions: Sequence[model.Definition], roles: RolesByPreposition, scope: Scope, first: int = 0
) -> Given:
    """The arguments by their prepositions, but for so many `first` ones; a word, which may be a value of several kinds,
    is still one."""
    only = definitions[0] if len(definitions) == 1 else None
    found: Given = {}
    for preposition, node in roles.items():
        several = only is None and isinstance(node, tree.Word)
        found[preposition] = node if several else bare(context, node, scope, kind_at(only, preposition, first))  # type: ignore[assignment]
    return found


def applicable(
    context: Context, definitions: Sequence[D], given: Mapping[str, Said], first: tuple[Expression, ...] = ()
) -> list[tuple[D, tuple[Expression, ...]]]:
    """The definitions that fit what is given: the least strange first, up to one that always fits."""
    found: list[tuple[tuple[int, int, int], D, tuple[Expression, ...]]] = []
    for definition in definitions:
        with trying(len(definitions)):
            said = (*first, *(given[p] for p in definition.prepositions[len(first) :]))
            arguments = tuple(given_as(context, x, v.kind) for x, v in zip(said, definition.parameters, strict=True))
            found.append((strangeness(definition, arguments), definition, arguments))
    chain: list[tuple[D, tuple[Expression, ...]]] = []
    for _, definition, arguments in sorted(found, key=lambda x: x[0]):
        chain.append((definition, arguments))
        if not any(isinstance(x, model.Narrowed) for x in arguments):
            break
    return chain


def given_as(context: Context, given: Said, kind: Kind) -> Expression:
    meant = value_word(context, given, kind) if isinstance(given, tree.Word) else given
    return fit(context, meant, kind)


@contextmanager
def trying(ways: int) -> Iterator[None]:
    """Of several ways what does not fit is left without a complaint."""
    try:
        yield
    except Wrong as error:
        if ways == 1 or error.diagnostic.code not in ("E0301", "E0205"):
            raise


def matched(
    context: Context,
    definition: model.Definition,
    roles: RolesByPreposition,
    scope: Scope,
    given: Sequence[Expression] = (),
) -> tuple[Expression, ...] | None:
    """The arguments in the order of the definition's heading, `given` ones first; None where they do not fit."""
    arguments = list(given)
    wanted = definition.prepositions[len(given) :]
    if sorted(wanted) != sorted(roles):
        return None
    for preposition, parameter in zip(wanted, definition.parameters[len(given) :], strict=True):
        arguments.append(phrase(context, roles[preposition], scope, parameter.kind))
    return tuple(arguments)


def kind_at(definition: model.Definition | None, preposition: str, first: int = 0) -> Kind | None:
    """The kind of the parameter that is attached so, behind so many `first` ones."""
    pairs = [*zip(definition.prepositions, definition.parameters, strict=True)][first:] if definition else ()
    return next((v.kind for p, v in pairs if p == preposition), None)


def strangeness(definition: model.Definition, arguments: Sequence[Expression]) -> tuple[int, int, int]:
    """How many pieces stand for their places, how many numbers may be beyond the range that the heading wants, and how
    wide the kinds of the heading are."""
    kinds = [p.kind for p in definition.parameters]
    placed = sum(is_place_of_piece(x) for x in arguments)
    wider = sum(not x.kind.is_a(kind) for x, kind in zip(arguments, kinds, strict=True))
    return placed, wider, -sum(kind.depth for kind in kinds)


def is_place_of_piece(node: Expression) -> bool:
    """Whether a piece stands for its place."""
    inner = node.of if isinstance(node, model.Narrowed) else node
    return isinstance(inner, model.PlaceOf) and not inner.stated


def roles_of(roles: Sequence[tree.Role]) -> RolesByPreposition:
    """The roles by their prepositions; each may stand once."""
    found: RolesByPreposition = {}
    for role in roles:
        if role.preposition in found:
            wrong("E0312", f"`{role.preposition}` stands twice.", role.span)
        found[role.preposition] = role.phrase
    return found
