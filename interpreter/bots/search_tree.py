"""What a search counts: how often an answer was given, what whoever gave it got, and which promises most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, sqrt
from typing import TypeVar

CURIOSITY = 0.8  # how much rather an answer is looked at that was not looked at often


class Node:
    """An answer in a tree. `worth` is the sum of what whoever gave it got, over `visits` rounds."""

    __slots__ = ("visits", "worth")

    def __init__(self) -> None:
        self.visits = 0
        self.worth = 0.0


N = TypeVar("N", bound=Node)


class Tally:
    """The rounds of a search; the least and the most that anybody got in them is what the promises are measured by."""

    def __init__(self) -> None:
        self._least, self._most = inf, -inf

    def add(self, way: Iterable[tuple[Node, int]], worth: Sequence[float]) -> None:
        """Counts a round for the nodes on its way, each with whoever answered. `worth`: what each player got; chance,
        whose number is that of the players, gets nothing."""
        self._least, self._most = min(self._least, *worth), max(self._most, *worth)
        gets = [*worth, 0.0]
        for node, who in way:
            node.visits += 1
            node.worth += gets[who]

    def most_promising(self, nodes: Iterable[N], curiosity: Iterable[float]) -> N:
        """One of several answers that were given before. The more rounds there were in which it could have been, the
        more it is looked at; `curiosity` are the logarithms of their numbers."""
        scale = 1.0 / ((self._most - self._least) or 1.0)
        found, most = None, -inf
        for node, rounds in zip(nodes, curiosity, strict=False):  # the second may go on for ever
            visits = node.visits
            promise = node.worth * scale / visits + CURIOSITY * sqrt(rounds / visits)
            if promise > most:
                found, most = node, promise
        assert found is not None
        return found
