"""What messages propose, taken literally: it helps. Slips of people who wrote a game for the first time are mended so."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.rulebooks import FOLDER, cases, diagnosed, expected, framed
from tests.tips import mended

NOTE = re.compile(r"[ \t]*-- ###.*$", re.MULTILINE)
SLIPS = sorted((FOLDER / "slips").glob("*.rules"))


@cache
def slips(path: Path) -> tuple[str, list[str]]:
    """The game in which the slips of a file were made, and these."""
    frame, *parts = cases(path.read_text("utf-8"))
    return frame, parts


EACH = [
    pytest.param(path, number, id=f"{path.stem}-{part.partition(':')[0].removeprefix('-- ').replace(' ', '-')}")
    for path in SLIPS
    for number, part in enumerate(slips(path)[1])
]


@pytest.mark.parametrize("path", SLIPS, ids=lambda path: path.stem)
def test_a_game_in_which_slips_were_made_has_nothing_wrong(path: Path) -> None:
    assert diagnosed(slips(path)[0]) == []


@pytest.mark.parametrize(("path", "number"), EACH)
def test_a_slip_is_complained_of_as_is_marked(path: Path, number: int) -> None:
    frame, parts = slips(path)
    text = framed(parts[number], frame)
    wanted, found = expected(text), diagnosed(text)
    assert [d for d in found if not any(e.fits(d) for e in wanted)] == []
    assert len(found) == len(wanted)


@pytest.mark.parametrize(("path", "number"), EACH)
def test_a_slip_is_mended_by_what_its_messages_say(path: Path, number: int) -> None:
    frame, parts = slips(path)
    text, wrong = mended(NOTE.sub("", framed(parts[number], frame)), parts[number])
    assert wrong == [], text
