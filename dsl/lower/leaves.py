"""The pieces of the box in groups: those of one kind that are of no narrower one; and where each group can ever be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl import model as m
from dsl.board.graphs import bits_of
from dsl.lower.build import Build
from dsl.model import Node
from dsl.model.visit import conjuncts, definitions_of, nodes_in, parts_of
from dsl.model.world import Kind

ANYWHERE = -1  # the set of all locations


@dataclass(frozen=True, eq=False)
class Leaf:
    """Pieces `start` … `stop` - 1, all of just this kind. `starts` and `owners` have an entry for each; `given`: they
    can get other owners, any of so many `players`."""

    kind: Kind
    start: int
    stop: int
    starts: tuple[int, ...]
    owners: tuple[int, ...]
    given: bool = False
    players: int = 0

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def size(self) -> int:
        return self.stop - self.start

    @property
    def slots(self) -> int:
        """How many sets of occupied spaces are kept: one, or one for each player and one for nobody."""
        if self.given:
            return self.players + 1
        return 1 if len(set(self.owners)) == 1 else max(self.owners) + 2


def leaves(build: Build) -> tuple[Leaf, ...]:
    return build.once("leaves", lambda: tuple(_leaves(build)))


def _leaves(build: Build) -> Iterator[Leaf]:
    infos = (i for i in build.world.piece_infos.values() if i.owners)
    for info in sorted(infos, key=lambda i: i.kind.start):
        start = info.kind.start
        given = build.world.changes_owner(info.kind)
        yield Leaf(info.kind, start, start + len(info.owners), info.starts, info.owners, given, build.players)


def leaves_of(build: Build, kind: Kind) -> tuple[Leaf, ...]:
    """The groups of a kind of pieces; for pieces of one row of a table the group that they are in."""
    if kind.sort != "piece":
        return ()
    if kind.row:
        return tuple(leaf for leaf in leaves(build) if leaf.start <= kind.start and kind.stop <= leaf.stop)
    return tuple(leaf for leaf in leaves(build) if kind.start <= leaf.start and leaf.stop <= kind.stop)


# ---------------------------------------------------------------------------------------------------------- whereabouts


def whereabouts(build: Build) -> dict[Leaf, int]:
    """For each group the set of locations where one of its pieces can ever be, as far as the text shows."""
    return build.once("whereabouts", lambda: _whereabouts(build))


def _whereabouts(build: Build) -> dict[Leaf, int]:
    """What is moved comes from where it can be, so that this is found round by round."""
    found = {leaf: bits_of(leaf.starts) for leaf in leaves(build)}
    open_to = {leaf: _open_to(build, leaf.kind) for leaf in leaves(build)}
    moves = [(leaf, come, to & open_to[leaf]) for what, come, to in _arrivals(build) for leaf in leaves_of(build, what)]
    while True:
        before = dict(found)
        for leaf, come, to in moves:
            if found[leaf] & come:
                found[leaf] |= to
        if found == before:
            return found


def _open_to(build: Build, kind: Kind) -> int:
    """The locations that do not refuse pieces of a kind: places that take them or do not say what they take, spaces,
    and pieces that take them."""
    mask = (1 << build.locations) - 1
    for holder in holders(build):
        inside = ((1 << (holder.stop - holder.start)) - 1) << holder.start
        if not any(k.start < kind.stop and kind.start < k.stop for k, _ in holder.takes):
            mask &= ~inside
        elif holder.start >= build.locations:
            mask |= inside
    return mask


@dataclass(frozen=True)
class Holder:
    """Locations `start` … `stop` - 1 that take only some kinds of pieces, perhaps no more than so many of each."""

    start: int
    stop: int
    takes: tuple[tuple[Kind, int | None], ...]


def holders(build: Build) -> tuple[Holder, ...]:
    """The places that say what they take, and the pieces on which others can lie."""
    world, first = build.world, build.locations
    places = [Holder(p.kind.start, p.kind.stop, tuple(p.takes)) for p in world.places.values() if p.takes]
    infos = [info for info in world.piece_infos.values() if info.takes]
    return (*places, *(Holder(first + i.kind.start, first + i.kind.stop, tuple(i.takes)) for i in infos))


def _arrivals(build: Build) -> Iterator[tuple[Kind, int, int]]:
    """What can be brought somewhere, from which locations, and to which."""
    for node in _all_nodes(build):
        match node:
            case m.Move(what=what, to=to):
                yield what.kind, sources(build, what), destinations(build, to)
            case m.Given(condition=condition):
                for kind, there in _made_so(build, condition):
                    yield kind, ANYWHERE, there


def _made_so(build: Build, condition: Node) -> Iterator[tuple[Kind, int]]:
    """What a `given` line puts somewhere; qualities of the game are made so by what they say."""
    for node in nodes_in(condition):
        match node:
            case m.Located(what=what, where=where) if what.kind.sort == "piece":
                yield what.kind, range_of(build, where) if isinstance(where, Kind) else destinations(build, where)
            case m.Compare(left=what, right=m.EndOf(place=place)):
                yield what.kind, destinations(build, place)
            case m.Holds(quality=quality):
                for inner in quality.conditions:
                    yield from _made_so(build, inner)


def destinations(build: Build, place: m.Expression) -> int:
    """The set of locations that an expression can mean."""
    match place:
        case m.Constant(kind=kind, value=value) if kind.sort != "piece":
            return 1 << value
        case m.Apply(kind=kind) if kind.sort != "piece":
            return build.once(("destinations", place), lambda: _of_value(build, place))
    return range_of(build, place.kind)


def _of_value(build: Build, place: m.Apply) -> int:
    """The locations that a value of the game can be."""
    mask = destinations(build, place.otherwise) if place.otherwise else 0
    for value, _, _ in place.value.cases:
        mask |= destinations(build, value)
    return mask


def sources(build: Build, what: m.Expression | m.Selection) -> int:
    """The set of locations where what is moved can be before, as far as the sentence says."""
    match what:
        case m.EndOf(place=place):
            return destinations(build, place)
        case m.Pick(selection=selection):
            return sources(build, selection)
        case m.Selection(variable=variable):
            for condition in conjuncts(what.conditions):
                match condition:
                    case m.Located(what=m.Use(variable=v), where=where) if v is variable:
                        return range_of(build, where) if isinstance(where, Kind) else destinations(build, where)
    return ANYWHERE


def range_of(build: Build, kind: Kind) -> int:
    """All locations of a kind of spaces or places; for pieces, the locations on them."""
    if kind.sort == "piece":
        return ((1 << kind.size) - 1) << (build.locations + kind.start)
    if kind.sort == "location":
        return (1 << (build.locations + build.pieces)) - 1
    return ((1 << kind.size) - 1) << kind.start


def can_be_in(build: Build, leaf: Leaf, kind: Kind) -> bool:
    return bool(whereabouts(build)[leaf] & range_of(build, kind))


def pieces_in(build: Build, kind: Kind, place: Kind) -> tuple[int, int]:
    """From which number on, and before which, the pieces of a kind are that can be in a kind of place."""
    there = [leaf for leaf in leaves_of(build, kind) if can_be_in(build, leaf, place)]
    return (there[0].start, there[-1].stop) if there else (0, 0)


# --------------------------------------------------------------------------------------------------------- all the text


def _all_nodes(build: Build) -> Iterator[Node]:
    for root in roots(build):
        yield from nodes_in(root)


def roots(build: Build) -> Iterator[Node]:
    """Every statement and condition of the book that is not inside another."""
    book = build.book
    yield from (*book.setup, *book.play)
    for definition in definitions_of(book):
        yield from parts_of(definition)
    for example in book.examples if build.examples else ():
        yield from example.steps
