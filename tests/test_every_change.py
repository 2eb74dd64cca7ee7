"""Every word of a rule counts: with another comparison, number, quantity or kind it reads otherwise, and the game is
another one.

Words are changed in the text of rulebooks, one at a time, as far as a rulebook comes of it. One change of each rulebook
is tried, the same in each run; with RULEWRIGHT_CHANGES=all all of them are, which takes hours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from dsl.ir.program import Program
from dsl.load import load_text, program_of
from dsl.model import Rulebook
from dsl.pages.guide.box_and_setup import contents_of
from dsl.pages.guide.configurations import shown, told
from dsl.pages.reference.passages import Passages
from dsl.prose.lexicon import AS_WRITTEN, Lexicon
from dsl.prose.speech import LANGUAGES, Speech
from dsl.text.diagnostics import Refused
from tests.laws.games import CLASSICS, GOOD, SPINE

WORDS = (
    ("at least", "at most", "more than", "less than"),
    ("is", "is not"),
    ("plus", "minus"),
    ("multiplied by", "divided by"),
    ("highest", "lowest", "total"),
    ("rises", "falls"),
    ("above", "below"),
    ("top", "bottom"),
    ("left", "right"),
    ("north", "south"),
    ("forward", "backward"),
    ("must", "may", "may repeatedly"),
    ("every", "a"),
    ("there is a", "there is no"),
    ("there is an", "there is no"),
    ("any of these", "all of these"),
    ("same", "different"),
    ("enters", "leaves"),
    ("each turn", "each game"),
    ("becomes", "becomes not"),
    ("scores", "loses"),
    ("beside", "on"),
    ("or", "and"),
    ("any number", "at least 1"),
    ("the owner", "the opponent of the owner"),
    ("the Player", "the opponent of the Player"),
)  # fmt: skip
"""What can stand in the place of one another."""

NAMED = re.compile(r"^ *(piece|place) (?:the )?([A-Z][\w-]*(?: [A-Z][\w-]*)*)", re.MULTILINE)
VALUES = re.compile(r"^(\w[\w ]*) is one of ([\w, -]+?)$", re.MULTILINE)
ASIDE = r'"[^"]*"|\[[^\]]*\]|--[^\n]*'
APART = ("example", "variant", "only with", "option", "look")  # only told, or drawn, or lowered on other terms
ON_OTHER_TERMS = re.compile(r", with \d+( to \d+)? players$")  # of a line, as `only with` is of several
HEADINGS = tuple("action board chapter exception game phase piece place power rule to walk window".split())
SPAN = re.compile(r"Span\([^)]*\)")
EVERYTHING = os.environ.get("RULEWRIGHT_CHANGES") == "all"
TRIED = 12  # changes in a row, of which one makes a rulebook

SAME = {
    ("the Player rolls the amount among Dice called rolled in the Cup", "the Player", "the opponent of the Player"): (
        "dice fall alike, whoever rolls them"
    ),
}
"""Changes after which nothing is different, and why: the line, what stood in it, what stands there instead."""


@dataclass(frozen=True)
class Changed:
    """A text with another word in one line."""

    line: str
    old: str
    new: str
    text: str

    def __str__(self) -> str:
        return f"{self.line!r}: {self.old} → {self.new}"


@pytest.mark.parametrize("path", [*GOOD, *SPINE, *CLASSICS], ids=lambda path: path.stem)
def test_a_changed_word_changes_the_sentences_and_the_program(path: Path) -> None:
    text = path.read_text("utf-8")
    before = read(text)
    assert before is not None
    possible = list(changes(text))
    Random(path.stem).shuffle(possible)
    pairs = ((change, book) for change in possible[: None if EVERYTHING else TRIED] if (book := read(change.text)))
    tried = islice(pairs, None if EVERYTHING else 1)
    assert [why for change, book in tried for why in silences(change, before, book)] == []


def silences(change: Changed, before: Rulebook, after: Rulebook) -> Iterator[str]:
    """What is not different after a change, but for what is known."""
    if (change.line, change.old, change.new) in SAME:
        return
    for language in LANGUAGES:
        if prose(before, language) == prose(after, language):
            yield f"reads the same in {language}: {change}"
    if not offers_differ(before, after):
        yield f"reads the same where an action is offered: {change}"
    if not programs_differ(before, after):
        yield f"goes the same: {change}"


def read(text: str) -> Rulebook | None:
    return load_text(text, "changed.rules")[0]


NO = ((" could not ", " could "), (" cannot ", " can "), (" is not ", " is "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_of_an_example_that_says_no_reads_otherwise(language: str) -> None:
    text = (GOOD[0].parent / "told.rules").read_text("utf-8")
    before = stories(read(text), language)
    lines = [line for line in text.split("\n") if line.startswith("    then ")]
    denied = [(line, line.replace(no, yes)) for line in lines for no, yes in NO if no in line]
    assert {no for line, _ in denied for no, _ in NO if no in line} == {no for no, _ in NO}
    assert [line for line, other in denied if stories(read(text.replace(line, other)), language) == before] == []


def stories(book: Rulebook | None, language: str) -> list[object]:
    """All that the examples say."""
    assert book is not None
    speech = Speech(book, language=language, lexicon=Lexicon({}) if language != book.language else AS_WRITTEN)
    return [shown(line) for example in book.examples for _, line in speech.story(example)]


# -------------------------------------------------------------------------------------------------------- changed texts


def changes(text: str) -> Iterator[Changed]:
    """All that can be said otherwise in the rules of a text."""
    instead = alternatives(text)
    words = "|".join(map(re.escape, sorted(instead, key=len, reverse=True)))
    lines = text.split("\n")
    top = ""
    texts = (q for q in re.finditer(ASIDE, text) if "\n" in q[0])
    said = {number for q in texts for number in range(text.count("\n", 0, q.start()), text.count("\n", 0, q.end()) + 1)}
    for number, line in enumerate(lines):
        top = line if line[:1].strip() else top
        if top.startswith(APART) or line.lstrip().startswith(HEADINGS) or number in said:  # a text of several lines
            continue
        if ON_OTHER_TERMS.search(line):
            continue
        for part in re.finditer(rf"{ASIDE}|(?<![\w-])(?:(\d+)|({words}))(?![\w-])", line):
            for new in (str(int(part[1]) + 1),) if part[1] else instead.get(part[2], ()):
                other = line[: part.start()] + new + line[part.end() :]
                yield Changed(line.strip(), part[0], new, "\n".join([*lines[:number], other, *lines[number + 1 :]]))


def alternatives(text: str) -> dict[str, list[str]]:
    """What can stand in the place of a word or a name: another piece, another place, another value."""
    named: dict[str, list[str]] = {}
    for sort, name in NAMED.findall(text):
        named.setdefault(sort, []).append(name)
    values = [[value.strip() for value in row.split(",")] for _, row in VALUES.findall(text)]
    found: dict[str, list[str]] = {}
    for row in (*WORDS, *named.values(), *values):
        for word in row:
            found.setdefault(word, []).extend(other for other in row if other != word)
    return found


# ---------------------------------------------------------------------------------------------------- what is different


def prose(book: Rulebook, language: str) -> object:
    """All that the rules reference says; words of the rulebook that have no translation stand as they are."""
    speech = Speech(book, language=language, lexicon=Lexicon({}) if language != book.language else AS_WRITTEN)
    contents = contents_of(speech, ())
    rows = [(row.told, [*map(shown, row.lines)]) for row in (*contents.components, *contents.places)]
    course = [*map(shown, (*speech.block(book.setup, setup=True), *speech.block(book.play)))]
    return [told(passage) for passage in Passages(speech)], rows, course


def offers_differ(before: Rulebook, after: Rulebook) -> bool:
    """Whether an action that needs something else is offered in other words, too."""
    pairs = zip(offered(before), offered(after), strict=False)
    return all(one != other for (needs, one), (others, other) in pairs if needs != others)


def offered(book: Rulebook) -> Iterator[tuple[list[object], list[object]]]:
    """Of each action its needs, and how the guide offers it."""
    speech = Speech(book)
    for action in book.actions.values():
        lead, needs = speech.offered(action)
        yield [*map(shown, speech.needs(action))], [shown(lead), *map(shown, needs)]


def programs_differ(before: Rulebook, after: Rulebook) -> bool:
    """What only an example uses is in the program only with its examples."""
    return any(told_apart(program(before, so), program(after, so)) for so in (False, True))


def told_apart(one: Program | str, other: Program | str) -> bool:
    """Whether two programs differ in more than the places of their sentences: most do in what a function does."""
    if isinstance(one, str) or isinstance(other, str):
        return one != other
    bodies = ({name: function.body for name, function in p.code.functions.items()} for p in (one, other))
    return next(bodies) != next(bodies) or SPAN.sub("", repr(one)) != SPAN.sub("", repr(other))


def program(book: Rulebook, examples: bool) -> Program | str:
    """The program; of what is no game why it is none."""
    try:
        return program_of(book, examples)
    except Refused as error:
        return str(error.diagnostic)
