"""`may` with lines under it: a decision whose answers are to do all of it, and to pass."""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.alternatives import needs_of_way
from dsl.ir.nodes import Block, Break, Choose, If, Local, Mark, Offer, Set, Store, While
from dsl.ir.program import Alternative, Decision
from dsl.lower import argument_words
from dsl.lower.alternatives import reason, to_choose
from dsl.lower.build import Build, Env, Scene
from dsl.lower.changes import is_something, named
from dsl.lower.offers import PASS, is_asked
from dsl.lower.ops import YES, ZERO, both, equal, negation, statements, when
from dsl.lower.prompts import keep_given, with_things
from dsl.lower.storage import ACTED
from dsl.model import Condition, Variable
from dsl.model.core import ChooseWay
from dsl.model.visit import free
from dsl.secrecy.public_legality import open_condition

DO_SO = "do so"


def may(scene: Scene, node: ChooseWay) -> Block:
    """Asks, unless everybody sees that there is nothing to choose where the lines begin with a choice."""
    build = scene.build
    (way,) = node.ways
    needs = needs_of_way(build, node, way)
    given = with_things(build, node, free(needs))
    site = build.once(("site", node), lambda: _declare(build, node, needs, given, scene.title))
    start, who = named(scene, "asked", scene.expression(node.who))
    answer = scene.fresh("answer")
    possible = both(*(scene.condition(open_condition(build, need) or need) for need in needs))
    ask = (*is_asked(scene), Choose(answer, site, who, argument_words.arguments(scene, given)))
    done = _done(scene, node, way)
    if node.repeatedly:
        stop: Block = (Break(),)
        turn = (*when(negation(possible), stop), *ask, If(equal(Local(answer), ZERO), stop), *done)
        asked: Block = (While(YES, turn),)
    else:
        asked = (Set(answer, ZERO), *when(possible, ask), *when(Local(answer), done))
    return (*start, *when(is_something(scene, node.who, who), asked))


def _done(scene: Scene, node: ChooseWay, way: m.Way) -> Block:
    """All that stands under it; whoever does it has not passed."""
    mark: Block = (Mark(scene.build.rule_of(node, scene.title)),) if node.clauses else ()
    acted: Block = (Store(ACTED, ZERO, YES),) if ACTED in scene.build.arrays else ()
    return (*mark, *acted, *scene.block(way.body))


def _in_short(build: Build, node: ChooseWay) -> str:
    """The first line that does something, in words; dots stand for those after it."""
    said = build.core.as_written(node)
    assert isinstance(said, m.May)
    lines = [line for line in said.body if not isinstance(line, m.Text)]
    first, more = (lines or list(said.body))[0], lines[1:]
    sentence = build.sentence(first).rstrip(".")
    return f"{sentence[:1].lower()}{sentence[1:]}{', …' if more else ''}"


def _declare(
    build: Build, node: ChooseWay, needs: tuple[Condition, ...], given: tuple[Variable, ...], title: str
) -> int:
    site = len(build.decisions)
    build.asking[site] = node
    rule = build.rule_of(node, title)
    env = Env(build)
    parameters, sets = argument_words.parameters(env, given)

    def options() -> Block:
        possible = both(*(env.condition(need) for need in needs))
        return statements((*sets, Offer(ZERO)), when(possible, (Offer(YES),)))

    reasons = tuple(reason(build, need, to_choose(need), (), given) for need in needs)
    name = build.options(f"options {site}", parameters, options, node.span)
    prompt = f"{DO_SO} or pass: {_in_short(build, node)}"
    alternatives = (PASS, Alternative(1, 1, (DO_SO,), reasons, rule))
    keep_given(build, site, given)
    build.decisions.append(Decision("offer", prompt, name, len(parameters), alternatives, rule))
    return site
