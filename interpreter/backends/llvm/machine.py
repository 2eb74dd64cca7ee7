"""Runs a program as machine code, on states that are arrays of words of 64 bits.

What compiled code gives up (see `interpreter.backends.llvm.expressions`) is done again by generated Python, which
defines it; so that both do the same in every case.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from ctypes import c_void_p, cast
from functools import cached_property, partial
from threading import local

from dsl.ir.nodes import Bits
from dsl.ir.program import Decision
from interpreter.backends.llvm.objects import Entry, loaded
from interpreter.backends.llvm.program import Native, Signature
from interpreter.backends.llvm.vector import from_python, from_words, to_python, to_words, total, width
from interpreter.library.context import (
    CONTEXT_WORDS,
    FAULT,
    GIVEN,
    GIVEN_UP,
    MOST_OFFERS,
    OFFERED,
    OFFERS,
    REACHED,
    RULE,
    SCRATCH,
    TOO_MANY,
)
from interpreter.state.machine import Compiled, Fault, Function, Machine, Mark, State

FIRST_OFFERS = 1024  # as many options as there is room for at first


class Context:
    """What one thread needs to call compiled code: `words` (`interpreter.library.context`), and what they lead to.

    `reached` has a byte for each rule, which is 1 when play came to it.
    """

    def __init__(self, native: Native) -> None:
        self.words = array("q", [0] * CONTEXT_WORDS)
        self.arguments = array("q", [0] * max(map(_words, native.functions.values()), default=1))
        self.reached = array("b", bytes(native.rules))
        self._scratch = array("q", [0] * native.scratch)
        self.words[SCRATCH] = self._scratch.buffer_info()[0]
        self.words[REACHED] = self.reached.buffer_info()[0]
        self.words[GIVEN] = self.arguments.buffer_info()[0]
        self.addresses = self.words.buffer_info()[0], self.arguments.buffer_info()[0]
        self.make_room(FIRST_OFFERS)

    def make_room(self, offers: int) -> None:
        """Room for so many options."""
        self.offers = array("q", [0] * offers)
        self.words[OFFERS], self.words[MOST_OFFERS] = self.offers.buffer_info()[0], offers


def _words(signature: Signature) -> int:
    """How many words the arguments of an entry need, and its result if that is a set."""
    return max(sum(map(width, signature.parameters)), width(signature.result))


class NativeMachine(Machine):
    """As `Machine`, but its states are arrays of words, not lists; a list with the words of such a state does, too.

    Any number of threads may use it at once, each with states of its own.
    """

    def __init__(
        self,
        native: Native,
        python: Compiled,
        players: int,
        decisions: Sequence[Decision] = (),
        *,
        mark: Mark | None = None,
    ) -> None:
        """`python` is the same program; it does what compiled code gives up. Raises RuntimeError, as `loaded`.

        `mark` is called only where Python does something; else `Context.reached` tells which rules were come to.
        """
        super().__init__(python, players, decisions, mark=mark)
        self.native = native
        self._loaded = loaded(native)
        self._local = local()
        self.arrays = native.arrays
        self.size = total(native.arrays.values())
        self._blank: State = from_python(self._blank, native.arrays.values())

    @cached_property
    def _functions(self) -> Mapping[str, Function]:
        return {name: partial(self._run, name, signature) for name, signature in self.native.functions.items()}

    def unpack(self, core: Iterable[int]) -> State:
        return self._derived(array("q", [*core, *self._blank[self.core :]]))

    def as_python(self, state: State) -> list[int]:
        """The same state for generated Python, which keeps each set as one number."""
        return to_python(state, self.arrays.values())

    @property
    def context(self) -> Context:
        """That of this thread."""
        found: Context | None = getattr(self._local, "context", None)
        if found is None:
            found = self._local.context = Context(self.native)
        return found

    def play(self, state: array[int], control: array[int]) -> int:
        """Plays games, as the module `playing` says: `control` is its third argument, `state` is changed."""
        assert self._loaded.games is not None
        context = self.context
        context.words[FAULT] = 0
        return int(self._loaded.games(state.buffer_info()[0], context.addresses[0], control.buffer_info()[0]))

    def addresses(self) -> dict[str, int]:
        """Where the entry of each function is."""
        entries = self._loaded.entries
        return {name: cast(entries[s.number], c_void_p).value or 0 for name, s in self.native.functions.items()}

    def call_with(self, function: Entry, control: int) -> int:
        """Calls a function with the context of this thread, where it may have offers put elsewhere, and an address."""
        context = self.context
        words = context.words[:]
        try:
            return int(function(0, context.addresses[0], control))
        finally:
            context.words[:] = words

    def blank(self) -> array[int]:
        """A state before it is known how chance will draw, and before anything is derived from it."""
        return array("q", self._blank)

    def _run(self, name: str, signature: Signature, state: State, *arguments: int) -> int | list[int]:
        """Calls compiled code. As it is with generated Python, a fault leaves what was changed to the caller."""
        words = state if isinstance(state, array) else array("q", state)
        context = self.context
        if arguments:
            given = [
                w for value, kind in zip(arguments, signature.parameters, strict=True) for w in to_words(value, kind)
            ]
            context.arguments[: len(given)] = array("q", given)
        before = words[:] if signature.kind == "procedure" else words
        context.words[FAULT] = 0
        result = self._loaded.entries[signature.number](words.buffer_info()[0], *context.addresses)
        if context.words[FAULT] == GIVEN_UP:
            return self._again(name, signature, state, before, arguments)
        if words is not state:
            state[:] = words.tolist()
        if context.words[FAULT] == TOO_MANY:
            context.make_room(2 * len(context.offers))
            return self._run(name, signature, state, *arguments)
        if context.words[FAULT]:
            raise Fault(self.native.faults[context.words[FAULT] - 1], context.words[RULE])
        return self._result(result, signature, context)

    def _result(self, result: int, signature: Signature, context: Context) -> int | list[int]:
        if signature.kind == "options":
            return context.offers[: context.words[OFFERED]].tolist()
        if isinstance(signature.result, Bits):
            return from_words(context.arguments[: width(signature.result)], signature.result)
        return result

    def _again(
        self, name: str, signature: Signature, state: State, before: Sequence[int], arguments: Sequence[int]
    ) -> int | list[int]:
        """What compiled code gave up, done by generated Python."""
        python = to_python(before, self.arrays.values())
        try:
            result: int | list[int] = self.in_python[name](python, *arguments)
        finally:
            if signature.kind == "procedure":
                after = from_python(python, self.arrays.values())
                state[:] = after if isinstance(state, array) else after.tolist()
        return result
