"""What is allowed only as the beginning of a way that leads as far as any other.

The player does the same action again and again, with whatever it can be done with, until it cannot be done any more.
All such ways are tried inside a hypothetical test, one step in the other; what the action's limit allows is the depth,
and functions are laid out so many times. Often a way is found that leads as far as is thinkable: then no other is
tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod

from dsl import model as m
from dsl.analysis.effects import all_of, asks, changes, concern, reached
from dsl.ir.nodes import INT, Attempt, Binary, Block, Call, Expr, If, Local, Perform, Return, Set
from dsl.lower.build import Build, Env
from dsl.lower.control import let
from dsl.lower.legality import answers, can_pay, needs_at, result_allowed, title, trial, values_of, variables
from dsl.lower.loops import loop
from dsl.lower.modes import TEST_OVER
from dsl.lower.ops import NO, YES, ZERO, both, either, equal, negation, number, plus, times, when
from dsl.lower.settling import settle_test
from dsl.model import Act, Condition, Utmost
from dsl.model.core import Do
from dsl.model.visit import free, parts_of
from dsl.text.diagnostics import Note, refuse

MOST_AHEAD = 16  # steps that are looked ahead: the functions are laid out so many times
TRIES = 10_000  # answers that are tried for one question; where these do not decide it, the answer is allowed
SHARE = 1 << 14  # what a function gives is an end, multiplied by this, and how many tries are left


def in_the_end(env: Env, action: Act, condition: Condition) -> Expr:
    """Whether the complete answer begins one of the best ways, or this need falls away."""
    node = m.utmost_in(condition)
    assert node is not None
    away = condition.conditions[:-1] if isinstance(condition, m.Waived) else ()
    function = env.build.once(("in the end", action, node), lambda: _Ahead.of(env.build, action, node).declare())
    return either(*(env.condition(c) for c in away), Call(function, values_of(env, action, len(action.head))))


@dataclass(frozen=True)
class _Ahead:
    """One search. `bare` is the action without needs that look further; `name` begins the names of its functions."""

    build: Build
    action: Act
    bare: Act
    node: Utmost
    name: str

    @staticmethod
    def of(build: Build, action: Act, node: Utmost) -> _Ahead:
        bare = replace(action, needs=[n for n in action.needs if m.utmost_in(n.condition) is None])
        return _Ahead(build, action, bare, node, build.number(f"in the end {title(action)}"))

    def declare(self) -> str:
        """The function of a complete answer that tells whether nothing leads further than what begins with it."""
        depth = _depth(self.build, self.action, self.node)
        env = Env(self.build)
        bound = variables(self.action, len(self.action.head))
        parameters = env.parameters(bound)
        end, other = Local(env.fresh("end")), Local(env.fresh("other"))

        def body() -> Block:
            given = tuple(env.values[v] for v in bound)
            return (
                Set(end.name, Call(self.begun(depth), (*given, number(TRIES)))),
                If(equal(_left(end), ZERO), (Return(YES),)),
                *self.cannot_be_better(_end(end), YES),
                Set(other.name, Call(self.ends(depth), (given[0], number(TRIES)))),
                If(equal(_left(other), ZERO), (Return(YES),)),
                Return(negation(self.better(_end(other), _end(end)))),
            )

        self.build.value(self.name, parameters, body, INT, self.node.span)
        return self.name

    def begun(self, steps: int) -> str:
        """The function of a complete answer, and of how many tries are left, that gives the best end of such ways."""
        env, name = Env(self.build), f"{self.name} begun {steps}"
        bound = variables(self.action, len(self.action.head))
        parameters = env.parameters(bound)
        left, end = Local(env.fresh("left")), Local(env.fresh("end"))
        made = changes(self.build, tuple(p for d in all_of(self.build, self.action) for p in parts_of(d)))

        def body() -> Block:
            given = tuple(env.values[v] for v in bound)
            run = Perform(trial(self.build, self.action), given, TEST_OVER)
            found = Set(end.name, Call(self.ends(steps - 1), (given[0], left)))
            return (Set(end.name, ZERO), Attempt((run, *settle_test(self.build, made), found)), Return(end))

        return self.build.value(name, (*parameters, (left.name, INT)), body, INT, self.node.span)

    def ends(self, steps: int) -> str:
        """The function of the actor, and of how many tries are left, that gives the best end of all ways from here."""
        env, name = Env(self.build), f"{self.name} ends {steps}"
        assert self.action.actor is not None
        actor = self.action.actor
        parameters = env.parameters((actor,))
        left, best, found, end = (Local(env.fresh(word)) for word in ("left", "best", "found", "end"))

        def one() -> Block:
            given = (*values_of(env, self.bare, len(self.bare.head)), plus(left, -1))
            new = either(negation(found), self.better(_end(end), best))
            kept = (Set(best.name, _end(end)), Set(found.name, YES), *self.cannot_be_better(best, _both(best, left)))
            return (
                If(equal(left, ZERO), (Return(ZERO),)),
                Set(end.name, Call(self.begun(steps), given)),
                Set(left.name, _left(end)),
                If(new, kept),
            )

        def body() -> Block:
            here = Return(_both(env.counted(self.node.amount), left))
            if steps == 0:
                return (here,)
            stated = (None,) * len(self.bare.parameters)
            start = (Set(best.name, ZERO), Set(found.name, NO))
            tried = answers(env, self.bare, env.values[actor], stated, lambda: self.headed(env, 0, one))
            return (*start, *tried, If(found, (Return(_both(best, left)),)), here)

        return self.build.value(name, (*parameters, (left.name, INT)), body, INT, self.node.span)

    def headed(self, env: Env, place: int, leaf: Callable[[], Block]) -> Block:
        """Does `leaf` for each way to complete the answer from line `place` (from 0) of the head on."""
        head = self.bare.head
        if place == len(head):
            return when(result_allowed(env, self.bare), leaf()) if head else leaf()
        line = head[place]

        def rest() -> Block:
            tests = (env.condition(c) for c in needs_at(self.bare, place + 1))
            return when(both(*tests, can_pay(env, self.bare, place + 1)), self.headed(env, place + 1, leaf))

        if isinstance(line, m.Let):
            return (*let(env, line), *rest())
        assert isinstance(line, m.Choose)
        chosen = line.variable

        def one() -> Block:
            env.values[chosen] = env.values[line.selection.variable]
            return rest()

        return loop(env, line.selection, one, hoist=False)

    def better(self, one: Expr, other: Expr) -> Expr:
        return Binary("<" if self.node.which == "lowest" else ">", one, other)

    def cannot_be_better(self, end: Expr, found: Expr) -> Block:
        """Returns `found` where no end could be better."""
        utmost = thinkable(self.node)
        return when(equal(end, number(utmost)), (Return(found),)) if utmost is not None else ()


def _both(end: Expr, left: Expr) -> Expr:
    return Binary("+", times(end, SHARE), left)


def _end(given: Expr) -> Expr:
    return Binary("//", given, number(SHARE))


def _left(given: Expr) -> Expr:
    return Binary("%", given, number(SHARE))


def thinkable(node: Utmost) -> int | None:
    """The best that the amount can be by its sort alone, as far as that shows at once."""
    low = node.which == "lowest"
    match node.amount:
        case m.Count(selection=selection):
            return 0 if low else selection.variable.kind.size
        case m.Get(attribute=attribute, maybe=False) if attribute.kind.sort == "range":
            return attribute.kind.start if low else attribute.kind.stop - 1
        case m.Extreme(which="total", of=m.Get(attribute=attribute)) if low and attribute.kind.sort == "range":
            return 0 if attribute.kind.start >= 0 else None
        case _:  # of others no bound shows at once
            return None


# ------------------------------------------------------------------------------------------------ how far can be looked


def steps_ahead(action: Act) -> int | None:
    """How often the same player can do it at most, one after the other; None where nothing says so."""
    limits = [need.condition for need in action.needs if isinstance(need.condition, m.Unspent)]
    counts = (limit.times * prod(v.kind.size for v in limit.per if v is not action.actor) for limit in limits)
    return min(counts, default=None)


def _depth(build: Build, action: Act, node: Utmost) -> int:
    """How far must be looked; complains of an action of which it cannot be told where it leads."""
    steps = steps_ahead(action)
    if steps is None:
        message = f"Nothing says how often {action.label} can be done, so that nobody can look to the end of it."
        refuse("E0413", message, node.span, hints=_limits(build, action))
    if steps > MOST_AHEAD:
        message = f"{action.label} could be done {steps} times: nobody can look so far ahead; {MOST_AHEAD} is possible."
        refuse("E0413", message, node.span, hints=("a limit that says how often at most",))
    other = next((v for v in free((node.amount,)) if v is not action.actor), None)
    if other is not None:
        message = f"The {other.name} is another one each time; what is said of the end cannot speak of it."
        refuse("E0413", message, node.span, hints=("something that is said of the Player",))
    _check_alone(build, action, node)
    return steps


def _limits(build: Build, action: Act) -> tuple[str, ...]:
    """Lines that say how often an action can be done."""
    turns = any(isinstance(node, m.TakeTurns) for node in reached(build, (*build.book.setup, *build.book.play)))
    span = "turn" if turns else "game"
    each = (f"once each {span} for each {v.kind.name}" for v in action.parameters if v.kind.sort in ("piece", "space"))
    return (f"4 times each {span}", *each)


def _begins(node: m.Node | m.Definition) -> bool:
    """Whether something new begins here: turns, a phase, a window."""
    match node:
        case m.TakeTurns() | Do(what=(m.Phase() | m.Window(),)):
            return True
        case _:  # all others go on with what has begun
            return False


def _check_alone(build: Build, action: Act, node: Utmost) -> None:
    """All that is tried must be the player's own answers, each of one thing at a time."""
    several = next((line for line in action.head if isinstance(line, m.ChooseSeveral)), None)
    if several is not None:
        notes = (Note("several things are chosen here", several.span),)
        refuse("E0413", f"{action.label} can be done with too many sets to try them all.", node.span, notes=notes)
    made = changes(build, tuple(part for d in all_of(build, action) for part in parts_of(d)))
    rules = [build.book.standing[k].body for k in concern(build, made).standing]
    for line in (*action.effects, *(n for body in rules for n in body)):
        begun = (n for n in reached(build, (line,)) if _begins(n))
        if asks(build, (line,)) or next(begun, None) is not None:
            message = f"Where {action.label} leads is not known beforehand."
            notes = (Note("here somebody is asked, or something new begins", line.span),)
            refuse("E0413", message, node.span, notes=notes)
