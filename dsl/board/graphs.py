"""Sets of small numbers, kept as the bits of an integer, and graphs: for each vertex the set of its neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def bits_of(numbers: Iterable[int]) -> int:
    """The set of the given numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def members(bits: int) -> tuple[int, ...]:
    """The numbers in a set, smallest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)


def edges(adjacent: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Every pair of neighbours once, smaller number first, in ascending order."""
    return tuple((a, b) for a, bits in enumerate(adjacent) for b in members(bits) if a < b)


def distances(adjacent: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """For each pair of vertices the fewest steps from the first to the second, -1 if there is no way."""
    neighbours = [members(bits) for bits in adjacent]
    return tuple(_distances_from(vertex, neighbours) for vertex in range(len(neighbours)))


def _distances_from(start: int, neighbours: Sequence[Sequence[int]]) -> tuple[int, ...]:
    steps = [-1] * len(neighbours)
    steps[start] = 0
    queue = [start]
    for vertex in queue:  # grows while it is read: breadth first
        for other in neighbours[vertex]:
            if steps[other] < 0:
                steps[other] = steps[vertex] + 1
                queue.append(other)
    return tuple(steps)


def way(adjacent: Sequence[int], start: int, end: int, over: int) -> tuple[int, ...]:
    """The vertices on a shortest way, with both ends, that goes over no others than these; empty if there is none."""
    before, queue = {end: end}, [end]
    for vertex in queue:  # grows while it is read, from the end to the start, where it is read backwards
        for other in members(adjacent[vertex] & (over | 1 << start)):
            if other not in before:
                before[other] = vertex
                queue.append(other)
    found = [start] if start in before else []
    while found and found[-1] != end:
        found.append(before[found[-1]])
    return tuple(found)
