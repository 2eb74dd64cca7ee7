"""Choices of one thing, and rolls of dice: decisions whose answers are elements of a kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from dsl import resolved as r
from dsl.inflection import articled
from dsl.ir import INT, Binary, Bits, Block, Choose, Expr, ForRange, Local, Offer, Set
from dsl.lower import memory
from dsl.lower.build import Build, Env, Scene, first_of, type_of
from dsl.lower.changes import is_something, named, set_attribute
from dsl.lower.failures import refuse
from dsl.lower.loops import loop
from dsl.lower.nodes import free
from dsl.lower.ops import NOTHING, YES, ZERO, equal, lookup, number, plus, when
from dsl.lower.selections import SEVERAL, only
from dsl.lower.settling import settle
from dsl.lower.values import counted
from dsl.program import Alternative, Decision, Slot
from dsl.resolved import Condition, Variable
from dsl.world import Kind


def choose(scene: Scene, node: r.Choose) -> Block:
    """Asks for one element: nothing if there is none, and if there is only one it is taken without a question."""
    return choose_among(scene, node, ())


def choose_among(scene: Scene, node: r.Choose, more: tuple[Condition, ...], ways: tuple[str, ...] = ()) -> Block:
    """The same, with further conditions on the element; `ways` are remembered while they are tested."""
    selection = node.selection
    start, who = named(scene, "chooser", scene.expression(node.who))
    name = scene.bind(node.variable)
    chosen = Local(name)
    site, given = choice_site(scene, node, more)
    ask = (
        Choose(name, site, who, tuple(scene.values[v] for v in given)),
        *when_shifted(chosen, first_of(selection.kind)),
    )
    find = (*memory.remember(scene.build, site, ways), Set(name, only(scene, selection, more)))
    take = (*find, *when(equal(chosen, SEVERAL), ask), *memory.forget(scene.build, ways))
    there = is_something(scene, node.who, who)
    nothing: Block = () if there == YES else (Set(name, NOTHING),)
    return (*start, *nothing, *when(there, take))


def when_shifted(value: Local, start: int) -> Block:
    return (Set(value.name, plus(value, start)),) if start else ()


def choice_site(scene: Scene, node: r.Choose, more: tuple[Condition, ...]) -> tuple[int, tuple[Variable, ...]]:
    """The number of the decision, and the variables on which its options depend."""
    build, selection = scene.build, node.selection
    given = tuple(v for v in free((selection, *more)) if v is not selection.variable)
    for variable in given:
        if variable.many:
            refuse("E0111", f"A choice among what is in the set {variable.name} cannot be carried out yet.", node.span)
    number_ = build.once(("site", node, more), lambda: _declare(build, node, given, more, scene.title))
    return number_, given


def _declare(build: Build, node: r.Choose, given: tuple[Variable, ...], more: tuple[Condition, ...], title: str) -> int:
    selection = node.selection
    kind = selection.kind
    sort: Literal["choice", "roll"] = (
        "roll" if isinstance(node.who, r.Constant) and node.who.value == build.players else "choice"
    )
    env = Env(build)
    parameters = env.parameters(given)
    rule = build.rule(node, title, node, node.clauses, node.span)

    def one() -> Block:
        return (Offer(plus(env.values[selection.variable], -first_of(kind))),)

    return declare_site(build, sort, f"choose {articled(kind.label)}", kind, rule, parameters,
                        lambda: loop(env, selection, one, more))  # fmt: skip


def declare_site(
    build: Build,
    sort: Literal["choice", "roll"],
    prompt: str,
    kind: Kind,
    rule: int,
    parameters: tuple[tuple[str, object], ...],
    body: Callable[[], Block],
) -> int:
    """A decision whose answers are elements of a kind; returns its number."""
    site = len(build.decisions)
    options = build.options(f"options {site}", tuple((name, INT) for name, _ in parameters), body)
    slot = Slot(kind.name, 1, kind.size, first_of(kind))
    alternative = Alternative(0, kind.size, (slot,), (), rule)
    build.decisions.append(Decision(sort, prompt, options, len(parameters), (alternative,), rule))
    return site


# ----------------------------------------------------------------------------------------------------------------- dice


def roll(scene: Scene, node: r.Roll) -> Block:
    """Rolls so many dice, one after another; each result is a change of the die's face."""
    build = scene.build
    start, count = named(scene, "dice", Binary("min", counted(scene, node.number), number(node.kind.size)))
    site = build.once(("site", node), lambda: _declare_roll(build, node, scene.title))
    die, face = scene.fresh("die"), scene.fresh("face")
    piece = plus(Local(die), node.kind.start)
    value = plus(Local(face), first_of(node.face.kind))
    store = set_attribute(scene, node.face, piece, value)
    turn = (Choose(face, site, number(build.players)), *store, *settle(scene, (node,)))
    name = scene.bind(node.variable)
    return (*start, ForRange(die, ZERO, count, turn), Set(name, _rolled(build, node, count)))


def _rolled(build: Build, node: r.Roll, count: Expr) -> Expr:
    """The set of the dice that were rolled, or the one die."""
    if type_of(node.variable) == INT:
        return number(node.kind.start)
    size = node.kind.size
    firsts = build.table(f"first of {size}", lambda: tuple((1 << k) - 1 for k in range(size + 1)), Bits(size))
    return lookup(firsts, Binary("max", count, ZERO))


def _declare_roll(build: Build, node: r.Roll, title: str) -> int:
    kind = node.face.kind
    rule = build.rule(node, title, node, node.clauses, node.span)
    prompt = f"roll {articled(node.kind.label)}"
    face = Local("face")
    body: Block = (ForRange("face", ZERO, number(kind.size), (Offer(face),)),)
    return declare_site(build, "roll", prompt, kind, rule, (), lambda: body)
