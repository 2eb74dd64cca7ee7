"""Positions that are recorded, and compared with those recorded before: by keys of 62 bits, made of all that counts.

Pieces that nothing tells apart count as one another: what is told of each is mixed into a number, and these are added.
"""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.effects import recorded
from dsl.analysis.partitions import leaves_of
from dsl.analysis.whereabouts import whereabouts
from dsl.ir.nodes import INT, Binary, Block, Call, Expr, ForRange, If, Load, Local, Perform, Return, Set, Store
from dsl.ir.program import AT, RANK
from dsl.lower.build import Build, Env, Scene
from dsl.lower.incremental_sums import attributes, classes, sum_of
from dsl.lower.loops import loop
from dsl.lower.ops import YES, ZERO, equal, load, lookup, number, plus, statements, times, when, within
from dsl.lower.settling import settle
from dsl.lower.storage import attribute_value, can_lie_in_order, owner_of_piece, recorded_next
from dsl.model.world import Attribute, Kind
from dsl.text.diagnostics import refuse

PRIME = 2**31 - 1
HALF = 2**31
HALVES = (("one", 1_103_515_245), ("two", 1_566_083_941))  # of a key; and what each is multiplied by as it grows


def record(scene: Scene, node: m.Record) -> Block:
    """The key of the position takes the place of the one that was recorded first."""
    build, position = scene.build, node.position
    array, at = recorded(position), recorded_next(position)
    following = Binary("%", plus(load(at), 1), number(position.last))
    body = (Store(array, load(at), Call(_key(build, position), ())), Store(at, ZERO, following))
    name = build.once(("record", position), lambda: build.number(f"record {position.name}"))
    return (Perform(build.procedure(name, (), lambda: body, position.span)), *settle(scene, (node,)))


def was_recorded(env: Env, node: m.Recorded) -> Expr:
    """1 if the position, as it is now, was recorded at least so many times."""
    return Binary(">=", Call(_times(env.build, node.position), ()), env.expression(node.times))


def _times(build: Build, position: m.Position) -> str:
    """The function that counts how often the position was recorded."""
    count, key = Local("count"), Local("key")
    same = equal(Load(recorded(position), Local("k")), key)
    body: Block = (
        Set("key", Call(_key(build, position), ())),
        Set("count", ZERO),
        ForRange("k", ZERO, number(position.last), (If(same, (Set("count", plus(count, 1)),)),)),
        Return(count),
    )
    name = build.once(("times recorded", position), lambda: build.number(f"times {position.name} was recorded"))
    return build.value(name, (), lambda: body, INT, position.span)


# ----------------------------------------------------------------------------------------------------------------- keys


def _key(build: Build, position: m.Position) -> str:
    """The function that makes the key of the position; never 0, as nothing was recorded where 0 stands."""
    name = build.once(("key", position), lambda: build.number(f"key of {position.name}"))
    return build.value(name, (), lambda: _key_body(build, position), INT, position.span)


def _key_body(build: Build, position: m.Position) -> Block:
    env = Env(build)
    start = tuple(Set(half, YES) for half, _ in HALVES)
    parts = [_part(env, part) for part in position.pictured]
    one, two = (Local(half) for half, _ in HALVES)
    return statements(start, *parts, Return(plus(Binary("+", times(one, PRIME), two), 1)))


def _part(env: Env, part: m.Selected | m.Expression) -> Block:
    if isinstance(part, m.Expression):
        return (Set("value", env.expression(part)), *_grown(Local("value")))
    _check(env.build, part)
    kept = sum_of(env.build, part)
    if kept is not None:
        halves = (Binary("%", load(kept.array), number(HALF)), Binary("//", load(kept.array), number(HALF)))
        return tuple(_mixed(half, half, base, value) for (half, base), value in zip(HALVES, halves, strict=True))
    sums = tuple(Set(f"sum {half}", ZERO) for half, _ in HALVES)
    one_by_one = loop(env, part.selection, lambda: _piece(env, part.selection), hoist=False)
    return (*sums, *one_by_one, *(_mixed(half, half, base, Local(f"sum {half}")) for half, base in HALVES))


def _grown(value: Expr, of: str = "") -> Block:
    """Both halves of the key, or of a piece's number, with one more value in them."""
    return tuple(_mixed(f"{of}{half}", f"{of}{half}", base, value) for half, base in HALVES)


def _mixed(target: str, old: str, base: int, value: Expr) -> Set:
    return Set(target, Binary("%", plus(Binary("+", times(Local(old), base), value), 2), number(PRIME)))


def _piece(env: Env, selection: m.Selection) -> Block:
    """Adds what is to know of one piece: the fifth power of its number, so that sums of other pieces differ."""
    build, piece = env.build, env.values[selection.variable]
    own = tuple(Set(f"its {half}", YES) for half, _ in HALVES)
    looks = [_grown(value, "its ") for value in _looks(build, selection.kind, piece)]
    parts = [_attribute(build, a, piece, selection.kind) for a in attributes(build, selection.kind)]
    return statements(own, *looks, *parts, *(_added(half) for half, _ in HALVES))


def _looks(build: Build, kind: Kind, piece: Expr) -> list[Expr]:
    found: list[Expr] = [lookup(classes(build), piece), load(AT, piece)]
    if RANK in build.arrays and any(can_lie_in_order(build, leaf) for leaf in leaves_of(build, kind)):
        found.append(load(RANK, piece))
    return found + ([owner_of_piece(build, piece)] if build.world.changes_owner(kind) else [])


def _attribute(build: Build, attribute: Attribute, piece: Expr, kind: Kind) -> Block:
    grown = _grown(attribute_value(build, attribute, piece), "its ")
    of = attribute.of
    return grown if kind.is_a(of) else when(within(piece, of.start, of.stop), grown)


def _added(half: str) -> Block:
    its, square = Local(f"its {half}"), Local(f"square {half}")
    fourth = Binary("%", Binary("*", square, square), number(PRIME))
    fifth = Binary("%", Binary("*", fourth, its), number(PRIME))
    return (
        Set(square.name, Binary("%", Binary("*", its, its), number(PRIME))),
        Set(f"sum {half}", Binary("%", Binary("+", Local(f"sum {half}"), fifth), number(PRIME))),
    )


def _check(build: Build, part: m.Selected) -> None:
    """Pieces on pieces, and attributes that are one of several pieces, would need a normal form first."""
    there = whereabouts(build)
    for leaf in leaves_of(build, part.selection.kind):
        if there[leaf] >> build.locations:
            message = "They can lie on other pieces: this version cannot compare such positions."
            refuse("E0111", message, part.span)
    for attribute in attributes(build, part.selection.kind):
        if attribute.kind.sort == "piece" and not attribute.kind.unique:
            message = f"The {attribute.name} is one of several pieces: this version cannot compare such positions."
            refuse("E0111", message, part.span)
