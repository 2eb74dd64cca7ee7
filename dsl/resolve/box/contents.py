"""What the functions of the box share: the box as it is read so far, and its tables as they were written."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import tree
from dsl.model.world import Kind, World
from dsl.resolve.context import Context
from dsl.source import Span


@dataclass
class Sheet:
    """A table as it was written: its columns by their heads, with a cell in each row."""

    node: tree.Table
    heads: tuple[str, ...]
    columns: dict[str, list[tree.Cell]] = field(default_factory=dict)
    meant: dict[str, tuple[int, ...]] = field(default_factory=dict)  # what the cells of a column mean, once it is read
    kinds: dict[str, Kind] = field(default_factory=dict)  # of columns that are not called like the kind of their values
    alike: dict[str, str] = field(default_factory=dict)  # of such columns, the kind whose values are known only later
    called: dict[str, str] = field(default_factory=dict)  # the words that lines of the thing give such columns
    shown: dict[str, tree.Shows] = field(default_factory=dict)  # of columns that tell of one side of a piece, what does
    links: dict[tree.Links, list[tree.Shows]] = field(default_factory=dict)  # what lines say of each side
    drawn: dict[str, Span] = field(default_factory=dict)  # where the lines stand that say what is in a column
    lines: list[list[tuple[str, str]]] = field(default_factory=list)  # of each row, where they begin and end

    @property
    def name(self) -> str:
        return self.node.name

    @property
    def height(self) -> int:
        """How many rows there are in which nothing is wrong."""
        return len(self.columns[self.heads[0]])

    @property
    def named(self) -> bool:
        """Whether a column says what the rows are called."""
        return self.name in self.heads

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(cell.value or "" for cell in self.columns[self.name])

    def labels(self) -> tuple[str, ...]:
        return tuple(cell.label or cell.value or "" for cell in self.columns[self.name])

    def without(self, *heads: str) -> list[str]:
        """The heads of the other columns."""
        return [head for head in self.heads if head not in heads]


def as_a_word(head: str) -> str:
    """How a line that says `called …` has the head of a column: `First City` as `first-city`."""
    return head.casefold().replace(" ", "-")


def head_span(sheet: Sheet, head: str) -> Span:
    return sheet.drawn[head] if head in sheet.drawn else sheet.node.rows[0].cells[sheet.heads.index(head)].span


@dataclass
class Box:
    """What is in the box as far as it is read: it becomes the world of the context."""

    context: Context
    items: list[tree.Node]
    sheets: dict[str, Sheet] = field(default_factory=dict)  # the tables, by their names
    mistaken: set[str] = field(default_factory=set)  # pieces for which a table with a fault may be meant

    @property
    def world(self) -> World:
        return self.context.world
