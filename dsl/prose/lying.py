"""Of which sorts the pieces are that ever lie in a place, where it does not say what it takes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from dsl import model
from dsl.model import Expression, Rulebook, Selection
from dsl.model.world import Kind
from dsl.prose.nodes import nodes_of
from dsl.prose.nouns import source

Pieces = frozenset[int]


class Lying:
    """What lies in the places of a game, by where the pieces are at first and what its rules move there."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.world = book, book.world
        self.places = [info.kind for info in self.world.places.values()]

    def sorts(self, place: Kind) -> tuple[Kind, ...]:
        """The narrowest sort of which all pieces are that ever lie in a place, or the sorts of which they are."""
        there = self.pieces.get(place, frozenset())
        kinds = [info.kind for info in self.world.piece_infos.values() if there & pieces_of(info.kind)]
        all_of = [kind for kind in kinds if pieces_of(kind) >= there]
        if all_of:
            return (min(all_of, key=lambda kind: len(pieces_of(kind))),)
        return tuple(kind for kind in kinds if not any(kind is not other and kind.is_a(other) for other in kinds))

    @cached_property
    def pieces(self) -> dict[Kind, Pieces]:
        """Which pieces can come into each place."""
        found = {place: self.lying_first(place) for place in self.places}
        moves = list(self.moves)
        before = None
        while before != found:
            before = dict(found)
            for move in moves:
                for place in self.reached(move.to, before):
                    found[place] |= self.moved(move.what, found)
        return found

    def lying_first(self, place: Kind) -> Pieces:
        infos = self.world.piece_infos.values()
        return frozenset(
            info.kind.start + number for info in infos for number, start in enumerate(info.starts) if place.has(start)
        )

    @property
    def moves(self) -> Iterator[model.Move]:
        for node in nodes_of(self.book):
            match node:
                case model.Move():
                    yield node
                case model.Swap(span=span, one=one, other=other, moves=()):
                    yield model.Move(span, (), one, other, None)
                    yield model.Move(span, (), other, one, None)
                case _:  # moves nothing, or by the moves that stand in it
                    pass

    def reached(self, to: Expression, found: dict[Kind, Pieces]) -> list[Kind]:
        """The places into which something comes that goes to such a thing, or to where such a piece lies; what goes
        onto a piece lies on that."""
        kind = to.kind
        near = [place for place in self.places if kind.is_a(place) or place.is_a(kind)]
        if isinstance(to, model.PlaceOf):
            return [place for place in near if found[place] & pieces_of(to.piece.kind)]
        return near

    def moved(self, what: Expression | Selection, found: dict[Kind, Pieces]) -> Pieces:
        """Which pieces are moved, by what lies where they come from."""
        selection = what.selection if isinstance(what, model.Pick) else what
        if isinstance(selection, model.EndOf):
            return self.lying_in(selection.place.kind, found)
        place = source(selection) if isinstance(selection, Selection) else None
        if place is None:
            return pieces_of(selection.kind)
        return pieces_of(selection.kind) & self.lying_in(place if isinstance(place, Kind) else place.kind, found)

    def lying_in(self, where: Kind, found: dict[Kind, Pieces]) -> Pieces:
        """What can lie in such a place; on spaces and on pieces anything."""
        return found[where] if where in found else pieces_of(self.world.pieces)


def pieces_of(kind: Kind) -> Pieces:
    return frozenset(number for number in range(kind.start, kind.stop) if kind.has(number))
