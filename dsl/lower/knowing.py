"""`what Imperial knows of …`: a value, a place or a piece, if the player sees or remembers it; else nothing."""

from __future__ import annotations

from collections.abc import Callable

from dsl import model as m
from dsl.ir.nodes import Binary, Block, Call, Expr, If, Local, Return, Set
from dsl.ir.program import AT
from dsl.lower.build import Build, Env, guarded
from dsl.lower.forgetting import is_remembered
from dsl.lower.nothing import may_be_nothing
from dsl.lower.ops import NOTHING, both, intersection, load, parameters, union, within
from dsl.lower.remembered import knowers
from dsl.lower.storage import attribute_value
from dsl.lower.visibility_functions import holder_viewers, lookers, size, value_viewers, viewers
from dsl.model import Expression
from dsl.model.world import Attribute, Kind

_THING, _WHO, _AT = Local("thing"), Local("who"), Local("at")


def known(env: Env, who: Expression, what: Expression) -> Expr:
    """What the player knows of it, or -1."""
    build = env.build
    match what:
        case m.Get(attribute=attribute, of=of) if attribute.of.sort == "piece":
            return _known(env, f"known {attribute.array}", who, of, lambda: _value(build, attribute))
        case m.Get(attribute=attribute, of=of):
            return _known(env, f"known {attribute.array}", who, of, lambda: _value_of_place(build, attribute))
        case m.PlaceOf(kind=kind, piece=piece):
            return _known(
                env, f"known {kind.name} of {piece.kind.name}", who, piece, lambda: _place(build, piece, kind)
            )
        case _:  # of all else it is known which piece it is
            return _known(env, f"known {what.kind.name}", who, what, lambda: _piece(build, what.kind))


def _known(env: Env, name: str, who: Expression, of: Expression, body: Callable[[], Block]) -> Expr:
    nodes = (who, of)
    function = env.build.value(name, parameters("who", "thing"), body)
    maybe = [may_be_nothing(env.build, node) for node in nodes]
    return guarded(env, f"{function}!", [env.expression(n) for n in nodes], maybe, lambda p: Call(function, p))


def _if_known(by: Expr, value: Expr) -> Block:
    return (If(Binary("has", by, _WHO), (Return(value),)), Return(NOTHING))


def _remembering(build: Build, kind: Kind, seeing: Expr) -> Expr:
    """Those who see something, and those who know the piece."""
    return union((seeing, knowers(build, _THING)), size(build)) if is_remembered(build, kind) else seeing


def _value(build: Build, attribute: Attribute) -> Block:
    value = attribute_value(build, attribute, _THING)
    if attribute.seen.stated and attribute.seen.by == "all":
        return (Return(value),)
    seeing = (lookers(build, _THING, _AT), value_viewers(build, attribute, _THING, _AT))
    known_by = _remembering(build, attribute.of, intersection(seeing, size(build)))
    return (Set("at", load(AT, _THING)), *_if_known(known_by, value))


def _value_of_place(build: Build, attribute: Attribute) -> Block:
    return _if_known(holder_viewers(build, attribute, _THING), attribute_value(build, attribute, _THING))


def _place(build: Build, piece: Expression, kind: Kind) -> Block:
    known_by = _remembering(build, piece.kind, lookers(build, _THING, _AT))
    start, stop = (0, build.locations) if kind.sort == "location" else (kind.start, kind.stop)
    return (
        Set("at", load(AT, _THING)),
        If(both(within(_AT, start, stop), Binary("has", known_by, _WHO)), (Return(_AT),)),
        Return(NOTHING),
    )


def _piece(build: Build, kind: Kind) -> Block:
    known_by = _remembering(build, kind, viewers(build, _THING, _AT))
    return (Set("at", load(AT, _THING)), *_if_known(known_by, _THING))
