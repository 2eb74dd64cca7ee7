"""Players who are out: nobody asks them anything more, and no turn is theirs."""

from __future__ import annotations

from dsl import model as m
from dsl.ir.nodes import Binary, Bits, Block, Break, Const, Expr, If, Local, Set, While
from dsl.lower.build import Build, Scene, type_of
from dsl.lower.changes import named
from dsl.lower.ops import NO, NOTHING, YES, both, empty_set, equal, negation, number, when
from dsl.lower.storage import is_out, outs
from dsl.model import Statement
from dsl.model.core import ChooseWay


def all_out(build: Build) -> Expr:
    return both(*(is_out(build, number(k)) for k in range(build.players))) if outs(build) else NO


ASKING = m.Offer | ChooseWay | m.Choose | m.ChooseSeveral | m.InOneGo


def asked_if_in(scene: Scene, node: Statement, asking: Block) -> Block:
    """What asks a player, for those who are not out; for others nothing is chosen."""
    if not isinstance(node, ASKING):
        return asking
    return unless_out(scene, node.who, asking, nothing_chosen(scene, node))


def unless_out(scene: Scene, player: m.Expression, asking: Block, otherwise: Block) -> Block:
    """What asks a player, or what is done if the player is out; chance is never out."""
    chance = isinstance(player, m.Constant) and player.value == scene.build.players
    if outs(scene.build) is None or chance:
        return asking
    start, who = named(scene, "asked", scene.expression(player))
    gone = both(negation(equal(who, NOTHING)), is_out(scene.build, who))
    return (*start, If(gone, otherwise, asking))


def without_those_out(build: Build, members: str) -> Block:
    """Takes those who are out from a set of players."""
    if outs(build) is None:
        return ()
    seats = range(build.players)
    less = (Binary("-bits", Local(members), Const(1 << seat, Bits(build.players))) for seat in seats)
    return tuple(If(is_out(build, number(seat)), (Set(members, rest),)) for seat, rest in zip(seats, less, strict=True))


def nothing_chosen(scene: Scene, node: ASKING) -> Block:
    """What is left of a choice where nobody is asked, behind the block that asks."""
    if not isinstance(node, m.Choose | m.ChooseSeveral):
        return ()
    name, kind = scene.values[node.variable], type_of(node.variable)
    assert isinstance(name, Local)  # what is chosen has a local of its own
    return (Set(name.name, empty_set(kind.size) if isinstance(kind, Bits) else NOTHING),)


def while_in(scene: Scene, player: m.Expression, block: m.Block) -> Block:
    """A block that ends with the line in which the player goes out."""
    attribute = scene.build.world.out
    if attribute is None or not block:
        return scene.block(block)
    span = block[0].span
    inner = scene.inside()
    inner.bounds = (*scene.bounds, m.Not(span, m.Flag(span, attribute, player)))
    body = inner.block(block)
    scene.values.update(inner.values)
    return (While(YES, (*body, Break())),)


def skipping(build: Build, player: Expr, turn: Block, skipped: Block) -> Block:
    """A turn, unless the player is out."""
    return when(is_out(build, player), skipped, turn) if outs(build) else turn
