"""What was typed as an answer: the number of an option, its text, or several numbers with commas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.play.options import Option, Options
from interpreter.terminal.menu import are_numbers

SHOWN = 20  # digits of what was typed


class NoSuchNumber(Exception):
    """A number that chooses no option. As a text it says which numbers do."""

    def __init__(self, typed: str, options: Options) -> None:
        number = typed if len(typed) <= SHOWN else f"{typed[:SHOWN]}…"
        none = f"{number} is not possible now." if are_numbers(options) else f"There is no option number {number}."
        super().__init__(f"{none} {_wanted(options)}")


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


def _wanted(options: Options) -> str:
    """Which numbers choose an option, in a sentence."""
    own = are_numbers(options)
    texts = options.texts
    numbers = [int(text) for text in texts if _is_number(text)] if own else range(1, len(texts) + 1)
    told = list(_runs(sorted(numbers)))
    last = f"a number from {told[0]}" if len(told) == 1 and len(numbers) > 1 else " or ".join(told[-2:])
    also = "" if len(numbers) == len(texts) and own else ", or the text of an option"
    return f"Type {', '.join([*told[:-2], last])}{also}."


def _runs(numbers: Iterable[int]) -> Iterator[str]:
    """Rising numbers, those that follow each other as one range: 2, 4 to 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return (" to ".join(map(str, run)) for run in runs)
