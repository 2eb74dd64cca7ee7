"""Where the tables of the box stand in the guide: with the rules that ask for them, with the box, or at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl import model
from dsl.model.visit import nodes_in
from dsl.model.world import TableInfo, World
from dsl.pages.reference.passages import Part, Passage

DONE = ("phase", "window", "action", "power", "verb")  # a chapter that has any of these tells how to play
LONG, LONG_OF_PIECES = 10, 20  # rows: so many fit between other things to read, and where the box has tables of pieces
LONGEST = 20  # rows between rules, even of a table that they ask for


class Tables:
    """The tables of a game, of which `parts` are the chapters."""

    def __init__(self, tables: Sequence[Passage], parts: Iterable[Part], world: World) -> None:
        every = list(parts)
        taught = [part for part in every if part.of(*DONE)]
        taught += [part for part in every if part not in taught]  # where nothing is done, words have their meaning
        boxed = any(of_pieces(table) and not is_long(table) for table in tables)
        self.boxed = [t for t in tables if of_pieces(t) and not is_long(t, LONG_OF_PIECES if boxed else LONG)]
        short = [t for t in tables if t not in self.boxed and not is_long(t, LONGEST)]
        homes = {table.anchor: home(table, taught, world) for table in short}
        self.homes = {anchor: part.title for anchor, part in homes.items() if part is not None}
        self.tables = tables

    def of(self, part: Part) -> tuple[Passage, ...]:
        """Those that the rules of a chapter ask for first."""
        return tuple(table for table in self.tables if self.homes.get(table.anchor) == part.title)

    @property
    def with_box(self) -> list[Passage]:
        return [t for t in self.tables if t in self.boxed or not (t.anchor in self.homes or is_long(t))]

    @property
    def at_end(self) -> list[Passage]:
        return [t for t in self.tables if t.anchor not in self.homes and t not in self.with_box]


def home(table: Passage, parts: Iterable[Part], world: World) -> Part | None:
    return next((part for part in parts if any(asks_for(passage, table, world) for passage in part.passages)), None)


def of_pieces(table: Passage) -> bool:
    """Whether it says what pieces there are: that is looked for with the box."""
    return isinstance(table.about, TableInfo) and table.about.kind.sort == "piece"


def is_long(table: Passage, longest: int = LONG) -> bool:
    """Whether it needs much room: one of a single column is a row of words."""
    return table.sheet is not None and len(table.sheet.heads) > 1 and len(table.sheet.rows) > longest


def asks_for(passage: Passage, table: Passage, world: World) -> bool:
    """Whether a rule asks for what a table says; whose spaces are, is to be looked up from everywhere."""
    return isinstance(passage.about, model.Definition) and ask_for(passage.about, table, world)


def ask_for(rules: object, table: Passage, world: World) -> bool:
    """The same of lines of the rulebook."""
    info = table.about
    if not isinstance(info, TableInfo) or any(owner >= 0 for owner in info.owners):
        return False
    told = {*info.attributes, *(a for a in world.attributes(info.kind) if a.constant is not None)}
    return any(isinstance(node, model.Get) and node.attribute in told for node in nodes_in(rules))
