"""Rows of words that are counted: what is alike is told once, with how often it came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.library.memory import WORD, Memory
from interpreter.library.randomness import STEP


def tally(table: Memory, rows: int, row: Memory, width: int) -> bool:
    """Counts the row of `width` words in a table of `rows` rows, a power of two, of which some are free; each row there
    stands behind its count, which is 0 where the row is free. Whether it stood there before."""
    at = hashed(row, width)
    while True:
        count = (at & (rows - 1)) * (width + 1)
        if table[count] == 0:
            table[count] = 1
            for k in range(width):
                table[count + 1 + k] = row[k]
            return False
        if stands(table, count + 1, row, width):
            table[count] += 1
            return True
        at += 1


def hashed(row: Memory, width: int) -> int:
    """A word in which all words of a row have a part."""
    found = 0
    for k in range(width):
        found = ((found ^ row[k]) * STEP) & WORD
        found ^= found >> 32
    return found


def stands(table: Memory, first: int, row: Memory, width: int) -> bool:
    """Whether a row stands in a table, from this word on."""
    for k in range(width):
        if table[first + k] != row[k]:
            return False
    return True


def counted(table: Sequence[int], width: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The rows in a table, of so many words each, and how often each came."""
    for start in range(0, len(table), 1 + width):
        if table[start]:
            yield tuple(table[start + 1 : start + 1 + width]), table[start]
