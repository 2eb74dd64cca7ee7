"""Puts pieces, values and answers into words, as far as the reader may know them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from dsl.ir.program import Alternative, Kind, PieceKind, Slot
from dsl.text.inflection import articled
from interpreter.knowledge.reader import Knowledge
from interpreter.state.decoding import Field

NO_SPACE_BEFORE = (",", ".", ";", ":", ")")


class Wording:
    """The words of one reader for one position."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.box = knowledge.box
        self._pieces: dict[tuple[int, bool], str] = {}

    # ----------------------------------------------------------------------------------------------------------- pieces

    def piece(self, piece: int, detailed: bool = False) -> str:
        """The piece and where it is: "the yellow Installation on F7"; with details, all that can be seen of it."""
        words = self._pieces.get((piece, detailed))
        if words is None:
            place = self._place(piece)
            name = self._name(piece, owned=not (place and self._place_tells_owner(piece)))
            words = name + place + _aside([*self._told(piece, detailed), *(self._details(piece) if detailed else ())])
            self._pieces[piece, detailed] = words
        return words

    def printed(self, piece: int) -> str:
        """The piece by what never changes of it."""
        kind = self.box.pieces[piece]
        printed = [field for field in self.knowledge.fields(piece) if field.offset < 0 and not kind.unique]
        values = self._in_words(printed, piece)
        told = [self._detail(field, piece) for field in printed if field.told]
        return self._called(piece) or " ".join(["the", *values, kind.label]) + _aside(told)

    def label(self, piece: int) -> str:
        """The piece without its place: "the yellow Installation", "the Knight of White", "the Bomb", "a piece"."""
        return self._name(piece) + _aside(self._told(piece))

    def _told(self, piece: int, detailed: bool = False) -> list[str]:
        """The values of its name that stand with what they are of; with details also where they are 0."""
        if self.box.pieces[piece].unique or self._called(piece):
            return []
        fields = [field for field in self.knowledge.fields(piece) if field.told]
        return [self._detail(field, piece) for field in fields if detailed or not self._is_zero(field, piece)]

    def _is_zero(self, field: Field, piece: int) -> bool:
        """Whether the value is the number 0, which goes without saying."""
        return field.kind is not None and field.kind.sort == "range" and self.knowledge.value(field, piece) == 0

    def _name(self, piece: int, owned: bool = True) -> str:
        """What the piece is called, but for what stands aside."""
        kind = self.box.pieces[piece]
        if not self.knowledge.sees(piece):
            return self._unseen(kind, piece)
        called = self._called(piece)
        if called and self._is_alone(piece):
            return called
        words = ["the", *([] if kind.unique else self._values(piece)), kind.label]
        words = [called] if called else words
        owner = self.box.owner(self.knowledge.state, piece)
        if owned and owner >= 0 and (len(set(kind.owners)) > 1 or owner != self.box.first_owner(piece)):
            words += ["of", self.box.program.players[owner]]
        return " ".join(words)

    def _place_tells_owner(self, piece: int) -> bool:
        """Whether the piece stands on a space of a board without another like it that is somebody else's."""
        state, kind = self.knowledge.state, self.box.pieces[piece]
        location = self.box.location(state, piece)
        if location is None or not location.board:
            return False
        others = (p for p in self.knowledge.contents(self.box.at(state, piece)) if self.knowledge.sees(p))
        owner = self.box.owner(state, piece)
        return all(self.box.owner(state, p) == owner for p in others if self.box.pieces[p] is kind)

    def _called(self, piece: int) -> str | None:
        """What the piece is called instead of by its kind, if the reader knows that."""
        names = (f.called(self.knowledge.value(f, piece)) for f in self.knowledge.fields(piece) if f.attribute.names)
        return next(names, None)

    def _is_alone(self, piece: int) -> bool:
        """Whether the reader knows that there is no other like it."""
        called = self._called(piece)
        return self.box.pieces[piece].unique or (called is not None and not called.startswith("the "))

    def _unseen(self, kind: PieceKind, piece: int) -> str:
        """What everybody sees of it: "a piece", "a red Card"."""
        label = self.box.kinds[kind.seen_as].label if kind.seen_as else "piece"
        owner = self.box.owner(self.knowledge.state, piece)
        whose = ["of", self.box.program.players[owner]] if kind.owner_seen and owner >= 0 else []
        return articled(" ".join([*self._values(piece), label, *whose]))

    def _values(self, piece: int) -> list[str]:
        """The values that are words of its name."""
        return self._in_words(self.knowledge.fields(piece), piece)

    def _in_words(self, fields: Iterable[Field], piece: int) -> list[str]:
        """The values that are words; nothing is none."""
        told = [(field.kind, self.knowledge.value(field, piece)) for field in fields if field.in_words]
        return [self.value(kind, value) if kind else str(value) for kind, value in told
                if kind is None or not kind.is_nothing(value)]  # fmt: skip

    def _place(self, piece: int) -> str:
        if self.knowledge.sees(piece) and self._is_alone(piece):
            return ""
        location = self.box.location(self.knowledge.state, piece)
        if location is None:
            return f" on {self.piece(self.box.carrier(self.knowledge.state, piece))}"
        return f" {location.there}"

    def _details(self, piece: int) -> list[str]:
        details = [self._detail(field, piece) for field in self.knowledge.fields(piece) if not field.naming]
        if self.knowledge.ordered(piece) and self.box.has_own_rank(self.knowledge.state, piece):
            details.append(f"number {self.box.rank(self.knowledge.state, piece) + 1}")
        if self.knowledge.sees(piece):
            details += sorted(f"with {self.label(loaded)}" for loaded in self.knowledge.load(piece))
        return details

    def _detail(self, field: Field, piece: int) -> str:
        label = field.attribute.label
        if not field.attribute.declared and self._is_zero(field, piece):  # nothing lasts
            return ""
        if field.kind:
            return f"{label} {self._field_value(field, piece)}"
        return label if self.knowledge.value(field, piece) else ""

    def _field_value(self, field: Field, piece: int) -> str:
        value = self.knowledge.value(field, piece)
        return self.box.spoken(field.kind, self.value(field.kind, value)) if field.kind else str(value)

    # ----------------------------------------------------------------------------------------------- values and answers

    def value(self, kind: Kind, value: int, detailed: bool = False) -> str:
        """What a value is called; a piece by what the reader sees of it."""
        if kind.sort == "piece" and value >= 0:
            return self.piece(value, detailed)
        return self.box.name(kind, value)

    def answer(self, alternative: Alternative, code: int, detailed: bool = False) -> str:
        """The whole answer: "Place Asteroid on C4"."""
        return join([
            part if isinstance(part, str) else self.slot(part, slot_value(alternative, part, code), detailed)
            for part in alternative.parts
        ])  # fmt: skip

    def slot(self, slot: Slot, value: int, detailed: bool = False) -> str:
        """What stands in the place of a slot; a town by its Name."""
        town = self.box.towns.get(value) if self.box.kinds[slot.kind].sort == "space" else None
        return town or self.value(self.box.kinds[slot.kind], value, detailed)

    @cached_property
    def _slot_texts(self) -> dict[tuple[str, int, int], list[tuple[int, str]]]:
        return {}

    def slot_texts(self, slot: Slot) -> list[tuple[int, str]]:
        """Every value of a slot with each of its texts, the longest first."""
        among = slot.kind, slot.start, slot.size
        if among not in self._slot_texts:
            values = range(slot.start, slot.start + slot.size)
            texts = {(value, text) for value in values for text in self._texts(self.box.kinds[slot.kind], value)}
            self._slot_texts[among] = sorted(texts, key=lambda pair: (-len(pair[1]), pair))
        return self._slot_texts[among]

    def _texts(self, kind: Kind, value: int) -> tuple[str, ...]:
        """All texts by which a value is understood; a piece also with its owner where it is called without, a board or
        whatever else has a Name also with its article."""
        texts = self.value(kind, value), self.value(kind, value, detailed=True)
        if kind.sort == "enumeration" and texts[0][:1].isupper():
            return (*texts, f"the {texts[0]}")
        if kind.sort == "space" and value >= kind.start:
            town = self.box.towns.get(value)
            return (*texts, *((town,) if town else ()), *self._texts_of_place(kind, value))
        return (*texts, self.label(value) + self._place(value)) if kind.sort == "piece" and value >= 0 else texts

    def _texts_of_place(self, kind: Kind, location: int) -> Iterator[str]:
        """The place with its article, "the red Pile"; or with its value behind it, "the Pile of red"."""
        name, owner = self.box.program.locations[location].name, self.box.program.locations[location].owner
        yield name
        fields = [field for field in self.box.location_fields[location] if field.attribute.names and field.kind]
        if fields:
            values = [self.box.name(field.kind, field.read(self.knowledge.state, 0)) for field in fields if field.kind]
            whose = [self.box.program.players[owner]] if owner >= 0 else []
            said = " of ".join([kind.label, *values, *whose])
            yield from (said, f"the {said}")


def _aside(details: Iterable[str]) -> str:
    """Details in brackets, if there are any."""
    told = ", ".join(detail for detail in details if detail)
    return f" ({told})" if told else ""


def slot_value(alternative: Alternative, slot: Slot, code: int) -> int:
    """The value that an answer's code has in a slot."""
    return (code - alternative.base) // slot.stride % slot.size + slot.start


def slots(alternative: Alternative) -> list[Slot]:
    """The slots of an alternative, in the order of its words."""
    return [part for part in alternative.parts if isinstance(part, Slot)]


def join(words: Sequence[str]) -> str:
    """Words with spaces between them, but none before a comma."""
    text = ""
    for word in words:
        text += word if not text or word.startswith(NO_SPACE_BEFORE) else f" {word}"
    return text


def natural(text: str) -> tuple[list[tuple[int, int, str]], str]:
    """A key that sorts texts as people do: A2 before A10."""
    parts = re.findall(r"\d+|\D+", text.casefold())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts], text
