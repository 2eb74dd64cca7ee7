"""Runs a program: from decision to decision, on states that are plain lists of numbers.

A state is the whole vector (control, position, derived, see `dsl.ir.layout`); its clone is `state[:]`. The machine
itself never changes, so that one serves any number of states.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import Any, Protocol

from dsl.ir.layout import ANSWER_AT, ARGUMENTS_AT, RANDOM_AT, SITE_AT, STATUS_AT, words
from dsl.ir.nodes import DERIVE, DRAWN, FRAME, MAIN, OVER, SUSPENDED, Array
from dsl.ir.program import Decision, Program
from interpreter.library.memory import WORD, signed
from interpreter.library.randomness import place

State = MutableSequence[int]  # a list, or an array of words
Mark = Callable[[int], object]
Function = Callable[..., Any]  # takes a state and what a function of the rules takes


class Fault(Exception):
    """A guard of the rules did not hold. `code` is one of the program's faults.

    `rule` is the number of the rule that could not be carried out, -1 where none is known. `state`: what was so there,
    where that is known.
    """

    def __init__(self, code: str, rule: int = -1) -> None:
        super().__init__(code, rule)
        self.code = code
        self.rule = rule
        self.state: Sequence[int] = ()

    def told(self, program: Program, shown: bool = False) -> str:
        """What is wrong, and, if that is not `shown` beside it, the sentence that could not be carried out, its clauses
        and its place."""
        sentence = f"{self.code}: {program.code.faults.get(self.code, '')}"
        return f"{sentence} {program.rules[self.rule].told}" if self.rule >= 0 and not shown else sentence


@dataclass(frozen=True)
class Compiled:
    """What a machine runs, and what a cache keeps.

    `arrays` is the layout of the vector, with the frames; `functions` leads from names in the IR to names in `python`.
    """

    python: CodeType
    arrays: Mapping[str, Array]
    functions: Mapping[str, str]
    faults: tuple[str, ...]

    def functions_in(self, space: dict[str, Any]) -> Mapping[str, Function]:
        """All functions, which run in this namespace, by their names in the IR."""
        exec(self.python, space)
        return {name: space[python] for name, python in self.functions.items()}


class Runs(Protocol):
    """What a machine needs of what is `Compiled`."""

    @property
    def arrays(self) -> Mapping[str, Array]: ...

    @property
    def faults(self) -> tuple[str, ...]: ...

    def functions_in(self, space: dict[str, Any], /) -> Mapping[str, Function]: ...


class Machine:
    """`size` is the number of words of a state, `core` that of control and position, which are what is kept of it.

    `testing` says, while a traced rule is reported, in how many hypothetical tests it came up.
    """

    def __init__(
        self, program: Runs, players: int, decisions: Sequence[Decision] = (), *, mark: Mark | None = None
    ) -> None:
        """`decisions` are those of the `Program`, by number. `mark` is called with rules if `program` traces."""
        self.arrays = program.arrays
        self.players = players
        self.size = words(self.arrays.values())
        self.core = words(self.arrays.values(), "control", "position")
        self._control = words(self.arrays.values(), "control")
        self.testing = 0
        self._program, self._mark = program, mark
        self._blank: State = [value for a in self.arrays.values() for value in [a.initial] * a.count]
        self._sites = [(d.options, ARGUMENTS_AT + d.arguments) for d in decisions]
        self._sets = [d.several for d in decisions]
        self.decisions = decisions

    @cached_property
    def in_python(self) -> Mapping[str, Function]:
        """All functions, made when one is wanted: beside machine code hardly ever. There they take its states, too, as
        long as they do not ask for what is derived."""
        names = {"Fault": Fault, "codes": self._program.faults, "mark": self._mark or _unmarked, "test": self._test}
        return self._program.functions_in(names)

    @cached_property
    def _functions(self) -> Mapping[str, Function]:
        return self.in_python

    @cached_property
    def _frames(self) -> list[tuple[int, Function]]:
        """Of each procedure that can suspend the word that says where it waits, and the procedure."""
        found = ((name, array.offset) for name, array in self.arrays.items() if name.startswith(FRAME))
        return [(offset, self._functions[name[len(FRAME) :]]) for name, offset in found]

    def _test(self, change: int) -> None:
        self.testing += change

    # ---------------------------------------------------------------------------------------------------------- states

    def initial(self, seed: int) -> State:
        """The state before the first statement of the game; equal seeds give equal draws."""
        state = self._blank[:]
        state[RANDOM_AT] = signed(seed)
        return self._derived(state)

    def pack(self, state: State) -> array[int]:
        """What must be kept of a state: `core` words of 64 bits."""
        return array("q", state[: self.core])

    def unpack(self, core: Iterable[int]) -> State:
        """The state that was packed."""
        return self._derived([*core, *self._blank[self.core :]])

    def position_words(self, state: State) -> tuple[int, ...]:
        """What the rules speak of: two states with the same words are the same position."""
        return tuple(state[self._control : self.core])

    def _derived(self, state: State) -> State:
        if DERIVE in self._functions:
            self._functions[DERIVE](state)
        return state

    # --------------------------------------------------------------------------------------------------------- running

    def run(self, state: State, entry: str = MAIN) -> None:
        """Runs the procedure `entry` from its start to the first decision or the end. Raises `Fault`, as `resume`."""
        self._go(state, state[:], self._functions[entry])

    def resume(self, state: State, answer: int) -> None:
        """Gives the open decision the answer with this code, and runs to the next decision or the end.

        The code must be one of `options`. Raises `Fault` where a guard fails; the state is then what it was before.
        """
        procedure = next((procedure for at, procedure in self._frames if state[at]), None)
        if procedure is None:
            raise ValueError("no decision is open")
        before = state[:]
        state[ANSWER_AT] = answer
        self._go(state, before, procedure)

    def _go(self, state: State, before: State, procedure: Function) -> None:
        try:
            if procedure(state) != SUSPENDED:
                state[STATUS_AT] = OVER
        except Fault as fault:
            fault.state = state[:]
            state[:] = before
            raise

    def options(self, state: State) -> list[int]:
        """The codes of the legal answers to the open decision, ascending, each once; none if no decision is open."""
        if not state[SITE_AT]:
            return []
        function, _ = self._sites[state[SITE_AT]]
        return sorted(set(self._functions[function](state, *self.arguments(state))))

    def candidates(self, state: State) -> list[int]:
        """The codes of the answers to the open decision, ascending, also of those that fail for what they lead to."""
        function = self.decisions[state[SITE_AT]].drawn_among
        return sorted(set(self._functions[function](state, *self.arguments(state))))

    def draws(self, decision: Decision) -> bool:
        """Whether candidates of a decision are found without a list of all, if not always."""
        return DRAWN + decision.drawn_among in self._functions

    def candidate(self, state: State, decision: Decision, drawn: int) -> int:
        """The one of these to which a draw leads, most often without a list of all."""
        function = self._functions.get(DRAWN + decision.drawn_among)
        code: int = -1 if function is None else function(state, *self.arguments(state), drawn)
        if code < 0:
            codes = self.candidates(state)
            code = codes[place(drawn, len(codes))]
        return code

    def allows(self, state: State, decision: Decision, candidate: int) -> bool:
        """Whether a candidate is legal."""
        test = decision.allowed
        return not test or bool(self._functions[test](state, *self.arguments(state), candidate))

    def option(self, state: State, decision: Decision, drawn: int) -> int:
        """The legal answer to which a draw leads."""
        codes = self.options(state)
        return codes[place(drawn, len(codes))]

    def arguments(self, state: State) -> list[int]:
        """The arguments of the open decision, in words."""
        return [*state[ARGUMENTS_AT : self._sites[state[SITE_AT]][1]]]

    def chosen(self, state: State) -> int:
        """The set so far, if the open decision is a step of an answer that is a set: bit k for element k."""
        several = self._sets[state[SITE_AT]]
        if several is None:
            return 0
        start = several.at + 2
        words_ = self.arguments(state)[start : start + several.words]
        return sum((word & WORD) << 64 * k for k, word in enumerate(words_))

    def with_chosen(self, state: State, chosen: int) -> list[int]:
        """The arguments of the open decision, with another set in the place of the set so far."""
        several, arguments = self._sets[state[SITE_AT]], self.arguments(state)
        assert several is not None
        start = several.at + 2
        arguments[start : start + several.words] = _words(chosen, several.words)
        return arguments

    def within(self, state: State, chosen: int = 0, allowed: int | None = None, wanted: int | None = None) -> list[int]:
        """The codes with which such an answer, begun with the set `chosen`, can be completed from `allowed` alone.

        Only elements of `wanted` are tried; any others may follow in any order. None: from all elements.
        """
        several = self._sets[state[SITE_AT]]
        assert several is not None
        arguments = self.with_chosen(state, chosen)
        for members in (allowed, wanted):
            arguments += _words(several.all if members is None else members, several.words)
        return sorted(self._functions[several.within](state, *arguments))

    def call(self, function: str, state: State, *arguments: int) -> int:
        """The result of a value function, or how a procedure (which then changes the state) ended: 0 if it was done."""
        return int(self._functions[function](state, *arguments))


def _words(members: int, count: int) -> list[int]:
    return [signed(members >> 64 * k) for k in range(count)]


def _unmarked(rule: int) -> None:
    pass
