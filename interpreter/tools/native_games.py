"""Many games of players who take any option, played by machine code; what it leaves to Python is done here.

Each game is the one that `interpreter.tools.simulate` plays from the same seed.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from dsl.ir.layout import RANDOM_AT, WHO_AT
from dsl.ir.nodes import OVER
from interpreter.backends.llvm import playing
from interpreter.backends.llvm import protocol as at
from interpreter.backends.llvm.machine import NativeMachine
from interpreter.bots.random_player import any_answer
from interpreter.library.chance import Luck, draw, first_seed, seed_of
from interpreter.library.grouping import MOST_GROUPED, ROOM_TO_MEET
from interpreter.library.tallying import counted
from interpreter.play.rules import Rules
from interpreter.play.simultaneous import is_secret
from interpreter.state.machine import Fault
from interpreter.tools.outcomes import ANSWERS, GameEnd

AT_ONCE = 0.2  # seconds of machine code, about
MOST_COUNTED = 1 << 13  # decisions with more options are counted in Python


class Stopped(Exception):
    """Nobody wants to know how the games end."""


@dataclass
class Played:
    """How many games ended how, how many decisions of players had how many options, and the rules that play came to,
    if the machine notes them."""

    games: Counter[GameEnd]
    options: Counter[int]
    reached: set[int]


def played(
    rules: Rules,
    seed: int,
    numbers: range,
    longest: int,
    counts: int = 0,
    stopped: Callable[[], bool] = lambda: False,
) -> Played:
    """Plays the games with these numbers, each from its `seed_of`, with `longest` decisions of players at most, and
    `ANSWERS` times as many answers; in those with numbers below `counts` the options are counted. The machine of the
    rules is a `NativeMachine`.

    It lets other threads run, but for what it leaves to Python; from time to time it asks whether it is `stopped`, and
    raises `Stopped`.
    """
    machine = rules.machine
    assert isinstance(machine, NativeMachine)
    return _Games(rules, machine, seed, numbers, longest, counts).played(stopped)


class _Games:
    """The memory that machine code plays in. `control` are the words that say what it is to do, and how far it is."""

    def __init__(
        self, rules: Rules, machine: NativeMachine, seed: int, numbers: range, longest: int, counts: int = 0
    ) -> None:
        self._rules, self._machine, self._seed, self._stop = rules, machine, seed, numbers.stop
        self._width = playing.ROW_ENDING + len(machine.native.watched)
        self._row = _words(self._width)
        self._ends = _words((1 + self._width) * playing.ENDS_ROOM)
        self._counts = _words(MOST_COUNTED)
        self._games: Counter[GameEnd] = Counter()
        self._options: Counter[int] = Counter()
        self._first, self._state, self._before = (machine.blank() for _ in range(3))
        self._groups = _words(2 * MOST_GROUPED + ROOM_TO_MEET)
        self._stamps = _words(machine.native.stamps)
        self._set = _words(machine.native.sets)
        self._looked = _words(2 * machine.native.pieces)
        self.control = _words(at.CONTROL_WORDS)
        given = {
            at.ROW: self._row, at.ENDS: self._ends, at.FIRST_STOP: self._first, at.BEFORE: self._before,
            at.COUNTS: self._counts, at.STAMPS: self._stamps, at.GROUPS: self._groups,
            at.SET: self._set, at.LOOKED: self._looked,
        }  # fmt: skip
        for word, buffer in given.items():
            self.control[word] = buffer.buffer_info()[0]
        numbered = {at.FIRST_SEED: first_seed(seed), at.GAME: numbers.start, at.COUNTED: counts}
        numbered |= {at.MOST_DECISIONS: longest, at.LONGEST: ANSWERS * longest}
        for word, number in (numbered | {at.MOST_COUNTED: MOST_COUNTED}).items():
            self.control[word] = number

    def played(self, stopped: Callable[[], bool]) -> Played:
        reached = self._machine.context.reached
        reached[:] = array("b", bytes(len(reached)))
        try:
            self._to_first_stop()
        except Fault as fault:  # in which all games end
            self._games[_failed(0, fault)] += self._stop - self.control[at.GAME]
            return self._told()
        many = 1
        while (done := self.control[at.GAME]) < self._stop:
            if stopped():
                raise Stopped
            self.control[at.GAMES] = min(done + many, self._stop)
            start = perf_counter()
            self._play()
            many = 2 * many if perf_counter() - start < AT_ONCE / 2 else max(1, many // 2)
        return self._told()

    def _to_first_stop(self) -> None:
        """Raises Fault."""
        state = self._machine.initial(0)
        self._machine.run(state)
        self._first[:] = array("q", state)

    def _play(self) -> None:
        """Plays as many games as are wanted. Machine code hears nothing while it runs, Ctrl-C neither."""
        while (reason := self._machine.play(self._state, self.control)) != at.ALL_PLAYED:
            try:
                self._go_on(reason)
            except Fault as fault:
                self._fault(fault)

    def _told(self) -> Played:
        self._empty()
        options = Counter({number: count for number, count in enumerate(self._counts) if count})
        marked = {rule for rule, come_to in enumerate(self._machine.context.reached) if come_to}
        return Played(self._games, options + self._options, marked)

    def _empty(self) -> None:
        """Takes over what has been counted."""
        for row, times in counted(self._ends, self._width):
            self._games[self._ended(row)] += times
        self._ends[:] = _words(len(self._ends))
        self.control[at.DIFFERENT] = 0

    def _ended(self, row: Sequence[int]) -> GameEnd:
        scores = playing.ROW_WINS + len(self._rules.program.players)
        number, rule = row[playing.ROW_FAULT], row[playing.ROW_RULE]
        fault = (self._machine.native.faults[number - 1], rule) if number else None
        wins, scored = tuple(row[playing.ROW_WINS : scores]), tuple(row[scores:])
        over = fault is None and row[playing.ROW_STATUS] == OVER
        return GameEnd(row[playing.ROW_DECISIONS], fault, over, row[playing.ROW_ENDING], wins, scored)

    # ------------------------------------------------------------------------------------------- what is left to Python

    def _go_on(self, reason: int) -> None:
        """Raises Fault."""
        if reason == at.EMPTY:
            self._empty()
        elif reason == at.ANSWER:
            self._answer()
        elif self.control[at.KEEPS]:
            self._machine.resume(self._state, self.control[at.PICKED])
        else:
            self._again()

    def _again(self) -> None:
        """Plays the game once more up to the answer that was given up, when the state before it was not kept."""
        self.control[at.KEEPS] = 1
        seed = seed_of(self._seed, self.control[at.GAME])
        self._state[:] = self._first
        self._state[RANDOM_AT] = seed
        luck = Luck(seed)
        for _ in range(self.control[at.LONGEST] - self.control[at.LEFT]):
            codes, _ = any_answer(self._rules, self._state, luck, counts=False)
            self._give(codes)
        self.control[at.QUEUED] = 0

    def _give(self, codes: Sequence[int]) -> None:
        """Gives an answer, and before each code whose it is, where one of several has been asked already."""
        program, machine, state = self._rules.program, self._machine, self._state
        who, alone = state[WHO_AT], not is_secret(program, state)
        for number, code in enumerate(codes):
            if number and alone and is_secret(program, state):
                machine.resume(state, who)
            machine.resume(state, code)

    def _answer(self) -> None:
        if self.control[at.QUEUED]:
            self._go_on_answering()
            return
        luck = Luck.at(self.control[at.LUCK_WORD])
        mine = self._state[WHO_AT] != len(self._rules.program.players)
        counts = self.control[at.GAME] < self.control[at.COUNTED]
        codes, options = any_answer(self._rules, self._state, luck, counts)
        self.control[at.LUCK_WORD] = luck.word
        self.control[at.LEFT] -= 1
        if mine:
            self._options.update([options] if counts else ())
            self.control[at.DECISIONS] += 1
        self._give(codes)

    def _go_on_answering(self) -> None:
        """Of an answer that has begun: says once more whose it is, or has chance draw the next element."""
        state, codes = self._state, self._machine.options(self._state)
        if is_secret(self._rules.program, state):
            self._machine.resume(state, codes[0])
        else:
            self.control[at.QUEUED] -= 1
            self._machine.resume(state, codes[draw(state, len(codes))])

    def _fault(self, fault: Fault) -> None:
        """The game is over."""
        self._games[_failed(self.control[at.DECISIONS], fault)] += 1
        self.control[at.GAME] += 1
        self.control[at.BEGUN] = 0


def _failed(decisions: int, fault: Fault) -> GameEnd:
    return GameEnd(decisions, (fault.code, fault.rule), False, -1, (), ())


def _words(count: int) -> array[int]:
    return array("q", bytes(8 * count))
