"""Players taking turns: whose it is, when they are over, and what belongs to a turn."""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.base import roots
from dsl.analysis.effects import asks, reached
from dsl.ir.nodes import Binary, Block, Break, Expr, Guard, If, Local, Perform, Set, Store, While
from dsl.ir.program import ACTIVE, BEGINS
from dsl.lower import elimination
from dsl.lower.actions import verb
from dsl.lower.build import Build, Scene
from dsl.lower.changes import is_something, named
from dsl.lower.ops import NO, NOTHING, YES, ZERO, either, load, number, plus, when
from dsl.lower.settling import settle_turn
from dsl.lower.step_bound import ENDLESS, ENDLESS_TEXT, OF_A_PLAYER, counted_turn
from dsl.lower.storage import ACTED
from dsl.model.core import ChooseWay
from dsl.model.visit import nodes_in, parts_of, use

NOBODY = "F10"
NOBODY_TEXT = "Turns would begin with nobody."


def take_turns(scene: Scene, node: m.TakeTurns) -> Block:
    """Players act in turn. With `all pass` it ends when all in a row have done nothing in their turns."""
    players = scene.build.players
    start, first = _first(scene, node)
    idle = scene.fresh("idle")
    name = scene.bind(node.player)
    done = scene.condition(node.until) if node.until else NO
    body = _turn(scene, node, idle)
    onward = Set(name, Binary("%", plus(Local(name), 1), number(players)))
    begins = (*_waited_for(scene, node, m.TURN_COMES, Local(name)), *_anew(scene, node), *settle_turn(scene))
    active: Block = (Store(ACTIVE, ZERO, Local(name)), *begins) if node.active else ()
    turns_on = elimination.skipping(scene.build, Local(name), (*active, *body), _passed_over(scene, node, idle))
    over = either(done, elimination.all_out(scene.build))
    turn = (*when(over, (Break(),)), *turns_on, onward)
    turns = _as_before(scene, node, (Set(name, first), Set(idle, ZERO), While(YES, turn), *_anew(scene, node)))
    return (*start, *turns)


def _first(scene: Scene, node: m.TakeTurns) -> tuple[Block, Expr]:
    """Who begins, who must be somebody; in an example, who is said to be active there."""
    start, first = named(scene, "first", scene.expression(node.first))
    if scene.build.examples and node in outermost(scene.build):
        name = scene.fresh("first")
        given, seat = load(BEGINS), load(BEGINS, 1)
        unknown = when(Binary("<", Local(name), ZERO), (Set(name, seat),))
        said = (Set(name, given), Store(BEGINS, ZERO, NOTHING))
        start = (*start, Set(name, first), *when(Binary(">=", given, ZERO), said, unknown))
        first = Local(name)
    there = is_something(scene, node.first, first)
    return (start if there == YES else (*start, Guard(there, scene.build.fault(NOBODY, NOBODY_TEXT)))), first


def outermost(build: Build) -> set[m.TakeTurns]:
    """The turns that are taken in no other turn."""

    def found() -> set[m.TakeTurns]:
        turns = {n for root in roots(build) for n in nodes_in(root) if isinstance(n, m.TakeTurns) and n.active}
        rules = (*build.book.standing, *build.book.triggers, *build.book.befores)
        inside = (*(turn.body for turn in turns), *(parts_of(rule) for rule in rules))
        return turns - {n for body in inside for n in reached(build, body) if isinstance(n, m.TakeTurns)}

    return build.once("outermost turns", found)


def _as_before(scene: Scene, node: m.TakeTurns, turns: Block) -> Block:
    """After turns in turns, whoever was active before is so again, and has acted or not as before."""
    kept = (*((ACTIVE,) if node.active else ()), *((ACTED,) if node.all_pass else ()))
    names = {array: scene.fresh("before") for array in kept}
    before = [Set(name, load(array)) for array, name in names.items()]
    return (*before, *turns, *(Store(array, ZERO, Local(name)) for array, name in names.items()))


def _turn(scene: Scene, node: m.TakeTurns, idle: str) -> Block:
    """One player's turn, and the count of the turns in a row in which nothing was done (or nobody asked)."""
    outer = scene.asked, scene.actor
    flag = scene.fresh("asked") if _only_offers(node) else None
    scene.asked, scene.actor = flag, scene.values[node.player]
    player = m.ActivePlayer(node.span, node.player.kind, True) if node.active else use(node.player, node.span)
    body = (
        *elimination.while_in(scene, player, node.body),
        *_waited_for(scene, node, m.TURN_ENDS, scene.values[node.player]),
    )
    scene.asked, scene.actor = outer
    more = Set(idle, plus(Local(idle), 1))
    if node.all_pass:
        counted = If(load(ACTED), (Set(idle, ZERO),), (more,))
        return (Store(ACTED, ZERO, NO), *body, counted, *_idle_too_long(scene, node, idle))
    if flag is None:
        return (*counted_turn(scene.build, OF_A_PLAYER if asks(scene.build, node.body) else 1), *body)
    counted = If(Local(flag), (Set(idle, ZERO),), (more,))
    return (Set(flag, NO), *body, counted, *_idle_too_long(scene, node, idle))


def _anew(scene: Scene, node: m.TakeTurns) -> Block:
    """What is limited in a turn is counted anew."""
    begins = scene.build.book.procedures.get(m.TURN_BEGINS)
    if begins is None or not node.active:
        return ()
    return (Perform(verb(scene.build, begins, scene.mode)),)


def _waited_for(scene: Scene, node: m.TakeTurns, what: str, player: Expr) -> Block:
    """What lasts until the beginning or the end of a turn of the player ends with it; what waits for it begins."""
    done = scene.build.book.procedures.get(what)
    if done is None or not node.active:
        return ()
    return (Perform(verb(scene.build, done, scene.mode), (player,)),)


def _passed_over(scene: Scene, node: m.TakeTurns, idle: str) -> Block:
    """The turn of a player who is out counts as passed."""
    who = scene.values[node.player]
    ends = (*_waited_for(scene, node, m.TURN_COMES, who), *_waited_for(scene, node, m.TURN_ENDS, who))
    if not (node.all_pass or _only_offers(node)):
        return ends
    return (*ends, Set(idle, plus(Local(idle), 1)), *_idle_too_long(scene, node, idle))


def _idle_too_long(scene: Scene, node: m.TakeTurns, idle: str) -> Block:
    """When all have done nothing in a row, the turns are over; where they have no end, that is a fault."""
    players = number(scene.build.players)
    if node.all_pass:
        return (If(Binary(">=", Local(idle), players), (Break(),)),)
    scene.build.fault(ENDLESS, ENDLESS_TEXT)
    return (Guard(Binary("<", Local(idle), players), ENDLESS),)


def _only_offers(node: m.TakeTurns) -> bool:
    """Whether a round in which nobody can do anything is like all rounds after it."""
    only = all(_is_offer(s) for s in node.body)
    return only and node.until is None and not node.all_pass


def _is_offer(line: m.Statement) -> bool:
    """Whether a line only offers something, or says nothing."""
    return isinstance(line, m.Offer | m.Text) or (isinstance(line, ChooseWay) and line.may_pass)
