"""What the box alone says of pieces, whatever the position is; and where a piece can be out of sight."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from dsl import resolved as r
from dsl.lower.build import Build
from dsl.lower.leaves import Leaf, can_be_in, leaves, leaves_of
from dsl.lower.nodes import depends, everything
from dsl.resolved import Node, Variable
from dsl.world import Attribute, Kind


def is_named(build: Build, selection: r.Selection) -> bool:
    """Whether the box alone says which are meant: by what is printed."""
    return selection.among is None and _is_printed(build, selection.conditions, (selection.variable,))


def _is_printed(build: Build, conditions: Iterable[Node], about: Collection[Variable]) -> bool:
    """Whether all that sentences read of these things is printed."""
    inside = (n for c in conditions for n in everything(c))
    return all(_reads_print(build, n) for n in inside if any(depends(n, v) for v in about))


def is_open_print(attribute: Attribute) -> bool:
    """Whether it never changes, and is seen with the piece. By what is hidden of it, a piece is not known."""
    return attribute.constant is not None and attribute.seen.by == "all"


def _reads_print(build: Build, node: Node) -> bool:
    match node:
        case r.Get(attribute=attribute) | r.Flag(attribute=attribute):
            return is_open_print(attribute)
        case r.Owned(what=what) | r.OwnerOf(of=what):
            return not build.world.changes_owner(what.kind)
        case r.Holds(quality=quality):
            return _is_printed(build, quality.conditions, quality.parameters)
    return isinstance(node, r.All | r.Any | r.Not | r.Compare | r.IsA | r.Narrowed | r.Use)


def out_of_sight(build: Build, kind: Kind) -> str:
    """Where a piece of the kind can be that not all see, or "": "it can be on a Tile, and a Tile in the Bag"."""
    for leaf in leaves_of(build, kind):
        way = _way_out(build, leaf, (leaf,))
        if way:
            return "it can be " + ", and a ".join(way)
    return ""


def _way_out(build: Build, leaf: Leaf, passed: tuple[Leaf, ...]) -> list[str]:
    """Each carrier with what it lies on in its turn, from the piece down to the place; empty if there is none."""
    for place in build.world.places.values():
        if place.seen.by != "all" and can_be_in(build, leaf, place.kind):
            return [f"in {'a' if place.each else 'the'} {place.kind.name}"]
    for carrier in leaves(build):
        if carrier not in passed and can_be_in(build, leaf, carrier.kind):
            way = _way_out(build, carrier, (*passed, carrier))
            if way:
                return [f"on a {carrier.name}", f"{carrier.name} {way[0]}", *way[1:]]
    return []
