"""When an action is allowed: its needs, its cost, the completion of its choices, and tests of what it would lead to.

An answer is an action with its parameters and the choices at its head; between these, values are given names. Needs
are tested as early as what they speak of is known: `level` 0 are those about actor and parameters, `level` k those
that speak of what line k of the head brings in, too. Tests of the result come last, on the complete answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from dsl import model as m
from dsl.analysis.effects import all_of, changes, concern, reads, until_asked, writes
from dsl.ir.nodes import INT, Attempt, Binary, Block, Call, Expr, If, Local, Perform, Return, Set, Unary
from dsl.lower.before_rules import unless_deed_prevented
from dsl.lower.build import Build, Env, Scene, outlined
from dsl.lower.candidates import Candidates
from dsl.lower.control import let
from dsl.lower.loops import loop
from dsl.lower.modes import TEST, TEST_OVER
from dsl.lower.nothing import may_be_nothing
from dsl.lower.ops import NO, NOTHING, YES, both, empty_set, equal, negation, number, statements, when
from dsl.lower.selections import at_entry
from dsl.lower.set_completion import Completion, bounds, completion
from dsl.lower.set_counting import Rewrite, Test, Tests
from dsl.lower.settling import settle_test
from dsl.model import Act, Condition, Need, Variable
from dsl.model.visit import conjuncts, depends, parts_of, rewritten
from dsl.text.diagnostics import Note, refuse

N = TypeVar("N", bound=m.Node)


def title(action: Act) -> str:
    """What the functions of an action or power are called; a power may have the name of an action."""
    return f"{action.name}, a {action.family.name}" if isinstance(action, m.Power) and action.family else action.name


def variables(action: Act, lines: int = 0) -> tuple[Variable, ...]:
    """The actor, the parameters, and what the first lines of the head bring in."""
    assert action.actor is not None
    return (action.actor, *action.parameters, *(line.variable for line in action.head[:lines]))


def level(action: Act, *nodes: m.Node) -> int:
    """After how many lines of the head this can be told."""
    lines = enumerate(action.head, 1)
    return max((k for k, line in lines if any(depends(node, line.variable) for node in nodes)), default=0)


def needs_at(action: Act, number: int) -> tuple[Condition, ...]:
    """The conditions, other than those about the result, that can be told after so many lines of the head. What effects
    forbid is asked last: that is one test for each line that may forbid it, and seldom so."""
    needs = (n for n in action.needs if not n.afterwards)
    found = conjuncts(n.condition for n in needs if level(action, n.condition) == number)
    return tuple(sorted(found, key=lambda condition: isinstance(condition, m.Unbarred)))


def values_of(env: Env, action: Act, lines: int = 0) -> tuple[Expr, ...]:
    return tuple(env.values[v] for v in variables(action, lines))


# ----------------------------------------------------------------------------------------------------------------- cost


def payment(build: Build) -> m.Procedure:
    return build.book.procedures["pay"]


def can_pay(env: Env, action: Act, number: int) -> Expr:
    """Whether all needs of paying are met, if they can be told after so many lines of the head."""
    prices = [price for price in action.costs if level(action, *price) == number]
    needs = payment(env.build).needs if prices else ()
    return both(*(pay_need(env, action, price, need) for price in prices for need in needs))


def pay_need(env: Env, action: Act, price: m.Price, need: Need) -> Expr:
    """One need of paying a price of an action."""
    build, pay = env.build, payment(env.build)
    bound = tuple(v for v in (pay.actor, *pay.parameters) if v is not None)
    inner = Env(build)
    parameters = inner.parameters(bound)
    name = build.once(("pay need", need), lambda: build.number("need to pay"))
    build.value(name, parameters, lambda: (Return(inner.condition(need.condition)),), INT, need.span)
    actor = (env.values[action.actor],) if pay.actor is not None and action.actor is not None else ()
    return Call(name, (*actor, *map(env.counted, price)))


# ----------------------------------------------------------------------------------------------------------- completion


def completes(env: Env, action: Act, lines: int) -> Expr:
    """Whether the answer, given so many lines of the head, can be completed; the needs up to that level are met."""
    if lines == len(action.head):
        return result_allowed(env, action)
    action = spelled_out(env.build, action, lines)
    return with_line(env, action, lines, tests_after(action, lines), completing(env.build, action, lines))


def completing(build: Build, action: Act, lines: int) -> str:
    """The name of the function that tells whether an answer can be completed."""
    return build.once(("complete", action, lines), lambda: build.number(f"complete {title(action)}"))


def allowed_then(env: Env, action: Act, lines: int) -> Expr:
    """What must hold once so many lines of the head are given."""
    tests = tests_after(action, lines - 1)
    return both(*(env.condition(c) for c in tests.conditions), tests.rest(env))


def tests_after(action: Act, place: int) -> Tests:
    """What must hold once line `place` (from 0) of the head is given."""
    lines = place + 1

    def rest(env: Env) -> Expr:
        return both(can_pay(env, action, lines), completes(env, action, lines))

    def by_numbers(put: Rewrite, numbers: tuple[Variable, ...]) -> Test:
        later = _later(action, lines, put, numbers)
        return lambda env: both(can_pay(env, later, 0), completes(env, later, 0))

    return Tests(needs_at(action, lines), rest, _told_after(action, lines), by_numbers)


def _later(action: Act, lines: int, put: Rewrite, numbers: tuple[Variable, ...]) -> Act:
    """What is left of an action after so many lines of the head, of the last of which no more is known than numbers."""
    before = tuple(line.variable for line in action.head[: lines - 1])
    return replace(
        action,
        parameters=(*action.parameters, *before, *numbers),
        needs=[replace(n, condition=put(n.condition)) for n in action.needs if level(action, n.condition) > lines],
        head=[put(line) for line in action.head[lines:]],
        costs=tuple(tuple(map(put, price)) for price in action.costs if level(action, *price) >= lines),
    )


def spelled_out(build: Build, action: Act, place: int) -> Act:
    """An action with what is given a name after the set of line `place`, and is made of the set, said in full where the
    name stands: so what is asked of the set is asked as soon as it is chosen."""
    line = action.head[place]
    if not isinstance(line, m.ChooseSeveral) or is_tried(action):
        return action
    return build.once(("spelled out", action, place), lambda: _spelled_out(action, place))


def _spelled_out(action: Act, place: int) -> Act:
    members, values = action.head[place].variable, dict[Variable, m.Expression]()

    def put(node: N) -> N:
        return rewritten(node, lambda n: values.get(n.variable) if isinstance(n, m.Use) else None)

    head = action.head[: place + 1]
    for line in action.head[place + 1 :]:
        line = put(line)
        if isinstance(line, m.Let) and depends(line.value, members):
            values[line.variable] = line.value
        else:
            head.append(line)
    needs = [replace(n, condition=put(n.condition)) for n in action.needs]
    costs = tuple(tuple(map(put, price)) for price in action.costs)
    left = (*head, *(n.condition for n in needs), *(value for price in costs for value in price))
    named = any(depends(node, variable) for node in left for variable in values)  # a set, of which more is said
    return action if named or not values else replace(action, head=head, needs=needs, costs=costs)


def _told_after(action: Act, lines: int) -> tuple[m.Node, ...] | None:
    """All on which the rest of the answer depends; None where it is tried out."""
    if is_tried(action):
        return None
    needs = tuple(n.condition for n in action.needs if level(action, n.condition) > lines)
    costs = (value for price in action.costs if level(action, *price) >= lines for value in price)
    return (*needs, *costs, *action.head[lines:])


def with_line(env: Env, action: Act, place: int, tests: Tests, name: str) -> Expr:
    """Whether the tests hold after line `place` (from 0) of the head: of a choice, with one of its candidates.

    `name` is that of the function that finds it out.
    """
    build, line = env.build, action.head[place]
    inner = Env(build)
    parameters = inner.parameters(variables(action, place))

    def holds() -> Expr:
        return both(*(inner.condition(c) for c in tests.conditions), tests.rest(inner))

    def one() -> Block:
        assert isinstance(line, m.Choose)
        inner.values[line.variable] = inner.values[line.selection.variable]
        return when(holds(), (Return(YES),))

    def body() -> Block:
        if isinstance(line, m.Let):
            return (*let(inner, line), Return(holds()))
        if isinstance(line, m.ChooseSeveral):
            return _with_set(inner, line, set_completion(build, action, place, tests, name))
        return (*loop(inner, line.selection, one, hoist=False), Return(NO))

    build.value(name, parameters, body, INT, line.span)
    return Call(name, values_of(env, action, place))


def set_completion(build: Build, action: Act, place: int, tests: Tests, name: str) -> Completion:
    """What tells whether a set that is chosen at the head can be completed."""
    line = action.head[place]
    assert isinstance(line, m.ChooseSeveral)
    given = variables(action, place)
    return build.once(("set", name), lambda: completion(build, f"{name} set", line, given, tests))


def _with_set(env: Env, line: m.ChooseSeveral, found: Completion) -> Block:
    """A choice at the head that asks for so many never comes out with fewer."""
    everything = Local("candidates")
    there = Unary("count", everything)
    start: Block = (Set(everything.name, at_entry(env, line.selection)),)
    if line.least is not None:
        start = (*start, If(Binary("<", there, env.counted(line.least)), (Return(NO),)))
    some = found.of(env, empty_set(line.selection.kind.size), everything)
    return (*start, *bounds(env, line, there), Return(Binary("!=", some, NO)))


# ----------------------------------------------------------------------------------------------------------- the result


def result_allowed(env: Env, action: Act) -> Expr:
    """Whether all tests of what the complete answer leads to hold."""
    later = [n.condition for n in action.needs if n.afterwards]
    conditions = tuple(c for c in later if m.utmost_in(c) is None)
    ends = (env.build.language.in_the_end(env, action, c) for c in later if c not in conditions)
    return both(*((afterwards(env, action, conditions),) if conditions else ()), *ends)


def afterwards(env: Env, action: Act, conditions: tuple[Condition, ...]) -> Expr:
    """Carries out the action, tests the conditions, and puts everything back."""
    build = env.build
    bound = variables(action, len(action.head))
    name = build.once(("afterwards", conditions), lambda: build.number(f"afterwards {title(action)}"))
    inner = Env(build)
    parameters = inner.parameters(bound)
    _check_known(build, action, conditions)
    build.value(name, parameters, lambda: _attempt(inner, action, bound, conditions), INT, action.span)
    return Call(name, tuple(env.values[v] for v in bound))


def _attempt(env: Env, action: Act, bound: tuple[Variable, ...], conditions: tuple[Condition, ...]) -> Block:
    build = env.build
    run = Perform(trial(build, action), tuple(env.values[v] for v in bound), TEST_OVER)
    made = changes(build, tuple(p for d in all_of(build, action) for p in parts_of(d)))
    settled = settle_test(build, made)
    holds = Set("holds", both(*(env.condition(c) for c in conditions)))
    return (Set("holds", NO), Attempt((run, *settled, holds)), Return(Local("holds")))


def _check_known(build: Build, action: Act, conditions: tuple[Condition, ...]) -> None:
    """Refuses a test of what comes after the first decision of the effect, where the test ends."""
    effects = (*action.payment, *action.effects)
    late = effects[len(until_asked(build, effects)) :]
    rules = [build.book.standing[k].body for k in concern(build, changes(build, effects)).standing]
    late = (*late, *(node for body in rules for node in body[len(until_asked(build, body)) :]))
    made = changes(build, late)
    made = (*made, *changes(build, [n for k in concern(build, made).standing for n in build.book.standing[k].body]))
    for condition in conditions:
        if writes(build, made) & reads(build, (condition,)):
            message = f"Whether this is so after {action.label} can depend on what is decided in the middle of it."
            notes = (Note("here somebody is asked; a test of the result ends before it", late[0].span),)
            refuse("E0412", message, condition.span, notes=notes)


def trial(build: Build, action: Act) -> str:
    """The procedure that carries out an action inside a test, up to its first decision."""
    bound = variables(action, len(action.head))
    scene = Scene(build, TEST, action.label)
    parameters = scene.parameters(bound)
    return build.procedure(f"try {title(action)}", parameters, lambda: _trial_body(scene, action), action.span)


def _trial_body(scene: Scene, action: Act) -> Block:
    assert action.actor is not None
    scene.actor = scene.values[action.actor]
    given = tuple(scene.values[v] for v in variables(action))

    def deed() -> Block:
        done = until_asked(scene.build, (*action.payment, *action.effects))
        return (*count(scene, action), *scene.block(done))

    return unless_deed_prevented(scene, action, given, deed)


def count(scene: Scene, action: Act) -> Block:
    """Counts that the action is done, where that is limited; it is a part of what is done, which settles later."""
    mode, scene.mode = scene.mode, scene.mode.together()
    block = scene.block(action.counted)
    scene.mode = mode
    return block


def pay(scene: Scene, action: Act) -> Block:
    """Pays the cost of an action, if it has one."""
    return scene.block(action.payment)


# -------------------------------------------------------------------------------------------------------- whole answers


def is_tried(action: Act) -> bool:
    """Whether it is tested what an answer leads to."""
    return any(need.afterwards for need in action.needs)


def answers(
    env: Env,
    action: Act,
    actor: Expr,
    stated: tuple[Expr | None, ...],
    leaf: Callable[[], Block],
    complete: bool = True,
    one: bool = False,
) -> Block:
    """Does `leaf` for each legal answer with these arguments; parameters that are not stated take all values.

    Unless it is to be `complete`, nobody asks how the answer could go on, and what it leads to. With `one`, the leaf
    ends it.
    """
    assert action.actor is not None
    env.values[action.actor] = actor
    for parameter, value in zip(action.parameters, stated, strict=True):
        if value is not None:
            env.values[parameter] = value
    open_ = [p for p, value in zip(action.parameters, stated, strict=True) if value is None]
    for parameter in open_:
        _check_finite(action, parameter)

    def test() -> Expr:
        return both(can_pay(env, action, 0), completes(env, action, 0) if complete else YES)

    return Candidates(env, action.span, tuple(open_), needs_at(action, 0)).blocks(test, leaf, one)


def _check_finite(action: Act, parameter: Variable) -> None:
    if parameter.kind.sort in ("number", "truth", "location"):
        message = f"{action.name} would be offered for every {parameter.kind.label or parameter.kind.name}."
        refuse("E0404", message, parameter.span or action.span, hints=("give the parameter a kind with a range",))


def can(env: Env, node: m.CanDo) -> Expr:
    """Whether a legal answer with the stated arguments exists."""
    action, stated = node.invocation.action, node.invocation.arguments

    def body(inner: Env) -> Block:
        values = _values(inner, (node.who, *stated))
        return (*values.block, *when(values.there, _legal(inner, action, values.given)), Return(NO))

    return outlined(env, f"can {action.name}", (node.who, *(a for a in stated if a is not None), node), body)


def can_power(env: Env, node: m.CanDoPower) -> Expr:
    """Whether the power that a value names could be done with these arguments: one of those that it can name here."""
    call = node.call

    def body(inner: Env) -> Block:
        values = _values(inner, (call.which, node.who, *call.arguments))
        which, who, *_ = values.given
        assert which is not None
        named = dict(zip(call.arguments, values.given[2:], strict=True))
        tests: list[Block] = []
        for power in call.members:
            mine = YES if isinstance(call.which, m.Constant) else equal(which, number(_element(power)))
            tests.append(when(mine, _legal(inner, power, (who, *(named[a] for a in call.given(power))))))
        return (*values.block, *when(values.there, statements(*tests)), Return(NO))

    return outlined(env, "can do", (node.who, call.which, *call.arguments, node), body)


def _element(power: m.Power) -> int:
    assert power.family is not None
    return power.family.start + power.number


def _legal(env: Env, action: Act, given: tuple[Expr | None, ...]) -> Block:
    """Returns 1 where the player, who stands first, can do it."""
    who, *stated = given
    assert who is not None
    return answers(env, action, who, tuple(stated), lambda: (Return(YES),), one=True)


@dataclass(frozen=True)
class _Values:
    """Values in locals: what puts them there, whether all are something, and the locals (None where none is stated)."""

    block: Block
    there: Expr
    given: tuple[Expr | None, ...]


def _values(env: Env, nodes: tuple[m.Expression | None, ...]) -> _Values:
    sets: list[Set] = []
    given: list[Expr | None] = []
    there: list[Expr] = []
    for node in nodes:
        if node is None:
            given.append(None)
            continue
        local = Local(env.fresh("given"))
        sets.append(Set(local.name, env.expression(node)))
        given.append(local)
        there += [negation(equal(local, NOTHING))] if may_be_nothing(env.build, node) else []
    return _Values(tuple(sets), both(*there), tuple(given))
