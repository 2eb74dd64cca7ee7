"""What one reader may know of a position: which pieces and values they see, and which pieces look alike to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from dsl.ir.program import ALIKE, SEES, VALUES, VALUES_OF_PLACE, Board, Location, PieceKind, Program, Seat
from interpreter.state.decoding import Box, Facts, Field, State

SPECTATOR = -1  # sees what all players see
REFEREE = -2  # sees everything

Look = tuple[object, ...]  # what a piece looks like to a reader; equal looks cannot be told apart
UNSEEN = "unseen"


def has_secrets(program: Program) -> bool:
    """Whether there is anything that not everybody sees."""
    seen = [kind.seen for kind in program.pieces] + [location.seen for location in program.locations]
    of: list[PieceKind | Location | Board | Seat] = [*program.pieces, *program.locations, *program.boards]
    of += program.seats
    seen += [attribute.seen for thing in of for attribute in thing.attributes]
    return any(one.by != "all" for one in seen)


def has_chance(program: Program) -> bool:
    """Whether anything is rolled or drawn."""
    return any(decision.sort in ("roll", "draw") for decision in program.decisions)


class Knowledge:
    """One reader's knowledge of one position. The state must not change while it is in use. `places` has for each piece
    the number of its location.

    A piece that the reader neither sees nor remembers has no identity: of its kind and attributes only that is known
    which is open wherever a piece lies.
    """

    def __init__(self, box: Box, state: State, reader: int) -> None:
        self.box = box
        self.state = state
        self.reader = reader
        self.places = box.places(state)
        self._sight, self._number = box.sight, box.reader(reader)
        # By place, print and kind, as far as that is seen: pieces that look different from one another.
        self._unlike: dict[tuple[int, int, str], list[int]] = defaultdict(list)
        self._alike: dict[int, int] = {-1: -1}  # nothing is like nothing
        self._seen: dict[int, bool] = {}
        self._known: dict[int, list[Field]] = {}
        self._facts: Facts | None = self.box.open_facts

    # ----------------------------------------------------------------------------------------------------- what is seen

    def sees(self, piece: int) -> bool:
        """Whether the reader knows which piece this is, by sight or by memory."""
        if piece not in self._seen:
            self._seen[piece] = self._sight[SEES](self.state, self._number, piece) != 0
        return self._seen[piece]

    def lost(self) -> list[int]:
        """The pieces that the reader got to know by the last answer and knows no more."""
        if self.box.open_facts is not None:
            return []
        noticed = (p for p in range(len(self.box.pieces)) if self.box.noticed_by(self.state, p) >> self._number & 1)
        return [piece for piece in noticed if not self.sees(piece)]

    def fields(self, piece: int) -> list[Field]:
        """The attributes of the piece whose values the reader knows."""
        if piece not in self._known:
            self._known[piece] = among(self.box.fields(piece), self.values(piece))
        return self._known[piece]

    def values(self, piece: int) -> int:
        """The numbers of these attributes among the fields of the piece, as bits."""
        return int(self._sight[VALUES](self.state, self._number, piece))

    def value(self, field: Field, piece: int) -> int:
        """The value of a field that the reader sees."""
        return self.box.read(field, self.state, piece)

    def fields_of_place(self, place: int) -> list[Field]:
        """Those of the attributes of a space or place, of a board or of a player, that the reader sees; it goes
        by its number among the `place_fields` of the box."""
        return among(self.box.place_fields[place], self.values_of_place(place))

    def values_of_place(self, place: int) -> int:
        """Their numbers among its fields, as bits."""
        return int(self._sight[VALUES_OF_PLACE](self.state, self._number, place))

    def facts(self) -> Facts:
        """Everything seen of the pieces whose place is seen."""
        if self._facts is None:
            values, state, reader = self._sight[VALUES], self.state, self._number
            seen = ((piece, there) for piece, there in self.box.all_facts.items() if self.sees(piece))
            self._facts = {piece: there & (1 | values(state, reader, piece) << 1) for piece, there in seen}
        return self._facts

    # ---------------------------------------------------------------------------------------------------- what is where

    def contents(self, location: int) -> list[int]:
        """The pieces at a location, from the bottom if they have an order."""
        pieces = self._lying.get(location, [])
        if len(pieces) > 1 and self.ordered(pieces[0]):
            return sorted(pieces, key=lambda piece: self.box.rank(self.state, piece))
        return pieces

    @cached_property
    def _lying(self) -> dict[int, list[int]]:
        """The pieces at each location at which there are any."""
        found: dict[int, list[int]] = {}
        for piece, location in enumerate(self.places):
            found.setdefault(location, []).append(piece)
        return found

    def load(self, piece: int) -> list[int]:
        """The pieces that lie on a piece."""
        return self.contents(self.box.program.pieces_from + piece)

    def ordered(self, piece: int) -> bool:
        """Whether the piece has a rank among those that are with it."""
        location = self.box.location(self.state, piece)
        if location is None:
            return self.box.pieces[self.box.carrier(self.state, piece)].ordered
        return location.ordered

    # ------------------------------------------------------------------------------------------------- what looks alike

    def look(self, piece: int) -> Look:
        """What the reader sees of the piece: itself, where it is, its rank there, and what lies on it."""
        rank = self.box.rank(self.state, piece) if self.ordered(piece) else -1
        return (self.appearance(piece), self._where(piece), rank)

    def alike(self, piece: int) -> int:
        """The piece that stands for all that look like this one; the same for each of them."""
        if piece not in self._alike:
            self._alike[piece] = piece if self._lies_alone(piece) else self._first_like(piece)
        return self._alike[piece]

    def _first_like(self, piece: int) -> int:
        """The first that was asked for of those that look like it."""
        place = min(self.places[piece], self.box.program.pieces_from)
        kind = self.box.pieces[piece].name if self.sees(piece) else UNSEEN
        others = self._unlike[place, self._prints[piece], kind]
        for other in others:
            if self._sight[ALIKE](self.state, self._number, other, piece):
                return other
        others.append(piece)
        return piece

    @cached_property
    def _prints(self) -> Sequence[int]:
        return self.box.prints(self.reader)

    def _lies_alone(self, piece: int) -> bool:
        """Whether it is the only one at a space or place, so that no other looks like it."""
        place = self.places[piece]
        return place < self.box.program.pieces_from and self.places.count(place) == 1

    def appearance(self, piece: int) -> Look:
        """What the reader sees of the piece and of all that lies on it, wherever it is."""
        if not self.sees(piece):
            return self._unseen(piece)
        load = [self.appearance(loaded) for loaded in self.load(piece)]
        ordered = load if self.box.pieces[piece].ordered else sorted(load, key=repr)
        return (*self._own(piece, references=True), tuple(ordered))

    def _own(self, piece: int, references: bool) -> Look:
        """The piece itself. What its attributes refer to is followed one step only, as they may form a ring."""
        if not self.sees(piece):
            return self._unseen(piece)
        values = [self._key(field, piece) for field in self.fields(piece) if references or not refers(field)]
        return (self.box.pieces[piece].name, self.box.owner(self.state, piece), *values)

    def _unseen(self, piece: int) -> Look:
        """What everybody sees of a piece that they do not know."""
        values = [self._key(field, piece) for field in self.fields(piece) if not refers(field)]
        kind = self.box.pieces[piece]
        return (UNSEEN, kind.seen_as, self.box.owner(self.state, piece) if kind.owner_seen else -1, *values)

    def _key(self, field: Field, piece: int) -> tuple[str, object]:
        value = self.value(field, piece)
        if not refers(field) or value < 0:
            return field.attribute.name, value
        return field.attribute.name, (self._own(value, references=False), self._where(value))

    def _where(self, piece: int) -> Look:
        carrier = self.box.carrier(self.state, piece)
        if carrier < 0:
            return (self.box.at(self.state, piece),)
        return (self._own(carrier, references=False), self._where(carrier))


def among(fields: Sequence[Field], numbers: int) -> list[Field]:
    """Those of the fields whose numbers are in a set."""
    return [field for number, field in enumerate(fields) if numbers >> number & 1]


def refers(field: Field) -> bool:
    """Whether its values are pieces."""
    return field.kind is not None and field.kind.sort == "piece"
