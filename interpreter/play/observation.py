"""What a reader may know of a position as a row of numbers, always equally many, for programs that learn.

They are small and not negative, and 0 means that something is not seen, or that there is nothing. First come the
pieces, each with as many numbers: its kind, where it is, its rank there, its owner, and its attributes; pieces of which
the reader sees less have the places that the others leave (`interpreter.knowledge.pseudonyms`). Then follow the
attributes of places, boards and players, who is asked, and of whoever is asked what it is about and what they have
entered so far.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.ir.layout import ARGUMENTS_AT
from dsl.ir.program import About
from interpreter.knowledge.pseudonyms import StandIns, placed
from interpreter.knowledge.reader import Knowledge
from interpreter.play.action_numbers import Numbering
from interpreter.play.position import Position
from interpreter.state.decoding import Field

NOT_SEEN = 0
OWN = 4  # numbers of a piece before those of its attributes


class Observation:
    """Makes the rows of one game. `size`: how many numbers a row has; `most`: none is greater."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        self.box = numbering.rules.box
        program = self.box.program
        self._stand_ins = StandIns(self.box, 0, len(self.box.pieces))
        self._kinds = {kind.name: number for number, kind in enumerate(program.pieces, 1)}
        self._width = OWN + max((len(kind.attributes) for kind in program.pieces), default=0)
        self._about = max(len(decision.about) for decision in program.decisions)
        self._entered = max((d.several.size for d in program.decisions if d.several), default=0)
        places = len(self.box.pieces) * self._width + sum(map(len, self.box.place_fields))
        self.size = places + len(program.players) + 1 + 1 + self._about + self._entered
        self.most = self._most()

    def _most(self) -> int:
        program = self.box.program
        values = [kind.start + len(kind.elements) + 2 for kind in program.kinds]
        bounds = [len(program.locations), len(self.box.pieces), len(program.players), len(program.decisions)]
        return max([*values, *bounds, self.numbering.size]) + program.pieces_from + 1

    def row(self, position: Position, reader: int) -> list[int]:
        """What a player sees; `position` may be seen from anybody."""
        knowledge = position.knowledge(reader)
        return [
            *self._pieces(knowledge),
            *self._attributes(knowledge),
            *self._asked(position.seen_from(reader), reader),
        ]

    # ------------------------------------------------------------------------------------------------ pieces and places

    def _pieces(self, knowledge: Knowledge) -> list[int]:
        numbers = self._stand_ins.numbers(knowledge)
        row = [NOT_SEEN] * (len(self.box.pieces) * self._width)
        drawn: set[int] = set()
        for piece in self._stand_ins.pieces:
            if numbers[piece][0] in drawn:
                continue  # all that look like it are in the row
            drawn.add(numbers[piece][0])
            told = list(self._piece(knowledge, numbers, piece))
            for number in numbers[piece]:
                row[number * self._width : number * self._width + len(told)] = told
        return row

    def _piece(self, knowledge: Knowledge, numbers: dict[int, list[int]], piece: int) -> Iterator[int]:
        box, state = self.box, knowledge.state
        if not placed(knowledge, piece):
            return
        sees, carrier = knowledge.sees(piece), box.carrier(state, piece)
        yield self._kinds[box.pieces[piece].name] if sees else NOT_SEEN
        yield 1 + (box.at(state, piece) if carrier < 0 else box.program.pieces_from + numbers[carrier][0])
        yield 1 + box.rank(state, piece) if knowledge.ordered(piece) else NOT_SEEN
        yield 1 + box.owner(state, piece) if sees or box.pieces[piece].owner_seen else NOT_SEEN
        seen = knowledge.fields(piece)
        for field in box.fields(piece):
            yield self._value(knowledge, field, box.read(field, state, piece)) if field in seen else NOT_SEEN

    def _value(self, knowledge: Knowledge, field: Field, value: int) -> int:
        """A value that is seen: a flag is 1 or 2, all else counts from 1, which is nothing; a piece is its place."""
        if field.kind is None:
            return 1 + (value != 0)
        if field.kind.is_nothing(value):
            return 1
        if field.kind.sort == "range":
            return 2 + value - field.kind.first
        if field.kind.sort == "piece":
            return 2 + max(self._place(knowledge, value), 0)
        return 2 + value - field.kind.start

    def _place(self, knowledge: Knowledge, piece: int) -> int:
        """The space or place where a piece is, or that on which it lies; -1 if the reader does not see that."""
        if not placed(knowledge, piece):
            return -1
        carrier = self.box.carrier(knowledge.state, piece)
        return self.box.at(knowledge.state, piece) if carrier < 0 else self._place(knowledge, carrier)

    def _attributes(self, knowledge: Knowledge) -> Iterator[int]:
        for place, fields in enumerate(self.box.place_fields):
            seen = knowledge.fields_of_place(place)
            for field in fields:
                yield self._value(knowledge, field, field.read(knowledge.state, 0)) if field in seen else NOT_SEEN

    # -------------------------------------------------------------------------------------------------- what is asked

    def _asked(self, position: Position, reader: int) -> list[int]:
        """Who is asked; and, where the reader is, at which decision, about what, and what they have entered."""
        asked = [int(seat in position.asked) for seat in range(len(self.box.program.players) + 1)]
        about, entered = [NOT_SEEN] * self._about, [0] * self._entered
        if reader not in position.asked:
            return [*asked, NOT_SEEN, *about, *entered]
        knowledge, site = position.knowledge(reader), position.site
        for place, thing in enumerate(site.about):
            about[place] = self._thing(knowledge, thing, position.alone[ARGUMENTS_AT + thing.argument])
        for number in self.numbering.places(position):
            entered[number] += 1
        return [*asked, self.box.program.decisions.index(site), *about, *entered]

    def _thing(self, knowledge: Knowledge, about: About, value: int) -> int:
        """A thing that the prompt names."""
        kind = self.box.kinds[about.kind]
        if kind.sort == "range":
            return 1 + max(value - kind.first, 0)
        if value < 0 or (kind.sort == "piece" and not knowledge.sees(value)):
            return NOT_SEEN
        return 1 + (self._stand_ins.numbers(knowledge)[value][0] if kind.sort == "piece" else value - kind.start)
