"""Tree search where something is hidden, or several decide at once (`interpreter.bots.tree_search` has the other).

Each round begins in a position that the player cannot tell from the one they are in
(`interpreter.bots.determinisation`). Everybody has a tree of their own, whose branches are what they were told of each
answer, in their own words, and what they see when they are asked: so nobody's answer depends on what they do not know,
also where several decide at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from random import Random

from interpreter.bots.cursor import Key, Labels, Walk
from interpreter.bots.determinisation import Seat, Worlds
from interpreter.bots.playouts import Playout
from interpreter.bots.search_tree import Node, Tally
from interpreter.knowledge.normal_form import fixed_owner
from interpreter.knowledge.pseudonyms import fixed
from interpreter.play.rules import Rules
from interpreter.state.decoding import Box
from interpreter.state.machine import Fault

WORLDS = 50  # positions that are made for one search; with more rounds they are used again


class Told(Node):
    """What somebody was told so far, with `key` at last. In `offered` rounds this answer could be given."""

    __slots__ = ("key", "next", "offered")

    def __init__(self, key: Key = None) -> None:
        super().__init__()
        self.key = key
        self.next: dict[Key, Told] = {}
        self.offered = 0

    def after(self, key: Key) -> Told:
        """What somebody is told next."""
        node = self.next.get(key)
        if node is None:
            node = self.next[key] = Told(key)
        return node


class HiddenSearch:
    """A search for one player, whose rounds add to what is known."""

    def __init__(self, rules: Rules, seat: Seat, random: Random, playout: Playout) -> None:
        self._rules, self._seat, self._random, self._playout = rules, seat, random, playout
        self._tally, self._prints = Tally(), _prints(rules.box)
        self._roots = [Told() for _ in rules.program.players]
        self._found = Worlds(rules, seat)
        self._worlds: list[Walk] = []

    def best(self, rounds: int) -> str | None:
        """The option that was looked at most often, the better of two; None if no position was found to begin with."""
        for number in range(rounds):
            walk = self._begin(number)
            if walk is None:
                return None
            self._round(walk)
        asked = next(iter(self._roots[self._seat.player].next.values()))  # the player sees the same in all rounds
        best = max(asked.next.values(), key=lambda node: (node.visits, node.worth))
        return self._worlds[0].in_words(best.key)

    def _begin(self, number: int) -> Walk | None:
        """A position to begin a round with."""
        if number < WORLDS:
            found = self._found.any(self._random)
            if found is None:
                return None
            walk = Walk(self._rules, found, self._seat, self._prints, self._random)
            walk.seen(), walk.choices()  # its copies need not find them out
            self._worlds.append(walk)
        return self._worlds[number % len(self._worlds)].copy()

    def _round(self, walk: Walk) -> None:
        way: list[tuple[Node, int]] = []
        try:
            self._down(walk, way)
            worth = self._playout(self._rules, walk.drawing_anew())
        except Fault:
            worth = [0.0] * walk.nature
        self._tally.add(way, worth)

    def _down(self, walk: Walk, way: list[tuple[Node, int]]) -> None:
        """Goes down the trees to the first answer that is new to whoever gives it, and gives it."""
        places = list(self._roots)
        new = False
        while not walk.over and not (new and not walk.entered):
            who = walk.who()
            if who == walk.nature:
                codes = walk.drawn()
                places = _told(places, walk.give(codes, tuple(codes)))
                continue
            places[who] = places[who].after(walk.seen())
            choices = walk.choices()
            node = self._pick(places[who], choices)
            new = new or not node.visits
            way.append((node, who))
            labels = walk.take(node.key, choices[node.key])
            places = _told(places, labels) if labels is not None else [*places[:who], node, *places[who + 1 :]]

    def _pick(self, told: Told, keys: Iterable[Key]) -> Told:
        """The answer that promises most, of those that were not looked at yet any."""
        nodes = [told.after(key) for key in keys]
        for node in nodes:
            node.offered += 1
        new = [node for node in nodes if not node.visits]
        if new:
            return self._random.choice(new)
        return self._tally.most_promising(nodes, (log(node.offered) for node in nodes))


def _prints(box: Box) -> list[int]:
    """For each piece a number that those share which differ in nothing that is printed."""
    known: dict[object, int] = {}
    fields = [(p, kind, fixed(box.fields(p))) for p, kind in enumerate(box.pieces)]
    prints = [(kind.name, fixed_owner(box, p), *(box.read(f, (), p) for f in own)) for p, kind, own in fields]
    return [known.setdefault(one, len(known)) for one in prints]


def _told(places: Sequence[Told], labels: Labels) -> list[Told]:
    return [place.after(label) for place, label in zip(places, labels, strict=True)]
