"""A verb one of whose things stands behind `of`, as in `to fetch a Number of a Good`, said with a thing in which there
is an `of`, too: `fetch the Amount of the Card of the Good of the Card`. Where that ends, the kinds tell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from dsl import model, tree
from dsl.model import Expression
from dsl.resolve.complaints import Wrong, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import phrase
from dsl.resolve.overloads import RolesByPreposition, kind_at, matched
from dsl.resolve.wording import phrase_text

Parts = tuple[tree.Node, tree.Node]


def matched_in_parts(
    context: Context, verb: model.Procedure, roles: RolesByPreposition, scope: Scope
) -> tuple[Expression, ...] | None:
    """The arguments by the one way to part what stands right behind the verb; None where there is none. Where what
    stands behind one `of` alone can be meant there, what is wrong before it is complained of."""
    if "" not in roles or "of" in roles or "of" not in verb.prepositions:
        return None
    found: list[tuple[Parts, tuple[Expression, ...]]] = []
    refused: list[Wrong] = []
    for before, behind in parted(roles[""]):
        with suppress(Wrong):  # it is not meant so
            phrase(context, behind, scope, kind_at(verb, "of"))
            try:
                arguments = matched(context, verb, {**roles, "": before, "of": behind}, scope)
                found += [((before, behind), arguments)] if arguments is not None else []
            except Wrong as error:
                refused.append(error)
    if len(found) > 1:
        ways = tuple(f"{verb.name} ({phrase_text(before)}) of {phrase_text(behind)}" for (before, behind), _ in found)
        wrong("E0204", f"What belongs to which `of` can be read in {len(found)} ways.", roles[""].span, hints=ways)
    if not found and len(refused) == 1:
        raise refused[0]
    return found[0][1] if found else None


def parted(node: tree.Node) -> Iterator[Parts]:
    """What can stand before and behind each `of` of a phrase, from the left."""
    match node:
        case tree.The(where=tree.Where(preposition=word, of=of, value=None) as where):
            if word == "of":
                yield replace(node, where=None), of
            yield from ((replace(node, where=replace(where, of=first)), rest) for first, rest in parted(of))
        case tree.Name(of=tree.Node() as of):
            yield replace(node, of=None), of
            yield from ((replace(node, of=first), rest) for first, rest in parted(of))
        case tree.ValueSaid(value=value, of=of):
            yield value, of
            yield from ((replace(node, of=first), rest) for first, rest in parted(of))
        case tree.WorkedOut(roles=(*others, tree.Role() as last)):
            for first, rest in parted(last.phrase):
                yield replace(node, roles=(*others, replace(last, phrase=first))), rest
        case _:  # in others there is no end at which it could stand
            return
