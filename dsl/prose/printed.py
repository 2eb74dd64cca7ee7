"""Pieces that are part of a board: what their sides show is printed on its spaces, as nothing ever moves or turns
them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dsl import model
from dsl.model.sides import drawn_on
from dsl.model.visit import headings_of, nodes_in
from dsl.model.world import Kind, PieceInfo, PlaceInfo, TableInfo


@dataclass
class Printed:
    """What of a rulebook is printed on its boards."""

    book: model.Rulebook

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of pieces with lines that the setup puts on spaces, each once, and that are left alone from then
        on."""
        book, infos = self.book, self.book.world.piece_infos.values()
        kinds = {info.kind for info in infos if info.owners and drawn_on(book.world, info.kind)}
        changed = [kind for part in (book.play, *headings_of(book)) for kind in changed_in(part)]
        return frozenset(kind for kind in kinds if is_laid(book, kind) and not any(touch(kind, one) for one in changed))

    @cached_property
    def lines(self) -> frozenset[int]:
        """The identities of the lines of the setup that lay them."""
        moves = (line for line in self.book.setup if isinstance(line, model.Move))
        return frozenset(id(line) for line in moves if any(line.what.kind.is_a(kind) for kind in self.kinds))

    def has(self, about: object) -> bool:
        """Whether something is one of these kinds, a table that says which there are, or a place only for them."""
        match about:
            case PieceInfo(kind=kind) | TableInfo(kind=kind):
                return kind in self.kinds
            case PlaceInfo(takes=takes):
                return bool(takes) and all(kind in self.kinds for kind, _ in takes)
            case _:  # others are not things that lie on a board
                return False


def is_laid(book: model.Rulebook, kind: Kind) -> bool:
    """Whether the setup puts all pieces of a kind on spaces, and does nothing else with them."""
    laid = [line for line in book.setup if isinstance(line, model.Move) and touch(line.what.kind, kind)]
    on_spaces = [line for line in laid if line.to.kind.sort == "space" and line.what.kind.is_a(kind)]
    done = [one for one in changed_in(book.setup) if touch(one, kind)]
    return len(laid) == len(on_spaces) == len(done) == kind.size


def changed_in(part: object) -> Iterator[Kind]:
    """The kinds of what is moved, or has something else than before."""
    for node in nodes_in(part):
        match node:
            case model.Move(what=what):
                yield what.kind
            case model.TurnInto(what=what):
                yield what.kind
            case model.Become(target=target) | model.Change(target=target):
                yield target.of.kind
            case _:  # changes no piece
                pass


def touch(one: Kind, other: Kind) -> bool:
    """Whether something can be of both kinds."""
    return one.is_a(other) or other.is_a(one)
