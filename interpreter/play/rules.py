"""A rulebook ready to be played: what is known of the game, and the machine that runs it."""

from __future__ import annotations

import errno
from collections.abc import Callable
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any, Self

from dsl import resources
from dsl.ir.nodes import Code
from dsl.ir.program import Program
from dsl.terms import USUAL, Given, Terms
from dsl.text.diagnostics import Diagnostic, Severity, near
from dsl.text.files import read_text
from interpreter.backends import compiled_games
from interpreter.backends.compiled_games import Entry
from interpreter.failures import RulebookError, SaveError
from interpreter.state.decoding import Box
from interpreter.state.machine import Machine, Mark


class Rules:
    """The compiled rules of one game, played on certain terms. Nothing in it changes while it is played.

    `marked` are the numbers of the rules that the machine reports to `mark`, if it has one; `native` says whether it
    runs machine code; `given` is the position with which the game begins, if it is another than its own. To another
    process go the place or the text of the rulebook, the terms and what is given, but no code.
    """

    def __init__(
        self, entry: Entry, path: Path | None = None, mark: Mark | None = None, made: Callable[[], Rules] | None = None
    ) -> None:
        """As `of`, from what was compiled by now, or before."""
        self._entry = entry
        self._mark = mark
        self._made = made
        self.program = entry.program
        self.marked = entry.marked
        self.native = False
        self.given: Given | None = None
        self._text: str | None = None  # of the rulebook, where it stands in no file
        self.path = path.absolute() if path else None  # the folder may be another one when it is asked for
        players = len(entry.program.players)
        self.machine: Machine = Machine(entry.compiled, players, entry.program.decisions, mark=mark)
        self.box = Box(entry.program, self.machine)

    @classmethod
    def of(cls, program: Program, path: Path | None = None, mark: Mark | None = None) -> Self:
        """The rules from a program that was just compiled."""
        return cls(_entry(program, traced=mark is not None), path, mark)

    @classmethod
    def load(cls, path: str | Path, terms: Terms = USUAL, mark: Mark | None = None) -> Self:
        """Reads a rulebook, or that of this name which came along; one that was read before and has not changed comes
        from the cache.

        With `mark`, each rule that play comes to is reported to it. Raises RulebookError with all errors of the text,
        OSError if there is no such file.
        """
        path = _found(path)
        traced = mark is not None
        key = compiled_games.key(path, terms, traced)
        entry = compiled_games.get(key)
        if entry is None:
            entry = _entry(_program(path, terms), traced)
            compiled_games.put(key, entry)
        return cls(entry, path, mark, partial(cls.load, path.absolute(), terms, mark))

    @classmethod
    def of_text(cls, text: str, terms: Terms = USUAL) -> Self:
        """The rules of a text that stands in no file. Raises RulebookError."""
        from dsl.load import compile_text  # the front end is needed for a new or changed text only

        program = _sound(*compile_text(text, terms), lambda: text)
        rules = cls(_entry(program, traced=False), made=partial(cls.of_text, text, terms))
        rules._text = text
        return rules

    def beginning(self, given: Given) -> Self:
        """The same rules, of a game that begins with what is given and not as the text says.

        Raises RulebookError, with the text of what is given.
        """
        from dsl.load import compile_position, given_text  # the front end is needed for a new position only

        text, file = self._source()
        program = _sound(*compile_position(text, file, self.program.terms, given), lambda: given_text(given))
        other = type(self)(_entry(program, self._mark is not None), self.path, self._mark)
        other.given, other._text = given, self._text
        other._made = self._made and partial(_begun_so, self._made, given)
        return other.natively() if self.native else other

    def _source(self) -> tuple[str, str]:
        """The text of the rulebook, and what it is called. Raises RulebookError where there is none."""
        from dsl.load import NO_FILE, text_of  # as above

        if self._text is not None:
            return self._text, NO_FILE
        if self.path is None:
            message = "Only a game that was read from a file or a text begins in a position."
            raise RulebookError([Diagnostic("E0515", message)])
        text, wrong = text_of(self.path)
        if wrong:
            raise RulebookError(wrong)
        return text, str(self.path)

    def natively(self) -> Self:
        """The same rules as machine code. Raises NoNativeCode if there can be none here."""
        from interpreter.backends.llvm.loading import native_machine  # most who play need no machine code

        path = self.path if self.given is None else None
        key = compiled_games.key(path, self.program.terms, self._mark is not None) if path else ""
        other = copy(self)
        other.machine = native_machine(self.program, self._entry.compiled, key, self._code, self._mark)
        other.box = Box(self.program, other.machine)
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
        made = partial(cls.with_examples, Path(path).absolute(), terms, beside and beside.absolute(), mark, hasty)
        return cls(_entry(program, traced=mark is not None, hasty=hasty), Path(path), mark, made)

    def __copy__(self) -> Self:
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    def __deepcopy__(self, memo: object) -> Self:
        return self  # nothing in it changes

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process. Raises SaveError where that could not read the rules again."""
        if self._made is None:
            message = f"The rules of {self.program.name} come neither from a file nor from a text."
            raise SaveError(Diagnostic("E0709", message))
        return _again, (self._made, self.native, _said(self.program))


def _again(made: Callable[[], Rules], native: bool, said: str) -> Rules:
    """The rules in another process. Raises what `load` does; SaveError where they have changed since."""
    from interpreter.backends.llvm.loading import NoNativeCode

    rules = made()
    if _said(rules.program) != said:
        raise SaveError(Diagnostic("E0703", f"The rules of {rules.program.name} have changed since then."))
    try:
        return rules.natively() if native else rules
    except NoNativeCode:  # it plays the same
        return rules


def _begun_so(made: Callable[[], Rules], given: Given) -> Rules:
    return made().beginning(given)


def _said(program: Program) -> str:
    return program.rules_hash or program.source_hash


def _found(name: str | Path) -> Path:
    """The file of this name, or the rulebook that came along. Raises FileNotFoundError."""
    path = Path(name)
    if path.exists():
        return path
    along = resources.rulebooks()
    if str(name) in along:
        return along[str(name)]
    close = near(path.stem, along) or ([path.stem] if path.stem in along else [])
    meant = f"; did you mean {' or '.join(close)}?" if close else ""
    raise FileNotFoundError(errno.ENOENT, f"There is no such file, and no such rulebook came along{meant}", str(name))


def _entry(program: Program, traced: bool, hasty: bool = False) -> Entry:
    from interpreter.backends.pipeline import compiled_python, rules_reported  # needed for a new or changed text only

    code = _ready(program, traced or hasty)
    return Entry(program, compiled_python(code, trace=traced), rules_reported(program.code), code)


def _ready(program: Program, in_full: bool) -> Code:
    from interpreter.backends.pipeline import ready_program  # the back end is needed for a new or changed text only

    return ready_program(program, trace=in_full)


def _program(path: Path, terms: Terms, examples: bool = False, beside: Path | None = None) -> Program:
    from dsl.load import compile_rules, load_examples  # the front end is needed for a new or changed text only

    more, diagnostics = load_examples(beside, path) if beside else ((), [])
    if beside and diagnostics:
        raise RulebookError(diagnostics, read_text(beside), str(path))
    return _sound(*compile_rules(path, terms, examples, more), lambda: read_text(path))


def _sound(program: Program | None, diagnostics: list[Diagnostic], source: Callable[[], str]) -> Program:
    """The program, if nothing is wrong with it. Raises RulebookError."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    if program is None or errors:
        raise RulebookError(errors or diagnostics, source())
    return program
