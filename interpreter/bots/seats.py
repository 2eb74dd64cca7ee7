"""Who takes the place of a person: bots, by the names that `--seats` gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from dsl.ir.program import Program
from dsl.text.diagnostics import Diagnostic, near
from interpreter.bots.determinisation import Seat, seat_in
from interpreter.bots.information_set_search import HiddenSearch
from interpreter.bots.playouts import Playout, usual
from interpreter.bots.tree_search import Search
from interpreter.failures import Failure
from interpreter.knowledge.reader import has_secrets
from interpreter.play.match import Match
from interpreter.play.position import OpenDecision, Position
from interpreter.play.rules import Rules

HUMAN, RANDOM, MCTS = "human", "random", "mcts"
MOST_ROUNDS = 10_000_000
SHOWN = 60  # letters of what is too long


class NoSuchBot(Failure):
    """A seat is given to nobody that there is."""


# From a decision, how many were before it, and what its player is told (None: chance decides), to the index of an
# option. What a bot takes depends on these and on its seed, not on what was played and taken back.
Bot = Callable[[OpenDecision, int, Seat | None], int]


@dataclass(frozen=True)
class RandomBot:
    """Takes any option, all equally likely."""

    seed: int
    player: str
    kind: ClassVar[str] = RANDOM

    def __call__(self, decision: OpenDecision, before: int, seat: Seat | None = None) -> int:
        return Random(f"{self.seed}/{self.player}/{before}").randrange(len(decision.options))


@dataclass(frozen=True)
class SearchBot:
    """Looks for the best option in so many games played on at random (`interpreter.bots.tree_search`).

    In the rare position that no other can be found for which looks the same to its player, it takes any option.
    """

    rules: Rules
    rounds: int
    seed: int
    player: str
    playout: Playout

    @property
    def kind(self) -> str:
        """As `--seats` names it."""
        return f"{MCTS}:{self.rounds}"

    def __call__(self, decision: OpenDecision, before: int, seat: Seat | None) -> int:
        random = Random(f"{self.seed}/{self.player}/{before}")
        if seat is None or len(decision.options) == 1:
            return random.randrange(len(decision.options))
        search = HiddenSearch if _hides(self.rules.program) else Search
        text = search(self.rules, seat, random, self.playout).best(self.rounds)
        return random.randrange(len(decision.options)) if text is None else decision.options.texts.index(text)


def _hides(program: Program) -> bool:
    return has_secrets(program) or any(decision.sort == "secret" for decision in program.decisions)


def rounds_of(kind: str) -> int | None:
    """How many rounds a searching bot plays; None for a kind without. Raises NoSuchBot for what is no kind."""
    name, colon, number = kind.partition(":")
    if kind in (HUMAN, RANDOM):
        return None
    if name != MCTS:
        kinds = [HUMAN, RANDOM, f"{MCTS}:1000"]
        message = (
            f"“{kind[:SHOWN]}” cannot take a seat: a seat is for `{HUMAN}`, for `{RANDOM}`, who takes any option, "
            f"or for `{MCTS}:1000`, who looks ahead in so many games."
        )
        raise NoSuchBot(Diagnostic("E0902", message, near=tuple(near(kind, kinds))))
    if not (number.isascii() and number.isdecimal() and 0 < len(number) < 9 and 0 < int(number) <= MOST_ROUNDS):
        said = f"“{number[:SHOWN]}” is not" if colon else "It is not said"
        message = f"{said} in how many games `{MCTS}` looks ahead: it is a number from 1 to {MOST_ROUNDS}."
        raise NoSuchBot(Diagnostic("E0902", message, hints=(f"--seats {HUMAN},{MCTS}:1000",)))
    return int(number)


def bot(kind: str, rules: Rules, seed: int, player: str) -> Bot | None:
    """The bot of this kind for a player, or None for a person. Raises NoSuchBot."""
    rounds = rounds_of(kind)
    if kind == HUMAN:
        return None
    return RandomBot(seed, player) if rounds is None else SearchBot(rules, rounds, seed, player, usual(rules))


def kind_of(bot: Bot | None) -> str:
    """As `--seats` names it; None is a person."""
    return HUMAN if bot is None else getattr(bot, "kind", RANDOM)


def seated(match: Match, player: str, bots: Mapping[str, Bot]) -> int:
    """The index of the option that the bot of whoever is asked takes. It is told what its player is told."""
    bot, seat = bots[player], None
    position = match.position
    if player in match.players and not isinstance(bot, RandomBot):
        position = position.seen_from(match.players.index(player))
        seat = seat_in(match, position.who)
    decision = position.decision
    assert decision is not None
    return bot(decision, _before(match, position), seat)


def _before(match: Match, position: Position) -> int:
    """How many decisions were before this one, for all that whoever is asked knows: what another answered in secret is
    one, whatever parts it has."""
    known = sum(step.opened < 0 or step.who == position.who for step in match.steps)
    others = {step.answer for step in match.steps if step.opened >= 0 and step.who != position.who}
    return known + len(others) + len(position.own.parts) + len(position.entered)
