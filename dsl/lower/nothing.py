"""Which phrases can turn out to mean nothing, known more exactly than the resolver can."""

from __future__ import annotations

from dsl import resolved as r
from dsl.lower.build import Build
from dsl.lower.leaves import leaves_of, range_of, whereabouts
from dsl.resolved import Expression
from dsl.world import Kind


def may_be_nothing(build: Build, node: Expression) -> bool:
    """Whether the value can be -1 for nothing. Sums, counts and extremes are always numbers."""
    match node:
        case r.Constant() | r.Setting() | r.Count() | r.Arithmetic() | r.Extreme():
            return False
        case r.Use(maybe=maybe, variable=variable):
            return maybe and variable not in build.sure
        case r.Get(of=of) | r.OpponentOf(of=of) | r.PlaceFor(owner=of):
            return may_be_nothing(build, of)
        case r.PlaceOf(kind=kind, piece=piece):
            return may_be_nothing(build, piece) or not always_in(build, piece.kind, kind)
        case r.OwnerOf(of=of):
            return may_be_nothing(build, of) or not _owned(build, of.kind)
        case r.Apply(value=value, arguments=arguments):
            return _value_may_be(build, value) or any(may_be_nothing(build, a) for a in arguments)
        case r.Distance(start=start, end=end):
            apart = any(-1 in row for b in build.world.boards.values() for row in b.shape.distance)
            return apart or may_be_nothing(build, start) or may_be_nothing(build, end)
        case r.WalkEnd(walk=walk, arguments=arguments):
            known = isinstance(walk.start, r.Expression) and not may_be_nothing(build, walk.start)
            return not known or any(may_be_nothing(build, a) for a in arguments)
        case r.Pick(selection=selection):
            return not (selection.kind.size == 1 and not selection.conditions and selection.among is None)
    return True


def always_in(build: Build, pieces: Kind, place: Kind) -> bool:
    """Whether pieces of the kind can only ever be in that kind of place."""
    inside = range_of(build, place)
    if place.sort == "location":
        inside = (1 << build.locations) - 1
    return all(not whereabouts(build)[leaf] & ~inside for leaf in leaves_of(build, pieces))


def _owned(build: Build, kind: Kind) -> bool:
    if kind.sort == "place":
        return build.world.places[kind.name].each
    return kind.sort == "piece" and all(min(leaf.owners) >= 0 for leaf in leaves_of(build, kind))


def _value_may_be(build: Build, value: r.Value) -> bool:
    key = ("nothing", value)
    if key not in build.known:
        build.known[key] = True  # for a value that is defined by itself, until the cycle is found
        cases = [may_be_nothing(build, found) for found, _, _ in value.cases]
        build.known[key] = any(cases) or not value.cases or value.cases[-1][1] is not None
    return bool(build.known[key])
