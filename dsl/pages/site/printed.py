"""The page “From a printed rule”: what printed rules say, and the sentences that mean it, in a small game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl import resources

PAIRS, GAME = "printed.txt", "printed.rules"
CHAPTER, WHERE, MEANT, NOTE = "# ", "### ", "=> ", "-- "


@dataclass(frozen=True, slots=True)
class Pair:
    """Lines that somebody writes, and those that are meant; none, where these are right.

    `where` they stand in a rulebook: `statement`, `need`, `setup`, or `item`, which is one by itself.
    """

    chapter: str
    where: str
    written: tuple[str, ...]
    meant: tuple[str, ...]


def pairs(text: str) -> Iterator[Pair]:
    """The pairs of a text, between which a line is empty."""
    chapter, where = "", ""
    for block in text.split("\n\n"):
        lines = [line for line in block.strip("\n").split("\n") if not line.startswith(NOTE)]
        while lines and lines[0].startswith((CHAPTER, WHERE)):
            line = lines.pop(0)
            chapter = line.removeprefix(CHAPTER) if line.startswith(CHAPTER) else chapter
            where = line.removeprefix(WHERE) if line.startswith(WHERE) else where
        if lines:
            meant = tuple(line.removeprefix(MEANT) for line in lines if line.startswith(MEANT))
            yield Pair(chapter, where, tuple(line for line in lines if not line.startswith(MEANT)), meant)


def printed() -> list[Pair]:
    """The pairs of the page, by their chapters."""
    return [*pairs((resources.folder("reference") / PAIRS).read_text(encoding="utf-8"))]


def game() -> str:
    """The rulebook in which they are said."""
    return (resources.folder("reference") / GAME).read_text(encoding="utf-8")
