"""Monte Carlo tree search: which answer does best in many games that go on at random from here.

Each round goes down a tree as far as it is known, adds one answer to it, plays on at random, and counts for every
answer on its way what its player got in the end. Here is the search where nothing is hidden from anybody;
`interpreter.bots.information_set_search` has the other. What plays to the end can be replaced
(`interpreter.bots.playouts`), and the machine of the rules is whatever the rules have.
"""

from __future__ import annotations

from itertools import repeat
from math import log
from random import Random

from interpreter.bots.cursor import Choice, Key, Walk
from interpreter.bots.determinisation import Seat, Worlds
from interpreter.bots.playouts import Playout
from interpreter.bots.search_tree import Node, Tally
from interpreter.play.rules import Rules
from interpreter.state.machine import Fault


class Place(Node):
    """What was come to by an answer: `choice`, known as `key`.

    Where rounds came more than once there is a `walk` that is there, and the answers that follow: those that were
    `tried`, and those that are `left`, in an order of chance; what chance answered instead is in `drawn`.
    """

    __slots__ = ("choice", "drawn", "key", "left", "tried", "walk")

    def __init__(self, key: Key = None, choice: Choice = ()) -> None:
        super().__init__()
        self.key, self.choice = key, choice
        self.walk: Walk | None = None
        self.left: list[tuple[Key, Choice]] | None = None
        self.tried: list[Place] = []
        self.drawn: dict[Key, Place] = {}


class Search:
    """A search for one player in a game in which nothing is hidden, whose rounds add to what is known."""

    def __init__(self, rules: Rules, seat: Seat, random: Random, playout: Playout) -> None:
        self._rules, self._random, self._playout = rules, random, playout
        self._tally, self._root = Tally(), Place()
        found = Worlds(rules, seat).any(random)
        self._begun = None if found is None else Walk(rules, found, seat, None, random)

    def best(self, rounds: int) -> str | None:
        """The option that was looked at most often, the better of two; None if no position was found to begin with."""
        if self._begun is None:
            return None
        for _ in range(rounds):
            self._round(self._begun)
        best = max(self._root.tried, key=lambda place: (place.visits, place.worth))
        return self._begun.in_words(best.key)

    def _round(self, begun: Walk) -> None:
        players = len(self._rules.program.players)
        way: list[tuple[Node, int]] = [(self._root, players)]
        try:
            worth = self._playout(self._rules, self._down(begun, way).drawing_anew())
        except Fault:
            worth = [0.0] * players
        self._tally.add(way, worth)

    def _down(self, walk: Walk, way: list[tuple[Node, int]]) -> Walk:
        """Goes down the tree to the first answer that is new, and gives it."""
        place = self._root
        while not walk.over:
            who = walk.who()
            by_chance = who == walk.nature
            place = self._drawn(place, walk) if by_chance else self._picked(place, walk)
            way.append((place, who))
            if place.walk is None:
                on = walk.copy()
                on.take(place.key, place.choice)
                if not (place.visits or on.entered or by_chance):
                    return on
                place.walk = on
            walk = place.walk
        return walk.copy()

    def _picked(self, place: Place, walk: Walk) -> Place:
        """The answer that promises most, of those that were not looked at yet any."""
        if place.left is None:
            place.left = [*walk.choices().items()]
            self._random.shuffle(place.left)
        if place.left:
            place.tried.append(Place(*place.left.pop()))
            return place.tried[-1]
        return self._tally.most_promising(place.tried, repeat(log(place.visits)))

    def _drawn(self, place: Place, walk: Walk) -> Place:
        codes = tuple(walk.drawn())
        return place.drawn.setdefault(codes, Place(codes, codes))
