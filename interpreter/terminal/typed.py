"""What was typed as an answer: the number of an option, its text, or several numbers with commas."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.play.options import Option, Options
from interpreter.terminal.menu import are_numbers
from interpreter.terminal.words import ENGLISH, Spoken

SHOWN = 20  # digits of what was typed


class NoSuchNumber(Exception):
    """A number that chooses no option."""

    def __init__(self, typed: str, options: Options) -> None:
        self.number = typed if len(typed) <= SHOWN else f"{typed[:SHOWN]}…"
        self.options = options
        super().__init__(self.told())

    def told(self, say: Spoken = ENGLISH) -> str:
        """Which numbers choose an option, in two sentences."""
        own = are_numbers(self.options)
        none = "{number} is not possible now." if own else "There is no option number {number}."
        return f"{say(none, number=self.number)} {_wanted(self.options, say)}"


def meant(typed: str, options: Options) -> Option | str:
    """The option that a number chooses: the one that is this number, where options are, else the one with it beside.
    Of any other text itself. Raises NoSuchNumber."""
    if typed in options or not _is_number(typed):
        return typed
    texts = options.texts if are_numbers(options) else [str(number) for number in range(1, len(options) + 1)]
    number = str(int(typed))
    if number not in texts:
        raise NoSuchNumber(typed, options)
    return options[texts.index(number)]


def several(typed: str, options: Options) -> list[Option]:
    """The options that several numbers choose; none for any other text. Raises NoSuchNumber."""
    parts = [] if typed in options else [part.strip() for part in typed.split(",") if part.strip()]
    if len(parts) < 2 or not all(map(_is_number, parts)):
        return []
    found = (options[options.texts.index(part)] if part in options else meant(part, options) for part in parts)
    return [option for option in found if isinstance(option, Option)]


def _is_number(typed: str) -> bool:
    return typed.removeprefix("-").isdecimal()


def _wanted(options: Options, say: Spoken) -> str:
    """Which numbers choose an option, in a sentence."""
    own = are_numbers(options)
    texts = options.texts
    numbers = [int(text) for text in texts if _is_number(text)] if own else range(1, len(texts) + 1)
    told = [say("{low} to {high}", low=run[0], high=run[-1]) if run[1:] else str(run[0]) for run in _runs(numbers)]
    if len(told) == 1 and len(numbers) > 1:
        last = say("a number from {these}", these=told[0])
    else:
        last = say("{one} or {other}", one=told[-2], other=told[-1]) if told[1:] else told[0]
    wanted = ", ".join([*told[:-2], last])
    whole = "Type {these}." if len(numbers) == len(texts) and own else "Type {these}, or the text of an option."
    return say(whole, these=wanted)


def _runs(numbers: Iterable[int]) -> list[list[int]]:
    """Rising numbers, those that follow each other together: 2; 4, 5, 6, 7."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs
