"""Which phrases can turn out to mean nothing, known more exactly than the resolver can."""

from __future__ import annotations

from dsl import model as m
from dsl.ir.nodes import Call, Expr, If, Local, Return
from dsl.lower.build import Build, Env
from dsl.lower.leaves import leaves_of, range_of, whereabouts
from dsl.lower.nodes import cases
from dsl.lower.ops import NOTHING, ZERO, equal, parameters
from dsl.model import Expression
from dsl.model.world import Kind


def counted(env: Env, node: Expression) -> Expr:
    """A number in a sum; nothing counts 0."""
    value = env.expression(node)
    if not may_be_nothing(env.build, node):
        return value
    guard = If(equal(Local("value"), NOTHING), (Return(ZERO),))
    name = env.build.value("counted", parameters("value"), lambda: (guard, Return(Local("value"))))
    return Call(name, (value,))


def may_be_nothing(build: Build, node: Expression) -> bool:
    """Whether the value can be -1 for nothing. Sums, counts and extremes are always numbers."""
    match node:
        case m.Constant() | m.Setting() | m.Count() | m.Arithmetic() | m.Extreme() | m.MostInGroups():
            return False
        case m.Use(maybe=maybe, variable=variable):
            return maybe and variable not in build.sure
        case m.Get(attribute=attribute, of=of) if attribute.gaps:
            return attribute.of.members is None or may_be_nothing(build, of)
        case m.Get(of=of) | m.PlaceFor(owner=of) | m.SpaceOn(board=of):
            return may_be_nothing(build, of)
        case m.BuiltIn(value=value, arguments=arguments):
            gaps = value.has_gaps(build.world, node.board(build.world))
            return gaps or any(may_be_nothing(build, a) for a in arguments)
        case m.PlaceOf(kind=kind, piece=piece):
            return may_be_nothing(build, piece) or not always_in(build, piece.kind, kind)
        case m.OwnerOf(of=of):
            return may_be_nothing(build, of) or not _owned(build, of.kind)
        case m.Apply(value=value, arguments=arguments, otherwise=None):
            return _value_may_be(build, value) or any(may_be_nothing(build, a) for a in arguments)
        case m.Apply():
            return not _covers(node) or any(_case_may_be(build, case) for case in cases(node))
        case m.WalkEnd(walk=walk, arguments=arguments):
            known = isinstance(walk.start, m.Expression) and not may_be_nothing(build, walk.start)
            return not known or any(may_be_nothing(build, a) for a in arguments)
        case m.Pick(selection=selection):
            alone = selection.kind.size == 1 and selection.kind.members is None
            return not (alone and not selection.conditions and selection.among is None)
    return True  # to reckon with nothing where there is always something is never wrong


def always_in(build: Build, pieces: Kind, place: Kind) -> bool:
    """Whether pieces of the kind can only ever be in that kind of place."""
    inside = range_of(build, place)
    if place.sort == "location":
        inside = (1 << build.locations) - 1
    return all(not whereabouts(build)[leaf] & ~inside for leaf in leaves_of(build, pieces))


def _owned(build: Build, kind: Kind) -> bool:
    if kind.members is not None:
        owners = build.world.tables[kind.name].owners
        return all(owners[k - kind.start] >= 0 for k in kind.members)
    if kind.sort == "place":
        return build.world.places[kind.name].each
    if kind.sort == "space":
        return build.world.board_of(kind).each
    return kind.sort == "piece" and all(min(leaf.owners) >= 0 for leaf in leaves_of(build, kind))


def _value_may_be(build: Build, value: m.Value) -> bool:
    key = ("nothing", value)
    if key not in build.known:
        build.known[key] = True  # for a value that is defined by itself, until the cycle is found
        cases = [may_be_nothing(build, found) for found, _, _ in value.cases]
        build.known[key] = any(cases) or not value.cases or value.cases[-1][1] is not None
    return bool(build.known[key])


# ------------------------------------------------------------------------------------------- definitions for sorts


def _case_may_be(build: Build, case: m.Apply) -> bool:
    things = (a.of if isinstance(a, m.Narrowed) else a for a in case.arguments)
    return _value_may_be(build, case.value) or any(may_be_nothing(build, a) for a in things)


def _covers(node: m.Apply) -> bool:
    """Whether there is a definition for all that an argument can be: the last is for all, or each has its sort."""
    narrowed = [[a for a in case.arguments if isinstance(a, m.Narrowed)] for case in cases(node)]
    if not narrowed[-1]:
        return True
    if any(len(some) != 1 for some in narrowed) or len({some[0].of for some in narrowed}) > 1:
        return False
    kinds = {some[0].kind for some in narrowed}
    return sum(kind.size for kind in kinds if kind.members is None) >= narrowed[0][0].of.kind.size
