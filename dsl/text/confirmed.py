"""The list of the texts of a rulebook that somebody has read beside the rules that they stand for.

Beside x.rules can stand x.read.tsv, a line for each text that was found true: a fingerprint of its words, one of the
meaning of what it stands for, and one of each item of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from dsl.source import Span
from dsl.text.diagnostics import Diagnostic
from dsl.text.lists import lines_of_list

LIST = ".read.tsv"
COLUMNS = ("text", "words", "meaning", "by", "on", "leaves out", "items")


@dataclass(frozen=True)
class Confirmed:
    """A line of the list: somebody has found a text true."""

    text: str
    words: str
    meaning: str
    by: str
    on: str
    leaves_out: str
    items: Mapping[str, str]

    @property
    def line(self) -> str:
        items = "; ".join(f"{name}={value}" for name, value in sorted(self.items.items()))
        return "\t".join((self.text, self.words, self.meaning, self.by, self.on, self.leaves_out, items))


def confirmed_beside(rulebook: Path) -> tuple[dict[str, Confirmed], list[Diagnostic]]:
    """What the list beside x.rules says, by the names of texts, and what is wrong with it. Raises OSError."""
    path = rulebook.with_suffix(LIST)
    lines, faults = lines_of_list(path, COLUMNS, no_list)
    if faults:
        return {}, faults
    found: dict[str, Confirmed] = {}
    for at, line in enumerate(lines, 2):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS) or cells[0] in found:
            return {}, [no_list(path, at, "Here stands no text with what was read, or one that stands above, too.")]
        text, words, meaning, by, on, leaves_out, behind = cells
        items = dict(item.rsplit("=", 1) for item in behind.split("; ") if "=" in item)
        found[text] = Confirmed(text, words, meaning, by, on, leaves_out, items)
    return found, []


def no_list(path: Path, line: int, why: str) -> Diagnostic:
    remedy = "`rulewright read FILE` writes it"
    return Diagnostic("E0516", f"This is no list of texts that were read. {why}", Span(str(path), line, 1, line, 2),
                      hints=(remedy,))  # fmt: skip


def printed(confirmed: Iterable[Confirmed]) -> str:
    """The list as it stands beside the rulebook."""
    return "\n".join(["\t".join(COLUMNS), *(one.line for one in confirmed)]) + "\n"
