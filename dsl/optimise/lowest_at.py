"""For each location the lowest of the pieces there, and how many there are: kept at each move, for games of many
pieces, of which sets would be long.

A loop that looks for the pieces at a location so goes over few instead of over all. Of the pieces that are counted, as
the chips of all cards and chips, it is kept, too, how many there are of them alone. All of these are derived arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.ir.nodes import Array, Binary, Block, Break, Const, Expr, ForRange, If, Load, Local, Return, Set, Stmt, Store
from dsl.ir.program import AT
from dsl.optimise.constant_tables import plus
from dsl.optimise.intervals import Range
from dsl.optimise.searches import Pieces, Search, pieces_of

FIRST, COUNT = "lean.first at", "lean.number at"
ONE, NONE = Const(1), Const(-1)


@dataclass(frozen=True)
class Lowest:
    """Of so many pieces at so many locations. `kinds` are those that are counted alone."""

    pieces: int
    places: int
    kinds: Sequence[Pieces]

    @property
    def arrays(self) -> dict[str, Array]:
        """What is kept."""
        numbers = {name: Array(name, self.places, section="derived") for name in (COUNT, *map(_count, self.kinds))}
        return {FIRST: Array(FIRST, self.places, section="derived", initial=-1), **numbers}

    def turns(self, stmt: ForRange, search: Search, place: Expr) -> Block:
        """A loop that is a search for the pieces at a location: from the first that is there on; up to it, if it is
        alone."""
        pieces, every = pieces_of(stmt), (0, self.pieces)
        number = COUNT if pieces == every else _count(pieces) if pieces in self.kinds else None
        if number is not None and (total := search.counter) is not None:
            return (Set(total, Binary("+", Local(total), Load(number, place))),)
        first, stop = Local(f"lean first {stmt.name}"), Local(f"lean stop {stmt.name}")
        lowest, alone = Set(first.name, Load(FIRST, place)), Binary("<", Load(COUNT, place), Const(2))
        if pieces == every and search.body == (Return(Local(stmt.name)),):
            return (lowest, If(Binary(">=", first, Const(0)), (Return(first),)))
        return (
            lowest,
            Set(stop.name, stmt.stop),
            If(alone, (Set(stop.name, Binary("min", Binary("+", first, ONE), stmt.stop)),)),
            ForRange(stmt.name, Binary("max", first, stmt.start), stop, stmt.body),
        )

    def moved(self, piece: Expr, known: Range | None, old: Expr, left: Expr, came: Expr) -> Block:
        """What changes when a piece, of which this is known, has gone from the `old` location, which has the number
        `left`, to the one with the number `came`: where the lowest piece leaves, the next one is looked for."""
        other, next_, number = (Local(f"lean {name}") for name in ("other", "next", "number"))
        search = ForRange(
            other.name,
            Binary("+", piece, ONE),
            Const(self.pieces),
            (If(Binary("==", Load(AT, other), old), (Set(next_.name, other), Break())),),
        )
        follow = (Set(next_.name, NONE), If(Binary(">", number, Const(0)), (search,)), Store(FIRST, left, next_))
        leave = (
            Set(number.name, Binary("-", Load(COUNT, left), ONE)),
            Store(COUNT, left, number),
            If(Binary("==", Load(FIRST, left), piece), follow),
        )
        lowest = Binary("or", Binary("==", number, Const(0)), Binary("<", piece, Load(FIRST, came)))
        arrive = (
            Set(number.name, Load(COUNT, came)),
            Store(COUNT, came, Binary("+", number, ONE)),
            If(lowest, (Store(FIRST, came, piece),)),
        )
        return (*leave, *arrive, *self._counted(piece, known, [(left, -1), (came, 1)]))

    def _counted(self, piece: Expr, known: Range | None, changes: Sequence[tuple[Expr, int]]) -> Block:
        """Counts a piece, which is known to be one of these, if it is one that is counted with others of its kind."""
        found: list[Stmt] = []
        for start, stop in self.kinds:
            name = _count((start, stop))
            change = tuple(Store(name, place, plus(Load(name, place), by)) for place, by in changes)
            first, last = known or (0, self.pieces - 1)
            if start <= first and last < stop:
                found += change
            elif first < stop and last >= start:
                inside = Binary("and", Binary(">=", piece, Const(start)), Binary("<", piece, Const(stop)))
                found.append(If(inside, change))
        return tuple(found)

    def cleared(self, place: Expr) -> Block:
        """Nothing is at a location."""
        none = (Store(name, place, Const(0)) for name in (COUNT, *map(_count, self.kinds)))
        return (Store(FIRST, place, NONE), *none)

    def entered(self, piece: Expr, here: Expr) -> Block:
        """A piece comes to a location; those that have come before are lower."""
        return (
            If(Binary("==", Load(COUNT, here), Const(0)), (Store(FIRST, here, piece),)),
            Store(COUNT, here, Binary("+", Load(COUNT, here), ONE)),
            *self._counted(piece, None, [(here, 1)]),
        )


def _count(pieces: Pieces) -> str:
    return f"{COUNT}, of {pieces}"
