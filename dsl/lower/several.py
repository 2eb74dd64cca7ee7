"""Choices of several elements: one answer that is a set, asked for one element after another.

A player enters the elements in rising order of their numbers, and `done` where there may be fewer than the most; a step
is offered only if a complete answer can follow. So every set has one way in. Chance draws one after another, each
equally likely among those that are left, which makes all sets of that number equally likely.

The arguments of such a site are what the candidates depend on, the least and the greatest number, the set so far, and
the element chosen last (counted from 1 in its kind, 0 at first).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl import resolved as r
from dsl.ir import INT, Binary, Bits, Block, Break, Choose, Expr, ForBits, If, Local, Offer, Set, Single, Unary, While
from dsl.ir_types import word_count
from dsl.lower import words
from dsl.lower.build import Build, Env, Scene, first_of
from dsl.lower.changes import is_something, named
from dsl.lower.nodes import free
from dsl.lower.ops import YES, ZERO, either, empty_set, equal, lookup, plus, statements, when
from dsl.lower.publicly import open_selection
from dsl.lower.selections import at_entry
from dsl.lower.values import counted
from dsl.program import Alternative, Decision, Several, Slot
from dsl.resolved import Variable

DONE = Alternative(0, 1, ("done",), passes=True)
# Names with a space, as no variable of a rulebook has.
_LEAST, _MOST, _CHOSEN, _LAST = "at least", "at most", "chosen so far", "chosen last"
_ALLOWED, _OPEN, _ELEMENT = "allowed ones", "open ones", "one more"


def choose_several(scene: Scene, node: r.ChooseSeveral) -> Block:
    """Asks for the elements of a set; it is empty if nobody is there to choose."""
    name = scene.bind(node.variable)
    start, who = named(scene, "chooser", scene.expression(node.who))
    there = is_something(scene, node.who, who)
    size = node.selection.kind.size
    asked = _Asked(scene, node, name, who)
    nothing: Block = () if there == YES else (Set(name, empty_set(size)),)
    return (*start, *nothing, *when(there, asked.block()))


def is_chance(build: Build, who: r.Expression) -> bool:
    return isinstance(who, r.Constant) and who.value == build.players


class _Asked:
    """The statements that ask for one set."""

    def __init__(self, scene: Scene, node: r.ChooseSeveral, name: str, who: Expr) -> None:
        self.scene, self.node, self.name, self.who = scene, node, name, who
        self.chosen = Local(name)
        self.kind = node.selection.kind
        self.least, self.most, self.last = (scene.fresh(hint) for hint in (_LEAST, _MOST, _LAST))

    def block(self) -> Block:
        """All candidates where they are no more than the least; otherwise somebody is asked.

        Where not everybody sees how many there are, somebody is asked as long as there may be one.
        """
        scene = self.scene
        opened = open_selection(scene.build, self.node.selection)
        everything = scene.fresh("candidates")
        there = Unary("count", Local(everything))
        found = (Set(everything, at_entry(scene, self.node.selection)), *self._bounds(there))
        if opened is not None:
            may = scene.condition(r.Exists(self.node.span, opened))
            return (*found, If(may, self._turns(secret=True), (Set(self.name, empty_set(self.kind.size)),)))
        enough = Binary(">=", Local(self.least), there)
        return (*found, If(enough, (Set(self.name, Local(everything)),), self._turns()))

    def _bounds(self, there: Expr) -> Block:
        """The least and the greatest number of elements, no more than there are."""
        scene, node = self.scene, self.node
        most = there if node.most is None else _within(counted(scene, node.most), there)
        if node.least is node.most and node.most is not None:
            return (Set(self.most, most), Set(self.least, Local(self.most)))
        least = ZERO if node.least is None else _within(counted(scene, node.least), Local(self.most))
        return (Set(self.most, most), Set(self.least, least))

    def _turns(self, *, secret: bool = False) -> Block:
        """Asks for one element after another; in secret also where there is none, that there is none."""
        scene, size = self.scene, self.kind.size
        site = _site(scene, self.node)
        answer = scene.fresh("answer")
        arguments = (
            *words.arguments(scene, site.given),
            Local(self.least),
            Local(self.most),
            *words.words_of(self.chosen, size),
            Local(self.last),
        )
        done: Block = () if site.chance else (If(equal(Local(answer), ZERO), (Break(),)),)
        add = Set(self.name, Binary("|", self.chosen, Single(plus(Local(answer), -1), size)))
        ask = Choose(answer, site.number, self.who, arguments)
        turn = statements(ask, done, add, Set(self.last, Local(answer)))
        open_: Expr = Binary("<", Unary("count", self.chosen), Local(self.most))
        if secret and not site.chance:
            open_ = either(open_, equal(Local(self.most), ZERO))
        return (Set(self.name, empty_set(size)), Set(self.last, ZERO), While(open_, turn))


def _within(number_: Expr, most: Expr) -> Expr:
    """A number of elements: not less than none, not more than there are."""
    return Binary("min", Binary("max", number_, ZERO), most)


# ------------------------------------------------------------------------------------------------------------- the site


@dataclass(frozen=True)
class _Site:
    """A decision, and the variables on which its candidates depend."""

    number: int
    given: tuple[Variable, ...]
    chance: bool


def _site(scene: Scene, node: r.ChooseSeveral) -> _Site:
    build = scene.build
    given = tuple(v for v in free((node.selection,)) if v is not node.selection.variable)
    return build.once(("site", node), lambda: _declare(build, node, given, scene.title))


def _declare(build: Build, node: r.ChooseSeveral, given: tuple[Variable, ...], title: str) -> _Site:
    kind, chance = node.selection.kind, is_chance(build, node.who)
    number_ = len(build.decisions)
    build.asking[number_] = node
    rule = build.rule(node, title, node, node.clauses, node.span)
    one = Alternative(1, kind.size, (Slot(kind.name, 1, kind.size, first_of(kind)),), (), rule)
    steps = _Steps(build, node, given, chance)
    several = steps.metadata(steps.within(f"options {number_} within"))
    alternatives = (one,) if chance else (DONE, one)
    options = steps.options(f"options {number_}")
    count = len(steps.parameters)
    build.decisions.append(Decision("choice", _prompt(node), options, count, alternatives, rule, several))
    return _Site(number_, given, chance)


def _prompt(node: r.ChooseSeveral) -> str:
    """What is asked, with the numbers that the text states."""
    kind = node.selection.kind
    those = kind.plural or kind.name
    low, high = (n.value if isinstance(n, r.Constant | r.Setting) else None for n in (node.least, node.most))
    if node.least is node.most:
        if node.most is None:
            return f"choose any number of {those}"
        return f"choose {those}" if high is None else f"choose {high} {kind.label if high == 1 else those}"
    words_ = [f"at least {low}"] if low is not None else []
    words_ += [f"at most {high}"] if high is not None else []
    return " ".join(["choose", " and ".join(words_), those]) if words_ else f"choose {those}"


class _Steps:
    """The functions that offer the steps of a site."""

    def __init__(self, build: Build, node: r.ChooseSeveral, given: tuple[Variable, ...], chance: bool) -> None:
        self.build, self.node, self.chance = build, node, chance
        self.kind = node.selection.kind
        self.env = Env(build)
        self.given, self.start = words.parameters(self.env, given)
        names, chosen = words.set_parameter(_CHOSEN, self.kind.size)
        self.start = (*self.start, *chosen)
        self.parameters = (*(n for n, _ in self.given), _LEAST, _MOST, *names, _LAST)

    def metadata(self, within: str) -> Several:
        """What the interpreter must know of the arguments."""
        size = self.kind.size
        return Several(within, len(self.given), size, word_count(size))

    def within(self, name: str) -> str:
        """The function for those who go by another order than that of the numbers."""
        names, allowed = words.set_parameter(_ALLOWED, self.kind.size)

        def rest(element: Expr) -> Expr:
            return Binary("-bits", Local(_OPEN), Single(element, self.kind.size))

        body = (*self.start, *allowed)
        return self._declare(name, (*self.parameters, *names), body, Local(_ALLOWED), rest)

    def options(self, name: str) -> str:
        """The function for those who go by numbers: in rising order, or (chance) in any."""
        above = self.build.table(f"from.{self.kind.size}", lambda: _above(self.kind.size), Bits(self.kind.size))

        def rest(element: Expr) -> Expr:
            return Binary("&", Local(_OPEN), lookup(above, plus(element, 1)))

        allowed = None if self.chance else lookup(above, Local(_LAST))
        return self._declare(name, self.parameters, self.start, allowed, rest)

    def _declare(
        self, name: str, parameters: tuple[str, ...], start: Block, allowed: Expr | None, rest: Callable[[Expr], Expr]
    ) -> str:
        typed = tuple((p, INT) for p in parameters)
        return self.build.options(name, typed, lambda: (*start, *self._body(allowed, rest)), self.node.span)

    def _body(self, allowed: Expr | None, rest: Callable[[Expr], Expr]) -> Block:
        chosen = Local(_CHOSEN)
        left = Binary("-bits", at_entry(self.env, self.node.selection), chosen)
        if allowed is None:
            return (ForBits(_ELEMENT, left, (Offer(plus(Local(_ELEMENT), 1)),)),)
        so_many = Unary("count", chosen)
        fewest = Binary("-", Local(_LEAST), plus(so_many, 1))
        can_follow = Binary(">=", Unary("count", rest(Local(_ELEMENT))), fewest)
        offer = when(can_follow, (Offer(plus(Local(_ELEMENT), 1)),))
        more = (Set(_OPEN, Binary("&", left, allowed)), ForBits(_ELEMENT, Local(_OPEN), offer))
        done = If(Binary(">=", so_many, Local(_LEAST)), (Offer(ZERO),))
        return (done, If(Binary("<", so_many, Local(_MOST)), more))


def _above(size: int) -> tuple[int, ...]:
    """The numbers from each number on; the last set is empty."""
    full = (1 << size) - 1
    return tuple(full >> k << k for k in range(size + 1))
