"""Numbers in rising order, each once."""

from __future__ import annotations

from typing import Final

from interpreter.library.memory import Memory

MOST_SORTED: Final = 4096  # numbers that fall somewhere; to insert more of them one by one would take too long


def sort_unique(numbers: Memory, count: int, falls: int) -> int:
    """Sorts the first `count` numbers, each once; how many they are then. 0 of too many, which are left to Python.

    `falls` is 0 if it is known that each is above the one before it.
    """
    if falls == 0:
        return count
    first = 1
    while first < count and numbers[first - 1] < numbers[first]:
        first += 1
    if first >= count:
        return count
    if count >= MOST_SORTED:
        return 0
    gap = 1
    while gap < count // 3:  # first those that stand far apart, so that none has to go far in small steps
        gap = 3 * gap + 1
    while gap > 0:
        sort_apart(numbers, count, gap)
        gap = gap // 3
    return without_repeats(numbers, count)


def sort_apart(numbers: Memory, count: int, gap: int) -> None:
    """Sorts those of the first `count` numbers that stand so far apart, each row of them in itself."""
    for taken in range(gap, count):
        number = numbers[taken]
        at = taken
        while at >= gap and numbers[at - gap] > number:
            numbers[at] = numbers[at - gap]
            at -= gap
        numbers[at] = number


def without_repeats(numbers: Memory, count: int) -> int:
    """Keeps of rising numbers, of which there is one at least, each once; how many they are then."""
    kept = 1
    for taken in range(1, count):
        if numbers[taken] != numbers[kept - 1]:
            numbers[kept] = numbers[taken]
            kept += 1
    return kept
