"""Players who are out: nobody asks them anything more, and no turn is theirs."""

from __future__ import annotations

from dsl import resolved as r
from dsl.ir import Bits, Block, Break, Expr, If, Local, Set, While
from dsl.lower.build import Build, Scene, type_of
from dsl.lower.changes import named
from dsl.lower.ops import NO, NOTHING, YES, both, empty_set, equal, negation, number, when
from dsl.lower.storage import is_out, outs
from dsl.resolved import Statement


def all_out(build: Build) -> Expr:
    return both(*(is_out(build, number(k)) for k in range(build.players))) if outs(build) else NO


def asked_if_in(scene: Scene, node: Statement, asking: Block) -> Block:
    """What asks a player, for those who are not out; for others nothing is chosen."""
    if outs(scene.build) is None or not isinstance(node, r.Offer | r.Choose | r.ChooseOne):
        return asking
    if isinstance(node.who, r.Constant) and node.who.value == scene.build.players:
        return asking
    start, who = named(scene, "asked", scene.expression(node.who))
    gone = both(negation(equal(who, NOTHING)), is_out(scene.build, who))
    return (*start, If(gone, _nothing(scene, node), asking))


def _nothing(scene: Scene, node: r.Offer | r.Choose | r.ChooseOne) -> Block:
    if not isinstance(node, r.Choose):
        return ()
    name, kind = scene.values[node.variable], type_of(node.variable)
    assert isinstance(name, Local)  # what is chosen has a local of its own
    return (Set(name.name, empty_set(kind.size) if isinstance(kind, Bits) else NOTHING),)


def while_in(scene: Scene, player: r.Expression, block: r.Block) -> Block:
    """A block that ends with the line in which the player goes out."""
    attribute = scene.build.world.out
    if attribute is None or not block:
        return scene.block(block)
    span = block[0].span
    inner = scene.inside()
    inner.bounds = (*scene.bounds, r.Not(span, r.Flag(span, attribute, player)))
    body = inner.block(block)
    scene.values.update(inner.values)
    return (While(YES, (*body, Break())),)


def skipping(build: Build, player: Expr, turn: Block, skipped: Block) -> Block:
    """A turn, unless the player is out."""
    return when(is_out(build, player), skipped, turn) if outs(build) else turn
