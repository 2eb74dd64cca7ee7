"""Places in which pieces can lie in no known order, and the statements for which chance then says what is at their end.

A shuffled pile has no secret order. Where pieces have the same rank, nobody can say which of them lies higher.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from dsl.analysis.base import Analysis, roots
from dsl.analysis.whereabouts import locations_of
from dsl.model import Node
from dsl.model.core import Assign, Do, GameOver
from dsl.model.visit import nodes_in
from dsl.model.world import PlaceInfo

# What is done with the top of a pile; other sentences ask about it, and chance draws nothing for a question.
DRAWING = m.Move | m.Show | m.Let | Assign | Do | GameOver | m.Score


def loose_places(analysis: Analysis) -> int:
    """The set of locations where the order can be open: they are shuffled, or several pieces come there at once."""
    return analysis.once("loose places", lambda: _loose_places(analysis))


def _loose_places(analysis: Analysis) -> int:
    found = shuffled_places(analysis)
    for root in roots(analysis):
        for node in nodes_in(root):
            if isinstance(node, m.Move) and isinstance(node.what, m.Selection):
                found |= locations_of(analysis, node.to) & heaps(analysis)
    return found


def shuffled_places(analysis: Analysis) -> int:
    """The set of locations that a rule shuffles, and whose order that changes: a pile in sight has none."""
    return analysis.once("shuffled places", lambda: _shuffled_places(analysis))


def _shuffled_places(analysis: Analysis) -> int:
    found = 0
    for root in roots(analysis):
        for node in nodes_in(root):
            if isinstance(node, m.Shuffle):
                found |= locations_of(analysis, node.place)
    return found & heaps(analysis)


def heaps(analysis: Analysis) -> int:
    """The places in order that not everybody sees: what comes there at once has no order of its own."""
    places = (p for p in analysis.world.places.values() if is_heap(p))
    return sum(((1 << p.kind.size) - 1) << p.kind.start for p in places)


def is_heap(place: PlaceInfo) -> bool:
    return place.ordered and place.seen.by != "all"


def is_loose(analysis: Analysis, place: m.Expression) -> bool:
    """Whether the order of a place can be open."""
    return bool(locations_of(analysis, place) & loose_places(analysis))


def ends_drawn(analysis: Analysis, node: Node) -> tuple[m.EndOf, ...]:
    """The tops and bottoms that a statement needs and chance may have to draw before it."""
    if not isinstance(node, DRAWING):
        return ()
    return tuple(n for part in node.inside for n in ends_read(part) if is_loose(analysis, n.place))


def ends_read(node: Node, inner: bool = True) -> Iterator[m.EndOf]:
    """The ends that are read, unless it is not `inner` by lines inside, too; to ask what somebody knows of one reads
    nothing else."""
    if isinstance(node, m.Known):
        return
    if isinstance(node, m.EndOf):
        yield node
    for part in node.inside:
        if inner or not isinstance(part, m.Statement):
            yield from ends_read(part, inner)
