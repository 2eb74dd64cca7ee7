"""Piles without a known order: shuffling, and chance that says what lies at the end when somebody needs it.

A rank is the number of pieces that surely lie below. Pieces that were shuffled share one; what is put on them or under
them, or is drawn from them, has one of its own.
"""

from __future__ import annotations

from typing import Literal

from dsl import model as m
from dsl.analysis.unordered import ends_drawn
from dsl.ir.nodes import Binary, Block, Choose, Expr, ForRange, If, Local, Offer, Perform, Set, Store
from dsl.ir.program import AT, RANK, Alternative, Decision, Slot
from dsl.lower.build import Build, Scene, first_of
from dsl.lower.changes import is_something, named
from dsl.lower.forgetting import forget_pile, mingle
from dsl.lower.ops import NOTHING, YES, ZERO, both, equal, load, number, parameters, plus, statements, when
from dsl.lower.settling import settle
from dsl.model.world import Kind
from dsl.text.inflection import articled

_PIECE, _PLACE, _RANK, _COUNT = Local("piece"), Local("place"), Local("rank"), Local("count")
_HERE = equal(load(AT, _PIECE), _PLACE)
_IN_GROUP = both(_HERE, equal(load(RANK, _PIECE), _RANK))


def shuffle(scene: Scene, node: m.Shuffle) -> Block:
    """All pieces of the place share the lowest rank; where none has one, as in a pile in sight, nothing happens."""
    if not scene.build.world.keeps_order(node.place.kind):
        return ()
    start, place = named(scene, "pile", scene.expression(node.place))
    done = (*mix(scene.build, place), *settle(scene, (node,)))
    return (*start, *when(is_something(scene, node.place, place), done))


def mix(build: Build, place: Expr) -> Block:
    """The same for a place that there is; nothing settles."""
    mixed = If(_HERE, (Store(RANK, _PIECE, ZERO),))
    body = (_each(build.world.pieces, mixed), *forget_pile(build, _PLACE))
    return (Perform(build.procedure("shuffle", parameters("place"), lambda: body), (place,)),)


def _each(kind: Kind, turn: If) -> ForRange:
    return ForRange("piece", number(kind.start), number(kind.stop), (turn,))


def put_behind(build: Build, piece: Expr, place: Expr, end: m.EndOf) -> Block:
    """From the end of the place, where it lies, the piece changes places with those next to it until so many lie before
    it as the n-th has before it. Of those that share a rank the one with the lowest number comes to lie before it."""
    body = _pass_downwards if end.end == "top" else _pass_upwards
    inputs = parameters("moved", "place")
    one = Perform(build.procedure(f"pass from the {end.end}", inputs, lambda: body(build.world.pieces)), (piece, place))
    return (one,) * (end.nth - 1)


_MOVED, _NEXT = Local("moved"), Local("next")
_MINE = load(RANK, _MOVED)


def _pass_downwards(kind: Kind) -> Block:
    """The next is the highest of those that lie lower."""
    lower = both(_HERE, Binary("<", load(RANK, _PIECE), _MINE))
    higher = If(Binary(">", load(RANK, _PIECE), _RANK), (Set("rank", load(RANK, _PIECE)), Set("next", _PIECE)))
    passed_by = (Store(RANK, _NEXT, _MINE), Store(RANK, _MOVED, plus(_MINE, -1)))
    find = (Set("rank", NOTHING), Set("next", NOTHING), _each(kind, If(lower, (higher,))))
    return (*find, If(Binary(">=", _NEXT, ZERO), passed_by))


def _pass_upwards(kind: Kind) -> Block:
    """The next is one of those that lie just higher; the others of these lie above both."""
    above = both(_HERE, equal(load(RANK, _PIECE), plus(_MINE, 1)))
    found = If(equal(_NEXT, NOTHING), (Set("next", _PIECE),))
    raised = _each(kind, If(above, (Store(RANK, _PIECE, plus(load(RANK, _PIECE), 1)),)))
    passed_by = (raised, Store(RANK, _NEXT, _MINE), Store(RANK, _MOVED, plus(_MINE, 1)))
    find = (Set("next", NOTHING), _each(kind, If(above, (found,))))
    return (*find, If(Binary(">=", _NEXT, ZERO), passed_by))


# -------------------------------------------------------------------------------------------------------------- drawing


def draws(scene: Scene, node: m.Statement) -> Block:
    """Chance says what lies at the ends of piles that a statement needs, where nobody knows it."""
    blocks = []
    for end in ends_drawn(scene.build, node):
        start, place = named(scene, "pile", scene.expression(end.place))
        drawers = (_drawer(scene.build, end.kind, end.end, passed) for passed in range(end.nth))
        draw = tuple(Perform(drawer, (place,)) for drawer in drawers)
        blocks.append((*start, *when(is_something(scene, end.place, place), draw)))
    return statements(*blocks)


def _drawer(build: Build, kind: Kind, end: Literal["top", "bottom"], passed: int) -> str:
    name = f"draw {end} {kind.name}{f' behind {passed}' if passed else ''}"
    return build.procedure(name, parameters("place"), lambda: _draw(build, kind, end, passed))


def _draw(build: Build, kind: Kind, end: Literal["top", "bottom"], passed: int) -> Block:
    """The piece that is drawn gets a rank of its own: above all that it shared one with, or below them. So many have
    been `passed`, which lie nearer to the end and have ranks of their own."""
    site, drawn = _site(build, kind), Local("drawn")
    find = _find_top(kind, passed) if end == "top" else (Set("rank", number(passed)),)
    count = _each(kind, If(_IN_GROUP, (Set("count", plus(_COUNT, 1)),)))
    ask = Choose("drawn", site, number(build.players), (_PLACE, _RANK))
    own = plus(drawn, first_of(kind))
    if end == "top":
        ranked: Block = (Store(RANK, own, plus(Binary("+", _RANK, _COUNT), -1)),)
    else:
        raised = _each(kind, If(_IN_GROUP, (Store(RANK, _PIECE, number(passed + 1)),)))
        ranked = (raised, Store(RANK, own, number(passed)))
    several = If(Binary(">", _COUNT, YES), (ask, *mingle(build, kind, own, _PLACE), *ranked))
    return statements(find, Set("count", ZERO), count, several)


def _find_top(kind: Kind, passed: int) -> Block:
    """The rank of those that lie highest, but for those that have been passed."""
    higher = both(_HERE, Binary(">", load(RANK, _PIECE), _RANK))
    if not passed:
        return (Set("rank", ZERO), _each(kind, If(higher, (Set("rank", load(RANK, _PIECE)),))))
    count = _each(kind, If(_HERE, (Set("below", plus(Local("below"), 1)),)))
    lower = both(higher, Binary("<", load(RANK, _PIECE), Local("below")))
    find = _each(kind, If(lower, (Set("rank", load(RANK, _PIECE)),)))
    return (Set("below", number(-passed)), count, Set("rank", ZERO), find)


def _site(build: Build, kind: Kind) -> int:
    """The decision of chance among the pieces of a place that share a rank."""
    return build.once(("drawing", kind), lambda: _declare_site(build, kind))


def _declare_site(build: Build, kind: Kind) -> int:
    site = len(build.decisions)
    offered = _each(kind, If(_IN_GROUP, (Offer(plus(_PIECE, -first_of(kind))),)))
    options = build.options(f"options {site}", parameters("place", "rank"), lambda: (offered,))
    slot = Slot(kind.name, 1, kind.size, first_of(kind))
    prompt = f"draw {articled(kind.label or kind.name)}"
    build.decisions.append(Decision("draw", prompt, options, 2, (Alternative(0, kind.size, (slot,)),)))
    return site
