"""Needs that look to the end: what they allow is held against all ways, tried one by one without them. (S7.4, S7.5)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from dsl.load import load_text, program_of
from dsl.lower import look_ahead
from interpreter.play.game import Game
from interpreter.play.match import Match

CAPTURES = Path(__file__).parent / "language" / "good" / "longest_captures.rules"

SCATTERED = """\
setup
    for each Player
        repeat 6 times
            chance chooses a Square that is empty
            move a Man in the Tray of the Player to the Square
"""
LAID_OUT = """\
setup
    move a Man in the Tray of White to D1
    move a Man in the Tray of Black to D7
"""

DECISIONS = 60  # of a game


@cache
def game(*, free: bool) -> Game:
    return built(free=free)


def built(*, free: bool) -> Game:
    """The rulebook of captures, with men anywhere; `free`: without the need that looks to the end."""
    text = CAPTURES.read_text("utf-8").replace(LAID_OUT, SCATTERED)
    rules, *_ = text.partition("\nexample ")
    lines = (line for line in rules.splitlines() if not (free and "only if eventually" in line))
    book, diagnostics = load_text("\n".join(lines) + "\n", CAPTURES.name)
    assert book is not None, diagnostics
    return Game.of(program_of(book), CAPTURES)


def asked(match: Match) -> tuple[str, ...]:
    return match.decision.who if match.decision is not None else ()


def texts(match: Match) -> list[str]:
    return match.decision.options.texts if match.decision is not None else []


def most(match: Match, who: tuple[str, ...]) -> int:
    """The most that this player can capture from here on, before anybody else decides."""
    found = [text for text in texts(match) if captured(text)] if asked(match) == who else []
    return max((1 + most(after(match, text), who) for text in found), default=0)


def after(match: Match, text: str) -> Match:
    found = match.copy()
    found.choose(text)
    return found


def compared(seed: int) -> Iterator[tuple[list[str], list[str]]]:
    """What is offered, and what there is without the need, at each capture in a game."""
    ours, free = (game(free=free).start(seed=seed) for free in (False, True))
    random = Random(seed)
    for _ in range(DECISIONS):
        if ours.decision is None:
            return
        could = [text for text in texts(free) if captured(text)]
        if could:
            worth = {text: most(after(free, text), asked(free)) for text in could}
            best = sorted(text for text in could if worth[text] == max(worth.values()))
            assert sorted(texts(ours)) == best
            yield best, could
        answer = random.choice(texts(ours))
        ours.choose(answer)
        free.choose(answer)


def captured(text: str) -> int:
    return int(text.startswith("Jump"))


# S7.4
def test_only_what_begins_a_best_way_is_offered_and_all_of_it() -> None:
    narrowed = 0
    for seed in range(20):
        narrowed += sum(len(best) < len(could) for best, could in compared(seed))
    assert narrowed > 10


# S6.11, S7.4
def test_a_refusal_names_the_need_only_where_all_others_are_met() -> None:
    free = game(free=True)
    refused: set[str] = set()
    for seed in range(20):
        ours, other = (rules.start(seed=seed) for rules in (game(free=False), free))
        for text in set(texts(other)) - set(texts(ours)):
            refusal = ours.why_not(text)
            assert refusal is not None
            refused |= {need.name for need in refusal.unmet}
    assert refused == {"Most"}


# S7.5
def test_where_the_tries_do_not_decide_it_an_answer_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_ahead, "TRIES", 2)
    hasty, more = built(free=False), 0
    for seed in range(20):
        few, some, all_ = (set(texts(g.start(seed=seed))) for g in (game(free=False), hasty, game(free=True)))
        assert few <= some <= all_
        more += len(some - few)
    assert more
