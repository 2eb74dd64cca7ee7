"""What things are worth in groups is held against all ways to put them into groups. (S2.15)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from interpreter import load
from interpreter.play.game import Game
from interpreter.play.match import Match

GROUPS = Path(__file__).parent / "language" / "good" / "groups.rules"

Chip = tuple[str, int]  # its colour and its weight
Worth = Callable[[tuple[Chip, ...]], int]  # of a group; 0 if it is none


@cache
def game() -> Game:
    return load(GROUPS)


def height(group: tuple[Chip, ...]) -> int:
    are_different = len({colour for colour, _ in group}) == len(group)
    return {1: 1, 2: 5, 3: 10}.get(len(group), 0) if are_different else 0


def evenness(group: tuple[Chip, ...]) -> int:
    if len(group) == 2:
        return 3 if len({colour for colour, _ in group}) == 1 else 0
    return 4 if len(group) == 3 and len({weight for _, weight in group}) == 1 else 0


def variety(group: tuple[Chip, ...]) -> int:
    return {1: 1, 2: 3, 3: 6}.get(len(group), 0) if len({colour for colour, _ in group}) == 1 else 0


def bulk(group: tuple[Chip, ...]) -> int:
    return {5: 9, 3: 5}.get(len(group), 0)


def cut(row: tuple[Chip, ...], worth: Worth) -> int:
    """The most of all ways to cut a row."""
    if not row:
        return 0
    return max(worth(row[:n]) + cut(row[n:], worth) for n in range(1, len(row) + 1))


def put_together(chips: tuple[Chip, ...], worth: Worth) -> int:
    """The most of all ways to put things into groups: the first is alone, or together with some of the others."""
    if not chips:
        return 0
    first, rest = chips[0], chips[1:]
    found = []
    for n in range(len(rest) + 1):
        for others in set(combinations(rest, n)):
            left = Counter(rest) - Counter(others)
            found.append(worth((first, *others)) + put_together(tuple(sorted(left.elements())), worth))
    return max(found)


def lying(match: Match, place: str, who: str) -> tuple[Chip, ...]:
    """The chips of a player's place, from the bottom."""
    there = next(one for one in match.view(None)["locations"] if one["name"] == f"the {place} of {who}")
    told = [(group["attributes"], group["count"]) for group in there["pieces"]]
    return tuple((has["Colour"], has["Weight"]) for has, count in told for _ in range(count))


@pytest.mark.parametrize("seed", range(25))
def test_nothing_is_worth_more_in_other_groups(seed: int) -> None:
    match, random = game().start(seed=seed), Random(seed)
    while match.decision is not None:
        match.choose(random.randrange(len(match.decision.options)))
    assert match.result is not None
    assert match.result.scores == {
        who: cut(lying(match, "Stack", who), height)
        + cut(lying(match, "Stack", who), evenness)
        + put_together(lying(match, "Dock", who), variety)
        + put_together(lying(match, "Shelf", who), bulk)
        for who in ("First", "Second")
    }
