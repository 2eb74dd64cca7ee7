"""Many games of random players, and what they tell about the rules.

Game number i of a simulation has a seed made of the simulation's seed and i alone, so that the figures do not depend
on how the games are spread over processes.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from dsl.ir.layout import STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import Program
from dsl.terms import USUAL, Terms
from interpreter.bots.random_player import any_answer
from interpreter.library.chance import Luck, seed_of
from interpreter.play.in_vain import offered_in_vain
from interpreter.play.rules import Rules
from interpreter.state.machine import Fault, Mark
from interpreter.tools.outcomes import ANSWERS, GameEnd

WORTH_IT = 30  # games; fewer are played before there is machine code
PLAYED_AGAIN = 10  # at most, to tell why one of them has no end
ENDLESS = "F4"  # the fault of such a game
COUNTED = 100  # games in which options are counted, so that they have to be listed
LONGEST = 5_000  # decisions of players; a game that has not ended by then is given up as unfinished
CHUNKS = 20  # that each process plays at least, so that it is seen how far it is
BIGGEST_CHUNK = 50  # games that a process plays before it tells how far it is
BIGGEST_NATIVE_CHUNK = 10_000

Loader = Callable[[Mark | None], Rules]
Progress = Callable[[int], object]


@dataclass
class Summary:
    """Figures over all games; the keys of `wins` are seats, of `endings` rules, of the others numbers of decisions.

    A game that several win together counts for each of them. `outcomes` are those of a `Result`, and `unfinished` for
    games that were given up. `lengths` counts games by how many decisions the players made in them, `options` decisions
    by how many options they had, `scores`, for each seat, games by what was had in the end. `reached` are the numbers
    of the rules that play came to, `unreached` those that it never came to, in words; both are empty unless the games
    were traced. `slow` says why there was no machine code, where it would have been worth it. `in_vain`: what nobody
    could do in the first game of those played here that went on without anybody being asked.

    Unless games are traced, `options` are those of the first `COUNTED` games, as in the others they are not listed.
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
    slow: str = ""
    in_vain: tuple[str, ...] = ()

    def add(self, other: Summary) -> None:
        """Takes in the figures of other games."""
        self.games += other.games
        for mine, theirs in zip(self._counters(), other._counters(), strict=True):
            mine.update(theirs)
        for name, scores in other.scores.items():
            self.scores.setdefault(name, Counter()).update(scores)
        self.reached |= other.reached
        self.in_vain = self.in_vain or other.in_vain

    def _counters(self) -> list[Counter[Any]]:
        return [self.wins, self.outcomes, self.endings, self.faults, self.lengths, self.options]

    def data(self) -> dict[str, Any]:
        """As plain data (`records.Figures`), in an order of its own: the same games give the same text."""
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
    longest: int = LONGEST,
) -> Summary:
    """Plays `games` games in `jobs` processes; calls `progress` with how many more are done. A game in which players
    have made `longest` decisions is given up.

    With `trace` it also finds the rules that play never came to. Where the extra `native` is installed machine code
    plays them, in `jobs` threads; the figures are the same. Raises RulebookError, OSError.
    """
    return simulate_rules(partial(load, Path(game_path), terms), games, seed, jobs, progress, trace, longest=longest)


def load(path: Path, terms: Terms, mark: Mark | None) -> Rules:
    """The rules, for a process of a simulation. Raises as `Rules.load`."""
    return Rules.load(path, terms, mark)


def simulate_rules(
    loader: Loader,
    games: int,
    seed: int,
    jobs: int = 1,
    progress: Progress | None = None,
    trace: bool = True,
    natively: bool | None = None,
    longest: int = LONGEST,
) -> Summary:
    """As `simulate`, for rules that `loader` makes in each process; it must be a function of a module.

    `natively` says whether machine code is tried; None: if there are enough games.
    """
    player = _Player(loader, seed, trace, longest)  # errors of the rules come here, before a process is started
    summary = Summary()
    if games >= WORTH_IT if natively is None else natively:
        summary.slow = player.speed_up()
    biggest = BIGGEST_NATIVE_CHUNK if player.native else BIGGEST_CHUNK
    for part in _parts(player, _chunks(games, jobs, biggest), jobs):
        summary.add(part)
        if progress:
            progress(part.games)
    if player.native and any(fault.startswith(f"{ENDLESS}:") for fault in summary.faults):
        summary.in_vain = _played_again(loader, min(games, PLAYED_AGAIN), seed, longest)
    if trace:
        rules = player.rules.program.rules
        summary.unreached = [str(rules[number]) for number in player.rules.marked if number not in summary.reached]
    return summary


def _played_again(loader: Loader, games: int, seed: int, longest: int) -> tuple[str, ...]:
    """What nobody could do, where machine code does not tell it."""
    player, again = _Player(loader, seed, False, longest), Summary()
    for number in range(games):
        if not again.in_vain:
            again.add(player.play(range(number, number + 1)))
    return again.in_vain


def _chunks(games: int, jobs: int, biggest: int) -> list[range]:
    size = max(1, min(biggest, games // (CHUNKS * jobs)))
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


def _parts(player: _Player, chunks: list[range], jobs: int) -> Iterator[Summary]:
    if jobs == 1:
        yield from map(player.play, chunks)
        return
    if player.native:
        with ThreadPoolExecutor(jobs) as threads:
            try:
                yield from threads.map(player.play, chunks)
            finally:
                player.stopped = True
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
    """Plays games in one process. `recipe` is what another process needs to make the same, `native` says whether
    machine code plays, `stopped` whether it shall not go on."""

    def __init__(self, loader: Loader, seed: int, trace: bool, longest: int) -> None:
        self.recipe = (loader, seed, trace, longest)
        self.seed, self.trace, self.longest = seed, trace, longest
        self.native = self.stopped = False
        self._reached: set[int] = set()
        self.rules = loader(self._mark if trace else None)

    def _mark(self, rule: int) -> None:
        if not self.rules.machine.testing:  # what is only tried does not come up
            self._reached.add(rule)

    def speed_up(self) -> str:
        """Plays by machine code from here on, or says why not."""
        from interpreter.backends.llvm.loading import NoNativeCode  # few games need no machine code

        try:
            self.rules, self.native = self.rules.natively(), True
        except NoNativeCode as reason:
            return str(reason)
        return ""

    def play(self, numbers: range) -> Summary:
        """The figures of the games with these numbers."""
        summary = Summary(wins=Counter(dict.fromkeys(self.rules.program.players, 0)))
        if self.native:
            self._play_natively(numbers, summary)
        else:
            for number in numbers:
                counts = self.trace or number < COUNTED
                play_game(self.rules, seed_of(self.seed, number), summary, counts, self.longest)
        summary.reached |= self._reached.copy()
        return summary

    def _play_natively(self, numbers: range, summary: Summary) -> None:
        from interpreter.tools.native_games import played

        counted = numbers.stop if self.trace else COUNTED
        games = played(self.rules, self.seed, numbers, self.longest, counted, lambda: self.stopped)
        summary.games += len(numbers)
        summary.options += games.options
        summary.reached |= games.reached
        for game, times in games.games.items():
            _count(self.rules.program, game, summary, times)


_prepared: list[_Player] = []  # the player of this process, if it is one of a simulation's


def _prepare(loader: Loader, seed: int, trace: bool, longest: int) -> None:
    _prepared[:] = [_Player(loader, seed, trace, longest)]


def _play_prepared(numbers: range) -> Summary:
    return _prepared[0].play(numbers)


# ------------------------------------------------------------------------------------------------------------- one game


def play_game(rules: Rules, seed: int, summary: Summary, counts: bool = True, longest: int = LONGEST) -> None:
    """One game of players who take any option, all equally likely; a fault ends it, and after `longest` decisions
    of theirs it is given up. Unless it `counts` the options, as many as can be are drawn without a list of them."""
    luck = Luck(seed)
    state = rules.machine.initial(seed)
    answers = decisions = 0
    fault: Fault | None = None
    try:
        rules.machine.run(state)
        while state[STATUS_AT] != OVER and decisions < longest and answers < ANSWERS * longest:
            answers += 1
            mine = state[WHO_AT] != len(rules.program.players)
            codes, options = any_answer(rules, state, luck, counts)
            if mine:
                decisions += 1
                summary.options.update([options] if counts else ())
            for code in codes:
                rules.machine.resume(state, code)
    except Fault as raised:
        fault = raised
        if not summary.in_vain:
            notes = offered_in_vain(rules.program, rules.machine, raised.rule, raised.state)
            summary.in_vain = tuple(note.text for note in notes)
    summary.games += 1
    _count(rules.program, GameEnd.of(rules.box, state, decisions, fault), summary)


def _count(program: Program, game: GameEnd, summary: Summary, times: int = 1) -> None:
    """Takes in a game, or several that ended just so."""
    summary.lengths[game.decisions] += times
    if game.fault is not None:
        summary.faults[Fault(*game.fault).told(program)] += times
        summary.outcomes["fault"] += times
        return
    winners = [name for name, won in zip(program.players, game.wins, strict=True) if won]
    for name in winners:
        summary.wins[name] += times
    for name, score in zip(program.players, game.scores, strict=False):
        summary.scores.setdefault(name, Counter())[score] += times
    if game.ending >= 0:
        rule = program.rules[game.ending]
        summary.endings[rule.sentence or rule.name] += times
    ended = "nobody" if game.ending >= 0 else "undecided" if game.over else "unfinished"
    summary.outcomes["won" if winners else ended] += times
