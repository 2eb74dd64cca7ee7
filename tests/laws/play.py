"""Random play, and what the laws look at in a match."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from random import Random

from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.options import Option, Options
from tests.laws.games import LONGEST, looked_at

MOST_OPTIONS = 25  # at a decision, of those that are looked at one by one


def core(match: Match) -> array[int]:
    """All words of the state that count: control and position."""
    return match.rules.machine.pack(match.position.state)


def texts(match: Match) -> list[str]:
    """The texts of the open decision's options, none when the match is over."""
    return match.decision.options.texts if match.decision else []


def decisions(game: Game, seed: int) -> Iterator[Match]:
    """A random game, at each decision of a player. A match that the caller has not played on is played on here."""
    match, random = game.start(seed=seed), Random(seed)
    most = looked_at(game.path)
    for _ in range(most):
        if match.decision is None:
            return
        answers = len(match.steps)
        yield match
        if len(match.steps) == answers:
            match.choose(pick(match, random))
    assert most < LONGEST, f"seed {seed}: not over after {LONGEST} decisions"


def some(options: Options) -> Sequence[Option]:
    """Of very many options some, from the first to the last."""
    return options[:: 1 + len(options) // MOST_OPTIONS]


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
