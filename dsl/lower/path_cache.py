"""What is remembered of a walk: two ways to a goal with as few spaces in common as can be.

A question "is the Moon on a Safe Way" is asked for each space where a piece could be placed. Nearly always one of the
two ways is still free, so that nothing must be searched. They stand in the derived section from before players are
asked until they have answered. Ways are sets of spaces, without the start, so that it shows at once what they share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dsl import builtins
from dsl import model as m
from dsl.ir import nodes as ir
from dsl.lower.build import Build, Env
from dsl.lower.built_in import related
from dsl.lower.ops import (
    YES,
    ZERO,
    both,
    either,
    empty_set,
    equal,
    intersection,
    is_empty,
    load,
    lookup,
    negation,
    number,
    parameters,
    statements,
    when,
)
from dsl.model import Node
from dsl.model.visit import conjuncts, depends, nodes_in
from dsl.model.world import BoardInfo, Kind


@dataclass(frozen=True)
class Goal:
    """A walk, its start and a goal, both counted from 0 on the board."""

    walk: m.Walk
    space: Kind
    start: int
    goal: int


WITNESS = "witness."
_AT, _PATH, _NEW = ir.Local("at"), ir.Local("path"), ir.Local("new")
_LAYERS = ("even", "odd", "third")  # the spaces whose distance from the start leaves 0, 1, 2 when divided by 3


def witness(env: Env, node: m.OnWalk) -> str | None:
    """The array with the ways to the goal, if start and goal never change and all steps are to neighbours."""
    walk, build = node.walk, env.build
    if not (isinstance(node.space, m.Constant) and isinstance(walk.start, m.Constant)):
        return None
    if walk.stops or walk.onward is None or node.space.value == walk.start.value or not _to_neighbours(walk):
        return None
    if _allowed(env, walk) is None:
        return None
    goal, kind = node.space.value - walk.onward.kind.start, walk.onward.kind
    name = build.array(f"{WITNESS}{walk.name}.{goal}", 2, "derived", ir.Bits(kind.size))
    build.known["witness", name] = Goal(walk, kind, walk.start.value - kind.start, goal)
    return name


def _to_neighbours(walk: m.Walk) -> bool:
    assert walk.onward is not None
    assert walk.here is not None
    here = walk.here
    steps = [c for c in conjuncts(walk.onward.conditions) if depends(c, here)]
    match steps:
        case [m.Related(relation=builtins.BESIDE, arguments=(m.Use(), m.Use()))]:
            return True
        case _:  # others ask for more, or for something else
            return False


def _allowed(env: Env, walk: m.Walk) -> ir.Expr | None:
    assert walk.onward is not None
    assert walk.here is not None
    variable, here = walk.onward.variable, walk.here
    own = [c for c in conjuncts(walk.onward.conditions) if not depends(c, here)]
    sets = [env.lift(variable, c) for c in own]
    return intersection((s.members for s in sets if s), variable.kind.size) if all(sets) else None


def holds(name: str, allowed: ir.Expr) -> ir.Block:
    """Returns 1 if one of the ways is there and still allowed."""
    return tuple(ir.If(_is_free(load(name, k), allowed), (ir.Return(YES),)) for k in range(2))


def _is_free(way: ir.Expr, allowed: ir.Expr) -> ir.Expr:
    return both(negation(is_empty(way)), is_empty(ir.Binary("-bits", way, allowed)))


# -------------------------------------------------------------------------------------------------------------- renewal


def asked_for(build: Build, conditions: Iterable[Node]) -> tuple[str, ...]:
    """The arrays with the ways to which these conditions ask for."""
    nodes = (n for c in conditions for n in nodes_in(c) if isinstance(n, m.OnWalk))
    return tuple({name: None for node in nodes if (name := witness(Env(build), node))})


def remember(build: Build, site: int, names: tuple[str, ...]) -> ir.Block:
    """Finds the ways before a decision, and whatever must be known to ask it."""
    for name in names:
        build.once(("sites", name), set[int]).add(site)
    return tuple(ir.Perform(_renewal(build, name)) for name in names)


def forget(build: Build, names: tuple[str, ...]) -> ir.Block:
    """Clears the ways after the decision, so that they never are those of another position."""
    return tuple(ir.Store(name, number(k), _none(build, name)) for name in names for k in range(2))


def derive(build: Build) -> ir.Block:
    """The ways as they are in this position: at a decision that needs them they are known."""
    names = tuple(name for name in build.arrays if name.startswith(WITNESS))
    blocks = []
    for name in names:
        sites = build.once(("sites", name), set[int])
        here = either(*(equal(load(ir.SITE), number(site)) for site in sorted(sites)))
        blocks.append(when(here, (ir.Perform(_renewal(build, name)),), forget(build, (name,))))
    return statements(*blocks)


def _none(build: Build, name: str) -> ir.Expr:
    kind = build.arrays[name].type
    return empty_set(kind.size if isinstance(kind, ir.Bits) else 0)


def _renewal(build: Build, name: str) -> str:
    return build.procedure(f"renew {name}", (), lambda: _renew(build, name))


def _renew(build: Build, name: str) -> ir.Block:
    """A shortest way, and a shortest one of those that have no space in common with it."""
    asked = build.known["witness", name]
    assert isinstance(asked, Goal)
    allowed = _allowed(Env(build), asked.walk)
    assert allowed is not None
    board = build.world.board_of(asked.space)
    find = _path_function(build, board)
    ends = (number(asked.start), number(asked.goal))
    first, free = ir.Local("first"), ir.Local("allowed")
    others = ir.Binary("-bits", free, ir.Binary("-bits", first, ir.Single(number(asked.goal), board.spaces.size)))
    return (
        ir.Set("allowed", allowed),
        ir.Set("first", ir.Call(find, (*ends, free))),
        ir.Store(name, ZERO, first),
        ir.Store(name, YES, ir.Call(find, (*ends, others))),
    )


def _path_function(build: Build, board: BoardInfo) -> str:
    table = related(build, builtins.BESIDE, (board.spaces, board.spaces)).declared(0)
    size = ir.Bits(board.spaces.size)
    inputs = (*parameters("start", "goal"), ("allowed", size))
    return build.value(f"way on {board.name}", inputs, lambda: _path(table, board.spaces.size), size)


def _path(table: str, size: int) -> ir.Block:
    """A shortest way from `start` to `goal` over allowed spaces, without the start; the empty set if there is none.

    It is traced back by the distances from the start, of which only the remainder by 3 is kept: neighbours differ by
    one at most.
    """
    start = ir.Single(ir.Local("start"), size)
    begin = [ir.Set(layer, start if k == 0 else empty_set(size)) for k, layer in enumerate(_LAYERS)]
    return (
        *begin,
        ir.Set("seen", start),
        ir.Set("frontier", start),
        ir.Set("step", ZERO),
        ir.While(YES, _forward(table, size)),
        ir.Set("path", empty_set(size)),
        ir.Set("at", ir.Local("goal")),
        ir.While(YES, _backward(table, size)),
    )


def _forward(table: str, size: int) -> ir.Block:
    gather = ir.Set("new", ir.Binary("|", _NEW, lookup(table, _AT)))
    seen = ir.Local("seen")
    return (
        ir.Set("new", empty_set(size)),
        ir.ForBits("at", ir.Local("frontier"), (gather,)),
        ir.Set("new", ir.Binary("-bits", ir.Binary("&", _NEW, ir.Local("allowed")), seen)),
        ir.If(is_empty(_NEW), (ir.Return(empty_set(size)),)),
        ir.Set("step", ir.Binary("%", ir.Binary("+", ir.Local("step"), YES), number(3))),
        *_by_layer(lambda layer: (ir.Set(layer, ir.Binary("|", ir.Local(layer), _NEW)),)),
        ir.If(ir.Binary("has", _NEW, ir.Local("goal")), (ir.Break(),)),
        ir.Set("seen", ir.Binary("|", seen, _NEW)),
        ir.Set("frontier", _NEW),
    )


def _backward(table: str, size: int) -> ir.Block:
    return statements(
        ir.Set("path", ir.Binary("|", _PATH, ir.Single(_AT, size))),
        ir.Set("step", ir.Binary("%", ir.Binary("+", ir.Local("step"), number(2)), number(3))),
        _by_layer(
            lambda layer: (ir.Set("at", ir.Unary("first", ir.Binary("&", lookup(table, _AT), ir.Local(layer)))),)
        ),
        ir.If(equal(_AT, ir.Local("start")), (ir.Return(_PATH),)),
    )


def _by_layer(make: Callable[[str], ir.Block]) -> ir.Block:
    first, second, third = (make(layer) for layer in _LAYERS)
    step = ir.Local("step")
    return (ir.If(equal(step, ZERO), first, (ir.If(equal(step, YES), second, third),)),)
