"""What the resolver says itself, where the text says it in a word: `until the end of the turn`, `once each turn`.

Such words have numbers, which no text declares, of the things that they are about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsl import model
from dsl.model import Block, Condition, Expression, Statement, Variable
from dsl.model.world import NUMBER, Attribute, Kind
from dsl.resolve.context import Context
from dsl.source import Span


def fixed(number: int, span: Span) -> model.Constant:
    return model.Constant(span, NUMBER, False, number, str(number))


def use(variable: Variable, span: Span) -> model.Use:
    return model.Use(span, variable.kind, False, variable)


def got(number: Attribute, what: Expression) -> model.Get:
    return model.Get(what.span, number.kind, what.maybe, number, what)


def numbers_from(context: Context, low: int, size: int, name: str, span: Span) -> Kind:
    """The kind of so many numbers; `name` is one that no text can say."""
    return context.world.kinds.setdefault(name, Kind(name, "range", span, name, low=low, size=size))


def give(context: Context, kind: Kind, numbers: Iterable[Attribute]) -> None:
    """The things of the kind have these numbers from now on."""
    info = context.world.piece_infos.get(kind.name)
    (info.attributes if info is not None else context.world.counts).extend(numbers)


def for_each_above_0(number: Attribute, span: Span, do: Callable[[model.Get], Block]) -> Statement:
    """For all things whose number is not 0."""
    thing = Variable(number.of.name, number.of, span=span)
    told = got(number, use(thing, span))
    those = model.Selection(span, thing, number.of, that=(model.Compare(span, ">", told, fixed(0, span)),))
    return model.ForEach(span, (), those, None, do(told))


def by_seat(context: Context, who: Variable, span: Span, do: Callable[[int, Expression], Block]) -> Statement:
    """What is done for the player who it is: of `do`, by the number of the seat, and by the player."""
    players = context.world.players
    branches: list[tuple[Condition | None, Block]] = []
    for seat, name in enumerate(players.elements):
        player = model.Constant(span, players, False, seat, name)
        branches.append((model.Compare(span, "=", use(who, span), player), do(seat, player)))
    return model.If(span, (), tuple(branches))
