"""Lists that stand beside a rulebook: a line each, with tabs between its cells, the first of which names these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dsl.source import line_of
from dsl.text.diagnostics import Diagnostic

Complaint = Callable[[Path, int, str], Diagnostic]
"""What is said of a list: where it stands, at which line, and why it is none."""


def lines_of_list(path: Path, columns: Sequence[str], wrong: Complaint) -> tuple[list[str], list[Diagnostic]]:
    """The lines below the first, which names the columns, and what is wrong with the list; none where there is no list.
    Raises OSError."""
    if not path.is_file():
        return [], []
    try:
        first, *lines = path.read_bytes().decode("utf-8-sig").splitlines() or [""]
    except UnicodeDecodeError as error:
        return [], [wrong(path, line_of(error), f"It is not text in UTF-8: {error.reason}.")]
    if tuple(first.split("\t")) != tuple(columns):
        return [], [wrong(path, 1, f"Its first line is “{first[:60]}”.")]
    return lines, []
