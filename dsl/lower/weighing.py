"""The numbers that decide, for those who are told an example: what is compared, and of what a number is put together.

What a need compares is worked out where an action is refused. What is compared, and put together, while something is
done, is noted beside the position when play comes there (`NOTED`), and only in programs with examples. Of numbers that
not everybody sees nothing is noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from dsl import model as m
from dsl.analysis.base import roots
from dsl.analysis.effects import SCORES, WINNER, Footprint, changes, consequences, reached, reads, writes
from dsl.ir.nodes import Block, Expr, Return, Store
from dsl.ir.program import NOTED, Noting, Sum, Weighing
from dsl.lower.build import Build, Env, Scene
from dsl.lower.ops import load, number, plus
from dsl.model import Condition, Expression, Variable
from dsl.model.core import GameOver
from dsl.model.visit import free, nodes_in
from dsl.model.world import NUMBER
from dsl.secrecy.sources import Sight
from dsl.source import Span

MOST_PARTS = 4
PLUS, MINUS, TIMES = "+", "–", "×"
Parts = tuple[tuple[str, Expression], ...]


@dataclass(frozen=True)
class Site:
    """Where numbers are noted; of what is done there `deeds` depend on them."""

    build: Build
    noting: Noting
    deeds: tuple[m.Statement, ...]

    @cached_property
    def decides(self) -> Footprint:
        """What can be otherwise where the numbers are others."""
        build = self.build
        done = [*reached(build, self.deeds)]
        won = {WINNER} if any(isinstance(node, GameOver) for node in done) else set()
        scored = {SCORES} if any(isinstance(node, m.Score) for node in done) else set()
        return writes(build, consequences(build, changes(build, self.deeds))) | won | scored


# ----------------------------------------------------------------------------------------------------- what is a number


def is_number(value: Expression) -> bool:
    return value.kind.is_a(NUMBER)


def parts_of(value: Expression) -> Parts:
    """Of what a number is put together, each behind its sign; nothing where it is not, or of too much."""
    match value:
        case m.Arithmetic(operator="multiplied by", left=left, right=right):
            found: Parts = ((TIMES, left), (TIMES, right))
        case m.Arithmetic(operator="plus" | "minus"):
            found = tuple(_summands(value))
        case _:  # is one number
            return ()
    shown = any(not isinstance(part, m.Constant) for _, part in found)
    return found if shown and len(found) <= MOST_PARTS else ()


def _summands(value: Expression) -> Iterator[tuple[str, Expression]]:
    match value:
        case m.Arithmetic(operator="plus", left=left, right=right):
            yield from (*_summands(left), *_summands(right))
        case m.Arithmetic(operator="minus", left=left, right=right):
            yield from (*_summands(left), (MINUS, right))
        case _:  # is one number in the sum
            yield PLUS, value


def parts_in(value: Expression) -> tuple[Parts, dict[Variable, Expression]]:
    """The parts of a number, and what stands for the names in them: of a value of the game it is put together as its
    definition says, if that is one line."""
    match value:
        case m.Apply(value=m.Value(cases=[(meant, None, _)], layers=(), parameters=parameters), otherwise=None):
            return parts_of(meant), dict(zip(parameters, value.arguments, strict=True))
        case _:  # is put together where it stands, or is one number
            return parts_of(value), {}


def worked_out(env: Env, value: Expression) -> tuple[Expr, tuple[tuple[str, Expr], ...]]:
    """A number, and its parts."""
    parts, meant = parts_in(value)
    inner = copy(env)
    inner.values = env.values | {variable: env.expression(argument) for variable, argument in meant.items()}
    return env.expression(value), tuple((sign, inner.counted(part)) for sign, part in parts)


# ----------------------------------------------------------------------------------------------------- while it is done


def sites(build: Build) -> list[Site]:
    """All places where something is noted, of what was written by now."""
    return build.once("noted", list)


def declare_noted(build: Build) -> tuple[Noting, ...]:
    """The array, when everything is written."""
    notings = tuple(site.noting for site in sites(build))
    if notings:
        build.array(NOTED, sum(noting.size for noting in notings), "control")
    return notings


def noted_before(scene: Scene, node: m.If) -> Block:
    """What notes the numbers that the first branch compares, if all see them."""
    match node.branches[0]:
        case (m.Compare(operator=">=" | "<=" | ">" | "<", left=left, right=right) as compares, _):
            numbers = is_number(left) and is_number(right)
            if _is_noting(scene) and numbers and scene.build.seen.shows(node, left, right):
                return _noted(scene, compares.span, (left, right), (node,))
        case _:  # no numbers decide
            pass
    return ()


def noted_name(scene: Scene, node: m.Let) -> Block:
    """What notes the number that has just got a name, where it is put together, if all see it."""
    parts, _ = parts_in(node.value)
    if not parts or not _is_noting(scene) or not scene.build.seen.shows(node, node.value):
        return ()
    return _noted(scene, node.span, (node.value,), tuple(_using(scene.build, node.variable)))


def noted_head(scene: Scene, action: m.Act) -> Block:
    """What notes the numbers that got names while an answer was given."""
    return tuple(s for line in action.head if isinstance(line, m.Let) for s in noted_name(scene, line))


def _is_noting(scene: Scene) -> bool:
    return scene.build.examples and not scene.mode.test


def _noted(scene: Scene, span: Span, values: tuple[Expression, ...], deeds: tuple[m.Statement, ...]) -> Block:
    found = [worked_out(scene, value) for value in values]
    signs = tuple(tuple(sign for sign, _ in parts) for _, parts in found)
    noting = _noting(scene.build, span, signs, deeds)
    numbers = [part for value, parts in found for part in (value, *(part for _, part in parts))]
    stores = (Store(NOTED, number(noting.word + k), value) for k, value in enumerate(numbers, 1))
    return (Store(NOTED, number(noting.word), plus(load(NOTED, noting.word), 1)), *stores)


def _noting(build: Build, span: Span, sides: tuple[tuple[str, ...], ...], deeds: tuple[m.Statement, ...]) -> Noting:
    """What is noted there; the same wherever that line is carried out."""

    def made() -> Noting:
        others = sites(build)
        last = others[-1].noting if others else None
        noting = Noting(span, last.word + last.size if last else 0, sides)
        others.append(Site(build, noting, deeds))
        return noting

    return build.once(("noting", span), made)


def _using(build: Build, name: Variable) -> Iterator[m.Statement]:
    """The statements that use the name of a number, and those that use the names of what is made of it."""
    for statement in _users(build).get(name, ()):
        yield statement
        if isinstance(statement, m.Let):
            yield from _using(build, statement.variable)


def _users(build: Build) -> dict[Variable, list[m.Statement]]:
    """For each name the statements in which it is used, and not brought in."""

    def found() -> dict[Variable, list[m.Statement]]:
        users: dict[Variable, list[m.Statement]] = {}
        for node in (node for root in roots(build) for node in nodes_in(root) if isinstance(node, m.Statement)):
            for name in free((node,)):
                users.setdefault(name, []).append(node)
        return users

    return build.once("users of names", found)


# ---------------------------------------------------------------------------------------------- of a line of an example


def decided_by(build: Build, condition: Condition) -> tuple[int, ...]:
    """The numbers of the notings of which it can have come that something is so."""
    told = reads(build, (condition,))
    return tuple(k for k, site in enumerate(sites(build)) if told & site.decides)


def weighed(scene: Scene, can: m.CanDo) -> Iterator[Weighing]:
    """What the needs of an action compare that cannot be done, as far as the line says with what."""
    action = can.invocation.action
    stated = [(action.actor, can.who), *zip(action.parameters, can.invocation.arguments, strict=True)]
    known = {name: scene.expression(value) for name, value in stated if name is not None and value is not None}
    yield from _compared(scene, action.needs, known)
    inner = scene.inside()
    inner.values.update(known)
    told = (isinstance(amount, m.Constant) and {*free(of)} <= {*known} for amount, *of in action.costs)
    for price in action.costs if all(told) else ():
        pay = scene.build.book.procedures["pay"]
        paid = {name: inner.expression(value) for name, value in zip(pay.parameters, price, strict=True)}
        payer = {pay.actor: scene.expression(can.who)} if pay.actor is not None else {}
        yield from _compared(scene, pay.needs, payer | paid)


def _compared(scene: Scene, needs: Iterable[m.Need], known: dict[Variable, Expr]) -> Iterator[Weighing]:
    inner = scene.inside()
    inner.values.update(known)
    for need, part in ((one, part) for one in needs for part in parts_of_need(one)):
        if not isinstance(part, m.Compare) or not {*free((part,))} <= {*inner.values}:
            continue
        if all(map(is_number, (part.left, part.right))) and not Sight(scene.build).hides((part,)):
            yield Weighing(need.span, part.span, (_sum(inner, part.left), _sum(inner, part.right)))


def parts_of_need(need: m.Need) -> tuple[Condition, ...]:
    """The sentences of a need, all or any of which have to be so."""
    condition = need.condition
    return condition.conditions if isinstance(condition, m.All | m.Any) else (condition,)


def summed(scene: Scene, condition: Condition) -> Sum | None:
    """Of what the number is put together that a line tells."""
    match condition:
        case m.Compare(operator="=", left=value, right=m.Constant()) if is_number(value):
            return _told(scene, value)
        case m.HasScored(who=who):
            scores = _scores(scene.build)
            if len(scores) == 1 and isinstance(scorer := scores[0].who, m.Use):
                inner = scene.inside()
                inner.values[scorer.variable] = scene.expression(who)
                return _told(inner, scores[0].amount)
        case _:  # tells no number
            pass
    return None


def _scores(build: Build) -> list[m.Score]:
    """All statements with which somebody scores."""
    nodes = (node for root in roots(build) for node in nodes_in(root))
    return build.once("scores", lambda: [node for node in nodes if isinstance(node, m.Score)])


def _told(scene: Scene, value: Expression) -> Sum | None:
    parts, _ = parts_in(value)
    named = {*free((value,))} <= {*scene.values}
    if not parts or not named or Sight(scene.build).hides((value,)):
        return None
    return _sum(scene, value)


def _sum(scene: Scene, value: Expression) -> Sum:
    """The functions that work out a number and its parts. They read the position alone."""
    number_of, parts = worked_out(scene, value)
    return Sum(_function(scene, number_of, value), tuple((sign, _function(scene, part, value)) for sign, part in parts))


def _function(scene: Scene, worked: Expr, value: Expression) -> str:
    return scene.build.value(scene.build.number("weighed"), (), lambda: (Return(worked),), span=value.span)
