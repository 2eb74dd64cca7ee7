"""The book and what is in the box."""

from __future__ import annotations

from dsl.tree.base import Node
from dsl.tree.headings import Agreed, Binder, KindOf, Names, SoManyPlayers, Title
from dsl.tree.phrases import Where


class Start(Node):
    items: tuple[Node, ...]


class Game(Node):
    name: str
    lines: tuple[Node, ...]


class Language(Node):
    name: str


class Players(Node):
    low: int
    high: int | None
    names: Names


class Use(Node):
    names: Names


class Library(Node):
    """What a chapter of the standard library defines; it stands behind the `use` that takes it in."""

    name: str
    items: tuple[Node, ...]


class Chapter(Node):
    title: str


class Words(Node):
    text: str


class InShort(Node):
    text: str


class LeavesOut(Node):
    names: Names


Told = Words | InShort | LeavesOut
"""What belongs to a definition, and to none of its steps."""


class Labelled(Node):
    word: str
    label: str | None


class Enumeration(Node):
    name: str
    values: tuple[Labelled, ...]


class Range(Node):
    name: str
    low: Node
    high: Node


class Lines(Node):
    name: str
    length: Node
    spaces: str


class Setting(Node):
    name: str
    value: int


class Option(Node):
    name: str
    numbers: Node
    usually: int
    words: tuple[Words, ...]


class OptionRange(Node):
    low: int
    high: int


class OptionNumbers(Node):
    numbers: tuple[int, ...]


class Piece(Node):
    title: Title
    kind: KindOf | None
    lines: tuple[Node, ...]


class Place(Node):
    title: Title
    lines: tuple[Node, ...]


class Board(Node):
    title: Title
    lines: tuple[Node, ...]


class Everyone(Node):
    pass


class Nobody(Node):
    pass


class EachOf(Node):
    names: tuple[str, ...]


class Seen(Node):
    who: Node
    until: str | None


class Copies(Node):
    """`players`: with how many there are so many, where that is said; `verb`: `is` or `are`."""

    verb: str
    amount: Node
    who: Node | None
    players: SoManyPlayers | None


class CopyEach(Node):
    """`more` is a further one, which is nobody's."""

    kinds: tuple[str, ...]
    more: str | None


class Attribute(Node):
    binder: Binder
    seen: Seen | None


class Shows(Node):
    """What is printed along each direction of the kind that is called `along`."""

    binder: Binder
    along: str


class Links(Node):
    """Lines between what is called `name`; the word is for two of them that a line joins."""

    name: str
    word: str
    along: str


class Ownership(Node):
    seen: Seen | None


class Flags(Node):
    seen: Seen | None
    words: tuple[str, ...]


class State(Node):
    """What players have or can be."""

    holder: Binder
    line: Attribute | Flags


class Starts(Node):
    where: Where


class Takes(Node):
    names: Names


class TakesAtMost(Node):
    """`most` is None where the first Name begins with that of a number: `at most Market Size Cards`."""

    most: int | None
    names: Names


class KeepsOrder(Node):
    pass


class Visible(Node):
    seen: Seen


class Shape(Node):
    """`players`: with how many the board is made so, where that is said."""

    space: str
    word: str
    players: SoManyPlayers | None
    sizes: tuple[Node, ...]


class Spot(Node):
    """`the Gate is A1`; `bare`: `Bergen is A1`, without an article."""

    name: str
    label: str | None
    space: str
    bare: bool


class PartWith(Node):
    """Lines of a thing that are there only when the game is played so."""

    agreed: Agreed
    lines: tuple[Node, ...]


class Onward(Node):
    direction: str
    space: str
    to: str


class Joined(Node):
    """`word` is `joined`, which is no word of the language: qualities can be called so."""

    space: str
    word: str
    to: Names


class Plural(Node):
    """`label` is the plural of what is printed."""

    name: str
    label: str | None


class Cell(Node):
    """A Name, word or number, and what is printed for it; both may be missing. At the head of a column `players` says
    with how many it is there. Or the lines that are drawn on a piece."""

    value: str | None
    label: str | None
    players: SoManyPlayers | None
    lines: tuple[LineDrawn, ...] = ()


class LineDrawn(Node):
    """From which side to which."""

    one: str
    other: str


class SuchRow(Node):
    agreed: Agreed


class Row(Node):
    """`only`: how the game is played where the row is there."""

    cells: tuple[Cell, ...]
    only: SuchRow | None


class Table(Node):
    name: str
    rows: tuple[Row, ...]
