"""How many lines of rules a rulebook has, beside what other descriptions of the same game have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from dsl import model, resources
from dsl.source import Span
from dsl.text.standard_library import is_library

LIST = "descriptions.tsv"
GAINED = "for more lines"  # the head of the column that says what the reader gets where the rulebook is longer
NO_RULE = re.compile(r' *((chapter )?"[^"]*" *(\[[^]]*\])?)? *(--.*)?$')  # a text, a heading, a comment, a blank
EXAMPLE = re.compile(r'( *)example "')


@dataclass(frozen=True, slots=True)
class Length:
    """Lines of rules: in the rulebook, in what it takes from the library; `elsewhere` by the names of descriptions.

    `gained` says what the reader gets where the rulebook is longer.
    """

    own: int
    library: int
    elsewhere: dict[str, str]
    gained: str = ""


def length_of(path: Path, rulebook: model.Rulebook) -> Length | None:
    """Of a rulebook that stands in a folder with a list of descriptions; None elsewhere. Raises OSError."""
    listed = path.parent / LIST
    if not listed.is_file():
        return None
    own = sum(1 for _ in rule_lines(path.read_text("utf-8")))
    cells = descriptions(listed.read_text("utf-8", "replace"), path.stem)
    gained = cells.pop(GAINED, "")
    return Length(own, library_lines(rulebook), cells, gained)


def rule_lines(text: str) -> Iterator[str]:
    """The lines of a rulebook without texts, headings, comments, examples and blanks. Citations have no lines."""
    beyond = -1  # how far an example stands in, while one goes on
    for line in text.splitlines():
        if NO_RULE.match(line):
            continue
        if len(line) - len(line.lstrip()) <= beyond:
            beyond = -1
        if beyond < 0 and (found := EXAMPLE.match(line)):
            beyond = len(found[1])
        if beyond < 0:
            yield line


def library_lines(rulebook: model.Rulebook) -> int:
    """The lines of those definitions of the standard library that are part of the rulebook."""
    spans = {d.span for d in (*rulebook.values, *rulebook.qualities) if is_library(d.span.file)}
    return sum(definition_lines(span) for span in spans)


def definition_lines(span: Span) -> int:
    """The line in which a definition of the library begins, and those that stand under it."""
    _, *under = (resources.folder("grammars") / span.file).read_text("utf-8").splitlines()[span.line - 1 :]
    return 1 + sum(1 for _ in takewhile(lambda line: line.startswith(" "), under))


def descriptions(table: str, name: str) -> dict[str, str]:
    """What the table says of a rulebook, by the heads of its columns, of which the first is the rulebook's name."""
    rows = [line.split("\t") for line in table.splitlines() if line.strip()]
    heads = rows[0][1:] if rows else []
    cells = next((row[1:] for row in rows[1:] if row[0] == name), [])
    return dict(zip(heads, [*cells, *[""] * len(heads)], strict=False))
