"""The most that things are worth in groups: the best way to cut a row of them, found from its beginning.

What the first things of a row are worth at most follows from what fewer of them are worth: the last one is in no group,
or ends one. So the last few of these numbers are kept, as many as things are in the largest group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from dsl import model as m
from dsl.analysis.whereabouts import pieces_in
from dsl.ir.nodes import Binary, Block, Expr, ForRange, If, Local, Return, Set, Stmt
from dsl.ir.program import AT, RANK
from dsl.lower import selections
from dsl.lower.build import Env, index_of, outlined
from dsl.lower.loops import loop
from dsl.lower.nothing import may_be_nothing
from dsl.lower.ops import NO, NOTHING, YES, ZERO, both, equal, load, number, plus, statements, when, within
from dsl.model import Variable
from dsl.model.visit import use

_PIECE, _OTHER, _PLACE, _TOGETHER = Local("piece"), Local("other"), Local("place"), Local("together")
_BEST = Local("best")


def most(env: Env, node: m.MostInGroups) -> Expr:
    """The most that the things are worth; 0 of nothing."""
    row = _any_things if node.bottom is None else _neighbours

    def body(inner: Env) -> Block:
        worths = tuple(Set(_worth(k).name, inner.counted(g.worth)) for k, g in enumerate(node.groups))
        return (*worths, *row(inner, node))

    return outlined(env, "most in groups", (node,), body, without=(node.selection.variable,))


def _worth(group: int) -> Local:
    return Local(f"worth {group}")


# ---------------------------------------------------------------------------------------------------------------- a row


def _least(back: int) -> Local:
    """What the things of the row but the last `back` of those before this one are worth."""
    return Local(f"without {back}")


def _beginning(node: m.MostInGroups) -> Block:
    return tuple(Set(_least(back).name, ZERO) for back in range(_largest(node)))


def _next(node: m.MostInGroups, groups: Sequence[int], ends_one: Callable[[int], Expr]) -> Block:
    """Goes on to the next thing of the row. `ends_one`: whether it ends a group of this sort."""
    tries: list[Stmt] = []
    for k in groups:
        worth = Binary("+", _least(node.groups[k].size - 1), _worth(k))
        better: Block = (If(Binary(">", worth, _BEST), (Set("best", worth),)),)
        tries += when(ends_one(k), better)
    moved = (Set(_least(back).name, _least(back - 1)) for back in range(_largest(node) - 1, 0, -1))
    return (Set("best", _least(0)), *tries, *moved, Set(_least(0).name, _BEST))


def _largest(node: m.MostInGroups) -> int:
    return max(group.size for group in node.groups)


# ----------------------------------------------------------------------------------------------------------- any things


def _any_things(env: Env, node: m.MostInGroups) -> Block:
    """Those that have the same are a row of their own, as their order does not matter; who has none is one alone."""
    of = next((group.of for group in node.groups if group.of is not None), None)
    selection = node.selection
    if of is None:
        return (Set("count", selections.count(env, selection)), *_counted_row(node), Return(_least(0)))
    value = Variable(of.kind.name, of.kind)
    same = m.Compare(node.span, "=", of, use(value, node.span))
    alike = replace(selection, that=(*selection.that, same))
    env.values[value] = Local("value")

    def one() -> Block:
        is_first = equal(selections.first(env, alike), env.values[selection.variable])
        at_first = If(is_first, (Set("count", selections.count(env, alike)),))
        alone = If(equal(Local("value"), NOTHING), (Set("count", YES),), (at_first,))
        counting = alone if may_be_nothing(env.build, of) else at_first
        told = (Set("value", env.expression(of)), Set("count", ZERO), counting)
        return (*told, *_counted_row(node), Set("total", Binary("+", Local("total"), _least(0))))

    return (Set("total", ZERO), *loop(env, selection, one), Return(Local("total")))


def _counted_row(node: m.MostInGroups) -> Block:
    def ends_one(k: int) -> Expr:
        return Binary(">=", _TOGETHER, number(node.groups[k].size))

    turn = _next(node, range(len(node.groups)), ends_one)
    return (*_beginning(node), ForRange("together", YES, plus(Local("count"), 1), turn))


# ----------------------------------------------------------------------------------------------------------- neighbours


def _neighbours(env: Env, node: m.MostInGroups) -> Block:
    """The pieces of a place from its bottom. `together` are those before which none lies that is not selected."""
    assert node.bottom is not None
    selection, place = node.selection, node.bottom.place
    start, stop = pieces_in(env.build, env.build.world.pieces, place.kind)
    members = selections.at_entry(env, selection)
    at = plus(env.expression(place), env.build.locations if place.kind.sort == "piece" else 0)
    here = both(equal(load(AT, _OTHER), _PLACE), equal(load(RANK, _OTHER), Local("rank")))
    find = (Set("piece", NOTHING), ForRange("other", number(start), number(stop), (If(here, (Set("piece", _OTHER),)),)))
    kind = selection.kind
    inside = within(_PIECE, kind.start, kind.start + kind.size)
    chosen = Set("chosen", Binary("has", Local("members"), index_of(kind, _PIECE)))
    env.values[selection.variable] = _PIECE
    turn = (
        *find,
        If(equal(_PIECE, NOTHING), (Return(_least(0)),)),
        Set("chosen", NO),
        *when(inside, (chosen,)),
        If(Local("chosen"), _joins(env, node), (Set("together", ZERO), *_next(node, (), _no_group))),
    )
    nowhere = If(equal(env.expression(place), NOTHING), (Return(ZERO),)) if may_be_nothing(env.build, place) else ()
    return statements(
        nowhere,
        Set("members", members),
        Set("place", at),
        Set("together", ZERO),
        tuple(Set(_before(k, back).name, NOTHING) for k, back in _remembered(node)),
        _beginning(node),
        ForRange("rank", ZERO, number(stop - start), turn),
        Return(_least(0)),
    )


def _no_group(_: int) -> Expr:
    return NO


def _joins(env: Env, node: m.MostInGroups) -> Block:
    """The piece is together with those before it."""
    told = tuple(
        Set(_before(k, 0).name, env.expression(group.of)) for k, group in enumerate(node.groups) if group.of is not None
    )
    turn = _next(node, range(len(node.groups)), lambda k: _is_group(env, node.groups[k], k))
    moved = (Set(_before(k, back).name, _before(k, back - 1)) for k, back in reversed(_remembered(node)) if back)
    return (Set("together", plus(_TOGETHER, 1)), *told, *turn, *moved)


def _is_group(env: Env, group: m.Group, k: int) -> Expr:
    """Whether the last pieces that are together are a group of this sort."""
    enough = Binary(">=", _TOGETHER, number(group.size))
    if group.of is None:
        return enough
    told = [_before(k, back) for back in range(group.size)]
    pairs = combinations(told, 2) if group.alike == "different" else ((told[0], other) for other in told[1:])
    sign = "!=" if group.alike == "different" else "=="
    known = [Binary("!=", one, NOTHING) for one in told] if may_be_nothing(env.build, group.of) else ()
    return both(enough, *known, *(Binary(sign, one, other) for one, other in pairs))  # type: ignore[arg-type]


def _before(group: int, back: int) -> Local:
    """What the piece so many before has, by which groups of this sort are told."""
    return Local(f"of {group}, {back} before")


def _remembered(node: m.MostInGroups) -> list[tuple[int, int]]:
    """Which of these names there are, by sorts of groups."""
    return [(k, back) for k, group in enumerate(node.groups) if group.of is not None for back in range(group.size)]
