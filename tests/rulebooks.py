"""Parts of rulebooks for tests: they are set into a small game, and what is expected of them stands in their notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from pathlib import Path

from dsl.lint import given_up, warnings
from dsl.lint.doubts import Doubts
from dsl.load import load_text, parse, program_of, sentences
from dsl.lower.visibility_functions import with_sight
from dsl.model import Rulebook
from dsl.text import reader
from dsl.text.diagnostics import Diagnostic, Refused
from interpreter.backends.python.lazy import Late
from interpreter.cli.test import failure
from interpreter.play.examples import run
from interpreter.state.machine import Machine
from interpreter.suspend.suspension import suspend
from interpreter.tools.dry_run import tried

FOLDER = Path(__file__).with_name("language")
FRAME = (FOLDER / "frame.rules").read_text("utf-8")

_MARK = re.compile(r'-- ###(\^*) ([EW]\d{4}) "(.*)"\s*$')
_NOTE = re.compile(r"\s*--.*$", re.MULTILINE)
_HEAD = re.compile(
    r"^(?:(?:piece|place|phase) (?:the )?([A-Z].*?)(?:,.*)?|"
    r"(board|play|game|table [A-Z].*|action [A-Z]\w*).*|([A-Z].*?) is .*)$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Expected:
    """A complaint that the text shall give: on this line, with this code, and words of this form."""

    line: int
    code: str
    message: str

    def fits(self, diagnostic: Diagnostic) -> bool:
        line = diagnostic.span.line if diagnostic.span else 1
        said = "\n".join([diagnostic.message, diagnostic.read, *diagnostic.hints, ", ".join(diagnostic.near)])
        told = (said, *(note.text for note in diagnostic.notes))
        return (line, diagnostic.code) == (self.line, self.code) and any(re.search(self.message, t) for t in told)


def framed(part: str, frame: str = FRAME) -> str:
    """A part of a rulebook, and after it what it needs to be whole, as far as it does not declare that itself.

    What has a game or a course of play, or is empty, is whole.
    """
    own = heads(part)
    if {"game", "play"} & own or not re.search(r"^(?!--).", part, re.MULTILINE):
        return part
    items = [item for item in frame.split("\n\n") if not heads(item) & own]
    return part.rstrip("\n") + "\n\n" + "\n\n".join(items)


def reworded(text: str, *replacements: tuple[str, str]) -> str:
    """A text with other words in the place of some, which have to be in it."""
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    return text


def heads(text: str) -> set[str]:
    """The names of what a text declares; boards stand for one another."""
    return {next(filter(None, match.groups())) for match in _HEAD.finditer(_NOTE.sub("", text))}


def diagnosed(text: str) -> list[Diagnostic]:
    """All that is wrong with a text, as far as the program that is made of it."""
    book, diagnostics = load_text(text, "test.rules")
    return [*diagnostics, *([] if book is None else refused(book))]


def refused(book: Rulebook) -> list[Diagnostic]:
    """Why no program is made of a rulebook in which nothing else is wrong."""
    try:
        program_of(book, True)
    except Refused as error:
        return [error.diagnostic]
    return []


def told(text: str) -> list[Diagnostic]:
    """All that is wrong with a text, and, if that is nothing, with its examples."""
    return [*_told(text)]


@lru_cache(maxsize=16)  # whoever follows a message goes from a text to the next one and back
def _told(text: str) -> list[Diagnostic]:
    book, diagnostics = load_text(text, "test.rules")
    if book is None or not book.examples:
        return [*diagnostics, *([] if book is None else refused(book))]
    try:
        program = program_of(book, True, sentence=sentences(book))
    except Refused as error:
        return [*diagnostics, error.diagnostic]
    machine = Machine(Late(suspend(with_sight(program, program.code))), len(program.players), program.decisions)
    return [failure(program, outcome) for outcome in run(program, machine) if not outcome.fine]


def warned(text: str) -> list[Diagnostic]:
    """What a text that is right is warned of, in all forms of its game."""
    book, diagnostics = load_text(text, "test.rules")
    assert book is not None, diagnostics
    books = [form for terms in book.forms if (form := load_text(text, "test.rules", terms)[0])]
    start = parse(text, "test.rules").start
    assert start is not None
    program, doubted = program_of(book), Doubts()
    doubted.add(given_up.doubts(program))
    return reader.in_order([*warnings(start, books), *doubted.certain(), *tried(program)])


def expected(text: str) -> list[Expected]:
    """What the notes of a text say of it: `-- ### E0308 "…"` on the line of the complaint, or below it
    with a caret for each line."""
    lines = enumerate(text.split("\n"), 1)
    marks = [(number, mark) for number, line in lines if (mark := _MARK.search(line))]
    return [Expected(number - len(mark[1]), mark[2], mark[3]) for number, mark in marks]


def cases(text: str) -> list[str]:
    """The cases of a file, which lines `---` set apart."""
    return [case.strip("\n") + "\n" for case in re.split(r"^---\n", text, flags=re.MULTILINE)]


# What can stand around a sentence, so that a text with nothing but sentences comes of it.
CONTEXTS = (
    "{}",
    "{}\n    nobody wins",
    "{}\n    after a Boat enters the Rocks\n    nobody wins",
    "{}\n    the Lamp is lit",
    "{}\n    starts at A1",
    "{}\n    | Foggy | 3 |",
    "{}\n    given the Lamp is lit",
    "{}\n    place Rocks",
    "{}\n    made of Cells in a grid of 5 by 5",
    "game Lighthouse\n    {}",
    "look\n    {}",
    "piece Boat\n    {}",
    "piece Boat\n    {}\n        there are 3",
    "board the Open Sea\n    {}",
    "rule Wreck\n    {}\n    nobody wins",
    "walk Safe Way\n    {}",
    "{}\n    remembers 9",
    "position Setting is every Boat\n    {}",
    "the pull means\n    {}",
    "{}\n    1 is worth 1",
    "the pull means the highest total that Boats in the Harbour are worth in groups\n    {}",
    "the Lamp is lit when\n    {}",
    "the Lamp is lit when\n    {}\n        the Lamp is old",
    "play\n    {}",
    "play\n    {}\n        nobody wins",
    "play\n    {}\n        either Wait\n            nobody wins\n        or Flee\n            nobody wins",
    "play\n    if {}\n        nobody wins",
    "exception Fair Wind, instead of Full Sails\n    {}",
    "exception Fair Wind, instead of pull\n    {}",
    'example "Night"\n    {}',
)


def in_full(value: object) -> str:
    """A tree of dataclasses with all that is in it; `repr` shows its nodes in short."""
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({', '.join(map(in_full, value))})"
    if not is_dataclass(value) or isinstance(value, type):
        return repr(value)
    told = ((field.name, getattr(value, field.name)) for field in fields(value) if field.repr)
    return f"{type(value).__name__}({', '.join(f'{name}={in_full(held)}' for name, held in told)})"
