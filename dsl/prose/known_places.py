"""Places that need no word, as everybody who knows the rules knows what lies there: what is put into one can be
nowhere else that matters, and what is taken from one comes from nowhere else."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from dsl import model
from dsl.analysis.base import Analysis
from dsl.analysis.partitions import leaves_of
from dsl.analysis.whereabouts import pieces_in
from dsl.core import in_core
from dsl.core.per_window import specialised
from dsl.model import Rulebook
from dsl.model.visit import headings_of, nodes_in
from dsl.model.world import Kind, PlaceInfo
from dsl.prose.nouns import source

Looks = frozenset[tuple[Kind, Kind]]  # places, and of which kind pieces are that are looked for there


@lru_cache(maxsize=8)  # each page asks anew
def analysis_of(book: Rulebook, examples: bool) -> Analysis:
    return Analysis(in_core(specialised(book)).book, examples)


@dataclass
class KnownPlaces:
    """Of which places off the board the rules of a game may be silent."""

    book: Rulebook

    def is_known(self, info: PlaceInfo) -> bool:
        """Whether the rules tell what they put into a place and take from it, if they do not name the place."""
        into = [move for move in self.moves if move.to.kind is info.kind]
        out = [move for move in self.moves if taken_from(move) is info.kind]
        return (
            not any(self.is_missed(move, kind) for move in into for kind in self.kinds(move.what.kind))
            and not any(self.has_other_source(move, kind) for move in out for kind in self.kinds(move.what.kind))
            and not (out and info.per and not self.is_of_owner(info, into))
        )

    def never_away(self, stores: Container[Kind]) -> frozenset[Kind]:
        """Of which kinds pieces are of which it does not say enough that they are off the board: the rules look for
        them there in other places, too, or they are never on a board."""
        looked_for = self.with_sorts({kind for place, kind in self.looks if place not in stores})
        return looked_for | (self.with_sorts({*self.kinds(self.book.world.pieces)}) - self.on_boards)

    @cached_property
    def on_boards(self) -> frozenset[Kind]:
        """The kinds of which pieces can ever be on a board, in examples, too."""
        boards = [board.spaces for board in self.book.world.boards.values()]
        return self.with_sorts({kind for spaces in boards for kind in self.lying(self.told, spaces)})

    def begin_in(self, kind: Kind, where: model.Expression | Kind) -> bool:
        """Whether all pieces of a kind begin in such a place."""
        place = kind_of(where)
        return all(place.has(n) for one in self.kinds(kind) for n in self.book.world.piece_infos[one.name].starts)

    def with_sorts(self, kinds: set[Kind]) -> frozenset[Kind]:
        """The kinds with the sorts of which any of them is."""
        sorts = (self.book.world.pieces, *(info.kind for info in self.book.world.piece_infos.values()))
        return frozenset(sort for sort in sorts if kinds.intersection(self.kinds(sort)))

    # ------------------------------------------------------------------------------------------------- what is known

    def is_missed(self, move: model.Move, kind: Kind) -> bool:
        """Whether pieces of a kind that go to a place are looked for elsewhere, too. What leaves a board and is looked
        for nowhere but elsewhere is out of the game."""
        place = move.to.kind
        is_out = leaves_board(move) and (place, kind) not in self.looks
        return not is_out and bool(self.others(place, kind))

    def others(self, place: Kind, kind: Kind) -> list[Kind]:
        """Where else off the board pieces of a kind are looked for, and can be."""
        return [other for other, looked in self.looks if looked is kind and other is not place]

    def has_other_source(self, move: model.Move, kind: Kind) -> bool:
        """Whether such pieces can also be elsewhere off the board than where they are taken from and put."""
        known = (taken_from(move), move.to.kind)
        places = (info.kind for info in self.book.world.places.values() if info.kind not in known)
        return any(lies(self.analysis, kind, place) for place in places)

    def is_of_owner(self, info: PlaceInfo, into: list[model.Move]) -> bool:
        """Whether each piece lies in that of several places which belongs to its owner."""
        world = self.book.world
        there = self.lying(self.analysis, info.kind)
        owned = all(min(world.piece_infos[k.name].owners) >= 0 and not world.changes_owner(k) for k in there)
        back = all(isinstance(node, model.OwnerOf) for move in into for node in values_of(move.to))
        return info.per == (world.players,) and owned and back

    # --------------------------------------------------------------------------------------------- what the rules say

    @cached_property
    def analysis(self) -> Analysis:
        return analysis_of(self.book, False)

    @cached_property
    def told(self) -> Analysis:
        """The same with the examples."""
        return analysis_of(self.book, True)

    def kinds(self, kind: Kind) -> list[Kind]:
        """The kinds of which pieces of a kind are that are of no narrower one."""
        return [leaf.kind for leaf in leaves_of(self.analysis, kind)]

    def lying(self, analysis: Analysis, place: Kind) -> list[Kind]:
        """The kinds of pieces that can ever be in a place."""
        return [kind for kind in self.kinds(self.book.world.pieces) if lies(analysis, kind, place)]

    @cached_property
    def nodes(self) -> list[model.Node]:
        """All that counts once play has begun."""
        return [node for part in (self.book.play, *headings_of(self.book)) for node in nodes_in(part)]

    @cached_property
    def moves(self) -> list[model.Move]:
        return [node for node in self.nodes if isinstance(node, model.Move)]

    @cached_property
    def looks(self) -> Looks:
        """In which places off the board the rules look for which pieces that can be there."""
        found = {(info.kind, kind) for info in self.book.world.places.values() for kind in self.looked_for(info.kind)}
        return frozenset((place, kind) for place, kind in found if lies(self.analysis, kind, place))

    def looked_for(self, place: Kind) -> Iterator[Kind]:
        for node in self.nodes:
            match node:
                case model.Located(what=what, where=where) if kind_of(where) is place:
                    yield from self.kinds(what.kind)
                case model.EndOf(place=where) if where.kind is place:
                    yield from self.kinds(node.kind)
                case _:  # asks for nothing that lies there
                    pass


def lies(analysis: Analysis, kind: Kind, place: Kind) -> bool:
    """Whether pieces of a kind can be in a place."""
    return pieces_in(analysis, kind, place) != (0, 0)


def kind_of(where: model.Expression | Kind) -> Kind:
    return where if isinstance(where, Kind) else where.kind


def taken_from(move: model.Move) -> Kind | None:
    """The place in which a line looks for what it moves; None for a thing that is known."""
    what = move.what.selection if isinstance(move.what, model.Pick) else move.what
    place = source(what) if isinstance(what, model.Selection) else None
    return None if place is None else kind_of(place)


def leaves_board(move: model.Move) -> bool:
    """Whether a line looks on a board for what it moves."""
    what = move.what.selection if isinstance(move.what, model.Pick) else move.what
    place = what.place if isinstance(what, model.Selection) else None
    return isinstance(place, model.Located) and kind_of(place.where).sort == "space"


def values_of(place: model.Expression) -> tuple[model.Expression, ...]:
    """Of which player and value a place is."""
    return place.values if isinstance(place, model.PlaceFor) else ()
