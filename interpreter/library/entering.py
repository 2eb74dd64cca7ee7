"""Answers that are sets, in words: element k is bit k, and its code k + 1."""

from __future__ import annotations

from typing import Final

from interpreter.library.memory import BITS, Memory, signed

# What is known of a decision whose answer is a set: how many arguments it has, then `at`, `words`, `size` of its
# `Several`.
ARGUMENTS, AT, WORDS, SIZE = range(4)
SHAPE: Final = 4
_ALL: Final = -1  # all bits of a word


def begin(arguments: Memory, room: Memory, shape: Memory) -> None:
    """Writes what `Several.within` takes for an empty set: the arguments, all elements, and all elements."""
    for k in range(shape[ARGUMENTS]):
        room[k] = arguments[k]
    chosen = shape[AT] + 2
    allowed = shape[ARGUMENTS]
    wanted = allowed + shape[WORDS]
    for k in range(shape[WORDS]):
        left = shape[SIZE] - BITS * k
        every = _ALL
        if left < BITS:
            every = (1 << left) - 1
        room[chosen + k] = 0
        room[allowed + k] = every
        room[wanted + k] = every


def enter(chosen: Memory, code: int) -> None:
    """Puts in the element with this code."""
    member = code - 1
    chosen[member >> 6] = signed(chosen[member >> 6] | 1 << (member & 63))


def take_first(chosen: Memory, words: int) -> int:
    """Takes out the element with the smallest code, and gives this; 0 if there is none."""
    for member in range(BITS * words):
        if (chosen[member >> 6] >> (member & 63)) & 1:
            chosen[member >> 6] = signed(chosen[member >> 6] ^ 1 << (member & 63))
            return member + 1
    return 0
