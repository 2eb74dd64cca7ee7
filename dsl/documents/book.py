"""A rulebook with the clauses of the printed book that it encodes."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from dsl.errors import Diagnostic
from dsl.load import load_rulebook
from dsl.resolved import Rulebook

RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered sentence of the printed rulebook, or a ruling on what it leaves open (`sort` is "ruling")."""

    number: str
    section: str
    sort: str
    text: str


@dataclass(frozen=True)
class Book:
    """A rulebook to be printed. `name` is that of its file, without an ending; all its variants are in play."""

    name: str
    file: str
    rulebook: Rulebook
    clauses: tuple[Clause, ...] = ()

    @property
    def printed(self) -> tuple[Clause, ...]:
        """The clauses of the printed book, without the rulings."""
        return tuple(clause for clause in self.clauses if clause.sort != RULING)

    @property
    def rulings(self) -> tuple[Clause, ...]:
        return tuple(clause for clause in self.clauses if clause.sort == RULING)


def sections(clauses: tuple[Clause, ...]) -> list[tuple[str, list[Clause]]]:
    """Clauses under the headings of the printed book, in its order."""
    return [(section, list(members)) for section, members in groupby(clauses, key=lambda clause: clause.section)]


def read_book(path: Path) -> tuple[Book | None, list[Diagnostic]]:
    """The rulebook of a file with all its variants, and the clause list beside it; None if the rulebook has errors."""
    plain, diagnostics = load_rulebook(path)
    if plain is None:
        return None, diagnostics
    rulebook, diagnostics = load_rulebook(path, plain.variants)
    if rulebook is None:
        return None, diagnostics
    return Book(path.stem, path.name, rulebook, clauses_beside(path)), diagnostics


def clauses_beside(path: Path) -> tuple[Clause, ...]:
    """The clause list of a rulebook: `x.clauses.tsv` beside `x.rules`, with the columns id, section, kind, clause."""
    table = path.with_suffix(".clauses.tsv")
    if not table.exists():
        return ()
    with table.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(Clause(row["id"], row["section"], row["kind"], row["clause"]) for row in rows)
