"""The other hard passages of the five rulebooks, a page each.

One that needs a construct which does not run yet says so: at the top a line `-- Missing: <what the message calls it>,
<why>.` for each, and `-- missing` at the end of the lines that are refused for it. So the note cannot be untrue.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.errors import Diagnostic
from dsl.load import compile_rules
from dsl.syntax import read
from tests.laws.games import PASSAGES, complete

HARD = {
    "beyond_nebula": (1, 2, 3, 6, 7, 8),
    "hyperline": (6, 7),
    "nebula_rush": (1, 2, 3, 8),
    "nova_raiders": (2, 3, 6, 7, 8),
}
NAMES = {f"{game}_h{number}" for game, numbers in HARD.items() for number in numbers}
LEAST = 2  # examples in a passage that runs

_NAME = re.compile(r"(\w+_h\d)_\w+")
_NOTE = re.compile(r"^-- Missing: (.+?), .+\.$", re.MULTILINE)
_REFUSED = re.compile(r"The language knows (.+), but this version cannot carry it out yet\.")


def test_a_passage_is_named_after_its_place_and_what_it_shows() -> None:
    names = [match[1] for path in PASSAGES if (match := _NAME.fullmatch(path.stem))]
    assert len(names) == len(PASSAGES) == len(set(names))
    assert set(names) <= NAMES


@pytest.mark.parametrize("path", PASSAGES, ids=lambda path: path.stem)
def test_a_passage_is_read_without_a_fault(path: Path) -> None:
    start, diagnostics = read(path.read_text(encoding="utf-8"), path.name)
    assert start
    assert not diagnostics


@pytest.mark.parametrize("path", PASSAGES, ids=lambda path: path.stem)
def test_a_passage_runs_or_says_truly_what_is_missing(path: Path) -> None:
    """That the examples of one that runs pass, and that it keeps the laws, is tested with those of all games."""
    program, diagnostics = compile_rules(path, examples=True)
    if complete(path):
        assert program is not None, [str(diagnostic) for diagnostic in diagnostics]
        assert len(program.examples) >= LEAST
    else:
        assert {diagnostic.code for diagnostic in diagnostics} == {"E0111"}
        says_truly(path.read_text(encoding="utf-8"), diagnostics)


def says_truly(text: str, diagnostics: list[Diagnostic]) -> None:
    """All that is refused is named at the top, by the same words, and marked on its line; and nothing else is."""
    refused = {match[1] for one in diagnostics if (match := _REFUSED.fullmatch(one.message))}
    assert refused == set(_NOTE.findall(text))
    marked = {number for number, line in enumerate(text.splitlines(), 1) if line.endswith("-- missing")}
    assert {one.span.line for one in diagnostics if one.span} == marked
