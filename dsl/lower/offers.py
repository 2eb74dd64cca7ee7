"""Offers of actions: the decision, its answers, and what is carried out when one is given."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl import model as m
from dsl.ir import nodes as ir
from dsl.ir.program import Alternative, Decision, Need
from dsl.lower import path_cache
from dsl.lower.actions import chosen_action
from dsl.lower.answer_forms import Form, constant, decoded, forms_of, parts_of
from dsl.lower.build import Build, Env, Scene, index_of
from dsl.lower.changes import is_something, named
from dsl.lower.legality import answers, completes, is_tried
from dsl.lower.modes import GIVEN_UP
from dsl.lower.ops import NO, YES, ZERO, added, both, either, equal, load, negation, number, statements, times, when
from dsl.lower.partial_answers import may_be_given_up
from dsl.lower.reasons import reasons
from dsl.lower.set_choices import GAVE_UP
from dsl.lower.storage import ACTED
from dsl.model import Action, Expression, Invocation
from dsl.secrecy.observations import Observations
from dsl.secrecy.public_legality import open_action
from dsl.secrecy.sources import Sight

PASS = Alternative(0, 1, ("pass",), passes=True)
DONE, GIVE_UP, BEGIN_AGAIN = "done", "give up", "begin again"
FRESH, BEGUN, SPENT = 0, 1, 2  # no step of one go is taken; some are; it was begun again as often as it can be
_ACTOR, _ANSWER, _STAND = "actor", "answer", "stand"


@dataclass(frozen=True)
class Site:
    """`may`: the function that is 1 unless everybody sees that nothing but to pass is possible; `passes`: one can.
    `names` are those of its arguments."""

    number: int
    names: tuple[str, ...]
    forms: tuple[Form, ...]
    given: tuple[Expression, ...]
    may: str
    passes: bool

    @property
    def end(self) -> int:
        """The code behind those of the actions."""
        return self.forms[-1].base + self.forms[-1].size if self.forms else 1


@dataclass(frozen=True)
class Leaving:
    """How a player leaves steps taken in one go at one of them.

    Code 0 passes on to the next offer or, with `tests`, ends it all; the code behind those of the actions gives up.
    `tests` are functions of who acts, of the phrases stated, and of `more` arguments of the site. `whole` is what is
    done in one go. If that is sure, the code behind those of the actions begins again, and the next one gives up; the
    last argument of the site, and of the tests, is how it stands (`FRESH` …).
    """

    whole: m.InOneGo
    tests: tuple[Need, ...] | None = None
    more: int = 0


# --------------------------------------------------------------------------------------------------------- the decision


def site_of(build: Build, node: m.Offer, title: str, leaving: Leaving | None = None) -> Site:
    return build.once(("offer", node), lambda: _declare(build, node, title, leaving))


def _declare(build: Build, node: m.Offer, title: str, leaving: Leaving | None) -> Site:
    opened = [_opened(build, i) for i in node.invocations]
    secret = any(new is not i.action for new, i in zip(opened, node.invocations, strict=True))
    passes = secret or not node.must or leaving is not None
    forms, given = forms_of(node, passes)
    number_ = len(build.decisions)
    build.asking[number_] = node
    about = node if node.invocations or leaving is None else leaving.whole
    rule = build.rule_of(about, title)
    names = (
        _ACTOR,
        *(f"given {k}" for k in range(len(given))),
        *(f"more {k}" for k in range(leaving.more if leaving else 0)),
        *((_STAND,) if leaving and leaving.whole.sure else ()),
    )
    parameters = tuple((name, ir.INT) for name in names)
    found = [_alternative(build, form) for form in forms]
    alternatives = (PASS, *found) if passes else tuple(found)
    alternatives = _leaving(alternatives, leaving) if leaving else alternatives
    prompt = " or ".join(dict.fromkeys(form.action.label for form in forms))
    if leaving and not prompt:
        prompt = f"{DONE} or {BEGIN_AGAIN if leaving.whole.sure else GIVE_UP}"
    options = f"options {number_}"
    tried = leaving is None and any(is_tried(form.action) for form in forms)
    candidates, allowed = (f"candidates {number_}", f"allowed {number_}") if tried else ("", "")
    decision = Decision("offer", prompt, options, len(names), alternatives, rule)
    build.decisions.append(replace(decision, candidates=candidates, allowed=allowed))
    any_ = build.value(f"any of {number_}", parameters, lambda: _any(build, forms), ir.INT, node.span)
    stuck = ir.Call(any_, tuple(ir.Local(name) for name in names)) if node.must and (secret or leaving) else None

    def offered() -> ir.Block:
        if leaving is None:
            return _options(build, forms, passes, stuck)
        return _steps(build, forms, alternatives, stuck, names)

    build.options(options, parameters, offered, node.span)
    if tried:
        build.options(candidates, parameters, lambda: _options(build, forms, passes, stuck, complete=False), node.span)
        build.value(allowed, (*parameters, (_ANSWER, ir.INT)), lambda: _allowed(build, forms), ir.INT, node.span)
    may = any_
    if secret:
        open_forms = tuple(replace(f, action=new) for f, new in zip(forms, opened, strict=True))
        may = build.value(f"may be any of {number_}", parameters, lambda: _any(build, open_forms), ir.INT, node.span)
    site = Site(number_, names, forms, given, may, passes)
    offer_sites(build).append(site)
    return site


def offer_sites(build: Build) -> list[Site]:
    """The decisions at which actions are offered, as far as they are declared."""
    return build.once("sites", list)


def _opened(build: Build, invocation: Invocation) -> Action:
    """The action as far as everybody can see that it is not possible."""
    stated = zip(invocation.action.parameters, invocation.arguments, strict=True)
    return open_action(build, invocation.action, tuple((p, a) for p, a in stated if a is not None))


def _alternative(build: Build, form: Form) -> Alternative:
    action = form.action
    rule = build.rule_of(action, action.label)
    name = "" if action.name == action.label else action.name
    return Alternative(form.base, form.size, parts_of(form), rule=rule, name=name)


def write_needs(build: Build, seen: Observations) -> None:
    """Says of each offer what its actions need, in an order that tells nothing to those to whom they are offered."""
    for site in offer_sites(build):
        offer, decision = build.asking[site.number], build.decisions[site.number]
        assert isinstance(offer, m.Offer)
        sights = {form.base: seen.offered.get((offer, form.action), []) for form in site.forms}
        needs = {form.base: _needs(build, site, form, sights[form.base]) for form in site.forms}
        alternatives = tuple(replace(a, needs=needs.get(a.base, a.needs)) for a in decision.alternatives)
        build.decisions[site.number] = replace(decision, alternatives=alternatives)
    build.finish()


def _needs(build: Build, site: Site, form: Form, sights: list[Sight]) -> tuple[Need, ...]:
    return tuple(_need(build, form, site.number, site.names, need) for need in reasons(build, form.action, sights))


def _need(build: Build, form: Form, site: int, names: tuple[str, ...], need: Need) -> Need:
    """The need as a function of the site's arguments and the slots."""
    if len(names) == 1 and all(form.slots):
        return need
    slots = [f"slot {k}" for k, slot in enumerate(form.slots) if slot]
    inside = [
        ir.Local(f"slot {k}") if slot else number(constant(argument))
        for k, (slot, argument) in enumerate(zip(form.slots, form.invocation.arguments, strict=True))
    ]
    call = ir.Call(need.function, (ir.Local(_ACTOR), *inside))
    name = f"{need.function} at {site} {form.base}"
    build.value(name, tuple((n, ir.INT) for n in (*names, *slots)), lambda: (ir.Return(call),))
    return replace(need, function=name)


def _stated(form: Form) -> tuple[ir.Expr | None, ...]:
    """The values of the parameters that are stated, as the functions of the site see them."""
    return tuple(
        ir.Local(word) if word else number(constant(argument)) if slot is None else None
        for word, slot, argument in zip(form.words, form.slots, form.invocation.arguments, strict=True)
    )


def _options(
    build: Build, forms: tuple[Form, ...], passes: bool, any_: ir.Expr | None, complete: bool = True
) -> ir.Block:
    """The codes of all answers; where `any_` is given, to pass is one only if there is no other. Unless it is to be
    `complete`, what answers lead to is not tested."""
    env = Env(build)
    blocks = [_offered(env, form, complete or not is_tried(form.action)) for form in forms]
    passing: ir.Block = (ir.Offer(ZERO),) if passes else ()
    if any_ is not None:
        passing = when(negation(any_), passing)
    return statements(passing, *blocks)


def _offered(env: Env, form: Form, complete: bool = True) -> ir.Block:
    def leaf() -> ir.Block:
        parts = [
            times(index_of(parameter.kind, env.values[parameter]), slot.stride)
            for parameter, slot in zip(form.action.parameters, form.slots, strict=True)
            if slot is not None
        ]
        return (ir.Offer(added((number(form.base), *parts))),)

    return answers(env, form.action, ir.Local(_ACTOR), _stated(form), leaf, complete)


def _allowed(build: Build, forms: tuple[Form, ...]) -> ir.Block:
    """Whether one of the candidates passes the tests of what it leads to."""
    tests: list[ir.Block] = []
    for form in forms:
        if is_tried(form.action):
            env = Env(build)
            assert form.action.actor is not None
            env.values[form.action.actor] = ir.Local(_ACTOR)
            for place, (parameter, slot) in enumerate(zip(form.action.parameters, form.slots, strict=True)):
                env.values[parameter] = decoded(form, slot, place, _ANSWER)
            mine = both(
                ir.Binary(">=", ir.Local(_ANSWER), number(form.base)),
                ir.Binary("<", ir.Local(_ANSWER), number(form.base + form.size)),
            )
            tests.append(when(mine, (ir.Return(completes(env, form.action, 0)),)))
    return (*statements(*tests), ir.Return(YES))


def _leaving(found: tuple[Alternative, ...], leaving: Leaving) -> tuple[Alternative, ...]:
    """The alternatives of a step that is one of those taken in one go."""
    passing, *actions = found
    if leaving.tests is not None:
        passing = Alternative(0, 1, (DONE,), leaving.tests, passes=True, closes=True)
    last = actions[-1] if actions else passing
    end = last.base + last.size
    again = (Alternative(end, 1, (BEGIN_AGAIN,), closes=True),) if leaving.whole.sure else ()
    return (passing, *actions, *again, Alternative(end + len(again), 1, (GIVE_UP,), closes=True))


def _steps(
    build: Build,
    forms: tuple[Form, ...],
    alternatives: tuple[Alternative, ...],
    stuck: ir.Expr | None,
    names: tuple[str, ...],
) -> ir.Block:
    """The codes of all answers to such a step. Where it must be done, to begin again puts something back; where no step
    was taken, none can be and it is not done either, there is nothing but to give up."""
    first, again, last = alternatives[0], alternatives[-2], alternatives[-1]
    given = tuple(ir.Local(name) for name in names)
    allowed = both(
        *(ir.Call(need.function, given) for need in first.needs),
        *((negation(stuck),) if stuck is not None else ()),
    )
    leaves: ir.Block = (ir.Offer(number(last.base)),)
    if _STAND in names:
        stand = ir.Local(_STAND)
        hopeless = both(equal(stand, number(FRESH)), negation(allowed)) if not forms else NO
        leaves = statements(
            when(equal(stand, number(BEGUN)), (ir.Offer(number(again.base)),)),
            when(either(equal(stand, number(SPENT)), hopeless), leaves),
        )
    return statements(when(allowed, (ir.Offer(ZERO),)), _options(build, forms, False, None), leaves)


def _any(build: Build, forms: tuple[Form, ...]) -> ir.Block:
    """1 at the first legal answer other than to pass."""
    env = Env(build)
    found: ir.Block = (ir.Return(YES),)
    blocks = [answers(env, form.action, ir.Local(_ACTOR), _stated(form), lambda: found, one=True) for form in forms]
    return (*statements(*blocks), ir.Return(NO))


# ------------------------------------------------------------------------------------------------------------ statement


def offer(scene: Scene, node: m.Offer) -> ir.Block:
    """Asks, unless everybody sees that there is nothing but to pass; then carries out the answer."""
    site = site_of(scene.build, node, scene.title)
    start, values = offer_values(scene, node, site)
    there = both(*(is_something(scene, n, v) for n, v in zip((node.who, *site.given), values, strict=True)))
    ask = _repeated(scene, node, site, values) if node.repeatedly else _once(scene, node, site, values)
    return (*start, *when(there, ask))


def offer_values(scene: Scene, node: m.Offer, site: Site) -> tuple[ir.Block, tuple[ir.Expr, ...]]:
    """Who is asked, and the values that phrases state, after what works them out."""
    start: list[ir.Block] = []
    values: list[ir.Expr] = []
    for phrase in (node.who, *site.given):
        block, value = named(scene, "asked", scene.expression(phrase))
        start.append(block)
        values.append(value)
    return statements(*start), tuple(values)


def ask(scene: Scene, site: Site, values: tuple[ir.Expr, ...], answer: str) -> ir.Block:
    """Asks, whatever can be answered."""
    ways = _ways(scene, site)
    asked = (*is_asked(scene), ir.Choose(answer, site.number, values[0], values))
    return (*path_cache.remember(scene.build, site.number, ways), *asked, *path_cache.forget(scene.build, ways))


def _once(scene: Scene, node: m.Offer, site: Site, values: tuple[ir.Expr, ...]) -> ir.Block:
    answer = scene.fresh("answer")
    ways = _ways(scene, site)
    forget = path_cache.forget(scene.build, ways)
    asked = (*is_asked(scene), ir.Choose(answer, site.number, values[0], values), *forget)
    if_any = when(ir.Binary("!=", ir.Local(answer), ZERO), taken(scene, site, values[0], answer))
    performed = if_any if site.passes else taken(scene, site, values[0], answer)
    remember = path_cache.remember(scene.build, site.number, ways)
    return (*remember, *when(ir.Call(site.may, values), (*asked, *performed), forget))


def _repeated(scene: Scene, node: m.Offer, site: Site, values: tuple[ir.Expr, ...]) -> ir.Block:
    """Again and again, until the player passes or can do nothing more."""
    answer = scene.fresh("answer")
    passes: ir.Block = (ir.If(equal(ir.Local(answer), ZERO), (ir.Break(),)),) if site.passes else ()
    ways = _ways(scene, site)
    forget = path_cache.forget(scene.build, ways)
    turn = statements(
        path_cache.remember(scene.build, site.number, ways),
        ir.If(negation(ir.Call(site.may, values)), (*forget, ir.Break())),
        is_asked(scene),
        ir.Choose(answer, site.number, values[0], values),
        forget,
        passes,
        taken(scene, site, values[0], answer, (ir.Break(),)),
    )
    return (ir.While(YES, turn),)


def is_asked(scene: Scene) -> ir.Block:
    """Notes that somebody was asked, where turns without end have to know it."""
    return (ir.Set(scene.asked, YES),) if scene.asked else ()


def _ways(scene: Scene, site: Site) -> tuple[str, ...]:
    """The ways that the tests of results ask for."""
    needs = (n.condition for f in site.forms for n in f.action.needs if n.afterwards)
    return path_cache.asked_for(scene.build, needs)


def taken(scene: Scene, site: Site, who: ir.Expr, answer: str, passed: ir.Block = ()) -> ir.Block:
    """Carries out the alternative to which the code belongs; `passed` follows where its answer is given up."""
    *others, last = site.forms
    block = _carried_out(scene, last, who, answer)
    for form in reversed(others):
        mine = ir.Binary("<", ir.Local(answer), number(form.base + form.size))
        block = (ir.If(mine, _carried_out(scene, form, who, answer), block),)
    acts = ACTED in scene.build.arrays
    acted: ir.Block = (ir.Store(ACTED, ZERO, YES),) if acts else ()
    if not any(may_be_given_up(scene.build, form.action) for form in site.forms):
        return (*acted, *block)
    before = scene.fresh("acted before")
    start: ir.Block = (ir.Set(before, load(ACTED)), *acted) if acts else ()
    again: ir.Block = (ir.Store(ACTED, ZERO, ir.Local(before)),) if acts else ()
    return (*start, *block, ir.If(load(GAVE_UP), (ir.Store(GAVE_UP, ZERO, NO), *again, *passed)))


def _carried_out(scene: Scene, form: Form, who: ir.Expr, answer: str) -> ir.Block:
    values = tuple(decoded(form, slot, k, answer) for k, slot in enumerate(form.slots))
    catch = GIVEN_UP if may_be_given_up(scene.build, form.action) else None
    return (ir.Perform(chosen_action(scene.build, form.action, scene.mode), (who, *values), catch),)
