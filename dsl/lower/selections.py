"""What is said of all elements that are selected: that there is one, how many, the first, the highest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dsl import model as m
from dsl.ir.nodes import Binary, Bits, Block, Const, Expr, If, Local, Return, Set, Single, Unary
from dsl.lower.build import Build, Env, first_of, index_of, outlined
from dsl.lower.loops import loop, members
from dsl.lower.nothing import may_be_nothing
from dsl.lower.occupancy import as_spaces, standing
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    ZERO,
    both,
    complement,
    either,
    empty_set,
    intersection,
    is_empty,
    negation,
    number,
    statements,
    when,
)
from dsl.lower.split_by_kind import of_each_kind
from dsl.model import Condition, Node, Selection


def exists(env: Env, selection: Selection) -> Expr:
    """1 if there is such an element."""
    found = standing(env, selection)
    if found:
        return Binary("has", found.members, index_of(found.board.spaces, env.expression(found.where)))
    selection = as_spaces(env, selection) or selection
    as_set = members(env, selection)
    if as_set:
        head, chosen = as_set
        return both(head, negation(is_empty(chosen)))
    parts = of_each_kind(env, selection)
    if parts:
        return either(*(exists(env, part) for part in parts))

    def body(inner: Env) -> Block:
        return (*loop(inner, selection, lambda: (Return(YES),)), Return(NO))

    return _over(env, "some", selection, (), body)


def narrowed(build: Build, some: m.Some) -> Selection:
    """The elements of which the sentence holds."""
    chosen = some.selection
    return build.once(("some", some), lambda: replace(chosen, that=(*chosen.that, some.condition)))


def every(env: Env, selection: Selection, condition: Condition) -> Expr:
    """1 if the condition, about the selection's variable, holds for every such element."""
    chosen = members(env, selection)
    holds = env.lift(selection.variable, condition) if chosen else None
    if chosen and holds and holds.cheap:
        head, elements = chosen
        outside = intersection((elements, complement(holds.members, selection.kind.size)), selection.kind.size)
        return negation(both(head, negation(is_empty(outside))))

    def body(inner: Env) -> Block:
        def one() -> Block:
            return when(negation(inner.condition(condition)), (Return(NO),))

        return (*loop(inner, selection, one), Return(YES))

    return _over(env, "every", selection, (condition,), body)


def count(env: Env, selection: Selection) -> Expr:
    chosen = members(env, selection)
    if chosen and chosen[0] == YES:
        return Unary("count", chosen[1])
    total = Local("count")

    def body(inner: Env) -> Block:
        one: Block = (Set("count", Binary("+", total, YES)),)
        return (Set("count", ZERO), *loop(inner, selection, lambda: one), Return(total))

    return _over(env, "number", selection, (), body)


def first(env: Env, selection: Selection) -> Expr:
    """The first such element, or -1."""
    kind = selection.kind
    if kind.size == 1 and not selection.conditions and selection.among is None and kind.members is None:
        return number(first_of(kind))
    chosen = members(env, selection)
    if chosen and chosen[0] == YES and first_of(kind) == 0:
        return Unary("first", chosen[1])

    def body(inner: Env) -> Block:
        return (*loop(inner, selection, lambda: (Return(inner.values[selection.variable]),)), Return(NOTHING))

    return _over(env, "first", selection, (), body)


def at_entry(env: Env, selection: Selection) -> Expr:
    """The set of the selected elements, counted from 0 in their kind."""
    exact = members(env, selection)
    if exact and exact[0] == YES:
        return exact[1]
    size = Bits(selection.kind.size)
    found = Local("found")

    def body(inner: Env) -> Block:
        def one() -> Block:
            element = index_of(selection.kind, inner.values[selection.variable])
            return (Set("found", Binary("|", found, Single(element, size.size))),)

        return (Set("found", empty_set(size.size)), *loop(inner, selection, one), Return(found))

    return outlined(env, "every one", (selection,), body, size, (selection.variable,))


# --------------------------------------------------------------------------------------------------- highest and lowest


def extreme(env: Env, node: m.Extreme) -> Expr:
    """The highest or lowest value, or the total; 0 of nothing."""
    value = Local("value")

    def body(inner: Env) -> Block:
        def one() -> Block:
            return _total(inner, node, value) if node.which == "total" else _better(inner, node, value)

        start = (Set("best", ZERO), Set("any", NO))
        return (*start[: 1 if node.which == "total" else 2], *loop(inner, node.selection, one), Return(Local("best")))

    return _over(env, node.which, node.selection, (node.of,), body)


def _total(env: Env, node: m.Extreme, value: Local) -> Block:
    got = env.expression(node.of)
    if not may_be_nothing(env.build, node.of):
        return (Set("best", Binary("+", Local("best"), got)),)
    add = Set("best", Binary("+", Local("best"), value))
    return (Set("value", got), If(Binary("!=", value, NOTHING), (add,)))


def _better(env: Env, node: m.Extreme | m.Best, value: Local, keep: Callable[[], Block] = tuple) -> Block:
    """Takes the value of the element, if it is the first or beats the best so far."""
    sign: Expr = Binary(">" if node.which == "highest" else "<", value, Local("best"))
    beats = Binary("or", Unary("not", Local("any")), sign)
    if may_be_nothing(env.build, node.of):
        beats = Binary("and", Binary("!=", value, NOTHING), beats)
    take = statements(Set("best", value), Set("any", YES), keep())
    return (Set("value", env.expression(node.of)), If(beats, take))


def best(env: Env, node: m.Best) -> Expr:
    """The first element with the highest or lowest value, or -1."""

    def body(inner: Env) -> Block:
        def keep() -> Block:
            return (Set("element", inner.values[node.selection.variable]),)

        start = (Set("best", ZERO), Set("any", NO), Set("element", NOTHING))
        turns = loop(inner, node.selection, lambda: _better(inner, node, Local("value"), keep))
        return (*start, *turns, Return(Local("element")))

    return _over(env, f"of {node.which}", node.selection, (node.of,), body)


# -------------------------------------------------------------------------------------------------------------- choices


def only(env: Env, selection: Selection, more: tuple[Condition, ...] = ()) -> Expr:
    """The only such element; -1 if there is none, `SEVERAL` if there is more than one."""
    return _over(env, "only", selection, more, lambda inner: _only(inner, selection, more, SEVERAL))


def alone(env: Env, selection: Selection) -> Expr:
    """The only such element; -1 if there is none, or more than one."""
    return _over(env, "alone", selection, (), lambda inner: _only(inner, selection, (), NOTHING))


def _only(inner: Env, selection: Selection, more: tuple[Condition, ...], several: Const) -> Block:
    found = Local("found")

    def one() -> Block:
        again = If(Binary("!=", found, NOTHING), (Return(several),))
        return (again, Set("found", inner.values[selection.variable]))

    return (Set("found", NOTHING), *loop(inner, selection, one, more), Return(found))


SEVERAL = Const(-2)


def _over(env: Env, hint: str, selection: Selection, more: tuple[Node, ...], body: Callable[[Env], Block]) -> Expr:
    return outlined(env, hint, (selection, *more), body, without=(selection.variable,))
