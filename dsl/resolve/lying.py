"""What lies in places that do not say what they take: what seems to is assumed, so that more can be said of the top of
a pile; and proved, when the whole rulebook is known.

The proof goes from one position to the next: at first only such pieces lie there, and if only such lie there, no line
brings others. So what is assumed of several places may be used for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import model
from dsl.analysis.base import Analysis, roots
from dsl.analysis.partitions import leaves
from dsl.analysis.whereabouts import can_be_in
from dsl.core import in_core
from dsl.core.per_window import specialised
from dsl.model import Rulebook
from dsl.model.visit import nodes_in
from dsl.model.world import Kind, PlaceInfo, World
from dsl.text.diagnostics import Diagnostic

ABOUT_ANY = ("any piece", "A Piece ", "a Piece ", "no Piece")  # in complaints of what is spoken of as any piece

Lying = dict[str, tuple[str, ...]]  # by the name of a place the kinds of pieces in it


def speak_of_any(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether it is complained that something may be any piece."""
    return any(words in one.message for one in diagnostics for words in ABOUT_ANY)


def seem_to_lie(book: Rulebook) -> Lying:
    """The pieces that start in places which do not say what they take, and those that a line brings there by name. The
    book may have gaps."""
    world, found = book.world, dict[str, dict[Kind, None]]()
    unsaid = [place for place in world.places.values() if place.ordered and not place.takes]
    for place in unsaid:
        start = [info.kind for info in world.piece_infos.values() if any(place.kind.has(at) for at in info.starts)]
        found[place.kind.name] = dict.fromkeys(start)
    for _ in unsaid:  # what is drawn from one goes to another
        for kind, place in _brought(book, found):
            found[place.kind.name][kind] = None
    return {name: tuple(one.name for one in _widest(world, [*kinds])) for name, kinds in found.items() if kinds}


def _brought(book: Rulebook, found: dict[str, dict[Kind, None]]) -> Iterator[tuple[Kind, PlaceInfo]]:
    for node in (n for root in roots(Analysis(book, False)) for n in nodes_in(root)):
        if not isinstance(node, model.Move):
            continue
        place = node.to.place if isinstance(node.to, model.PlaceFor) else node.to.kind
        if place.name not in found:
            continue
        drawn = node.what.place.kind.name if isinstance(node.what, model.EndOf) else ""
        kinds = [*found.get(drawn, ())] if node.what.kind is book.world.pieces else [node.what.kind]
        yield from ((kind, book.world.places[place.name]) for kind in kinds)


def _widest(world: World, kinds: list[Kind]) -> list[Kind]:
    """One kind as it is; of several those of which they are sorts."""
    if len(kinds) < 2:
        return kinds
    found = dict[Kind, None]()
    for kind in kinds:
        while kind.parent not in (None, world.pieces):
            assert kind.parent is not None
            kind = kind.parent
        found[kind] = None
    return [*found]


def proved(book: Rulebook, lying: Lying) -> Lying:
    """The same of those places where no others can ever lie, if only such lie in all of them."""
    analysis = Analysis(in_core(specialised(book)).book, True)
    world = book.world

    def lie_only(place: Kind, kinds: Iterable[str]) -> bool:
        there = (leaf for leaf in leaves(analysis) if can_be_in(analysis, leaf, place))
        return all(any(leaf.kind.is_a(world.kinds[kind]) for kind in kinds) for leaf in there)

    return {name: kinds for name, kinds in lying.items() if lie_only(world.places[name].kind, kinds)}
