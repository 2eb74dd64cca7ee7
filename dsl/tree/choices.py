"""Lines: who is asked, and what is chosen or rolled."""

from __future__ import annotations

from dsl.tree.base import Node
from dsl.tree.headings import Block
from dsl.tree.phrases import Desc, Noun, Where


class Modal(Node):
    word: str
    repeatedly: str | None = None


class Offer(Node):
    who: Node
    modal: Modal
    calls: tuple[Node, ...]


class OneOf(Node):
    desc: Desc


class SeveralCalled(Node):
    """`Cards called first, second and third`."""

    noun: Noun
    others: tuple[str, ...]


class InTurn(Node):
    """Several that are chosen one after the other, each with a name of its own."""

    number: int
    those: SeveralCalled
    where: Where | None


class Exactly(Node):
    number: Node
    many: Node


class AtMostOf(Node):
    number: Node
    many: Node


class AtLeastOf(Node):
    number: Node
    many: Node


class Between(Node):
    low: Node
    high: Node
    many: Node


class AnyNumber(Node):
    many: Node


class Choose(Node):
    who: Node
    picked: Node


class Roll(Node):
    who: Node
    picked: Node


class May(Node):
    who: Node
    repeatedly: str | None
    block: Block


class Way(Node):
    name: str
    condition: Node | None
    block: Block


class ChooseOne(Node):
    who: Node
    ways: tuple[Way, ...]
