"""What is read of a text item by item, and what is taken over from the last time, is what the whole text says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lark import Token

from dsl import tree as model
from dsl.text import reader
from dsl.text.compounds import joined
from dsl.text.incremental import items_of, last_read, phrases_of
from dsl.text.parser import words_of
from dsl.text.tree_builder import build
from tests.laws.games import LARGE, with_one_large
from tests.rulebooks import FOLDER, in_full

ROOT = Path(__file__).resolve().parent.parent
RIGHT = [*sorted((ROOT / "games").rglob("*.rules")), *sorted((FOLDER / "good").glob("*.rules"))]
FEW = 2  # edits of every second text; with these together there are many of each sort

every_rulebook = pytest.mark.parametrize("path", with_one_large(RIGHT))


def whole(text: str, file: str) -> model.Start | None:
    """The rulebook as it is read in one go."""
    phrases = phrases_of(reader.parser(), text)
    found = (joined(sentence, phrases) for sentence in reader.sentences_of(text))
    tree = reader.recover(found, 1, set()).tree
    return build(tree, file)[0] if tree else None


@every_rulebook
def test_words_are_those_of_larks_own_lexer(path: Path) -> None:
    text = path.read_text("utf-8")
    lexing: Any = reader.parser().parse_interactive(text)
    theirs = [*lexing.lexer_thread.lex(lexing.parser_state)]
    mine = [*words_of(reader.parser(), text)]
    assert [*map(told, mine)] == [*map(told, theirs)]


def told(word: Token) -> tuple[object, ...]:
    return word.type, word.value, word.start_pos, word.line, word.column, word.end_line, word.end_column, word.end_pos


@every_rulebook
def test_a_text_that_is_read_item_by_item_is_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    last_read("x").clear()
    read = reader.parse(text, "x").start
    assert in_full(read) == in_full(whole(text, "x"))
    assert read is not None
    assert len(last_read("x")) == len(read.items)  # otherwise it was read in one go


# ------------------------------------------------------------------------------------------------- after a change


def without_a_line(lines: list[str], random: Random) -> None:
    del lines[random.randrange(len(lines))]


def with_a_line(lines: list[str], random: Random) -> None:
    lines.insert(random.randrange(len(lines)), random.choice(["", "-- a note", "    -- a note", "chapter “ours”"]))


def with_a_line_again(lines: list[str], random: Random) -> None:
    lines.insert(random.randrange(len(lines)), random.choice(lines))


def with_another_number(lines: list[str], random: Random) -> None:
    at = random.choice([k for k, line in enumerate(lines) if re.search(r"\d", line)] or [0])
    lines[at] = re.sub(r"\d+", str(random.randrange(12)), lines[at])


def with_other_words(lines: list[str], random: Random) -> None:
    at = random.choice([k for k, line in enumerate(lines) if '"' in line] or [0])
    lines[at] = lines[at].replace('"', '"Indeed, ', 1)


def with_items_in_another_order(lines: list[str], random: Random) -> None:
    items = [item.text.rstrip("\n") for item in items_of("\n".join(lines))]
    random.shuffle(items)
    lines[:] = "\n\n".join(items).split("\n")


CHANGES: tuple[Callable[[list[str], Random], None], ...] = (
    without_a_line,
    with_a_line,
    with_a_line_again,
    with_another_number,
    with_other_words,
    with_items_in_another_order,
)


@pytest.mark.parametrize(
    ("path", "edits"),
    [pytest.param(path, FEW, id=path.stem) for path in RIGHT[::2] if path not in LARGE[1:]]
    + [pytest.param(path, len(CHANGES), id=f"{path.stem}-all", marks=pytest.mark.long) for path in RIGHT],
)
def test_a_text_that_was_changed_is_read_as_if_for_the_first_time(path: Path, edits: int) -> None:
    random = Random(path.stem)
    first = random.randrange(len(CHANGES))
    lines = path.read_text("utf-8").split("\n")
    right = 0
    for k in range(edits):
        changed = [*lines]
        CHANGES[(first + k) % len(CHANGES)](changed, random)
        text = "\n".join(changed)
        again = reader.parse(text, "x")
        last_read("y").clear()
        anew = reader.parse(text, "y")
        assert in_full(again).replace("'x'", "'y'") == in_full(anew)
        if again.start is not None and not again.diagnostics:
            right += 1
            assert in_full(again.start) == in_full(whole(text, "x"))
            lines = changed
    assert right >= edits // 3


# ----------------------------------------------------------------------------------------------------- what is kept

TEXT = """\
game Lamps
    for 2 players: Ann, Kim

-- what can be lit
piece Lamp
    can be lit

play
    Ann wins
"""


def read(text: str) -> tuple[model.Node, ...]:
    start = reader.parse(text, "lamps").start
    assert start is not None
    return start.items


def test_items_that_stay_are_not_read_again() -> None:
    game, lamp, play = read(TEXT)
    other, same, last = read(TEXT.replace("Ann", "Bea"))
    assert same is lamp
    assert in_full(other) != in_full(game)
    assert in_full(last) != in_full(play)


def test_items_that_moved_stand_where_they_stand_now() -> None:
    read(TEXT)
    _, lamp, play = read(TEXT.replace("-- what can be lit", "\n-- a note\n\n"))
    assert (lamp.span.line, play.span.line, play.span.end_line) == (8, 11, 12)


def test_what_has_no_words_stands_nowhere_and_does_not_move() -> None:
    text = TEXT.replace("Ann wins", "Ann may Wait") + "\naction Wait\n    Ann wins\n"
    read(text)
    moved = next(item for item in read("-- a note\n" + text) if isinstance(item, model.Play))
    bare = [node.span for node in moved.whole if isinstance(node, model.Roles)]
    assert [(span.line, span.end_column) for span in bare] == [(1, 1)] * len(bare)
    assert bare


def test_an_item_ends_where_the_next_begins() -> None:
    _, lamp, _ = read(TEXT)
    _, longer, *_ = read(TEXT.replace("\nplay", '\nchapter "Play"\nplay'))
    assert (lamp.span.end_line, lamp.span.end_column) == (8, 5)
    assert (longer.span.end_line, longer.span.end_column) == (8, 8)


def test_no_sentence_goes_on_farther_left_than_it_begins() -> None:
    text = TEXT.replace("Ann, Kim", "Ann,\nKim")
    assert [one.span.line for one in reader.parse(text, "x").diagnostics if one.span] == [2, 3]
