"""Walks: where a straight one ends, which spaces a walk that may branch can reach, and whether one is among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl import model as m
from dsl.analysis.nullable import may_be_nothing
from dsl.builtins import NEIGHBOUR
from dsl.ir.nodes import INT, Binary, Bits, Block, Call, Expr, ForBits, If, Local, Return, Set, Single, While
from dsl.lower import path_cache
from dsl.lower.build import Env, index_of
from dsl.lower.built_in import on_board
from dsl.lower.loops import loop
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    either,
    empty_set,
    equal,
    intersection,
    is_empty,
    negation,
    parameters,
    plus,
    statements,
    when,
)
from dsl.lower.walks.parts import Arguments, about, board_of, starts, stops
from dsl.lower.walks.turning import turned_ends, turned_set
from dsl.model import Condition, Walk
from dsl.model.visit import conjuncts, depends
from dsl.text.diagnostics import refuse

_AT, _NEXT, _SEEN, _START = Local("at"), Local("next"), Local("seen"), Local("start")


def reached(env: Env, walk: Walk, arguments: Arguments = ()) -> Expr:
    """The set of spaces that the walk visits, its start among them."""
    body = _straight_set if walk.along is not None else turned_set if walk.turns is not None else _flood
    size = board_of(env, walk).spaces.size
    return about(env, f"reached {walk.name}", walk, arguments, lambda inner: body(inner, walk), empty_set(size))


def ends(env: Env, walk: Walk, arguments: Arguments) -> Expr:
    """The set of spaces where a way of the walk ends: where it stops, or where it leads no further."""
    body = _straight_ends if walk.along is not None else turned_ends if walk.turns is not None else _flood_ends
    size = board_of(env, walk).spaces.size
    return about(env, f"ends of {walk.name}", walk, arguments, lambda inner: body(inner, walk), empty_set(size))


def walk_end(env: Env, walk: Walk, arguments: Arguments = ()) -> Expr:
    """The last space of a walk along a direction; -1 if it starts nowhere."""
    if walk.along is None:
        refuse("E0206", f"{walk.name} goes on in many ways, so it has no end.", walk.span)
    return about(env, f"end of {walk.name}", walk, arguments, lambda inner: _straight_end(inner, walk), NOTHING)


def on_walk(env: Env, node: m.OnWalk) -> Expr:
    """Whether the walk visits the space, or ends there."""
    walk, kind = node.walk, board_of(env, node.walk).spaces
    if node.ends:
        return Binary("has", ends(env, walk, node.arguments), index_of(kind, env.expression(node.space)))
    if walk.along is not None or walk.turns is not None or node.arguments:
        return Binary("has", reached(env, walk, node.arguments), index_of(kind, env.expression(node.space)))
    witness = path_cache.witness(env, node)
    hint = f"on {walk.name}" + (f" by {witness}" if witness else "")

    def body() -> Block:
        return _visits(Env(env.build), walk, witness)

    name = env.build.value(hint, parameters("goal"), body, INT, node.span)
    return Call(name, (env.expression(node.space),))


# ------------------------------------------------------------------------------------------------------- straight walks


def _straight_end(env: Env, walk: Walk) -> Block:
    return _straight(env, walk, (), lambda: _AT)


def _straight_set(env: Env, walk: Walk) -> Block:
    return _gathered(env, walk, lambda here: Binary("|", _SEEN, here))


def _straight_ends(env: Env, walk: Walk) -> Block:
    return _gathered(env, walk, lambda here: here)


def _gathered(env: Env, walk: Walk, visit: Callable[[Expr], Expr]) -> Block:
    """What `visit` makes of each space, and of what was seen before; nothing is seen if the walk starts nowhere."""
    board = board_of(env, walk)
    here = Single(index_of(board.spaces, _AT), board.spaces.size)
    none = Set("seen", empty_set(board.spaces.size))
    return (none, *_straight(env, walk, (Set("seen", visit(here)),), lambda: _SEEN))


def _straight(env: Env, walk: Walk, visit: Block, result: Callable[[], Expr]) -> Block:
    """Goes on space by space. The start itself stops no walk: a piece that starts there would be in its own way."""
    if not isinstance(walk.start, m.Expression):
        refuse("E0206", f"{walk.name} goes straight on, so it starts at one space.", walk.span)
    assert walk.here is not None
    env.values[walk.here] = _AT
    end = (Return(result()),)
    over = either(equal(_NEXT, NOTHING), equal(_NEXT, _START))
    stop = when(either(*(env.condition(c) for c in walk.stops)), end)
    turn = statements(Set("next", _step(env, walk)), If(over, end), Set("at", _NEXT), visit, stop)
    nowhere = when(equal(_START, NOTHING), end) if may_be_nothing(env.build, walk.start) else ()
    begin = (Set("start", env.expression(walk.start)), Set("at", _START))
    return statements(begin, nowhere, visit, While(YES, turn))


def _step(env: Env, walk: Walk) -> Expr:
    """The next space along the walk's direction, or -1."""
    board = board_of(env, walk)
    assert walk.along is not None
    return on_board(env.build, NEIGHBOUR, board).of((_AT, env.expression(walk.along)))


# ------------------------------------------------------------------------------------------------------ branching walks


@dataclass(frozen=True)
class Ways:
    """How a branching walk goes on: to which spaces at all, and to which of them from `here`."""

    allowed: tuple[Condition, ...]
    onward: tuple[Condition, ...]


def ways(walk: Walk) -> Ways:
    assert walk.onward is not None
    assert walk.here is not None
    conditions = conjuncts(walk.onward.conditions)
    here = walk.here
    own = tuple(c for c in conditions if not depends(c, here))
    return Ways(own, tuple(c for c in conditions if depends(c, here)))


def allowed(env: Env, walk: Walk) -> Expr | None:
    """The set of spaces to which the walk may go from anywhere; None if it cannot be told as a set."""
    assert walk.onward is not None
    variable, size = walk.onward.variable, walk.onward.kind.size
    sets = [env.lift(variable, c) for c in ways(walk).allowed]
    return intersection((s.members for s in sets if s), size) if all(sets) else None


def onward(env: Env, walk: Walk, here: Expr) -> Expr:
    """The set of spaces to which the walk goes on from `here` (counted from 0), as far as that depends on `here`."""
    assert walk.onward is not None
    assert walk.here is not None
    inner = Env(env.build)
    inner.values = {**env.values, walk.here: plus(here, walk.here.kind.start)}
    sets = [inner.lift(walk.onward.variable, c) for c in ways(walk).onward]
    if all(sets) and allowed(env, walk) is not None:
        return intersection((s.members for s in sets if s), walk.onward.kind.size)
    own = Env(env.build)
    given = (*parameters("here"), *own.parameters(walk.parameters))
    name = env.build.value(
        f"onward on {walk.name}", given, lambda: _onward_body(own, walk), Bits(walk.onward.kind.size), walk.span
    )
    return Call(name, (here, *(env.values[p] for p in walk.parameters)))


def _onward_body(env: Env, walk: Walk) -> Block:
    """All that is said of the next space, tested for each."""
    assert walk.onward is not None
    assert walk.here is not None
    size, variable = walk.onward.kind.size, walk.onward.variable
    env.values[walk.here] = plus(Local("here"), walk.here.kind.start)
    found = Local("found")

    def one() -> Block:
        there = Single(index_of(variable.kind, env.values[variable]), size)
        return (Set("found", Binary("|", found, there)),)

    return (Set("found", empty_set(size)), *loop(env, walk.onward, one, hoist=False), Return(found))


def _flood(env: Env, walk: Walk) -> Block:
    return (*_levels(env, walk, ()), Return(_SEEN))


def _flood_ends(env: Env, walk: Walk) -> Block:
    """Of the spaces reached those where the walk stops, or from which it goes nowhere."""
    kind, found = board_of(env, walk).spaces, Local("found")
    on = onward(env, walk, _AT)
    may_go = allowed(env, walk)
    last = either(stops(env, walk, _AT), is_empty(on if may_go is None else Binary("&", on, Local("allowed"))))
    one = when(last, (Set("found", Binary("|", found, Single(_AT, kind.size))),))
    return (*_levels(env, walk, ()), Set("found", empty_set(kind.size)), ForBits("at", _SEEN, one), Return(found))


def _visits(env: Env, walk: Walk, witness: str | None) -> Block:
    """1 as soon as the goal is reached."""
    kind = board_of(env, walk).spaces
    goal = index_of(kind, Local("goal"))
    known = path_cache.holds(witness, Local("allowed")) if witness else ()
    missing = (If(equal(Local("goal"), NOTHING), (Return(NO),)),)
    arrived = (If(Binary("has", Local("new"), goal), (Return(YES),)),)
    at_start = If(Binary("has", _SEEN, goal), (Return(YES),))
    return statements(missing, _levels(env, walk, arrived, (*known, at_start)), Return(NO))


def _levels(env: Env, walk: Walk, arrived: Block, before: Block = ()) -> Block:
    """Breadth first: `seen` are all spaces reached, `new` those of the last level; `arrived` is done at each level."""
    kind = board_of(env, walk).spaces
    may_go = allowed(env, walk)
    limit: Block = (Set("allowed", may_go),) if may_go is not None else ()
    begin = Set("seen", starts(env, walk))
    gather = Set("new", Binary("|", Local("new"), onward(env, walk, _AT)))
    inside: Expr = Binary("&", Local("new"), Local("allowed")) if limit else Local("new")
    level = statements(
        Set("new", empty_set(kind.size)),
        ForBits("at", Local("frontier"), when(negation(stops(env, walk, _AT)), (gather,))),
        Set("new", Binary("-bits", inside, _SEEN)),
        arrived,
        Set("seen", Binary("|", _SEEN, Local("new"))),
        Set("frontier", Local("new")),
    )
    turns = While(negation(is_empty(Local("frontier"))), level)
    return statements(limit, begin, before, Set("frontier", _SEEN), turns)
