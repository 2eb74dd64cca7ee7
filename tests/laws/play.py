"""Random play, and what the laws look at in a match."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random

from interpreter.game import Game
from interpreter.match import Match
from interpreter.options import Option
from tests.laws.games import GOOD

LONGEST = 3000  # decisions of players; random play that is not over by then does not end
PART = 150  # decisions for which a part of a game is played that need not end


def core(match: Match) -> array[int]:
    """All words of the state that count: control and position."""
    return match.rules.machine.pack(match.position.state)


def texts(match: Match) -> list[str]:
    """The texts of the open decision's options, none when the match is over."""
    return match.decision.options.texts if match.decision else []


def decisions(game: Game, seed: int) -> Iterator[Match]:
    """A random game, at each decision of a player. A match that the caller has not played on is played on here."""
    match, random = game.start(seed=seed), Random(seed)
    part = game.path is not None and game.path in GOOD
    for _ in range(PART if part else LONGEST):
        if match.decision is None:
            return
        answers = len(match.steps)
        yield match
        if len(match.steps) == answers:
            match.choose(pick(match, random))
    assert part, f"seed {seed}: not over after {LONGEST} decisions"


def pick(match: Match, random: Random) -> Option:
    """One of the options, all equally likely."""
    assert match.decision is not None
    return random.choice(match.decision.options)


def play_on(match: Match, random: Random, most: int = LONGEST) -> None:
    """Plays at most so many decisions more, and to the end of an answer that is begun."""
    for _ in range(most):
        if match.decision is None:
            return
        match.choose(pick(match, random))
    while match.position.entered or match.position.begun or match.position.own.parts:
        match.choose(pick(match, random))
