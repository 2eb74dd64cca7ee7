"""Where pieces can ever be, as sets of locations: a fixed point of all moves, of what is given, and of what refuses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dsl import model as m
from dsl.analysis.base import Analysis, roots
from dsl.analysis.meant import ANYWHERE, Pieces, There, pieces_meant, places_meant, range_of
from dsl.analysis.partitions import Leaf, leaves, leaves_of
from dsl.board.graphs import bits_of
from dsl.model import Node
from dsl.model.visit import conjuncts, nodes_in
from dsl.model.world import Kind


def whereabouts(analysis: Analysis) -> dict[Leaf, int]:
    """For each group the set of locations where one of its pieces can ever be, as far as the text shows."""
    return analysis.once("whereabouts", lambda: _whereabouts(analysis))


def _whereabouts(analysis: Analysis) -> dict[Leaf, int]:
    return brought_by(analysis, (node for root in roots(analysis) for node in nodes_in(root)))


def brought_by(analysis: Analysis, done: Iterable[Node]) -> dict[Leaf, int]:
    """The same, where only these bring something anywhere. What is moved comes from where it can be, so that this is
    found round by round."""
    found = {leaf: bits_of(leaf.starts) for leaf in leaves(analysis)}
    open_to = {leaf: _open_to(analysis, leaf.kind) for leaf in leaves(analysis)}
    arrivals = [*dict.fromkeys(_arrivals(analysis, done))]
    while True:
        before = dict(found)
        for what, to in arrivals:
            there = to.mask(analysis, found)
            for leaf in what.meant(analysis, found):
                found[leaf] |= there & open_to[leaf]
        if found == before:
            return found


def can_be_in(analysis: Analysis, leaf: Leaf, kind: Kind) -> bool:
    return bool(whereabouts(analysis)[leaf] & range_of(analysis, kind))


def pieces_in(analysis: Analysis, kind: Kind, place: Kind) -> tuple[int, int]:
    """From which number on, and before which, the pieces of a kind are that can be in a kind of place."""
    there = [leaf for leaf in leaves_of(analysis, kind) if can_be_in(analysis, leaf, place)]
    return (there[0].start, there[-1].stop) if there else (0, 0)


def carriers(analysis: Analysis, kind: Kind) -> int:
    """The locations that are pieces on which one of a kind can ever lie, or on which those lie that carry it."""
    return analysis.once(("carriers", kind), lambda: _carriers(analysis, kind))


def _carriers(analysis: Analysis, kind: Kind) -> int:
    found, waiting = 0, [*leaves_of(analysis, kind)]
    while waiting:
        there = whereabouts(analysis)[waiting.pop()] & ~found & range_of(analysis, analysis.world.pieces)
        found |= there
        waiting = [*waiting, *(leaf for leaf in leaves(analysis) if there & range_of(analysis, leaf.kind))]
    return found


# -------------------------------------------------------------------------------------------- what can be brought where


def _arrivals(analysis: Analysis, done: Iterable[Node]) -> Iterator[tuple[Pieces, There]]:
    """What can be brought somewhere, and where."""
    for node in done:
        match node:
            case m.Move(what=what, to=to):
                yield pieces_meant(analysis, what), places_meant(analysis, to)
            case m.Given(condition=condition):
                for kind, there in made_so(analysis, condition):
                    yield Pieces(kind, (There(ANYWHERE),)), there
            case _:  # of all changes (`effects.Change`) only a move brings a piece somewhere
                continue


def made_so(analysis: Analysis, condition: Node) -> Iterator[tuple[Kind, There]]:
    """What a `given` line puts somewhere; qualities of the game are made so by what they say."""
    for node in nodes_in(condition):
        match node:
            case m.Located(what=what, where=where) if what.kind.sort == "piece":
                yield what.kind, places_meant(analysis, where)
            case m.Compare(left=what, right=m.EndOf(place=place)):
                yield what.kind, places_meant(analysis, place)
            case m.Holds(quality=quality):
                for inner in quality.conditions:
                    yield from made_so(analysis, inner)
            case _:  # nothing else that may be given says where a piece is
                continue


def _open_to(analysis: Analysis, kind: Kind) -> int:
    """The locations that do not refuse pieces of a kind: places that take them or do not say what they take, spaces,
    and pieces that take them."""
    mask = (1 << analysis.locations) - 1
    for holder in holders(analysis):
        inside = ((1 << (holder.stop - holder.start)) - 1) << holder.start
        if not any(k.start < kind.stop and kind.start < k.stop for k, _ in holder.takes):
            mask &= ~inside
        elif holder.start >= analysis.locations:
            mask |= inside
    return mask


@dataclass(frozen=True)
class Holder:
    """Locations `start` … `stop` - 1 that take only some kinds of pieces, perhaps no more than so many of each."""

    start: int
    stop: int
    takes: tuple[tuple[Kind, int | None], ...]


def holders(analysis: Analysis) -> tuple[Holder, ...]:
    """The places and boards that say what they take, and the pieces on which others can lie."""
    world, first = analysis.world, analysis.locations
    places = [Holder(p.kind.start, p.kind.stop, tuple(p.takes)) for p in world.places.values() if p.takes]
    places += [Holder(b.spaces.start, b.spaces.stop, tuple(b.takes)) for b in world.boards.values() if b.takes]
    infos = [info for info in world.piece_infos.values() if info.takes]
    return (*places, *(Holder(first + i.kind.start, first + i.kind.stop, tuple(i.takes)) for i in infos))


# ---------------------------------------------------------------------------------------------------- sets of locations


def locations_of(analysis: Analysis, where: m.Expression | Kind) -> int:
    """The set of locations that a sentence can mean by a place, or by a kind of places."""
    there = places_meant(analysis, where)
    return there.mask(analysis, whereabouts(analysis)) if there.of else there.fixed


def sources(analysis: Analysis, what: m.Expression | m.Selection) -> int:
    """The set of locations where what is moved can be before, as far as the sentence says."""
    match what:
        case m.EndOf(place=place):
            return locations_of(analysis, place)
        case m.Pick(selection=selection):
            return sources(analysis, selection)
        case m.Selection(variable=variable):
            for condition in conjuncts(what.conditions):
                match condition:
                    case m.Located(what=m.Use(variable=v), where=where) if v is variable:
                        return locations_of(analysis, where)
                    case _:  # others do not say where
                        pass
            return ANYWHERE
        case _:  # the sentence does not say
            return ANYWHERE
