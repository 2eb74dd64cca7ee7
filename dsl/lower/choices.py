"""Choices of one thing, and rolls of dice: decisions whose answers are elements of a kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from dsl import model as m
from dsl.ir.nodes import INT, Binary, Bits, Block, Choose, Expr, ForBits, ForRange, If, Local, Offer, Set, Single, Unary
from dsl.ir.program import Alternative, Decision, Slot
from dsl.lower import argument_words, path_cache
from dsl.lower.build import Build, Env, Parameters, Scene, first_of, type_of
from dsl.lower.changes import is_something, named, set_attribute
from dsl.lower.elimination import unless_out
from dsl.lower.loops import loop
from dsl.lower.ops import NOTHING, YES, ZERO, both, empty_set, equal, is_empty, lookup, number, parameters, plus, when
from dsl.lower.prompts import keep_given, with_name, with_things
from dsl.lower.selections import SEVERAL, at_entry, only
from dsl.lower.settling import settle
from dsl.model import Condition, Variable
from dsl.model.visit import free
from dsl.model.world import Kind
from dsl.secrecy.public_legality import open_selection
from dsl.text.inflection import articled


def choose(scene: Scene, node: m.Choose) -> Block:
    """Asks for one element: nothing if there is none, and if there is only one it is taken without a question.

    Where not everybody sees how many there are, it is asked as long as there may be one, for all that they see.
    """
    opened = open_selection(scene.build, node.selection)
    if opened is None:
        return choose_among(scene, node, ())
    return choose_in_secret(scene, node, may=scene.condition(m.Exists(node.span, opened)))


def choose_in_secret(
    scene: Scene,
    node: m.Choose,
    more: tuple[Condition, ...] = (),
    ways: tuple[str, ...] = (),
    may: Expr = YES,
) -> Block:
    """Asks, if there `may` be an element, also where there is only one, or none: then the answer is that there is
    nothing. `more` and `ways` as below."""
    build, size = scene.build, node.selection.kind.size
    start, who = named(scene, "chooser", scene.expression(node.who))
    name = scene.bind(node.variable)
    given = with_things(build, node, _given(node, more))
    site = build.once(
        ("site", node, more, "secret"), lambda: _declare(build, node, given, more, scene.title, secret=True)
    )
    element = Set(name, plus(Local(name), first_of(node.selection.kind)))
    ask = (
        *path_cache.remember(build, site, ways),
        Choose(name, site, who, argument_words.arguments(scene, given)),
        If(equal(Local(name), number(size)), (Set(name, NOTHING),), (element,)),
        *path_cache.forget(build, ways),
    )
    asked = when(both(is_something(scene, node.who, who), may), ask)
    return (*start, Set(name, NOTHING), *asked)


def choose_among(
    scene: Scene,
    node: m.Choose,
    more: tuple[Condition, ...],
    ways: tuple[str, ...] = (),
    *,
    always: bool = False,
    part: bool = False,
    if_in: bool = False,
) -> Block:
    """The same, with further conditions on the element; `ways` are remembered while they are tested.

    `always`: also an only element is asked for. `part`: it belongs to the answer that was given before. `if_in`: a
    player who is out is not asked; an only element is taken all the same.
    """
    selection = node.selection
    start, who = named(scene, "chooser", scene.expression(node.who))
    name = scene.bind(node.variable)
    chosen = Local(name)
    site, given = choice_site(scene, node, more)
    if part:
        scene.build.decisions[site] = replace(scene.build.decisions[site], part=True)
    ask: Block = (
        Choose(name, site, who, argument_words.arguments(scene, given)),
        *when_shifted(chosen, first_of(selection.kind)),
    )
    if if_in:
        ask = unless_out(scene, node.who, ask, (Set(name, NOTHING),))
    find = (*path_cache.remember(scene.build, site, ways), Set(name, only(scene, selection, more)))
    unsure = Binary("!=", chosen, NOTHING) if always else equal(chosen, SEVERAL)
    take = (*find, *when(unsure, ask), *path_cache.forget(scene.build, ways))
    there = is_something(scene, node.who, who)
    nothing: Block = () if there == YES else (Set(name, NOTHING),)
    return (*start, *nothing, *when(there, take))


def when_shifted(value: Local, start: int) -> Block:
    return (Set(value.name, plus(value, start)),) if start else ()


def choice_site(scene: Scene, node: m.Choose, more: tuple[Condition, ...]) -> tuple[int, tuple[Variable, ...]]:
    """The number of the decision, and the variables on which its options depend."""
    build, given = scene.build, with_things(scene.build, node, _given(node, more))
    number_ = build.once(("site", node, more), lambda: _declare(build, node, given, more, scene.title))
    return number_, given


def _given(node: m.Choose, more: tuple[Condition, ...]) -> tuple[Variable, ...]:
    return tuple(v for v in free((node.selection, *more)) if v is not node.selection.variable)


def _declare(
    build: Build,
    node: m.Choose,
    given: tuple[Variable, ...],
    more: tuple[Condition, ...],
    title: str,
    *,
    secret: bool = False,
) -> int:
    """Declares the decision; where there may be nothing to choose, not all see whether, that is an answer, too."""
    selection = node.selection
    kind = selection.kind
    env = Env(build)
    parameters, sets = argument_words.parameters(env, given)
    rule = build.rule_of(node, title)

    def one() -> Block:
        return (Offer(plus(env.values[selection.variable], -first_of(kind))),)

    def options() -> Block:
        offered = (*sets, *loop(env, selection, one, more))
        if not secret:
            return offered
        return (*offered, *when(equal(only(env, selection, more), NOTHING), (Offer(number(kind.size)),)))

    prompt = with_name(build, node, f"choose {articled(kind.label)}")
    site = declare_site(build, node, "choice", prompt, kind, rule, parameters, options, passes=secret)
    keep_given(build, site, given)
    return site


def declare_site(
    build: Build,
    node: m.Choose | m.Roll,
    sort: Literal["choice", "roll"],
    prompt: str,
    kind: Kind,
    rule: int,
    parameters: Parameters,
    body: Callable[[], Block],
    *,
    passes: bool = False,
) -> int:
    """A decision whose answers are elements of a kind, and perhaps that there is none; returns its number."""
    site = len(build.decisions)
    build.asking[site] = node
    options = build.options(f"options {site}", parameters, body)
    slot = Slot(kind.name, 1, kind.size, first_of(kind))
    alternatives: tuple[Alternative, ...] = (Alternative(0, kind.size, (slot,), (), rule),)
    if passes:
        alternatives = (*alternatives, Alternative(kind.size, 1, ("nothing",), (), rule, passes=True))
    build.decisions.append(Decision(sort, prompt, options, len(parameters), alternatives, rule))
    return site


# ----------------------------------------------------------------------------------------------------------------- dice


def roll(scene: Scene, node: m.Roll) -> Block:
    """Rolls so many dice, one after another; each result is a change of the die's face."""
    build = scene.build
    start, count = named(scene, "dice", Binary("min", scene.counted(node.number), number(node.kind.size)))
    site = build.once(("site", node), lambda: _declare_roll(build, node, scene.title))
    die, face = scene.fresh("die"), scene.fresh("face")
    piece = plus(Local(die), node.kind.start)
    value = plus(Local(face), first_of(node.face.kind))
    store = set_attribute(scene, node, node.face, piece, value)

    def turn(rolled: Expr) -> Block:
        told = (rolled, scene.expression(node.who)) if build.examples else ()  # a line says whose dice, and how many
        return (Choose(face, site, number(build.players), told), *store, *settle(scene, (node,)))

    if node.selection.conditions:
        return (*start, *_roll_some(scene, node, count, (die, turn)))
    name = scene.bind(node.variable)
    return (*start, ForRange(die, ZERO, count, turn(Local(die))), Set(name, _rolled(build, node, count)))


def _roll_some(scene: Scene, node: m.Roll, count: Expr, each: tuple[str, Callable[[Expr], Block]]) -> Block:
    """Rolls the first of those that are described; `each` is what is done with each, by how many were rolled before,
    behind the name of its index."""
    die, turn = each
    size = node.kind.size
    dice, rolled = scene.fresh("dice"), scene.fresh("rolled")
    entry = Set(dice, at_entry(scene, node.selection))
    more = Binary("<", Unary("count", Local(rolled)), count)
    once = (*turn(Unary("count", Local(rolled))), Set(rolled, Binary("|", Local(rolled), Single(Local(die), size))))
    turns = (entry, Set(rolled, empty_set(size)), ForBits(die, Local(dice), when(more, once)))
    name = scene.bind(node.variable)
    if type_of(node.variable) != INT:
        return (*turns, Set(name, Local(rolled)))
    first = Set(name, plus(Unary("first", Local(rolled)), node.kind.start))
    return (*turns, If(is_empty(Local(rolled)), (Set(name, NOTHING),), (first,)))


def _rolled(build: Build, node: m.Roll, count: Expr) -> Expr:
    """The set of the dice that were rolled, or the one die."""
    if type_of(node.variable) == INT:
        return number(node.kind.start)
    size = node.kind.size
    firsts = build.table(f"first of {size}", lambda: tuple((1 << k) - 1 for k in range(size + 1)), Bits(size))
    return lookup(firsts, Binary("max", count, ZERO))


def _declare_roll(build: Build, node: m.Roll, title: str) -> int:
    kind = node.face.kind
    rule = build.rule_of(node, title)
    prompt = f"roll {articled(node.kind.label)}"
    face = Local("face")
    body: Block = (ForRange("face", ZERO, number(kind.size), (Offer(face),)),)
    told = parameters("rolled", "who") if build.examples else ()
    return declare_site(build, node, "roll", prompt, kind, rule, told, lambda: body)
