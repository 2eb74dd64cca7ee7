"""`python -m tests.benchmarks.bots GAME [--games 10] [--seats mcts:1000,random] [--native]` lets two bots play.

They change seats after every game; with `--first 12` a long measure goes on where another ended. It prints how many
points the first has, a draw being half a point, and how much a game was worth to it: its score, where the rulebook has
scores. The targets of the searching bot, in connect_four, breakthrough and othello: mcts:1000 gets 99 of 100 points
against random and 70 of 100 against mcts:100.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from time import perf_counter

from interpreter.bots.seats import Bot, bot, seated
from interpreter.play.game import Game
from interpreter.play.payoffs import payoffs
from tests.laws.games import GAMES


def one_game(game: Game, kinds: tuple[str, str], number: int) -> tuple[float, float]:
    """The points that the first of two kinds of bots gets in one game of two players, and what the game is worth to it;
    in odd games it sits second."""
    match = game.start(seed=number)
    first, second = match.players if number % 2 == 0 else match.players[::-1]
    taken = {player: bot(kind, game, number, player) for player, kind in zip((first, second), kinds, strict=True)}
    bots: dict[str, Bot] = {player: taker for player, taker in taken.items() if taker is not None}
    while match.decision is not None:
        match.choose(seated(match, match.decision.who[0], bots))
    winners = match.result.winners if match.result else ()
    worth = payoffs(game.box, match.position.state)[match.players.index(first)]
    return float(first in winners) if len(winners) == 1 else 0.5, worth


def main(arguments: Sequence[str]) -> int:
    """Prints the points so far after each game."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.bots")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, from which all follows")
    parser.add_argument("--seats", default="mcts:1000,random")
    parser.add_argument("--native", action="store_true", help="search with machine code (extra [native])")
    asked = parser.parse_args(arguments)
    (path,) = GAMES.rglob(f"{asked.game}.rules")
    rules = Game.load(path)
    rules = rules.natively() if asked.native else rules
    one, other = asked.seats.split(",")
    total, worth, start = 0.0, 0.0, perf_counter()
    for games in range(1, asked.games + 1):
        points, more = one_game(rules, (one, other), asked.first + games - 1)
        total, worth = total + points, worth + more
        seconds = (perf_counter() - start) / games
        so_far = f"{one} has {total:g} of {games} against {other}, worth {worth / games:+.2f} a game"
        sys.stdout.write(f"{so_far}, {seconds:.1f} s a game\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
