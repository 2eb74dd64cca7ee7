"""Many games of random players, and what they tell about the rules.

Game number i of a simulation has a seed made of the simulation's seed and i alone, so that the figures do not depend
on how the games are spread over processes.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from dsl.ir import OVER
from dsl.layout import STATUS_AT, WHO_AT
from dsl.program import ENDING, SCORES, WINS, Program
from dsl.terms import USUAL, Terms
from interpreter.machine import Fault, Mark, State
from interpreter.playout import any_answer
from interpreter.rules import Rules

LONGEST = 100_000  # answers, Nature's too; a game that has not ended by then counts as unfinished
BIGGEST_CHUNK = 50  # games that a process plays before it tells how far it is

Loader = Callable[[Mark | None], Rules]
Progress = Callable[[int], object]


@dataclass
class Summary:
    """Figures over all games; the keys of `wins` are seats, of `endings` rules, of the others numbers of decisions.

    A game that several win together counts for each of them. `lengths` counts games by how many decisions the players
    made in them, `options` decisions by how many options they had, `scores`, for each seat, games by what was had
    in the end. `reached` are the numbers of the rules that play came to, `unreached` those that it never came to, in
    words; both are empty unless the games were traced.
    """

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    options: Counter[int] = field(default_factory=Counter)
    scores: dict[str, Counter[int]] = field(default_factory=dict)
    reached: set[int] = field(default_factory=set)
    unreached: list[str] = field(default_factory=list)

    def add(self, other: Summary) -> None:
        """Takes in the figures of other games."""
        self.games += other.games
        for mine, theirs in zip(self._counters(), other._counters(), strict=True):
            mine.update(theirs)
        for name, scores in other.scores.items():
            self.scores.setdefault(name, Counter()).update(scores)
        self.reached |= other.reached

    def _counters(self) -> list[Counter[Any]]:
        return [self.wins, self.outcomes, self.endings, self.faults, self.lengths, self.options]

    def data(self) -> dict[str, Any]:
        """The figures as plain data, in an order of their own: the same games give the same text."""
        counted = {"wins": self.wins, "outcomes": self.outcomes, "endings": self.endings, "faults": self.faults}
        named = {name: dict(sorted(counter.items())) for name, counter in counted.items()}
        numbers = {"decisions": spread(self.lengths), "options": spread(self.options)}
        scores = {"scores": {name: spread(counts) for name, counts in self.scores.items()}} if self.scores else {}
        return {"games": self.games, **named, **numbers, **scores, "unreached": self.unreached}


def spread(counts: Counter[int]) -> dict[str, float]:
    """Least, median, mean (to two places) and greatest of the numbers that were counted; nothing of none."""
    total = counts.total()
    if not total:
        return {}
    numbers = sorted(counts)
    mean = round(sum(number * counts[number] for number in numbers) / total, 2)
    return {"least": numbers[0], "median": _median(counts, total), "mean": mean, "greatest": numbers[-1]}


def _median(counts: Counter[int], total: int) -> int:
    below = 0
    for number in sorted(counts):
        below += counts[number]
        if 2 * below >= total:
            return number
    raise ValueError("no numbers")


def simulate(
    game_path: str | Path,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    terms: Terms = USUAL,
    progress: Progress | None = None,
    trace: bool = True,
) -> Summary:
    """Plays `games` games in `jobs` processes; calls `progress` with how many more are done.

    With `trace` it also finds the rules that play never came to. Raises RulebookError, OSError.
    """
    return simulate_rules(partial(_load, Path(game_path), terms), games, seed, jobs, progress, trace)


def _load(path: Path, terms: Terms, mark: Mark | None) -> Rules:
    return Rules.load(path, terms, mark)


def simulate_rules(
    loader: Loader, games: int, seed: int, jobs: int = 1, progress: Progress | None = None, trace: bool = True
) -> Summary:
    """As `simulate`, for rules that `loader` makes in each process; it must be a function of a module."""
    player = _Player(loader, seed, trace)  # errors of the rules come here, before a process is started
    summary = Summary()
    for part in _parts(player, _chunks(games, jobs), jobs):
        summary.add(part)
        if progress:
            progress(part.games)
    if trace:
        rules = player.rules.program.rules
        summary.unreached = [str(rules[number]) for number in player.rules.marked if number not in summary.reached]
    return summary


def _chunks(games: int, jobs: int) -> list[range]:
    size = max(1, min(BIGGEST_CHUNK, games // (4 * jobs)))
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


def _parts(player: _Player, chunks: list[range], jobs: int) -> Iterator[Summary]:
    if jobs == 1:
        yield from map(player.play, chunks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare, initargs=player.recipe) as pool:
        with deaf_processes():
            parts = pool.map(_play_prepared, chunks)  # starts them
        yield from parts


@contextmanager
def deaf_processes() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal: those that are started here leave it to this one."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # only the main thread can say so
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Player:
    """Plays games in one process. `recipe` is what another process needs to make the same."""

    def __init__(self, loader: Loader, seed: int, trace: bool) -> None:
        self.recipe = (loader, seed, trace)
        self.seed = seed
        self._reached: set[int] = set()
        self.rules = loader(self._reached.add if trace else None)

    def play(self, numbers: range) -> Summary:
        """The figures of the games with these numbers."""
        self._reached.clear()
        summary = Summary(wins=Counter(dict.fromkeys(self.rules.program.players, 0)))
        for number in numbers:
            play_game(self.rules, game_seed(self.seed, number), summary)
        summary.reached = set(self._reached)
        return summary


_prepared: list[_Player] = []  # the player of this process, if it is one of a simulation's


def _prepare(loader: Loader, seed: int, trace: bool) -> None:
    _prepared[:] = [_Player(loader, seed, trace)]


def _play_prepared(numbers: range) -> Summary:
    return _prepared[0].play(numbers)


# ------------------------------------------------------------------------------------------------------------- one game


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a simulation: 63 bits."""
    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()) >> 1


def play_game(rules: Rules, seed: int, summary: Summary) -> None:
    """One game of players who take any option, all equally likely; a fault ends it."""
    random = Random(seed)
    state = rules.machine.initial(seed)
    answers = decisions = 0
    summary.games += 1
    try:
        rules.machine.run(state)
        while state[STATUS_AT] != OVER and answers < LONGEST:
            answers += 1
            mine = state[WHO_AT] != len(rules.program.players)
            codes, options = any_answer(rules, state, random)
            if mine:
                summary.options[options] += 1
                decisions += 1
            for code in codes:
                rules.machine.resume(state, code)
        _count_ending(rules, state, summary)
    except Fault as fault:
        summary.faults[fault.told(rules.program)] += 1
        summary.outcomes["fault"] += 1
    summary.lengths[decisions] += 1


def _count_ending(rules: Rules, state: State, summary: Summary) -> None:
    program: Program = rules.program
    wins = rules.box.arrays[WINS].offset
    winners = [name for seat, name in enumerate(program.players) if state[wins + seat]]
    ending = state[rules.box.arrays[ENDING].offset]
    summary.wins.update(winners)
    if SCORES in rules.box.arrays:
        scores = rules.box.arrays[SCORES].offset
        for seat, name in enumerate(program.players):
            summary.scores.setdefault(name, Counter())[state[scores + seat]] += 1
    if ending >= 0:
        summary.endings[program.rules[ending].sentence or program.rules[ending].name] += 1
    summary.outcomes["won" if winners else "nobody" if ending >= 0 else "unfinished"] += 1
