"""Choices of several elements: one answer that is a set, asked for one element after another.

A player enters the elements in rising order of their numbers, and `done` where there may be fewer than the most; a step
is offered only if a complete answer can follow. So every set has one way in. Chance draws one after another, each
equally likely among those that are left, which makes all sets of that number equally likely.

The arguments of such a site are what the candidates depend on, the least and the greatest number, the set so far, and
the element chosen last (counted from 1 in its kind, 0 at first). At the head of an action a set must meet its needs,
too: where nothing proves that it still can, giving up is an answer besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl import model as m
from dsl.ir import nodes as ir
from dsl.ir import program as p
from dsl.ir.program import Alternative, Decision, Several, Slot
from dsl.lower import argument_words
from dsl.lower.build import Build, Env, Scene, first_of
from dsl.lower.changes import is_something, named
from dsl.lower.modes import GIVEN_UP
from dsl.lower.ops import (
    NO,
    YES,
    ZERO,
    added,
    both,
    either,
    empty_set,
    equal,
    is_empty,
    lookup,
    negation,
    number,
    plus,
    statements,
    when,
)
from dsl.lower.prompts import keep_given, with_name, with_things
from dsl.lower.selections import at_entry
from dsl.lower.set_completion import CHOSEN, LEAST, MOST, Completion, above, bounds
from dsl.model import Variable
from dsl.model.visit import free
from dsl.secrecy.public_legality import open_selection

GAVE_UP = "answer.given up"  # 1 while an answer that was given up is left
DONE = Alternative(0, 1, ("done",), passes=True)
# Names with a space, as no variable of a rulebook has.
_LAST, _ALLOWED, _WANTED, _OPEN, _ELEMENT = "chosen last", "allowed ones", "wanted ones", "open ones", "one more"


@dataclass(frozen=True)
class Part:
    """What a choice at the head of an action must be completed to; `secret`: also an only way is asked for. The
    variables bound before it are those of the completion. `needs` are those about the set. `unsure`: there may be no
    complete answer; then to be done with nothing is one."""

    completion: Completion
    secret: bool
    needs: tuple[m.Need, ...] = ()
    unsure: bool = False


def choose_several(scene: Scene, node: m.ChooseSeveral, part: Part | None = None) -> ir.Block:
    """Asks for the elements of a set; it is empty if nobody is there to choose."""
    name = scene.bind(node.variable)
    start, who = named(scene, "chooser", scene.expression(node.who))
    there = is_something(scene, node.who, who)
    size = node.selection.kind.size
    asked = _Asked(scene, node, name, who, part)
    nothing: ir.Block = () if there == YES else (ir.Set(name, empty_set(size)),)
    return (*start, *nothing, *when(there, asked.block()))


def is_chance(build: Build, who: m.Expression) -> bool:
    return isinstance(who, m.Constant) and who.value == build.players


class _Asked:
    """The statements that ask for one set."""

    def __init__(self, scene: Scene, node: m.ChooseSeveral, name: str, who: ir.Expr, part: Part | None) -> None:
        self.scene, self.node, self.name, self.who, self.part = scene, node, name, who, part
        self.chosen = ir.Local(name)
        self.size = node.selection.kind.size

    def block(self) -> ir.Block:
        """All candidates where they are no more than the least; otherwise somebody is asked.

        Where not everybody sees how many there are, somebody is asked as long as there may be one.
        """
        everything = self.scene.fresh("candidates")
        there = ir.Unary("count", ir.Local(everything))
        start = (ir.Set(everything, at_entry(self.scene, self.node.selection)), *bounds(self.scene, self.node, there))
        if self.part is not None and self.part.secret:
            return (*start, *self._turns(secret=True))
        opened = open_selection(self.scene.build, self.node.selection) if self.part is None else None
        if opened is not None:
            may = self.scene.condition(m.Exists(self.node.span, opened))
            return (*start, ir.If(may, self._turns(secret=True), (ir.Set(self.name, empty_set(self.size)),)))
        enough = ir.Binary(">=", ir.Local(LEAST), there)
        return (*start, ir.If(enough, (ir.Set(self.name, ir.Local(everything)),), self._turns()))

    def _turns(self, *, secret: bool = False) -> ir.Block:
        """Asks for one element after another; in secret also where there is none, that there is none."""
        scene, size = self.scene, self.size
        site = _site(scene, self.node, self.part)
        answer = scene.fresh("answer")
        arguments = (
            *argument_words.arguments(scene, site.given),
            ir.Local(LEAST),
            ir.Local(MOST),
            *argument_words.words_of(self.chosen, size),
            ir.Local(_LAST),
        )
        turn = statements(
            ir.Choose(answer, site.number, self.who, arguments),
            () if site.chance else ir.If(equal(ir.Local(answer), ZERO), (ir.Break(),)),
            _given_up(scene.build, answer, size) if self.part and not self.part.completion.exact else (),
            ir.Set(self.name, ir.Binary("|", self.chosen, ir.Single(plus(ir.Local(answer), -1), size))),
            ir.Set(_LAST, ir.Local(answer)),
        )
        open_: ir.Expr = ir.Binary("<", ir.Unary("count", self.chosen), ir.Local(MOST))
        if secret and not site.chance:
            open_ = either(open_, equal(ir.Local(MOST), ZERO))
        return (ir.Set(self.name, empty_set(size)), ir.Set(_LAST, ZERO), ir.While(open_, turn))


def _given_up(build: Build, answer: str, size: int) -> ir.Block:
    """Leaves the action where the player gives the answer up."""
    build.array(GAVE_UP, 1, "control")
    return (ir.If(equal(ir.Local(answer), number(size + 1)), (ir.Store(GAVE_UP, ZERO, YES), ir.Leave(GIVEN_UP))),)


# ------------------------------------------------------------------------------------------------------------- the site


@dataclass(frozen=True)
class _Site:
    """A decision, and the variables on which its candidates depend."""

    number: int
    given: tuple[Variable, ...]
    chance: bool


def _site(scene: Scene, node: m.ChooseSeveral, part: Part | None) -> _Site:
    build = scene.build
    given = with_things(build, node, tuple(v for v in free((node.selection,)) if v is not node.selection.variable))
    if part is not None:
        given = part.completion.given
    key = ("site", node, part and (part.completion.function, part.unsure))
    return build.once(key, lambda: _declare(build, node, given, scene.title, part))


def _declare(build: Build, node: m.ChooseSeveral, given: tuple[Variable, ...], title: str, part: Part | None) -> _Site:
    kind, chance = node.selection.kind, is_chance(build, node.who)
    number_ = len(build.decisions)
    build.asking[number_] = node
    rule = build.rule_of(node, title)
    one = Alternative(1, kind.size, (Slot(kind.name, 1, kind.size, first_of(kind)),), (), rule)
    steps = _Steps(build, node, given, chance, part)
    needs = steps.needs(part.needs if part else (), title)
    several = steps.metadata(steps.within(f"options {number_} within"), needs)
    alternatives = (one,) if chance else (DONE, one)
    if part is not None and not part.completion.exact:
        alternatives = (*alternatives, Alternative(kind.size + 1, 1, ("give up",), (), rule, passes=True))
    options = steps.options(f"options {number_}")
    count, head = len(steps.parameters), part is not None
    prompt = with_name(build, node, _prompt(node))
    build.decisions.append(Decision("choice", prompt, options, count, alternatives, rule, several, head))
    keep_given(build, number_, given)
    return _Site(number_, given, chance)


def _prompt(node: m.ChooseSeveral) -> str:
    """What is asked, with the numbers that the text states."""
    kind = node.selection.kind
    those = kind.plural or kind.name
    low, high = (n.value if isinstance(n, m.Constant | m.Setting) else None for n in (node.least, node.most))
    if 1 in (low, high) and (high is None or low is None):
        those = kind.label
    if node.least is node.most:
        if node.most is None:
            return f"choose any number of {those}"
        return f"choose {those}" if high is None else f"choose {high} {kind.label if high == 1 else those}"
    words_ = [f"at least {low}"] if low is not None else []
    words_ += [f"at most {high}"] if high is not None else []
    return " ".join(["choose", " and ".join(words_), those]) if words_ else f"choose {those}"


class _Steps:
    """The functions that offer the steps of a site."""

    def __init__(
        self,
        build: Build,
        node: m.ChooseSeveral,
        given: tuple[Variable, ...],
        chance: bool,
        part: Part | None,
    ) -> None:
        self.build, self.node, self.chance = build, node, chance
        self.completion = part.completion if part else None
        self.unsure = part is not None and part.unsure
        self.kind = node.selection.kind
        self.env = Env(build)
        self.given, self.start = argument_words.parameters(self.env, given)
        names, chosen = argument_words.set_parameter(CHOSEN, self.kind.size)
        self.start = (*self.start, *chosen)
        self.parameters = (*(n for n, _ in self.given), LEAST, MOST, *names, _LAST)

    def metadata(self, within: str, needs: tuple[p.Need, ...]) -> Several:
        """What the interpreter must know of the arguments."""
        size = self.kind.size
        tried = () if self.completion is None or self.completion.exact else self.completion.asked
        return Several(within, len(self.given), size, ir.word_count(size), needs, tried)

    def needs(self, needs: tuple[m.Need, ...], title: str) -> tuple[p.Need, ...]:
        """Each need as a function of the site's arguments."""
        return tuple(self._need(need, title) for need in needs)

    def _need(self, need: m.Need, title: str) -> p.Need:
        name = self.build.number(f"need of a set of {title}")
        rule = self.build.rule_of(need, need.name or title)

        def body() -> ir.Block:
            self.env.values[self.node.variable] = ir.Local(CHOSEN)
            return (*self.start, ir.Return(self.env.condition(need.condition)))

        self.build.value(name, tuple((n, ir.INT) for n in self.parameters), body, ir.INT, need.span)
        return p.Need(need.name, name, rule)

    def within(self, name: str) -> str:
        """The function for those who go by another order than that of the numbers."""
        allowed, first = argument_words.set_parameter(_ALLOWED, self.kind.size)
        wanted, second = argument_words.set_parameter(_WANTED, self.kind.size)

        def rest(element: ir.Expr) -> ir.Expr:
            return ir.Binary("-bits", ir.Local(_OPEN), ir.Single(element, self.kind.size))

        start = (*self.start, *first, *second)
        parameters = (*self.parameters, *allowed, *wanted)
        return self._declare(name, parameters, start, lambda: self._body(ir.Local(_ALLOWED), ir.Local(_WANTED), rest))

    def options(self, name: str) -> str:
        """The function for those who go by numbers: in rising order, or (chance) in any."""
        table = above(self.build, self.kind.size)

        def rest(element: ir.Expr) -> ir.Expr:
            return ir.Binary("&", ir.Local(_OPEN), lookup(table, plus(element, 1)))

        def body() -> ir.Block:
            return self._any() if self.chance else self._body(lookup(table, ir.Local(_LAST)), None, rest)

        return self._declare(name, self.parameters, self.start, body)

    def _declare(self, name: str, parameters: tuple[str, ...], start: ir.Block, body: Callable[[], ir.Block]) -> str:
        typed = tuple((n, ir.INT) for n in parameters)
        return self.build.options(name, typed, lambda: (*start, *body()), self.node.span)

    @property
    def _left(self) -> ir.Expr:
        """The candidates that are not chosen."""
        return ir.Binary("-bits", at_entry(self.env, self.node.selection), ir.Local(CHOSEN))

    def _any(self) -> ir.Block:
        return (ir.ForBits(_ELEMENT, self._left, (ir.Offer(plus(ir.Local(_ELEMENT), 1)),)),)

    def _body(self, allowed: ir.Expr, wanted: ir.Expr | None, rest: Callable[[ir.Expr], ir.Expr]) -> ir.Block:
        """`rest` are the elements that can follow an element; of those allowed only the wanted ones are offered."""
        chosen, element = ir.Local(CHOSEN), ir.Local(_ELEMENT)
        grown = ir.Binary("|", chosen, ir.Single(element, self.kind.size))
        offer = when(self._completes(grown, rest(element)), (ir.Offer(plus(element, 1)),))
        offered: ir.Expr = ir.Local(_OPEN) if wanted is None else ir.Binary("&", ir.Local(_OPEN), wanted)
        return statements(
            ir.Set(_OPEN, ir.Binary("&", self._left, allowed)),
            when(self._is_complete(chosen), (ir.Offer(ZERO),)),
            ir.If(ir.Binary("<", ir.Unary("count", chosen), ir.Local(MOST)), (ir.ForBits(_ELEMENT, offered, offer),)),
            self._give_up(chosen),
        )

    def _completes(self, chosen: ir.Expr, free_: ir.Expr) -> ir.Expr:
        """Whether, as far as can be found out, a set can be completed."""
        if self.completion is not None:
            return ir.Binary("!=", self.completion.of(self.env, chosen, free_), NO)
        return ir.Binary(">=", added((ir.Unary("count", chosen), ir.Unary("count", free_))), ir.Local(LEAST))

    def _is_complete(self, chosen: ir.Expr) -> ir.Expr:
        if self.completion is None:
            return ir.Binary(">=", ir.Unary("count", chosen), ir.Local(LEAST))
        complete = equal(self.completion.of(self.env, chosen, empty_set(self.kind.size)), YES)
        if not self.unsure:
            return complete
        none = equal(self.completion.of(self.env, empty_set(self.kind.size), self._left), NO)
        return either(complete, both(is_empty(chosen), none))

    def _give_up(self, chosen: ir.Expr) -> ir.Block:
        """Where nothing proves that the set can be completed, giving up is an answer."""
        if self.completion is None or self.completion.exact:
            return ()
        proven = equal(self.completion.of(self.env, chosen, ir.Local(_OPEN)), YES)
        return when(negation(proven), (ir.Offer(number(self.kind.size + 1)),))
