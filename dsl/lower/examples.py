"""Worked examples as code: where each begins, and a function for each of its lines.

An example begins with the setup, its first `given` lines made true, and the phase in which it plays. The functions:

- given: a procedure;
- then: 1 if it holds;
- does: (site, code): 1 if this code, at this decision, is the answer that is meant;
- chooses, rolls: (element): 1 if this element is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TypeGuard

from dsl import model as m
from dsl.analysis.truth import Time
from dsl.core.per_window import AtTime
from dsl.ir.nodes import INT, SITE, Binary, Block, Expr, If, Local, Perform, Return, Store
from dsl.ir.program import ACTIVE, BEGINS, OTHERS, SET_UP, VARIABLES, Example, Slot, Step
from dsl.lower import example_supply
from dsl.lower.answer_forms import Form, decoded
from dsl.lower.build import Build, Parameters, Scene
from dsl.lower.control import run_phase
from dsl.lower.example_cast import Cast, gather_facts, pieces_named
from dsl.lower.example_dice import shown
from dsl.lower.example_setup import make_all
from dsl.lower.modes import NORMAL, SETUP
from dsl.lower.nothing import may_be_nothing
from dsl.lower.offers import Site, offer_sites
from dsl.lower.ops import (
    NO,
    NOTHING,
    YES,
    ZERO,
    both,
    equal,
    in_kind,
    load,
    lookup,
    number,
    parameters,
    statements,
    when,
)
from dsl.lower.optional_blocks import DO_SO
from dsl.lower.settling import settle_all
from dsl.lower.storage import PLAY
from dsl.lower.weighing import decided_by, summed, weighed
from dsl.model import Condition, ExampleStep, Expression, Node, Selection
from dsl.model.base import Variable
from dsl.model.candidates import chosen_from, power_of, said_at_first
from dsl.model.core import ChooseWay, Do
from dsl.model.visit import conjuncts, definitions_of, free, nodes_in, pieces_in
from dsl.model.world import LOCATION, NUMBER, Kind
from dsl.source import Span


def lower_examples(build: Build) -> tuple[Example, ...]:
    """The examples that belong to the form in which the book is played. The play must be written, as steps name the
    decisions that they answer."""
    played = frozenset(build.book.terms.variants)
    of_this_form = (example for example in build.book.examples if example.variants == played)
    build.array(OTHERS, 2, "control")
    example_supply.declare(build)
    begun = [_begun(build, k, example) for k, example in enumerate(of_this_form)]
    build.finish()
    found = tuple(_example(build, b) for b in begun)
    words = max((len(b.cast.words) + b.cast.nameless for b in begun), default=0)
    build.array(VARIABLES, max(words, 1), "control")
    return found


@dataclass
class Begun:
    """An example whose beginning is written: its pieces, the procedure that begins it, whether something is given there
    (`begins`), and the lines after it. `given`: the procedure that only makes that true, where nobody does anything."""

    example: m.Example
    cast: Cast
    start: str
    rest: list[ExampleStep]
    begins: bool
    given: str = ""


def _begun(build: Build, place: int, example: m.Example) -> Begun:
    cast = Cast(build, said=said_at_first(example.steps))
    lines = [s for s in example.steps if not isinstance(s, m.Said)]
    gather_facts(cast, [s for s in lines if isinstance(s, m.Given)])
    first = [s for s in takewhile(lambda s: isinstance(s, m.Given), lines) if isinstance(s, m.Given)]
    given = make_all(cast, first)
    rest = lines[len(first) :]
    name = f"example {place}"
    alone = f"given for {name}" if first and rest and all(isinstance(line, m.Then) for line in rest) else ""
    return Begun(example, cast, _start(build, name, alone, example, given), rest, bool(first), alone)


def _example(build: Build, begun: Begun) -> Example:
    example = begun.example
    steps = tuple(step for line in begun.rest for step in _steps(build, begun.cast, line))
    rule = build.rule_of(example, example.title)
    named = ((v, word) for v, word in begun.cast.words.items() if v.is_nickname and v.kind.sort == "piece")
    names = tuple((v.name, word) for v, word in named)
    phase = example.phase.label if example.phase else ""
    picked = tuple(begun.cast.picked)
    told = tuple(sorted(pieces_named(example.steps)))
    return Example(example.title, begun.start, steps, rule, names, phase, picked, begun.begins, begun.given, told)


def _start(build: Build, name: str, alone: str, example: m.Example, given: Block) -> str:
    """The procedure that begins it; another one makes true what is given, if that has a name `alone`."""
    phase = example.phase
    run: Block = (Perform(PLAY),)
    active: Block = ()
    begins: Block = (Store(BEGINS, ZERO, load(ACTIVE)),)  # who is given to be active
    if phase is not None:
        run = run_phase(Scene(build, NORMAL, example.title), phase)
        turn = next(turns_to(phase, build.book.play, None, set()), None)
        if turn is not None:  # where the play is what decides who begins, it is the first seat
            seat = turn.value if isinstance(turn, m.Constant) else build.book.world.players.start
            active, begins = (Store(ACTIVE, ZERO, number(seat)),), ()
        begins = (*begins, Store(BEGINS, YES, number(build.book.world.players.start)))
    first: Block = (Perform(SET_UP), *active, *given, *begins)
    begun = (Perform(build.procedure(alone, (), lambda: first, example.span)),) if alone else first
    body = (*begun, *settle_all(build), *run)
    return build.procedure(name, (), lambda: body, example.span)


def turns_to(
    phase: m.Phase, block: m.Block, first: Expression | None, seen: set[m.Phase]
) -> Iterator[Expression | None]:
    """For each way from a block to a phase, in written order: the player whose turn is the first in which it is done.

    `first` is that player for the block itself.
    """
    for node in block:
        match node:
            case Do(what=(m.Phase() as done,)) if done is phase:
                yield first
            case Do(what=(m.Phase() as done,)) if done not in seen:
                yield from turns_to(phase, done.body, first, seen | {done})
            case m.TakeTurns(body=body):
                yield from turns_to(phase, body, node.first, seen)
            case m.If(branches=branches):
                for _, body in branches:
                    yield from turns_to(phase, body, first, seen)
            case ChooseWay(ways=ways):
                for way in ways:
                    yield from turns_to(phase, way.body, first, seen)
            case m.ForEach(body=body) | m.Repeat(body=body) | m.While(body=body) | m.Follow(body=body):
                yield from turns_to(phase, body, first, seen)
            case _:  # no phase is done in any other
                pass


# ---------------------------------------------------------------------------------------------------------------- steps


def _steps(build: Build, cast: Cast, line: ExampleStep) -> Iterator[Step]:
    words = build.sentence(as_said(build.core.as_written(line)))
    match line:
        case m.Given():
            block = make_all(cast, [line])
            yield Step("given", words, line.span, build.procedure(build.number("given"), (), lambda: block, line.span))
        case m.Then(condition=condition):
            things = tuple(_things(build, cast, line))
            values, about = tuple(_values(build, cast, line)), pieces_in(as_said(line))
            told = _told(values, condition.said if isinstance(condition, AtTime) else condition)
            step = Step("then", words, line.span, things=things, values=values, told=told, about=about)
            step = replace(step, noted=decided_by(build, condition), summed=summed(_scene(build, cast), condition))
            yield _then(build, cast, condition, step)
        case m.WhenDoes(who=who, invocation=invocation):
            yield _of_action(build, cast, Step("does", words, line.span, who=_player(who)), invocation)
        case m.WhenDoesSo(who=who):
            sites = tuple(k for k, node in build.asking.items() if isinstance(node, ChooseWay) and node.may_pass)
            yield Step("does", words, line.span, _done_so(build), _player(who), sites, DO_SO)
        case m.WhenChooses(who=who, what=what):
            for element in what:
                yield _of_choice(build, cast, Step("chooses", words, line.span, who=_player(who)), element)
        case m.WhenRolls(who=who, faces=faces):
            for face in faces:
                is_shown, sites = shown(build, face)
                yield Step("rolls", words, line.span, is_shown, _player(who), sites)
        case m.WhenPasses(who=who):
            yield Step("passes", words, line.span, who=_player(who))
        case m.WhenCloses(who=who, how=how):
            yield Step("closes", words, line.span, who=_player(who), alternative=how)
        case m.Said():
            return
        case _:
            raise TypeError(type(line).__name__)


def _then(build: Build, cast: Cast, condition: Condition, line: Step) -> Step:
    """What must be so: of the position, or of the open decision."""
    said = condition.said if isinstance(condition, AtTime) else condition
    negative, inner = isinstance(said, m.Not), said.condition if isinstance(said, m.Not) else said
    match inner:
        case m.Offered(who=who, invocation=invocation):
            offered = replace(line, sort="offered", who=_player(who), negative=negative)
            if negative:
                compared = tuple(weighed(_scene(build, cast), inner))
                offered = replace(offered, choosable=_choosable(build, cast, inner), weighed=compared)
                offered = replace(offered, ways=tuple(_ways(build, cast, inner.invocation)))
            found = _of_action(build, cast, offered, invocation)
            return replace(found, instead=_instead(build, found.sites)) if negative else found
        case m.Choosable(who=who, what=what):
            choosable = replace(line, sort="choosable", who=_player(who), negative=negative)
            return _of_choice(build, cast, choosable, what)
        case m.CanPass(who=who):
            return replace(line, sort="passable", who=_player(who), negative=negative)
        case m.Asked(who=who):
            return replace(line, sort="asked", who=_player(who) if who is not None else -1, negative=negative)
        case m.Could(who=who, invocation=invocation):
            compared = tuple(weighed(_scene(build, cast), inner)) if negative else ()
            ways = tuple(_ways(build, cast, invocation)) if negative else ()
            could = _of_action(build, cast, replace(line, who=_player(who), weighed=compared, ways=ways), invocation)
            return replace(could, function=_holds(build, cast, condition), meant=could.function)
        case m.HasWon():
            return replace(line, sort="won", function=_holds(build, cast, condition))
        case _:  # whatever else is said is of the position
            return replace(line, function=_holds(build, cast, condition))


def _choosable(build: Build, cast: Cast, can: m.CanDo) -> str:
    """Whether there is something to choose for the power that an action needs; empty if it needs none."""
    needed = (power_of(can, need.condition, cast.said) for need in can.invocation.action.needs)
    power = next(filter(None, needed), None)
    there = chosen_from(power) if power is not None and not power.parameters else None
    if power is None or power.actor is None or there is None:
        return ""
    scene = _scene(build, cast)
    scene.values[power.actor] = scene.expression(can.who)
    return build.value(build.number("choosable"), (), lambda: (Return(scene.condition(there)),), INT, there.span)


def _ways(build: Build, cast: Cast, invocation: m.Invocation) -> Iterator[tuple[Span, str]]:
    """For each walk that has to be left when an action is done, where that is said, and what tells whether a space is
    on it before."""
    for need in invocation.action.needs:
        for on in conjuncts((need.condition,)) if need.afterwards else ():
            if isinstance(on, m.OnWalk) and not free(on.arguments):
                yield need.span, _on_the_way(build, cast, on)


def _on_the_way(build: Build, cast: Cast, on: m.OnWalk) -> str:
    scene, space = _scene(build, cast), Variable("space", on.space.kind, span=on.span)
    scene.values[space] = Local("space")
    asked = replace(on, space=m.Use(on.span, space.kind, False, space))

    def body() -> Block:
        return (Return(both(in_kind(Local("space"), space.kind), scene.condition(asked))),)

    return build.value(build.number("on the way"), parameters("space"), body, INT, on.span)


def _things(build: Build, cast: Cast, line: m.Then) -> Iterator[tuple[str, Span]]:
    """For each thing that a line describes (`the Asteroid on F9`), what tells whether there is one. Otherwise a line
    that says what is not so would hold because of a slip of the pen."""
    described = (node for node in nodes_in(as_said(line)) if isinstance(node, m.Pick) and node.article == "the")
    for thing in described:
        if may_be_nothing(build, thing) and all(variable in cast.words for variable in free((thing,))):
            yield _is_there(build, cast, thing), thing.span


def _is_there(build: Build, cast: Cast, thing: m.Pick) -> str:
    scene = _scene(build, cast)

    def body() -> Block:
        return (Return(Binary("!=", scene.expression(thing), NOTHING)),)

    return build.value(build.number("is there"), (), body, INT, thing.span)


def _values(build: Build, cast: Cast, line: m.Then) -> Iterator[tuple[str, str, Span]]:
    """For each value that a line compares, what works it out."""
    said = as_said(line)
    compared = (node for node in nodes_in(said) if isinstance(node, m.Compare))
    for value in (side for node in compared for side in (node.left, node.right)):
        known = all(variable in cast.words for variable in free((value,)))
        if known and not isinstance(value, m.Constant) and value.kind.sort != "truth":
            yield _worked_out(build, cast, value), value.kind.name, value.span


def _told(values: tuple[tuple[str, str, Span], ...], said: Condition) -> tuple[tuple[str, str, Span], ...]:
    """The values of a line that says what each is, and no more, with where that is said."""
    places = {value.left.span: value.right.span for value in conjuncts((said,)) if _says_what_is(value)}
    return tuple((function, kind, places[at]) for function, kind, at in values) if len(places) == len(values) else ()


def _says_what_is(said: Condition) -> TypeGuard[m.Compare]:
    return isinstance(said, m.Compare) and said.operator == "=" and isinstance(said.right, m.Constant)


def _worked_out(build: Build, cast: Cast, value: Expression) -> str:
    scene = _scene(build, cast)
    return build.value(build.number("value"), (), lambda: (Return(scene.expression(value)),), INT, value.span)


def _of_action(build: Build, cast: Cast, step: Step, invocation: m.Invocation) -> Step:
    """The step with where the action is offered, and what tells whether an answer is it."""
    sites = tuple(s.number for s in offer_sites(build) if any(_is(f, invocation) for f in s.forms))
    return replace(step, function=_meant(build, cast, invocation), sites=sites, alternative=invocation.action.label)


def _instead(build: Build, sites: Sequence[int]) -> tuple[int, ...]:
    """The decisions in other branches of an `if` than one of these."""
    apart = build.once("branches", lambda: [*_branches(build)])
    offers = {build.asking[site] for site in sites}
    others = {n for those in apart for own in those if own & offers for one in those if one is not own for n in one}
    return tuple(site for site, node in build.asking.items() if node in others)


def _branches(build: Build) -> Iterator[list[set[Node]]]:
    """For each `if`, what asks in each of its branches."""
    book, asking = build.book, {*build.asking.values()}
    for item in (book.play, *definitions_of(book)):
        for node in nodes_in(item):
            if isinstance(node, m.If):
                yield [asking.intersection(nodes_in(body)) for _, body in node.branches]


def _of_choice(build: Build, cast: Cast, step: Step, what: Expression | m.Taken) -> Step:
    """The step with where such a thing can be chosen, and what tells whether an answer is it."""
    thing = what.thing if isinstance(what, m.Taken) else what
    name = what.name if isinstance(what, m.Taken) else ""
    function = _chosen(build, cast, thing) if thing is not None else ""
    sites = _sites_of(build, thing.kind) if thing is not None else ()
    return replace(step, function=function, sites=sites + (_sites_with(build, name) if name else ()), alternative=name)


def as_said(line: ExampleStep) -> ExampleStep:
    """The line as the text has it."""
    if isinstance(line, m.Then) and isinstance(line.condition, AtTime):
        return replace(line, condition=line.condition.said)
    return line


def _is(form: Form, invocation: m.Invocation) -> bool:
    """Whether an alternative is a form of the action that a line names."""
    return form.action.original is invocation.action.original


def _player(who: Expression) -> int:
    """The player's number; -1 where it depends on the position."""
    return who.value if isinstance(who, m.Constant) else -1


def _scene(build: Build, cast: Cast) -> Scene:
    return cast.bind(Scene(build, SETUP, "example"))


def _holds(build: Build, cast: Cast, condition: Condition) -> str:
    scene = _scene(build, cast)

    def body() -> Block:
        if not isinstance(condition, AtTime):
            return (Return(scene.condition(condition)),)
        cases = (when(_stands_in(build, time), (Return(scene.condition(c)),)) for time, c in condition.cases)
        return (*statements(*cases), Return(scene.condition(condition.other)))

    return build.value(build.number("then"), (), body, INT, condition.span)


def _stands_in(build: Build, time: Time) -> Expr:
    """Whether the open decision is one of a phase or window, and of no other."""
    asking = [build.asking.get(k) for k in range(len(build.decisions))]
    here = (time and time.original,)
    mine = tuple(int(node is not None and build.times.get(node) == here) for node in asking)
    name = build.once(("stands in", time), lambda: build.number("stands in"))
    return lookup(build.table(name, lambda: mine), load(SITE))


def _done_so(build: Build) -> str:
    """Whether the code is that of doing what is offered."""

    def declared() -> str:
        names = (("site", INT), ("code", INT))
        return build.value(build.number("does so"), names, lambda: (Return(equal(Local("code"), YES)),), INT)

    return build.once("does so", declared)


def _sites_with(build: Build, way: str) -> tuple[int, ...]:
    """The decisions at which a way is chosen that has this name."""
    return tuple(k for k, d in enumerate(build.decisions) if any(a.parts == (way,) for a in d.alternatives))


def _sites_of(build: Build, kind: Kind) -> tuple[int, ...]:
    """The decisions in which a thing of a kind could be meant, and not one of others with the same numbers."""
    kind = NUMBER if kind.sort == "range" else kind  # two of them have no element that is both
    alike = {k.name for k in (*build.world.kinds.values(), NUMBER, LOCATION) if k.meets(kind)}
    slots = ((site, slot) for site, d in enumerate(build.decisions) for a in d.alternatives for slot in a.parts)
    return tuple(sorted({site for site, slot in slots if isinstance(slot, Slot) and slot.kind in alike}))


def _chosen(build: Build, cast: Cast, what: Expression) -> str:
    """Whether an element is what the line names or describes."""
    scene = _scene(build, cast)

    def body() -> Block:
        return (Return(fits(scene, what, Local("element"))),)

    return build.value(build.number("chosen"), parameters("element"), body, INT, what.span)


def fits(scene: Scene, what: Expression, element: Expr) -> Expr:
    """Whether the element is the thing, or one of those that a description is about."""
    if isinstance(what, m.Pick):
        selection: Selection = what.selection
        scene.values[selection.variable] = element
        inside = both(
            Binary(">=", element, number(selection.kind.start)), Binary("<", element, number(selection.kind.stop))
        )
        kind = inside if selection.kind.sort == "piece" else YES
        if selection.kind.members is not None:
            kind = in_kind(element, selection.kind)
        return both(kind, *(scene.condition(c) for c in selection.conditions))
    value = scene.expression(what)
    same = equal(element, value)
    return both(Binary("!=", element, NOTHING), same) if may_be_nothing(scene.build, what) else same


def _meant(build: Build, cast: Cast, invocation: m.Invocation) -> str:
    """Whether a code at a decision is the action with the arguments that the line states."""
    inputs: Parameters = parameters("site", "code")

    def body() -> Block:
        forms = [(site, form) for site in offer_sites(build) for form in site.forms if _is(form, invocation)]
        return (*statements(*(_if_meant(_scene(build, cast), *f, invocation) for f in forms)), Return(NO))

    return build.value(build.number("does"), inputs, body, INT, invocation.span)


def _if_meant(scene: Scene, site: Site, form: Form, invocation: m.Invocation) -> Block:
    code = Local("code")
    here = both(
        equal(Local("site"), number(site.number)),
        Binary(">=", code, number(form.base)),
        Binary("<", code, number(form.base + form.size)),
    )
    values = [decoded(form, slot, k, "code") for k, slot in enumerate(form.slots)]
    stated = zip(invocation.arguments, values, strict=True)
    tests = [fits(scene, argument, value) for argument, value in stated if argument is not None]
    return when(here, (If(both(*tests), (Return(YES),)),) if tests else (Return(YES),))
