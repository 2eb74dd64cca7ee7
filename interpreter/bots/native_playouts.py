"""Games that machine code plays from a state to their end: those that `interpreter.bots.playouts.at_random` plays."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from dsl.ir.layout import RANDOM_AT, SITE_AT, STATUS_AT
from dsl.ir.nodes import OVER
from interpreter.backends.llvm.machine import NativeMachine
from interpreter.backends.llvm.stepper import Stepper
from interpreter.library import stepping as at
from interpreter.library.drawing import any_legal
from interpreter.play.payoffs import payoffs
from interpreter.play.rules import Rules
from interpreter.state.machine import Fault, State

ROOM = 256  # options of a decision for which there is room at first


class NativePlayout:
    """The memory that machine code plays in, of so many answers at most. For one thread at a time.

    The machine of the rules is a `NativeMachine`.
    """

    def __init__(self, rules: Rules, longest: int) -> None:
        assert isinstance(rules.machine, NativeMachine)
        self._longest = longest
        self._machine = rules.machine
        self._stepper = Stepper(rules.machine, (decision.options for decision in rules.program.decisions))
        self._kept = {word: array("q", [0]) for word in (at.ANSWERS, at.NUMBERS, at.COUNTS, at.ENDS)}
        self._answer, self._left, _, self._end = self._kept.values()
        self._stepper.control[at.STATES] = 1
        for word, kept in self._kept.items():
            self._stepper.control[word] = kept.buffer_info()[0]
        self._make_room(ROOM)

    def _make_room(self, codes: int) -> None:
        self._codes = array("q", bytes(8 * codes))
        self._stepper.control[at.CODES], self._stepper.control[at.ROOM] = self._codes.buffer_info()

    def __call__(self, rules: Rules, state: State) -> Sequence[float]:
        """`state` is an array of words."""
        assert isinstance(state, array)
        self._left[0] = self._longest
        self._stepper.control[at.FIRST] = state.buffer_info()[0]
        try:
            while state[STATUS_AT] != OVER and not self._is_played(state):
                pass
        except Fault:
            return [0.0] * len(rules.program.players)
        return payoffs(rules.box, state)

    def _is_played(self, state: State) -> bool:
        """Plays on as far as machine code can, and then one answer in Python if it was for that. Raises Fault."""
        self._answer[0] = at.PLAY
        self._stepper.run()
        match self._end[0]:
            case at.CROWDED:
                self._make_room(2 * len(self._codes))
            case at.AGAIN:
                self._machine.resume(state, self._answer[0])
            case at.LEFT if self._left[0] > 0:
                self._left[0] -= 1
                decision = self._machine.decisions[state[SITE_AT]]
                self._machine.resume(state, any_legal(self._machine, state, decision, state, RANDOM_AT))
            case at.FAULTY:
                raise Fault("")
            case _:  # played to its end
                return True
        return False
