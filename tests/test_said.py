"""What designers write as printed rules say it is a sentence of the language, or the message has the one that is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.rulebooks import FOLDER, told
from tests.tips import mended

SAID = FOLDER / "said"
FRAME = (SAID / "frame.rules").read_text("utf-8")
ACTION = "\naction Try a Card with a Pawn to a Square against a Player called target\n"
OPENING = re.compile(r"(if|for|when|repeat|do this|each Player in turn order|until|while)\b")
UNDER = "        move the Pawn to the Supply"
MEANT, OPEN = "=> ", "? "


@dataclass(frozen=True)
class Said:
    """Lines that somebody writes, where they stand (`statement`, `need`, `setup`, `item`), and those that are meant."""

    where: str
    written: list[str]
    meant: list[str]
    open: bool

    def __str__(self) -> str:
        return "-".join(re.findall(r"\w+", " ".join(self.written)))[:60]

    def among(self, lines: list[str]) -> str:
        """The game with such lines."""
        body = [f"    {line}" for line in lines]
        match self.where:
            case "statement":
                under = [UNDER] if len(lines) == 1 and OPENING.match(lines[0]) else []
                return FRAME + ACTION + "\n".join([*body, *under, ""])
            case "need":
                return FRAME + ACTION + "\n".join([*body, "    move the Pawn to the Square", ""])
            case "setup":
                return FRAME.replace("setup\n", "\n".join(["setup", *body, ""]))
            case _:
                return FRAME + "\n".join(["", *lines, ""])


def all_said() -> Iterator[Said]:
    where = ""
    for block in (SAID / "sentences.txt").read_text("utf-8").split("\n\n"):
        lines = [line for line in block.strip("\n").split("\n") if not line.startswith("-- ")]
        if lines and lines[0].startswith("### "):
            where = lines.pop(0).removeprefix("### ")
        if lines:
            written = [line.removeprefix(OPEN) for line in lines if not line.startswith(MEANT)]
            meant = [line.removeprefix(MEANT) for line in lines if line.startswith(MEANT)]
            yield Said(where, written, meant, lines[0].startswith(OPEN))


EACH = [*all_said()]


@pytest.mark.parametrize("said", EACH, ids=str)
def test_what_is_said_is_understood_or_mended(said: Said) -> None:
    """By following the messages to the letter; where they offer a choice, the one that is meant is taken."""
    text = said.among(said.written)
    wrong = told(text)
    if said.meant and wrong:
        _, wrong = mended(text, "".join(f"\n{line}\n" for line in said.meant))
    assert bool(wrong) == said.open, wrong


def test_nine_of_ten_are() -> None:
    assert len(EACH) > 200
    assert sum(said.open for said in EACH) <= len(EACH) / 10
