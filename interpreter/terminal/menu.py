"""The options of a decision as a numbered list: long lists in columns, options of one sort under one heading."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import groupby

from interpreter.knowledge.wording import join
from interpreter.play.options import Option, Options
from interpreter.terminal.words import ENGLISH, Spoken

MOST_LINES = 12  # of more lines under one heading only the first and the last option are shown, where it is to be short
FEWEST_GROUPED = 4  # as many options that begin alike get a heading; fewer are written out
GAP = "  "
INDENT = "  "

Entry = tuple[str, str]  # what is typed to choose it, and what it is called


def menu(
    options: Options, width: int = 80, only: Container[str] | None = None, short: bool = False, say: Spoken = ENGLISH
) -> str:
    """The options in their order, or those with `only` these texts, each with the number (from 1) that chooses it.

    A `short` one says of which options only the first and the last are shown.
    """
    blocks: list[str] = []
    single: list[Entry] = []
    for head, group in _grouped(_numbered(options, only)):
        if head:
            blocks += [*_flushed(single, width), head, _under(group, width, short, say)]
        else:
            single += group
    return "\n".join([*blocks, *_flushed(single, width)])


def are_numbers(options: Iterable[Option]) -> bool:
    """Whether there are options that are numbers themselves, so that none is numbered."""
    return any(option.text.removeprefix("-").isdecimal() for option in options)


def _under(group: Sequence[Entry], width: int, short: bool, say: Spoken) -> str:
    """The options of one sort, indented."""
    every = columns(group, width, indent=INDENT)
    if not short or every.count("\n") < MOST_LINES:
        return every
    (first, one), (last, other) = group[0], group[-1]
    return f"{INDENT}{first} {one} … {last} {other}  {say('(`options` lists them all)')}"


def _numbered(options: Options, only: Container[str] | None) -> list[tuple[str, Option]]:
    """The options with their numbers; without, if they are numbers themselves."""
    own = are_numbers(options)
    numbered = [("" if own else str(number), option) for number, option in enumerate(options, 1)]
    return numbered if only is None else [(number, option) for number, option in numbered if option.text in only]


def _grouped(entries: Iterable[tuple[str, Option]]) -> Iterable[tuple[str, list[Entry]]]:
    """Runs of options that have all but their last part in common, with these words; short runs with none."""
    for head, run in groupby(entries, key=lambda entry: entry[1].parts[:-1]):
        members = list(run)
        if head and len(members) >= FEWEST_GROUPED and all(_splits(head, option) for _, option in members):
            yield join(head) + " …", [(number, option.parts[-1]) for number, option in members]
        else:
            yield "", [(number, option.text) for number, option in members]


def _splits(head: Sequence[str], option: Option) -> bool:
    """Whether heading and last part are all of the text: it may have details besides."""
    return join([*head, option.parts[-1]]) == option.text


def _flushed(entries: list[Entry], width: int) -> list[str]:
    block = [columns(list(entries), width)] if entries else []
    entries.clear()
    return block


def columns(entries: Sequence[Entry], width: int, indent: str = "") -> str:
    """Entries side by side, as many as fit, to be read line by line."""
    longest = max((len(number) for number, _ in entries), default=0)
    texts = [f"{number:>{longest}} {text}" if longest else text for number, text in entries]
    room = max(map(len, texts), default=0)
    per_line = max(1, (width - len(indent) + len(GAP)) // (room + len(GAP)))
    lines = [texts[start : start + per_line] for start in range(0, len(texts), per_line)]
    return "\n".join(indent + GAP.join(text.ljust(room) for text in line).rstrip() for line in lines)
