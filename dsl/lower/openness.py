"""What everybody sees at the moment: tests, made for the position, of pieces and of their values."""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.nullable import may_be_nothing
from dsl.analysis.partitions import leaves, leaves_of
from dsl.ir.nodes import Binary, Block, Call, Expr, Local, Return, Set, While
from dsl.ir.program import AT
from dsl.lower.build import Build, Env, guarded
from dsl.lower.ops import NO, YES, both, either, equal, load, negation, number, parameters, plus, within
from dsl.lower.storage import attribute_value
from dsl.lower.visibility import everybody, lookers
from dsl.model.world import TRUTH, Attribute, Kind, PlaceInfo

_PIECE, _AT = Local("piece"), Local("at")


def piece_is_open(env: Env, piece: m.Use) -> Expr:
    """Whether everybody sees which piece it is, and where."""
    return _of(env, piece, open_piece(env.build))


def value_is_open(env: Env, attribute: Attribute, piece: m.Use) -> Expr:
    """Whether everybody sees the value of an attribute of the piece."""
    return _of(env, piece, open_value(env.build, attribute))


def _of(env: Env, piece: m.Use, function: str) -> Expr:
    maybe = [may_be_nothing(env.build, piece)]
    return guarded(env, f"{function}!", [env.expression(piece)], maybe, lambda p: Call(function, p), NO)


def open_piece(build: Build) -> str:
    """The function of a piece that is 1 where everybody sees it: what lies on a piece is seen with it."""
    return build.value("open", parameters("start"), lambda: _open_piece(build))


def _open_piece(build: Build) -> Block:
    if any(build.world.seen(leaf.kind).stated for leaf in leaves(build)):
        return (Return(equal(lookers(build, Local("start"), load(AT, Local("start"))), everybody(build))),)
    down = (Set("piece", plus(_AT, -build.locations)), Set("at", load(AT, _PIECE)))
    carried = Binary(">=", _AT, number(build.locations))
    hidden = [_covered(build, place) for place in build.world.places.values() if place.seen.by != "all"]
    start = (Set("piece", Local("start")), Set("at", load(AT, _PIECE)))
    return (*start, While(carried, down), Return(negation(either(*hidden))))


def _covered(build: Build, place: PlaceInfo) -> Expr:
    """Whether the piece is in this place, into which not everybody looks, and is not shown."""
    there = within(_AT, place.kind.start, place.kind.stop)
    return both(there, negation(_flag(build, place.seen.until, build.world.pieces)))


def open_value(build: Build, attribute: Attribute) -> str:
    """The function of a piece that is 1 where everybody sees the value of its attribute."""
    if attribute.seen.stated and attribute.seen.by == "all":
        return build.value(f"open {attribute.array}", parameters("piece"), lambda: (Return(YES),))
    shown = YES if attribute.seen.by == "all" else _flag(build, attribute.seen.until, attribute.of)
    there = Call(open_piece(build), (_PIECE,)) if attribute.of.sort == "piece" else YES
    return build.value(f"open {attribute.array}", parameters("piece"), lambda: (Return(both(shown, there)),))


def _flag(build: Build, name: str | None, kind: Kind) -> Expr:
    """Whether `piece` (a piece, place or board) has the flag of this name."""
    if kind.sort != "piece":
        own = [a for a in build.world.attributes(kind) if a.name == name and a.kind is TRUTH]
        return either(*(attribute_value(build, a, _PIECE) for a in own))
    found = []
    for leaf in leaves_of(build, kind):
        for attribute in build.world.attributes(leaf.kind):
            if attribute.name == name and attribute.kind is TRUTH:
                mine = within(_PIECE, leaf.start, leaf.stop)
                found.append(both(mine, attribute_value(build, attribute, _PIECE)))
    return either(*found)
