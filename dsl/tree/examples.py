"""The steps of worked examples."""

from __future__ import annotations

from dsl.tree.base import Node
from dsl.tree.phrases import Desc, Name, The


class Given(Node):
    condition: Node


class GivenOn(Node):
    """One at the place that is told of, and one at each of these."""

    what: Desc
    also: tuple[Name | The, ...]


class GivenNoneOn(Node):
    """None at the place that is told of, and none at any of these."""

    what: Desc
    also: tuple[Name | The, ...]


class HadDone(Node):
    who: Node
    call: Node
    times: int | None


class Did(Node):
    who: Node
    call: Node


class DidSo(Node):
    who: Node


class Passed(Node):
    who: Node


class Closed(Node):
    who: Node


class GaveUp(Node):
    who: Node


class BeganAgain(Node):
    who: Node


class Chose(Node):
    who: Node
    what: tuple[Node, ...]


class Rolled(Node):
    who: Node
    faces: tuple[Node, ...]


class So(Node):
    condition: Node


class Asked(Node):
    who: Node


class NotAsked(Node):
    who: Node


class NobodyAsked(Node):
    pass


class Choosable(Node):
    who: Node
    what: Node


class NotChoosable(Node):
    who: Node
    what: Node


class CanPass(Node):
    who: Node


class CannotPass(Node):
    who: Node


class Could(Node):
    who: Node
    call: Node


class CouldNot(Node):
    who: Node
    call: Node


class Example(Node):
    title: str
    phase: str | None
    steps: tuple[Node, ...]
