"""Lines at the head of an action: what it needs and costs, how often, and when it can be done."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node
from dsl.tree.headings import Block, Kinds, Names


@dataclass(frozen=True, eq=False)
class Need(Node):
    afterwards: str | None
    condition: Node
    name: str | None


@dataclass(frozen=True, eq=False)
class Utmost(Node):
    amount: Node
    extent: str
    name: str | None


@dataclass(frozen=True, eq=False)
class Costs(Node):
    """A number, or one or more prices, each a number of something."""

    amounts: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Price(Node):
    """So many of something that a word tells, or a thing that was brought in before."""

    amount: int
    word: str | Node


@dataclass(frozen=True, eq=False)
class PriceEach(Node):
    """So many, of something that a word tells, for each of the things."""

    amount: int
    word: str | None
    desc: Node


@dataclass(frozen=True, eq=False)
class PriceAsMuch(Node):
    word: str | Node
    amount: Node


@dataclass(frozen=True, eq=False)
class HowOften(Node):
    times: int | str = 1  # or the Name of the number


@dataclass(frozen=True, eq=False)
class LimitSpan(Node):
    word: str


@dataclass(frozen=True, eq=False)
class Limit(Node):
    often: HowOften
    each: LimitSpan
    kinds: Kinds | None


@dataclass(frozen=True, eq=False)
class Playable(Node):
    names: Names


@dataclass(frozen=True, eq=False)
class Deepest(Node):
    most: int
    block: Block | None = None
