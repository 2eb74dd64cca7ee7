"""The play of an example: what is asked, and what is answered where no line says it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from random import Random
from typing import Self

from dsl.ir.layout import ARGUMENTS_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import FRAME, OVER
from dsl.ir.program import ACTIVE, EFFECT, SET_UP, Decision, Program
from interpreter.play.example_failures import Failed, Stand
from interpreter.play.simultaneous import asked, is_secret
from interpreter.state.machine import Machine, State

MOST_PASSES = 10_000  # answers that are passed by before one `when`


class Play:
    """What chance chooses, and no line says, is the first that can be, or the last; dice of the setup, which can be
    rolled until something is so, show one number after the other, but always the same."""

    def __init__(self, program: Program, machine: Machine, last: bool = False) -> None:
        self.program, self.machine = program, machine
        self.stand = Stand(program, machine)
        self.state: State = machine.initial(0)
        self._by_lot = -1 if last else 0
        self._dice = Random(self._by_lot)  # those of the setup that no line says
        self.answered: list[int] = []  # who gave the answers, also those that no line says
        self.turns: list[int] = []  # whose turn it was at each of them; where it was nobody's, who gave it
        self._before_asking: State | None = None  # where several are asked in secret, the state before one of them was

    @property
    def is_over(self) -> bool:
        return self.state[STATUS_AT] == OVER

    @property
    def decision(self) -> Decision:
        return self.program.decisions[self.state[SITE_AT]]

    @property
    def codes(self) -> list[int]:
        return self.machine.options(self.state)

    @property
    def candidates(self) -> list[int]:
        """The codes of what can be answered now; where the answer is a set, of what can be in it."""
        return [code for code in self.machine.within(self.state) if code] if self.asks_for_a_set else self.codes

    @property
    def asks_for_a_set(self) -> bool:
        several = self.decision.several
        return several is not None and self.state[WHO_AT] < len(self.program.players)

    @property
    def passing(self) -> int | None:
        """The code with which whoever is asked passes, if that is legal."""
        codes = self.codes
        return next((a.base for a in self.decision.alternatives if a.passes and a.base in codes), None)

    @property
    def roller(self) -> int:
        """Who rolls the dice that are to be rolled."""
        return self.state[ARGUMENTS_AT + 1]

    @property
    def is_acting(self) -> bool:
        """Whether an action has begun and is not over."""
        acts = (array for name, array in self.machine.arrays.items() if name.startswith(FRAME + EFFECT))
        return any(self.state[array.offset] for array in acts)

    @property
    def by_chance(self) -> bool:
        """Whether chance chooses here; once the play has begun, it rolls dice only as a line says."""
        return self.state[WHO_AT] == len(self.program.players) and self.decision.sort != "roll"

    @property
    def needs_no_line(self) -> bool:
        """Whether chance goes on here without a line that says how."""
        return self.by_chance or (self.decision.sort == "roll" and self.in_setup)

    @property
    def in_setup(self) -> bool:
        """Whether the setup waits for an answer: what is given was not made true yet."""
        frame = self.machine.arrays.get(FRAME + SET_UP)
        return frame is not None and self.state[frame.offset] != 0

    @property
    def waits(self) -> bool:
        """Whether something has begun and waits for a choice."""
        return bool(self.stand.unanswered(self.state))

    # ---------------------------------------------------------------------------------------------- what is answered

    def resume(self, code: int) -> None:
        """Goes on with an answer, to the next decision of a single player."""
        self.machine.resume(self.state, code)
        self._before_asking = None

    def ask(self, who: int) -> None:
        """Where several are asked in secret, asks this player, or the first of them."""
        self.look_from_outside()
        if is_secret(self.program, self.state):
            seats = asked(self.program, self.machine, self.state)
            before = self.state[:]
            self.resume(who if who in seats else seats[0])
            self._before_asking = before

    def look_from_outside(self) -> None:
        """Where several are asked in secret, nobody is asked alone."""
        if self._before_asking is not None:
            self.state[:] = self._before_asking
            self._before_asking = None

    def note_answer(self) -> None:
        """Notes who gives an answer, and in whose turn."""
        who, turn = self.state[WHO_AT], self.machine.arrays.get(ACTIVE)
        self.answered.append(who)
        active = self.state[turn.offset] if turn is not None else -1
        self.turns.append(who if active < 0 else active)

    def enter(self, codes: list[int]) -> None:
        """Enters the elements of a set in the order of their numbers, and that they are all."""
        site, who, entered = self.state[SITE_AT], self.state[WHO_AT], 0
        for code in codes:
            if code not in self.codes:
                raise Failed("this is not allowed here")
            self.resume(code)
            self.ask(who)
            entered |= 1 << code - 1
        if self.state[SITE_AT] == site and self.machine.chosen(self.state) == entered:
            if self.passing is None:
                raise Failed("more must be chosen")
            self.resume(self.passing)

    # ----------------------------------------------------------------------------------- what goes on without a line

    def settle(self) -> None:
        """Comes to where it can be asked what holds."""
        self.look_from_outside()
        self.set_up()
        self.draw_open()

    def set_up(self) -> None:
        """In the setup chance chooses and rolls, and players choose, what no line says."""
        for _ in range(MOST_PASSES):
            if not self.in_setup or self.is_over:
                return
            self.ask(-1)
            self.resume(self.by_itself())

    def draw_open(self) -> None:
        """What chance draws from a pile, and no line says, is the piece with the lowest number."""
        while self.decision.sort == "draw":
            self.resume(self.by_itself())

    def draw_all(self) -> None:
        """Chance chooses what no line says."""
        while self.state[SITE_AT] and self.by_chance:
            self.resume(self.by_itself())

    def by_itself(self) -> int:
        """What comes by chance where no line says it."""
        codes = self.codes
        return self._dice.choice(codes) if self.decision.sort == "roll" else codes[self._by_lot]

    # --------------------------------------------------------------------------------------------------------- aside

    def after(self, code: int) -> Self:
        """Another runner that goes on from here with an answer, with which this one does nothing. Raises Fault."""
        other = self.aside()
        other.resume(code)
        return other

    def after_set(self, codes: Sequence[int]) -> Self:
        """The same with all things of an answer that is a set. Raises Failed, too."""
        other = self.aside()
        other.enter(sorted(codes))
        return other

    def aside(self) -> Self:
        """Another runner that stands where this one stands."""
        other = copy(self)
        other.state, other._dice = self.state[:], deepcopy(self._dice)
        other.answered, other.turns = [*self.answered], [*self.turns]
        return other
