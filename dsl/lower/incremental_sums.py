"""Sums that are kept up to date for positions which are compared: of numbers that stand for a piece at its location.

Of pieces of which only the place can change, each has a number for each location, the same for pieces alike; of those
that a position pictures the sum is kept, so that to compare positions need not go through all pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from dsl import model as m
from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.analysis.whereabouts import whereabouts
from dsl.ir.nodes import Binary, Block, Expr, ForRange, Local, Store
from dsl.ir.program import AT
from dsl.lower.build import Build
from dsl.lower.ops import ZERO, load, lookup, number, pair, statements
from dsl.lower.storage import can_lie_in_order
from dsl.model.visit import conjuncts
from dsl.model.world import Attribute, Kind

MODULUS = 2**61 - 1
MOST = 2**17  # numbers in one table; where it would take more, positions are gone through piece by piece


@dataclass(frozen=True)
class Sum:
    """A kept sum: the array that has it, the table of numbers (by kind of piece, then location), whose pieces count."""

    array: str
    table: str
    leaves: tuple[Leaf, ...]


def sum_of(build: Build, part: m.Selected) -> Sum | None:
    """The sum that is kept of what a position pictures; None where more than the place of a piece can change."""
    return _sums(build).get(part)


def declare_sums(build: Build) -> None:
    for kept in _sums(build).values():
        build.array(kept.array, 1, "derived")


def derive_sums(build: Build) -> Block:
    """All kept sums, from the position."""
    return statements(*(_derived(build, kept) for kept in _sums(build).values()))


def moved(build: Build, leaf: Leaf, piece: Expr, old: Expr, to: Expr) -> Block:
    """Keeps the sums up to date when a piece of the group goes from a location to another."""
    concerned = [kept for kept in _sums(build).values() if leaf in kept.leaves]
    return tuple(_changed(build, kept, piece, old, to) for kept in concerned)


def _changed(build: Build, kept: Sum, piece: Expr, old: Expr, to: Expr) -> Store:
    gone = Binary("-", number(MODULUS), _number(build, kept, piece, old))
    more = Binary("+", _number(build, kept, piece, to), gone)
    return Store(kept.array, ZERO, Binary("%", Binary("+", load(kept.array), more), number(MODULUS)))


def _derived(build: Build, kept: Sum) -> Block:
    piece = Local("piece")
    more = Binary("+", load(kept.array), _number(build, kept, piece, load(AT, piece)))
    add = Store(kept.array, ZERO, Binary("%", more, number(MODULUS)))
    loops = (ForRange("piece", number(leaf.start), number(leaf.stop), (add,)) for leaf in kept.leaves)
    return (Store(kept.array, ZERO, ZERO), *loops)


def _number(build: Build, kept: Sum, piece: Expr, at: Expr) -> Expr:
    return lookup(kept.table, pair(lookup(classes(build), piece), at, build.locations))


# ----------------------------------------------------------------------------------------------------- what can be kept


def _sums(build: Build) -> dict[m.Selected, Sum]:
    return build.once("kept sums", lambda: _found(build))


def _found(build: Build) -> dict[m.Selected, Sum]:
    found: dict[m.Selected, Sum] = {}
    for position in build.book.positions.values():
        for part in position.pictured:
            region = _region(build, part.selection) if isinstance(part, m.Selected) else None
            if isinstance(part, m.Selected) and region is not None:
                name = f"sum {len(found)} of {position.name}"
                found[part] = Sum(name, _table(build, name, region), leaves_of(build, part.selection.kind))
    return found


def _table(build: Build, name: str, region: range) -> str:
    """Numbers drawn at random, but always the same; 0 outside of what is pictured."""
    draw = Random(0)

    def make() -> tuple[int, ...]:
        kinds = range(_count(build))
        return tuple(draw.randrange(MODULUS) if at in region else 0 for _ in kinds for at in range(build.locations))

    return build.table(f"numbers of {name}", make)


def _region(build: Build, selection: m.Selection) -> range | None:
    """The locations of the pieces that are pictured, if their places are all that can change of them."""
    kind, there = selection.kind, whereabouts(build)
    groups = leaves_of(build, kind)
    told = kind.row or selection.among is not None or build.world.changes_owner(kind) or attributes(build, kind)
    if told or any(can_lie_in_order(build, leaf) or there[leaf] >> build.locations for leaf in groups):
        return None
    if _count(build) * build.locations > MOST:
        return None
    match conjuncts(selection.conditions):
        case ():
            return range(build.locations)
        case (m.Located(preposition=word, what=m.Use(variable=v), where=Kind(members=None) as where),):
            plain = word != "under" and v is selection.variable and where.sort in ("space", "place")
            return range(where.start, where.stop) if plain else None
        case _:  # others ask for more than where a piece lies
            return None


# --------------------------------------------------------------------------------------------------------- pieces alike


def attributes(build: Build, kind: Kind) -> list[Attribute]:
    """Those that can change, of the kind and of its sorts."""
    kinds = [kind, *(leaf.kind for leaf in leaves_of(build, kind))]
    found = dict.fromkeys(a for k in kinds for a in build.world.attributes(k))
    return [a for a in found if a.constant is None and a.declared]


def classes(build: Build) -> str:
    """For each piece a number that it shares with those that nothing fixed tells from it."""
    return build.table("pieces alike", lambda: _classes(build))


def _count(build: Build) -> int:
    return max(_classes(build), default=-1) + 1


def _classes(build: Build) -> tuple[int, ...]:
    def make() -> tuple[int, ...]:
        known: dict[object, int] = {}
        return tuple(known.setdefault(look, len(known)) for leaf in leaves(build) for look in _fixed(build, leaf))

    return build.once("classes of pieces", make)


def _fixed(build: Build, leaf: Leaf) -> list[object]:
    fixed = [a for a in build.world.attributes(leaf.kind) if a.constant is not None]
    owners = leaf.owners if not leaf.given else (-1,) * leaf.size
    pieces = range(leaf.start, leaf.stop)
    return [
        (leaf.name, owner, *((a.constant or ())[piece - a.of.start] for a in fixed))
        for piece, owner in zip(pieces, owners, strict=True)
    ]
