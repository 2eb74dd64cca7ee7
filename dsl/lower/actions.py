"""Carrying out actions, powers and verbs."""

from __future__ import annotations

from typing import assert_never

from dsl import model as m
from dsl.ir.nodes import Binary, Block, Expr, If, Mark, Perform, Store
from dsl.ir.program import ACTIVE, EFFECT
from dsl.lower.before_rules import unless_deed_prevented
from dsl.lower.build import Build, Scene
from dsl.lower.changes import is_something, named
from dsl.lower.control import run_phase
from dsl.lower.legality import count, pay, title, variables
from dsl.lower.modes import GIVEN_UP, Mode, laid_out
from dsl.lower.ops import NO, YES, ZERO, both, load, number, when
from dsl.lower.partial_answers import done_head, may_be_given_up, offered_head
from dsl.lower.set_choices import GAVE_UP
from dsl.lower.settling import done
from dsl.lower.weighing import noted_head
from dsl.model import Act, Expression
from dsl.model.core import Do


def actor_of(scene: Scene) -> Expr:
    """Who acts: the Player of what is carried out, or whose turn it is."""
    return scene.actor if scene.actor is not None else load(ACTIVE)


def do(scene: Scene, node: Do) -> Block:
    """Carries out a definition."""
    if node.which is not None:
        return _named_power(scene, node, node.which)
    (what,) = node.what
    match what:
        case m.Phase():
            return run_phase(scene, what)
        case m.Window():
            return _called(scene, _window(scene, what), node.arguments, None)
        case m.Procedure():
            actor = actor_of(scene) if what.actor is not None else None
            return _called(scene, verb(scene.build, what, scene.mode), node.arguments, actor)
        case m.Act():
            assert node.who is not None
            return _done(scene, what, (node.who, *node.arguments), None)
        case _:
            assert_never(what)


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
        rule = build.rule_of(action, action.label)
        given = tuple(scene.values[v] for v in variables(action))

        def deed() -> Block:
            begun = (Mark(rule), *noted_head(scene, action), *count(scene, action), *pay(scene, action))
            return (*begun, *scene.block(action.effects), *done(scene, action, given))

        return unless_deed_prevented(scene, action, given, deed)

    return build.procedure(f"{EFFECT}{title(action)}{mode.suffix}", parameters, body, action.span)


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


def verb(build: Build, procedure: m.Procedure, mode: Mode) -> str:
    mode, lines = laid_out(build, procedure, mode)
    scene = Scene(build, mode, procedure.label)
    bound = tuple(v for v in (procedure.actor, *procedure.parameters) if v is not None)
    parameters = scene.parameters(bound)

    def body() -> Block:
        if procedure.actor is not None:
            scene.actor = scene.values[procedure.actor]
        rule = build.rule_of(procedure, procedure.label)
        return (Mark(rule), *scene.block(lines))

    return build.procedure(f"verb.{procedure.name}{mode.suffix}", parameters, body, procedure.span)


def _window(scene: Scene, window: m.Window) -> str:
    """The procedure that runs a window until it closes."""
    build = scene.build
    mode, lines = laid_out(build, window, scene.mode)
    inside = Scene(build, mode, window.label)
    parameters = inside.parameters(window.parameters)

    def body() -> Block:
        rule = build.rule_of(window, window.label)
        return (Mark(rule), *inside.block(window.anew), *inside.block(lines), *inside.block(window.anew))

    return build.procedure(f"window.{window.name}{mode.suffix}", parameters, body, window.span)


def _named_power(scene: Scene, node: Do, which_: Expression) -> Block:
    """Carries out the power that a value names: one of those that it can name here."""
    before, who = named(scene, "actor", actor_of(scene) if node.who is None else scene.expression(node.who))
    start, which = named(scene, "power", scene.expression(which_))
    block: Block = ()
    for power in reversed(node.what):
        assert isinstance(power, m.Power)
        run = _done(scene, power, node.given(power), who)
        mine = Binary("==", which, number(which_.kind.start + power.number))
        block = run if isinstance(which_, m.Constant) else (If(mine, run, block),)
    there = is_something(scene, node.who, who) if node.who is not None else YES
    return (*before, *start, *when(there, block))
