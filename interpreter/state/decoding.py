"""What the numbers of a state stand for: the kind of a piece, the name of a value, where something is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dsl.ir.program import AT, KNOWN, NOTICED, OWNER, RANK, Attribute, Kind, Location, PieceKind, Program
from interpreter.state.appearance import prints
from interpreter.state.machine import Function, Machine

State = Sequence[int]

# What is seen of pieces: by piece, where it is as 1, and of the field with number n the bit 2 << n.
Facts = Mapping[int, int]

# Attributes that tell what a piece is belong to its name; those that change in play are details.
NAMING = {"enumeration", "power"}
NAMING_IF_PRINTED = {"range", "player", "direction"}


@dataclass(frozen=True, slots=True)
class Field:
    """An attribute of one kind of piece (of one place, board or player) and where its values are: in the state from
    `offset`, or in `printed`.

    `naming` says whether the value is a part of the piece's name ("the yellow Installation"), `told` whether it stands
    there with what it is of ("the Card (Points 2, White 5)"), as the value alone would not say that.
    """

    attribute: Attribute
    kind: Kind | None
    offset: int
    printed: tuple[int, ...]
    naming: bool
    told: bool = False

    @property
    def in_words(self) -> bool:
        """Whether the value is a word of the piece's name."""
        return self.naming and not self.told

    def read(self, state: State, index: int) -> int:
        """The value for piece `index` of the kind, counted from 0; any other is alone."""
        return self.printed[index] if self.offset < 0 else state[self.offset + index]

    def called(self, value: int) -> str | None:
        """What a piece with this value is called, if that is not by its kind: "Aye Patch", "the Two" of several."""
        if not self.attribute.names or self.kind is None or value < 0:
            return None
        name = self.kind.elements[value - self.kind.start]
        return name if self.printed.count(value) == 1 else f"the {name}"


class Box:
    """A program's pieces, kinds and locations, looked up by number. It belongs to no match and keeps no state.

    `arrays` is the layout of the vector as the `machine` uses it, which runs the program.
    """

    def __init__(self, program: Program, machine: Machine) -> None:
        self.program = program
        self.arrays = machine.arrays
        self._machine = machine
        self.kinds = {kind.name: kind for kind in program.kinds}
        self.pieces: list[PieceKind] = [kind for kind in program.pieces for _ in range(kind.start, kind.stop)]
        self._fields = {kind.name: self._fields_of(kind.attributes) for kind in program.pieces}
        self.location_fields = [self._fields_of(location.attributes) for location in program.locations]
        self.board_fields = {board.name: self._fields_of(board.attributes) for board in program.boards}
        self.seat_fields = [self._fields_of(seat.attributes) for seat in program.seats]
        self.place_fields = [*self.location_fields, *self.board_fields.values(), *self.seat_fields]
        self._at = self.arrays[AT].offset
        self._rank = self.arrays[RANK].offset if RANK in self.arrays else -1
        self._owner = self.arrays[OWNER].offset if OWNER in self.arrays else -1
        self._known = self.arrays[KNOWN].offset if KNOWN in self.arrays else -1
        self._noticed = self.arrays[NOTICED].offset if NOTICED in self.arrays else -1

    def _fields_of(self, attributes: Sequence[Attribute]) -> tuple[Field, ...]:
        fields = [self._field(attribute) for attribute in attributes]
        sorts = Counter(_sort(field) for field in fields if field.naming)
        return tuple(replace(field, told=field.naming and sorts[_sort(field)] > 1) for field in fields)

    def _field(self, attribute: Attribute) -> Field:
        kind = self.kinds[attribute.kind] if attribute.kind else None
        printed = attribute.storage == "table"
        sorts = NAMING | NAMING_IF_PRINTED if printed else NAMING
        offset = -1 if printed else self.arrays[attribute.source].offset + attribute.skipped
        values = self.program.code.tables[attribute.source].values[attribute.skipped :] if printed else ()
        return Field(attribute, kind, offset, values, kind is not None and kind.sort in sorts)

    @cached_property
    def sight(self) -> Mapping[str, Function]:
        """The functions that say who sees what, by name: `SEES`, and those that stand beside it in `dsl.ir.program`."""
        return self._machine.in_python

    def reader(self, seat: int) -> int:
        """The number of a reader: after the players come onlookers (who have the seat -1) and the referee (-2)."""
        return seat if seat >= 0 else len(self.program.players) - 1 - seat

    def prints(self, seat: int) -> Sequence[int]:
        """For each piece a number; those with different ones never look alike to a player."""
        count = len(self.pieces)
        return self._prints[seat * count : (seat + 1) * count] if seat >= 0 else (0,) * count

    @cached_property
    def _prints(self) -> Sequence[int]:
        return prints(self.program)

    @cached_property
    def open_facts(self) -> Facts | None:
        """What everybody sees of the pieces in every position, if nothing of them can ever be hidden."""
        seen = [kind.seen for kind in self.program.pieces] + [place.seen for place in self.program.locations]
        seen += [field.attribute.seen for fields in self._fields.values() for field in fields]
        if any(s.by != "all" for s in seen):
            return None
        return self.all_facts

    @cached_property
    def all_facts(self) -> Facts:
        """All that there is to see of the pieces."""
        return {piece: (2 << len(self.fields(piece))) - 1 for piece in range(len(self.pieces))}

    @cached_property
    def references(self) -> Sequence[int]:
        """The words of a state that speak of pieces as values of pieces, places, boards and players."""
        places = [(field, 0) for fields in self.place_fields for field in fields]
        pieces = [(f, piece - kind.start) for piece, kind in enumerate(self.pieces) for f in self.fields(piece)]
        found = [(field, index) for field, index in (*places, *pieces) if field.kind and field.kind.sort == "piece"]
        return [field.offset + index for field, index in found if field.offset >= 0]

    def fields(self, piece: int) -> tuple[Field, ...]:
        """The attributes of a piece, in the order in which the rulebook gives them."""
        return self._fields[self.pieces[piece].name]

    def read(self, field: Field, state: State, piece: int) -> int:
        """The value of one of the piece's own fields."""
        return field.read(state, piece - self.pieces[piece].start)

    def owner(self, state: State, piece: int) -> int:
        """The number of the player whose piece it is, or -1."""
        return state[self._owner + piece] if self._owner >= 0 else self.first_owner(piece)

    def first_owner(self, piece: int) -> int:
        """The number of the player whose piece it is at first, or -1."""
        kind = self.pieces[piece]
        return kind.owners[piece - kind.start]

    def at(self, state: State, piece: int) -> int:
        """The number of the location where the piece is."""
        return state[self._at + piece]

    def places(self, state: State) -> Sequence[int]:
        """The number of the location of each piece."""
        return state[self._at : self._at + len(self.pieces)]

    def at_word(self, piece: int) -> int:
        """Which word of the state says where the piece is."""
        return self._at + piece

    def rank(self, state: State, piece: int) -> int:
        """How many pieces surely lie under it in an ordered location; those that share a rank lie in no known order."""
        return state[self._rank + piece] if self._rank >= 0 else 0

    def knowers(self, state: State, piece: int) -> int:
        """Who knows the piece, also where they do not see it: bit p is player p, the next one the onlookers."""
        return state[self._known + piece] if self._known >= 0 else 0

    def noticed_by(self, state: State, piece: int) -> int:
        """Who got to know the piece since `forget_news`, whether or not they still do; bits as in `knowers`."""
        return state[self._noticed + piece] if self._noticed >= 0 else 0

    def forget_news(self, state: MutableSequence[int]) -> None:
        """Nobody has got to know anything from here on."""
        if self._noticed >= 0:
            for word in range(self._noticed, self._noticed + len(self.pieces)):  # a slice would have to know its type
                state[word] = 0

    def has_own_rank(self, state: State, piece: int) -> bool:
        """Whether no other piece that is with it can lie as high, so that it has a place in the order."""
        at, rank = self.at(state, piece), self.rank(state, piece)
        others = (p for p in range(len(self.pieces)) if p != piece and self.at(state, p) == at)
        return all(self.rank(state, other) != rank for other in others)

    def carrier(self, state: State, piece: int) -> int:
        """The piece that it lies on, or -1."""
        return max(self.at(state, piece) - self.program.pieces_from, -1)

    def location(self, state: State, piece: int) -> Location | None:
        """The space or place where it is; None if it lies on a piece."""
        at = self.at(state, piece)
        return self.program.locations[at] if at < self.program.pieces_from else None

    def name(self, kind: Kind, value: int) -> str:
        """What a value of a kind other than pieces is called."""
        if kind.is_nothing(value):
            return "nothing"
        return str(value) if kind.sort == "range" else kind.elements[value - kind.start]

    def spoken(self, kind: Kind | None, name: str) -> str:
        """How people speak of a value with this name: a space by its own name, if it has one."""
        return self._marked.get(name, name) if kind is not None and kind.sort == "space" else name

    @cached_property
    def towns(self) -> dict[int, str]:
        """The spaces that are called without an article, with where they are, as boards show rows and columns."""
        marks = (mark for board in self.program.boards for mark in board.marks if mark.bare)
        return {mark.location: f"{mark.label} ({self.program.locations[mark.location].name})" for mark in marks}

    @cached_property
    def _marked(self) -> dict[str, str]:
        """The names that rulebooks give to single spaces."""
        marks = (mark for board in self.program.boards for mark in board.marks)
        return {self.program.locations[mark.location].name: mark.label for mark in marks}


def _sort(field: Field) -> str:
    """What a value is taken for when it stands alone: one of its kind, or a number. A name is not mistaken."""
    assert field.kind is not None
    return field.attribute.name if field.attribute.names else "" if field.kind.sort == "range" else field.kind.name
