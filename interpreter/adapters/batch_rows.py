"""What those who are asked see in many positions, worked out for all of them at once.

It is what `interpreter.play.observation` says of each, and pieces go by the numbers that
`interpreter.knowledge.pseudonyms` gives them. Here that is done for games in which whoever sees a piece sees all of it,
in which that depends on where it is and who knows it alone, and in which nothing lies on a piece; `can_do` says whether
a game is one of these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from dsl.ir.layout import ARGUMENTS_AT, SITE_AT, WHO_AT
from dsl.ir.program import AT, KNOWN, OWNER, RANK, SEES, VALUES_OF_PLACE, About, Location, PieceKind
from interpreter.knowledge.normal_form import fixed_owner
from interpreter.play.observation import OWN, Observation
from interpreter.state.decoding import Box, Field

Numbers = Any  # an array of NumPy, which may be missing, so that it is typed nowhere
_TENS: Numbers = 10 ** np.arange(16)
_LENGTHS = 16  # more than a number has digits
_BELOW = 2**60


def as_text(numbers: Numbers) -> Numbers:
    """For each number one that is the smaller the earlier the number, written out, stands among others."""
    size = np.abs(numbers)
    digits = np.maximum(np.searchsorted(_TENS, size, "right"), 1)
    key = size * _TENS[_LENGTHS - 1 - digits] * _LENGTHS + digits
    return np.where(numbers < 0, key - _BELOW, key)


def can_do(box: Box) -> bool:
    """Whether `Rows` can be made of a game."""
    program = box.program
    of: list[PieceKind | Location] = [*program.pieces, *program.locations]
    things = [*of, *program.boards, *program.seats]
    attributes = [attribute for kind in program.pieces for attribute in kind.attributes]
    if any(
        a.seen.by != "all" or _is_of_pieces(box, a.kind) or (a.seen.stated and box.open_facts is None)
        for a in attributes
    ):
        return False
    if box.open_facts is None and any(kind.owner_seen for kind in program.pieces):
        return False
    if any(one.seen.until for one in of) or any(a.seen.until for thing in things for a in thing.attributes):
        return False
    if any(_is_of_pieces(box, a.kind) for thing in things for a in thing.attributes):
        return False
    return OWNER not in box.arrays or all(kind.seen.by != "owner" for kind in program.pieces)


def _is_of_pieces(box: Box, kind: str | None) -> bool:
    return kind is not None and box.kinds[kind].sort == "piece"


def blank(box: Box) -> list[int]:
    """A state of which nothing is known."""
    return [0] * max(array.offset + array.count for array in box.arrays.values())


class Sight:
    """Which pieces a player sees, by where they are and who knows them."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.players = len(box.program.players)
        sorts: dict[tuple[str, int], int] = {}
        keys = [(kind.name, fixed_owner(box, piece)) for piece, kind in enumerate(box.pieces)]
        self._sorts = np.array([sorts.setdefault(key, len(sorts)) for key in keys], np.int64)
        firsts = [keys.index(key) for key in sorts]
        self._table = np.array([[self._seen_at(piece, reader) for piece in firsts] for reader in range(self.players)])
        self._known = box.arrays[KNOWN].offset if KNOWN in box.arrays else -1

    def _seen_at(self, piece: int, reader: int) -> list[bool]:
        """At each place whether a piece is seen that nobody remembers."""
        state = blank(self.box)
        found = []
        for place in range(len(self.box.program.locations)):
            state[self.box.at_word(piece)] = place
            found.append(self.box.sight[SEES](state, reader, piece) != 0)
        return found

    def pieces(self, states: Numbers, at: Numbers) -> Numbers:
        """For each state which pieces are seen by whoever is asked."""
        readers = states[:, WHO_AT, None]
        found = self._table[readers, self._sorts, at]
        if self._known < 0:
            return found
        known = states[:, self._known : self._known + at.shape[1]]
        return found | ((known >> readers) & 1 == 1)


class Rows:
    """The rows of one game. A state is a row of words, in which a player is asked; nothing in it lies on a piece."""

    def __init__(self, rows: Observation) -> None:
        box, program = rows.box, rows.box.program
        self.box, self.size = box, rows.size
        self._at, self._pieces = box.arrays[AT].offset, len(box.pieces)
        self._rank = box.arrays[RANK].offset if RANK in box.arrays else -1
        self._owner = box.arrays[OWNER].offset if OWNER in box.arrays else -1
        self._ordered = np.array([place.ordered for place in program.locations])
        self._place_keys = as_text(np.arange(len(program.locations)))
        self._open = box.open_facts is not None
        self._sight = Sight(box)
        self._width = OWN + max((len(kind.attributes) for kind in program.pieces), default=0)
        self._about = max(len(decision.about) for decision in program.decisions)
        self._classes = _classes(box)
        self._unseen = _by(box.pieces, lambda kind: kind.seen_as)
        self._places = self._place_fields()

    def _place_fields(self) -> list[tuple[Field, Numbers]]:
        """The attributes of places, boards and players, and which players see each."""
        box, state, readers = self.box, blank(self.box), range(len(self.box.program.players))
        found = []
        for place, fields in enumerate(box.place_fields):
            seen = [box.sight[VALUES_OF_PLACE](state, reader, place) for reader in readers]
            found += [(f, np.array([numbers >> n & 1 == 1 for numbers in seen])) for n, f in enumerate(fields)]
        return found

    # ----------------------------------------------------------------------------------------------------------- pieces

    def at(self, states: Numbers) -> Numbers:
        """Where each piece is."""
        return states[:, self._at : self._at + self._pieces]

    def carried(self, states: Numbers) -> Numbers:
        """In which states a piece lies on another."""
        return (self.at(states) >= len(self._ordered)).any(axis=1)

    def sees(self, states: Numbers) -> Numbers:
        """Which pieces whoever is asked sees."""
        at = self.at(states)
        return np.ones(at.shape, bool) if self._open else self._sight.pieces(states, at)

    def first(self, states: Numbers, sees: Numbers) -> Numbers:
        """For each piece that is seen the first number of all that look as it does."""
        found = np.tile(np.arange(self._pieces), (len(states), 1))
        for members in self._classes:
            keys = self._keys(states, sees, members)
            found[:, members] = _first(members, keys, _order(keys))
        return found

    def _sources(self, states: Numbers, sees: Numbers) -> Numbers:
        """For each number the piece that goes by it."""
        found = np.tile(np.arange(self._pieces), (len(states), 1))
        for members in self._classes:
            found[:, members] = members[_order(self._keys(states, sees, members))]
        if not self._open:
            for members in self._unseen:
                self._deal(states, sees, members, found)
        return found

    def _keys(self, states: Numbers, sees: Numbers, members: Numbers) -> list[Numbers]:
        """By what pieces that could stand for one another are told apart, the most important first."""
        kind = self.box.pieces[members[0]]
        keys = [] if self._open else [~sees[:, members]]
        if self._owner >= 0:
            keys.append(as_text(states[:, self._owner + members]))
        changing = [field.offset for field in self.box.fields(members[0]) if field.offset >= 0]
        keys += [as_text(states[:, offset + members - kind.start]) for offset in changing]
        return [*keys, *self._where(states, members)]

    def _where(self, states: Numbers, members: Numbers) -> list[Numbers]:
        at = states[:, self._at + members]
        if self._rank < 0:
            return [self._place_keys[at]]
        return [self._place_keys[at], as_text(np.where(self._ordered[at], states[:, self._rank + members], -1))]

    def _deal(self, states: Numbers, sees: Numbers, members: Numbers, sources: Numbers) -> None:
        """Pieces that are not seen go by the numbers that are left of those that look so."""
        mine = sources[:, members]
        taken = np.take_along_axis(sees, mine, axis=1)
        order = _order([sees[:, members], *self._where(states, members)])
        free = np.argsort(taken, axis=1, kind="stable")
        dealt = np.where(np.take_along_axis(taken, free, 1), np.take_along_axis(mine, free, 1), members[order])
        np.put_along_axis(mine, free, dealt, 1)
        sources[:, members] = mine

    # ------------------------------------------------------------------------------------------------------------- rows

    def rows(self, states: Numbers) -> Numbers:
        """For each state what the player who is asked sees."""
        found: Numbers = np.zeros((len(states), self.size), np.int32)
        sees = self.sees(states)
        sources = self._sources(states, sees)
        end = self._pieces * self._width
        told = found[:, :end].reshape(len(states), self._pieces, self._width)
        self._tell(states, sources, np.take_along_axis(sees, sources, 1), told)
        found[:, :end] = told.reshape(len(states), end)
        for column, (field, readers) in enumerate(self._places, end):
            value = field.printed[0] if field.offset < 0 else states[:, field.offset]
            found[:, column] = np.where(readers[states[:, WHO_AT]], _value(field, np.asarray(value)), 0)
        self._asked(states, sees, found[:, end + len(self._places) :])
        return found

    def _tell(self, states: Numbers, sources: Numbers, sees: Numbers, told: Numbers) -> None:
        at = np.take_along_axis(self.at(states), sources, 1)
        told[:, :, 1] = 1 + at
        if self._rank >= 0:
            rank = np.take_along_axis(states[:, self._rank : self._rank + self._pieces], sources, 1)
            told[:, :, 2] = np.where(self._ordered[at], 1 + rank, 0)
        for number, kind in enumerate(self.box.program.pieces, 1):
            mine = slice(kind.start, kind.stop)
            seen, pieces = sees[:, mine], np.clip(sources[:, mine], kind.start, kind.stop - 1)
            told[:, mine, 0] = number * seen
            owner = np.array(kind.owners) if self._owner < 0 else np.take_along_axis(states, self._owner + pieces, 1)
            told[:, mine, 3] = (1 + owner) * seen
            for column, field in enumerate(self._fields(kind), OWN):
                value = self._read(field, states, pieces - kind.start)
                told[:, mine, column] = _value(field, value) * seen

    def _fields(self, kind: PieceKind) -> Sequence[Field]:
        return self.box.fields(kind.start) if kind.stop > kind.start else ()

    def _read(self, field: Field, states: Numbers, index: Numbers) -> Numbers:
        if field.offset < 0:
            return np.array(field.printed)[index]
        return np.take_along_axis(states, field.offset + index, 1)

    def _asked(self, states: Numbers, sees: Numbers, found: Numbers) -> None:
        """Who is asked, at which decision, and about what."""
        number, players = np.arange(len(states)), len(self.box.program.players)
        found[number, states[:, WHO_AT]] = 1
        found[:, players + 1] = states[:, SITE_AT]
        for site in np.unique(states[:, SITE_AT]):
            where = np.flatnonzero(states[:, SITE_AT] == site)
            for column, about in enumerate(self.box.program.decisions[site].about, players + 2):
                value = states[where, ARGUMENTS_AT + about.argument]
                found[where, column] = self._thing(about, value, states[where], sees[where])

    def _thing(self, about: About, value: Numbers, states: Numbers, sees: Numbers) -> Numbers:
        """A thing that the prompt names."""
        kind = self.box.kinds[about.kind]
        if kind.sort == "range":
            return 1 + np.maximum(value - kind.first, 0)
        if kind.sort != "piece":
            return np.where(value < 0, 0, 1 + value - kind.start)
        piece = np.maximum(value, 0)[:, None]
        seen = np.take_along_axis(sees, piece, 1)[:, 0] & (value >= 0)
        return np.where(seen, 1 + np.take_along_axis(self.first(states, sees), piece, 1)[:, 0], 0)


def _value(field: Field, value: Numbers) -> Numbers:
    """As in a row of `Observation`."""
    if field.kind is None:
        return 1 + (value != 0)
    first = field.kind.first if field.kind.sort == "range" else field.kind.start
    return np.where((value == -1) & field.kind.is_nothing(-1), 1, 2 + value - first)


def _order(keys: Sequence[Numbers]) -> Numbers:
    """The order of what has these keys, the most important first."""
    return np.lexsort(keys[::-1]) if len(keys) > 1 else np.argsort(keys[0], axis=1, kind="stable")


def _first(members: Numbers, keys: Sequence[Numbers], order: Numbers) -> Numbers:
    """For each of the members the first number of those that have the same keys."""
    new: Numbers = np.zeros(order.shape, bool)
    new[:, 0] = True
    for key in keys:
        ordered = np.take_along_axis(key, order, 1)
        new[:, 1:] |= ordered[:, 1:] != ordered[:, :-1]
    starts = np.maximum.accumulate(np.where(new, np.arange(order.shape[1]), 0), axis=1)
    found: Numbers = np.empty(order.shape, np.int64)
    np.put_along_axis(found, order, members[starts], 1)
    return found


def _classes(box: Box) -> list[Numbers]:
    """Pieces that go by one another's numbers when they are seen, where there are several."""
    printed = [
        (kind.name, fixed_owner(box, piece), *(box.read(f, (), piece) for f in box.fields(piece) if f.offset < 0))
        for piece, kind in enumerate(box.pieces)
    ]
    return [members for members in _by(printed, lambda key: key) if len(members) > 1]


def _by(things: Sequence[Any], key: Any) -> list[Numbers]:
    """The numbers of things that have the same key, together."""
    found: dict[object, list[int]] = defaultdict(list)
    for number, thing in enumerate(things):
        found[key(thing)].append(number)
    return [np.array(members) for members in found.values()]
