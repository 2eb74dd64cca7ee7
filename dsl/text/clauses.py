"""The numbered clauses of a printed rulebook, which stand in a table beside the text that encodes them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dsl.source import Span
from dsl.text.diagnostics import Diagnostic
from dsl.text.lists import lines_of_list

LIST = ".clauses.tsv"
COLUMNS = ("id", "section", "kind", "clause")
RULING, READING = "ruling", "reading"


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered sentence of the printed rulebook, or a ruling on what it leaves open: `sort` is "ruling", or "reading"
    where the rules tell it by themselves, so that the guide does not repeat it."""

    number: str
    section: str
    sort: str
    text: str


def clauses_beside(rulebook: Path) -> tuple[tuple[Clause, ...], list[Diagnostic]]:
    """The clause list of `x.rules`, `x.clauses.tsv`, and what is wrong with it; nothing if there is none.

    The first line names the columns, with tabs between: id, section, kind, clause. Raises OSError.
    """
    path = rulebook.with_suffix(LIST)
    lines, faults = lines_of_list(path, COLUMNS, _wrong)
    if faults:
        return (), faults
    rows = [(number, line.split("\t")) for number, line in enumerate(lines, 2) if line.strip()]
    wrong = [_wrong(path, number, f"There are {len(row)} columns.") for number, row in rows if len(row) != len(COLUMNS)]
    return () if wrong else tuple(Clause(*row) for _, row in rows), wrong


def _wrong(path: Path, line: int, why: str) -> Diagnostic:
    remedy = f"columns with tabs between, and in the first line their names: {', '.join(COLUMNS)}"
    return Diagnostic("E0506", f"This is no clause list. {why}", Span(str(path), line, 1, line, 2), hints=(remedy,))
