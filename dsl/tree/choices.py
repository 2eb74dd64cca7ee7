"""Lines: who is asked, and what is chosen or rolled."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node
from dsl.tree.headings import Block
from dsl.tree.phrases import Desc, Noun, Where


@dataclass(frozen=True, eq=False)
class Modal(Node):
    word: str
    repeatedly: str | None = None


@dataclass(frozen=True, eq=False)
class Offer(Node):
    who: Node
    modal: Modal
    calls: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class OneOf(Node):
    desc: Desc


@dataclass(frozen=True, eq=False)
class SeveralCalled(Node):
    """`Cards called first, second and third`."""

    noun: Noun
    others: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class InTurn(Node):
    """Several that are chosen one after the other, each with a name of its own."""

    number: int
    those: SeveralCalled
    where: Where | None


@dataclass(frozen=True, eq=False)
class Exactly(Node):
    number: Node
    many: Node


@dataclass(frozen=True, eq=False)
class AtMostOf(Node):
    number: Node
    many: Node


@dataclass(frozen=True, eq=False)
class AtLeastOf(Node):
    number: Node
    many: Node


@dataclass(frozen=True, eq=False)
class Between(Node):
    low: Node
    high: Node
    many: Node


@dataclass(frozen=True, eq=False)
class AnyNumber(Node):
    many: Node


@dataclass(frozen=True, eq=False)
class Choose(Node):
    who: Node
    picked: Node


@dataclass(frozen=True, eq=False)
class Roll(Node):
    who: Node
    picked: Node


@dataclass(frozen=True, eq=False)
class May(Node):
    who: Node
    repeatedly: str | None
    block: Block


@dataclass(frozen=True, eq=False)
class Way(Node):
    name: str
    condition: Node | None
    block: Block


@dataclass(frozen=True, eq=False)
class ChooseOne(Node):
    who: Node
    ways: tuple[Way, ...]
