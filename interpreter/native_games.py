"""Many games of players who take any option, played by machine code; what it leaves to Python is done here.

Each game is the one that `interpreter.simulate` plays from the same seed.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from dsl.layout import WHO_AT
from interpreter.chance import Luck, signed
from interpreter.ended import GameEnd
from interpreter.machine import Fault
from interpreter.native import playing as at
from interpreter.native.machine import NativeMachine
from interpreter.random_player import any_answer
from interpreter.rules import Rules

AT_ONCE = 0.2  # seconds of machine code, about
MOST_COUNTED = 1 << 11  # decisions with more options are counted in Python


class Stopped(Exception):
    """Nobody wants to know how the games end."""


@dataclass
class Played:
    """How games ended, how many decisions of players had how many options, and the rules that play came to, if the
    machine notes them."""

    games: list[GameEnd]
    options: Counter[int]
    reached: set[int]


def played(rules: Rules, seeds: Sequence[int], longest: int, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Plays a game from each seed, of so many answers at most. The machine of the rules is a `NativeMachine`.

    It lets other threads run, but for what it leaves to Python; from time to time it asks whether it is `stopped`, and
    raises `Stopped`.
    """
    machine = rules.machine
    assert isinstance(machine, NativeMachine)
    return _Games(rules, machine, seeds, longest).played(stopped)


class _Games:
    """The memory that machine code plays in. `control` are the words that say what it is to do, and how far it is."""

    def __init__(self, rules: Rules, machine: NativeMachine, seeds: Sequence[int], longest: int) -> None:
        self._rules, self._machine = rules, machine
        self._width = at.ROW_ENDING + len(machine.native.watched)
        self._seeds = array("q", map(signed, seeds))
        self._rows = array("q", bytes(8 * self._width * len(seeds)))
        self._counts = array("q", bytes(8 * MOST_COUNTED))
        self._options: Counter[int] = Counter()
        self._blank, self._state, self._before = (machine.blank() for _ in range(3))
        self._groups = array("q", bytes(16 * at.MOST_GROUPED))
        self._stamps = array("q", bytes(8 * machine.native.stamps))
        self.control = array("q", bytes(8 * at.CONTROL_WORDS))
        given = {
            at.SEEDS: self._seeds, at.ROWS: self._rows, at.BLANK: self._blank, at.BEFORE: self._before,
            at.COUNTS: self._counts, at.STAMPS: self._stamps, at.GROUPS: self._groups,
        }  # fmt: skip
        for word, buffer in given.items():
            self.control[word] = buffer.buffer_info()[0]
        counts = {at.GAMES: 0, at.MOST_COUNTED: MOST_COUNTED, at.MOST_STAMPS: len(self._stamps)}
        for word, count in (counts | {at.LONGEST: longest}).items():
            self.control[word] = count

    def played(self, stopped: Callable[[], bool]) -> Played:
        reached = self._machine.context.reached
        reached[:] = array("b", bytes(len(reached)))
        many = 1
        while (done := self.control[at.GAME]) < len(self._seeds):
            if stopped():
                raise Stopped
            self.control[at.GAMES] = min(done + many, len(self._seeds))
            start = perf_counter()
            self._play()
            many = 2 * many if perf_counter() - start < AT_ONCE / 2 else max(1, many // 2)
        return self._told()

    def _play(self) -> None:
        """Plays as many games as are wanted. Machine code hears nothing while it runs, Ctrl-C neither."""
        while (reason := self._machine.play(self._state, self.control)) != at.ALL_PLAYED:
            try:
                self._go_on(reason)
            except Fault as fault:
                self._fault(fault)

    def _told(self) -> Played:
        rows = zip(*(self._rows[word :: self._width] for word in range(self._width)), strict=True)
        options = {number: count for number, count in enumerate(self._counts) if count}
        marked = {rule for rule, come_to in enumerate(self._machine.context.reached) if come_to}
        return Played([*map(self._ended, rows)], Counter(options) + self._options, marked)

    def _ended(self, row: tuple[int, ...]) -> GameEnd:
        scores = at.ROW_WINS + len(self._rules.program.players)
        number, rule = row[at.ROW_FAULT], row[at.ROW_RULE]
        fault = (self._machine.native.faults[number - 1], rule) if number else None
        return GameEnd(row[at.ROW_DECISIONS], fault, row[at.ROW_ENDING], row[at.ROW_WINS : scores], row[scores:])

    # ------------------------------------------------------------------------------------------- what is left to Python

    def _go_on(self, reason: int) -> None:
        """Raises Fault."""
        if reason == at.BEGIN:
            self._begin()
        elif reason == at.GIVE:
            self._machine.resume(self._state, self.control[at.PICKED])
        else:
            self._answer()

    def _begin(self) -> None:
        seed = self._seeds[self.control[at.GAME]]
        self._state[:] = array("q", self._machine.initial(seed))
        self.control[at.BEGUN], self.control[at.DECISIONS] = 1, 0
        self.control[at.LUCK_WORD] = signed(Luck(seed).word)
        self.control[at.LEFT] = self.control[at.LONGEST]
        self._machine.run(self._state)

    def _answer(self) -> None:
        luck = Luck.at(self.control[at.LUCK_WORD])
        mine = self._state[WHO_AT] != len(self._rules.program.players)
        codes, options = any_answer(self._rules, self._state, luck)
        self.control[at.LUCK_WORD] = signed(luck.word)
        self.control[at.LEFT] -= 1
        if mine:
            self._options[options] += 1
            self.control[at.DECISIONS] += 1
        for code in codes:
            self._machine.resume(self._state, code)

    def _fault(self, fault: Fault) -> None:
        """The game is over."""
        start = self.control[at.GAME] * self._width
        self._rows[start + at.ROW_DECISIONS] = self.control[at.DECISIONS]
        self._rows[start + at.ROW_FAULT] = 1 + self._machine.native.faults.index(fault.code)
        self._rows[start + at.ROW_RULE] = fault.rule
        self.control[at.GAME] += 1
        self.control[at.BEGUN] = 0
