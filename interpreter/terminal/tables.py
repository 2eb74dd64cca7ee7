"""What is printed on the pieces, spaces and values of a game and never changes, as tables, while a match is played."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.play.options import words
from interpreter.play.rules import Rules
from interpreter.terminal.rules import GONE, book_of
from interpreter.terminal.words import Spoken

if TYPE_CHECKING:
    from dsl.model.world import Attribute, Kind, World

NOTHING = "–"
GAP = "  "
INDENT = "  "

Row = tuple[str, ...]


def tables_of(rules: Rules, typed: str, width: int) -> str:
    """The table of what is called so, or the rows in which something is; failing that, what can be looked at."""
    book = book_of(rules)
    if book is None:
        return Spoken(rules.program.language)(GONE)
    tables = {kind: _table(book.world, kind) for kind in book.world.kinds.values() if _printed(book.world, kind)}
    wanted = words(typed)
    named = [kind for kind in tables if wanted in (words(name) for name in (kind.name, kind.label, kind.plural))]
    found = {kind: tables[kind] for kind in named}
    if not found and wanted:
        mentions = {kind: [row for row in table[1:] if wanted in map(words, row)] for kind, table in tables.items()}
        found = {kind: [tables[kind][0], *rows] for kind, rows in mentions.items() if rows}
    if found:
        return "\n\n".join(map(_drawn, found.values()))
    known = ", ".join(kind.label or kind.name for kind in tables)
    told = f"Type `look` and one of these, or what stands on one: {known}." if known else "Nothing has anything on it."
    return "\n".join(textwrap.wrap(told, width, break_on_hyphens=False))


def _printed(world: World, kind: Kind) -> list[Attribute]:
    """What things of a kind have that never changes, if the kind itself has any of it."""
    found = [attribute for attribute in world.attributes(kind) if attribute.constant is not None]
    return found if any(attribute.of is kind for attribute in found) else []


def _table(world: World, kind: Kind) -> list[Row]:
    """The heads, then a row for all things that have the same on them, with how many these are."""
    attributes = _printed(world, kind)
    numbers = [number for number in range(kind.start, kind.stop) if kind.has(number)]
    rows = Counter(_row(world, kind, number, attributes) for number in numbers)
    several = any(count > 1 for count in rows.values())
    heads = [kind.label or kind.name, *(a.name for a in attributes if not a.names), *(["Copies"] if several else [])]
    return [tuple(heads), *(row + ((str(count),) if several else ()) for row, count in rows.items())]


def _row(world: World, kind: Kind, number: int, attributes: Sequence[Attribute]) -> Row:
    values = {attribute: (attribute.constant or ())[number - attribute.of.start] for attribute in attributes}
    called = [_value(attribute.kind, value) for attribute, value in values.items() if attribute.names and value >= 0]
    others = (_value(attribute.kind, value) for attribute, value in values.items() if not attribute.names)
    return (called[0] if called else _element(world, kind, number), *others)


def _element(world: World, kind: Kind, number: int) -> str:
    """What one thing of a kind is called: a piece by its own kind."""
    if kind.sort != "piece":
        root = kind
        while root.parent is not None:
            root = root.parent
        return _value(root, number)
    sorts = [other for other in world.kinds.values() if other.sort == "piece" and other.has(number)]
    own = max(sorts, key=lambda other: other.depth)
    return own.label or own.name


def _value(kind: Kind, value: int) -> str:
    names = kind.labels or kind.elements
    if kind.sort == "truth":
        return "yes" if value else NOTHING
    if kind.is_nothing(value):
        return NOTHING
    if kind.sort == "range":
        return str(value)
    return names[value - kind.start] if 0 <= value - kind.start < len(names) else NOTHING


def _drawn(table: Sequence[Row]) -> str:
    """The rows below one another, under their heads."""
    rooms = [max(map(len, column)) for column in zip(*table, strict=True)]
    padded = (GAP.join(text.ljust(room) for text, room in zip(row, rooms, strict=True)) for row in table)
    return "\n".join(INDENT + line.rstrip() for line in padded)
