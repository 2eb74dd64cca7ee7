"""A game that is tried before anybody plays it: its setup, and all positions to which it can come, if these are few."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from dsl.ir.layout import STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import Program
from dsl.ir.visit import call_graph
from dsl.text.diagnostics import Diagnostic, Note
from interpreter.backends.pipeline import played
from interpreter.backends.python.lazy import Late, TooManySteps
from interpreter.play.in_vain import SOMEBODY, offered_in_vain
from interpreter.play.simultaneous import is_secret
from interpreter.state.decoding import Box
from interpreter.state.machine import Fault, Machine, State
from interpreter.state.whereabouts import lying
from interpreter.suspend.suspension import suspend

MOST_STEPS = 20_000_000  # calls and turns of loops, in all positions together: some seconds
MOST_DRAWN = 1000  # times that chance draws something, one after the other
MOST = 200  # positions; of a game that has more nothing is told but a fault in one of these


def tried(program: Program) -> list[Diagnostic]:
    """What shows in the first positions of a game, whatever is answered or drawn in them."""
    trial = Trial(program)
    try:
        trial.run()
    except Fault as fault:
        return [trial.broken_off(fault)]
    return [*trial.told()]


class Trial:
    """`open`: there are more positions than were gone through, or they take too long. `ends`: in one of them the game
    is over. `asked`: in one of them a player decides."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.machine = self._machine(played(program.code, program.decisions))
        self.open = self.ends = self.asked = False

    def _machine(self, graph: dict[str, tuple[str, ...]]) -> Machine:
        """One of some functions, without short cuts, which would take longer to find than these few steps."""
        functions = {name: function for name, function in self.program.code.functions.items() if name in graph}
        late = Late(suspend(replace(self.program.code, functions=functions), graph, late=True), MOST_STEPS)
        return Machine(late, len(self.program.players), self.program.decisions)

    def run(self) -> None:
        """Goes through the positions, the nearest first. Raises Fault where a rule cannot be carried out."""
        try:
            self._set_up()
            self._go_through()
        except TooManySteps:
            self.open = True

    def _set_up(self) -> None:
        """Once to the end of the setup, or to a player's decision in it: of what chance draws of a pile there are more
        ways than can be gone through."""
        state = self.machine.initial(0)
        self.machine.run(state)
        for _ in range(MOST_DRAWN):
            if state[STATUS_AT] == OVER or state[WHO_AT] != len(self.program.players):
                return
            self.machine.resume(state, self.machine.options(state)[0])

    def broken_off(self, fault: Fault) -> Diagnostic:
        """What could not be carried out, and where the pieces are of which the sentence speaks."""
        message = self.program.code.faults[fault.code]
        if fault.rule < 0:
            return Diagnostic("E0507", message)
        rule = self.program.rules[fault.rule]
        there = map(Note, lying(Box(self.program, self.machine), list(fault.state), rule.about))
        whole = self._machine(call_graph(self.program.code))  # what is lacking is worked out by what is not played
        notes = (*there, *offered_in_vain(self.program, whole, fault.rule, self._as_in(whole, fault.state)))
        hints = (SOMEBODY,) if fault.code == "F10" else ()
        return Diagnostic("E0507", message, rule.span, hints=hints, notes=notes)

    def _as_in(self, other: Machine, state: Sequence[int]) -> State:
        """The position of a state, as another machine of the program lays it out."""
        found = other.initial(0)
        for name, there in other.arrays.items():
            here = self.machine.arrays.get(name)
            if state and here and there.section == "position":
                found[there.offset : there.offset + there.count] = state[here.offset : here.offset + here.count]
        return other.unpack(found[: other.core]) if state else []

    def _go_through(self) -> None:
        first = self.machine.initial(0)
        self.machine.run(first)
        found, waiting = {self._key(first)}, deque([first])
        while waiting and not self.open:
            for state in self._after(waiting.popleft()):
                if (key := self._key(state)) not in found:
                    found.add(key)
                    waiting.append(state)
                if len(found) > MOST:
                    self.open = True
                    break

    def _key(self, state: State) -> bytes:
        return self.machine.pack(state).tobytes()

    def _after(self, state: State) -> Iterator[State]:
        """The positions to which the answers to the open decision lead."""
        if state[STATUS_AT] == OVER:
            self.ends = True
        elif is_secret(self.program, state):  # each player has a position of their own then
            self.open = True
        else:
            self.asked = self.asked or state[WHO_AT] != len(self.program.players)
            for code in self.machine.options(state):
                following = state[:]
                self.machine.resume(following, code)
                yield following

    def told(self) -> Iterator[Diagnostic]:
        """What is to be told of a game of which all positions were gone through."""
        play = next((rule.span for rule in self.program.rules if rule.name == "Play"), None)
        if not self.open and not self.ends:
            yield Diagnostic("W0104", "The game never ends: whatever is done, the same few positions come again.", play)
        elif not self.open and not self.asked:
            yield Diagnostic("W0105", "Nobody is ever asked anything: the game plays itself.", play)
