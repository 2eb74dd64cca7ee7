"""What may be done and when, and what the words of the game mean."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node
from dsl.tree.headings import Agreed, Block, Heading, HeadingEach, Names, Params, Title
from dsl.tree.phrases import Arg, Role, WordOrName


@dataclass(frozen=True, eq=False)
class Setup(Node):
    block: Block


@dataclass(frozen=True, eq=False)
class Play(Node):
    block: Block


@dataclass(frozen=True, eq=False)
class Phase(Node):
    heading: Heading
    block: Block


@dataclass(frozen=True, eq=False)
class Action(Node):
    heading: Heading
    block: Block


@dataclass(frozen=True, eq=False)
class Power(Node):
    heading: Heading | HeadingEach
    block: Block


@dataclass(frozen=True, eq=False)
class Window(Node):
    heading: Heading
    block: Block


@dataclass(frozen=True, eq=False)
class Rule(Node):
    heading: Heading
    lines: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class WaitingOrder(Node):
    name: str


@dataclass(frozen=True, eq=False)
class Ending(Node):
    condition: Node
    name: str | None
    block: Block


@dataclass(frozen=True, eq=False)
class Procedure(Node):
    word: str
    params: Params
    block: Block


@dataclass(frozen=True, eq=False)
class Variant(Node):
    title: Title
    items: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Without(Node):
    names: Names


@dataclass(frozen=True, eq=False)
class WithoutTable(Node):
    name: str


@dataclass(frozen=True, eq=False)
class OnlyWith(Node):
    agreed: Agreed
    items: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Whenever(Node):
    condition: Node


@dataclass(frozen=True, eq=False)
class After(Node):
    event: Node


@dataclass(frozen=True, eq=False)
class Before(Node):
    event: Node


@dataclass(frozen=True, eq=False)
class EachTurn(Node):
    word: str


@dataclass(frozen=True, eq=False)
class TheGame(Node):
    """What begins with the play."""


@dataclass(frozen=True, eq=False)
class AtEdge(Node):
    """The beginning or the end of what has one of these names, or (`of`) of each turn or phase, or of the game."""

    edge: str
    names: tuple[str, ...]
    of: EachTurn | TheGame | None


@dataclass(frozen=True, eq=False)
class Enters(Node):
    subject: Node
    place: Node


@dataclass(frozen=True, eq=False)
class Leaves(Node):
    subject: Node
    place: Node


@dataclass(frozen=True, eq=False)
class BecomesEvent(Node):
    subject: Node
    word: str


@dataclass(frozen=True, eq=False)
class DeedNamed(Node):
    name: str
    params: Params


@dataclass(frozen=True, eq=False)
class DeedsNamed(Node):
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class DoesEvent(Node):
    subject: Node
    deed: Node


@dataclass(frozen=True, eq=False)
class RisesEvent(Node):
    attribute: WordOrName
    subject: Node


@dataclass(frozen=True, eq=False)
class FallsEvent(Node):
    attribute: WordOrName
    subject: Node


@dataclass(frozen=True, eq=False)
class Walk(Node):
    heading: Heading
    lines: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class WalkFrom(Node):
    arg: Arg
    along: Node | None


@dataclass(frozen=True, eq=False)
class WalkOn(Node):
    arg: Arg
    roles: tuple[Role, ...]


@dataclass(frozen=True, eq=False)
class WalkStop(Node):
    condition: Node


@dataclass(frozen=True, eq=False)
class WalkOnce(Node):
    name: str


@dataclass(frozen=True, eq=False)
class Pictured(Node):
    parts: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Remembers(Node):
    last: int


@dataclass(frozen=True, eq=False)
class Position(Node):
    name: str
    pictured: Pictured
    remembers: Remembers


@dataclass(frozen=True, eq=False)
class Case(Node):
    value: Node
    condition: Node | None


@dataclass(frozen=True, eq=False)
class OtherwiseCase(Node):
    value: Node


@dataclass(frozen=True, eq=False)
class Group(Node):
    """`2 of the same Colour are worth 3`: a sort of group."""

    size: int
    alike: str | None
    attribute: WordOrName | None
    worth: Node


@dataclass(frozen=True, eq=False)
class InGroups(Node):
    """`the highest total that Chips on the Stack are worth in groups of neighbours`."""

    many: Node
    order: str | None
    groups: tuple[Group, ...]


@dataclass(frozen=True, eq=False)
class Value(Node):
    """`meaning` is one phrase, or cases."""

    word: str
    params: Params
    meaning: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class ConditionLine(Node):
    condition: Node


@dataclass(frozen=True, eq=False)
class AnyOf(Node):
    lines: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Quality(Node):
    subject: Node
    word: str
    params: Params
    conditions: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Truth(Node):
    about: str
    word: str
    conditions: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class OverriddenName(Node):
    name: str


@dataclass(frozen=True, eq=False)
class OverriddenVerb(Node):
    word: str


@dataclass(frozen=True, eq=False)
class OverriddenValue(Node):
    word: str
    params: Params


@dataclass(frozen=True, eq=False)
class Instead(Node):
    named: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Applies(Node):
    condition: Node


@dataclass(frozen=True, eq=False)
class Means(Node):
    value: Node


@dataclass(frozen=True, eq=False)
class Override(Node):
    """An exception; `lines` are when it counts, and what counts then."""

    name: str
    label: str | None
    instead: Instead | None
    lines: tuple[Node, ...]
