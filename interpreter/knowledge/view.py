"""What one reader sees of a position, as plain data: what they do not know is not in it, under no name or number."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from dsl.ir.program import Program
from interpreter.knowledge.reader import Knowledge
from interpreter.knowledge.wording import Wording, natural
from interpreter.state.decoding import Field

Data = dict[str, Any]  # of text, numbers, truth values, None, lists and dictionaries: can be written as JSON

_WRITER = json.JSONEncoder(sort_keys=True)


class View:
    """Makes the data of one reader's knowledge."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.wording = Wording(knowledge)
        self.box = knowledge.box

    def data(self) -> Data:
        """The part of a `records.View` that tells where the pieces are."""
        program = self.box.program
        reader = program.players[self.knowledge.reader] if self.knowledge.reader >= 0 else None
        data = {"game": program.name, "reader": reader, "locations": self._locations(program)}
        numbered = enumerate(program.boards, len(program.locations))
        boards = [{"name": board.name, **self._own(number)} for number, board in numbered]
        after = len(program.locations) + len(program.boards)
        seats = [{"name": seat.name, **self._own(number)} for number, seat in enumerate(program.seats, after)]
        told = {"boards": boards, "players": seats}
        shown = {key: [one for one in of if "attributes" in one] for key, of in told.items()}
        return data | {key: of for key, of in shown.items() if of}

    def _own(self, place: int) -> Data:
        """What is seen of the attributes of a place, a board or a player."""
        if not self.box.place_fields[place]:  # as on most spaces
            return {}
        seen = self.knowledge.fields_of_place(place)
        state = self.knowledge.state
        values = {field.attribute.name: self._shown(field, field.read(state, 0)) for field in seen}
        return {"attributes": values} if values else {}

    def _locations(self, program: Program) -> list[Data]:
        found = []
        for number, location in enumerate(program.locations):
            pieces = self.knowledge.contents(number)
            data: Data = {"name": location.name}
            if location.owner >= 0:
                data["owner"] = program.players[location.owner]
            data |= self._own(number)
            data["pieces"] = self._listed(pieces) if location.ordered else self._grouped(pieces)
            found.append(data)
        return found

    def _listed(self, pieces: Iterable[int]) -> list[Data]:
        """From the bottom to the top; those that share a rank lie in no known order (`loose`) and stand together."""
        found: list[Data] = []
        for _, group in groupby(pieces, lambda piece: self.box.rank(self.knowledge.state, piece)):
            together = list(group)
            loose = {"loose": True} if len(together) > 1 else {}
            found += [{**data, **loose} for data in self._grouped(together)]
        return found

    def _grouped(self, pieces: Sequence[int]) -> list[Data]:
        """Equal pieces together, in an order that comes from what is seen of them."""
        if len(pieces) < 2:  # as on most spaces
            return [{"count": 1, **_in_order(self._piece(piece))} for piece in pieces]
        groups = Counter(_WRITER.encode(self._piece(piece)) for piece in pieces)
        return [{"count": count, **json.loads(text)} for text, count in sorted(groups.items(), key=_naturally)]

    def _piece(self, piece: int) -> Data:
        """A `records.Group` without how many they are."""
        known, kind = self.knowledge.sees(piece), self.box.pieces[piece]
        data: Data = {"kind": kind.name} if known else {"unseen": kind.seen_as} if kind.seen_as else {}
        owner = self.box.owner(self.knowledge.state, piece)
        if (known or kind.owner_seen) and owner >= 0:
            data["owner"] = self.box.program.players[owner]
        fields = self.knowledge.fields(piece)
        if fields:
            data["attributes"] = {field.attribute.name: self._value(field, piece) for field in fields}
        load = self.knowledge.load(piece) if known else []
        if load:
            data["carries"] = self._listed(load) if self.box.pieces[piece].ordered else self._grouped(load)
        return data

    def _value(self, field: Field, piece: int) -> bool | int | str | None:
        return self._shown(field, self.knowledge.value(field, piece))

    def _shown(self, field: Field, value: int) -> bool | int | str | None:
        """True or false for a flag, a number for a range, a text for everything else, None for nothing."""
        if field.kind is None:
            return value != 0
        if field.kind.is_nothing(value):
            return None
        return value if field.kind.sort == "range" else self.wording.value(field.kind, value)


def _naturally(group: tuple[str, int]) -> tuple[list[tuple[int, int, str]], str]:
    return natural(group[0])


def _in_order(data: Any) -> Any:
    """The same with all keys in the order of the alphabet."""
    if isinstance(data, dict):
        return {key: _in_order(data[key]) for key in sorted(data)}
    return [_in_order(one) for one in data] if isinstance(data, list) else data
