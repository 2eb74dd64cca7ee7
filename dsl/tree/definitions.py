"""What may be done and when, and what the words of the game mean."""

from __future__ import annotations

from dsl.tree.base import Node
from dsl.tree.headings import Agreed, Block, Heading, HeadingEach, Names, Params, Title
from dsl.tree.phrases import Arg, Role, WordOrName


class Setup(Node):
    block: Block


class Play(Node):
    block: Block


class Phase(Node):
    heading: Heading
    block: Block


class Action(Node):
    heading: Heading
    block: Block


class Power(Node):
    heading: Heading | HeadingEach
    block: Block


class Window(Node):
    heading: Heading
    block: Block


class Rule(Node):
    heading: Heading
    lines: tuple[Node, ...]


class WaitingOrder(Node):
    name: str


class Ending(Node):
    condition: Node
    name: str | None
    block: Block


class Procedure(Node):
    word: str
    params: Params
    block: Block


class Variant(Node):
    title: Title
    items: tuple[Node, ...]


class Without(Node):
    names: Names


class WithoutTable(Node):
    name: str


class OnlyWith(Node):
    agreed: Agreed
    items: tuple[Node, ...]


class Whenever(Node):
    condition: Node


class After(Node):
    event: Node


class Before(Node):
    event: Node


class EachTurn(Node):
    """Each turn, or each phase; with `names` each turn that is taken in these phases."""

    word: str
    names: tuple[str, ...] = ()


class TheGame(Node):
    """What begins with the play."""


class AtEdge(Node):
    """The beginning or the end of what has one of these names, or (`of`) of each turn or phase, or of the game; with
    both, of the turns of these."""

    edge: str
    names: tuple[str, ...]
    of: EachTurn | TheGame | None


class Enters(Node):
    subject: Node
    place: Node


class Leaves(Node):
    subject: Node
    place: Node


class BecomesEvent(Node):
    subject: Node
    word: str


class DeedNamed(Node):
    name: str
    params: Params


class DeedsNamed(Node):
    names: tuple[str, ...]


class DoesEvent(Node):
    subject: Node
    deed: Node


class RisesEvent(Node):
    attribute: WordOrName
    subject: Node


class FallsEvent(Node):
    attribute: WordOrName
    subject: Node


class Walk(Node):
    heading: Heading
    lines: tuple[Node, ...]


class WalkFrom(Node):
    arg: Arg
    along: Node | None


class WalkOn(Node):
    arg: Arg
    roles: tuple[Role, ...]


class WalkStop(Node):
    condition: Node


class WalkOnce(Node):
    name: str


class Pictured(Node):
    parts: tuple[Node, ...]


class Remembers(Node):
    last: int


class Position(Node):
    name: str
    pictured: Pictured
    remembers: Remembers


class Case(Node):
    value: Node
    condition: Node | None


class OtherwiseCase(Node):
    value: Node


class Group(Node):
    """`2 of the same Colour are worth 3`: a sort of group."""

    size: int
    alike: str | None
    attribute: WordOrName | None
    worth: Node


class InGroups(Node):
    """`the highest total that Chips on the Stack are worth in groups of neighbours`."""

    many: Node
    order: str | None
    groups: tuple[Group, ...]


class Value(Node):
    """`meaning` is one phrase, or cases."""

    word: str
    params: Params
    meaning: tuple[Node, ...]


class ConditionLine(Node):
    condition: Node


class AnyOf(Node):
    lines: tuple[Node, ...]


class Quality(Node):
    """`a Card is near to a Card called other when`, or with a `verb`, `a Card beats a Card called other when`."""

    subject: Node
    word: str
    verb: bool
    params: Params
    conditions: tuple[Node, ...]


class Truth(Node):
    about: str
    word: str
    conditions: tuple[Node, ...]


class OverriddenName(Node):
    name: str


class OverriddenVerb(Node):
    word: str


class OverriddenValue(Node):
    word: str
    params: Params


class Instead(Node):
    named: tuple[Node, ...]


class Applies(Node):
    condition: Node


class Means(Node):
    value: Node


class Override(Node):
    """An exception; `lines` are when it counts, and what counts then."""

    name: str
    label: str | None
    instead: Instead | None
    lines: tuple[Node, ...]
