"""What is measured: each measure gives lines of a table and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from timeit import Timer

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import OVER
from dsl.text.files import CACHE
from interpreter.backends.llvm.loading import NoNativeCode
from interpreter.library.chance import seed_of
from interpreter.play.game import Game
from interpreter.tools.simulate import LONGEST, Summary, play_game
from tests.laws.games import LARGE, Setting, game
from tests.oracle import Oracle

BEST_OF = 3
BY_MACHINE_CODE = 500  # games in a row
LEAST_SECONDS = 3.0
CHECK_SECONDS, CHECK_SECONDS_PER_KB = 0.5, 0.015
START_SECONDS = 0.3
GAMES_A_SECOND, LARGE_GAMES_A_SECOND = 20.0, 10.0
TIMES_PYTHON = 50.0  # as many games by machine code as by generated Python
CLONE_MICROSECONDS = 3.0
MEMORY_MB = 150.0
SHARED_SECONDS = 1.0
TWO_THREADS = 1.6  # times as fast as one

CHECK = "import sys; from interpreter.cli import main; sys.argv = ['rulewright', 'check', sys.argv[1]]; main()"
START = """
import sys
from interpreter import load
match = load(sys.argv[1], sys.argv[2:]).start(seed=1)
while match.decision and len(match.steps) < 50:
    match.choose(0)
with open("/proc/self/status") as status:
    most = next(line.split()[1] for line in status if line.startswith("VmHWM"))
print(int(most) / 1024, ",".join(sorted({"lark", "pydantic"} & set(sys.modules))))
"""


@dataclass(frozen=True)
class Line:
    """One figure. `target` is what it must reach: at least for rates, at most for everything else; None: no target."""

    measure: str
    subject: str
    value: float
    unit: str
    target: float | None = None
    least: bool = False
    remark: str = ""

    @property
    def reached(self) -> bool:
        """Whether the target is reached, if there is one."""
        if self.target is None:
            return True
        return self.value >= self.target if self.least else self.value <= self.target


def best(action: Callable[[], object], times: int = BEST_OF) -> float:
    """The shortest of some runs, in seconds."""
    return min(_seconds(action) for _ in range(times))


def _seconds(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start


def run(program: str, *arguments: object, cache: Path) -> str:
    """What a program prints, run in a process of its own; its modules are compiled once, as those of a package are."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    environment = {**os.environ, CACHE: str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def checking(rulebook: Path) -> Iterator[Line]:
    """The command `check` as a user meets it: a process with nothing in its cache."""
    size = rulebook.stat().st_size / 1024
    target = CHECK_SECONDS + CHECK_SECONDS_PER_KB * size

    def check() -> None:
        with tempfile.TemporaryDirectory() as empty:
            run(CHECK, rulebook, cache=Path(empty))

    yield Line("check", f"{rulebook.stem}, {size:.1f} KB", best(check), "s", target)


def starting(setting: Setting) -> Iterator[Line]:
    """From nothing to the fiftieth answer of a game that is in the cache, beside a Python that does nothing."""
    with tempfile.TemporaryDirectory() as place:
        cache = Path(place)
        first, _, _ = run(START, setting.path, *setting.terms.variants, cache=cache).partition(" ")
        seconds = best(lambda: run(START, setting.path, *setting.terms.variants, cache=cache))
        bare = best(lambda: run("pass", cache=cache))
        memory, _, loaded = run(START, setting.path, *setting.terms.variants, cache=cache).strip().partition(" ")
    loads = f"loads {loaded}" if loaded else "loads neither lark nor pydantic"
    yield Line("cached start", str(setting), seconds, "s", START_SECONDS, remark=loads)
    yield Line("  a bare Python", str(setting), bare, "s")
    yield Line("memory", str(setting), float(memory), "MB", MEMORY_MB)
    yield Line("  when compiled first", str(setting), float(first), "MB")


def playing(setting: Setting) -> Iterator[Line]:
    """Random games in one process by the codes of answers alone, as a peer's are played, and how much more slowly the
    tree-walker plays the same codes; beside them games of which is counted how many options a player could tell apart,
    as `simulate` does in the first ones."""
    rules = game(setting)
    rate = per_second(lambda number: _play_plainly(rules, number))
    slow = per_second(lambda number: _walk(rules, number), seconds=0.0)
    target = LARGE_GAMES_A_SECOND if setting.path in LARGE else GAMES_A_SECOND
    times = f"by codes, {rate / slow:.0f} times the tree-walker"
    yield Line("random games", str(setting), rate, "/s", target, least=True, remark=times)
    counted = per_second(lambda number: play_game(rules, seed_of(1, number), Summary()))
    yield Line("  options counted", str(setting), counted, "/s")


def speeding(setting: Setting) -> Iterator[Line]:
    """How many times as many games machine code plays as generated Python does, in turns."""
    try:
        rules = game(setting).natively()
    except NoNativeCode:
        return
    from interpreter.tools.native_games import played

    games = BY_MACHINE_CODE
    pairs = [
        (
            per_second(lambda number: play_game(game(setting), seed_of(1, number), Summary()), seconds=1.0),
            games / _seconds(partial(played, rules, 1, range(games), LONGEST)),
        )
        for _ in range(BEST_OF)
    ]
    times = sorted(fast / slow for slow, fast in pairs)[BEST_OF // 2]
    yield Line("machine code", str(setting), times, "x", TIMES_PYTHON, least=True, remark="of generated Python")


def sharing(setting: Setting) -> Iterator[Line]:
    """How many times as fast two threads play the same games by machine code as one does, side by side."""
    try:
        rules = game(setting).natively()
    except NoNativeCode:
        return
    from interpreter.tools.native_games import played

    def play(numbers: range) -> object:
        return played(rules, 1, numbers, LONGEST)

    games = next(games for games in (2**n for n in count(1)) if _seconds(partial(play, range(games))) > SHARED_SECONDS)
    halves = range(games // 2), range(games // 2, games)
    with ThreadPoolExecutor(2) as threads:
        pairs = [
            (_seconds(partial(play, range(games))), _seconds(lambda: [*threads.map(play, halves)])) for _ in range(5)
        ]
    alone, together = zip(*pairs, strict=True)
    busy = len(os.sched_getaffinity(0)) - os.getloadavg()[0] < 1
    target, remark = (None, "others are working, so that it says little") if busy else (TWO_THREADS, "")
    yield Line("two threads", str(setting), min(alone) / min(together), "x", target, least=True, remark=remark)


def per_second(play: Callable[[int], object], seconds: float = LEAST_SECONDS) -> float:
    """How often a second something can be done, over at least so many seconds and after once for nothing."""
    play(0)
    start = perf_counter()
    for number in count(1):
        play(number)
        taken = perf_counter() - start
        if taken >= seconds:
            return number / taken
    raise AssertionError


def _play_plainly(rules: Game, number: int) -> None:
    machine, random = rules.machine, Random(number)
    state = machine.initial(number)
    machine.run(state)
    while state[STATUS_AT] != OVER:
        machine.resume(state, random.choice(machine.options(state)))


def _walk(rules: Game, number: int) -> None:
    oracle, random = Oracle(rules.program.code, rules.program.decisions), Random(number)
    oracle.initial(number)
    oracle.run()
    while codes := oracle.options():
        oracle.resume(random.choice(codes))


def cloning(setting: Setting) -> Iterator[Line]:
    """One copy of a state, and one of what must be kept of it."""
    rules = game(setting)
    state = rules.machine.initial(1)
    rules.machine.run(state)
    subject = f"{setting}, {len(state)} words"
    yield Line("clone", subject, microseconds(lambda: state[:]), "µs", CLONE_MICROSECONDS)
    yield Line("  pack", subject, microseconds(lambda: rules.machine.pack(state)), "µs")


def microseconds(action: Callable[[], object]) -> float:
    """How long a very short action takes."""
    return min(Timer(action).repeat(repeat=20, number=2000)) / 2000 * 1e6
