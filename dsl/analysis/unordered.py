"""Places in which pieces can lie in no known order, and the statements for which chance then says what is at their end.

A shuffled pile has no secret order. Where pieces have the same rank, nobody can say which of them lies higher.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model as m
from dsl.analysis.base import Analysis, roots
from dsl.analysis.whereabouts import destinations
from dsl.model import Node, Statement
from dsl.model.core import Assign, Do, GameOver
from dsl.model.visit import definitions_of, free, nodes_in, parts_of
from dsl.model.world import PlaceInfo
from dsl.text.diagnostics import refuse

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
                found |= destinations(analysis, node.to) & heaps(analysis)
    return found


def shuffled_places(analysis: Analysis) -> int:
    """The set of locations that a rule shuffles."""
    return analysis.once("shuffled places", lambda: _shuffled_places(analysis))


def _shuffled_places(analysis: Analysis) -> int:
    found = 0
    for root in roots(analysis):
        for node in nodes_in(root):
            if isinstance(node, m.Shuffle):
                found |= destinations(analysis, node.place)
    return found


def heaps(analysis: Analysis) -> int:
    """The places in order that not everybody sees: what comes there at once has no order of its own."""
    places = (p for p in analysis.world.places.values() if is_heap(p))
    return sum(((1 << p.kind.size) - 1) << p.kind.start for p in places)


def is_heap(place: PlaceInfo) -> bool:
    return place.ordered and place.seen.by != "all"


def is_loose(analysis: Analysis, place: m.Expression) -> bool:
    """Whether the order of a place can be open."""
    return bool(destinations(analysis, place) & loose_places(analysis))


def ends_drawn(analysis: Analysis, node: Node) -> tuple[m.EndOf, ...]:
    """The tops and bottoms that a statement needs and chance may have to draw before it."""
    if not isinstance(node, DRAWING):
        return ()
    return tuple(n for part in node.inside for n in _read(part) if is_loose(analysis, n.place))


def _read(node: Node) -> Iterator[m.EndOf]:
    """The ends that are read; to ask what somebody knows of one reads nothing else."""
    if isinstance(node, m.Known):
        return
    if isinstance(node, m.EndOf):
        yield node
    for part in node.inside:
        yield from _read(part)


# ---------------------------------------------------------------------------------------------------------------- check


def check_ends(analysis: Analysis) -> None:
    """Raises LoweringError for the first question about the top of a pile that nobody has drawn."""
    book = analysis.book
    for root in (*book.setup, *book.play):
        _check(analysis, root, False)
    for definition in definitions_of(analysis.book):
        head = definition.head if isinstance(definition, m.Action) else []
        for part in parts_of(definition):
            _check(analysis, part, any(part is line for line in head))


def _check(analysis: Analysis, node: Node, asking: bool) -> None:
    """`asking`: the node belongs to a question, or to an answer that is still to be given."""
    if isinstance(node, Statement) and isinstance(node, DRAWING) and not asking:
        for end in ends_drawn(analysis, node):
            if _depends_on_inner(node, end):
                _refuse(end)
        return
    for end in _read_apart(node):
        if is_loose(analysis, end.place):
            _refuse(end)
    for inner in _statements_in(node):
        _check(analysis, inner, False)


def _depends_on_inner(node: Statement, end: m.EndOf) -> bool:
    """Whether the place is one of those that the statement itself goes through."""
    inner = {n.variable for part in node.inside for n in nodes_in(part) if isinstance(n, m.Selection)}
    return bool(inner & set(free((end.place,))))


def _read_apart(node: Node) -> Iterator[m.EndOf]:
    if isinstance(node, m.Known):
        return
    if isinstance(node, m.EndOf):
        yield node
    for part in node.inside:
        if not isinstance(part, Statement):
            yield from _read_apart(part)


def _statements_in(node: Node) -> Iterator[Statement]:
    for part in node.inside:
        if isinstance(part, Statement):
            yield part
        else:
            yield from _statements_in(part)


def _refuse(end: m.EndOf) -> None:
    place = end.place.kind.name
    message = f"Nobody knows what is at the {end.end} of the {place} before it is drawn."
    drawn = f"before it, on a line of its own: let card be the {end.end} of the {place}"
    refuse("E0371", message, end.span, hints=(drawn, "and then: the card"))
