"""Sentences that are so or not."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node
from dsl.tree.phrases import AmountName, Desc, Roles, Where


@dataclass(frozen=True, eq=False)
class EitherOf(Node):
    parts: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class AllOf(Node):
    parts: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class IsSo(Node):
    left: Node
    predicate: Node


@dataclass(frozen=True, eq=False)
class IsNot(Node):
    left: Node
    predicate: Node


@dataclass(frozen=True, eq=False)
class ThereIs(Node):
    desc: Desc


@dataclass(frozen=True, eq=False)
class ThereAre(Node):
    number: int | AmountName | AtLeast | AtMost | MoreThan | LessThan
    desc: Desc


@dataclass(frozen=True, eq=False)
class ThereAreMore(Node):
    """More, or fewer, of these than of the others, or as `many`. The others are described, or of the same sort and
    elsewhere, or as many as a number says."""

    word: str
    those: Desc
    others: Node


@dataclass(frozen=True, eq=False)
class ThereIsNo(Node):
    desc: Desc


@dataclass(frozen=True, eq=False)
class LinePast(Node):
    start: Node
    end: Node
    desc: Desc


@dataclass(frozen=True, eq=False)
class Can(Node):
    who: Node
    call: Node


@dataclass(frozen=True, eq=False)
class Cannot(Node):
    who: Node
    call: Node


@dataclass(frozen=True, eq=False)
class Recorded(Node):
    what: Node


@dataclass(frozen=True, eq=False)
class NotRecorded(Node):
    what: Node


@dataclass(frozen=True, eq=False)
class RecordedOften(Node):
    what: Node
    times: Node


@dataclass(frozen=True, eq=False)
class HasScored(Node):
    who: Node
    amount: Node


@dataclass(frozen=True, eq=False)
class HasLost(Node):
    who: Node
    amount: Node


@dataclass(frozen=True, eq=False)
class NobodyIs(Node):
    what: Node


@dataclass(frozen=True, eq=False)
class Same(Node):
    value: Node


@dataclass(frozen=True, eq=False)
class BothSo(Node):
    """`is red and empty`: all that is said of one thing."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class EitherSo(Node):
    """`is a Queen, a Rook or a Pawn`: one of them is so of the thing."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class NotSo(Node):
    """`not old`, in a list."""

    predicate: Node


@dataclass(frozen=True, eq=False)
class QualityOf(Node):
    word: str
    where: Where | None
    roles: Roles


@dataclass(frozen=True, eq=False)
class Located(Node):
    where: Where


@dataclass(frozen=True, eq=False)
class AtLeast(Node):
    value: Node


@dataclass(frozen=True, eq=False)
class AtMost(Node):
    value: Node


@dataclass(frozen=True, eq=False)
class MoreThan(Node):
    value: Node


@dataclass(frozen=True, eq=False)
class LessThan(Node):
    value: Node
