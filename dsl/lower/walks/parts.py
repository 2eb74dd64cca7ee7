"""Of what walks are made: the board, where they begin, where they stop."""

from __future__ import annotations

from collections.abc import Callable

from dsl import model as m
from dsl.analysis.nullable import may_be_nothing
from dsl.ir.nodes import Binary, Bits, Block, Call, Const, Expr, Local, Return, Set, Single
from dsl.lower.build import Env, guarded, index_of, outlined
from dsl.lower.loops import loop
from dsl.lower.ops import NO, both, either, empty_set, plus
from dsl.model import Walk
from dsl.model.world import BoardInfo

Arguments = tuple[m.Expression, ...]


def board_of(env: Env, walk: Walk) -> BoardInfo:
    assert walk.here is not None  # the resolver gives every walk its board
    return env.build.world.board_of(walk.here.kind)


def about(env: Env, name: str, walk: Walk, arguments: Arguments, body: Callable[[Env], Block], nothing: Const) -> Expr:
    """A call of the value function `name`, which is told of what the walk is; `nothing` for the walk of nothing."""
    inner = Env(env.build)
    given = inner.parameters(walk.parameters)
    function = env.build.value(name, given, lambda: body(inner), nothing.type, walk.span)
    maybe = [may_be_nothing(env.build, a) for a in arguments]
    return guarded(env, f"{name}?", [env.expression(a) for a in arguments], maybe, lambda p: Call(function, p), nothing)


def starts(env: Env, walk: Walk) -> Expr:
    """The set of spaces where the walk begins."""
    kind = board_of(env, walk).spaces
    if isinstance(walk.start, m.Selection):
        selection = walk.start
        return outlined(env, f"starts of {walk.name}", (selection,), lambda inner: collected(inner, selection),
                        Bits(kind.size), (selection.variable,))  # fmt: skip
    assert walk.start is not None  # the resolver refuses a walk that starts nowhere
    return Single(index_of(kind, env.expression(walk.start)), kind.size)


def collected(env: Env, selection: m.Selection) -> Block:
    """Returns the set of the selected elements, counted from 0 in their kind."""
    size, found = selection.kind.size, Local("found")

    def one() -> Block:
        element = index_of(selection.kind, env.values[selection.variable])
        return (Set("found", Binary("|", found, Single(element, size))),)

    return (Set("found", empty_set(size)), *loop(env, selection, one), Return(found))


def stops(env: Env, walk: Walk, at: Expr, begun: Expr | None = None) -> Expr:
    """Whether the walk does not go beyond the space `at`, counted from 0; `begun` is where it began.

    One space with which it starts never stops it: a piece that starts there would be in its own way.
    """
    assert walk.here is not None
    if not walk.stops:
        return NO
    kind = walk.here.kind
    inner = Env(env.build)
    inner.values = {**env.values, walk.here: plus(at, kind.start)}
    holds = either(*(inner.condition(c) for c in walk.stops))
    if not isinstance(walk.start, m.Expression):
        return holds
    start = begun or index_of(kind, env.expression(walk.start))
    return both(Binary("!=", at, start), holds)
