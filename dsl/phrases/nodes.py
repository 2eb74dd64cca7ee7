"""Walking over resolved nodes, and who carries out what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from dsl import resolved
from dsl.resolved import Block, Definition, Expression, Rulebook, Variable

Seats = frozenset[int]


def nodes_in(where: Any) -> Iterator[resolved.Node]:
    """All nodes of a node or a row of nodes; definitions that they name are not entered."""
    waiting = [where]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list | tuple):
            waiting += reversed(part)
        elif isinstance(part, resolved.Node | resolved.Need):
            if isinstance(part, resolved.Node):
                yield part
            waiting += [getattr(part, field.name) for field in reversed(fields(part))]


def nodes_of(book: Rulebook) -> Iterator[resolved.Node]:
    """All nodes of all that counts in a game: its setup, its play, its definitions."""
    yield from nodes_in((*book.setup, *book.play))
    for definition in definitions_of(book):
        yield from nodes_in([getattr(definition, field.name) for field in fields(definition)])


def times_used(variable: Variable, where: Any) -> int:
    """How often a variable is used in a node or a row of nodes."""
    found = 0
    for node in nodes_in(where):
        used = isinstance(node, resolved.Use) and node.variable is variable
        found += used or (isinstance(node, resolved.Selection) and node.among is variable)
        found += isinstance(node, resolved.InSet) and node.members is variable
    return found


def body_of(definition: Definition) -> Block:
    """What is carried out, with the choices that come first."""
    match definition:
        case resolved.Act(head=head, effects=effects):
            return (*head, *effects)
        case resolved.Procedure(body=body) | resolved.Phase(body=body) | resolved.StandingRule(body=body):
            return body
        case resolved.Happening(body=body) | resolved.Ending(body=body) | resolved.Window(body=body):
            return body
        case resolved.Override(body=body):
            return body
    return ()


def definitions_of(book: Rulebook) -> Iterator[Definition]:
    """Everything with a heading."""
    yield from book.phases.values()
    yield from book.windows.values()
    yield from book.actions.values()
    yield from book.powers.values()
    yield from book.procedures.values()
    yield from book.values
    yield from book.qualities
    yield from book.walks.values()
    yield from book.positions.values()
    yield from book.standing
    yield from book.triggers
    yield from book.befores
    yield from book.endings
    if book.waiting_order is not None:
        yield book.waiting_order
    yield from book.bars
    yield from book.overrides


def only_actors(book: Rulebook) -> dict[Definition, int]:
    """The definitions that only one seat ever carries out, and which: there, that seat is "you"."""
    everybody = frozenset(range(book.world.players.size))
    acting: dict[Definition, Seats] = {d: frozenset() for d in definitions_of(book)}
    open_to_all = (resolved.Phase, resolved.Window, resolved.StandingRule, resolved.Happening, resolved.Ending)
    acting.update({d: everybody for d in acting if isinstance(d, open_to_all)})
    found = list(carried_out(book, (*book.setup, *book.play), None, everybody, everybody))
    settled = False
    while not settled:
        for other, more in found:
            acting[other] |= more
        found = [pair for d, seats in acting.items() for pair in carried_out_by(book, d, seats, everybody)]
        settled = all(more <= acting[other] for other, more in found)
    return {d: next(iter(seats)) for d, seats in acting.items() if len(seats) == 1}


Carried = Iterator[tuple[Definition, Seats]]


def carried_out_by(book: Rulebook, definition: Definition, seats: Seats, everybody: Seats) -> Carried:
    """What a definition has others carry out, and who may be the one to do it."""
    pay = book.procedures.get("pay")
    if pay is not None and isinstance(definition, resolved.Action) and definition.cost is not None:
        yield pay, seats
    actor = getattr(definition, "actor", None)
    yield from carried_out(book, body_of(definition), actor, seats, everybody)


def carried_out(book: Rulebook, block: Block, actor: Variable | None, seats: Seats, everybody: Seats) -> Carried:
    """The same of a block that any of `seats` may carry out, of whom it speaks as `actor`."""
    for node in nodes_in(block):
        match node:
            case resolved.Offer(who=who, invocations=invocations):
                for invocation in invocations:
                    yield invocation.action, seats_of(who, actor, seats, everybody)
            case resolved.DoAction(who=who, invocation=invocation):
                yield invocation.action, seats_of(who, actor, seats, everybody)
            case resolved.Perform(procedure=procedure):
                yield procedure, seats
            case resolved.DoPower(who=who, call=call):
                for power in call.members:
                    yield power, seats if who is None else seats_of(who, actor, seats, everybody)


def seats_of(who: Expression, actor: Variable | None, seats: Seats, everybody: Seats) -> Seats:
    match who:
        case resolved.Constant(value=value):
            return frozenset((value,))
        case resolved.Use(variable=variable) if variable is actor:
            return seats
    return everybody
