"""Players who decide at once, in secret: each answer is collected step by step, then all are carried out.

What is asked of a player does not depend on what the others answer. So a player's choices are gone through from the
beginning each time: the steps that were given are read from a list in the state, the next one is asked for and put
there. Between two steps the decision is that of all who are not done: the program asks which of them answers (a
decision of `several`, whose number is that of Chance plus 1; its answers are the players), then that player. So any
order of answers is one way through ordinary decisions, and who asks one player after another gets the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dsl import model as m
from dsl.ir import nodes as ir
from dsl.ir.program import Alternative, Decision, Slot
from dsl.ir.visit import with_blocks
from dsl.lower.actions import actor_of
from dsl.lower.build import Build, Parameters, Scene, type_of
from dsl.lower.elimination import skipping, without_those_out
from dsl.lower.modes import NORMAL, TEST_OVER
from dsl.lower.ops import NO, NOTHING, YES, ZERO, either, empty_set, equal, load, number, plus, when
from dsl.lower.selections import at_entry
from dsl.lower.set_choices import DONE
from dsl.model import Variable
from dsl.model.core import DecideAtOnce
from dsl.model.visit import free

# Names with a space, as no variable of a rulebook has.
_PLAYER, _ACTOR, _STEP, _ASKED, _MEMBERS = "who decides", "who acts", "steps so far", "was asked", "all who decide"


def at_once(scene: Scene, node: DecideAtOnce) -> ir.Block:
    """All answers, whoever gives them first; then the changes, in the order of seats."""
    made = scene.build.once(("in secret", node), lambda: _Secret(scene.build, node, scene.title))
    return made.block(scene)


class _Secret:
    """One block in secret: its lists in the state, its decisions, its procedures."""

    def __init__(self, build: Build, node: DecideAtOnce, title: str) -> None:
        self.build, self.node, self.title = build, node, title
        self.player = node.selection.variable
        lines = (*node.answer, *node.changes)
        own = {self.player, *(v.actor for v in node.verbs)}
        self.outer = tuple(v for v in free(lines) if v not in own)
        self.name = build.number("in secret")
        self.most = max(1, sum(most_steps(line) for line in self.node.answer))
        players = build.players
        self.pending = build.array(f"pending {self.name}", players, "control")  # 1 until the answer is complete
        self.given = build.array(f"given {self.name}", players, "control")  # how many steps were given
        self.steps = build.array(f"steps {self.name}", players * self.most, "control")  # their codes
        self.rule = build.rule_of(node, title)

    def block(self, scene: Scene) -> ir.Block:
        members, who = scene.fresh(_MEMBERS), scene.fresh(_PLAYER)
        waiting = ir.Store(self.pending, ir.Local(who), YES)
        entry = ir.Set(members, at_entry(scene, self.node.selection))
        begin = (entry, *without_those_out(self.build, members), ir.ForBits(who, ir.Local(members), (waiting,)))
        return (*begin, *self.collected(scene), *self.carried_out(scene, ir.Local(members)))

    # ------------------------------------------------------------------------------------------------------ collecting

    def collected(self, scene: Scene) -> ir.Block:
        """Asks until all answers are complete."""
        who = scene.fresh(_PLAYER)
        players = range(self.build.players)
        left = either(*(load(self.pending, k) for k in players))
        ask = ir.Choose(who, self.gate(), number(self.build.players + 1))
        step = ir.Perform(self.collecting(), (ir.Local(who), *self.outside(scene)), self.target())
        return (ir.While(left, (ask, step)),)

    def target(self) -> int:
        """What a player's choices are left with when one step was given; the numbers before are those of phases."""
        secrets = self.build.once("blocks in secret", list[str])
        if self.name not in secrets:
            secrets.append(self.name)
        return TEST_OVER + 1 + len(self.build.book.phases) + secrets.index(self.name)

    def gate(self) -> int:
        """The decision which of those who are not done answers next."""
        return self.build.once(("gate", self.node), self._gate)

    def _gate(self) -> int:
        build, players = self.build, self.build.world.players
        site = len(build.decisions)
        build.asking[site] = self.node
        waits = when(load(self.pending, ir.Local("player")), (ir.Offer(ir.Local("player")),))
        turn = ir.ForRange("player", ZERO, number(players.size), waits)
        options = build.options(f"options {site}", (), lambda: (turn,))
        one = Alternative(0, players.size, (Slot(players.name, 1, players.size, 0),), (), self.rule)
        of_answers = Decision("secret", "choose in secret", options, 0, (one,), self.rule)
        build.decisions.append(replace(of_answers, given=self.given, steps=self.steps))
        return site

    def outside(self, scene: Scene) -> tuple[ir.Expr, ...]:
        """What the lines speak of that was brought in before."""
        actor = (actor_of(scene),) if self.node.verbs else ()
        return (*actor, *(scene.values[v] for v in self.outer))

    def parameters(self, scene: Scene, more: tuple[Variable, ...] = ()) -> Parameters:
        """Binds what comes from outside in a procedure, and the player."""
        actor = ((_ACTOR, ir.INT),) if self.node.verbs else ()
        scene.values[self.player] = ir.Local(_PLAYER)
        for verb in self.node.verbs:
            if verb.actor is not None:
                scene.values[verb.actor] = ir.Local(_ACTOR)
        scene.actor = ir.Local(_ACTOR) if self.node.verbs else None
        return ((_PLAYER, ir.INT), *actor, *scene.parameters((*self.outer, *more)))

    def collecting(self) -> str:
        """The procedure that asks a player for the next step."""
        scene = Scene(self.build, NORMAL, self.title)
        parameters = self.parameters(scene)

        def body() -> ir.Block:
            asked = changed(scene.block(self.node.answer), self._asked)
            seen = ir.Choose("done", self.nothing_to_choose(), ir.Local(_PLAYER))
            confirmed = when(equal(ir.Local(_STEP), ZERO), (seen,))
            done = ir.Store(self.pending, ir.Local(_PLAYER), NO)
            return (ir.Set(_STEP, ZERO), ir.Set(_ASKED, NO), *asked, *confirmed, done)

        return self.build.procedure(f"asked {self.name}", parameters, body, self.node.span)

    def _asked(self, choice: ir.Choose) -> ir.Block:
        """A choice reads its answer from the list, or asks for it and puts it there; only one is asked at a time."""
        player = ir.Local(_PLAYER)
        put = (
            *when(ir.Local(_ASKED), (ir.Leave(self.target()),)),
            choice,
            ir.Store(self.steps, self.place(player, ir.Local(_STEP)), ir.Local(choice.name)),
            ir.Store(self.given, player, plus(ir.Local(_STEP), 1)),
            ir.Set(_ASKED, YES),
        )
        known = ir.Binary("<", ir.Local(_STEP), load(self.given, player))
        return (
            ir.If(known, self._known(choice, player, ir.Local(_STEP)), put),
            ir.Set(_STEP, plus(ir.Local(_STEP), 1)),
        )

    def _known(self, choice: ir.Choose, player: ir.Expr, step: ir.Expr) -> ir.Block:
        return (ir.Set(choice.name, load(self.steps, self.place(player, step))),)

    def place(self, player: ir.Expr, step: ir.Expr) -> ir.Expr:
        """Where in the list a step of a player stands."""
        return ir.Binary("+", ir.Binary("*", player, number(self.most)), step)

    def nothing_to_choose(self) -> int:
        """The decision of a player who has nothing to choose: they are asked all the same, as nobody else may know."""
        return self.build.once("nothing to choose", self._nothing_to_choose)

    def _nothing_to_choose(self) -> int:
        build = self.build
        site = len(build.decisions)
        build.asking[site] = self.node
        options = build.options(f"options {site}", (), lambda: (ir.Offer(ZERO),))
        build.decisions.append(Decision("choice", "nothing to choose", options, 0, (DONE,), self.rule))
        return site

    # ---------------------------------------------------------------------------------------------------- carrying out

    def carried_out(self, scene: Scene, members: ir.Expr) -> ir.Block:
        """Reads all answers, forgets the lists, and makes the changes of one player after the other."""
        read: list[ir.Block] = []
        changes: list[ir.Block] = []
        for seat in range(self.build.players):
            inner = scene.inside()
            there = ir.Binary("has", members, number(seat))
            again = self.read(inner, seat)
            values = tuple(inner.values[v] for v in self.node.brought_in)
            pairs = zip(self.node.brought_in, values, strict=True)
            nothing = tuple(ir.Set(value.name, empty(v)) for v, value in pairs if isinstance(value, ir.Local))
            read.append((*nothing, *when(there, again)))
            run = ir.Perform(self.changing(scene), (number(seat), *self.outside(scene), *values))
            changes.append(skipping(self.build, number(seat), when(there, (run,)), ()))
        return tuple(s for block in (*read, self.forgotten(), *changes) for s in block)

    def read(self, scene: Scene, seat: int) -> ir.Block:
        """The choices of a player, with the answers that were given."""
        scene.values[self.player] = number(seat)
        for verb in self.node.verbs:
            if verb.actor is not None:
                scene.values[verb.actor] = actor_of(scene)
        step = scene.fresh(_STEP)

        def known(choice: ir.Choose) -> ir.Block:
            return (*self._known(choice, number(seat), ir.Local(step)), ir.Set(step, plus(ir.Local(step), 1)))

        return (ir.Set(step, ZERO), *changed(scene.block(self.node.answer), known))

    def forgotten(self) -> ir.Block:
        """Makes the lists as they were before."""
        size = self.build.players * self.most
        clear = ir.ForRange("step", ZERO, number(size), (ir.Store(self.steps, ir.Local("step"), ZERO),))
        return (clear, *(ir.Store(self.given, number(k), ZERO) for k in range(self.build.players)))

    def changing(self, scene: Scene) -> str:
        """The procedure of the changes of one player; the verbs whose lines stand here have come up by then."""
        inner = Scene(self.build, scene.mode, self.title)
        parameters = self.parameters(inner, self.node.brought_in)
        rules = [self.build.rule_of(verb, verb.label) for verb in self.node.verbs]

        def body() -> ir.Block:
            return (*map(ir.Mark, rules), *inner.block(self.node.changes))

        return self.build.procedure(f"done {self.name}{scene.mode.suffix}", parameters, body, self.node.span)


def changed(block: ir.Block, change: Callable[[ir.Choose], ir.Block]) -> ir.Block:
    """The block with all that asks somebody replaced."""
    found: list[ir.Stmt] = []
    for stmt in block:
        found += change(stmt) if isinstance(stmt, ir.Choose) else (with_blocks(stmt, lambda b: changed(b, change)),)
    return tuple(found)


def most_steps(line: m.Statement) -> int:
    """With how many answers a choice is complete at the latest: of a set, one for each element and that it is done."""
    match line:
        case m.Choose():
            return 1
        case m.ChooseSeveral(selection=selection, most=m.Constant(value=most) | m.Setting(value=most)):
            return min(most, selection.kind.size) + 1
        case m.ChooseSeveral(selection=selection):
            return selection.kind.size + 1
        case _:  # others are no choice of things
            return 0


def empty(variable: Variable) -> ir.Expr:
    """Nothing, or no elements."""
    kind = type_of(variable)
    return empty_set(kind.size) if isinstance(kind, ir.Bits) else NOTHING
