"""`before` rules: what is done when something is about to happen. They may prevent it.

Whether the change that is about to be made is prevented stands in one word; a change inside a rule has the word for
itself, and gives it back as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl import resolved as r
from dsl.ir import Block, Expr, Local, Mark, Perform, Set, Store
from dsl.lower.build import Build, Scene
from dsl.lower.footprints import Change, asks, befores, matches, reached
from dsl.lower.ops import NO, YES, ZERO, both, equal, load, negation, parameters, when, within
from dsl.lower.storage import PREVENTED
from dsl.resolved import Before
from dsl.world import Kind


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
    place = event.old if rule.event == "leaves" else event.to
    return both(negation(equal(event.old, event.to)), matches(build, rule, place))


def _apply(scene: Scene, rule: Before, event: Event, stopped: Local) -> Block:
    place = event.old if rule.event == "leaves" else event.to
    run = Perform(_procedure(scene, rule), (event.thing, place))
    if not any(isinstance(node, r.Prevent) for node in reached(scene.build, rule.body)):
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
    build, mode = scene.build, scene.mode
    name = build.once(("before rule", rule), lambda: build.number(f"rule {rule.name}"))

    def body() -> Block:
        assert rule.subject is not None
        inner = Scene(build, mode, rule.label)
        inner.values[rule.subject] = Local("thing")
        if rule.place_variable is not None:
            inner.values[rule.place_variable] = Local("place")
        number = build.rule(rule, rule.label, rule, rule.clauses, rule.span)
        return (Mark(number), *inner.block(rule.body))

    return build.procedure(name + mode.suffix, parameters("thing", "place"), body, rule.span)


def prevent(scene: Scene, node: r.Prevent) -> Block:
    return (Store(PREVENTED, ZERO, YES),)
