"""Plays one game on two sides at once: by a rulebook, and by another program that knows the game (its peer).

Both sides tell what can be done in the same words. At every decision they must ask the same player, leave the same
choice (and chance the same odds), and at the end give everybody the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isclose
from random import Random
from typing import Any, Protocol

CHANCE = "chance"  # whose decision it is where no player decides
NOBODY = ""  # when the game is over


@dataclass(frozen=True)
class Way:
    """One way on: the answers that are given one after the other, and how likely they are where chance decides."""

    answers: tuple[Any, ...]
    odds: float = 1.0


class Side(Protocol):
    """A game in play. Players have the names that the rulebook gives them."""

    def asked(self) -> str:
        """The player who decides, CHANCE, or NOBODY."""

    def ways(self) -> Mapping[str, Way]:
        """What can be done, in the words that both sides share."""

    def take(self, way: Way) -> None:
        """Goes one of these ways."""

    def returns(self) -> Mapping[str, float]:
        """What each player has won in the end."""


def lockstep(ours: Side, peers: Side, random: Random) -> list[str]:
    """Plays one game of random answers on both sides; returns what was done. AssertionError where they differ."""
    done: list[str] = []
    while ours.asked() or peers.asked():
        compare("who decides", ours.asked(), peers.asked(), done)
        mine, theirs = ours.ways(), peers.ways()
        compare("what can be done", sorted(mine.keys() - theirs), sorted(theirs.keys() - mine), done)
        if ours.asked() == CHANCE:
            compare_odds(mine, theirs, done)
        words = random.choice(sorted(mine))
        ours.take(mine[words])
        peers.take(theirs[words])
        done.append(words)
    compare("what is won", ours.returns(), peers.returns(), done)
    return done


def compare(what: str, mine: object, theirs: object, done: Iterable[str]) -> None:
    """AssertionError, with all that led there, where the two sides do not say the same."""
    assert mine == theirs, f"{what}: ours {mine}, the peer's {theirs}, after: {'; '.join(done)}"


def compare_odds(mine: Mapping[str, Way], theirs: Mapping[str, Way], done: Iterable[str]) -> None:
    """AssertionError where something is more likely on one side than on the other."""
    for words, way in mine.items():
        equal = isclose(way.odds, theirs[words].odds, rel_tol=1e-9)
        compare(f"how likely {words} is", way.odds, way.odds if equal else theirs[words].odds, done)


def gathered(ways: Iterator[tuple[str, Way]], asked: str) -> dict[str, Way]:
    """The ways by their words. What chance does can come about in several ways that are called the same; what players
    do cannot."""
    found: dict[str, Way] = {}
    for words, way in ways:
        known = found.get(words)
        assert known is None or asked == CHANCE, f"{known} and {way} are both called {words}"
        found[words] = Way(known.answers, known.odds + way.odds) if known else way
    return found


@dataclass(frozen=True)
class Pair:
    """A rulebook in games/classics, the terms that it is played on, and its peer. Of games that are long only one in so
    many is played."""

    rulebook: str
    peer: Callable[[], Side]
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, int], ...] = ()
    ours: Callable[[Any], Side] | None = None  # of a match; None: each option of the match is a way, by its own text
    one_in: int = 1
