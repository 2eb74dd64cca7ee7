"""The clauses that a rulebook's text cites, and those of the clause list beside it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from dsl.text.reader import read
from dsl.tree import Node


def clause_list(rulebook: Path) -> Path:
    """The clause list of a rulebook stands beside it, if there is one."""
    return rulebook.with_suffix(".clauses.tsv")


def listed(rulebook: Path) -> list[str]:
    """The clauses of the list, in its order; none if there is no list."""
    if not clause_list(rulebook).exists():
        return []
    with clause_list(rulebook).open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file, delimiter="\t")]


def tree(rulebook: Path) -> Node:
    """The text of a rulebook, parsed."""
    start, diagnostics = read(rulebook.read_text(encoding="utf-8"), str(rulebook))
    assert start is not None, diagnostics
    return start


def cited(rulebook: Path) -> set[str]:
    """All clauses that the text cites, wherever."""
    return {clause for node in nodes(tree(rulebook)) for clause in node.clauses}


def nodes(start: Node) -> Iterator[Node]:
    """A node and all that it is made of."""
    waiting: list[object] = [start]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Node):
            yield item
            waiting += [getattr(item, name) for name in item.__dataclass_fields__]
        elif isinstance(item, tuple | list):
            waiting += item
