"""Rebel Moon Defense in lockstep with an independent reference: who decides, what may be answered, what is seen."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from dsl.terms import Terms
from interpreter import Game, Match
from tests.laws.games import GAMES as FOLDER
from tests.laws.games import Setting
from tests.laws.games import game as game_of
from tests.reference.hexes import MOON, ahead, distance, find_path, in_a_row, name
from tests.reference.rebel_moon_defense import COLOURS, WEAPONS, WINNERS, Disc, Question, Reference

USUAL_OR_ALL = [(), ("Scanner", "Bomb Laser")]
ONE = [("Scanner",), ("Bomb Laser",)]
GAMES = 20
READERS = ("Imperial", "Rebel", None)
LOOKS = 0.5  # how often a reader looks at the table: views are most of the work


@dataclass(frozen=True)
class Habits:
    """How a game is played: pieces a side places, how often the bomb takes the best step, how often Rebels activate.

    With `walls` pieces are placed in the way to the moon.
    """

    asteroids: int
    discs: int
    haste: float
    zeal: float
    walls: bool = False


HABITS = (
    Habits(asteroids=15, discs=15, haste=0.3, zeal=0.95, walls=True),
    Habits(asteroids=8, discs=15, haste=0.6, zeal=0.95),
    Habits(asteroids=6, discs=4, haste=0.9, zeal=0.6),
    Habits(asteroids=1, discs=12, haste=0.4, zeal=0.95),
    Habits(asteroids=2, discs=1, haste=0.0, zeal=0.1),
)


def pick(game: Reference, question: Question, habits: Habits, luck: random.Random) -> str:
    """An answer for whoever decides."""
    answers = sorted(question.answers)
    if any(answer.startswith("Place") for answer in answers):
        return place(game, question, habits, luck)
    if question.who == "Imperial" and luck.random() < habits.haste:
        return min(answers, key=lambda answer: (to_moon(game, answer), luck.random()))
    if any(answer.startswith("Activate") for answer in answers):
        return "pass" if luck.random() >= habits.zeal else fire(game, answers, luck)
    return luck.choice(answers)


def place(game: Reference, question: Question, habits: Habits, luck: random.Random) -> str:
    """Places a piece, or passes if there are enough."""
    few = len(game.asteroids) < habits.asteroids if question.who == "Imperial" else len(game.discs) < habits.discs
    placing = sorted(question.answers - {"pass"})
    path = {name(cell) for cell in find_path(game.occupied)}
    walls = [answer for answer in placing if answer.split()[-1] in path]
    return luck.choice(walls if walls and habits.walls else placing) if few else "pass"


def to_moon(game: Reference, answer: str) -> int:
    """How far from the moon the bomb is after an answer; after a turn, and a step forward where nothing stands."""
    if answer in ("Advance", "Boosters"):
        return distance(ahead(game.bomb, game.heading), MOON)
    there = ahead(game.bomb, answer.removeprefix("Turn Bomb to ")) if answer.startswith("Turn Bomb") else game.bomb
    return distance(there, MOON) + (10 if there in game.occupied else 0)


def fire(game: Reference, answers: list[str], luck: random.Random) -> str:
    """Activates an installation: by turns any, and one that is close, or a Laser in a row, best of the right colour."""
    discs = {f"on {name(cell)}": cell for cell in game.discs}

    def urgency(answer: str) -> tuple[int, bool, bool, float]:
        cell = discs[answer[answer.rindex("on ") :]]
        disc = game.discs[cell]
        close = 1 if disc.weapon == "Laser" and in_a_row(cell, game.bomb) else distance(cell, game.bomb)
        return close, disc.weapon == "Leech Mine", disc.colour not in game.shields[:1], luck.random()

    activations = [answer for answer in answers if answer != "pass"]
    return min(activations, key=urgency) if luck.random() < 0.5 else luck.choice(activations)


# ----------------------------------------------------------------------------------------------- what lies on the table

Facts = dict[str, Any]


def expected(game: Reference, rebel: bool) -> Facts:
    """What the Rebel player, or anybody else, sees of the reference's game."""

    def told(disc: Disc) -> tuple[str, str, bool, int]:
        known = rebel or disc.face_up
        return (disc.colour, disc.weapon, disc.face_up, disc.shots) if known else (disc.colour, "", False, 0)

    return {
        "bomb": (name(game.bomb), game.heading, game.level),
        "shields": game.shields,
        "asteroids": {name(cell) for cell in game.asteroids},
        "discs": {name(cell): told(disc) for cell, disc in game.discs.items()},
        "with a counter": {name(cell) for cell, disc in game.discs.items() if disc.counter},
        "asteroids left": game.asteroids_left,
        "discs left": Counter(map(told, game.discs_left)),
        "counters left": set(COLOURS) - {disc.colour for disc in game.discs.values() if disc.counter},
        "asteroids out": game.asteroids_out,
        "discs out": Counter(map(told, game.discs_out)),
        "shields out": set(COLOURS) - set(game.shields),
    }


def seen(match: Match, reader: str | None) -> Facts:
    """The same facts as the engine shows them to a reader."""
    table = {place["name"]: place["pieces"] for place in match.view(reader)["locations"]}
    cells = {place: pieces[0] for place, pieces in table.items() if pieces and place[1:].isdigit()}
    where, bomb = next((place, piece["attributes"]) for place, piece in cells.items() if piece["kind"] == "Bomb")
    discs = {place: piece for place, piece in cells.items() if piece["kind"] == "Installation"}
    return {
        "bomb": (where, bomb["heading"], bomb["Level"]),
        "shields": [colour for colour, *_ in reversed(told_of(table["the stack of shields"], "Shield"))],
        "asteroids": {place for place, piece in cells.items() if piece["kind"] == "Asteroid"},
        "discs": {place: disc for place, piece in discs.items() for disc in told_of([piece], "Installation")},
        "with a counter": {place for place, piece in discs.items() if "carries" in piece},
        "asteroids left": len(told_of(table["the stock of Imperial"], "Asteroid")),
        "discs left": Counter(told_of(table["the stock of Rebel"], "Installation")),
        "counters left": {colour for colour, *_ in told_of(table["the supply"], "Counter")},
        "asteroids out": len(told_of(table["the box"], "Asteroid")),
        "discs out": Counter(told_of(table["the box"], "Installation")),
        "shields out": {colour for colour, *_ in told_of(table["the box"], "Shield")},
    }


def told_of(pieces: list[Any], kind: str) -> list[tuple[str, str, bool, int]]:
    """Colour, weapon, whether face up, and shots of each piece of a kind; nothing for what is not there or not seen."""
    found = []
    for piece in pieces:
        has = piece.get("attributes", {})
        told = (has.get("Colour", ""), has.get("Weapon", ""), has.get("face-up", False), has.get("Shot Count", 0))
        found += [told] * piece["count"] if piece["kind"] == kind else []
    return found


# ------------------------------------------------------------------------------------------------------------ the games


@cache
def rules(variants: tuple[str, ...]) -> Game:
    """The game as the engine plays it."""
    return game_of(Setting(FOLDER / "rebel_moon_defense.rules", Terms(variants)))


def play(variants: tuple[str, ...], seed: int) -> Counter[str]:
    """Plays one game on both, which must agree at every decision. Returns what occurred in it."""
    luck, eyes, habits = random.Random(f"{variants} {seed}"), random.Random(seed), HABITS[seed % len(HABITS)]
    match = rules(variants).start(seed=seed, nature="ask")
    game = Reference(scanner="Scanner" in variants, laser="Bomb Laser" in variants)
    while game.question is not None:
        assert match.decision is not None, game.question
        assert match.decision.who == (game.question.who,)
        assert set(match.decision.options.texts) == game.question.answers
        if eyes.random() < LOOKS:
            agree_on_facts(match, game, eyes.choice(READERS))
        answer = pick(game, game.question, habits, luck)
        match.choose(answer)
        game.apply(answer)
    assert match.result is not None, match.decision
    assert match.result.winners == (WINNERS[game.ending],)
    agree_at_the_end(match, game)
    return game.events + Counter([game.ending])


def agree_on_facts(match: Match, game: Reference, reader: str | None) -> None:
    """Everybody sees the same but the Rebel player, who knows every installation."""
    assert seen(match, reader) == expected(game, rebel=reader == "Rebel")


def agree_at_the_end(match: Match, game: Reference) -> None:
    """The rules do not say whether the weapon that destroys the bomb is still put away; all else is certain."""
    for reader in READERS:
        if game.ending != "bomb destroyed":
            agree_on_facts(match, game, reader)
    facts, truth = seen(match, None), expected(game, rebel=False)
    assert (facts["bomb"], facts["shields"]) == (truth["bomb"], truth["shields"])


# What is to occur in the games of each test: every weapon, every step of an EMP Device, every upgrade, every ending.
ALWAYS = {
    *(f"{weapon} {effect}" for weapon in WEAPONS[:4] for effect in ("hits", "out of reach")),
    "a cell would close the path",
    "no sight",
    "wrong colour",
    "EMP shot 1",
    "EMP shot 2",
    "EMP shot 3",
    "Asteroid Killer hits",
    "Asteroid Killer in vain",
    "upgrade Boosters",
    "payment takes a shield",
    "payment takes the last shield",
    *WINNERS,
}
OF_VARIANT = {
    "Scanner": {"upgrade Scanner"},
    "Bomb Laser": {"upgrade Bomb Laser", "bomb's Laser: an asteroid", "bomb's Laser: a disc face down"},
}


@pytest.mark.slow
@pytest.mark.parametrize("variants", [*USUAL_OR_ALL, *(pytest.param(one, marks=pytest.mark.long) for one in ONE)])
def test_the_engine_plays_as_the_reference_does(variants: tuple[str, ...]) -> None:
    """Games of many habits: the same decisions, the same facts, the same winner, and between them they show it all."""
    occurred = sum((play(variants, seed) for seed in range(GAMES)), Counter[str]())
    wanted = ALWAYS.union(*(OF_VARIANT[variant] for variant in variants))
    assert wanted <= set(occurred)
