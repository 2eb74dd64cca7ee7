"""Carrying out actions, powers and verbs."""

from __future__ import annotations

from dsl import model as m
from dsl.ir.nodes import Binary, Block, Expr, If, Mark, Perform, Store
from dsl.ir.program import EFFECT
from dsl.lower.before_rules import unless_deed_prevented
from dsl.lower.build import Build, Scene
from dsl.lower.changes import is_something, named
from dsl.lower.legality import count, pay, title, variables
from dsl.lower.modes import GIVEN_UP, Mode, laid_out
from dsl.lower.ops import NO, YES, ZERO, both, load, number, when
from dsl.lower.partial_answers import done_head, may_be_given_up, offered_head
from dsl.lower.set_choices import GAVE_UP
from dsl.lower.settling import done
from dsl.lower.storage import ACTIVE
from dsl.model import Act, Expression


def actor_of(scene: Scene) -> Expr:
    """Who acts: the Player of what is carried out, or whose turn it is."""
    return scene.actor if scene.actor is not None else load(ACTIVE)


# -------------------------------------------------------------------------------------------------------------- actions


def chosen_action(build: Build, action: Act, mode: Mode) -> str:
    """The procedure of an action that was offered and taken; it asks for the rest of the answer."""
    return _with_head(build, action, mode, offered=True)


def done_action(build: Build, action: Act, mode: Mode) -> str:
    """The procedure of an action that is just done, whether it is allowed or not, if its choices can be made."""
    return _with_head(build, action, mode, offered=False)


def _with_head(build: Build, action: Act, mode: Mode, *, offered: bool) -> str:
    if not action.head:
        return effect(build, action, mode)
    scene = Scene(build, mode, action.label)
    parameters = scene.parameters(variables(action))

    def body() -> Block:
        assert action.actor is not None
        scene.actor = scene.values[action.actor]
        given = variables(action, len(action.head))

        def run() -> Block:
            return (Perform(effect(build, action, mode), tuple(scene.values[v] for v in given)),)

        return (*offered_head(scene, action), *run()) if offered else done_head(scene, action, run)

    kind = "action" if offered else "do"
    return build.procedure(f"{kind}.{title(action)}{mode.suffix}", parameters, body, action.span)


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


def do_action(scene: Scene, node: m.DoAction) -> Block:
    arguments = tuple(a for a in node.invocation.arguments if a is not None)
    return _done(scene, node.invocation.action, (node.who, *arguments), None)


def _done(scene: Scene, action: Act, nodes: tuple[Expression, ...], actor: Expr | None) -> Block:
    """Does an action, which goes on behind it also where the player gives its answer up."""
    procedure = done_action(scene.build, action, scene.mode)
    if not may_be_given_up(scene.build, action):
        return _called(scene, procedure, nodes, actor)
    done = _called(scene, procedure, nodes, actor, GIVEN_UP)
    return (*done, *when(load(GAVE_UP), (Store(GAVE_UP, ZERO, NO),)))


# ----------------------------------------------------------------------------------------------------- powers and verbs


def _called(
    scene: Scene, procedure: str, nodes: tuple[Expression, ...], actor: Expr | None, catch: int | None = None
) -> Block:
    """Performs a procedure unless one of its arguments is nothing."""
    start: list[Block] = []
    given: list[Expr] = []
    for node in nodes:
        block, value = named(scene, "argument", scene.expression(node))
        start.append(block)
        given.append(value)
    there = both(*(is_something(scene, node, value) for node, value in zip(nodes, given, strict=True)))
    first = (actor,) if actor is not None else ()
    run = Perform(procedure, (*first, *given), catch)
    return (*(s for block in start for s in block), *when(there, (run,)))


def perform(scene: Scene, node: m.Perform) -> Block:
    name = verb(scene.build, node.procedure, scene.mode)
    actor = actor_of(scene) if node.procedure.actor is not None else None
    return _called(scene, name, node.arguments, actor)


def verb(build: Build, procedure: m.Procedure, mode: Mode) -> str:
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


def open_window(scene: Scene, node: m.Open) -> Block:
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


def do_power(scene: Scene, node: m.DoPower) -> Block:
    """Carries out the power that a value names: one of those that it can name here."""
    call = node.call
    before, who = named(scene, "actor", actor_of(scene) if node.who is None else scene.expression(node.who))
    start, which = named(scene, "power", scene.expression(call.which))
    block: Block = ()
    for power in reversed(call.members):
        run = _done(scene, power, call.given(power), who)
        mine = Binary("==", which, number(call.which.kind.start + power.number))
        block = run if isinstance(call.which, m.Constant) else (If(mine, run, block),)
    there = is_something(scene, node.who, who) if node.who is not None else YES
    return (*before, *start, *when(there, block))
