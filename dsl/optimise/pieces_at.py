"""For each location the set of the pieces there: kept at each move, so that who looks for them goes over no others.

With sets goes on what is looked for besides: how many there are, whether any is, the lowest, those of a colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ir import nodes as ir
from dsl.optimise.intervals import Range
from dsl.optimise.searches import Search, pieces_of

THERE = "lean.pieces at"


@dataclass(frozen=True)
class Together:
    """Of so many pieces at so many locations."""

    pieces: int
    places: int

    @property
    def arrays(self) -> dict[str, ir.Array]:
        """What is kept."""
        return {THERE: ir.Array(THERE, self.places, ir.Bits(self.pieces), "derived")}

    def turns(self, stmt: ir.ForRange, search: Search, place: ir.Expr) -> ir.Block:
        """A loop that is a search for the pieces at a location, which has this number."""
        start, stop = pieces_of(stmt)
        members: ir.Expr = ir.Load(THERE, place)
        if (start, stop) != (0, self.pieces):
            members = ir.Binary("&", members, ir.Const((1 << stop) - (1 << start), ir.Bits(self.pieces)))
        if (total := search.counter) is not None:
            return (ir.Set(total, ir.Binary("+", ir.Local(total), ir.Unary("count", members))),)
        return (ir.ForBits(stmt.name, members, search.body),)

    def moved(self, piece: ir.Expr, known: Range | None, old: ir.Expr, left: ir.Expr, came: ir.Expr) -> ir.Block:
        """What changes when a piece has gone from the location with the number `left` to the one with `came`."""
        one = ir.Single(piece, self.pieces)
        return (ir.Store(THERE, left, ir.Binary("-bits", ir.Load(THERE, left), one)), *self.entered(piece, came))

    def cleared(self, place: ir.Expr) -> ir.Block:
        """Nothing is at a location."""
        return (ir.Store(THERE, place, ir.Const(0, ir.Bits(self.pieces))),)

    def entered(self, piece: ir.Expr, here: ir.Expr) -> ir.Block:
        """A piece comes to a location."""
        return (ir.Store(THERE, here, ir.Binary("|", ir.Load(THERE, here), ir.Single(piece, self.pieces))),)
