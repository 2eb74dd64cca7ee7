"""Lines: what is so for a while."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node
from dsl.tree.headings import Block


@dataclass(frozen=True, eq=False)
class NextTurn(Node):
    """`the next turn of the Player`: the words, and whose."""

    preposition: str
    of: Node
    words: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class UntilEnd(Node):
    """`until the end of the turn`."""

    end: Node


@dataclass(frozen=True, eq=False)
class UntilNext(Node):
    """`until the next turn of the Player`."""

    turn: NextTurn


@dataclass(frozen=True, eq=False)
class UntilEndOfNext(Node):
    """`until the end of the next turn of the Player`, of which nobody knows whether it begins now."""

    end: Node
    preposition: str
    turn: NextTurn


@dataclass(frozen=True, eq=False)
class NowAndUntil(Node):
    """`now and until the end of the next turn of the Player`."""

    end: Node
    preposition: str
    turn: NextTurn


@dataclass(frozen=True, eq=False)
class During(Node):
    """`during the next turn of the Player`."""

    turn: NextTurn


@dataclass(frozen=True, eq=False)
class Lasting(Node):
    how_long: UntilEnd | UntilNext | UntilEndOfNext | NowAndUntil | During
    block: Block


@dataclass(frozen=True, eq=False)
class WhileSo(Node):
    condition: Node
    block: Block


@dataclass(frozen=True, eq=False)
class OnlyWhile(Node):
    condition: Node
    block: Block
