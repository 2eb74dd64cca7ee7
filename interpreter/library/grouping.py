"""Options that look alike to whoever decides: each has a representative, which those that look alike share.

Options are codes in rising order. Which pieces they name is said by slots, as in `interpreter.library.uniqueness`,
those from `first` to before `stop`.
"""

from __future__ import annotations

from typing import Final

from interpreter.library.context import FAULT, GIVEN
from interpreter.library.hosts import at, run
from interpreter.library.memory import WORD, Memory, signed
from interpreter.library.uniqueness import BASE, LIMIT, SIZE, SLOT, START, STRIDE

MOST_GROUPED: Final = 1 << 13  # options for which there is room: for their representatives, and the firsts of groups
ROOM_TO_MEET: Final = 2 * MOST_GROUPED  # so that half of it is free
_HALF: Final = 32  # bits of a word; of what is noted of a piece the high half is the round in which that was
_LOW: Final = 2**_HALF - 1


def all_apart(
    options: Memory, count: int, slots: Memory, first: int, stop: int, prints: Memory, kinds: int, places: Memory,
    pieces_from: int, stamps: Memory, rounds: Memory,
) -> bool:  # fmt: skip
    """Whether it is clear at a glance that no two options look alike: in no slot do two pieces stand that have one
    print, of which there are `kinds`, and lie in one place.

    Each piece leaves a stamp for its print and place. All that lie on others are as if in one place: what they lie on
    may look alike, too. Options that follow one another with one piece are looked at once.
    """
    for number in range(first, stop):
        slot = SLOT * number
        rounds[0] += 1
        past = slots[slot + BASE]
        for k in range(count):
            code = options[k]
            if past <= code < slots[slot + LIMIT]:
                value = (code - slots[slot + BASE]) // slots[slot + STRIDE]
                piece = value % slots[slot + SIZE] + slots[slot + START]
                if piece >= 0:
                    past = slots[slot + BASE] + (value + 1) * slots[slot + STRIDE]
                    where = min(places[piece], pieces_from) * kinds + prints[piece]
                    stamp = signed(rounds[0] << _HALF | piece)
                    if stamps[where] != stamp and is_of_round(stamps[where], rounds[0]):
                        return False
                    stamps[where] = stamp
    return True


def is_of_round(noted: int, number: int) -> bool:
    """Whether something was noted in the round with this number."""
    return (noted & WORD) >> _HALF == number & _LOW


def represent(
    options: Memory, count: int, slots: Memory, first: int, stop: int, prints: Memory, alike: int, context: Memory,
    state: Memory, reader: int, own: Memory, looked: Memory, pieces: int, rounds: Memory,
) -> int:  # fmt: skip
    """Gives each option a representative in `own`: the code with each piece replaced by the first that looks like it.
    1 if any has another than itself, -1 where that is left to Python.

    `alike` is the address of what says whether two pieces look the same to the reader; those of different `prints` do
    not. `looked` has a word for each of the pieces, with the first that looks like it, and then room for those firsts.
    """
    for k in range(count):
        own[k] = options[k]
    rounds[0] += 1
    firsts = 0
    any_ = 0
    for number in range(first, stop):
        slot = SLOT * number
        for k in range(count):
            piece = piece_in(slots, slot, options[k])
            if piece >= 0:
                if not is_of_round(looked[piece], rounds[0]):
                    like = first_like(piece, prints, alike, context, state, reader, looked, pieces, firsts)
                    if like < 0:
                        return -1
                    if like == piece:
                        looked[pieces + firsts] = piece
                        firsts += 1
                    looked[piece] = signed(rounds[0] << _HALF | like)
                like = looked[piece] & _LOW
                if like != piece:
                    own[k] += (like - piece) * slots[slot + STRIDE]
                    any_ = 1
    return any_


def piece_in(slots: Memory, slot: int, code: int) -> int:
    """The piece that stands in a slot of an answer; below 0 if there is none."""
    if code < slots[slot + BASE] or code >= slots[slot + LIMIT]:
        return -1
    return (code - slots[slot + BASE]) // slots[slot + STRIDE] % slots[slot + SIZE] + slots[slot + START]


def first_like(
    piece: int, prints: Memory, alike: int, context: Memory, state: Memory, reader: int, looked: Memory, pieces: int,
    firsts: int,
) -> int:  # fmt: skip
    """That of the firsts which looks like a piece, or itself; -1 where that is left to Python."""
    for k in range(firsts):
        other = looked[pieces + k]
        if prints[other] == prints[piece]:
            same = look_alike(alike, context, state, reader, other, piece)
            if context[FAULT] != 0:
                return -1
            if same != 0:
                return other
    return piece


def look_alike(alike: int, context: Memory, state: Memory, reader: int, one: int, other: int) -> int:
    """What the compiled function at the address `alike` says of two pieces."""
    given = at(context[GIVEN])
    given[0] = reader
    given[1] = one
    given[2] = other
    return run(alike, state, context, given)


def firsts_of_groups(own: Memory, count: int, firsts: Memory, met: Memory, rounds: Memory) -> int:
    """Finds where the first of each group stands, by their representatives; how many groups there are. `met` has
    `ROOM_TO_MEET` words, where it is noted in which round which first was met."""
    rounds[0] += 1
    groups = 0
    for k in range(count):
        at = own[k] & (ROOM_TO_MEET - 1)
        while is_of_round(met[at], rounds[0]) and own[met[at] & _LOW] != own[k]:
            at = (at + 1) & (ROOM_TO_MEET - 1)
        if not is_of_round(met[at], rounds[0]):
            met[at] = signed(rounds[0] << _HALF | k)
            firsts[groups] = k
            groups += 1
    return groups


def place_of(codes: Memory, count: int, code: int) -> int:
    """Where a code stands for the first time; `count` if it does not."""
    for k in range(count):
        if codes[k] == code:
            return k
    return count


def members(own: Memory, count: int, like: int) -> int:
    """How many options have a representative."""
    found = 0
    for k in range(count):
        if own[k] == like:
            found += 1
    return found


def member(own: Memory, options: Memory, count: int, like: int, number: int) -> int:
    """The option with a number among those that have a representative; there is one."""
    found = 0
    for k in range(count):
        if own[k] == like:
            if found == number:
                return options[k]
            found += 1
    return -1
