"""The log of a match, kept apart for every reader: what they saw at the time, in their own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from dsl.ir.program import Program
from interpreter.knowledge.reader import REFEREE, SPECTATOR, Knowledge
from interpreter.knowledge.wording import Wording, natural
from interpreter.state.codec import Data
from interpreter.state.decoding import Facts

CHANCE = "Chance"  # who decides what is left to chance, as logs, decisions and saves call them


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line. `number` counts the answers of the match from 1; `who` gave it, or is empty.

    `choice`: what was answered; `chance`: what Chance drew; `reveal`: what the reader got to see by it.
    """

    number: int
    kind: Literal["choice", "chance", "reveal"]
    who: str
    text: str

    def __str__(self) -> str:
        return f"{self.who}: {self.text}" if self.who else f"revealed: {self.text}"

    def data(self) -> Data:
        """As plain data (`records.LogEntry`)."""
        return asdict(self)


def readers(program: Program) -> list[int]:
    """All whose logs are kept: the players, an onlooker, the referee."""
    return [*range(len(program.players)), SPECTATOR, REFEREE]


def revealed(before: Facts, after: Knowledge) -> list[str]:
    """What the reader saw that they did not see before, in words and in an order that shows no more than this."""
    new = news(before, after.facts())
    counts = Counter(_words(Wording(after), piece, facts) for piece, facts in new.items())
    everything = Wording(Knowledge(after.box, after.state, REFEREE))
    counts.update(everything.printed(piece) for piece in after.lost())
    return [f"{counts[text]} × {text}" if counts[text] > 1 else text for text in sorted(counts, key=natural)]


def news(before: Facts, after: Facts) -> dict[int, int]:
    """What was not seen before, of each piece of which that is anything."""
    return {piece: new for piece, seen in after.items() if (new := seen & ~before.get(piece, 0))}


def _words(wording: Wording, piece: int, facts: int) -> str:
    """The piece; with details where the news is not a part of its name."""
    fields = enumerate(wording.box.fields(piece), 1)
    return wording.piece(piece, detailed=any(facts >> number & 1 and not field.naming for number, field in fields))


class Log:
    """The entries of all readers."""

    def __init__(self, program: Program) -> None:
        self._entries: dict[int, list[LogEntry]] = {reader: [] for reader in readers(program)}

    def copy(self) -> Log:
        """The same entries, to which others are added."""
        other = object.__new__(Log)
        other._entries = {reader: [*entries] for reader, entries in self._entries.items()}
        return other

    def of(self, reader: int) -> list[LogEntry]:
        """A copy of one reader's entries."""
        return list(self._entries[reader])

    def add(self, kind: Literal["choice", "chance"], number: int, who: str, texts: Mapping[int, str]) -> None:
        """An answer, in each reader's words."""
        for reader, text in texts.items():
            self._entries[reader].append(LogEntry(number, kind, who, text))

    def reveal(self, number: int, reader: int, texts: list[str]) -> None:
        """What one reader got to see."""
        self._entries[reader] += [LogEntry(number, "reveal", "", text) for text in texts]

    def cut(self, number: int) -> None:
        """Takes back all entries from answer `number` on."""
        for reader, entries in self._entries.items():
            self._entries[reader] = [entry for entry in entries if entry.number < number]
