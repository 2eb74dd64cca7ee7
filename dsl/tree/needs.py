"""Lines at the head of an action: what it needs and costs, how often, and when it can be done."""

from __future__ import annotations

from dsl.tree.base import Node
from dsl.tree.headings import Block, Kinds, Names


class Need(Node):
    afterwards: str | None
    condition: Node
    name: str | None


class Utmost(Node):
    amount: Node
    extent: str
    name: str | None


class Costs(Node):
    """A number, or one or more prices, each a number of something."""

    amounts: tuple[Node, ...]


class Price(Node):
    """So many of something that a word tells, or a thing that was brought in before."""

    amount: int
    word: str | Node


class PriceEach(Node):
    """So many, of something that a word tells, for each of the things."""

    amount: int
    word: str | None
    desc: Node


class PriceAsMuch(Node):
    word: str | Node
    amount: Node


class HowOften(Node):
    times: int | str = 1  # or the Name of the number


class LimitSpan(Node):
    word: str


class Limit(Node):
    often: HowOften
    each: LimitSpan
    kinds: Kinds | None


class Playable(Node):
    names: Names


class Deepest(Node):
    most: int
    block: Block | None = None
