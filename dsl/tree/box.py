"""The book and what is in the box."""

from __future__ import annotations

from typing import Any

from dsl.source import Span
from dsl.tree.base import Node, node
from dsl.tree.headings import Binder, KindOf, Kinds, Names, Title
from dsl.tree.phrases import Where


@node
class Start(Node):
    items: tuple[Node, ...]


@node
class Game(Node):
    name: str
    lines: tuple[Node, ...]


@node
class Language(Node):
    name: str


@node
class Players(Node):
    low: int
    high: int | None
    names: Names


@node
class Use(Node):
    names: Names


@node
class Library(Node):
    """What a chapter of the standard library defines; it stands behind the `use` that takes it in."""

    name: str
    items: tuple[Node, ...]


@node
class Chapter(Node):
    title: str


@node
class Words(Node):
    text: str


@node
class InShort(Node):
    text: str


@node
class Labelled(Node):
    word: str
    label: str | None


@node
class Enumeration(Node):
    name: str
    values: tuple[Labelled, ...]


@node
class Range(Node):
    name: str
    low: Node
    high: Node


@node
class Lines(Node):
    name: str
    length: Node
    spaces: str


@node
class Setting(Node):
    name: str
    value: int


@node
class Option(Node):
    name: str
    numbers: Node
    usually: int


@node
class OptionRange(Node):
    low: int
    high: int


@node
class OptionNumbers(Node):
    numbers: tuple[int, ...]


@node
class Piece(Node):
    title: Title
    kind: KindOf | None
    lines: tuple[Node, ...]


@node
class Place(Node):
    title: Title
    lines: tuple[Node, ...]


@node
class Board(Node):
    title: Title
    lines: tuple[Node, ...]


@node
class Everyone(Node):
    pass


@node
class Nobody(Node):
    pass


@node
class EachOf(Node):
    name: str


@node
class Seen(Node):
    who: Node
    until: str | None


@node
class Copies(Node):
    amount: Node
    who: Node | None


@node
class CopyEach(Node):
    kinds: Kinds


@node
class Attribute(Node):
    binder: Binder
    seen: Seen | None


@node
class Flags(Node):
    seen: Seen | None
    words: tuple[str, ...]

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Flags:
        *words, seen = children
        return cls(span, clauses, seen, tuple(words))


@node
class Starts(Node):
    where: Where


@node
class Takes(Node):
    most: int | None
    names: Names


@node
class KeepsOrder(Node):
    pass


@node
class Visible(Node):
    seen: Seen


@node
class Shape(Node):
    space: str
    word: str
    sizes: tuple[Node, ...]


@node
class Spot(Node):
    name: str
    label: str | None
    space: str


@node
class Plural(Node):
    name: str


@node
class Cell(Node):
    """A Name, word or number, and what is printed for it; both may be missing."""

    value: str | None
    label: str | None


@node
class Row(Node):
    cells: tuple[Cell, ...]


@node
class Table(Node):
    name: str
    rows: tuple[Row, ...]
