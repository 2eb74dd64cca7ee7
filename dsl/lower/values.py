"""Phrases that have a value, as expressions; -1 is nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce
from typing import TypeGuard, assert_never

from dsl import model as m
from dsl.analysis.nullable import always_in
from dsl.analysis.unordered import is_loose
from dsl.analysis.whereabouts import pieces_in
from dsl.ir.nodes import INT, Binary, Block, Call, Const, Expr, ForRange, If, Local, Mark, Return, Set
from dsl.ir.program import ACTIVE, AT, RANK
from dsl.lower import best_groups, selections
from dsl.lower.build import Build, Env, guarded, index_of, outlined
from dsl.lower.built_in import built_in
from dsl.lower.knowing import known
from dsl.lower.nothing import may_be_nothing
from dsl.lower.ops import (
    NOTHING,
    YES,
    ZERO,
    both,
    call,
    equal,
    in_kind,
    load,
    lookup,
    number,
    parameters,
    plus,
    times,
    within,
)
from dsl.lower.storage import attribute_value, board_owners, owner_of_piece, place_owners, space_owners
from dsl.model import Expression
from dsl.model.unions import AnyExpression, any_expression
from dsl.model.visit import Defined, cases
from dsl.model.world import Kind
from dsl.secrecy.printed import is_alone_there
from dsl.secrecy.sources import Sight

OfThing = m.Narrowed | m.Get | m.Known | m.PlaceOf | m.PlaceFor | m.EndOf | m.OwnerOf | m.BuiltIn | m.SpaceOn


def expression(env: Env, node: Expression) -> Expr:
    """The value of a phrase."""
    return _value(env, any_expression(node))


def _value(env: Env, node: AnyExpression) -> Expr:
    match node:
        case m.Constant(value=value) | m.Setting(value=value):
            return number(value)
        case m.Use(variable=variable):
            return env.values[variable]
        case m.Arithmetic():
            return _arithmetic(env, node)
        case m.Apply(value=value, arguments=arguments, otherwise=None):
            function = value_function(env.build, value)
            return _on(env, f"{function}!", arguments, lambda p: Call(function, p))
        case m.Apply():
            return by_sort(env, node, lambda inner, first: inner.expression(first), NOTHING)
        case m.Count(selection=selection):
            return selections.count(env, selection)
        case m.Pick(selection=selection):
            if is_alone_there(env.build, node) and _come_in_a_hidden_order(env.build, selection):
                return selections.alone(env, selection)
            return selections.first(env, selection)
        case m.Extreme():
            return selections.extreme(env, node)
        case m.Best():
            return selections.best(env, node)
        case m.MostInGroups():
            return best_groups.most(env, node)
        case m.WalkEnd():
            return env.build.language.walk_end(env, node)
        case m.ActivePlayer():
            return load(ACTIVE)
        case _:  # the rest of the union, which ends there
            return _of_thing(env, node)


def _come_in_a_hidden_order(build: Build, selection: m.Selection) -> bool:
    return build.once(("hidden order", selection), lambda: any(Sight(build).told_by_order(selection)))


def _of_thing(env: Env, node: OfThing) -> Expr:
    """What is read of a piece, a player or a space."""
    build = env.build
    match node:
        case m.Narrowed(kind=kind, of=of):
            return _narrowed(env, kind, of)
        case m.Get(attribute=attribute, of=of):
            if attribute.of.sort == "range" and not isinstance(of, m.Constant):  # another number stands for it
                of = m.Narrowed(of.span, attribute.of, True, of)
            return _on(env, f"get {attribute.array}", (of,), lambda p: attribute_value(build, attribute, p[0]))
        case m.Known(who=who, what=what):
            return known(env, who, what)
        case m.PlaceOf(kind=kind, piece=piece):
            return _place_of(env, piece, kind)
        case m.PlaceFor():
            return _place_for(env, node)
        case m.EndOf(nth=1):
            return _end_of(env, node)
        case m.EndOf():
            return _nth_of(env, node)
        case m.OwnerOf(of=of):
            return owner_of(env, of)
        case m.BuiltIn(arguments=arguments):
            table = built_in(build, node)
            return _on(env, table.name, arguments, table.of)
        case m.SpaceOn():
            return _space_on(env, node)
        case _:
            assert_never(node)


def _on(env: Env, name: str, nodes: tuple[Expression, ...], make: Callable[[tuple[Expr, ...]], Expr]) -> Expr:
    """`make` of the values of the nodes; nothing where one of them is nothing."""
    maybe = [may_be_nothing(env.build, n) for n in nodes]
    return guarded(env, name, [env.expression(n) for n in nodes], maybe, make, NOTHING)


def _narrowed(env: Env, kind: Kind, of: Expression) -> Expr:
    """The thing if it is of the kind, else -1."""
    thing = Local("thing")
    body = (If(in_kind(thing, kind), (Return(thing),)), Return(NOTHING))
    name = env.build.value(f"as {kind.name}", parameters("thing"), lambda: body)
    return Call(name, (env.expression(of),))


def by_sort(
    env: Env,
    node: Defined,
    make: Callable[[Env, Defined], Expr],
    nothing: Const,
    without: tuple[m.Variable, ...] = (),
) -> Expr:
    """What the first definition gives whose sorts the arguments are of; the sorts that are tested are the narrowed.

    `without` are variables that the results do not depend on.
    """

    def body(inner: Env) -> Block:
        blocks: list[If] = [
            If(_fits(inner, case), (Return(make(inner, _fitting(inner, case))),)) for case in cases(node)
        ]
        return (*blocks, Return(nothing))

    return outlined(env, "where by sort" if without else "by sort", (node,), body, nothing.type, without)


def _fits(env: Env, case: Defined) -> Expr:
    """Whether the arguments are of the sorts that the definition is for."""
    return both(*(_is_of_sort(env, a) for a in case.arguments if isinstance(a, m.Narrowed)))


def _is_of_sort(env: Env, node: m.Narrowed) -> Expr:
    if _is_known(node, env):
        return in_kind(env.expression(node.of), node.kind)
    return Binary("!=", env.expression(node), NOTHING)


def _is_known(node: Expression, env: Env) -> TypeGuard[m.Narrowed]:
    """Whether it is a thing that has a name, and is there: so it can be spoken of again, as one of its sort."""
    return isinstance(node, m.Narrowed) and isinstance(node.of, m.Use) and not may_be_nothing(env.build, node.of)


def _fitting(env: Env, case: Defined) -> Defined:
    """The definition alone, where the arguments are known to be of its sorts."""
    known = tuple(replace(a.of, kind=a.kind) if _is_known(a, env) else a for a in case.arguments)
    return replace(case, arguments=known, otherwise=None)


# ----------------------------------------------------------------------------------------------------------- arithmetic


def _arithmetic(env: Env, node: m.Arithmetic) -> Expr:
    left, right = env.counted(node.left), env.counted(node.right)
    match node.operator:
        case "plus":
            return plus(left, right.value) if isinstance(right, Const) else Binary("+", left, right)
        case "minus":
            return plus(left, -right.value) if isinstance(right, Const) else Binary("-", left, right)
        case "multiplied by":
            return Binary("*", left, right)
        case "divided by":
            return Binary("//", left, right) if isinstance(right, Const) else _quotient(env, left, right)
        case "but not below":
            return Binary("max", left, right)
        case "but not above":
            return Binary("min", left, right)
        case _:
            assert_never(node.operator)


def _quotient(env: Env, left: Expr, right: Expr) -> Expr:
    """What comes of a number that may be 0, or less, is 0; it is not divided by that even where nobody asks."""
    safe = Binary("//", Local("left"), Binary("max", Local("right"), YES))
    body = (If(Binary(">", Local("right"), ZERO), (Return(safe),)), Return(ZERO))
    return call(env.build.value("quotient", parameters("left", "right"), lambda: body), left, right)


# --------------------------------------------------------------------------------------------------------------- places


def _place_of(env: Env, piece: Expression, kind: Kind) -> Expr:
    """The location of a piece, if it is in that kind of place."""
    build = env.build
    if always_in(build, piece.kind, kind):
        return _on(env, "place", (piece,), lambda p: load(AT, p[0]))
    start, stop = (0, build.locations) if kind.sort == "location" else (kind.start, kind.stop)
    name = build.value(f"{kind.name} of", parameters("piece"), lambda: _place_body(start, stop))
    return _on(env, f"{name}!", (piece,), lambda p: Call(name, p))


def _place_body(start: int, stop: int) -> Block:
    at = Local("at")
    inside = If(within(at, start, stop), (Return(at),))
    return (Set("at", load(AT, Local("piece"))), inside, Return(NOTHING))


def _end_of(env: Env, node: m.EndOf) -> Expr:
    """The top or bottom piece of an ordered place."""
    loose = is_loose(env.build, node.place)
    return _of_place(env, node, "", lambda first, last: _end_body(node.end, first, last, loose))


def _nth_of(env: Env, node: m.EndOf) -> Expr:
    """The piece that lies so far from the top or bottom."""
    loose = is_loose(env.build, node.place)
    return _of_place(env, node, f"{node.nth} from ", lambda first, last: _nth_body(node, first, last, loose))


def _of_place(env: Env, node: m.EndOf, far: str, body: Callable[[int, int], Block]) -> Expr:
    """What a function finds among the pieces that can lie in the place."""
    build, kind, place = env.build, node.kind, node.place
    first, last = (kind.start, kind.stop) if kind.row else pieces_in(build, kind, place.kind)
    known = " if known" if is_loose(build, place) else ""
    name = build.value(f"{far}{node.end} of {place.kind.name}{known}", parameters("place"), lambda: body(first, last))
    shift = build.locations if place.kind.sort == "piece" else 0
    return _on(env, f"{name}!", (place,), lambda p: Call(name, (plus(p[0], shift),)))


def _nth_body(node: m.EndOf, first: int, last: int, loose: bool) -> Block:
    """A rank is the number of pieces below. `loose`: several can share it; then it is nothing."""
    piece, best, rank = Local("piece"), Local("best"), Local("rank")
    here = equal(load(AT, piece), Local("place"))
    start: Block = (Set("best", NOTHING), Set("rank", number(node.nth - 1)))
    if node.end == "top":
        count = ForRange("piece", number(first), number(last), (If(here, (Set("rank", plus(rank, 1)),)),))
        start = (Set("best", NOTHING), Set("rank", number(-node.nth)), count)
    there = both(here, equal(load(RANK, piece), rank))
    shared = (If(Binary("!=", best, NOTHING), (Return(NOTHING),)),) if loose else ()
    search = ForRange("piece", number(first), number(last), (If(there, (*shared, Set("best", piece))),))
    return (*start, search, Return(best))


def _end_body(end: str, first: int, last: int, loose: bool) -> Block:
    """`loose`: several can lie highest; then it is nothing."""
    piece, best = Local("piece"), Local("best")
    rank = load(RANK, piece)
    beats = Binary(">=" if end == "top" else "<=", rank, Local("rank"))
    there = both(equal(load(AT, piece), Local("place")), Binary("or", equal(best, NOTHING), beats))
    turn = If(there, (Set("best", piece), Set("rank", rank)))
    start = (Set("best", NOTHING), Set("rank", ZERO))
    search = (*start, ForRange("piece", number(first), number(last), (turn,)))
    if not loose:
        return (*search, Return(best))
    beside = both(equal(load(AT, piece), Local("place")), equal(rank, Local("rank")), Binary("!=", piece, best))
    shared = ForRange("piece", number(first), number(last), (If(beside, (Return(NOTHING),)),))
    return (*search, shared, Return(best))


def owner_of(env: Env, of: Expression) -> Expr:
    """The owner of a piece, place or board, -1 for nobody."""
    build = env.build
    if of.kind.sort == "piece":
        return _on(env, "owner", (of,), lambda p: owner_of_piece(build, p[0]))
    if of.kind.members is not None:
        table = space_owners(build, of.kind)
        return _on(env, table, (of,), lambda p: lookup(table, index_of(of.kind, p[0])))
    if of.kind.sort == "board":
        owners = board_owners(build, of.kind)
        return _on(env, owners, (of,), lambda p: lookup(owners, index_of(of.kind, p[0])))
    return _on(env, "owner of place", (of,), lambda p: lookup(place_owners(build), p[0]))


# ---------------------------------------------------------------------------------------------------- places and boards


def _place_for(env: Env, node: m.PlaceFor) -> Expr:
    info, start = env.build.world.places.get(node.place.name), node.place.start + max(node.number - 1, 0)
    strides = info.strides if info else (1,)
    first = start - sum(value.kind.first * stride for value, stride in zip(node.values, strides, strict=True))

    def make(values: tuple[Expr, ...]) -> Expr:
        steps = (times(value, stride) for value, stride in zip(values, strides, strict=True))
        return plus(reduce(partial(Binary, "+"), steps), first)

    return _on(env, f"{node.place.name} {node.number} for", node.values, make)


def _space_on(env: Env, node: m.SpaceOn) -> Expr:
    board = env.build.world.board_of(node.kind)
    which = board.number(node.name)
    assert which is not None  # the resolver found it there
    first, size = board.spaces.start + which, number(len(board.one.names))
    return _on(env, f"{node.name} of", (node.board,), lambda p: plus(Binary("*", p[0], size), first))


# ---------------------------------------------------------------------------------------------------------- definitions


def value_function(build: Build, value: m.Value) -> str:
    """The function of a value of the game; its arguments are there."""
    name = build.once(("value", value), lambda: build.number(f"the {value.name}"))
    env = Env(build)
    bound = env.parameters(value.parameters)
    body = _layered if value.layers else _value_body
    return build.value(name, bound, lambda: body(env, value), INT, value.span)


def _layered(env: Env, value: m.Value) -> Block:
    """What the value means, and what effects that last make of it."""
    build = env.build
    plain = build.once(("plain value", value), lambda: build.number(f"the plain {value.name}"))
    inner = Env(build)
    bound = inner.parameters(value.parameters)
    build.value(plain, bound, lambda: _value_body(inner, value), INT, value.span)
    found = Local("found")
    changes = (If(env.condition(layer.active), (Set(found.name, _layer(env, layer, found)),)) for layer in value.layers)
    return (Set(found.name, Call(plain, tuple(env.values[p] for p in value.parameters))), *changes, Return(found))


def _layer(env: Env, layer: m.Layer, found: Expr) -> Expr:
    amount = env.counted(layer.amount)
    match layer.how:
        case "set":
            return amount
        case "rises":
            return Binary("+", found, amount)
        case "at least" | "at most":
            return Binary("min" if layer.how == "at most" else "max", found, amount)
        case _:
            assert_never(layer.how)


def _value_body(env: Env, value: m.Value) -> Block:
    build = env.build
    body: list[Block] = []
    for k, (found, condition, clauses) in enumerate(value.cases, 1):
        mark: Block = ()
        if len(value.cases) > 1:
            name = f"the {value.label}, case {k} of {len(value.cases)}"
            mark = (Mark(build.rule(found, name, found, clauses or value.clauses, found.span)),)
        result: Block = (*mark, Return(env.expression(found)))
        if condition is None:
            return (*(s for b in body for s in b), *result)
        body.append((If(env.condition(condition), result),))
    return (*(s for b in body for s in b), Return(NOTHING))
