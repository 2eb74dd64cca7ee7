"""The states of a batch in one array, stepped by machine code; what it leaves alone is played as a match.

It needs the extra [native].
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np

from dsl.ir.layout import SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import Decision
from interpreter.adapters.batch_matches import Matches, Unlogged
from interpreter.adapters.batch_numbers import Numbered, Numberer, is_plain
from interpreter.adapters.batch_rows import Numbers, Rows, can_do
from interpreter.backends.llvm.machine import NativeMachine
from interpreter.backends.llvm.stepper import Stepper
from interpreter.library import stepping as at
from interpreter.play.action_numbers import Numbering
from interpreter.play.game import Game
from interpreter.play.observation import Observation
from interpreter.play.payoffs import payoffs
from interpreter.play.position import Position
from interpreter.state.machine import Fault

ROOM = 64  # options of a state for which there is room at first


class States:
    """The memory that machine code steps states in. `answers` are what is to be done with each, `ends` how it ended,
    and `codes` has the codes of the options of all that are asked, one after another, `counts` how many each has."""

    def __init__(self, game: Game, n: int, plain: Sequence[bool]) -> None:
        assert isinstance(game.machine, NativeMachine)
        self.machine = game.machine
        decisions = zip(game.program.decisions, plain, strict=True)
        self._stepper = Stepper(self.machine, (decision.options if here else "" for decision, here in decisions))
        self.states = zeros(n, self.machine.size)
        self.answers, self.seeds, self.counts, self.ends = zeros(n), zeros(n), zeros(n), zeros(n)
        self._stepper.control[at.STATES] = n
        given = {
            at.FIRST: self.states, at.ANSWERS: self.answers, at.NUMBERS: self.seeds, at.COUNTS: self.counts,
            at.ENDS: self.ends,
        }  # fmt: skip
        for word, numbers in given.items():
            self._stepper.control[word] = numbers.ctypes.data
        self._make_room(ROOM * n)

    def _make_room(self, codes: int) -> None:
        self.codes = zeros(codes)
        self._stepper.control[at.CODES], self._stepper.control[at.ROOM] = self.codes.ctypes.data, codes

    def run(self) -> tuple[Numbers, Numbers]:
        """Does what stands in `answers`; of all that are asked then the codes of their options, and whose they are."""
        while True:
            found = self._stepper.run()
            again = np.flatnonzero(self.ends == at.AGAIN).tolist()
            for number in again:
                self._again(number)
            if (self.ends == at.CROWDED).any():
                self._make_room(2 * len(self.codes))
            elif not again:
                break
            self.answers[np.isin(self.ends, (at.ENDED, at.FAULTY, at.LEFT))] = at.REST
        self.answers[:] = at.REST
        return np.repeat(np.arange(len(self.counts)), self.counts), self.codes[:found].copy()

    def _again(self, number: int) -> None:
        """What compiled code gave up, done by Python; then it goes on."""
        answer, state = int(self.answers[number]), self.state(number)
        self.answers[number], self.ends[number] = at.ASK, at.ASKED
        try:
            if answer == at.BEGIN:
                state = array("q", self.machine.initial(int(self.seeds[number])))
                self.machine.run(state)
            else:
                self.machine.resume(state, answer)
        except Fault:
            self.ends[number] = at.FAULTY
        self.put(number, state)

    def state(self, number: int) -> array[int]:
        """A copy of a state."""
        return array("q", self.states[number].tobytes())

    def put(self, number: int, state: Sequence[int]) -> None:
        """Has another state in the place of one."""
        self.states[number] = state
        if state[STATUS_AT] == OVER:
            self.ends[number] = at.ENDED


class NativeSide:
    """As `PythonSide`, with the states in one array. `_offers` are what can be answered since the last answers."""

    def __init__(self, game: Game, n: int, numbering: Numbering, rows: Observation) -> None:
        self._game, self._n, self._actions, self._size = game, n, numbering.size, rows.size
        self._matches = Matches(numbering, rows)
        decisions, able = game.program.decisions, can_do(game.box)
        self._plain = [(able and is_plain(one)) or is_drawn(one) for one in decisions]
        self._rows = Rows(rows) if able else None
        self._numberer = Numberer(numbering, self._rows) if self._rows else None
        self._states = States(game, n, self._plain)
        self._offers: list[tuple[Numbers, Numbers]] = []
        self._numbered = Numbered(self._actions, zeros(0), zeros(0), zeros(n) > 0)

    def begin(self, numbers: Numbers, seeds: Numbers) -> None:
        for number in numbers.tolist():
            self._matches.drop(number)
        anew: Numbers = np.zeros(self._n, bool)
        anew[numbers] = True
        self._offers = [(owners[~anew[owners]], codes[~anew[owners]]) for owners, codes in self._offers]
        self._states.answers[numbers], self._states.seeds[numbers] = at.BEGIN, seeds
        self._go_on()

    def give(self, actions: Numbers) -> Numbers:
        self._offers, states = [], self._states
        legal: Numbers = np.zeros(self._n, bool)
        numbers = np.flatnonzero(self._fast())
        for number in [*self._matches.matches]:
            legal[number] = self._matches.give(number, int(actions[number]))
            if legal[number]:
                self._settle(number)
        codes, legal[numbers] = self._numbered.find(numbers, actions[numbers])
        states.answers[numbers] = np.where(legal[numbers], codes, at.ASK)
        self._go_on()
        return legal

    def _fast(self) -> Numbers:
        """Which states are not matches now."""
        fast: Numbers = np.ones(self._n, bool)
        fast[[*self._matches.matches]] = False
        return fast

    def _go_on(self) -> None:
        """Has all states come to where a player is asked, or to their end."""
        states, waits = self._states, True
        while waits:
            self._offers.append(states.run())
            left = np.flatnonzero(self._fast() & (states.ends == at.LEFT))
            for number in left.tolist():
                self._leave(number)
                self._settle(number)
            waits = bool((states.answers != at.REST).any())

    def _leave(self, number: int) -> None:
        """Has a state played as a match from here on."""
        position = Position(self._game, self._states.state(number))
        self._states.ends[number] = at.LEFT
        self._matches.put(number, Unlogged(self._game, 0, position=position))

    def _settle(self, number: int) -> None:
        """Takes a match back as a state, if it is at its end or where machine code goes on."""
        position, states = self._matches.matches[number].position, self._states
        if not position.over and (position.partial or not self._plain[position.state[SITE_AT]]):
            return
        states.put(number, position.state)
        states.answers[number] = at.REST if position.over else at.ASK
        if position.fault:
            states.ends[number] = at.FAULTY
        self._matches.drop(number)

    def over(self) -> Numbers:
        return np.isin(self._states.ends, (at.ENDED, at.FAULTY))

    def in_python(self) -> int:
        return len(self._matches.matches)

    def worth(self, number: int) -> list[float]:
        if self._states.ends[number] == at.FAULTY:
            return [0.0] * len(self._game.program.players)
        return payoffs(self._game.box, self._states.state(number))

    def seen(self) -> tuple[Numbers, Numbers, Numbers]:
        mask: Numbers = np.zeros((self._n, self._actions), bool)
        players = self._states.states[:, WHO_AT].copy()
        if self._rows and self._numberer:
            self._number(self._numberer, self._rows.carried(self._states.states))
        mask.reshape(-1)[self._numbered.keys] = True
        fast = self._fast()
        if self._rows and fast.all():
            return self._rows.rows(self._states.states), mask, players
        rows: Numbers = np.zeros((self._n, self._size), np.int32)
        if self._rows and fast.any():
            rows[fast] = self._rows.rows(self._states.states[fast])
        for number in self._matches.matches:
            players[number] = self._matches.tell(number, rows[number], mask[number])
        return rows, mask, players

    def _number(self, numberer: Numberer, left: Numbers) -> None:
        """Numbers what was offered; what is to be left, and what turns out to be, is played as matches."""
        owners, codes = (np.concatenate(parts) for parts in zip(*self._offers, strict=True))
        kept = ~left[owners]
        self._numbered = numberer.numbered(self._states.states, owners[kept], codes[kept])
        for number in np.flatnonzero((left & self._fast()) | self._numbered.left).tolist():
            self._leave(number)


def is_drawn(decision: Decision) -> bool:
    """Whether chance takes one of its answers, and that is all."""
    return decision.sort in ("roll", "draw") and decision.several is None


def zeros(*shape: int) -> Numbers:
    """An array of words."""
    return np.zeros(shape, np.int64)
