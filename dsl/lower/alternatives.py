"""Choices between several ways to go on: a decision whose answers are the ways that can be taken; and `may` with lines
under it, whose answers are to do so and to pass."""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.alternatives import needs_of_way
from dsl.ir.nodes import INT, Binary, Block, Choose, Expr, If, Local, Mark, Offer, Return, Set
from dsl.ir.program import Alternative, Decision, Need
from dsl.lower import argument_words
from dsl.lower.build import Build, Env, Scene
from dsl.lower.changes import is_something, named
from dsl.lower.ops import NOTHING, both, either, equal, negation, number, statements, when
from dsl.lower.prompts import keep_given, with_things
from dsl.lower.selections import SEVERAL
from dsl.model import Condition, Variable
from dsl.model.core import ChooseWay
from dsl.model.visit import free
from dsl.secrecy.public_legality import open_condition
from dsl.text.inflection import articled

NONE = "nothing"  # the answer where no way can be taken, and not all see that


def choose_way(scene: Scene, node: ChooseWay) -> Block:
    """Asks for a way, and carries it out. If only one can be taken, it is taken without a question.

    Where not everybody sees which can be taken, it is asked as long as one may be, for all that they see.
    """
    build, way = scene.build, scene.fresh("way")
    start, who = named(scene, "chooser", scene.expression(node.who))
    opened = [_opened(build, node, one) for one in node.ways]
    site, given = _site(scene, node, hidden=any(o is not None for o in opened))
    ask: Block = (Choose(way, site, who, argument_words.arguments(scene, given)),)
    if any(o is not None for o in opened):
        may = either(
            *(_possible(scene, o or needs_of_way(build, node, w)) for o, w in zip(opened, node.ways, strict=True))
        )
        ask = when(may, ask)
    else:
        ask = (*_only(scene, node, way), *when(equal(Local(way), SEVERAL), ask))
    taken = _taken(way, [_carried_out(scene, one) for one in node.ways])
    return (*start, Set(way, NOTHING), *when(is_something(scene, node.who, who), (*ask, *taken)))


def _opened(build: Build, node: ChooseWay, way: m.Way) -> tuple[Condition, ...] | None:
    """The needs as far as everybody sees that they are not met; None if everybody sees whether they are."""
    stated = needs_of_way(build, node, way)
    opened = [open_condition(build, condition) for condition in stated]
    if all(condition is None for condition in opened):
        return None
    return tuple(new or old for new, old in zip(opened, stated, strict=True))


def _possible(env: Env, conditions: tuple[Condition, ...]) -> Expr:
    return both(*(env.condition(condition) for condition in conditions))


def _only(scene: Scene, node: ChooseWay, way: str) -> Block:
    """The number of the only way that can be taken; SEVERAL if there are more."""
    blocks = []
    for number_, one in enumerate(node.ways):
        first: Block = (Set(way, number(number_)),)
        found: Block = (If(equal(Local(way), NOTHING), first, (Set(way, SEVERAL),)),) if number_ else first
        blocks.append(when(_possible(scene, needs_of_way(scene.build, node, one)), found))
    return statements(*blocks)


def _carried_out(scene: Scene, way: m.Way) -> Block:
    mark = (Mark(scene.build.rule_of(way, way.name)),) if way.clauses else ()
    return (*mark, *scene.block(way.body))


def _taken(way: str, bodies: list[Block], first: int = 0) -> Block:
    """The body of the way that was chosen, if there is one."""
    if len(bodies) == 1:
        return when(equal(Local(way), number(first)), bodies[0])
    half = len(bodies) // 2
    left, right = _taken(way, bodies[:half], first), _taken(way, bodies[half:], first + half)
    return (If(Binary("<", Local(way), number(first + half)), left, right),)


# ------------------------------------------------------------------------------------------------------- the decision


def _site(scene: Scene, node: ChooseWay, *, hidden: bool) -> tuple[int, tuple[Variable, ...]]:
    """The number of the decision, and the variables on which its answers depend."""
    build = scene.build
    given = with_things(build, node, free(tuple(c for way in node.ways for c in needs_of_way(build, node, way))))
    return build.once(("site", node), lambda: _declare(build, node, given, scene.title, hidden=hidden)), given


def _declare(build: Build, node: ChooseWay, given: tuple[Variable, ...], title: str, *, hidden: bool) -> int:
    site, count = len(build.decisions), len(node.ways)
    build.asking[site] = node
    rule = build.rule_of(node, title)
    env = Env(build)
    parameters, sets = argument_words.parameters(env, given)

    def options() -> Block:
        possible = [_possible(env, needs_of_way(build, node, way)) for way in node.ways]
        offered = [when(so, (Offer(number(k)),)) for k, so in enumerate(possible)]
        none = when(negation(either(*possible)), (Offer(number(count)),)) if hidden else ()
        return statements(sets, *offered, none)

    alternatives = [
        Alternative(k, 1, (way.name,), _reasons(build, node, way, given), build.rule_of(way, way.name))
        for k, way in enumerate(node.ways)
    ]
    if hidden:
        alternatives.append(Alternative(count, 1, (NONE,), (), rule, passes=True))
    prompt = f"choose {' or '.join(way.name for way in node.ways)}"
    name = build.options(f"options {site}", parameters, options, node.span)
    build.decisions.append(Decision("choice", prompt, name, len(parameters), tuple(alternatives), rule))
    keep_given(build, site, given)
    return site


def _reasons(build: Build, node: ChooseWay, way: m.Way, given: tuple[Variable, ...]) -> tuple[Need, ...]:
    conditions = needs_of_way(build, node, way)
    stated = way.condition
    return tuple(reason(build, c, way.name if c is stated else to_choose(c), way.clauses, given) for c in conditions)


def to_choose(condition: Condition) -> str:
    """What a block that begins with a choice needs."""
    assert isinstance(condition, m.Exists)
    return f"{articled(condition.selection.kind.label)} to choose"


def reason(
    build: Build, condition: Condition, name: str, clauses: tuple[str, ...], given: tuple[Variable, ...]
) -> Need:
    """What must be so for an answer, as a function of the arguments of the decision."""
    need = m.Need(condition, False, name, condition.span, clauses)
    rule = build.rule(("need of way", condition), name, need, clauses, condition.span)
    env = Env(build)
    parameters, sets = argument_words.parameters(env, given)

    def body() -> Block:
        return (*sets, Return(env.condition(condition)))

    met = build.value(build.number(f"need of {name}"), parameters, body, INT, condition.span)
    return Need(name, met, rule)
