"""The steps of worked examples."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node
from dsl.tree.phrases import Desc, Name, The


@dataclass(frozen=True, eq=False)
class Given(Node):
    condition: Node


@dataclass(frozen=True, eq=False)
class GivenOn(Node):
    """One at the place that is told of, and one at each of these."""

    what: Desc
    also: tuple[Name | The, ...]


@dataclass(frozen=True, eq=False)
class GivenNoneOn(Node):
    """None at the place that is told of, and none at any of these."""

    what: Desc
    also: tuple[Name | The, ...]


@dataclass(frozen=True, eq=False)
class HadDone(Node):
    who: Node
    call: Node
    times: int | None


@dataclass(frozen=True, eq=False)
class Did(Node):
    who: Node
    call: Node


@dataclass(frozen=True, eq=False)
class DidSo(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class Passed(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class Closed(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class GaveUp(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class BeganAgain(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class Chose(Node):
    who: Node
    what: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Rolled(Node):
    who: Node
    faces: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class So(Node):
    condition: Node


@dataclass(frozen=True, eq=False)
class Asked(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class NotAsked(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class NobodyAsked(Node):
    pass


@dataclass(frozen=True, eq=False)
class Choosable(Node):
    who: Node
    what: Node


@dataclass(frozen=True, eq=False)
class NotChoosable(Node):
    who: Node
    what: Node


@dataclass(frozen=True, eq=False)
class CanPass(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class CannotPass(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class Could(Node):
    who: Node
    call: Node


@dataclass(frozen=True, eq=False)
class CouldNot(Node):
    who: Node
    call: Node


@dataclass(frozen=True, eq=False)
class Example(Node):
    title: str
    phase: str | None
    steps: tuple[Node, ...]
