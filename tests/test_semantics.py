"""The rules of the semantics that the tests hold: a test cites what would make it fail if it were broken."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from dsl import resources

TESTS = Path(__file__).parent
NUMBER = re.compile(r"\bS\d+\.\d+\b")

UNHELD: set[str] = set()


@cache
def rules() -> dict[str, bool]:
    """The number of each rule, and whether it runs."""
    found, section_runs = {}, True
    for line in (resources.folder("reference") / "semantics.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            section_runs = not line.endswith(" (later)")
        elif rule := re.match(r"- \*\*(S\d+\.\d+)\*\* (\(later\))?", line):
            assert rule[1] not in found, f"{rule[1]} is there twice"
            found[rule[1]] = section_runs and not rule[2]
    return found


def remarks(path: Path) -> Iterator[str]:
    """The comments and docstrings of a file; a number in the text that a test works with cites nothing."""
    if path.suffix == ".rules":
        yield from re.findall(r"(?:^|\s)--\s.*", path.read_text("utf-8", errors="replace"))
        return
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            alone = not token.line[: token.start[1]].strip()
            docstring = token.type == tokenize.STRING and alone and token.string.startswith('"""')
            if docstring or token.type == tokenize.COMMENT:
                yield token.string


@cache
def cited() -> dict[str, set[str]]:
    """The rules that are cited, each with the files that do so."""
    found: dict[str, set[str]] = {}
    for path in chain(
        TESTS.rglob("*.py"), *((TESTS / "language" / folder).glob("*.rules") for folder in ("good", "bad"))
    ):
        for number in NUMBER.findall(" ".join(remarks(path))):
            found.setdefault(number, set()).add(path.name)
    return found


def test_every_rule_that_is_cited_is_there() -> None:
    assert {number: files for number, files in cited().items() if number not in rules()} == {}


def test_no_rule_is_cited_that_does_not_run_yet() -> None:
    assert {number: files for number, files in cited().items() if not rules().get(number, True)} == {}


def test_every_rule_that_runs_is_cited_but_those_that_are_named_here() -> None:
    assert {number for number, runs in rules().items() if runs} - set(cited()) == UNHELD
