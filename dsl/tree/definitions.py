"""What may be done and when, and what the words of the game mean."""

from __future__ import annotations

from dsl.tree.base import Node, node
from dsl.tree.headings import Block, Heading, Names, Params, Title
from dsl.tree.phrases import Arg, WordOrName


@node
class Setup(Node):
    block: Block


@node
class Play(Node):
    block: Block


@node
class Phase(Node):
    heading: Heading
    block: Block


@node
class Action(Node):
    heading: Heading
    block: Block


@node
class Power(Node):
    heading: Heading
    block: Block


@node
class Window(Node):
    heading: Heading
    block: Block


@node
class Rule(Node):
    heading: Heading
    lines: tuple[Node, ...]


@node
class WaitingOrder(Node):
    name: str


@node
class Ending(Node):
    condition: Node
    name: str | None
    block: Block


@node
class Procedure(Node):
    word: str
    params: Params
    block: Block


@node
class Variant(Node):
    title: Title
    items: tuple[Node, ...]


@node
class SoManyPlayers(Node):
    low: int
    high: int | None


@node
class SuchOption(Node):
    name: str
    low: int
    high: int | None


@node
class SuchVariant(Node):
    name: str


@node
class Agreed(Node):
    parts: tuple[Node, ...]


@node
class Without(Node):
    names: Names


@node
class OnlyWith(Node):
    agreed: Agreed
    items: tuple[Node, ...]


@node
class Whenever(Node):
    condition: Node


@node
class After(Node):
    event: Node


@node
class Before(Node):
    event: Node


@node
class Enters(Node):
    subject: Node
    place: Node


@node
class Leaves(Node):
    subject: Node
    place: Node


@node
class BecomesEvent(Node):
    subject: Node
    word: str


@node
class DeedNamed(Node):
    name: str
    params: Params


@node
class DoesEvent(Node):
    subject: Node
    deed: Node


@node
class RisesEvent(Node):
    attribute: WordOrName
    subject: Node


@node
class FallsEvent(Node):
    attribute: WordOrName
    subject: Node


@node
class Walk(Node):
    heading: Heading
    lines: tuple[Node, ...]


@node
class WalkFrom(Node):
    arg: Arg
    along: Node | None


@node
class WalkOn(Node):
    arg: Arg


@node
class WalkStop(Node):
    condition: Node


@node
class WalkOnce(Node):
    name: str


@node
class Pictured(Node):
    parts: tuple[Node, ...]


@node
class Remembers(Node):
    last: int


@node
class Position(Node):
    name: str
    pictured: Pictured
    remembers: Remembers


@node
class Case(Node):
    value: Node
    condition: Node | None


@node
class OtherwiseCase(Node):
    value: Node


@node
class Group(Node):
    """`2 of the same Colour are worth 3`: a sort of group."""

    size: int
    alike: str | None
    attribute: WordOrName | None
    worth: Node


@node
class InGroups(Node):
    """`the highest total that Chips on the Stack are worth in groups of neighbours`."""

    many: Node
    order: str | None
    groups: tuple[Group, ...]


@node
class Value(Node):
    """`meaning` is one phrase, or cases."""

    word: str
    params: Params
    meaning: tuple[Node, ...]


@node
class ConditionLine(Node):
    condition: Node


@node
class AnyOf(Node):
    lines: tuple[Node, ...]


@node
class Quality(Node):
    subject: Node
    word: str
    params: Params
    conditions: tuple[Node, ...]


@node
class OverriddenName(Node):
    name: str


@node
class OverriddenVerb(Node):
    word: str


@node
class OverriddenValue(Node):
    word: str
    params: Params


@node
class Instead(Node):
    named: tuple[Node, ...]


@node
class Applies(Node):
    condition: Node


@node
class Means(Node):
    value: Node


@node
class Override(Node):
    """An exception; `lines` are when it counts, and what counts then."""

    name: str
    label: str | None
    instead: Instead | None
    lines: tuple[Node, ...]
