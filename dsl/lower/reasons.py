"""Why an answer is not allowed: every need of an action as a function of its own, for those who ask.

Each is a function of the actor and the parameters; a need about choices is met if some choices meet it. The first that
is not met is told, so whoever is told learns of those before it that they are met. That an action is possible may be
known to them of all its needs together only: they are tested in an order in which each is known by those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from dsl import model
from dsl.analysis.effects import all_done
from dsl.ir.nodes import INT, Block, Expr, Return
from dsl.ir.program import Need
from dsl.lower.build import Build, Env
from dsl.lower.legality import afterwards, level, pay_need, payment, variables, with_line
from dsl.lower.ops import YES, both, either, negation
from dsl.lower.set_counting import Tests
from dsl.model import Act
from dsl.model.visit import free, use
from dsl.secrecy.sources import Sight
from dsl.text.inflection import articled

Test = Callable[[Env], Expr]
Seen = Callable[[Sight], bool]


def reasons(build: Build, action: Act, sights: Sequence[Sight]) -> tuple[Need, ...]:
    """The needs of an action in the order in which they are tested where it is offered to those who see so much."""
    order, known = _in_order(action, _all_tested(build, action), sights or [_anywhere(build, action)])
    found = build.once(("reasons", action, order), lambda: tuple(_needs(build, action, order)))
    return tuple(replace(need, told=k < known) for k, need in enumerate(found))


def told_of_set(build: Build, action: Act, lines: int) -> tuple[model.Need, ...]:
    """The needs about the set that the last of so many lines of the head brings in, in the order in which they are
    tested; without those of which whoever chooses may not be told whether they are met."""
    order, known = _in_order(action, _all_tested(build, action), [_anywhere(build, action)])
    stated = {n.condition: n for n in action.needs if not n.afterwards and level(action, n.condition) == lines}
    return tuple(stated[c] for one in order[:known] if (c := one.condition) in stated)


def _all_tested(build: Build, action: Act) -> tuple[Tested, ...]:
    return build.once(("tested", action), lambda: tuple(_tested(build, action)))


@dataclass(frozen=True)
class Tested:
    """A need with its test, which speaks of what the first `depth` lines of the head bring in.

    `seen` tells whether somebody sees if it is met. `told` are the nodes on which it depends; None where it is tried
    out. `condition`, if that is all it asks.
    """

    name: str
    rule: int
    depth: int
    test: Test
    seen: Seen
    told: tuple[model.Node, ...] | None = ()
    condition: model.Condition | None = None


def _needs(build: Build, action: Act, order: Sequence[Tested]) -> Iterator[Need]:
    """Needs about choices can each be met by some choices and not by the same ones: the first that fails with those
    before it is unmet, too."""
    before: tuple[Tested, ...] = ()
    for number, one in enumerate(order):
        alone = one.depth == 0 or one.test is _always
        function = _function(build, action, one, () if alone else before)
        anywhere = _told_anywhere(build, action, one, order[:number])
        can = one.condition.invocation.action.label if isinstance(one.condition, model.CanDo) else ""
        of_all = one.condition is not None and one.depth == 0 and not {*free((one.condition,))} & {*action.parameters}
        yield Need(one.name, function, one.rule, anywhere=anywhere, can=can, of_all=of_all)
        before += () if alone else (one,)


# ----------------------------------------------------------------------------------------------------- who may be told


def _in_order(action: Act, tested: Sequence[Tested], sights: Sequence[Sight]) -> tuple[tuple[Tested, ...], int]:
    """The needs in the order in which they are tested, and how many of them are known by those before them.

    As written, but for those that are known only by others. That an action is possible is known to whoever is offered
    it: so the last of them is known, if no other is left.
    """
    order: list[Tested] = []
    left = [*tested]
    while found := next((one for one in left if all(_known(s, action, one, order) for s in sights)), None):
        order.append(found)
        left.remove(found)
    return (*order, *left), len(tested) if len(left) == 1 else len(order)


def _known(sight: Sight, action: Act, one: Tested, before: Sequence[Tested]) -> bool:
    """Whether somebody sees if a need is met, where those before it are."""
    sight = sight.given(other.condition for other in before if other.condition is not None)
    for line in action.head[: one.depth]:
        if not isinstance(line, model.Let) and any(sight.told_by_choice(line)):
            return False
        sight = sight.after(line)
    return one.seen(sight)


def _anywhere(build: Build, action: Act, *more: model.Expression) -> Sight:
    """What whoever acts sees, whatever else is so."""
    who = () if action.actor is None else (use(action.actor, action.span),)
    return Sight(build, (*more, *who))


def _told_anywhere(build: Build, action: Act, one: Tested, before: Sequence[Tested]) -> int:
    """The players who would know of a need whether it is met, if they were the ones to act; nothing else is sure."""
    if one.told is None and Sight(build).hides(all_done(build, action)):
        return 0
    if _known(_anywhere(build, action), action, one, before):
        return -1
    kind = build.world.players
    names = (model.Constant(action.span, kind, False, seat, name) for seat, name in enumerate(kind.elements))
    return sum(1 << p.value for p in names if _known(_anywhere(build, action, p), action, one, before))


def _tested(build: Build, action: Act) -> Iterator[Tested]:
    yield from (_of_sort(build, action, v) for v in action.parameters if v.kind.members is not None)
    now = [need for need in action.needs if not need.afterwards]
    later = [need for need in action.needs if need.afterwards]
    yield from (_stated(build, action, need, level(action, need.condition), _holds(need)) for need in now)
    yield from _cost(build, action)
    for depth, choice in enumerate(action.head, 1):
        if isinstance(choice, model.Let) or (isinstance(choice, model.ChooseSeveral) and choice.least is None):
            continue
        name = f"{_wanted(choice)} to choose"
        rule = build.rule_of(choice, name)
        yield Tested(name, rule, depth, _always, lambda sight: True)
    for need in later:
        tested = _stated(build, action, need, len(action.head), _result(action, need))
        yield replace(tested, told=None, condition=None)


def _wanted(choice: model.Choose | model.ChooseSeveral) -> str:
    """What there must be to choose."""
    kind = choice.selection.kind
    least = choice.least if isinstance(choice, model.ChooseSeveral) else None
    if isinstance(least, model.Constant | model.Setting) and least.value > 1:
        return f"{least.value} {kind.plural}"
    return articled(kind.label)


def _of_sort(build: Build, action: Act, parameter: model.Variable) -> Tested:
    """What is not said in the rulebook, as only such spaces are offered: the space must be one of the sort."""
    kind, span = parameter.kind, parameter.span or action.span
    condition = model.IsA(span, use(parameter, span), kind)
    name = articled(kind.label)
    made = build.once(("of sort", action, parameter), lambda: model.Need(condition, False, name, span, ()))
    return _stated(build, action, made, 0, _holds(made))


def _always(env: Env) -> Expr:
    return YES


def _holds(need: model.Need) -> Test:
    return lambda env: env.condition(need.condition)


def _result(action: Act, need: model.Need) -> Test:
    if model.utmost_in(need.condition) is not None:
        return lambda env: env.build.language.in_the_end(env, action, need.condition)
    return lambda env: afterwards(env, action, (need.condition,))


def _payable(price: model.Price, action: Act, need: model.Need) -> Test:
    return lambda env: pay_need(env, action, price, need)


def _stated(build: Build, action: Act, need: model.Need, depth: int, test: Test) -> Tested:
    rule = build.rule_of(need, need.name or action.label)
    parts = (need.condition,)
    return Tested(need.name, rule, depth, test, lambda sight: not sight.hides(parts), parts, need.condition)


def _cost(build: Build, action: Act) -> Iterator[Tested]:
    for price, need in ((price, need) for price in action.costs for need in payment(build).needs):
        clauses = action.cost_clauses + need.clauses
        rule = build.rule((action, need), need.name or action.label, need, clauses, need.span)
        seen = _sees_payment(build, action, price, need)
        yield Tested(need.name, rule, level(action, *price), _payable(price, action, need), seen, price)


def _sees_payment(build: Build, action: Act, price: model.Price, need: model.Need) -> Seen:
    pay = payment(build)
    assert action.actor is not None
    actor = [(pay.actor, use(action.actor, price[0].span))] if pay.actor is not None else []
    names, values = zip(*actor, *zip(pay.parameters, price, strict=True), strict=True)

    def seen(sight: Sight) -> bool:
        return not sight.hides(price) and not sight.within(names, values).hides((need.condition,))

    return seen


def _function(build: Build, action: Act, one: Tested, before: tuple[Tested, ...]) -> str:
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


def _some(env: Env, action: Act, needs: tuple[Tested, ...], function: str, made: int = 0) -> Expr:
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


def _told(action: Act, needs: tuple[Tested, ...], made: int) -> tuple[model.Node, ...] | None:
    """All on which these needs depend, and the lines of the head with which they are tested."""
    if any(need.told is None for need in needs):
        return None
    deepest = max((need.depth for need in needs), default=made)
    return (*(node for need in needs for node in need.told or ()), *action.head[made:deepest])
