"""Positions that a player cannot tell from the one they are in, for those who search with what this player knows.

Each piece of which the player does not see all becomes another that could be there: of its kind and owner, with the
same values where they are seen. A value that is kept from the player as such is any that it can have. What others have
answered in secret is not answered yet, and chance will draw otherwise. All such positions are equally likely here: what
others did before says nothing about what they hold, nor do rules from which the player could reason. The suspended
program is taken as it is; a position in which the player would be shown anything else than now is no such position.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from dsl.ir.layout import RANDOM_AT
from interpreter.knowledge.normal_form import per_piece, rearranged
from interpreter.knowledge.pseudonyms import fixed
from interpreter.knowledge.reader import Knowledge, among, refers
from interpreter.library.memory import signed
from interpreter.play.match import Match
from interpreter.play.options import Option
from interpreter.play.position import Position
from interpreter.play.rules import Rules
from interpreter.play.simultaneous import Begun
from interpreter.state.decoding import Box, Field
from interpreter.state.machine import Fault, State

TRIES = 20  # positions that are made until one is given up

Mixed = Callable[[Sequence[int]], list[int]]  # an order of some numbers
Drawn = Callable[[range], int]
Class = tuple[str, int, tuple[tuple[str, int], ...]]  # the kind and owner of a piece, and what is seen of its print


@dataclass(frozen=True)
class Sights:
    """What a player sees: of each piece whether they know which it is, and which of its attributes; and which of those
    of each place. These are sets of numbers of fields, as bits."""

    pieces: tuple[tuple[bool, int], ...]
    places: tuple[int, ...]

    def moved(self, sources: Sequence[int]) -> Sights:
        """The same, where each piece is in the place of another."""
        return Sights(tuple(self.pieces[source] for source in sources), self.places)


def _sights(knowledge: Knowledge) -> Sights:
    box = knowledge.box
    pieces = ((knowledge.sees(piece), knowledge.values(piece)) for piece in range(len(box.pieces)))
    places = (knowledge.values_of_place(place) if fields else 0 for place, fields in enumerate(box.place_fields))
    return Sights(tuple(pieces), tuple(places))


@dataclass(frozen=True)
class Seat:
    """What a bot is told of a match: whose place it takes, what this player sees and is asked, and a position that
    looks the same to them.

    In `words` everything that is hidden from the player lies in a fixed order, so that it tells nothing. `entered` is
    what they have entered of an answer that is a set; `in_secret`: several decide at once.
    """

    player: int
    sights: Sights
    question: tuple[str, ...]
    words: tuple[int, ...]
    entered: tuple[Option, ...]
    in_secret: bool


def seat_in(match: Match, player: int) -> Seat:
    """What a bot in the place of a player who is asked is told."""
    rules, position = match.rules, match.position.seen_from(player)
    begun = 0 <= match.opened < len(match.steps)
    state = rules.machine.unpack(match.steps[match.opened].before) if begun else position.state
    told = Position(rules, state, None, _only(position, player)).seen_from(player)
    sights = _sights(Knowledge(rules.box, told.alone, player))
    words, sources = Hidden(rules.box, told.alone, sights).mixed(sorted, _first)
    return Seat(player, sights.moved(sources), _question(told), tuple(words), position.entered, position.in_secret)


def _only(position: Position, player: int) -> Mapping[int, Begun]:
    """What nobody but the player has given of an answer."""
    return MappingProxyType({seat: begun for seat, begun in position.partial.items() if seat == player})


def _question(position: Position) -> tuple[str, ...]:
    """What whoever the position is seen from is asked, and what can be answered."""
    return (position.prompt, *sorted(position.texts))


class Worlds:
    """Positions in which a player is asked, alone, and which they cannot tell from the one that they are in."""

    def __init__(self, rules: Rules, seat: Seat) -> None:
        self._rules, self._seat = rules, seat
        self._hidden = Hidden(rules.box, seat.words, seat.sights)

    def any(self, random: Random) -> State | None:
        """One of them; None if none is found in which the rules let the player do the same.

        Of a piece the player has to see just as much as of that which is in its place: all else that can be seen has
        moved along with it.
        """
        rules, seat = self._rules, self._seat
        for _ in range(TRIES):
            words, sources = self._hidden.mixed(_shuffling(random), random.choice)
            try:
                state = rules.machine.unpack(words)
                position = Position(rules, state, None, {seat.player: Begun(elements=seat.entered)})
                alike = _sights(position.knowledge(seat.player)) == seat.sights.moved(sources)
                if alike and _question(position) == seat.question:
                    return state
            except Fault:
                continue
        return None


def _first(values: range) -> int:
    return values[0]


def _shuffling(random: Random) -> Mixed:
    return lambda numbers: random.sample(numbers, len(numbers))


# ------------------------------------------------------------------------------------------------------ what is hidden


class Hidden:
    """What somebody does not see of a state, of which they see this much: where it could be instead."""

    def __init__(self, box: Box, state: Sequence[int], sights: Sights) -> None:
        self._box = box
        self._values = [*_hidden_values(box, sights)]
        self._state = self._drawn(state, _first)
        self._places = _in_order(box, self._state, _places(box, self._state, sights))
        free = sorted(place.piece for place in self._places)
        unlike = {place.looks: place for place in self._places}
        self._candidates = {
            looks: [piece for piece in free if _can_be(box, place, piece)] for looks, place in unlike.items()
        }

    def mixed(self, order: Mixed, draw: Drawn) -> tuple[list[int], list[int]]:
        """The words of a state where what is hidden is somewhere else, and hidden values are drawn; and for each piece
        the one whose place it takes. `order` says in which order pieces are tried for a place."""
        sources = self._sources(order)
        words = rearranged(self._box, self._drawn(self._state, draw), sources)
        words[RANDOM_AT] = signed(draw(range(2**62)))
        return words, sources

    def _drawn(self, state: Sequence[int], draw: Drawn) -> list[int]:
        """Gives hidden values any that they can have, if they are kept from the player as such and are not printed."""
        drawn = list(state)
        for word, values in self._values:
            drawn[word] = draw(values)
        return drawn

    def _sources(self, order: Mixed) -> list[int]:
        tried = {looks: order(pieces) for looks, pieces in self._candidates.items()}
        taken: dict[int, _Place] = {}
        for place in self._places:
            _take(place, tried, taken, set())
        sources = list(range(len(self._box.pieces)))
        for piece, place in taken.items():
            sources[piece] = place.piece
        return sources


def _hidden_values(box: Box, sights: Sights) -> Iterator[tuple[int, range]]:
    """Values that are kept from somebody as such, and not printed: the word of each, and what it can be."""
    of_pieces = ((box.fields(piece), piece - kind.start, seen[1]) for (piece, kind), seen in
                 zip(enumerate(box.pieces), sights.pieces, strict=True))  # fmt: skip
    of_places = ((fields, 0, seen) for fields, seen in zip(box.place_fields, sights.places, strict=True))
    for fields, index, seen in (*of_pieces, *of_places):
        for number, field in enumerate(fields):
            if field.offset >= 0 and field.attribute.seen.by != "all" and not seen >> number & 1:
                yield field.offset + index, _values(field)


def _values(field: Field) -> range:
    """What a value can be."""
    if field.kind is None:
        return range(2)
    first = field.kind.first if field.kind.sort == "range" else field.kind.start
    return range(first, first + len(field.kind.elements))


@dataclass(frozen=True)
class _Place:
    """A piece of which not all is seen: what is known of the piece there, and all that the state says of it but for
    what it says of other pieces."""

    piece: int
    looks: Class
    words: tuple[int, ...]

    @property
    def order(self) -> tuple[Any, ...]:
        """Those come first of which more is seen; the number of the piece has no part in it."""
        return (0, -len(self.looks[-1]), *self.looks, self.words)


def _places(box: Box, state: State, sights: Sights) -> list[_Place]:
    found = []
    arrays = [array for array in per_piece(box) if array.offset != box.at_word(0)]
    for piece, (_, numbers) in enumerate(sights.pieces):
        printed = fixed(box.fields(piece))
        seen = fixed(among(box.fields(piece), numbers))
        if len(seen) == len(printed):
            continue
        values = tuple((field.attribute.name, box.read(field, state, piece)) for field in seen)
        words = [min(box.at(state, piece), box.program.pieces_from)]
        words += [state[array.offset + piece] for array in arrays]
        own = (field for field in box.fields(piece) if field.offset >= 0 and not refers(field))
        words += [box.read(field, state, piece) for field in own]
        found.append(_Place(piece, (box.pieces[piece].name, _lasting_owner(box, piece), values), tuple(words)))
    return found


# ----------------------------------------------------------------------------------------------------- in a fixed order

Order = dict[int, int]  # by piece; equal for those that nothing tells apart so far
Ties = Mapping[int, Sequence[tuple[int, int]]]  # by piece: how it is tied to another, and to which


def _in_order(box: Box, state: State, places: Sequence[_Place]) -> list[_Place]:
    """The places in an order that does not depend on which pieces are there.

    Those that look the same can still differ in what lies on them, and in what they lie on. Where that is the same,
    too, any comes first; but then what is tied to it has to come first among its likes.
    """
    ties = _ties(box, state, {place.piece for place in places})
    orders = {place.piece: place.order for place in places}
    order = _numbered({piece: orders.get(piece, (1, piece)) for piece in range(len(box.pieces))})
    while True:
        order = _told_apart(order, ties)
        uses = Counter(order.values())
        first = min((piece for piece in ties if uses[order[piece]] > 1), key=lambda p: (order[p], p), default=None)
        if first is None:
            return sorted(places, key=lambda place: (order[place.piece], place.piece))
        order = _numbered({piece: (number, piece != first) for piece, number in order.items()})


def _ties(box: Box, state: State, hidden: Set[int]) -> Ties:
    """Which pieces lie on which, and speak of which; only what is `hidden` needs to be told apart by it."""
    ties: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for piece in range(len(box.pieces)):
        fields = [field for field in box.fields(piece) if field.offset >= 0 and refers(field)]
        others = [box.carrier(state, piece), *(box.read(field, state, piece) for field in fields)]
        for number, other in enumerate(others, 1):
            if other >= 0 and not hidden.isdisjoint((piece, other)):
                ties[piece].append((number, other))
                ties[other].append((-number, piece))
    return ties


def _told_apart(order: Order, ties: Ties) -> Order:
    """The same order, made finer by that of the pieces to which each is tied, as far as that goes."""
    kinds = 0
    while ties and len(set(order.values())) > kinds:
        kinds = len(set(order.values()))
        order = _numbered({
            piece: (number, sorted((how, order[other]) for how, other in ties.get(piece, ())))
            for piece, number in order.items()
        })  # fmt: skip
    return order


def _numbered(keys: Mapping[int, Any]) -> Order:
    """The pieces in the order of their keys."""
    numbers: dict[Any, int] = {}
    ordered = sorted(keys, key=lambda piece: keys[piece])
    return {piece: numbers.setdefault(repr(keys[piece]), len(numbers)) for piece in ordered}


def _lasting_owner(box: Box, piece: int) -> int:
    """Its owner; -1 if it can get another, as then that is among what is said of whatever piece is there."""
    return -1 if box.pieces[piece].given else box.first_owner(piece)


def _can_be(box: Box, place: _Place, piece: int) -> bool:
    """Whether a piece can be in a place: it is of the kind and owner, and what is seen there is printed on it."""
    kind, owner, seen = place.looks
    if (box.pieces[piece].name, _lasting_owner(box, piece)) != (kind, owner):
        return False
    return {(f.attribute.name, box.read(f, (), piece)) for f in fixed(box.fields(piece))} >= set(seen)


def _take(place: _Place, tried: Mapping[Class, list[int]], taken: dict[int, _Place], visited: set[int]) -> bool:
    """Finds a piece for a place, to which others may have to give way; there always is one: that which is there."""
    candidates = tried[place.looks]
    free = next((piece for piece in candidates if piece not in taken), None)
    if free is not None:
        taken[free] = place
        return True
    for piece in candidates:
        if piece not in visited:
            visited.add(piece)
            if _take(taken[piece], tried, taken, visited):
                taken[piece] = place
                return True
    return False
