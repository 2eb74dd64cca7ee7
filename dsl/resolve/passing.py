"""`each Player passes their Hand to the left`, and what would pass it on one player after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from dsl import model, tree
from dsl.builtins import VALUES
from dsl.builtins.signature import BuiltInValue
from dsl.model import Expression, Selection, Statement, Variable
from dsl.model.world import Kind
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import statement
from dsl.resolve.expressions import element
from dsl.resolve.names import find_kind
from dsl.source import Span
from dsl.text.rewordings import BOTH

SIDES = ("left", "right")


@statement.of(tree.PassOn)
def pass_on(context: Context, node: tree.PassOn, scope: Scope) -> Statement:
    players = context.world.players
    if find_kind(context, node.each) is not players:
        refuse(node, "Players pass things on; nothing else does.", *line(node, node.place))
    if node.side not in SIDES:
        refuse(node, f"Things are passed to the left or to the right, not to the {node.side}.", *line(node, node.place))
    place = handed_on(context, node)
    taken = [kind for kind, _ in context.world.taken_by(place)]
    kind = (
        taken[0] if len(taken) == 1 else context.world.pieces
    )  # of several sorts all goes in one move: it tells nothing
    side = VALUES[node.side]
    moves = tuple(round_the_table(context, kind, place, side, node.span))
    return model.PassOn(node.span, node.clauses, place, side, moves)


def refuse(node: tree.PassOn, message: str, *hints: str) -> NoReturn:
    wrong("E0206", message, node.span, hints=hints)


def line(node: tree.PassOn, place: str) -> tuple[str, ...]:
    sides = (node.side,) if node.side in SIDES else SIDES
    return tuple(f"each Player passes their {place} to the {side}" for side in sides)


def handed_on(context: Context, node: tree.PassOn) -> Kind:
    """The places of which each player has one."""
    players = context.world.players
    own = [p for p in context.world.places.values() if p.per == (players,) and p.copies == 1]
    names = [place.kind.name for place in own]
    if node.place not in names:
        kind = find_kind(context, node.place)
        meant = [p.kind.name for p in own if kind and any(kind.is_a(taken) for taken, _ in p.takes)]
        message = f"Passed on is all that lies in a place of which each player has one; {node.place} is none."
        refuse(node, message, *(said for name in (meant or names)[:2] for said in line(node, name)))
    return context.world.places[node.place].kind


def round_the_table(context: Context, kind: Kind, place: Kind, side: BuiltInValue, span: Span) -> Iterator[model.Move]:
    """From each player to the next; where players can go out, to the next who is not, whoever that is then."""
    players, out = context.world.players, context.world.out
    seats = [element(players, name, span) for name in players.elements]
    after = side.values(context.world, None)
    for giver in range(len(seats)):
        taker, between = after[giver], list[int]()
        while taker != giver:
            gone = {seat: model.Flag(span, out, seats[seat]) for seat in (giver, *between, taker)} if out else {}
            said = tuple(gone[seat] if seat in between else model.Not(span, gone[seat]) for seat in gone)
            yield handed(kind, place, seats[giver], seats[taker], said)
            if out is None:
                break
            between.append(taker)
            taker = after[taker]


def handed(
    kind: Kind, place: Kind, giver: Expression, taker: Expression, said: tuple[model.Condition, ...]
) -> model.Move:
    span, it = giver.span, Variable(kind.name, kind)
    here, there = (model.PlaceFor(span, place, False, place, (player,)) for player in (giver, taker))
    every = Selection(
        span, it, kind, place=model.Located(span, "in", model.Use(span, kind, False, it), here), that=said
    )
    return model.Move(span, (), every, there, None)


def check_not_in_turn(selection: Selection, body: model.Block) -> None:
    """What goes to the place of another player in a loop is moved on with what lies there, when their turn comes. Under
    `if` not all pass it on, so that it may go round, as what players choose from in turn."""
    for move in body:
        match move:
            case model.Move(
                what=Selection(place=model.Located(where=model.PlaceFor(place=place, values=(giver,)))) as what,
                to=model.PlaceFor(place=to, values=(model.BuiltIn(value=side, arguments=(of,)),)),
            ) if place is to and is_it(giver, selection.variable) and is_it(of, selection.variable):
                refuse_in_turn(selection, place, what, side.word, move is body[-1] and len(body) == 1, move.span)
            case _:  # goes to another sort of place, or is no move
                pass


def is_it(value: Expression, variable: Variable) -> bool:
    return isinstance(value, model.Use) and value.variable is variable


def refuse_in_turn(selection: Selection, place: Kind, what: Selection, side: str, alone: bool, span: Span) -> NoReturn:
    """All that lies there goes round in one sentence; what is only a part of it has to wait elsewhere."""
    message = (
        f"One {selection.variable.name} after the other does this, so that what came from one is moved on by the next: "
        "in the end all of it lies in one place."
    )
    passed = f"each Player passes their {place.name} to the {side if side in SIDES else 'left'}"
    if what.words or what.that or selection.conditions:
        hint = f"say that they go to a place in between, and behind these lines `for each Player` to the {place.name}"
    elif alone:
        hint = BOTH + passed
    else:
        hint = f"say behind these lines: {passed}"
    wrong("E0389", message, span, hints=(hint,))
