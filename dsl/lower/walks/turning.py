"""Walks that turn on the way: they go from port to port, a port being a space entered along a direction."""

from __future__ import annotations

from dsl import model as m
from dsl.builtins import NEIGHBOUR
from dsl.ir.nodes import INT, Binary, Bits, Block, Call, Expr, ForBits, Local, Return, Set, Single, While
from dsl.lower.build import Env, index_of
from dsl.lower.built_in import on_board
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    ZERO,
    either,
    empty_set,
    equal,
    is_empty,
    lookup,
    negation,
    number,
    pair,
    parameters,
    plus,
    statements,
    when,
)
from dsl.lower.walks.parts import board_of, collected, starts, stops
from dsl.model import Walk

_AT, _NEXT, _SEEN = Local("at"), Local("next"), Local("seen")


def heading(env: Env, walk: Walk, start: Expr) -> Expr:
    """The direction, as its number, from which the walk comes to its start (`start` counted from 0); -1 for none."""
    if walk.heading is None:
        return NOTHING
    inner = Env(env.build)
    inner.values = dict(env.values)
    if isinstance(walk.start, m.Selection):
        inner.values[walk.start.variable] = plus(start, walk.start.kind.start)
    return inner.expression(walk.heading)


def ways_on(env: Env, walk: Walk, here: Expr, came: Expr) -> Expr:
    """The set of directions along which the walk leads on; `here` counted from 0, `came` a direction or -1."""
    assert walk.turns is not None
    own = Env(env.build)
    given = (*parameters("here", "came"), *own.parameters(walk.parameters))
    name = env.build.value(
        f"ways on {walk.name}", given, lambda: _ways_body(own, walk), Bits(walk.turns.kind.size), walk.span
    )
    return Call(name, (here, came, *(env.values[p] for p in walk.parameters)))


def _ways_body(env: Env, walk: Walk) -> Block:
    assert walk.turns is not None
    assert walk.here is not None
    assert walk.came is not None
    env.values[walk.here] = plus(Local("here"), walk.here.kind.start)
    env.values[walk.came] = Local("came")
    return collected(env, walk.turns)


def step(env: Env, walk: Walk, way: Expr, here: Expr) -> Expr:
    """The space one step along a direction, as a location, or -1; both are counted from 0."""
    board = board_of(env, walk)
    return on_board(env.build, NEIGHBOUR, board).at((here, way))


def port(env: Env, walk: Walk, came: Expr, here: Expr) -> Expr:
    """The number of a space (from 0) entered along a direction (a number, or -1): no direction comes last."""
    board = board_of(env, walk)
    count = board.directions.size
    numbers = env.build.table(f"port.{board.name}", lambda: (count, *range(count)))
    first = -board.directions.start
    return pair(lookup(numbers, Binary("max", plus(came, first + 1), ZERO)), here, board.spaces.size)


def ports(env: Env, walk: Walk) -> int:
    """How many ports there are on the board of the walk."""
    board = board_of(env, walk)
    return board.spaces.size * (board.directions.size + 1)


def turned_set(env: Env, walk: Walk) -> Block:
    """The spaces of all ports that are reached."""
    size, found = board_of(env, walk).spaces.size, Local("found")
    here = Single(Binary("%", Local("port"), number(size)), size)
    add = (Set("found", Binary("|", found, here)),)
    return (*_turned_ports(env, walk), Set("found", empty_set(size)), ForBits("port", _SEEN, add), Return(found))


def turned_ends(env: Env, walk: Walk) -> Block:
    """The spaces of the ports at which the walk stops, or from which it leads nowhere."""
    size, found = board_of(env, walk).spaces.size, Local("found")
    end = (Set("found", Binary("|", found, Single(_AT, size))),)
    one = statements(_port_read(env, walk), when(either(stops(env, walk, _AT), negation(_leads_on(env, walk))), end))
    return (*_turned_ports(env, walk), Set("found", empty_set(size)), ForBits("port", _SEEN, one), Return(found))


def _leads_on(env: Env, walk: Walk) -> Expr:
    """Whether a way leads from the port to a space of the board."""
    own = Env(env.build)
    given = (*parameters("here", "came"), *own.parameters(walk.parameters))

    def body() -> Block:
        there = negation(equal(step(own, walk, Local("way"), Local("here")), NOTHING))
        ways = ways_on(own, walk, Local("here"), Local("came"))
        return (ForBits("way", ways, when(there, (Return(YES),))), Return(NO))

    name = env.build.value(f"leads on {walk.name}", given, body, INT, walk.span)
    return Call(name, (_AT, Local("came"), *(env.values[p] for p in walk.parameters)))


def _port_read(env: Env, walk: Walk) -> Block:
    """Takes the port apart into `at` and `came`."""
    board = board_of(env, walk)
    count, start = board.directions.size, board.directions.start
    numbers = env.build.table(f"came.{board.name}", lambda: (*(start + k for k in range(count)), -1))
    size = number(board.spaces.size)
    came = lookup(numbers, Binary("//", Local("port"), size))
    return (Set("at", Binary("%", Local("port"), size)), Set("came", came))


def _turned_ports(env: Env, walk: Walk) -> Block:
    """Breadth first, as `_levels`, but over ports."""
    kind, count, new = board_of(env, walk).spaces, ports(env, walk), Local("new")
    first = Single(port(env, walk, heading(env, walk, _AT), _AT), count)
    begin = ForBits("at", starts(env, walk), (Set("seen", Binary("|", _SEEN, first)),))
    there = Single(pair(Local("way"), index_of(kind, _NEXT), kind.size), count)
    found = when(negation(equal(_NEXT, NOTHING)), (Set("new", Binary("|", new, there)),))
    along = (Set("next", step(env, walk, Local("way"), _AT)), *found)
    onward_ = (ForBits("way", ways_on(env, walk, _AT, Local("came")), along),)
    level = statements(
        Set("new", empty_set(count)),
        ForBits("port", Local("frontier"), (*_port_read(env, walk), *when(negation(stops(env, walk, _AT)), onward_))),
        Set("new", Binary("-bits", new, _SEEN)),
        Set("seen", Binary("|", _SEEN, new)),
        Set("frontier", new),
    )
    turns = While(negation(is_empty(Local("frontier"))), level)
    return (Set("seen", empty_set(count)), begin, Set("frontier", _SEEN), turns)
