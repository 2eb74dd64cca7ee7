"""What is done in one go: steps that nothing follows from, and that can be put back.

What the steps can change is kept as it was before. When the player is done, all that differs from it is one change;
when they give up, it is put back. Then nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from dsl import model as m
from dsl.analysis.effects import Change, changes
from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.analysis.whereabouts import can_be_in
from dsl.ir import nodes as ir
from dsl.ir.program import AT, RANK, Need
from dsl.lower import agenda
from dsl.lower.build import Build, Env, Scene
from dsl.lower.changes import is_something, named
from dsl.lower.modes import Mode
from dsl.lower.offers import BEGUN, FRESH, SPENT, Leaving, Site, ask, offer_values, site_of, taken
from dsl.lower.ops import NO, YES, ZERO, both, either, equal, load, negation, number, plus, statements, when
from dsl.lower.settling import happened, settle, settle_test
from dsl.model import Variable
from dsl.model.core import Assign
from dsl.model.visit import free
from dsl.text.diagnostics import refuse

STEPS_EACH = 2  # for each thing that can change: out of the way, and to where it belongs
MOST_BEGUN = 1_000  # times that one begins again what must be done, so that a game ends where that cannot be done

_WORD = ir.Local("word")


def in_one_go(scene: Scene, node: m.InOneGo) -> ir.Block:
    """Asks for the steps, then settles after all of them, or puts everything back."""
    build, made = scene.build, changes(scene.build, node.body)
    start, who = named(scene, "asked", scene.expression(node.who))
    outer = scene.mode
    scene.mode = _inside(outer)
    local = {name: scene.fresh(name) for name in ("given up", "steps", *(("again", "stand") if node.sure else ()))}
    turn = _Turn(scene, node, made, local["given up"], local["steps"], local.get("again", ""), local.get("stand", ""))
    asked = turn.block()
    scene.mode = outer
    kept = Kept.of(build, made)
    given_up = ir.Local(turn.given_up)
    once = statements(ir.Set(turn.given_up, NO), ir.Set(turn.steps, ZERO), ir.While(YES, (*asked, ir.Break())))
    whole = statements(
        kept.save(),
        _until_done(scene, turn, kept, once) if node.sure else once,
        kept.keep_waiting(),
        ir.If(given_up, kept.put_back(), (*kept.drop_items(), *happened(scene, made, kept.before))),
        kept.forget(),
        when(negation(given_up), settle(scene, made)),
    )
    return (*start, *when(is_something(scene, node.who, who), whole))


def _until_done(scene: Scene, turn: _Turn, kept: Kept, once: ir.Block) -> ir.Block:
    """The steps again and again from their beginning, until they are done or there is no hope."""
    begun = scene.fresh("begun")
    first = (
        ir.Set(turn.again, NO),
        ir.Set(turn.stand, number(FRESH)),
        when(equal(ir.Local(begun), number(MOST_BEGUN)), (ir.Set(turn.stand, number(SPENT)),)),
    )
    anew = (
        ir.If(negation(ir.Local(turn.again)), (ir.Break(),)),
        *kept.put_back(),
        ir.Set(begun, plus(ir.Local(begun), 1)),
    )
    return (ir.Set(begun, ZERO), ir.While(YES, statements(*first, once, anew)))


def _inside(mode: Mode) -> Mode:
    """Nothing follows from a single step."""
    return replace(mode, word=f"{mode.word} in one go", settles=False, queues=False, anticipates=False)


# ------------------------------------------------------------------------------------------------------------ the steps


@dataclass(frozen=True)
class _Turn:
    """The decisions of one go, in a loop that is left by giving up. `given_up` and `steps` are the names of locals;
    so are, where it must be done, `again` and `stand` (else ``""``)."""

    scene: Scene
    node: m.InOneGo
    made: tuple[Change, ...]
    given_up: str
    steps: str
    again: str
    stand: str

    def block(self) -> ir.Block:
        offers = [line for line in self.node.body if isinstance(line, m.Offer)]
        last = offers.pop() if offers[-1].repeatedly else None
        return statements(*(self._offer(offer) for offer in offers), self._close(last))

    def _offer(self, offer: m.Offer) -> ir.Block:
        """An offer after which others come."""
        site = site_of(self.scene.build, offer, self.scene.title, Leaving(self.node))
        start, said = offer_values(self.scene, offer, site)
        values = (*said, *self._standing())
        asked = self._ask(site, values)
        if not offer.repeatedly:
            ask_once = when(ir.Call(site.may, values), (*asked.choose, *asked.left, asked.gave_up, *asked.taken))
            return (*start, *ask_once)
        on = both(ir.Call(site.may, values), self._more())
        turn = statements(
            *when(negation(on), (ir.Break(),)),
            asked.choose,
            asked.left,
            asked.gave_up,
            ir.If(equal(ir.Local(asked.answer), ZERO), (ir.Break(),)),
            asked.taken,
            self._count(),
        )
        return (*start, ir.While(YES, turn), asked.gave_up)

    def _close(self, last: m.Offer | None) -> ir.Block:
        """The last offer, to which one can also say that one is done; with no more steps, only that can be said."""
        build, scene, node = self.scene.build, self.scene, self.node
        variables = free(test.condition for test in node.tests)
        self._check_single(variables)
        needs = tuple(self._test(test, variables) for test in node.tests)
        more = (*(scene.values[v] for v in variables), *self._standing())
        bare = build.once(("close", node), lambda: m.Offer(node.span, (), node.who, False, False, ()))
        closing = site_of(build, bare, scene.title, self._leaving(needs, 0, len(variables)))
        start, values = offer_values(scene, bare, closing)
        only = self._ask(closing, (*values, *more))
        if last is None:
            return (*start, *only.choose, *only.left)
        given = sum(
            a is not None and not isinstance(a, m.Constant | m.Setting) for i in last.invocations for a in i.arguments
        )
        site = site_of(build, last, scene.title, self._leaving(needs, given, len(variables)))
        before, values = offer_values(scene, last, site)
        values = (*values, *more)
        asked = self._ask(site, values)
        goes_on = both(negation(self._is_left()), ir.Binary("!=", ir.Local(asked.answer), ZERO))
        step = (*asked.choose, *asked.left, ir.If(goes_on, (*asked.taken, self._count(), ir.Continue())))
        on = both(ir.Call(site.may, values), self._more())
        return (*start, *before, ir.While(YES, (ir.If(on, step, (*only.choose, *only.left)), ir.Break())))

    def _more(self) -> ir.Expr:
        """Whether more steps can be taken."""
        return ir.Binary("<", ir.Local(self.steps), number(STEPS_EACH * _things(self.scene.build, self.made)))

    def _count(self) -> ir.Set:
        return ir.Set(self.steps, plus(ir.Local(self.steps), 1))

    def _standing(self) -> tuple[ir.Expr, ...]:
        """What the sites are told besides, where it must be done."""
        return (ir.Local(self.stand),) if self.node.sure else ()

    def _is_left(self) -> ir.Expr:
        return either(ir.Local(self.given_up), ir.Local(self.again)) if self.node.sure else ir.Local(self.given_up)

    def _ask(self, site: Site, values: tuple[ir.Expr, ...]) -> _Asked:
        answer = self.scene.fresh("answer")
        code = ir.Local(answer)
        left: ir.Block = (ir.Set(self.given_up, equal(code, number(site.end))),)
        if self.node.sure:
            begun = when(equal(ir.Local(self.stand), number(FRESH)), (ir.Set(self.stand, number(BEGUN)),))
            again = ir.Set(self.again, equal(code, number(site.end)))
            left = (again, ir.Set(self.given_up, equal(code, number(site.end + 1))), *begun)
        return _Asked(
            answer,
            ask(self.scene, site, values, answer),
            left,
            ir.If(self._is_left(), (ir.Break(),)),
            when(ir.Binary("!=", code, ZERO), taken(self.scene, site, values[0], answer)) if site.forms else (),
        )

    # ------------------------------------------------------------------------------------------------------- the tests

    def _check_single(self, variables: tuple[Variable, ...]) -> None:
        for variable in variables:
            if variable.many:
                message = f"What must hold at the end speaks of the {variable.name}, which are several things."
                refuse("E0344", message, self.node.span, hints=("a quality of each of them",))

    def _test(self, test: m.FinalTest, variables: tuple[Variable, ...]) -> Need:
        """Whether a test would hold if it were done now: the function of the variables of which the tests speak."""
        build = self.scene.build
        inner = Env(build)
        inputs = inner.parameters(variables)
        settled = settle_test(build, self.made)

        def body() -> ir.Block:
            holds = inner.condition(test.condition)
            if not settled:
                return (ir.Return(holds),)
            return (ir.Set("holds", NO), ir.Attempt((*settled, ir.Set("holds", holds))), ir.Return(ir.Local("holds")))

        name = build.once(("final test", test), lambda: build.number("done"))
        build.value(name, inputs, body, ir.INT, test.span)
        title = test.name or self.scene.title
        return Need(test.name, name, build.rule_of(test, title))

    def _leaving(self, needs: tuple[Need, ...], given: int, more: int) -> Leaving:
        return Leaving(self.node, self._as_needs(needs, given, more), more)

    def _as_needs(self, needs: tuple[Need, ...], given: int, more: int) -> tuple[Need, ...]:
        """The same as functions of all arguments of a site, `given` of which state with what something is done."""
        build = self.scene.build
        told = tuple(f"more {k}" for k in range(more))
        names = ("actor", *(f"given {k}" for k in range(given)), *told, *(("stand",) if self.node.sure else ()))

        def one(need: Need) -> Need:
            inside = ir.Call(need.function, tuple(ir.Local(name) for name in told))
            name = f"{need.function} after {given}"
            build.value(name, tuple((n, ir.INT) for n in names), lambda: (ir.Return(inside),))
            return replace(need, function=name)

        return tuple(one(need) for need in needs)


@dataclass(frozen=True)
class _Asked:
    """The parts of a decision: asking, whether it is given up, leaving the loop then, carrying out the answer."""

    answer: str
    choose: ir.Block
    left: ir.Block
    gave_up: ir.If
    taken: ir.Block


def _things(build: Build, made: tuple[Change, ...]) -> int:
    """How many things can change."""
    found: set[int] = set()
    for change in made:
        match change:
            case m.Move(what=what):
                found.update(range(what.kind.start, what.kind.stop))
            case Assign(attribute=attribute):
                found.update(_numbers(attribute.of))
            case m.Roll() | m.Shuffle() | m.Show() | m.Record() | m.Act():  # nothing is kept of these
                pass
            case _:
                assert_never(change)
    return len(found)


def _numbers(kind: m.Kind) -> Iterator[int]:
    """Numbers that tell pieces, and whatever else has attributes, apart."""
    first = kind.start if kind.sort == "piece" else -1 - kind.stop
    yield from range(first, first + kind.size)


# --------------------------------------------------------------------------------------------------------- what is kept


@dataclass(frozen=True)
class Kept:
    """What the steps can change: for each array the words of it that are kept, and behind what others in the copy."""

    build: Build
    made: tuple[Change, ...]
    words: dict[str, tuple[tuple[int, int], ...]]
    skipped: dict[str, int]

    @staticmethod
    def of(build: Build, made: tuple[Change, ...]) -> Kept:
        words: dict[str, dict[tuple[int, int], None]] = {}
        skipped: dict[str, int] = {}
        for change in made:
            match change:
                case m.Move(what=what):
                    moved = leaves_of(build, what.kind)
                    words.setdefault(AT, {}).update(dict.fromkeys((leaf.start, leaf.stop) for leaf in moved))
                    ranked = _in_order(build, moved)
                    if ranked:
                        words.setdefault(RANK, {}).update(dict.fromkeys((leaf.start, leaf.stop) for leaf in ranked))
                case Assign(attribute=attribute):
                    words[attribute.array] = {(0, attribute.of.size): None}
                    skipped[attribute.array] = attribute.of.start if attribute.of.sort == "piece" else 0
                case m.Roll() | m.Shuffle() | m.Show() | m.Record() | m.Act():  # nothing is kept of these
                    pass
                case _:
                    assert_never(change)
        return Kept(build, made, {name: tuple(some) for name, some in words.items()}, skipped)

    def before(self, array: str, index: ir.Expr) -> ir.Expr:
        """A word as it was."""
        return load(self._copy(array), plus(index, self.skipped.get(array, 0)))

    def _copy(self, array: str) -> str:
        """The array with the copy: of pieces, one word for each of the box."""
        of_pieces = array in (AT, RANK) or self.skipped[array] or self._is_of_pieces(array)
        count = self.build.pieces if of_pieces else self.build.arrays[array].count
        short = array.removeprefix("piece.")
        return self.build.array(f"piece.before {short}" if of_pieces else f"before {short}", count, "control")

    def _is_of_pieces(self, array: str) -> bool:
        return any(a.array == array and a.of.sort == "piece" for a in self.build.world.all_attributes)

    def _each(self, do: Callable[[str, str, ir.Expr], ir.Block]) -> ir.Block:
        """`do` for each word that is kept: its array, the copy, and its index in the copy."""
        found: list[ir.Block] = []
        for array, some in self.words.items():
            skipped = self.skipped.get(array, 0)
            copy = self._copy(array)
            for start, stop in some:
                loop = ir.ForRange("word", number(start + skipped), number(stop + skipped), do(array, copy, _WORD))
                found.append((loop,))
        return statements(*found)

    def _index(self, array: str, index: ir.Expr) -> ir.Expr:
        return plus(index, -self.skipped.get(array, 0))

    def save(self) -> ir.Block:
        waiting: ir.Block = ()
        if self._drops():
            copy = self._waiting()
            waiting = (
                ir.ForRange("word", ZERO, load(agenda.COUNT), (ir.Store(copy, _WORD, load(agenda.ORDER, _WORD)),)),
            )
        saved = self._each(lambda array, copy, k: (ir.Store(copy, k, load(array, self._index(array, k))),))
        return (*saved, *waiting)

    def put_back(self) -> ir.Block:
        back = self._each(lambda array, copy, k: (ir.Store(array, self._index(array, k), load(copy, k)),))
        return (*back, ir.Perform(ir.DERIVE))

    def forget(self) -> ir.Block:
        return self._each(lambda array, copy, k: (ir.Store(copy, k, ZERO),))

    # ----------------------------------------------------------------------------------------------- what waits beneath

    def _drops(self) -> tuple[Leaf, ...]:
        """The groups of pieces about which something may wait that is dropped when they leave."""
        moved = {leaf for c in self.made if isinstance(c, m.Move) for leaf in leaves_of(self.build, c.what.kind)}
        return tuple(leaf for leaf in leaves(self.build) if leaf in moved and agenda.watched(self.build, leaf))

    def _waiting(self) -> str:
        return self.build.array("before order", self.build.arrays[agenda.ORDER].count, "control")

    def keep_waiting(self) -> ir.Block:
        """What a single step dropped waits again: only where a piece is in the end counts."""
        if not self._drops():
            return ()
        again = (ir.Store(agenda.ORDER, _WORD, load(self._waiting(), _WORD)), ir.Store(self._waiting(), _WORD, ZERO))
        return (ir.ForRange("word", ZERO, load(agenda.COUNT), again),)

    def drop_items(self) -> ir.Block:
        blocks: list[ir.Block] = []
        for leaf in self._drops():
            gone = ir.Binary("!=", load(AT, _WORD), self.before(AT, _WORD))
            body = when(gone, agenda.left(self.build, _WORD, load(AT, _WORD)))
            blocks.append((ir.ForRange("word", number(leaf.start), number(leaf.stop), body),))
        return statements(*blocks)


def _in_order(build: Build, moved: tuple[Leaf, ...]) -> tuple[Leaf, ...]:
    """The groups of pieces whose ranks change when these are moved."""
    places = [p.kind for p in build.world.places.values() if p.ordered]
    reached = [place for place in places if any(can_be_in(build, leaf, place) for leaf in moved)]
    return tuple(leaf for leaf in leaves(build) if any(can_be_in(build, leaf, place) for place in reached))
