"""What designers write as printed rules say it is understood, or the message has the sentence that is meant."""

from __future__ import annotations

import re

import pytest

from dsl import mending
from dsl.pages.site.printed import Pair, game, pairs, printed
from dsl.resources import PACKAGE
from dsl.text.diagnostics import Diagnostic
from dsl.text.phrasing_boards import BOARDS
from dsl.text.phrasing_counts import COUNTS
from dsl.text.phrasing_deeds import DEEDS
from dsl.text.phrasing_heads import HEADS
from dsl.text.phrasing_nouns import NOUNS
from dsl.text.phrasing_patterns import table
from dsl.text.phrasing_rules import RULES
from dsl.text.phrasing_values import VALUES
from tests.laws.games import late
from tests.rulebooks import FOLDER, told
from tests.tips import mended

TEXT = PACKAGE / "text"
FRAME = game()
ACTION = "\naction Try a Card with a Pawn to a Square against a Player called target\n"
OPENING = re.compile(
    r"(if|for|when|repeat|do this|each Player in turn order|starting with .*each Player in turn|until|while)\b"
)
IN_LINE = re.compile(
    r": |, (then )?(the (Player|target|game)|they|move|nobody|shuffle|reshuffle|take|discard|draw|remove|stop) ?"
)
UNDER = "        move the Pawn to the Supply"
OPEN = "? "


PRINTED = printed()
SAID = [*pairs((FOLDER / "said.txt").read_text("utf-8"))]
EACH = [*PRINTED, *SAID]


def among(where: str, lines: tuple[str, ...]) -> str:
    """The game with such lines in that place."""
    body = [f"    {line}" for line in lines]
    match where:
        case "statement":
            under = [UNDER] if len(lines) == 1 and OPENING.match(lines[0]) and not IN_LINE.search(lines[0]) else []
            return FRAME + ACTION + "\n".join([*body, *under, ""])
        case "need":
            return FRAME + ACTION + "\n".join([*body, "    move the Pawn to the Square", ""])
        case "example":
            return "\n".join([FRAME, 'example "Try"', *body, "    then Red is asked", ""])
        case "setup":
            return FRAME.replace("setup\n", "\n".join(["setup", *body, ""]))
        case _:
            return FRAME + "\n".join(["", *lines, ""])


def test_no_words_are_asked_of_a_sentence_that_are_not_in_all_that_fit() -> None:
    patterns = [pattern for rows in table().values() for phrasing in rows for pattern in phrasing.said]
    texts = [f" {line}" for pair in EACH[::5] for line in pair.written]
    fit = [(text, one) for one in patterns for text in texts if re.fullmatch(one.expression, text)]
    assert len(fit) > len(texts)
    assert [text for text, one in fit if one.found(text) is None] == []


def is_open(pair: Pair) -> bool:
    """Whether no message mends it yet."""
    return pair.written[0].startswith(OPEN)


def words(pair: Pair) -> str:
    return "-".join(re.findall(r"\w+", " ".join(pair.written)))[:60]


# What is meant stands in the first message, but a tip of another one, followed to the letter, leaves the text wrong.
ONLY_OFFERED = {
    "if there is a Pawn on the Square that is owned by the Player, nobody wins",
    "if there is a Coin or a Pawn on the Square, nobody wins",
}


def is_offered(text: str, wrong: list[Diagnostic], meant: tuple[str, ...]) -> bool:
    """Whether what is meant can be copied from the first message, all of it."""
    (first, *_) = mending.mended(wrong, text, "test.rules")
    return any(one.lines == meant for one in first.write)


@pytest.mark.parametrize("pair", [*PRINTED, *(late(one, late=at % 4 != 0) for at, one in enumerate(SAID))], ids=words)
def test_what_is_said_is_understood_or_mended(pair: Pair) -> None:
    """By following the messages to the letter; where they offer a choice, the one that is meant is taken. Of a few it
    is enough that the first message has the lines (`ONLY_OFFERED`)."""
    text = among(pair.where, tuple(line.removeprefix(OPEN) for line in pair.written))
    wrong = told(text)
    if pair.meant and wrong:
        if pair.written[0] in ONLY_OFFERED:
            assert is_offered(text, wrong, pair.meant)
            return
        wrong = mended(text, "".join(f"\n{line}\n" for line in pair.meant))[1]
    assert bool(wrong) == is_open(pair), wrong


@pytest.mark.parametrize("pair", PRINTED, ids=words)
def test_what_the_page_tells_is_right(pair: Pair) -> None:
    assert told(among(pair.where, pair.meant)) == []


def test_nine_of_ten_are_mended() -> None:
    assert len(EACH) > 200
    assert sum(map(is_open, EACH)) <= len(EACH) / 10


def test_each_place_of_a_phrasing_is_filled_in_one_way_and_asked_for() -> None:
    tables = (NOUNS, BOARDS, DEEDS, VALUES, RULES, COUNTS, HEADS)
    names = [name for table in tables for name in table]
    assert len(names) == len(set(names))
    meant = set(re.findall(r"{([^{}]+)}", (TEXT / "phrasings.toml").read_text("utf-8")))
    meant |= {re.sub("^(?:an?|one|several) ", "", name) for name in meant}  # what stands there in that form
    code = "".join(file.read_text("utf-8") for file in TEXT.glob("phrasing_*.py"))
    assert set(names) <= meant | set(re.findall(r"places\[[\"']([^\"']+)[\"']\]", code))
