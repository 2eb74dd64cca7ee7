"""`what Imperial knows of the Weapon of the Installation`: an attribute's value where the player sees it."""

from __future__ import annotations

from dsl import resolved as r
from dsl.ir import Binary, Block, Call, Expr, If, Local, Return, Set, While
from dsl.lower.build import Build, Env, guarded
from dsl.lower.leaves import Leaf, leaves_of
from dsl.lower.nothing import may_be_nothing
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    ZERO,
    both,
    call,
    either,
    equal,
    load,
    lookup,
    negation,
    number,
    parameters,
    plus,
    within,
)
from dsl.lower.storage import attribute_value, owner_of_piece, place_owners
from dsl.program import AT
from dsl.world import TRUTH, Attribute, Kind, PlaceInfo, Visibility

_PIECE, _WHO, _AT = Local("piece"), Local("who"), Local("at")


def known(env: Env, who: r.Expression, what: r.Get) -> Expr:
    """The value if the player sees both the piece and the attribute, else -1."""
    build = env.build
    attribute = what.attribute
    nodes = (who, what.of)
    name = build.value(f"known {attribute.array}", parameters("who", "piece"), lambda: _body(build, attribute))
    maybe = [may_be_nothing(build, n) for n in nodes]
    return guarded(env, f"{name}!", [env.expression(n) for n in nodes], maybe, lambda p: Call(name, p))


def _body(build: Build, attribute: Attribute) -> Block:
    if attribute.of.sort == "piece":
        return _of_piece(build, attribute)
    unseen = negation(_seen_of_place(build, attribute))
    return (If(unseen, (Return(NOTHING),)), Return(attribute_value(build, attribute, _PIECE)))


def _seen_of_place(build: Build, attribute: Attribute) -> Expr:
    """Whether `who` sees the attribute of the place (or board) `piece`."""
    seen = attribute.seen
    until = _flag(build, seen.until, attribute.of)
    match seen.by:
        case "all":
            return YES
        case "player":
            return either(equal(_WHO, number(seen.player)), until)
        case "owner" if attribute.of.sort == "place":
            return either(equal(lookup(place_owners(build), _PIECE), _WHO), until)
    return until


def _of_piece(build: Build, attribute: Attribute) -> Block:
    """A piece in a place that the player may not look into is not seen, nor is anything of it."""
    leaf = next(iter(leaves_of(build, attribute.of)), None)
    hidden = [
        both(within(_AT, place.kind.start, place.kind.stop), negation(_looks_into(build, place, leaf)))
        for place in build.world.places.values()
        if place.seen.by != "all"
    ]
    unseen = either(*hidden, negation(_seen(build, attribute.seen, leaf)))
    value = Return(attribute_value(build, attribute, _PIECE))
    return (Set("at", load(AT, _PIECE)), If(unseen, (Return(NOTHING),)), value)


def _looks_into(build: Build, place: PlaceInfo, leaf: Leaf | None) -> Expr:
    """Whether `who` may look into the place, which is one for each player if it has owners."""
    if place.seen.by == "owner":
        mine = equal(lookup(place_owners(build), _AT), _WHO) if place.each else NO
        return either(mine, _flag(build, place.seen.until, leaf.kind if leaf else None))
    return _seen(build, place.seen, leaf)


def _seen(build: Build, seen: Visibility, leaf: Leaf | None) -> Expr:
    """Whether `who` sees what is seen so, of `piece` or of the place where it is."""
    until = _flag(build, seen.until, leaf.kind if leaf else None)
    match seen.by:
        case "all":
            return YES
        case "player":
            return either(equal(_WHO, number(seen.player)), until)
        case "owner":
            return either(equal(call(_keeper(build), _PIECE), _WHO), until)
    return until


def _keeper(build: Build) -> str:
    """Its owner; for a piece of nobody the owner of the place where it is, or of what it lies on."""
    whose = owner_of_piece(build, _PIECE)
    owner = If(Binary(">=", whose, ZERO), (Return(whose),))
    place = If(Binary("<", _AT, number(build.locations)), (Return(lookup(place_owners(build), _AT)),))
    turn = (owner, Set("at", load(AT, _PIECE)), place, Set("piece", plus(_AT, -build.locations)))
    return build.value("keeper", parameters("start"), lambda: (Set("piece", Local("start")), While(YES, turn)))


def _flag(build: Build, name: str | None, kind: Kind | None) -> Expr:
    for attribute in build.world.attributes(kind) if kind else []:
        if attribute.name == name and attribute.kind is TRUTH:
            return attribute_value(build, attribute, _PIECE)
    return NO
