"""For each location the set of the pieces there: kept at each move, so that who looks for them goes over no others.

With sets goes on what is looked for besides: how many there are, whether any is, the lowest, those of a colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ir.nodes import (
    Array,
    Binary,
    Bits,
    Block,
    Const,
    Expr,
    ForBits,
    ForRange,
    Load,
    Local,
    Set,
    Single,
    Store,
    Unary,
)
from dsl.optimise.intervals import Range
from dsl.optimise.searches import Search, pieces_of

THERE = "lean.pieces at"


@dataclass(frozen=True)
class Together:
    """Of so many pieces at so many locations."""

    pieces: int
    places: int

    @property
    def arrays(self) -> dict[str, Array]:
        """What is kept."""
        return {THERE: Array(THERE, self.places, Bits(self.pieces), "derived")}

    def turns(self, stmt: ForRange, search: Search, place: Expr) -> Block:
        """A loop that is a search for the pieces at a location, which has this number."""
        start, stop = pieces_of(stmt)
        members: Expr = Load(THERE, place)
        if (start, stop) != (0, self.pieces):
            members = Binary("&", members, Const((1 << stop) - (1 << start), Bits(self.pieces)))
        if (total := search.counter) is not None:
            return (Set(total, Binary("+", Local(total), Unary("count", members))),)
        return (ForBits(stmt.name, members, search.body),)

    def moved(self, piece: Expr, known: Range | None, old: Expr, left: Expr, came: Expr) -> Block:
        """What changes when a piece has gone from the location with the number `left` to the one with `came`."""
        one = Single(piece, self.pieces)
        return (Store(THERE, left, Binary("-bits", Load(THERE, left), one)), *self.entered(piece, came))

    def cleared(self, place: Expr) -> Block:
        """Nothing is at a location."""
        return (Store(THERE, place, Const(0, Bits(self.pieces))),)

    def entered(self, piece: Expr, here: Expr) -> Block:
        """A piece comes to a location."""
        return (Store(THERE, here, Binary("|", Load(THERE, here), Single(piece, self.pieces))),)
