"""Tries out where rules lead a piece: alone on a board, and where it meets another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from dsl.board.reach import OTHER, OWN, Trial
from dsl.ir.program import AT, Kind, PieceKind, Reach
from interpreter.play.rules import Rules
from interpreter.state.machine import Fault, State

MOST_SPACES = 169  # of a board on which all is tried: 13 by 13
CORNERS = 4  # of a space of a board of squares


def trials(rules: Rules) -> tuple[Trial, ...]:
    """All rules of which it can be told, with each kind of piece, on boards of squares. What meets a fault has none."""
    found: list[Trial] = []
    for reach in rules.program.reaches:
        try:
            found += Board(rules, reach).trials if Board(rules, reach).is_fit else ()
        except Fault:
            continue
    return tuple(found)


@dataclass(frozen=True)
class Board:
    """The spaces on which one rule is tried out."""

    rules: Rules
    reach: Reach

    @cached_property
    def spaces(self) -> range:
        kind = self.kind(self.reach.space)
        return range(kind.start, kind.start + len(kind.elements))

    def kind(self, name: str) -> Kind:
        return next(kind for kind in self.rules.program.kinds if kind.name == name)

    @property
    def is_fit(self) -> bool:
        """Whether it is one board of squares, not too large, beside which pieces can lie."""
        mine = [board for board in self.rules.program.boards if board.start in self.spaces]
        if len(mine) != 1 or len(self.spaces) > MOST_SPACES or self.beside is None:
            return False
        return len(mine[0].outline) == CORNERS and len(mine[0].centres) == len(self.spaces)

    @property
    def beside(self) -> int | None:
        """A place that is on no board."""
        locations = enumerate(self.rules.program.locations)
        return next((number for number, location in locations if location.board is None), None)

    @property
    def trials(self) -> Iterator[Trial]:
        flags = self.reach.flags
        for piece in self.pieces:
            for on in product((False, True), repeat=len(flags)):
                having = tuple(flag for flag, is_on in zip(flags, on, strict=True) if is_on)
                for seat in sorted({*piece.owners} - {-1}):
                    yield self.trial(piece, having, seat)

    @property
    def pieces(self) -> Iterator[PieceKind]:
        """The kinds of pieces that the rule is about."""
        kind = self.kind(self.reach.piece)
        inside = range(kind.start, kind.start + len(kind.elements))
        yield from (p for p in self.rules.program.pieces if p.start in inside and p.start < p.stop)

    def trial(self, piece: PieceKind, flags: Sequence[str], seat: int) -> Trial:
        mover = piece.start + piece.owners.index(seat)
        free = {space: self.ends(mover, seat, flags, {mover: space}) for space in self.spaces}
        met: list[tuple[int, int, str, tuple[int, ...]]] = []
        for start in sorted({self.middle(self.spaces), self.middle([s for s in free if len(free[s]) == most(free)])}):
            for whose, other in self.others(mover, seat):
                met += [
                    (start, at, whose, self.ends(mover, seat, flags, {mover: start, other: at}))
                    for at in self.spaces
                    if at != start
                ]
        return Trial(self.reach.rule, piece.name, tuple(flags), seat, tuple(free.items()), tuple(met))

    def middle(self, spaces: Sequence[int]) -> int:
        """The space nearest to the middle of the board."""
        centres = next(b for b in self.rules.program.boards if b.start in self.spaces).centres
        x, y = (sum(numbers) / len(centres) for numbers in zip(*centres, strict=True))
        return min(spaces, key=lambda s: (centres[s - self.spaces.start][0] - x) ** 2
                   + (centres[s - self.spaces.start][1] - y) ** 2)  # fmt: skip

    def others(self, mover: int, seat: int) -> Iterator[tuple[str, int]]:
        """A piece of the same player and one of another."""
        owners = [
            (piece.start + k, owner) for piece in self.rules.program.pieces for k, owner in enumerate(piece.owners)
        ]
        mine = next((number for number, owner in owners if owner == seat and number != mover), None)
        yours = next((number for number, owner in owners if owner not in (seat, -1)), None)
        yield from ((whose, other) for whose, other in ((OWN, mine), (OTHER, yours)) if other is not None)

    def ends(self, mover: int, seat: int, flags: Sequence[str], at: dict[int, int]) -> tuple[int, ...]:
        """The spaces to which the rule leads."""
        state, leads = self.standing(mover, flags, at), self.rules.machine.in_python[self.reach.function]
        return tuple(space for space in self.spaces if leads(state, seat, mover, space))

    def standing(self, mover: int, flags: Sequence[str], at: dict[int, int]) -> State:
        """The position in which only these pieces are on a board."""
        machine, box = self.rules.machine, self.rules.box
        state = machine.initial(0)
        places, beside = machine.arrays[AT], self.beside
        assert beside is not None  # else the board is not fit
        state[places.offset : places.offset + places.count] = [beside] * places.count
        for piece, space in at.items():
            state[places.offset + piece] = space
        for field in box.fields(mover):
            if field.attribute.name in flags:
                state[field.offset + mover - box.pieces[mover].start] = 1
        return machine.unpack(machine.pack(state))


def most(free: dict[int, tuple[int, ...]]) -> int:
    """How far it leads from where it leads furthest."""
    return max(map(len, free.values()))
