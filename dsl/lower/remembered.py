"""Which pieces somebody can know without seeing them, so that the state must say who does.

A word for each piece has a bit for each player, and one for onlookers: who knows which piece it is, by sight or by
memory. It is kept only for kinds that can be shown, or that can go out of somebody's sight.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dsl import model as m
from dsl.analysis.base import roots
from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.analysis.whereabouts import whereabouts
from dsl.ir.nodes import Binary, Block, Expr, FromWords, If, Local, Set, Store, Word
from dsl.ir.program import KNOWN, NOTICED
from dsl.lower.build import Build
from dsl.lower.ops import is_empty, load, negation
from dsl.lower.storage import place_owners
from dsl.lower.visibility_functions import size
from dsl.model.core import Assign
from dsl.model.visit import nodes_in
from dsl.model.world import TRUTH, Attribute, Visibility

Owned = tuple[Leaf, int]  # a group of pieces and whose they are
Sighting = tuple[int, frozenset[Attribute]]  # who sees a piece somewhere (a set of players), and the flags that show it


def remembered(build: Build) -> tuple[Leaf, ...]:
    """The groups of pieces of which it is kept who knows them, and those on which such pieces can lie: whoever cannot
    tell any more which carrier is which does not know what lies on them either."""
    return build.once("remembered", lambda: _remembered(build))


def _remembered(build: Build) -> tuple[Leaf, ...]:
    found = {leaf for leaf in leaves(build) if _is_remembered(build, leaf)}
    while more := {leaf for leaf in leaves(build) if leaf not in found and _carries(build, leaf, found)}:
        found |= more
    return tuple(leaf for leaf in leaves(build) if leaf in found)


def _carries(build: Build, carrier: Leaf, on_it: set[Leaf]) -> bool:
    own = _all_of(carrier) << build.locations + carrier.start
    return any(whereabouts(build)[leaf] & own for leaf in on_it)


def declare_known(build: Build) -> None:
    if remembered(build):
        build.array(KNOWN, build.pieces, "position")
        build.array(NOTICED, build.pieces, "derived")


def knowers(build: Build, piece: Expr) -> Expr:
    """Who knows a piece."""
    return FromWords((load(KNOWN, piece),), size(build))


def set_knowers(piece: Expr, who: Expr) -> Store:
    return Store(KNOWN, piece, Word(who, 0))


def add_knowers(build: Build, piece: Expr, who: Expr) -> Block:
    """Some get to know a piece, if they do not know it; that they do is noted, for they may forget it at once."""
    new, seen = Local("new"), FromWords((load(NOTICED, piece),), size(build))
    noted = Store(NOTICED, piece, Word(Binary("|", seen, new), 0))
    told = set_knowers(piece, Binary("|", knowers(build, piece), new))
    return (Set("new", Binary("-bits", who, knowers(build, piece))), If(negation(is_empty(new)), (told, noted)))


# ------------------------------------------------------------------------------------------------------------- analysis


def _is_remembered(build: Build, leaf: Leaf) -> bool:
    if leaf in build.once("shown", lambda: _shown(build)):
        return True
    by_owner = [_sightings(build, leaf, owner) for owner in _owners(build, leaf)]
    if any(len(found) > 1 for found in ([set().union(*by_owner)] if leaf.given else by_owner)):
        return True
    flags = {flag for found in by_owner for _, shown_with in found for flag in shown_with}
    return not flags.isdisjoint(build.once("taken away", lambda: set(_taken_away(build))))


def _shown(build: Build) -> set[Leaf]:
    shows = (n for root in roots(build) for n in nodes_in(root) if isinstance(n, m.Show))
    return {leaf for node in shows for leaf in leaves_of(build, node.what.kind)}


def _taken_away(build: Build) -> Iterator[Attribute]:
    """The flags that some sentence takes away."""
    for root in roots(build):
        for node in nodes_in(root):
            match node:
                case Assign(attribute=attribute, flag=False):
                    yield attribute
                case _:  # no other takes a flag away
                    pass


def _sightings(build: Build, leaf: Leaf, owner: int) -> set[Sighting]:
    """How pieces of the group with this owner can be seen, wherever they can be."""
    return build.once(("sightings", leaf, owner), lambda: set(_sightings_in(build, ((leaf, owner),))))


def _owners(build: Build, leaf: Leaf) -> set[int]:
    return set(range(-1, build.players)) if leaf.given else set(leaf.owners)


def _sightings_in(build: Build, on: tuple[Owned, ...]) -> Iterator[Sighting]:
    """`on`: the groups, each with an owner, that lie on one another here, the piece itself first."""
    mask = whereabouts(build)[on[-1][0]]
    for (place, owner), locations in build.once("grounds", lambda: _grounds(build)).items():
        if mask & locations:
            yield _sighting(build, on, place, owner)
    for carrier in leaves(build):
        if all(carrier is not one for one, _ in on) and mask >> (build.locations + carrier.start) & _all_of(carrier):
            for whose in _owners(build, carrier):
                yield from _sightings_in(build, (*on, (carrier, whose)))


def _grounds(build: Build) -> dict[tuple[str, int], int]:
    """The locations on which all is seen alike: by the name of their place, if they are in one, and their owner."""
    found: dict[tuple[str, int], int] = {}
    for location, owner in enumerate(build.tables[place_owners(build)].values):
        key = _place_at(build, location), owner
        found[key] = found.get(key, 0) | 1 << location
    return found


def _all_of(leaf: Leaf) -> int:
    return (1 << leaf.size) - 1


def _sighting(build: Build, on: tuple[Owned, ...], named: str, its_owner: int) -> Sighting:
    """How a piece is seen that lies on others, of which the last is in a place, if in any: only as far as these are."""
    leaf = on[0][0]
    keepers = _keepers(on, its_owner)
    ways = [(attribute.seen, keepers[0], leaf) for attribute in build.world.attributes(leaf.kind)]
    own = build.world.seen(leaf.kind)
    if not (own.stated and own.by == "all"):
        kinds = [(build.world.seen(one.kind), keeper, one) for (one, _), keeper in zip(on, keepers, strict=True)]
        if named and build.world.places[named].seen.stated:
            kinds[-1] = (build.world.places[named].seen, its_owner, on[-1][0])
        ways += kinds
    mask = (1 << size(build)) - 1
    for seen, whose, _ in ways:
        mask &= _mask(build, seen, whose)
    return mask, frozenset(flag for seen, _, one in ways for flag in _flags(build, one, seen))


def _keepers(on: tuple[Owned, ...], last: int) -> list[int]:
    """The owner of each, failing that of what it lies on."""
    found = [last]
    for _, owner in reversed(on):
        found.append(owner if owner >= 0 else found[-1])
    return found[:0:-1]


def _place_at(build: Build, location: int) -> str:
    places = build.world.places.items()
    return next((name for name, p in places if p.kind.start <= location < p.kind.stop), "")


def _mask(build: Build, seen: Visibility, owner: int) -> int:
    match seen.by:
        case "all":
            return (1 << size(build)) - 1
        case "player":
            return 1 << seen.player
        case "owner" if owner >= 0:
            return 1 << owner
        case "owner" | "nobody":
            return 0
        case _:
            assert_never(seen.by)


def _flags(build: Build, leaf: Leaf, seen: Visibility) -> Iterator[Attribute]:
    return (a for a in build.world.attributes(leaf.kind) if a.name == seen.until and a.kind is TRUTH)
