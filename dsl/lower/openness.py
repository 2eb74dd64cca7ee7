"""What everybody sees at the moment: tests, made for the position, of pieces and of their values."""

from __future__ import annotations

from dsl import model as m
from dsl.ir.nodes import Block, Call, Expr, Local, Return
from dsl.ir.program import AT
from dsl.lower.build import Build, Env, guarded
from dsl.lower.nothing import may_be_nothing
from dsl.lower.ops import NO, YES, both, equal, load, parameters
from dsl.lower.visibility_functions import everybody, holder_viewers, lookers, value_viewers
from dsl.model.world import Attribute

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
    return (Return(equal(lookers(build, Local("start"), load(AT, Local("start"))), everybody(build))),)


def open_value(build: Build, attribute: Attribute) -> str:
    """The function of a piece that is 1 where everybody sees the value of its attribute."""
    return build.value(f"open {attribute.array}", parameters("piece"), lambda: (Return(_open_value(build, attribute)),))


def _open_value(build: Build, attribute: Attribute) -> Expr:
    if attribute.seen.stated and attribute.seen.by == "all":
        return YES
    if attribute.of.sort != "piece":
        return equal(holder_viewers(build, attribute, _PIECE), everybody(build))
    told = equal(value_viewers(build, attribute, _PIECE, load(AT, _PIECE)), everybody(build))
    return both(told, Call(open_piece(build), (_PIECE,)))
