"""A rulebook ready to be played: what is known of the game, and the machine that runs it."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Self

from dsl.errors import Severity
from dsl.files import read_text
from dsl.ir import Code
from dsl.program import Program
from dsl.terms import USUAL, Terms
from interpreter import cache
from interpreter.box import Box
from interpreter.cache import Entry
from interpreter.failures import RulebookError
from interpreter.machine import Machine, Mark


class Rules:
    """The compiled rules of one game, played on certain terms. Nothing in it changes while it is played.

    `marked` are the numbers of the rules that the machine reports to `mark`, if it has one; `native` says whether it
    runs machine code.
    """

    def __init__(self, entry: Entry, path: Path | None = None, mark: Mark | None = None) -> None:
        self._entry = entry
        self._mark = mark
        self.program = entry.program
        self.marked = entry.marked
        self.native = False
        self.path = path.absolute() if path else None  # the folder may be another one when it is asked for
        players = len(entry.program.players)
        self.machine: Machine = Machine(entry.compiled, players, entry.program.decisions, mark=mark)
        self.box = Box(entry.program, self.machine.arrays)

    @classmethod
    def of(cls, program: Program, path: Path | None = None, mark: Mark | None = None) -> Self:
        """The rules from a program that was just compiled."""
        return cls(_entry(program, traced=mark is not None), path, mark)

    @classmethod
    def load(cls, path: str | Path, terms: Terms = USUAL, mark: Mark | None = None) -> Self:
        """Reads a rulebook; one that was read before and has not changed comes from the cache.

        With `mark`, each rule that play comes to is reported to it. Raises RulebookError with all errors of the text,
        OSError if there is no such file.
        """
        path = Path(path)
        traced = mark is not None
        key = cache.key(path, terms, traced)
        entry = cache.get(key)
        if entry is None:
            entry = _entry(_program(path, terms), traced)
            cache.put(key, entry)
        return cls(entry, path, mark)

    def natively(self) -> Self:
        """The same rules as machine code. Raises NoNativeCode if there can be none here."""
        from interpreter.native.loading import native_machine  # most who play need no machine code

        key = cache.key(self.path, self.program.terms, self._mark is not None) if self.path else ""
        other = copy(self)
        other.machine = native_machine(self.program, self._entry.compiled, key, self._code, self._mark)
        other.box = Box(self.program, other.machine.arrays)
        other.native = True
        return other

    def _code(self) -> Code:
        """The rules as back ends take them, which are not kept of a game from the cache."""
        if self._entry.ready is not None:
            return self._entry.ready
        assert self.path is not None  # it comes from the cache
        return _ready(_program(self.path, self.program.terms), self._mark is not None)

    @classmethod
    def with_examples(
        cls,
        path: str | Path,
        terms: Terms = USUAL,
        beside: Path | None = None,
        mark: Mark | None = None,
        hasty: bool = False,
    ) -> Self:
        """The rules with their worked examples, and those of the file `beside`. Those that are `hasty` are ready soon
        and play slowly. Raises as `load`."""
        program = _program(Path(path), terms, examples=True, beside=beside)
        return cls(_entry(program, traced=mark is not None, hasty=hasty), Path(path), mark)


def _entry(program: Program, traced: bool, hasty: bool = False) -> Entry:
    from interpreter.compiling import compiled_python, rules_reported  # needed for a new or changed text only

    code = _ready(program, traced or hasty)
    return Entry(program, compiled_python(code, trace=traced), rules_reported(program.code), code)


def _ready(program: Program, in_full: bool) -> Code:
    from interpreter.compiling import ready  # the back end is needed for a new or changed text only

    return ready(program.code, program.decisions, trace=in_full)


def _program(path: Path, terms: Terms, examples: bool = False, beside: Path | None = None) -> Program:
    from dsl.load import compile_rules, load_examples  # the front end is needed for a new or changed text only

    more, diagnostics = load_examples(beside) if beside else ((), [])
    if beside and diagnostics:
        raise RulebookError(diagnostics, read_text(beside))
    program, diagnostics = compile_rules(path, terms, examples, more)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    if program is None or errors:
        raise RulebookError(errors or diagnostics, read_text(path))
    return program
