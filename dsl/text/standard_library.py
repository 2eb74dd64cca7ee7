"""The standard library: chapters written in the language itself, which a rulebook takes in with `use`.

They stand in grammars/standard, one file each. There `Space` is said of the spaces of the board, whatever a rulebook
calls them; a chapter brings in nothing but definitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from dsl import resources, tree
from dsl.text import reader
from dsl.text.diagnostics import Diagnostic, near
from dsl.text.inflection import plural, singular

FOLDER = "standard"
BOARDS = {
    "Flat Hexes": ("flat-hexagon",),
    "Grids": ("grid", "grid-with-corners", "open-grid"),
    "Hexes": ("hexagon", "hex-rectangle", "hex-rhombus"),
    "Rings": ("ring", "ring-board"),
}  # the shapes of boards that a chapter speaks of; the other chapters speak of any
MOST = 20  # complaints in one run
SPACE = re.compile(r"\bSpace(s?)\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """A definition of a chapter: its heading, and what the chapter says of it."""

    heading: str
    meaning: str


@cache
def chapters() -> dict[str, Path]:
    """The files by the names of the chapters."""
    found = sorted((resources.folder("grammars") / FOLDER).glob("*.rules"))
    return {path.stem.replace("_", " ").title(): path for path in found}


def is_library(file: str) -> bool:
    """Whether a span is in a chapter of the library."""
    return file.startswith(f"{FOLDER}/")


def is_of_boards(file: str) -> bool:
    """Whether a span is in a chapter of the library that speaks only of spaces and directions."""
    return is_library(file) and any(path.name == Path(file).name for name, path in chapters().items() if name in BOARDS)


def with_library(start: tree.Start) -> tuple[tree.Start, list[Diagnostic]]:
    """The rulebook with what it uses behind each `use`."""
    if not any(isinstance(item, tree.Use) for item in _all(start.items)):
        return start, []
    taking = _Taking([shape for item in _all(start.items) for shape in _shapes(item)])
    items = tuple(taking.expanded(start.items))
    return replace(start, items=items), taking.diagnostics


def _all(items: tuple[tree.Node, ...]) -> Iterator[tree.Node]:
    for item in items:
        yield item
        if isinstance(item, tree.Variant | tree.OnlyWith):
            yield from _all(item.items)


def _shapes(item: tree.Node) -> list[tree.Shape]:
    lines = item.lines if isinstance(item, tree.Board) else ()
    return [line for line in lines if isinstance(line, tree.Shape)]


class _Taking:
    """Takes chapters in, each once, for boards of these shapes."""

    def __init__(self, boards: list[tree.Shape]) -> None:
        self.boards = [shape.word for shape in boards]
        self.spaces = singular(boards[0].space) if boards else "Space"
        self.taken: set[str] = set()
        self.diagnostics: list[Diagnostic] = []

    def expanded(self, items: tuple[tree.Node, ...]) -> Iterator[tree.Node]:
        for item in items:
            if isinstance(item, tree.Variant | tree.OnlyWith):
                yield replace(item, items=tuple(self.expanded(item.items)))
                continue
            yield item
            for name in item.names.names if isinstance(item, tree.Use) else ():
                wrong = self._wrong(name, item)
                if wrong is None:
                    self.taken.add(name)
                    yield tree.Library(item.span, (), name, read(name, self.spaces))
                elif len(self.diagnostics) < MOST:
                    self.diagnostics.append(wrong)

    def _wrong(self, name: str, item: tree.Node) -> Diagnostic | None:
        """Why a chapter cannot be taken in."""
        if name not in chapters():
            hints = tuple(f"use {chapter}" for chapter in chapters())
            message = f"The standard library has no chapter called {name}."
            return Diagnostic("E0201", message, item.span, hints=hints, near=tuple(near(name, chapters())))
        if name in self.taken:
            return Diagnostic("E0202", f"{name} is taken in already.", item.span)
        speaks_of = BOARDS.get(name, ())
        if speaks_of and not set(speaks_of) & set(self.boards):
            fitting = (c for c in chapters() if set(BOARDS.get(c, ())) & set(self.boards))
            message = f"{name} speaks of boards in a {' or '.join(speaks_of)}; here is none."
            return Diagnostic("E0354", message, item.span, hints=tuple(f"use {chapter}" for chapter in fitting))
        return None


@cache
def read(name: str, spaces: str) -> tuple[tree.Node, ...]:
    """What a chapter defines, where the spaces are called so."""
    path = chapters()[name]
    text = SPACE.sub(lambda m: plural(spaces) if m[1] else spaces, path.read_text(encoding="utf-8"))
    start, diagnostics = reader.read(text, f"{FOLDER}/{path.name}")
    assert start is not None, diagnostics
    return start.items


def entries(name: str) -> list[Entry]:
    """What a chapter defines, for its readers. What stands first is said of the chapter."""
    found: list[Entry] = []
    remark: list[str] = []
    for line in chapters()[name].read_text(encoding="utf-8").splitlines():
        if line.startswith("--"):
            remark.append(line.removeprefix("--").strip())
        elif line[:1].strip():
            heading = re.split(r" (?:means|when)\b", line, maxsplit=1)[0]
            found.append(Entry(heading, " ".join(remark)))
            remark = []
        elif remark and not found:
            found.append(Entry("", " ".join(remark)))
            remark = []
    return found
