"""Why an answer is not allowed: every need of an action as a function of its own, for those who ask.

Each is a function of the actor and the parameters; a need about choices is met if some choices meet it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from dsl import resolved
from dsl.inflection import articled
from dsl.ir import INT, Block, Expr, Return
from dsl.lower.build import Build, Env, use
from dsl.lower.legality import afterwards, level, pay_need, payment, variables, with_line
from dsl.lower.ops import YES, both, either, negation
from dsl.lower.subsets import Tests
from dsl.program import Need
from dsl.resolved import Action

Test = Callable[[Env], Expr]


def reasons(build: Build, action: Action) -> tuple[Need, ...]:
    """The needs of an action in the order in which they are tested."""
    return build.once(("reasons", action), lambda: tuple(_needs(build, action)))


@dataclass(frozen=True)
class Tested:
    """A need with its test, which speaks of what the first `depth` lines of the head bring in.

    `told` are the nodes on which it depends; None where it is tried out. `condition`, if that is all it asks.
    """

    name: str
    rule: int
    depth: int
    test: Test
    told: tuple[resolved.Node, ...] | None = ()
    condition: resolved.Condition | None = None


def _needs(build: Build, action: Action) -> Iterator[Need]:
    """Needs about choices can each be met by some choices and not by the same ones: the first that fails with those
    before it is unmet, too."""
    before: tuple[Tested, ...] = ()
    for one in _tested(build, action):
        alone = one.depth == 0 or one.test is _always
        yield Need(one.name, _function(build, action, one, () if alone else before), one.rule)
        before += () if alone else (one,)


def _tested(build: Build, action: Action) -> Iterator[Tested]:
    yield from (_of_sort(build, action, v) for v in action.parameters if v.kind.members is not None)
    now = [need for need in action.needs if not need.afterwards]
    later = [need for need in action.needs if need.afterwards]
    yield from (_stated(build, action, need, level(action, need.condition), _holds(need)) for need in now)
    yield from _cost(build, action)
    for depth, choice in enumerate(action.head, 1):
        if isinstance(choice, resolved.Let) or (isinstance(choice, resolved.ChooseSeveral) and choice.least is None):
            continue
        kind = choice.selection.kind
        name = f"{articled(kind.label)} to choose"
        yield Tested(name, build.rule(choice, name, choice, choice.clauses, choice.span), depth, _always)
    for need in later:
        tested = _stated(build, action, need, len(action.head), _result(action, need))
        yield replace(tested, told=None, condition=None)


def _of_sort(build: Build, action: Action, parameter: resolved.Variable) -> Tested:
    """What is not said in the rulebook, as only such spaces are offered: the space must be one of the sort."""
    kind, span = parameter.kind, parameter.span or action.span
    condition = resolved.IsA(span, use(parameter, span), kind)
    name = articled(kind.label)
    made = build.once(("of sort", action, parameter), lambda: resolved.Need(condition, False, name, span, ()))
    return _stated(build, action, made, 0, _holds(made))


def _always(env: Env) -> Expr:
    return YES


def _holds(need: resolved.Need) -> Test:
    return lambda env: env.condition(need.condition)


def _result(action: Action, need: resolved.Need) -> Test:
    if resolved.utmost_in(need.condition) is not None:
        return lambda env: env.build.language.in_the_end(env, action, need.condition)
    return lambda env: afterwards(env, action, (need.condition,))


def _payable(action: Action, need: resolved.Need) -> Test:
    return lambda env: pay_need(env, action, need)


def _stated(build: Build, action: Action, need: resolved.Need, depth: int, test: Test) -> Tested:
    rule = build.rule(need, need.name or action.label, need, need.clauses, need.span)
    return Tested(need.name, rule, depth, test, (need.condition,), need.condition)


def _cost(build: Build, action: Action) -> Iterator[Tested]:
    if action.cost is None:
        return
    for need in payment(build).needs:
        clauses = action.cost_clauses + need.clauses
        rule = build.rule((action, need), need.name or action.label, need, clauses, need.span)
        yield Tested(need.name, rule, level(action, action.cost), _payable(action, need), (action.cost,))


def _function(build: Build, action: Action, one: Tested, before: tuple[Tested, ...]) -> str:
    env = Env(build)
    parameters = env.parameters(variables(action))
    function = build.number(f"need of {action.name}")

    def body() -> Block:
        met = _some(env, action, (one,), function)
        if not before:
            return (Return(met),)
        without = negation(_some(env, action, before, f"{function} without"))
        return (Return(both(met, either(without, _some(env, action, (*before, one), f"{function} with")))),)

    build.value(function, parameters, body, INT)
    return function


def _some(env: Env, action: Action, needs: tuple[Tested, ...], function: str, made: int = 0) -> Expr:
    """Whether some choices, as many as they need, meet all these needs together."""
    here = both(*(need.test(env) for need in needs if need.depth == made))
    if all(need.depth <= made for need in needs):
        return here
    said = tuple(n for n in needs if n.depth == made + 1 and n.condition is not None)
    later = tuple(n for n in needs if n.depth > made and n not in said)

    def rest(inner: Env) -> Expr:
        return _some(inner, action, later, function, made + 1)

    tests = Tests(tuple(n.condition for n in said if n.condition), rest, _told(action, later, made + 1))
    return both(here, with_line(env, action, made, tests, f"{function} {made}"))


def _told(action: Action, needs: tuple[Tested, ...], made: int) -> tuple[resolved.Node, ...] | None:
    """All on which these needs depend, and the lines of the head with which they are tested."""
    if any(need.told is None for need in needs):
        return None
    deepest = max((need.depth for need in needs), default=made)
    return (*(node for need in needs for node in need.told or ()), *action.head[made:deepest])
