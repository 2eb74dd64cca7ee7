"""Random games beside OpenSpiel's, whose own random games run without any Python between the moves.

Both sides play by the numbers of answers alone: no option is counted or put into words. OpenSpiel plays its games where
its search rates a position; a search of one simulation rates no other than the first. Rates are of processor time, both
sides turn by turn, so that what else the machine does falls on both. The peer's games begin behind the first deal or
throw, as it cannot begin where chance decides.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any

from dsl.ir.layout import STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import Program
from dsl.terms import Terms
from interpreter.backends.llvm.loading import NoNativeCode
from interpreter.bots.random_player import any_answer
from interpreter.library.chance import Luck, seed_of
from interpreter.play.game import Game
from interpreter.state.machine import State
from interpreter.tools.simulate import LONGEST, Summary, play_game
from tests.benchmarks.measures import Line, microseconds, run
from tests.laws.games import GAMES, Setting, game
from tests.parity.lockstep import Pair

PEER = "OpenSpiel"
TIMES_THE_PEER = {
    "tic_tac_toe": 3.0, "connect_four": 7.0, "breakthrough": 5.0, "hex": 3.0, "othello": 5.0, "chess": 1.5, "go": 2.0,
    "english_draughts": 15.0, "amazons": 2.0, "backgammon": 2.0, "kuhn_poker": 1.0, "leduc_poker": 1.0,
}  # fmt: skip
MODERN = Setting(GAMES / "rebel_moon_defense.rules")
MODERN_A_SECOND = 2000.0
COMPILE_SECONDS, MODERN_COMPILE_SECONDS = 1.0, 5.0
START_SECONDS = 0.15
CLONE_MICROSECONDS = 0.3
ROTATIONS = 5
SECONDS = 0.4  # of the processor, for one side in one rotation
MEASURED_GAMES, MEASURED_DECISIONS = 200, 20_000  # along which it is measured how long games are

FIRST = """
import json, sys, time
from interpreter import load
from interpreter.backends.llvm.loading import NoNativeCode
rules = load(sys.argv[1], *json.loads(sys.argv[2]))
try:
    rules = rules.natively()
except NoNativeCode:
    pass
state = rules.machine.initial(1)
rules.machine.run(state)
taken = time.process_time()
with open("/proc/self/status") as status:
    most = next(line.split()[1] for line in status if line.startswith("VmHWM"))
print(taken, int(most) / 1024)
"""


@dataclass(frozen=True)
class Contest:
    """A classic, on the terms on which the peer plays it, and the peer's game."""

    setting: Setting
    peer: str
    target: float


def contests() -> Iterator[Contest]:
    """All that there is a rulebook for."""
    for name, target in TIMES_THE_PEER.items():
        if not (GAMES / "classics" / f"{name}.rules").is_file():
            continue
        pair: Pair = import_module(f"tests.parity.games.{name}").PAIR
        peer = getattr(pair.peer, "game", name)
        yield Contest(Setting(GAMES / "classics" / pair.rulebook, terms(pair)), peer, target)


def terms(pair: Pair) -> Terms:
    return Terms.of(pair.variants, None, dict(pair.options))


# -------------------------------------------------------------------------------------------------------------- players


class Ours:
    """The rules as machine code, or as Python where the extra is missing; `how` says which."""

    def __init__(self, setting: Setting) -> None:
        self.rules = game(setting)
        self.how = "machine code"
        try:
            self.rules = self.rules.natively()
        except NoNativeCode:
            self.how = "generated Python: the extra [native] is missing"
        self._number = 0

    def play(self, games: int) -> None:
        """Plays so many games, each from a seed of its own."""
        numbers = range(self._number, self._number + games)
        self._number += games
        if self.how == "machine code":
            import_module("interpreter.tools.native_games").played(self.rules, 1, numbers, LONGEST)
        else:
            for number in numbers:
                play_game(self.rules, seed_of(1, number), Summary(), counts=False)

    def lengths(self) -> Iterator[int]:
        """How many turns games have."""
        for number in range(MEASURED_GAMES):
            yield turns(our_decisions(self.rules, number))


class Theirs:
    """A game of OpenSpiel."""

    def __init__(self, name: str) -> None:
        # What OpenSpiel hands out is typed nowhere.
        self._module: Any = import_module("pyspiel")
        self._game: Any = self._module.load_game(name)
        self._random = Random(1)
        self._bots: dict[int, Any] = {}
        self.begins_behind_chance = bool(self._game.new_initial_state().is_chance_node())

    def _bot(self, games: int) -> Any:
        if games not in self._bots:
            rater = self._module.RandomRolloutEvaluator(games, self._random.randrange(2**31))
            self._bots[games] = self._module.MCTSBot(self._game, rater, 1.0, 1, 10, False, 1, False)
        return self._bots[games]

    def _begun(self) -> Any:
        state = self._game.new_initial_state()
        while state.is_chance_node():
            self._draw(state)
        return state

    def _draw(self, state: Any) -> None:
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(self._random.choices(outcomes, odds)[0])

    def play(self, games: int) -> None:
        """Plays so many games."""
        self._bot(games).mcts_search(self._begun())

    def lengths(self) -> Iterator[int]:
        """How many turns games have."""
        for _ in range(MEASURED_GAMES):
            yield turns(self._decisions())

    def _decisions(self) -> Iterator[tuple[int, int]]:
        state = self._game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                yield -1, 1
                self._draw(state)
            else:
                actions = state.legal_actions()
                yield state.current_player(), len(actions)
                state.apply_action(self._random.choice(actions))


def our_decisions(rules: Game, seed: int) -> Iterator[tuple[int, int]]:
    """Who decides in a random game, and among how many options; chance is -1."""
    machine, luck = rules.machine, Luck(seed)
    state = machine.initial(seed)
    machine.run(state)
    while state[STATUS_AT] != OVER:
        who = seat(rules.program, state)
        codes, options = any_answer(rules, state, luck)
        yield who, options
        for code in codes:
            machine.resume(state, code)


def seat(program: Program, state: State) -> int:
    return -1 if state[WHO_AT] == len(program.players) else state[WHO_AT]


def turns(decisions: Iterator[tuple[int, int]]) -> int:
    """How often somebody has a choice, all that a player chooses in a row counted as one: what one side asks in three
    questions, or where it passes without being asked, may be one question, or one answer, on the other."""
    found, before, chose = 0, -1, False
    for who, options in decisions:
        chose = chose and who == before
        if who >= 0 and options > 1 and not chose:
            found, chose = found + 1, True
        before = who
    return found


# -------------------------------------------------------------------------------------------------------------- measure


@dataclass
class Pace:
    """How many games a side plays in a second of the processor, in each rotation."""

    play: Callable[[int], None]
    games: int = 1
    rates: list[float] = field(default_factory=list)

    def prepare(self) -> None:
        """Finds out how many games fill the time."""
        self.play(1)
        while (seconds := self._seconds()) < SECONDS / 4 and self.games < 2**22:
            self.games *= 4 if seconds < SECONDS / 16 else 2
        self.games = max(1, round(self.games * SECONDS / max(seconds, 1e-6)))

    def measure(self) -> None:
        self.rates.append(self.games / self._seconds())

    def _seconds(self) -> float:
        start = process_time()
        self.play(self.games)
        return process_time() - start


def rivalling(contest: Contest) -> Iterator[Line]:
    """Random games of a classic on both sides, in turns."""
    ours, theirs = Ours(contest.setting), Theirs(contest.peer)
    paces = Pace(ours.play), Pace(theirs.play)
    for pace in paces:
        pace.prepare()
    for rotation in range(ROTATIONS):
        for pace in paces if rotation % 2 else reversed(paces):
            pace.measure()
    ratios = [mine / other for mine, other in zip(paces[0].rates, paces[1].rates, strict=True)]
    subject, behind = str(contest.setting), "begins behind the deal" if theirs.begins_behind_chance else ""
    yield Line("playouts", subject, median(paces[0].rates), "/s", remark=ours.how)
    yield Line(f"  {PEER}", contest.peer, median(paces[1].rates), "/s", remark=behind)
    spread = f"{min(ratios):.2f} to {max(ratios):.2f} in {ROTATIONS} rotations"
    yield Line("  ratio", subject, median(ratios), "", contest.target, least=True, remark=spread)
    yield from _lengths(subject, ours.lengths(), contest.peer, theirs.lengths())


def _lengths(subject: str, ours: Iterator[int], peer: str, theirs: Iterator[int]) -> Iterator[Line]:
    yield Line("  turns in a game", subject, *_mean(ours))
    yield Line(f"  {PEER}", peer, *_mean(theirs))


def _mean(lengths: Iterator[int]) -> tuple[float, str]:
    found: list[int] = []
    for length in lengths:
        found.append(length)
        if sum(found) > MEASURED_DECISIONS:
            break
    return mean(found), ""


def preparing(setting: Setting, seconds: float) -> Iterator[Line]:
    """What it costs to come to the first decision of a game in machine code, and the memory that it takes."""
    agreed = setting.terms
    arguments = [setting.path, json.dumps([agreed.variants, agreed.players, dict(agreed.options)])]
    with tempfile.TemporaryDirectory() as before, tempfile.TemporaryDirectory() as place:
        _first(arguments, Path(before))  # so that no module is new
        ever, _ = _first(arguments, Path(place))
        for known in [file for file in Path(place).rglob("*") if file.is_file() and file.suffix != ".tables"]:
            known.unlink()
        cold, _ = _first(arguments, Path(place))
        again = [_first(arguments, Path(place)) for _ in range(3)]
    yield Line("  first start ever", str(setting), ever, "s", remark="makes the tables of the grammar, too")
    yield Line("  cold compile", str(setting), cold, "s", seconds, remark="of a rulebook that was never seen")
    yield Line("  cached start", str(setting), min(taken for taken, _ in again), "s", START_SECONDS)
    yield Line("  memory", str(setting), again[0][1], "MB")
    state = Ours(setting).rules.machine.initial(1)
    yield Line("  clone", f"{setting}, {len(state)} words", microseconds(lambda: state[:]), "µs", CLONE_MICROSECONDS)


def _first(arguments: list[Any], cache: Path) -> tuple[float, float]:
    taken, memory = run(FIRST, *arguments, cache=cache).split()
    return float(taken), float(memory)


def modern() -> Iterator[Line]:
    """Random games of a game that no peer has."""
    ours = Ours(MODERN)
    pace = Pace(ours.play)
    pace.prepare()
    for _ in range(ROTATIONS):
        pace.measure()
    yield Line("playouts", str(MODERN), median(pace.rates), "/s", MODERN_A_SECOND, least=True, remark=ours.how)
    yield from preparing(MODERN, MODERN_COMPILE_SECONDS)


def racing(names: list[str]) -> Iterator[Line]:
    """All that is measured beside the peer, of the rulebooks with these names; of all, if none is given."""
    for contest in contests():
        if not names or contest.setting.path.stem in names:
            if find_spec("pyspiel"):
                yield from rivalling(contest)
            yield from preparing(contest.setting, COMPILE_SECONDS)
    if not names or MODERN.path.stem in names:
        yield from modern()
