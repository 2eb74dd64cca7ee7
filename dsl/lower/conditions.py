"""Sentences that are so or not, as expressions of 0 and 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from dsl import model as m
from dsl.analysis.nullable import always_in
from dsl.ir.nodes import INT, OVER, STATUS, Binary, BinaryOp, Block, Call, Expr, Return
from dsl.ir.program import AT, SCORES, WINS
from dsl.lower import board_tables, selections
from dsl.lower.build import Build, Env, Made, guarded, index_of
from dsl.lower.built_in import related
from dsl.lower.nothing import may_be_nothing, missing
from dsl.lower.openness import piece_is_open, value_is_open
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    ZERO,
    both,
    either,
    equal,
    in_kind,
    load,
    negation,
    number,
    pair,
    plus,
    within,
)
from dsl.lower.storage import attribute_value
from dsl.lower.values import by_sort, owner_of
from dsl.model import Condition, Expression
from dsl.model.unions import AnyCondition, any_condition
from dsl.model.world import Kind
from dsl.secrecy.public_legality import PieceIsOpen, ValueIsOpen

_OPERATORS: dict[str, BinaryOp] = {"=": "==", "!=": "!=", ">=": ">=", "<=": "<=", ">": ">", "<": "<"}

Simple = (
    m.Compare
    | m.Flag
    | m.Holds
    | m.IsA
    | m.Located
    | m.InSet
    | m.Owned
    | m.Related
    | m.LinePast
    | m.HasWon
    | m.HasScored
)


def condition(env: Env, node: Condition) -> Expr:
    """1 if the sentence is so. No sentence about nothing is so; a denied one is the opposite."""
    match node:
        case PieceIsOpen(piece=piece):
            return piece_is_open(env, piece)
        case ValueIsOpen(attribute=attribute, piece=piece):
            return value_is_open(env, attribute, piece)
        case Made(make=make):
            return make(env)
        case _:  # what the text says: a closed union
            return _truth(env, any_condition(node))


def _truth(env: Env, node: AnyCondition) -> Expr:
    match node:
        case m.All(conditions=parts):
            return both(*(env.condition(p) for p in parts))
        case m.Any(conditions=parts):
            return either(*(env.condition(p) for p in parts))
        case m.Not(condition=inner):
            return negation(env.condition(inner))
        case m.Unspent(meaning=meaning):
            return env.condition(meaning)
        case m.Exists(selection=selection):
            return selections.exists(env, selection)
        case m.ForAll(selection=selection, condition=inner):
            return selections.every(env, selection, inner)
        case m.Some():
            return selections.exists(env, selections.narrowed(env.build, node))
        case m.OnWalk():
            return env.build.language.on_walk(env, node)
        case m.CanDo():
            return env.build.language.can(env, node)
        case m.CanDoPower():
            return env.build.language.can_power(env, node)
        case m.Recorded():
            return env.build.language.was_recorded(env, node)
        case m.Derived() | m.Unbarred() | m.Asked() | m.Choosable() | m.CanPass() | m.HasDone() | m.Utmost():
            raise TypeError(f"{type(node).__name__} is no sentence about a position alone")
        case _:  # the rest of the union, which ends there
            return _simple(env, node)


def _simple(env: Env, node: Simple) -> Expr:
    match node:
        case m.Compare(operator=operator, left=left, right=right):
            return _compare(env, operator, left, right)
        case m.Flag(attribute=attribute, of=of):
            return _about(env, f"is {attribute.array}", (of,), lambda p: attribute_value(env.build, attribute, p[0]))
        case m.Holds(quality=quality, arguments=arguments, otherwise=None):
            name = quality_function(env.build, quality)
            return _about(env, f"{name}!", arguments, lambda p: Call(name, p))
        case m.Holds():
            return by_sort(env, node, lambda inner, first: inner.condition(first), NO)
        case m.IsA(what=what, kind=kind):
            return _about(env, f"is a {kind.name}", (what,), lambda p: in_kind(p[0], kind))
        case m.Located(what=what, where=where):
            return _located(env, what, where)
        case m.InSet(what=what, members=members):
            return Binary("has", env.values[members], index_of(members.kind, env.expression(what)))
        case m.Owned(what=what, by=by):
            return _owned(env, what, by)
        case m.Related():
            return _related(env, node)
        case m.LinePast(start=start, end=end, selection=selection):
            return _line_past(env, start, end, selection)
        case m.HasWon(who=who):
            return _drawn(env) if who is None else _about(env, "has won", (who,), lambda p: load(WINS, p[0]))
        case m.HasScored():
            return _has_scored(env, node)
        case _:
            assert_never(node)


def _drawn(env: Env) -> Expr:
    """The game is over, and nobody has won."""
    winners = (load(WINS, number(player)) for player in range(env.build.players))
    return both(equal(load(STATUS, ZERO), number(OVER)), negation(either(*winners)))


def _has_scored(env: Env, node: m.HasScored) -> Expr:
    """Where no sentence scores, everybody has 0."""
    amount = env.expression(node.amount)
    gain = amount if node.gain else Binary("-", ZERO, amount)
    scores = SCORES in env.build.arrays
    return _about(env, "has scored", (node.who,), lambda p: equal(load(SCORES, p[0]) if scores else ZERO, gain))


def _about(env: Env, name: str, nodes: tuple[Expression, ...], make: Callable[[tuple[Expr, ...]], Expr]) -> Expr:
    """`make` of the values of the nodes; 0 where one of them is nothing."""
    maybe = [may_be_nothing(env.build, n) for n in nodes]
    return guarded(env, name, [env.expression(n) for n in nodes], maybe, make, NO)


def _compare(env: Env, operator: str, left: Expression, right: Expression) -> Expr:
    if operator == "!=":
        return negation(_compare(env, "=", left, right))
    if isinstance(right, m.Constant) and right.maybe:  # the word `nothing`
        return equal(env.expression(left), NOTHING) if may_be_nothing(env.build, left) else NO
    sign = _OPERATORS[operator]
    values = env.expression(left), env.expression(right)
    if left.kind.below_zero or right.kind.below_zero:
        nothing = [missing(env, n, v) for n, v in zip((left, right), values, strict=True)]
        return both(negation(either(*nothing)), Binary(sign, *values))
    maybe = [may_be_nothing(env.build, n) for n in (left, right)]
    numbers = left.kind.sort in ("number", "range")
    if not any(maybe) or (not numbers and not all(maybe)):
        return equal(*values) if sign == "==" else Binary(sign, *values)
    return guarded(env, f"is {operator}", values, maybe, lambda p: Binary(sign, p[0], p[1]), NO)


# --------------------------------------------------------------------------------------------------------------- places


def _located(env: Env, what: Expression, where: Expression | Kind) -> Expr:
    if isinstance(where, Kind):
        return _located_in(env, what, where)
    if what.kind.sort != "piece":
        return _about(env, "same place", (what, where), lambda p: equal(p[0], p[1]))
    build = env.build
    if where.kind.sort == "piece":
        return _about(env, "on piece", (what, where), lambda p: equal(load(AT, p[0]), plus(p[1], build.locations)))
    if not may_be_nothing(build, what):
        return equal(load(AT, env.expression(what)), env.expression(where))
    return _about(env, "at", (what, where), lambda p: equal(load(AT, p[0]), p[1]))


def _located_in(env: Env, what: Expression, where: Kind) -> Expr:
    """Whether a piece or space is anywhere in a kind of place."""
    build = env.build
    if where.sort == "piece":
        start, stop = where.start + build.locations, where.stop + build.locations
        return _about(env, f"in {where.name}", (what,), lambda p: within(load(AT, p[0]), start, stop))
    if what.kind.sort != "piece":
        return _about(env, f"within {where.name}", (what,), lambda p: in_kind(p[0], where))
    if where.members is None and always_in(build, what.kind, where):
        return _about(env, "is there", (what,), lambda p: YES)
    return _about(env, f"in {where.name}", (what,), lambda p: in_kind(load(AT, p[0]), where))


def _owned(env: Env, what: Expression, by: Expression) -> Expr:
    owner = owner_of(env, what)
    nobody = may_be_nothing(env.build, m.OwnerOf(what.span, by.kind, True, what))
    maybe = (nobody, may_be_nothing(env.build, by))
    if not all(maybe):
        return equal(owner, env.expression(by))
    return guarded(env, "is =", (owner, env.expression(by)), maybe, lambda p: Binary("==", p[0], p[1]), NO)


# ------------------------------------------------------------------------------------------------------------ relations


def _related(env: Env, node: m.Related) -> Expr:
    table = related(env.build, node.relation, (a.kind for a in node.arguments))

    def make(given: tuple[Expr, ...]) -> Expr:
        subject, *others = (index_of(kind, one) for kind, one in zip(table.kinds, given, strict=True))
        return Binary("has", table.where(0, others), subject)

    return _about(env, f"has {table.name(0)}", node.arguments, make)


def _line_past(env: Env, start: Expression, end: Expression, selection: m.Selection) -> Expr:
    board = board_tables.board_with(env.build, start.kind)
    assert board is not None  # the resolver has found these spaces
    touched = selections.at_entry(env, selection)

    def make(given: tuple[Expr, ...]) -> Expr:
        a, b = (index_of(x.kind, g) for x, g in zip((start, end), given, strict=True))
        return Call(board_tables.line_past(env.build, board), (pair(a, b, board.spaces.size), touched))

    return _about(env, f"line on {board.name}", (start, end), make)


# ---------------------------------------------------------------------------------------------------------- definitions


def quality_function(build: Build, quality: m.Quality) -> str:
    """The function of a quality of the game; its arguments are there."""
    name = build.once(("quality", quality), lambda: build.number(f"is {quality.name}"))
    env = Env(build)
    parameters = env.parameters(quality.parameters)
    return build.value(name, parameters, lambda: _quality_body(env, quality), INT, quality.span)


def _quality_body(env: Env, quality: m.Quality) -> Block:
    return (Return(both(*(env.condition(c) for c in quality.conditions))),)
