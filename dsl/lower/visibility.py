"""Who sees a piece where it is: sets of players and, as one more, onlookers, who see what everybody does.

A place that says who looks into it decides for what lies there; elsewhere the kind of the piece does. Of a piece that
is seen, each attribute is seen as it says itself. What is remembered does not count here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.ir.nodes import Binary, Bits, Block, Const, Expr, If, Local, Return, Set, Single, While
from dsl.ir.program import AT
from dsl.lower.build import Build
from dsl.lower.ops import (
    NO,
    YES,
    ZERO,
    both,
    call,
    either,
    empty_set,
    full_set,
    intersection,
    load,
    lookup,
    number,
    parameters,
    plus,
    statements,
    union,
    when,
    within,
)
from dsl.lower.storage import attribute_value, owner_of_piece, place_owners
from dsl.model.world import TRUTH, Attribute, Kind, PlaceInfo, Visibility

_PIECE, _AT, _SEEN = Local("piece"), Local("at"), Local("seen")


def size(build: Build) -> int:
    """How many look on: the players, and the onlookers as one."""
    return build.players + 1


def everybody(build: Build) -> Const:
    return full_set(size(build))


def nobody(build: Build) -> Const:
    return empty_set(size(build))


def one(build: Build, player: Expr) -> Single:
    """The set of one player; the empty set of nobody."""
    return Single(player, size(build))


# --------------------------------------------------------------------------------------------------------- what is told


def flag_of(build: Build, name: str | None, kind: Kind, thing: Expr) -> Expr:
    """Whether a piece of the kind (or place, or board) has the flag of this name; those without the flag never do."""
    if kind.sort != "piece":
        found = (a for a in build.world.attributes(kind) if a.name == name and a.kind is TRUTH)
        return either(*(attribute_value(build, a, thing) for a in found))
    found_flags = []
    for leaf in leaves_of(build, kind):
        for attribute in build.world.attributes(leaf.kind):
            if attribute.name == name and attribute.kind is TRUTH:
                mine = YES if leaf.kind is kind else within(thing, leaf.start, leaf.stop)
                found_flags.append(both(mine, attribute_value(build, attribute, thing)))
    return either(*found_flags)


def told(build: Build, seen: Visibility, owner: Expr, kind: Kind, thing: Expr) -> Expr:
    """Who sees what is seen so, of a thing of the kind that has this owner."""
    until = flag_of(build, seen.until, kind, thing)
    shown = nobody(build) if until == NO else lookup(_all_or_none(build), until)
    match seen.by:
        case "all":
            return everybody(build)
        case "player":
            return union((Const(1 << seen.player, Bits(size(build))), shown), size(build))
        case "owner":
            return union((one(build, owner), shown), size(build))
    return shown


def _all_or_none(build: Build) -> str:
    """The empty set and the set of all, by 0 and 1."""
    return build.table("none or all", lambda: (0, everybody(build).value), Bits(size(build)))


def keeper(build: Build, piece: Expr, at: Expr) -> Expr:
    """The owner of a piece at a location; for a piece of nobody that of the place, or of what it lies on."""
    owner = owner_of_piece(build, _PIECE)
    place = If(Binary("<", _AT, number(build.locations)), (Return(lookup(place_owners(build), _AT)),))
    down = (Set("piece", plus(_AT, -build.locations)), Set("at", load(AT, _PIECE)))
    turn = (If(Binary(">=", owner, ZERO), (Return(owner),)), place, *down)
    begin = (Set("piece", Local("first")), Set("at", Local("where")))
    name = build.value("keeper", parameters("first", "where"), lambda: (*begin, While(YES, turn)))
    return call(name, piece, at)


# ------------------------------------------------------------------------------------------------------- the piece seen


def lookers(build: Build, piece: Expr, at: Expr) -> Expr:
    """Who sees which piece it is, if it is at that location: what lies on a piece is seen with it."""
    if not _places_that_decide(build) and not _kinds_that_decide(build):
        return everybody(build)
    name = build.value("lookers", parameters("first", "where"), lambda: _lookers(build), Bits(size(build)))
    return call(name, piece, at)


def _places_that_decide(build: Build) -> list[PlaceInfo]:
    return [place for place in build.world.places.values() if place.seen.stated]


def _kinds_that_decide(build: Build) -> list[Leaf]:
    return [leaf for leaf in leaves(build) if build.world.seen(leaf.kind).stated]


def _lookers(build: Build) -> Block:
    carried = Binary(">=", _AT, number(build.locations))
    down = (Set("piece", plus(_AT, -build.locations)), Set("at", load(AT, _PIECE)))
    by_kind = _by_kind(build)
    own: Block = (Set("seen", intersection((_SEEN, by_kind), size(build))),) if by_kind != everybody(build) else ()
    begin = (Set("piece", Local("first")), Set("at", Local("where")), Set("seen", everybody(build)))
    open_ = when(_seen_everywhere(build), (Return(everybody(build)),))
    undecided = statements(own, Return(_SEEN))
    by_place = [_by_place(build, place) for place in _places_that_decide(build)]
    return statements(begin, open_, While(carried, (*own, *down)), *by_place, undecided)


def _by_place(build: Build, place: PlaceInfo) -> Block:
    mine = lookup(place_owners(build), _AT)
    seen = told(build, place.seen, mine, build.world.pieces, _PIECE)
    inside = within(_AT, place.kind.start, place.kind.stop)
    return (If(inside, (Return(intersection((_SEEN, seen), size(build))),)),)


def _seen_everywhere(build: Build) -> Expr:
    kinds = (leaf for leaf in _kinds_that_decide(build) if build.world.seen(leaf.kind).by == "all")
    return either(*(within(_PIECE, leaf.start, leaf.stop) for leaf in kinds))


def _by_kind(build: Build) -> Expr:
    """Who sees `piece` at `at` by what its kind says."""
    deciding = [leaf for leaf in _kinds_that_decide(build) if build.world.seen(leaf.kind).by != "all"]
    if not deciding:
        return everybody(build)
    name = build.value("seen by kind", parameters("piece", "at"), lambda: _by_kind_body(build, deciding),
                       Bits(size(build)))  # fmt: skip
    return call(name, _PIECE, _AT)


def _by_kind_body(build: Build, deciding: Iterable[Leaf]) -> Block:
    blocks = []
    for leaf in deciding:
        seen = told(build, build.world.seen(leaf.kind), keeper(build, _PIECE, _AT), leaf.kind, _PIECE)
        blocks.append(If(within(_PIECE, leaf.start, leaf.stop), (Return(seen),)))
    return statements(*blocks, Return(everybody(build)))


# ------------------------------------------------------------------------------------------------- the piece recognised


def value_viewers(build: Build, attribute: Attribute, piece: Expr, at: Expr) -> Expr:
    """Who sees the value of an attribute of a piece that they see."""
    owner = keeper(build, piece, at) if attribute.seen.by == "owner" else number(-1)
    return told(build, attribute.seen, owner, attribute.of, piece)


def viewers(build: Build, piece: Expr, at: Expr) -> Expr:
    """Who sees all there is to see of a piece, if it is at that location."""
    if not any(_hidden_attributes(build, leaf) for leaf in leaves(build)):
        return lookers(build, piece, at)
    name = build.value("viewers", parameters("piece", "at"), lambda: _viewers(build), Bits(size(build)))
    return call(name, piece, at)


def _hidden_attributes(build: Build, leaf: Leaf) -> list[Attribute]:
    return [a for a in build.world.attributes(leaf.kind) if a.seen.by != "all"]


def _viewers(build: Build) -> Block:
    blocks = []
    for leaf in leaves(build):
        hidden = _hidden_attributes(build, leaf)
        if hidden:
            all_of_it = (lookers(build, _PIECE, _AT), *(value_viewers(build, a, _PIECE, _AT) for a in hidden))
            seen = Return(intersection(all_of_it, size(build)))
            blocks.append(If(within(_PIECE, leaf.start, leaf.stop), (seen,)))
    return statements(*blocks, Return(lookers(build, _PIECE, _AT)))


def flags_that_show(build: Build) -> frozenset[Attribute]:
    """The flags of pieces with which everybody sees something."""
    return build.once("flags that show", lambda: frozenset(_flags_that_show(build)))


def _flags_that_show(build: Build) -> Iterator[Attribute]:
    world = build.world
    of_places = {place.seen.until for place in world.places.values()}
    for info in world.piece_infos.values():
        until = of_places | {world.seen(info.kind).until} | {a.seen.until for a in world.attributes(info.kind)}
        yield from (a for a in world.attributes(info.kind) if a.kind is TRUTH and a.name in until)
