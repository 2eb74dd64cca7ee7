"""Lines: what is so for a while."""

from __future__ import annotations

from dsl.tree.base import Node
from dsl.tree.headings import Block


class NextTurn(Node):
    """`the next turn of the Player`: the words, and whose."""

    preposition: str
    of: Node
    words: tuple[str, ...]


class UntilEnd(Node):
    """`until the end of the turn`."""

    end: Node


class UntilNext(Node):
    """`until the next turn of the Player`."""

    turn: NextTurn


class UntilEndOfNext(Node):
    """`until the end of the next turn of the Player`, of which nobody knows whether it begins now."""

    end: Node
    preposition: str
    turn: NextTurn


class NowAndUntil(Node):
    """`now and until the end of the next turn of the Player`."""

    end: Node
    preposition: str
    turn: NextTurn


class During(Node):
    """`during the next turn of the Player`."""

    turn: NextTurn


class Lasting(Node):
    how_long: UntilEnd | UntilNext | UntilEndOfNext | NowAndUntil | During
    block: Block


class WhileSo(Node):
    condition: Node
    block: Block


class OnlyWhile(Node):
    condition: Node
    block: Block
