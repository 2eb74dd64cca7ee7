"""Whether an answer can be told from all others at a glance."""

from __future__ import annotations

from typing import Final

from interpreter.library.memory import Memory

# A slot of a decision where a piece stands: the codes that have it (from, to before), stride, size, start.
BASE, LIMIT, STRIDE, SIZE, START = range(5)
SLOT: Final = 5


def is_alone(slots: Memory, count: int, code: int, prints: Memory, places: Memory, pieces_from: int) -> bool:
    """Whether no other piece of those that could stand in the `count` slots of an answer is in one place with that
    which does and has its print, as whoever decides sees them. What is at `pieces_from` or beyond lies on a piece."""
    for k in range(count):
        slot = SLOT * k
        if slots[slot + BASE] <= code < slots[slot + LIMIT]:
            start = slots[slot + START]
            size = slots[slot + SIZE]
            piece = start + (code - slots[slot + BASE]) // slots[slot + STRIDE] % size
            if piece >= 0 and not is_one(piece, max(start, 0), start + size, prints, places, pieces_from):
                return False
    return True


def is_one(piece: int, first: int, stop: int, prints: Memory, places: Memory, pieces_from: int) -> bool:
    """The same of one piece among those from `first` to before `stop`."""
    if places[piece] >= pieces_from:
        return False
    place = places[piece]
    face = prints[piece]
    alike = 0
    for other in range(first, stop):  # all of them: where none is left out, machine code compares several at once
        alike += (places[other] == place) & (prints[other] == face)
    return alike == 1
