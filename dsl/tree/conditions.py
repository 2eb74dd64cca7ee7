"""Sentences that are so or not."""

from __future__ import annotations

from dsl.tree.base import Node
from dsl.tree.phrases import AmountName, Desc, Roles, Where


class EitherOf(Node):
    parts: tuple[Node, ...]


class AllOf(Node):
    parts: tuple[Node, ...]


class IsSo(Node):
    left: Node
    predicate: Node


class IsNot(Node):
    left: Node
    predicate: Node


class ThereIs(Node):
    desc: Desc


class ThereAre(Node):
    number: int | AmountName | AtLeast | AtMost | MoreThan | LessThan
    desc: Desc


class ThereAreMore(Node):
    """More, or fewer, of these than of the others, or as `many`. The others are described, or of the same sort and
    elsewhere, or as many as a number says."""

    word: str
    those: Desc
    others: Node


class ThereIsNo(Node):
    desc: Desc


class LinePast(Node):
    start: Node
    end: Node
    desc: Desc


class Can(Node):
    who: Node
    call: Node


class Cannot(Node):
    who: Node
    call: Node


class Recorded(Node):
    what: Node


class NotRecorded(Node):
    what: Node


class RecordedOften(Node):
    what: Node
    times: Node


class HasScored(Node):
    who: Node
    amount: Node


class HasLost(Node):
    who: Node
    amount: Node


class NobodyIs(Node):
    what: Node


class Same(Node):
    value: Node


class BothSo(Node):
    """`is red and empty`: all that is said of one thing."""

    parts: tuple[Node, ...]


class EitherSo(Node):
    """`is a Queen, a Rook or a Pawn`: one of them is so of the thing."""

    parts: tuple[Node, ...]


class NotSo(Node):
    """`not old`, in a list."""

    predicate: Node


class QualityOf(Node):
    word: str
    where: Where | None
    roles: Roles


class Located(Node):
    where: Where


class AtLeast(Node):
    value: Node


class AtMost(Node):
    value: Node


class MoreThan(Node):
    value: Node


class LessThan(Node):
    value: Node
