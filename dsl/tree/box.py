"""The book and what is in the box."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node
from dsl.tree.headings import Agreed, Binder, KindOf, Names, SoManyPlayers, Title
from dsl.tree.phrases import Where


@dataclass(frozen=True, eq=False)
class Start(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Game(Node):
    name: str
    lines: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Language(Node):
    name: str


@dataclass(frozen=True, eq=False)
class Players(Node):
    low: int
    high: int | None
    names: Names


@dataclass(frozen=True, eq=False)
class Use(Node):
    names: Names


@dataclass(frozen=True, eq=False)
class Library(Node):
    """What a chapter of the standard library defines; it stands behind the `use` that takes it in."""

    name: str
    items: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Chapter(Node):
    title: str


@dataclass(frozen=True, eq=False)
class Words(Node):
    text: str


@dataclass(frozen=True, eq=False)
class InShort(Node):
    text: str


@dataclass(frozen=True, eq=False)
class LeavesOut(Node):
    names: Names


Told = Words | InShort | LeavesOut
"""What belongs to a definition, and to none of its steps."""


@dataclass(frozen=True, eq=False)
class Labelled(Node):
    word: str
    label: str | None


@dataclass(frozen=True, eq=False)
class Enumeration(Node):
    name: str
    values: tuple[Labelled, ...]


@dataclass(frozen=True, eq=False)
class Range(Node):
    name: str
    low: Node
    high: Node


@dataclass(frozen=True, eq=False)
class Lines(Node):
    name: str
    length: Node
    spaces: str


@dataclass(frozen=True, eq=False)
class Setting(Node):
    name: str
    value: int


@dataclass(frozen=True, eq=False)
class Option(Node):
    name: str
    numbers: Node
    usually: int
    words: tuple[Words, ...]


@dataclass(frozen=True, eq=False)
class OptionRange(Node):
    low: int
    high: int


@dataclass(frozen=True, eq=False)
class OptionNumbers(Node):
    numbers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Piece(Node):
    title: Title
    kind: KindOf | None
    lines: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Place(Node):
    title: Title
    lines: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Board(Node):
    title: Title
    lines: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Everyone(Node):
    pass


@dataclass(frozen=True, eq=False)
class Nobody(Node):
    pass


@dataclass(frozen=True, eq=False)
class EachOf(Node):
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Seen(Node):
    who: Node
    until: str | None


@dataclass(frozen=True, eq=False)
class Copies(Node):
    """`players`: with how many there are so many, where that is said; `verb`: `is` or `are`."""

    verb: str
    amount: Node
    who: Node | None
    players: SoManyPlayers | None


@dataclass(frozen=True, eq=False)
class CopyEach(Node):
    """`more` is a further one, which is nobody's."""

    kinds: tuple[str, ...]
    more: str | None


@dataclass(frozen=True, eq=False)
class Attribute(Node):
    binder: Binder
    seen: Seen | None


@dataclass(frozen=True, eq=False)
class Shows(Node):
    """What is printed along each direction of the kind that is called `along`."""

    binder: Binder
    along: str


@dataclass(frozen=True, eq=False)
class Links(Node):
    """Lines between what is called `name`; the word is for two of them that a line joins."""

    name: str
    word: str
    along: str


@dataclass(frozen=True, eq=False)
class Ownership(Node):
    seen: Seen | None


@dataclass(frozen=True, eq=False)
class Flags(Node):
    seen: Seen | None
    words: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class State(Node):
    """What players have or can be."""

    holder: Binder
    line: Attribute | Flags


@dataclass(frozen=True, eq=False)
class Starts(Node):
    where: Where


@dataclass(frozen=True, eq=False)
class Takes(Node):
    names: Names


@dataclass(frozen=True, eq=False)
class TakesAtMost(Node):
    """`most` is None where the first Name begins with that of a number: `at most Market Size Cards`."""

    most: int | None
    names: Names


@dataclass(frozen=True, eq=False)
class KeepsOrder(Node):
    pass


@dataclass(frozen=True, eq=False)
class Visible(Node):
    seen: Seen


@dataclass(frozen=True, eq=False)
class Shape(Node):
    """`players`: with how many the board is made so, where that is said."""

    space: str
    word: str
    players: SoManyPlayers | None
    sizes: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Spot(Node):
    """`the Gate is A1`; `bare`: `Bergen is A1`, without an article."""

    name: str
    label: str | None
    space: str
    bare: bool


@dataclass(frozen=True, eq=False)
class Onward(Node):
    direction: str
    space: str
    to: str


@dataclass(frozen=True, eq=False)
class Joined(Node):
    """`word` is `joined`, which is no word of the language: qualities can be called so."""

    space: str
    word: str
    to: Names


@dataclass(frozen=True, eq=False)
class Plural(Node):
    """`label` is the plural of what is printed."""

    name: str
    label: str | None


@dataclass(frozen=True, eq=False)
class Cell(Node):
    """A Name, word or number, and what is printed for it; both may be missing. At the head of a column `players` says
    with how many it is there. Or the lines that are drawn on a piece."""

    value: str | None
    label: str | None
    players: SoManyPlayers | None
    lines: tuple[LineDrawn, ...] = ()


@dataclass(frozen=True, eq=False)
class LineDrawn(Node):
    """From which side to which."""

    one: str
    other: str


@dataclass(frozen=True, eq=False)
class SuchRow(Node):
    agreed: Agreed


@dataclass(frozen=True, eq=False)
class Row(Node):
    """`only`: how the game is played where the row is there."""

    cells: tuple[Cell, ...]
    only: SuchRow | None


@dataclass(frozen=True, eq=False)
class Table(Node):
    name: str
    rows: tuple[Row, ...]
