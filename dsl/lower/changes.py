"""Changes: a piece moves, an attribute or a flag gets another value. Then things settle.

What is done with nothing does nothing.
"""

from __future__ import annotations

from functools import partial
from typing import assert_never

from dsl import model as m
from dsl.analysis.effects import Change
from dsl.analysis.unordered import heaps
from dsl.analysis.whereabouts import locations_of
from dsl.ir.nodes import Binary, Block, Const, Expr, ForBits, Guard, Load, Local, Perform, Set, Stmt, Store, Unary
from dsl.ir.program import AT
from dsl.lower.agenda import gone_out
from dsl.lower.before_rules import Event, rules_before, unless_prevented
from dsl.lower.build import Build, Scene, first_of
from dsl.lower.forgetting import mingle_all, notice_by, tell
from dsl.lower.motion import FULL, heap, move, room
from dsl.lower.nothing import may_be_nothing, missing
from dsl.lower.ops import NOTHING, YES, ZERO, both, equal, load, negation, number, plus, simple, when
from dsl.lower.ownership import giver
from dsl.lower.selections import at_entry
from dsl.lower.settling import altered, moved, queues, settle
from dsl.lower.storage import CHANGED, bounds
from dsl.lower.visibility_functions import everybody, one
from dsl.model import Expression, Selection
from dsl.model.core import Assign
from dsl.model.world import Attribute

RANGE = "F1"
NOT_THERE = "F8"
NOT_THERE_TEXT = "The setup moves what is not there."

Limits = tuple[int | None, int | None]  # the lowest and highest number, where they have to be tested


def declare_faults(build: Build) -> None:
    build.fault(RANGE, "A number would leave its range.")


def change(scene: Scene, node: m.Move | Assign | m.Show) -> Block:
    """Carries out one change and settles; one by one, where a rule before it can apply."""
    if isinstance(node, m.Move | Assign) and isinstance(node.what, Selection) and rules_before(scene, node):
        return _one_by_one(scene, node, node.what)
    match node:
        case m.Move():
            done = _move(scene, node)
        case Assign():
            done = _assign(scene, node)
        case m.Show():
            done = _show(scene, node)
        case _:
            assert_never(node)
    return (*done, *settle(scene, (node,)))


# ------------------------------------------------------------------------------------------------------------- operands


def named(scene: Scene, hint: str, value: Expr) -> tuple[Block, Expr]:
    """The value where it can be read more than once, and what puts it there."""
    if simple(value):
        return (), value
    name = scene.fresh(hint)
    return (Set(name, value),), Local(name)


def is_something(scene: Scene, node: Expression, value: Expr) -> Expr:
    return negation(missing(scene, node, value))


# ---------------------------------------------------------------------------------------------------------------- moves


def _move(scene: Scene, node: m.Move) -> Block:
    if isinstance(node.what, Selection):
        return _move_every(scene, node, node.what)
    start, piece = named(scene, "moved", scene.expression(node.what))
    goal, to = _destination(scene, node.to)
    there = both(is_something(scene, node.what, piece), is_something(scene, node.to, to))
    if scene.mode.demands:
        return (*start, *goal, *_demanded(scene, there), *_move_unless(scene, node, piece, to))
    return (*start, *goal, *when(there, _move_unless(scene, node, piece, to)))


def _demanded(scene: Scene, there: Expr) -> Block:
    return () if there == YES else (Guard(there, scene.build.fault(NOT_THERE, NOT_THERE_TEXT)),)


def _destination(scene: Scene, node: Expression) -> tuple[Block, Expr]:
    """The location: a space, a place, or on a piece."""
    value = scene.expression(node)
    if node.kind.sort != "piece":
        return named(scene, "goal", value)
    start, piece = named(scene, "carrier", value)
    location = plus(piece, scene.build.locations)
    if not may_be_nothing(scene.build, node):
        more, goal = named(scene, "goal", location)
        return (*start, *more), goal
    name = scene.fresh("goal")
    put = when(Binary("!=", piece, NOTHING), (Set(name, location),))
    return (*start, Set(name, NOTHING), *put), Local(name)


def _move_unless(scene: Scene, node: m.Move, piece: Expr, to: Expr) -> Block:
    """Moves a piece that there is, unless a rule before it prevents that."""
    if not rules_before(scene, node):
        return _move_one(scene, node, piece, to)
    old = Local(scene.fresh("from"))
    event = Event(piece, node.what.kind, old, to)
    done = unless_prevented(scene, node, event, lambda: _move_one(scene, node, piece, to))
    return (Set(old.name, load(AT, piece)), *done)


def _move_one(scene: Scene, node: m.Move, piece: Expr, to: Expr, together: bool = False) -> Block:
    """Moves a piece that there is to a location that there is."""
    build = scene.build
    old = Local(scene.fresh("old")) if queues(scene, node) or scene.mode.tracks else None
    before: Block = (Set(old.name, load(AT, piece)),) if old else ()
    after: Block = ()
    if old and scene.mode.tracks:
        after = when(Binary("!=", old, to), (Store(CHANGED, ZERO, YES),))
    if old:
        after = (*after, *moved(scene, node, piece, old, to))
    fits = room(build, node.what.kind, piece, to)
    guard: Block = () if fits == YES or scene.mode.defers else (Guard(fits, FULL),)
    return (*before, *move(build, node.what.kind, piece, to, node.end == "bottom", together), *after, *guard)


def _move_every(scene: Scene, node: m.Move, selection: Selection) -> Block:
    """The pieces and the destination are those at entry."""
    goal, to = _destination(scene, node.to)
    index = scene.fresh("index")
    piece = scene.bind(selection.variable)
    value = plus(Local(index), first_of(selection.kind))
    body = (Set(piece, value), *_move_one(scene, node, Local(piece), to, together=True))
    every = scene.fresh("every one")
    found, before, after = at_entry(scene, selection), *_at_once(scene, node, Local(every), to)
    if not before and not after:
        return (*goal, *when(is_something(scene, node.to, to), (ForBits(index, found, body),)))
    done = (Set(every, found), *before, ForBits(index, Local(every), body), *after)
    return (*goal, *when(is_something(scene, node.to, to), done))


def moved_at_once(scene: Scene, moves: m.Block) -> Block:
    """Moves of several selections, all of which are found before anything is moved, or forgotten."""
    found, before, done = list[Stmt](), list[Stmt](), list[Stmt]()
    for node in moves:
        assert isinstance(node, m.Move)
        assert isinstance(node.what, Selection)
        selection, every = node.what, scene.fresh("every one")
        goal, to = _destination(scene, node.to)
        found += (*goal, Set(every, at_entry(scene, selection)))
        one_by_one = bool(rules_before(scene, node))
        first, last = ((), ()) if one_by_one else _at_once(scene, node, Local(every), to)
        before += first
        index, piece = scene.fresh("index"), scene.bind(selection.variable)
        move_it = _move_unless if one_by_one else partial(_move_one, together=True)
        body = (Set(piece, plus(Local(index), first_of(selection.kind))), *move_it(scene, node, Local(piece), to))
        done += (ForBits(index, Local(every), body), *last)
    return (*found, *before, *done)


def _at_once(scene: Scene, node: m.Move, every: Expr, to: Expr) -> tuple[Block, Block]:
    """What is done before and after a set of pieces is moved because they move at once."""
    build = scene.build
    heaped = locations_of(build, node.to) & heaps(build)
    after = heap(build, to, Unary("count", every), node.end == "bottom") if heaped else ()
    return mingle_all(build, node.what.kind, every, to), after


def _one_by_one(scene: Scene, node: m.Move | Assign, selection: Selection) -> Block:
    """The things are those at entry; what is done with each is a change of its own."""
    goal, to = _destination(scene, node.to) if isinstance(node, m.Move) else ((), ZERO)
    index = scene.fresh("index")
    thing = scene.bind(selection.variable)
    start = Set(thing, plus(Local(index), first_of(selection.kind)))
    if isinstance(node, m.Move):
        done = when(is_something(scene, node.to, to), _move_unless(scene, node, Local(thing), to))
    else:
        done = _turn_unless(scene, node, Local(thing))
    return (*goal, ForBits(index, at_entry(scene, selection), (start, *done, *settle(scene, (node,)))))


# ----------------------------------------------------------------------------------------------------------- attributes


def _assign(scene: Scene, node: Assign) -> Block:
    if node.flag is not None:
        return _turn_into(scene, node)
    return _become(scene, node) if node.how == "becomes" else _rise_or_fall(scene, node)


def _rise_or_fall(scene: Scene, node: Assign) -> Block:
    attribute = node.attribute
    start, piece = named(scene, "changed", scene.expression(node.thing))
    old = Load(attribute.array, plus(piece, -attribute.of.start))
    amount = scene.counted(node.value)
    value: Expr = Binary("+" if node.how == "rises" else "-", old, amount)
    if node.limit is not None:
        value = _limited(node, old, value, scene.counted(node.limit))
    safe = isinstance(amount, Const) and amount.value >= 0
    done = _store_unless(scene, node, piece, value, _range_to_test(node, safe))
    return (*start, *when(is_something(scene, node.thing, piece), done))


def _store_unless(scene: Scene, node: Assign, thing: Expr, value: Expr, limits: Limits) -> Block:
    """Gives the number a value, unless a rule before it prevents that; after the rules it is worked out anew."""
    attribute = node.attribute

    def done() -> Block:
        return _store(scene, node, attribute, thing, value, limits)

    if not rules_before(scene, node):
        return done()
    old = Load(attribute.array, plus(thing, -attribute.of.start))
    start, new = named(scene, "new", value)
    event = Event(thing, node.thing.kind, rises=Binary(">", new, old), falls=Binary("<", new, old))
    return (*start, *unless_prevented(scene, node, event, done))


def _limited(node: Assign, old: Expr, value: Expr, limit: Expr) -> Expr:
    """Not beyond the limit; a number that was beyond it stays where it was."""
    low, high = bounds(node.attribute)
    if node.how == "rises":
        inside = Binary("min", value, limit)
        return inside if limit == number(high) else Binary("max", old, inside)
    inside = Binary("max", value, limit)
    return inside if limit == number(low) else Binary("min", old, inside)


def _range_to_test(node: Assign, safe: bool) -> tuple[int | None, int | None]:
    """The bounds that the new value could break."""
    low, high = bounds(node.attribute)
    rises = node.how == "rises"
    limited = isinstance(node.limit, m.Constant | m.Setting) and low <= node.limit.value <= high
    return (
        None if (rises and safe) or (not rises and limited) else low,
        None if (not rises and safe) or (rises and limited) else high,
    )


def _become(scene: Scene, node: Assign) -> Block:
    attribute = node.attribute
    start, piece = named(scene, "changed", scene.expression(node.thing))
    more, value = named(scene, "value", scene.expression(node.value))
    low, high = bounds(attribute)
    inside = node.value.kind is attribute.kind or (isinstance(value, Const) and low <= value.value <= high)
    limits = (None, None) if inside or attribute.kind.sort != "range" else (low, high)
    there = both(is_something(scene, node.thing, piece), is_something(scene, node.value, value))
    return (*start, *more, *when(there, _store_unless(scene, node, piece, value, limits)))


def _store(
    scene: Scene,
    node: Change,
    attribute: Attribute,
    piece: Expr,
    value: Expr,
    limits: Limits = (None, None),
) -> Block:
    """Gives an attribute of a piece that there is a value, which must keep within the limits."""
    event = queues(scene, node)
    start, new = named(scene, "value", value) if limits != (None, None) or scene.mode.tracks or event else ((), value)
    low, high = limits
    tests = [Binary(">=", new, number(low))] if low is not None else []
    tests += [Binary("<=", new, number(high))] if high is not None else []
    guard: Block = (Guard(both(*tests), RANGE),) if tests else ()
    index = plus(piece, -attribute.of.start)
    tracked: Block = ()
    if scene.mode.tracks:
        tracked = when(Binary("!=", Load(attribute.array, index), new), (Store(CHANGED, ZERO, YES),))
    store: Stmt = Store(attribute.array, index, new)
    if attribute is scene.build.world.owner:
        store = Perform(giver(scene.build), (piece, new))
    shown = notice_by(scene.build, attribute, piece)
    if not event:
        return (*start, *guard, *tracked, store, *shown)
    old = scene.fresh("old")
    before = Set(old, Load(attribute.array, index))
    then = altered(scene, node, attribute, piece, Local(old), new)
    return (*start, *guard, *tracked, before, store, *shown, *then)


def set_attribute(scene: Scene, node: Change, attribute: Attribute, piece: Expr, value: Expr) -> Block:
    """Gives an attribute a value that is within its range."""
    return _store(scene, node, attribute, piece, value)


def _turn_into(scene: Scene, node: Assign) -> Block:
    if isinstance(node.what, Selection):
        index = scene.fresh("index")
        piece = scene.bind(node.what.variable)
        start = Set(piece, plus(Local(index), first_of(node.what.kind)))
        body = (start, *_turn_one(scene, node, Local(piece)))
        return (ForBits(index, at_entry(scene, node.what), body),)
    before, value = named(scene, "changed", scene.expression(node.what))
    return (*before, *when(is_something(scene, node.what, value), _turn_unless(scene, node, value)))


def _turn_unless(scene: Scene, node: Assign, thing: Expr) -> Block:
    """Gives or takes the quality, unless a rule before it prevents that."""
    attribute = node.attribute
    becomes = equal(Load(attribute.array, plus(thing, -attribute.of.start)), ZERO) if node.flag else ZERO
    event = Event(thing, node.what.kind, becomes=becomes)
    return unless_prevented(scene, node, event, lambda: _turn_one(scene, node, thing))


def _turn_one(scene: Scene, node: Assign, piece: Expr) -> Block:
    waiting = gone_out(scene.build, piece) if node.attribute is scene.build.world.out else ()
    return (*_store(scene, node, node.attribute, piece, YES if node.flag else ZERO), *waiting)


# -------------------------------------------------------------------------------------------------------- what is known


def _show(scene: Scene, node: m.Show) -> Block:
    """A player, or everybody, gets to know one piece or several."""
    build = scene.build
    if node.who is None:
        return _shown(scene, node, everybody(build))
    start, who = named(scene, "shown to", scene.expression(node.who))
    return (*start, *when(is_something(scene, node.who, who), _shown(scene, node, one(build, who))))


def _shown(scene: Scene, node: m.Show, who: Expr) -> Block:
    if isinstance(node.what, Selection):
        index = scene.fresh("index")
        told = tell(scene.build, plus(Local(index), first_of(node.what.kind)), who)
        return (ForBits(index, at_entry(scene, node.what), told),)
    start, piece = named(scene, "shown", scene.expression(node.what))
    return (*start, *when(is_something(scene, node.what, piece), tell(scene.build, piece, who)))
