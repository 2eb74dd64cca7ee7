"""What a thing can be of which it is not known of what sort it is: as a place takes it, or as was said before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

from dsl import model
from dsl.model import Variable
from dsl.model.world import Kind
from dsl.resolve.context import Context


def sorts_there(context: Context, piece: model.Expression) -> list[Kind]:
    """What a thing can be that is spoken of as one of many sorts: as what it was said to be, or one of those that a
    place takes one end of which is spoken of; a space by the tables in which it stands. What one sort has can be asked
    of it, and is nothing where it is another."""
    match piece:
        case model.Use(variable=variable):
            return context.said_to_be.get(variable, [])
        case model.Constant(kind=Kind(sort="space") as spaces, value=number):
            sorts = (one for one in context.world.kinds.values() if one.parent is spaces)
            return [one for one in sorts if one.has(number)]
        case model.EndOf(place=place):
            return [
                one
                for kind in kinds_lying(context, place.kind)
                for one in sorts_of(context, kind)
                if one is not piece.kind
            ]
        case model.Apply(value=value, otherwise=None):
            each = [sorts_there(context, meaning) for meaning, _, _ in value.cases]
            return [*dict.fromkeys(chain.from_iterable(each))] if all(each) else []
        case _:  # of others it is not said
            return []


def kinds_lying(context: Context, place: Kind) -> list[Kind]:
    """The kinds of pieces that lie in a place: those that it says it takes; if it says nothing, what is assumed of it,
    or the kind of which all pieces are."""
    assumed = [context.world.kinds[name] for name in context.lying.get(place.name, ())]
    return [kind for kind, _ in context.world.taken_by(place)] or assumed or whole_box(context)


def whole_box(context: Context) -> list[Kind]:
    """The kind of which all pieces are, if there is one."""
    kinds = [
        info.kind for info in context.world.piece_infos.values() if info.kind.parent in (None, context.world.pieces)
    ]
    return kinds if len(kinds) == 1 else []


def sorts_of(context: Context, kind: Kind) -> list[Kind]:
    """A kind, and those that are sorts of it."""
    return [kind, *(k for k in context.world.kinds.values() if k.sort == "piece" and k.is_a(kind) and k is not kind)]


@contextmanager
def said_to_be(context: Context, condition: model.Condition, so: bool = True) -> Iterator[None]:
    """What is read where a condition is so, or is not: of what it says that it is a Pod, all of a Pod can be said."""
    before = context.said_to_be
    note_sorts(context, condition, so)
    try:
        yield
    finally:  # also where what is read has a fault: the lines behind it are read on
        context.said_to_be = before


def named_one_of(context: Context, variable: Variable, thing: model.Expression) -> None:
    """What has a name can be of the sorts of which the thing is that has it."""
    sorts = sorts_there(context, thing)
    if sorts:
        context.said_to_be = {**context.said_to_be, variable: sorts}


def note_sorts(context: Context, condition: model.Condition, so: bool = True) -> None:
    context.said_to_be = {**context.said_to_be, **dict(sorts_told(context, condition, so))}


def sorts_told(context: Context, condition: model.Condition, so: bool) -> Iterator[tuple[Variable, list[Kind]]]:
    match condition:
        case model.IsA(what=model.Use(variable=variable), kind=kind):
            others = [one for one in sorts_of(context, variable.kind)[1:] if not one.meets(kind)]
            yield variable, sorts_of(context, kind) if so else others
        case model.Not(condition=other):
            yield from sorts_told(context, other, not so)
        case model.All(conditions=parts) if so:
            for part in parts:
                yield from sorts_told(context, part, so)
        case model.Any(conditions=parts) if not so:
            for part in parts:
                yield from sorts_told(context, part, so)
        case _:  # others say nothing of it
            pass
