"""Carrying out actions, powers and verbs."""

from __future__ import annotations

from dsl import resolved as r
from dsl.ir import Binary, Block, Expr, If, Mark, Perform
from dsl.lower import memory
from dsl.lower.anticipation import unless_deed_prevented
from dsl.lower.build import Build, Env, Made, Scene, use
from dsl.lower.changes import is_something, named
from dsl.lower.choices import choose, choose_among
from dsl.lower.control import let
from dsl.lower.depth import laid_out
from dsl.lower.legality import (
    allowed_then,
    completing,
    count,
    level,
    pay,
    set_completion,
    tests_after,
    title,
    variables,
)
from dsl.lower.modes import Mode
from dsl.lower.ops import YES, both, load, number, when
from dsl.lower.outs import asked_if_in
from dsl.lower.publicly import open_action
from dsl.lower.settling import done
from dsl.lower.several import Part, choose_several
from dsl.lower.storage import ACTIVE
from dsl.lower.subsets import Completion
from dsl.program import EFFECT
from dsl.resolved import Act, Condition, Expression


def actor_of(scene: Scene) -> Expr:
    """Who acts: the Player of what is carried out, or whose turn it is."""
    return scene.actor if scene.actor is not None else load(ACTIVE)


# -------------------------------------------------------------------------------------------------------------- actions


def chosen_action(build: Build, action: Act, mode: Mode) -> str:
    """The procedure of an action that was offered and taken; it asks for the rest of the answer."""
    return _with_head(build, action, mode, offered=True)


def done_action(build: Build, action: Act, mode: Mode) -> str:
    """The procedure of an action that is just done, whether it is allowed or not."""
    return _with_head(build, action, mode, offered=False)


def _with_head(build: Build, action: Act, mode: Mode, *, offered: bool) -> str:
    if not action.head:
        return effect(build, action, mode)
    scene = Scene(build, mode, action.label)
    parameters = scene.parameters(variables(action))

    def body() -> Block:
        assert action.actor is not None
        scene.actor = scene.values[action.actor]
        asked = [_head_line(scene, action, k, offered=offered) for k in range(len(action.head))]
        run = Perform(effect(build, action, mode), tuple(scene.values[v] for v in variables(action, len(action.head))))
        return (*(s for block in asked for s in block), run)

    kind = "action" if offered else "do"
    return build.procedure(f"{kind}.{title(action)}{mode.suffix}", parameters, body, action.span)


def _head_line(scene: Scene, action: Act, place: int, *, offered: bool) -> Block:
    line = action.head[place]
    if isinstance(line, r.Let):
        return let(scene, line)
    if not offered:
        asking = choose_several(scene, line) if isinstance(line, r.ChooseSeveral) else choose(scene, line)
        return asked_if_in(scene, line, asking)
    assert isinstance(action, r.Action)  # powers are not offered
    build = scene.build
    secret = open_action(build, action) is not action
    if isinstance(line, r.ChooseSeveral):
        needs = tuple(n for n in action.needs if not n.afterwards and level(action, n.condition) == place + 1)
        return choose_several(scene, line, Part(_set_completion(build, action, place), secret, needs))
    more, ways = (_completion(build, action, line, place),), _ways(scene, action)
    return choose_among(scene, line, more, ways, always=secret, part=True)


def may_be_given_up(build: Build, action: Act) -> bool:
    """Whether a set at its head has needs of which it is not always found out whether they can be met."""
    places = (k for k, line in enumerate(action.head) if isinstance(line, r.ChooseSeveral))
    return any(not _set_completion(build, action, k).exact for k in places)


def _set_completion(build: Build, action: Act, place: int) -> Completion:
    return set_completion(build, action, place, tests_after(action, place), completing(build, action, place))


def _ways(scene: Scene, action: Act) -> tuple[str, ...]:
    """The ways that the tests of the action's result ask for."""
    return memory.asked_for(scene.build, (n.condition for n in action.needs if n.afterwards))


def _completion(build: Build, action: Act, choice: r.Choose, place: int) -> Condition:
    """That the answer can be completed with the candidate."""

    def make(env: Env) -> Expr:
        env.values[choice.variable] = env.values[choice.selection.variable]
        return allowed_then(env, action, place + 1)

    about = (*variables(action, place), choice.selection.variable)
    uses = tuple(use(v, choice.span) for v in about)
    return build.once(("completion", action, place), lambda: Made(choice.span, make, uses))


def effect(build: Build, action: Act, mode: Mode) -> str:
    """The procedure that pays for an action and carries it out, with all choices made."""
    scene = Scene(build, mode, action.label)
    parameters = scene.parameters(variables(action, len(action.head)))

    def body() -> Block:
        assert action.actor is not None
        scene.actor = scene.values[action.actor]
        rule = build.rule(action, action.label, action, action.clauses, action.span)
        given = tuple(scene.values[v] for v in variables(action))

        def deed() -> Block:
            begun = (Mark(rule), *count(scene, action), *pay(scene, action))
            return (*begun, *scene.block(action.effects), *done(scene, action, given))

        return unless_deed_prevented(scene, action, given, deed)

    return build.procedure(f"{EFFECT}{title(action)}{mode.suffix}", parameters, body, action.span)


def do_action(scene: Scene, node: r.DoAction) -> Block:
    arguments = tuple(a for a in node.invocation.arguments if a is not None)
    procedure = done_action(scene.build, node.invocation.action, scene.mode)
    return _called(scene, procedure, (node.who, *arguments), None)


# ----------------------------------------------------------------------------------------------------- powers and verbs


def _called(scene: Scene, procedure: str, nodes: tuple[Expression, ...], actor: Expr | None) -> Block:
    """Performs a procedure unless one of its arguments is nothing."""
    start: list[Block] = []
    given: list[Expr] = []
    for node in nodes:
        block, value = named(scene, "argument", scene.expression(node))
        start.append(block)
        given.append(value)
    there = both(*(is_something(scene, node, value) for node, value in zip(nodes, given, strict=True)))
    first = (actor,) if actor is not None else ()
    run = Perform(procedure, (*first, *given))
    return (*(s for block in start for s in block), *when(there, (run,)))


def perform(scene: Scene, node: r.Perform) -> Block:
    name = verb(scene.build, node.procedure, scene.mode)
    actor = actor_of(scene) if node.procedure.actor is not None else None
    return _called(scene, name, node.arguments, actor)


def verb(build: Build, procedure: r.Procedure, mode: Mode) -> str:
    mode, lines = laid_out(build, procedure, mode)
    scene = Scene(build, mode, procedure.label)
    bound = tuple(v for v in (procedure.actor, *procedure.parameters) if v is not None)
    parameters = scene.parameters(bound)

    def body() -> Block:
        if procedure.actor is not None:
            scene.actor = scene.values[procedure.actor]
        rule = build.rule(procedure, procedure.label, procedure, procedure.clauses, procedure.span)
        return (Mark(rule), *scene.block(lines))

    return build.procedure(f"verb.{procedure.name}{mode.suffix}", parameters, body, procedure.span)


def open_window(scene: Scene, node: r.Open) -> Block:
    """Runs a window until it closes."""
    build, window = scene.build, node.window
    mode, lines = laid_out(build, window, scene.mode)
    inside = Scene(build, mode, window.label)
    parameters = inside.parameters(window.parameters)

    def body() -> Block:
        rule = build.rule(window, window.label, window, window.clauses, window.span)
        return (Mark(rule), *inside.block(window.anew), *inside.block(lines), *inside.block(window.anew))

    name = build.procedure(f"window.{window.name}{mode.suffix}", parameters, body, window.span)
    return _called(scene, name, node.arguments, None)


def do_power(scene: Scene, node: r.DoPower) -> Block:
    """Carries out the power that a value names: one of those that it can name here."""
    call = node.call
    before, who = named(scene, "actor", actor_of(scene) if node.who is None else scene.expression(node.who))
    start, which = named(scene, "power", scene.expression(call.which))
    block: Block = ()
    for power in reversed(call.members):
        procedure = done_action(scene.build, power, scene.mode)
        run = _called(scene, procedure, call.given(power), who)
        mine = Binary("==", which, number(call.which.kind.start + power.number))
        block = run if isinstance(call.which, r.Constant) else (If(mine, run, block),)
    there = is_something(scene, node.who, who) if node.who is not None else YES
    return (*before, *start, *when(there, block))
