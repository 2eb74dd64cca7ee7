"""Sentences that are so or not."""

from __future__ import annotations

from dsl.tree.base import Node, node
from dsl.tree.phrases import Desc, Roles, Where


@node
class EitherOf(Node):
    collapses = True
    parts: tuple[Node, ...]


@node
class AllOf(Node):
    collapses = True
    parts: tuple[Node, ...]


@node
class IsSo(Node):
    left: Node
    predicate: Node


@node
class IsNot(Node):
    left: Node
    predicate: Node


@node
class ThereIs(Node):
    desc: Desc


@node
class ThereIsNo(Node):
    desc: Desc


@node
class LinePast(Node):
    start: Node
    end: Node
    desc: Desc


@node
class Can(Node):
    who: Node
    call: Node


@node
class Cannot(Node):
    who: Node
    call: Node


@node
class Recorded(Node):
    what: Node


@node
class NotRecorded(Node):
    what: Node


@node
class RecordedOften(Node):
    what: Node
    times: Node


@node
class HasScored(Node):
    who: Node
    amount: Node


@node
class HasLost(Node):
    who: Node
    amount: Node


@node
class NobodyIs(Node):
    what: Node


@node
class Same(Node):
    value: Node


@node
class QualityOf(Node):
    word: str
    where: Where | None
    roles: Roles


@node
class Located(Node):
    where: Where


@node
class AtLeast(Node):
    value: Node


@node
class AtMost(Node):
    value: Node


@node
class MoreThan(Node):
    value: Node


@node
class LessThan(Node):
    value: Node
