"""Walks a game from its beginning to all its ends, by a rulebook and by its peer at the same time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass

from interpreter.play.match import Match
from tests.parity.lockstep import CHANCE, compare, compare_odds
from tests.parity.open_spiel import OpenSpiel
from tests.parity.ours import Ours


def told(match: Match, player: str) -> str:
    """All that a player has been told: what they see, and their own log."""
    return json.dumps([match.view(player), *map(str, match.log(player))], sort_keys=True)


@dataclass(frozen=True)
class Node:
    """Where both sides stand, and what was done to get there. Without a peer, ours stands alone."""

    ours: Ours
    peer: OpenSpiel | None = None
    done: tuple[str, ...] = ()

    def after(self, words: str) -> Node:
        """Where it leads to do this, on copies of both sides."""
        ours, peer = copy(self.ours), copy(self.peer)
        ours.match = copy(ours.match)
        ours.take(ours.ways()[words])
        if peer is not None:
            peer.state = peer.state.clone()
            peer.take(peer.ways()[words])
        return Node(ours, peer, (*self.done, words))

    def compare(self) -> None:
        """AssertionError where the sides differ."""
        if self.peer is None:
            return None
        compare("who decides", self.ours.asked(), self.peer.asked(), self.done)
        if not self.ours.asked():
            return compare("what is won", self.ours.returns(), self.peer.returns(), self.done)
        mine, theirs = self.ours.ways(), self.peer.ways()
        compare("what can be done", sorted(mine), sorted(theirs), self.done)
        if self.ours.asked() == CHANCE:
            compare_odds(mine, theirs, self.done)

    def known(self) -> tuple[str, str, str]:
        """Who decides, all that they have been told, and what the peer calls that."""
        asked = self.ours.asked()
        return asked, told(self.ours.match, asked), self.peer.state.information_state_string() if self.peer else ""


def nodes(node: Node) -> Iterator[Node]:
    """This one and all that come after it, each compared."""
    node.compare()
    yield node
    if node.ours.asked():
        for words in node.ours.ways():
            yield from nodes(node.after(words))
