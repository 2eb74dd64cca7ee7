"""Why an answer is not allowed: every need of an action as a function of its own, for those who ask.

Each is a function of the actor and the parameters; a need about choices is met if some choices meet it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dsl import resolved
from dsl.ir import INT, Block, Call, Expr, Return
from dsl.lower.build import Build, Env
from dsl.lower.legality import afterwards, level, pay_need, payment, values_of, variables
from dsl.lower.loops import loop
from dsl.lower.ops import NO, YES, when
from dsl.program import Need
from dsl.resolved import Action

Test = Callable[[Env], Expr]


def reasons(build: Build, action: Action) -> tuple[Need, ...]:
    """The needs of an action in the order in which they are tested."""
    return build.once(("reasons", action), lambda: tuple(_reasons(build, action)))


def _reasons(build: Build, action: Action) -> Iterator[Need]:
    now = [need for need in action.needs if not need.afterwards]
    later = [need for need in action.needs if need.afterwards]
    yield from (_stated(build, action, need, level(action, need.condition), _holds(need)) for need in now)
    yield from _cost(build, action)
    for depth, choice in enumerate(action.head, 1):
        kind = choice.selection.kind
        name = f"{'an' if kind.label[:1].lower() in 'aeiou' else 'a'} {kind.label} to choose"
        rule = build.rule(choice, name, choice, choice.clauses, choice.span)
        yield _need(build, action, name, rule, depth, lambda env: YES)
    yield from (_stated(build, action, need, len(action.head), _result(action, need)) for need in later)


def _holds(need: resolved.Need) -> Test:
    return lambda env: env.condition(need.condition)


def _result(action: Action, need: resolved.Need) -> Test:
    conditions = (need.condition,)
    return lambda env: afterwards(env, action, conditions)


def _payable(action: Action, need: resolved.Need) -> Test:
    return lambda env: pay_need(env, action, need)


def _stated(build: Build, action: Action, need: resolved.Need, depth: int, test: Test) -> Need:
    rule = build.rule(need, need.name or action.label, need, need.clauses, need.span)
    return _need(build, action, need.name, rule, depth, test)


def _cost(build: Build, action: Action) -> Iterator[Need]:
    if action.cost is None:
        return
    for need in payment(build).needs:
        clauses = action.cost_clauses + need.clauses
        rule = build.rule((action, need), need.name or action.label, need, clauses, need.span)
        yield _need(build, action, need.name, rule, level(action, action.cost), _payable(action, need))


def _need(build: Build, action: Action, name: str, rule: int, depth: int, test: Test) -> Need:
    env = Env(build)
    parameters = env.parameters(variables(action))
    function = build.number(f"need of {action.name}")
    build.value(function, parameters, lambda: (Return(_tested(env, action, 0, depth, function, test)),), INT)
    return Need(name, function, rule)


def _tested(env: Env, action: Action, made: int, depth: int, function: str, test: Test) -> Expr:
    """Whether the test holds for some choices, as many as it needs."""
    if made == depth:
        return test(env)
    build, choice = env.build, action.head[made]
    inner = Env(build)
    parameters = inner.parameters(variables(action, made))

    def one() -> Block:
        inner.values[choice.variable] = inner.values[choice.selection.variable]
        return when(_tested(inner, action, made + 1, depth, function, test), (Return(YES),))

    def body() -> Block:
        return (*loop(inner, choice.selection, one, hoist=False), Return(NO))

    name = f"{function} {made}"
    build.value(name, parameters, body, INT, choice.span)
    return Call(name, values_of(env, action, made))
