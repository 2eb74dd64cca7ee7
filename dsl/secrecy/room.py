"""Room: places that do not say what they take, so that what never comes there counts as if it could be hidden there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import model as m
from dsl.analysis.base import Analysis, roots
from dsl.analysis.meant import places_meant, range_of
from dsl.analysis.partitions import leaves
from dsl.analysis.whereabouts import can_be_in
from dsl.model import Node
from dsl.model.visit import nodes_in
from dsl.model.world import Kind
from dsl.secrecy.printed import where_hidden


def takes_only(analysis: Analysis, node: Node) -> tuple[str, ...]:
    """Of the places in which that can lie of which something is read: that they take only what some line brings there,
    where other things can come, too."""
    kind = _piece_of(node)
    if kind is None:
        return ()
    hints = (_said_of(analysis, place) for place in dict.fromkeys(_places(analysis, node, kind)))
    return tuple(hint for hint in hints if hint)


def takes_one_alone(analysis: Analysis, place: Kind, kind: Kind) -> bool:
    """Whether no line brings other pieces to a place than those of a kind, or several of them one after the other."""
    there = range_of(analysis, place)
    loops = (n.body for root in roots(analysis) for n in nodes_in(root) if isinstance(n, m.Repeat) and n.times)
    moves = (node for body in loops for node in nodes_in(body) if isinstance(node, m.Move))
    several = any(places_meant(analysis, move.to).fixed & there for move in moves)
    return not several and all(one.is_a(kind) for one in _brought_to(analysis, place))


def _piece_of(node: Node) -> Kind | None:
    """The kind of the pieces of which something is read."""
    match node:
        case m.Get(of=of) | m.Flag(of=of) | m.OwnerOf(of=of) | m.PlaceOf(piece=of):
            kind = of.kind
        case m.Located(what=of) | m.Owned(what=of) | m.IsA(what=of):
            kind = of.kind
        case m.Selection(kind=kind) | m.Expression(kind=kind):
            pass
        case _:  # no piece is spoken of
            return None
    return kind if kind.sort == "piece" else None


def _places(analysis: Analysis, node: Node, kind: Kind) -> Iterator[Kind]:
    """Where they may be hidden; and for what lies at the end of a place, that place."""
    if isinstance(node, m.EndOf):
        yield node.place.kind
    yield from (place.kind for place in where_hidden(analysis, kind))


def _said_of(analysis: Analysis, place: Kind) -> str:
    """What is to be said under a place; empty where it says something, or where nothing else can come."""
    if place.sort not in ("place", "space") or analysis.world.taken_by(place):
        return ""
    brought = [*_brought_to(analysis, place)]
    brought += _found_in(analysis, place) if brought else ()
    kinds = [one for one in dict.fromkeys(brought) if not any(one is not two and one.is_a(two) for two in brought)]
    there = [leaf.kind for leaf in leaves(analysis) if can_be_in(analysis, leaf, place)]
    if not kinds or all(any(one.is_a(two) for two in kinds) for one in there):
        return ""
    name = analysis.world.board_of(place).name if place.sort == "space" else place.name
    return f"under {name}: takes {', '.join(one.plural for one in kinds)}"


def _brought_to(analysis: Analysis, place: Kind) -> Iterable[Kind]:
    """The kinds of pieces that start in a place, and those that a line that names both brings there."""
    there = range_of(analysis, place)
    yield from (leaf.kind for leaf in leaves(analysis) if any(there >> start & 1 for start in leaf.starts))
    for node in (n for root in roots(analysis) for n in nodes_in(root)):
        match node:
            case m.Move(what=what, to=to) if places_meant(analysis, to).fixed & there:
                if what.kind is not analysis.world.pieces:
                    yield what.kind
                elif isinstance(what, m.EndOf):  # whatever the pile is made of
                    start = places_meant(analysis, what.place).fixed
                    yield from (leaf.kind for leaf in leaves(analysis) if any(start >> at & 1 for at in leaf.starts))
            case _:  # nothing else brings pieces somewhere
                pass


def _found_in(analysis: Analysis, place: Kind) -> Iterable[Kind]:
    """The kinds of pieces of which a line says that they are in a place: whoever speaks of them there means that they
    can lie there, however they come."""
    for node in (n for root in roots(analysis) for n in nodes_in(root)):
        match node:
            case m.Located(what=what, where=where) if what.kind.sort == "piece" and _place_named(where) is place:
                yield what.kind
            case _:  # nothing else says where a piece is
                pass


def _place_named(where: m.Expression | Kind) -> Kind:
    """The kind of the place that a phrase names."""
    if isinstance(where, m.PlaceFor):
        return where.place
    return where if isinstance(where, Kind) else where.kind
