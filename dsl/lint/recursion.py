"""Definitions that rest on themselves, or on too many others one on top of the other.

What is played is computed by functions that call one another; a circle would never come to an end. An action, and a
power, is two things here: whether it is allowed, and what it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from dsl import model
from dsl.model import Act, Deepest, Definition, Power, Procedure, Rulebook, Window
from dsl.model.visit import fields_in, nodes_in
from dsl.model.world import Kind, World
from dsl.text.diagnostics import Diagnostic, Note
from dsl.text.inflection import articled, plural

TALLEST = 40  # definitions, one resting on the other
LONGEST_PATH = 6  # definitions that a message names
MOST = 20  # circles that are reported


class Part(NamedTuple):
    """A definition; of an action, `allowed` is the part that says whether it may be done."""

    definition: Definition
    allowed: bool = False


def faults(book: Rulebook) -> Iterator[Diagnostic]:
    yield from circles(book)
    yield from nesting(book.world)


def circles(book: Rulebook) -> list[Diagnostic]:
    """What rests on itself; without that, what rests on too many others."""
    rests_on = {part: set(_rests_on(part, book)) for part in _parts(book)}
    found: list[Diagnostic] = []
    while len(found) < MOST:
        try:
            order = list(TopologicalSorter(rests_on).static_order())
        except CycleError as error:
            circle: list[Part] = error.args[1][::-1]  # graphlib goes from what is needed to what needs it
            found.append(_round(circle))
            rests_on[circle[0]].discard(circle[1])
        else:
            return found or _too_tall(order, rests_on)
    return found


def nesting(world: World) -> list[Diagnostic]:
    """A kind of piece that could come to lie on itself, perhaps by way of others."""
    kinds = [info.kind for info in world.piece_infos.values() if info.owners]
    lies_on = {kind: {k for k in kinds if _takes(world, k, kind)} for kind in kinds}
    try:
        tuple(TopologicalSorter(lies_on).static_order())
    except CycleError as error:
        circle: list[Kind] = error.args[1]
        path = ", which can lie on ".join(articled(kind.name) for kind in circle[1:])
        first = articled(circle[0].name)
        message = f"{first[0].upper()}{first[1:]} can lie on {path}: nothing may lie on itself."
        one = circle[0]
        return [_in_a_pile(world, one, message) if len(circle) == 2 else Diagnostic("E0401", message, one.span)]
    return []


def _in_a_pile(world: World, kind: Kind, message: str) -> Diagnostic:
    """About pieces of one kind that are to lie one on another: what they lie in can keep them in order."""
    message += f" {plural(kind.name)} on one space, or in one place, lie one on another if it keeps order."
    homes = {info.kind: info.kind.name for info in world.places.values()}
    homes |= {board.spaces: board.name for board in world.boards.values()}
    boards = {board.spaces for board in world.boards.values() if not board.takes}  # on which anything can lie
    loose = {place: name for place, name in homes.items() if not world.keeps_order(place)}
    open_to = (name for place, name in loose.items() if place in boards or _takes(world, place, kind))
    instead = f"leave out `takes {plural(kind.name)}` under {kind.name}"
    hints = (instead, *(f"under {name}: keeps order" for name in open_to))
    return Diagnostic("E0401", message, kind.span, hints=hints)


def _takes(world: World, carrier: Kind, piece: Kind) -> bool:
    above = world.taken_by(carrier)
    return any(piece.is_a(taken) or taken.is_a(piece) for taken, _ in above)


def _parts(book: Rulebook) -> Iterator[Part]:
    named = (book.phases, book.windows, book.actions, book.powers, book.procedures, book.walks)
    for definition in (*book.values, *book.qualities, *(d for some in named for d in some.values())):
        yield Part(definition)
        if isinstance(definition, Act):
            yield Part(definition, allowed=True)


def _rests_on(part: Part, book: Rulebook) -> Iterator[Part]:
    """The parts that a part speaks of."""
    for node in nodes_in(_content(part)):
        match node:
            case model.Apply(value=definition) | model.Holds(quality=definition):
                yield Part(definition)
            case model.OnWalk(walk=walk) | model.WalkEnd(walk=walk) | model.Follow(walk=walk):
                yield Part(walk)
            case model.Perform(procedure=definition) | model.DoPhase(phase=definition):
                yield Part(definition)
            case model.Open(window=definition):
                yield Part(definition)
            case model.CanDo(invocation=invocation):
                yield Part(invocation.action, allowed=True)
            case model.CanDoPower(call=call):
                yield from (Part(power, allowed=True) for power in call.members)
            case model.DoAction(invocation=invocation):
                yield Part(invocation.action)
            case model.Offer(invocations=invocations):
                for invocation in invocations:
                    yield Part(invocation.action, allowed=True)
                    yield Part(invocation.action)
            case model.DoPower(call=call):
                yield from (Part(power) for power in call.members)
            case _:
                pass  # it names no definition, or only speaks of one
    action = part.definition
    if isinstance(action, Act):
        if action.costs:
            yield Part(book.procedures["pay"])
        if part.allowed and any(need.afterwards for need in action.needs):
            yield Part(action)


def _content(part: Part) -> Iterable[object]:
    """What stands under the heading, for an action in the part that is meant."""
    match part:
        case Part(definition=Act() as action, allowed=True):
            return (action.needs, action.head, action.costs)
        case Part(definition=Act() as action):
            needs = action.needs if action.head else []  # they say what its choices can be
            return (needs, action.head, action.costs, action.effects)
        case Part(definition=Procedure(body=body) | Window(body=body)) if body and isinstance(body[0], Deepest):
            return body[0].instead  # how deep the rest goes is said
        case _:  # of others all is meant
            return (*fields_in(part.definition),)


def _round(circle: list[Part]) -> Diagnostic:
    """`circle` begins and ends with the same part."""
    names = [model.spoken(part.definition) for part in circle]
    if len(names) > LONGEST_PATH:
        names[LONGEST_PATH // 2 : -LONGEST_PATH // 2] = [f"… {len(names) - LONGEST_PATH} others …"]
    path = ", which rests on ".join(names[1:])
    others = [part.definition for part in circle[1:-1][:LONGEST_PATH]]
    notes = tuple(Note(f"{model.spoken(d)} stands here", d.span) for d in others)
    deep = next((d for d in (circle[0].definition, *others) if isinstance(d, Procedure | Window)), None)
    limited = deep is None or isinstance(next(iter(deep.body), None), Deepest)
    hints = (f"first line of {model.spoken(deep)}: goes at most 2 deep",) if deep and not limited else ()
    if isinstance(circle[0].definition, Power) and not others:
        hints = (
            "let it be `nothing` there: what it does stands in an action or a verb, which does the power of another",
        )
    return Diagnostic("E0401", f"{names[0]} rests on {path}.", circle[0].definition.span, hints=hints, notes=notes)


def _too_tall(order: list[Part], rests_on: dict[Part, set[Part]]) -> list[Diagnostic]:
    """`order`: what is needed stands before what needs it."""
    height: dict[Part, int] = {}
    for part in order:
        height[part] = 1 + max((height[other] for other in rests_on[part]), default=0)
        if height[part] > TALLEST:
            message = f"{model.spoken(part.definition)} rests on more than {TALLEST} definitions, one on the other."
            return [Diagnostic("E0403", message, part.definition.span)]
    return []
