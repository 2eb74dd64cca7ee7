"""Numbers for pieces that a reader may know: they come from what the reader sees, and tell nothing besides.

The number that a piece has in the rules tells what it is, as a card keeps its number face down. Here every piece goes
by the number of some piece that looks as it does: a card that is seen by that of such a card, so that it always has the
same, cards that are not by any numbers which those leave. Pieces that the reader cannot tell apart share one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice

from interpreter.knowledge.normal_form import fixed_owner
from interpreter.knowledge.reader import Knowledge
from interpreter.state.decoding import Box, Field

# What is seen of a piece and can never change: its kind and owner, if it is seen which it is; that of which it is seen
# to be one; its printed values.
Print = tuple[str | None, str, int | None, frozenset[tuple[str, int]]]


class StandIns:
    """The numbers of pieces `start` … `start` + `size` - 1 of a box, for any reader of any position.

    It keeps what does not change with the position.
    """

    def __init__(self, box: Box, start: int, size: int) -> None:
        self.box = box
        self.pieces = range(start, start + size)
        self._printed: dict[Print, list[int]] = {}
        self._last: tuple[Knowledge, dict[int, list[int]]] | None = None  # what was asked for last is asked for again

    def numbers(self, knowledge: Knowledge) -> dict[int, list[int]]:
        """For each piece the numbers of all that look like it to a reader, itself included, the smallest first."""
        if self._last is None or self._last[0] is not knowledge:
            self._last = knowledge, self._numbers(knowledge)
        return self._last[1]

    def _numbers(self, knowledge: Knowledge) -> dict[int, list[int]]:
        free = dict.fromkeys(self.pieces)
        found: dict[int, list[int]] = {}
        for group in self._groups(knowledge):
            wanted = [number for number in self._alike(knowledge, group[0]) if number in free][: len(group)]
            others = (number for number in free if number not in wanted)
            taken = sorted([*wanted, *islice(others, len(group) - len(wanted))])
            for number in taken:
                del free[number]
            found |= dict.fromkeys(group, taken)
        return found

    def _groups(self, knowledge: Knowledge) -> list[list[int]]:
        """The pieces, those together that look the same; those first of which most is seen."""
        groups: dict[str, list[int]] = defaultdict(list)
        for piece in self.pieces:
            groups[repr(knowledge.look(piece)) if placed(knowledge, piece) else ""].append(piece)
        return [
            groups[look] for look in sorted(groups, key=lambda look: (*self._late(knowledge, groups[look][0]), look))
        ]

    def _late(self, knowledge: Knowledge, piece: int) -> tuple[bool, bool, int]:
        """The less is seen of a piece the later it is."""
        return not placed(knowledge, piece), not knowledge.sees(piece), -len(printed(knowledge, piece))

    def _alike(self, knowledge: Knowledge, piece: int) -> Sequence[int]:
        """The numbers of the pieces that could look like this one."""
        if not placed(knowledge, piece):
            return ()
        kind, fields = self.box.pieces[piece], printed(knowledge, piece)
        owner = fixed_owner(self.box, piece) if knowledge.sees(piece) or kind.owner_seen else None
        name = kind.name if knowledge.sees(piece) else None
        values = frozenset((f.attribute.name, self.box.read(f, knowledge.state, piece)) for f in fields)
        key = (name, kind.seen_as, owner, values)
        if key not in self._printed:
            self._printed[key] = [other for other in self.pieces if self._has(other, key)]
        return self._printed[key]

    def _has(self, piece: int, wanted: Print) -> bool:
        """Whether the print of a piece agrees with what is seen."""
        name, seen_as, owner, values = wanted
        kind = self.box.pieces[piece]
        if name not in (None, kind.name) or owner not in (None, fixed_owner(self.box, piece)):
            return False
        own = {(f.attribute.name, self.box.read(f, (), piece)) for f in fixed(self.box.fields(piece))}
        return kind.seen_as == seen_as and values <= own


def fixed(fields: Iterable[Field]) -> list[Field]:
    """Those whose values never change."""
    return [field for field in fields if field.offset < 0]


def printed(knowledge: Knowledge, piece: int) -> list[Field]:
    """What never changes of a piece, and the reader sees of it."""
    return fixed(knowledge.fields(piece))


def placed(knowledge: Knowledge, piece: int) -> bool:
    """Whether the reader sees where a piece is: what lies on a piece that they do not see may be anywhere."""
    carrier = knowledge.box.carrier(knowledge.state, piece)
    return carrier < 0 or (knowledge.sees(carrier) and placed(knowledge, carrier))
