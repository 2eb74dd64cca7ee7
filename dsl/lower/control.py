"""The order of events: branches, loops, phases, endings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from dsl import model as m
from dsl.analysis.effects import asks, changes, consequences, reached, reads, stopped, writes
from dsl.ir import nodes as ir
from dsl.ir.program import ACTIVE, ENDING, SCORES, WINS
from dsl.lower.agenda import COUNT, DONE, only
from dsl.lower.build import Build, Env, Scene, first_of, index_of
from dsl.lower.changes import RANGE, is_something, moved_at_once, named
from dsl.lower.elimination import skipping, while_in
from dsl.lower.loops import loop
from dsl.lower.modes import GIVEN_UP, TEST_OVER, Mode
from dsl.lower.motion import all_fits
from dsl.lower.nothing import may_be_nothing
from dsl.lower.ops import NOTHING, YES, ZERO, both, is_empty, load, negation, number, plus, statements, when
from dsl.lower.selections import at_entry
from dsl.lower.settling import over, settle, stop_settling
from dsl.lower.step_bound import FEW, counted_turn
from dsl.lower.storage import ACTED, CHANGED, PREVENTED, RUNNING
from dsl.lower.weighing import noted_before
from dsl.model.core import Do, GameOver
from dsl.model.visit import parts_of
from dsl.text.diagnostics import refuse

NOT_RUNNING = "F7"
NESTED = "The language knows the end of a phase that can go on inside itself, but this version cannot carry it out yet."
NOT_RUNNING_TEXT = "A phase is stopped that is not running."
MOST_SCORED = 10**15  # what results are told and averaged in has room for so much without rounding


# -------------------------------------------------------------------------------------------------------- let, branches


def let(scene: Env, node: m.Let) -> ir.Block:
    value = scene.expression(node.value)
    return (ir.Set(scene.bind(node.variable), value),)


def branch(scene: Scene, node: m.If) -> ir.Block:
    """The first branch whose condition holds."""
    block: ir.Block = ()
    for condition, body in reversed(_lowered(scene, node)):
        block = body if condition is None else when(condition, body, block)
    return (*noted_before(scene, node), *block)


def overruled(scene: Scene, node: m.Overruled) -> ir.Block:
    """What is done, or what the first exception that applies says."""
    *special, (_, general) = _lowered(scene, node)
    block = general
    for override, (condition, body) in reversed(tuple(zip(node.overrides, special, strict=True))):
        assert condition is not None  # one that always applies has a condition that is always so
        rule = scene.build.rule_of(override, override.label)
        block = when(condition, (ir.Mark(rule), *body), block)
    return block


def _lowered(scene: Scene, node: m.If) -> list[tuple[ir.Expr | None, ir.Block]]:
    found: list[tuple[ir.Expr | None, ir.Block]] = []
    for condition, body in node.branches:
        test = scene.condition(condition) if condition else None
        found.append((test, scene.block(body)))
    return found


def together(scene: Scene, node: m.Together) -> ir.Block:
    """One change: its parts do not settle."""
    mode, made = scene.mode, changes(scene.build, node.body)
    scene.mode = mode.together()
    body = moved_at_once(scene, node.body) if node.found_first else scene.block(node.body)
    scene.mode = mode
    fits = () if mode.defers else all_fits(scene.build, made)
    return (*body, *fits, *settle(scene, made))


# ---------------------------------------------------------------------------------------------------------------- loops


def for_each(scene: Scene, node: m.ForEach) -> ir.Block:
    """The members are those at entry; one that no longer fits when its turn comes is left out."""
    if node.order_from is not None:
        return _for_each_in_order(scene, node, node.order_from)
    if node.first is not None:
        return _for_each_by(scene, node, node.first)
    selection = node.selection
    members = at_entry(scene, selection)
    index = scene.fresh("index")
    name = scene.bind(selection.variable)
    start = ir.Set(name, plus(ir.Local(index), first_of(selection.kind)))
    body = _if_it_still_fits(scene, node)
    return (ir.ForBits(index, members, (start, *body)),)


def _if_it_still_fits(scene: Scene, node: m.ForEach) -> ir.Block:
    build, variable = scene.build, node.selection.variable
    outer = scene.actor
    if variable.acts:
        scene.actor = scene.values[variable]
    body = scene.block(node.body)
    scene.actor = outer
    if node.selection.kind is build.world.players:
        body = skipping(build, scene.values[node.selection.variable], body, ())
    made = changes(build, node.body)
    made = consequences(build, made) if scene.mode.settles else made
    touched = writes(build, made) & reads(build, node.selection.conditions)
    if not touched and not asks(build, node.body):
        return body
    return when(both(*(scene.condition(c) for c in node.selection.conditions)), body)


def _for_each_by(scene: Scene, node: m.ForEach, first: m.Extreme) -> ir.Block:
    """The next is always one that has the most, or the least, among those that are left; who has nothing comes last."""
    selection = node.selection
    kind, variable = selection.kind, selection.variable
    left = scene.fresh("left")
    those = m.Variable("left", kind, many=True)
    scene.values[those] = ir.Local(left)
    rest = m.Selection(node.span, variable, kind, among=those)
    which: Literal["highest", "lowest"] = "highest" if first.which == "highest" else "lowest"
    next_one = scene.expression(m.Best(first.span, kind, True, which, first.of, rest))
    any_of_them = plus(ir.Unary("first", ir.Local(left)), first_of(kind))
    element = ir.Local(scene.bind(variable))
    found: ir.Block = (ir.Set(element.name, next_one),)
    if may_be_nothing(scene.build, first.of):
        found = (*found, *when(ir.Binary("==", element, NOTHING), (ir.Set(element.name, any_of_them),)))
    gone = ir.Set(left, ir.Binary("-bits", ir.Local(left), ir.Single(index_of(kind, element), kind.size)))
    loop = ir.While(negation(is_empty(ir.Local(left))), (*found, gone, *_if_it_still_fits(scene, node)))
    return (ir.Set(left, at_entry(scene, selection)), loop)


def _for_each_in_order(scene: Scene, node: m.ForEach, first: m.Expression) -> ir.Block:
    """Players in seating order."""
    players = scene.build.players
    start, seat = named(scene, "first", scene.expression(first))
    members = scene.fresh("members")
    turn = scene.fresh("turn")
    name = scene.bind(node.selection.variable)
    player = ir.Set(name, ir.Binary("%", ir.Binary("+", seat, ir.Local(turn)), number(players)))
    still = when(ir.Binary("has", ir.Local(members), ir.Local(name)), _if_it_still_fits(scene, node))
    loop = ir.ForRange(turn, ZERO, number(players), (player, *still))
    there = is_something(scene, first, seat)
    return (*start, ir.Set(members, at_entry(scene, node.selection)), *when(there, (loop,)))


def repeat(scene: Scene, node: m.Repeat) -> ir.Block:
    body = scene.block(node.body)
    if node.until is None and node.times is not None:
        return (_so_often(scene, node.times, body),)
    going = negation(scene.condition(node.until)) if node.until is not None else YES
    if node.times is not None:
        return (_so_often(scene, node.times, (*when(negation(going), (ir.Break(),)), *body)),)
    return (ir.While(going, (*counted_turn(scene.build), *body)),)


def _so_often(scene: Scene, times: m.Expression, body: ir.Block) -> ir.Stmt:
    few = isinstance(times, m.Constant | m.Setting) and times.value <= FEW
    turn = body if few else (*counted_turn(scene.build), *body)
    return ir.ForRange(scene.fresh("turn"), ZERO, scene.counted(times), turn)


# --------------------------------------------------------------------------------------------------------------- phases


def run_phase(scene: Scene, phase: m.Phase) -> ir.Block:
    """Runs a phase to its end. Where it was stopped, all that was begun inside it is given up."""
    build = scene.build
    run = ir.Perform(phase_procedure(build, phase, scene.mode), (), phase_number(build, phase))
    if phase not in stopped(build):
        return (run,)
    if scene.mode.deep and any(isinstance(n, Do) and phase in n.what for n in _all_in(build, phase)):
        refuse("E0111", NESTED, phase.span)
    words = [word for word in (RUNNING, ACTIVE, ACTED, PREVENTED) if word in build.arrays]
    kept = {array: scene.fresh("kept") for array in (*words, *((COUNT, DONE) if build.book.triggers else ()))}
    before = [ir.Set(name, load(array)) for array, name in kept.items()]
    begun = ir.Store(RUNNING, ZERO, plus(load(RUNNING), _bit(build, phase)))
    back = [ir.Store(array, ZERO, ir.Local(kept[array])) for array in words]
    items = only(build, ir.Local(kept[COUNT]), ir.Local(kept[DONE])) if build.book.triggers else ()
    settling = (ir.Store(CHANGED, ZERO, YES),) if scene.mode.tracks else stop_settling(build)
    left = (*back, *items, *settling, *_counted_anew(scene, phase))
    given_up = ir.If(ir.Binary("!=", load(RUNNING), ir.Local(kept[RUNNING])), left)
    return (*before, begun, run, given_up)


def _counted_anew(scene: Scene, phase: m.Phase) -> ir.Block:
    """What is limited in a phase that was stopped, and in whatever may have gone on inside it, is counted anew."""
    build, book = scene.build, scene.build.book
    inside = set(_all_in(build, phase))
    over = [d for d in inside if isinstance(d, m.Phase | m.Window) and phase not in reached(build, d.body)]
    turns = (n for n in inside if isinstance(n, m.TakeTurns) and n.active and phase not in reached(build, n.body))
    begins = book.procedures.get(m.TURN_BEGINS) if any(True for _ in turns) else None
    mode, scene.mode = scene.mode, scene.mode.together()
    times = [d for d in (*book.phases.values(), *book.windows.values()) if d is phase or d in over]
    blocks = [scene.block(time.anew) for time in times]
    blocks.append(scene.block(begins.body) if begins else ())
    scene.mode = mode
    return statements(*blocks)


def _all_in(build: Build, phase: m.Phase) -> Iterator[m.Node | m.Definition]:
    """All that may go on inside a phase, and what carries it out."""
    rules = (*build.book.standing, *build.book.triggers, *build.book.befores)
    return reached(build, (*phase.body, *(node for rule in rules for node in parts_of(rule))))


def _bit(build: Build, phase: m.Phase) -> int:
    return 1 << stopped(build).index(phase)


def phase_number(build: Build, phase: m.Phase) -> int:
    """What `stop the PHASE` leaves with."""
    return GIVEN_UP + 1 + list(build.book.phases.values()).index(phase)


def phase_procedure(build: Build, phase: m.Phase, mode: Mode) -> str:
    def body() -> ir.Block:
        rule = build.rule_of(phase, phase.label)
        active = m.ActivePlayer(phase.span, build.world.players, True)
        scene = Scene(build, mode, phase.label)
        done = (ir.Mark(rule), *scene.block(phase.anew), *while_in(scene, active, phase.body), *scene.block(phase.anew))
        if phase not in stopped(build):
            return done
        return (*done, ir.Store(RUNNING, ZERO, plus(load(RUNNING), -_bit(build, phase))))

    return build.procedure(f"phase.{phase.name}{mode.suffix}", (), body, phase.span)


def stop(scene: Scene, node: m.Stop) -> ir.Block:
    """Leaves a phase, which must be running; in a test, the test."""
    if scene.mode.test:
        return (ir.Leave(TEST_OVER),)
    build = scene.build
    build.fault(NOT_RUNNING, NOT_RUNNING_TEXT)
    running = ir.Binary("%", ir.Binary("//", load(RUNNING), number(_bit(build, node.phase))), number(2))
    return (ir.Guard(running, NOT_RUNNING), ir.Leave(phase_number(build, node.phase)))


# -------------------------------------------------------------------------------------------------------------- endings


def game_over(scene: Scene, node: GameOver) -> ir.Block:
    """Somebody wins, or several, or nobody; who is nothing does not."""
    if node.winner is None:
        return _over(scene, node)
    if isinstance(node.winner, m.Selection):
        each = m.Use(node.span, node.winner.kind, False, node.winner.variable)
        won = loop(scene, node.winner, lambda: (ir.Store(WINS, scene.expression(each), YES),))
        return (*won, *_over(scene, node))
    start, who = named(scene, "winner", scene.expression(node.winner))
    won = (ir.Store(WINS, who, YES), *_over(scene, node))
    return (*start, *when(is_something(scene, node.winner, who), won))


def score(scene: Scene, node: m.Score) -> ir.Block:
    """Nothing follows from it, and nothing asks for it but the result."""
    start, who = named(scene, "scorer", scene.expression(node.who))
    amount = scene.counted(node.amount)
    before, after = named(scene, "score", ir.Binary("+" if node.gain else "-", load(SCORES, who), amount))
    inside = both(ir.Binary(">=", after, number(-MOST_SCORED)), ir.Binary("<=", after, number(MOST_SCORED)))
    done = (*before, ir.Guard(inside, RANGE), ir.Store(SCORES, who, after))
    return (*start, *when(is_something(scene, node.who, who), done))


def _over(scene: Scene, node: GameOver) -> ir.Block:
    """The game is over at once; in an end, when its block is done; in a test, the test is."""
    if scene.mode.test:
        return (ir.Leave(TEST_OVER),)
    if scene.ending is not None:
        return ()
    return (ir.Store(ENDING, ZERO, number(scene.rule(node))), *over(scene.build))
