"""`before` rules: what is done when something is about to happen. They may prevent it.

Whether the change that is about to be made is prevented stands in one word; a change inside a rule has the word for
itself, and gives it back as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from dsl import model as m
from dsl.analysis.effects import Change, asks, befores, reached
from dsl.analysis.whereabouts import locations_of
from dsl.ir.nodes import Block, Expr, Local, Mark, Perform, Set, Store
from dsl.lower.build import Build, Parameters, Scene
from dsl.lower.ops import NO, YES, ZERO, both, equal, in_kind, load, negation, number, parameters, when, within
from dsl.lower.storage import PREVENTED
from dsl.model import Before
from dsl.model.world import Kind


@dataclass(frozen=True)
class Event:
    """What a change would do to the thing: where it would go from and to, or whether its number rises, falls."""

    thing: Expr
    kind: Kind
    old: Expr = ZERO
    to: Expr = ZERO
    rises: Expr = NO
    falls: Expr = NO
    becomes: Expr = NO


def rules_before(scene: Scene, change: Change) -> tuple[Before, ...]:
    """The rules that can apply before a change, as it is carried out here."""
    if not scene.mode.anticipates:
        return ()
    build, test = scene.build, scene.mode.test
    return tuple(b for b in befores(build, change) if not (test and asks(build, b.body)))


def unless_prevented(scene: Scene, change: Change, event: Event, done: Callable[[], Block]) -> Block:
    """The rules before a change, each if its event is the one that would come, then the change."""
    rules = rules_before(scene, change)
    if not rules:
        return done()
    stopped = Local(scene.fresh("prevented"))
    before: Block = ()
    for rule in rules:
        happens = both(_is_subject(event, rule), _happens(scene.build, rule, event), negation(stopped))
        before += when(happens, _apply(scene, rule, event, stopped))
    return (Set(stopped.name, NO), *before, *when(negation(stopped), done()))


def _is_subject(event: Event, rule: Before) -> Expr:
    assert rule.subject is not None
    kind = rule.subject.kind
    return YES if event.kind.is_a(kind) else within(event.thing, kind.start, kind.stop)


def _happens(build: Build, rule: Before, event: Event) -> Expr:
    match rule.event:
        case "rises":
            return event.rises
        case "falls":
            return event.falls
        case "becomes":
            return event.becomes
        case "enters" | "leaves":
            place = event.old if rule.event == "leaves" else event.to
            return both(negation(equal(event.old, event.to)), matches(build, rule, place))
        case "does":
            raise ValueError("what is done changes nothing itself: see `unless_deed_prevented`")
        case _:
            assert_never(rule.event)


def _apply(scene: Scene, rule: Before, event: Event, stopped: Local) -> Block:
    place = event.old if rule.event == "leaves" else event.to
    return _noticing(scene, rule, Perform(_procedure(scene, rule), (event.thing, place)), stopped)


def _noticing(scene: Scene, rule: Before, run: Perform, stopped: Local) -> Block:
    """Runs a rule, and notes whether it has prevented what it runs before."""
    if not any(isinstance(node, m.Prevent) for node in reached(scene.build, rule.body)):
        return (run,)
    outer = scene.fresh("outer")
    return (
        Set(outer, load(PREVENTED)),
        Store(PREVENTED, ZERO, NO),
        run,
        Set(stopped.name, load(PREVENTED)),
        Store(PREVENTED, ZERO, Local(outer)),
    )


def _procedure(scene: Scene, rule: Before) -> str:
    assert rule.subject is not None
    inner = Scene(scene.build, scene.mode, rule.label)
    inner.values[rule.subject] = Local("thing")
    if rule.subject.kind.sort == "player":
        inner.actor = Local("thing")
    if rule.place_variable is not None:
        inner.values[rule.place_variable] = Local("place")
    return _as_procedure(inner, rule, parameters("thing", "place"))


def _as_procedure(inner: Scene, rule: Before, inputs: Parameters) -> str:
    build = inner.build
    name = build.once(("before rule", rule), lambda: build.number(f"rule {rule.name}"))

    def body() -> Block:
        clause = build.rule_of(rule, rule.label)
        return (Mark(clause), *inner.block(rule.body))

    return build.procedure(name + inner.mode.suffix, inputs, body, rule.span)


# --------------------------------------------------------------------------------------------------- before it is done


def unless_deed_prevented(scene: Scene, act: m.Act, arguments: tuple[Expr, ...], done: Callable[[], Block]) -> Block:
    """The rules before somebody does something, then the deed; `arguments` are the player and what it is done with."""
    rules = rules_before(scene, act)
    if not rules:
        return done()
    stopped = Local(scene.fresh("prevented"))
    before: Block = ()
    for rule in rules:
        fits, known = spoken_of(rule, act, arguments)
        run = Perform(_deed_procedure(scene, rule), (arguments[0], *known))
        before += when(both(fits, negation(stopped)), _noticing(scene, rule, run, stopped))
    return (Set(stopped.name, NO), *before, *when(negation(stopped), done()))


def _deed_procedure(scene: Scene, rule: Before) -> str:
    assert rule.subject is not None
    inner = Scene(scene.build, scene.mode, rule.label)
    inputs = inner.parameters((rule.subject, *rule.things))
    inner.actor = inner.values[rule.subject]
    return _as_procedure(inner, rule, inputs)


def spoken_of(rule: m.Happening, act: m.Act, arguments: tuple[Expr, ...]) -> tuple[Expr, tuple[Expr, ...]]:
    """Whether a rule about deeds fits one, by what it is done with; and the things that the rule brings in."""
    if rule.which is not None:
        assert isinstance(act, m.Power)
        return YES, (number(rule.which.kind.start + act.number),)
    values = dict(zip(act.parameters, arguments[1:], strict=True))
    bound = [(v, parameter, values[parameter]) for v, parameter in rule.bound(act)]
    fits = both(*(is_a(value, v.kind, parameter.kind) for v, parameter, value in bound))
    return fits, tuple(value for _, _, value in bound)


def is_a(value: Expr, kind: Kind, of: Kind) -> Expr:
    """Whether a thing of one kind is of another, narrower one."""
    return YES if of.is_a(kind) else within(value, kind.start, kind.stop)


def prevent(scene: Scene, node: m.Prevent) -> Block:
    return (Store(PREVENTED, ZERO, YES),)


def matches(build: Build, rule: m.Happening, place: Expr) -> Expr:
    """Whether the place, written more than once, is the one that the rule speaks of."""
    assert rule.place is not None
    if isinstance(rule.place, Kind) and rule.place.members is not None:
        return in_kind(place, rule.place)
    mask = locations_of(build, rule.place)
    return within(place, (mask & -mask).bit_length() - 1, mask.bit_length())
