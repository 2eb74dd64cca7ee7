"""What waits to follow from what has happened: a list in the state of rules, each with the thing it happened to.

Every item is of the change that queued it: a change's items stand above `done`, those of changes that wait beneath it
below. The words of an item: its place in the order (0: dropped or carried out), its subject (a piece, or -1 less the
number of a player), and what else is known: of a piece, the place that the event is about and where it was left; of a
deed, the things with which it was done.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl import model as m
from dsl.analysis.partitions import Leaf
from dsl.analysis.rules import of_piece
from dsl.ir import nodes as ir
from dsl.ir.program import ACTIVE, AGENDA
from dsl.lower.build import Build, Parameters
from dsl.lower.ops import NO, NOTHING, YES, ZERO, both, either, equal, load, number, parameters, plus, times, within

ORDER = f"{AGENDA}order"
SUBJECT = f"{AGENDA}subject"
COUNT = f"{AGENDA}count"  # how many items there are
DONE = f"{AGENDA}done"  # how many of them are of changes that wait beneath the one that settles
FULL = "F6"
FULL_TEXT = "More follows from one thing than can wait at once."

_ITEM, _BEST, _TOP, _BASE = ir.Local("item"), ir.Local("best"), ir.Local("top"), ir.Local("base")


def _known(place: int) -> str:
    return f"{AGENDA}known {place}"


def declare_agenda(build: Build) -> None:
    if build.book.triggers:
        for name in (ORDER, SUBJECT, *(_known(k) for k in range(_width(build)))):
            build.array(name, _capacity(build), "control")
        for name in (COUNT, DONE):
            build.array(name, 1, "control")


def _width(build: Build) -> int:
    return max(2 if of_piece(t) else len(t.things) for t in build.book.triggers)


def _capacity(build: Build) -> int:
    """Each rule can wait for each thing, and for some of them several times: in `together`, in rounds of rules."""
    return 24 + sum(t.subject.kind.size for t in build.book.triggers if t.subject)


# -------------------------------------------------------------------------------------------------------------- queuing


def put(build: Build, trigger: m.Trigger, subject: ir.Expr, known: tuple[ir.Expr, ...]) -> ir.Block:
    """Puts an item on the agenda; `subject` is a piece or player, `known` is what else the rule is told."""
    order = _order(build, trigger, subject)
    named = subject if of_piece(trigger) else ir.Binary("-", NOTHING, subject)
    rest = (ZERO,) * (_width(build) - len(known))
    build.fault(FULL, FULL_TEXT)
    return (ir.Perform(build.procedure("queue", _inputs(build), lambda: _put(build)), (order, named, *known, *rest)),)


def _inputs(build: Build) -> Parameters:
    return parameters("order", "subject", *(f"known {k}" for k in range(_width(build))))


def _put(build: Build) -> ir.Block:
    fields = {ORDER: "order", SUBJECT: "subject", **{_known(k): f"known {k}" for k in range(_width(build))}}
    return (
        ir.Set("item", load(COUNT)),
        ir.Guard(ir.Binary("<", _ITEM, number(_capacity(build))), FULL),
        *(ir.Store(array, _ITEM, ir.Local(name)) for array, name in fields.items()),
        ir.Store(COUNT, ZERO, plus(_ITEM, 1)),
    )


def _order(build: Build, trigger: m.Trigger, subject: ir.Expr) -> ir.Expr:
    """First what is nobody's, then the active player's, then by seats; in written order, then by numbers. From 1."""
    written, many, width = build.book.triggers.index(trigger), len(build.book.triggers), build.pieces + 1
    if of_piece(trigger):
        return plus(subject, written * width + 1)
    active = ir.Binary("max", load(ACTIVE), ZERO)
    seat = ir.Binary("%", ir.Binary("-", subject, active), number(build.players))
    return plus(times(seat, many * width), (many + written) * width + 1)


def written(build: Build, order: ir.Expr) -> ir.Expr:
    """The number of an item's rule."""
    many, width = len(build.book.triggers), build.pieces + 1
    return ir.Binary("%", ir.Binary("//", plus(order, -1), number(width)), number(many))


# ------------------------------------------------------------------------------------------------------------ resolving


def resolve(
    build: Build, triggers: tuple[m.Trigger, ...], carry_out: Callable[[m.Trigger], str], choose: ir.Block
) -> ir.Block:
    """Carries out the items of the change that settles, which are of these rules; `carry_out` names a rule's procedure,
    whose parameters are the subject and what is known. `choose` may put another item of the same player first: the
    locals `base` and `top` are where the items stand, `best` is the one whose turn it is."""
    top, base = ir.Set("top", load(COUNT)), ir.Set("base", load(DONE))
    clear = _clear(build)
    return (
        top,
        base,
        ir.If(equal(_TOP, _BASE), (ir.Return(),)),
        ir.Store(DONE, ZERO, _TOP),
        ir.While(YES, (*_next(), *choose, *_carried_out(build, triggers, carry_out))),
        ir.ForRange("item", _BASE, _TOP, clear),
        ir.Store(COUNT, ZERO, _BASE),
        ir.Store(DONE, ZERO, _BASE),
    )


def _next() -> ir.Block:
    """The item whose turn it is."""
    better = either(equal(_BEST, NOTHING), ir.Binary("<", load(ORDER, _ITEM), load(ORDER, _BEST)))
    test = ir.If(both(ir.Binary(">", load(ORDER, _ITEM), ZERO), better), (ir.Set("best", _ITEM),))
    return (
        ir.Set("best", NOTHING),
        ir.ForRange("item", _BASE, _TOP, (test,)),
        ir.If(equal(_BEST, NOTHING), (ir.Break(),)),
    )


def _carried_out(build: Build, triggers: tuple[m.Trigger, ...], carry_out: Callable[[m.Trigger], str]) -> ir.Block:
    found: ir.Block = ()
    for trigger in reversed(triggers):
        who = load(SUBJECT, _BEST) if of_piece(trigger) else ir.Binary("-", NOTHING, load(SUBJECT, _BEST))
        known = tuple(load(_known(k), _BEST) for k in range(1 if of_piece(trigger) else len(trigger.things)))
        run = ir.Perform(carry_out(trigger), (who, *known))
        mine = equal(ir.Local("rule"), number(build.book.triggers.index(trigger)))
        found = (ir.If(mine, (run,), found),) if found else (run,)
    rule = ir.Set("rule", written(build, load(ORDER, _BEST)))
    return (rule, ir.Store(ORDER, _BEST, ZERO), *found)


def _clear(build: Build) -> ir.Block:
    return tuple(ir.Store(array, _ITEM, ZERO) for array in (ORDER, SUBJECT, *(_known(k) for k in range(_width(build)))))


# ------------------------------------------------------------------------------------------------------------- dropping


def watched(build: Build, leaf: Leaf) -> bool:
    """Whether a rule can wait for a piece of the group."""
    kinds = (t.subject.kind for t in build.book.triggers if t.subject and of_piece(t))
    return any(kind.start < leaf.stop and leaf.start < kind.stop for kind in kinds)


def left(build: Build, piece: ir.Expr, to: ir.Expr) -> ir.Block:
    """Drops the items about a piece that moves: off the board, or out of the place, where the event left it."""
    name = build.procedure("drop items", parameters("piece", "to"), lambda: _left(build))
    return (ir.If(ir.Binary(">", load(COUNT), ZERO), (ir.Perform(name, (piece, to)),)),)


def _left(build: Build) -> ir.Block:
    gone = build.value("is gone", parameters("left", "to"), lambda: _gone(build))
    mine = both(equal(load(SUBJECT, _ITEM), ir.Local("piece")), ir.Call(gone, (load(_known(1), _ITEM), ir.Local("to"))))
    return (ir.ForRange("item", ZERO, load(COUNT), (ir.If(mine, (ir.Store(ORDER, _ITEM, ZERO),)),)),)


def gone_out(build: Build, player: ir.Expr) -> ir.Block:
    """Drops the items of a player who goes out."""
    if all(of_piece(t) for t in build.book.triggers):
        return ()
    mine = equal(load(SUBJECT, _ITEM), ir.Binary("-", NOTHING, ir.Local("player")))
    body: ir.Block = (ir.ForRange("item", ZERO, load(COUNT), (ir.If(mine, (ir.Store(ORDER, _ITEM, ZERO),)),)),)
    return (ir.Perform(build.procedure("drop items of who is out", parameters("player"), lambda: body), (player,)),)


def _gone(build: Build) -> ir.Block:
    where, to = ir.Local("left"), ir.Local("to")
    boards = [part for board in build.world.boards.values() for part in board.ranges]
    stays = [ir.If(both(within(where, b.start, b.stop), within(to, b.start, b.stop)), (ir.Return(NO),)) for b in boards]
    return (ir.If(equal(where, to), (ir.Return(NO),)), *stays, ir.Return(YES))


def only(build: Build, count: ir.Expr, done: ir.Expr) -> ir.Block:
    """Drops all items but the first `count`."""
    if not build.book.triggers:
        return ()
    more = ir.ForRange("item", ir.Local("count"), load(COUNT), _clear(build))
    body: ir.Block = (more, ir.Store(COUNT, ZERO, ir.Local("count")), ir.Store(DONE, ZERO, ir.Local("done")))
    return (ir.Perform(build.procedure("keep items", parameters("count", "done"), lambda: body), (count, done)),)
