"""The steps of worked examples."""

from __future__ import annotations

from dsl.tree.base import Node, node


@node
class Given(Node):
    condition: Node


@node
class HadDone(Node):
    who: Node
    call: Node
    times: int | None


@node
class Did(Node):
    who: Node
    call: Node


@node
class DidSo(Node):
    who: Node


@node
class Passed(Node):
    who: Node


@node
class Closed(Node):
    who: Node


@node
class GaveUp(Node):
    who: Node


@node
class Chose(Node):
    who: Node
    what: tuple[Node, ...]


@node
class Rolled(Node):
    who: Node
    faces: tuple[int, ...]


@node
class So(Node):
    condition: Node


@node
class Asked(Node):
    who: Node


@node
class NotAsked(Node):
    who: Node


@node
class NobodyAsked(Node):
    pass


@node
class Choosable(Node):
    who: Node
    what: Node


@node
class NotChoosable(Node):
    who: Node
    what: Node


@node
class Could(Node):
    who: Node
    call: Node


@node
class CouldNot(Node):
    who: Node
    call: Node


@node
class Example(Node):
    title: str
    phase: str | None
    steps: tuple[Node, ...]
