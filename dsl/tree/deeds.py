"""Lines: what happens."""

from __future__ import annotations

from typing import Any

from dsl.source import Span
from dsl.tree.base import Node, node
from dsl.tree.headings import Block, Kinds, Names
from dsl.tree.phrases import Desc, Roles, The, Where


@node
class Need(Node):
    afterwards: str | None
    condition: Node
    name: str | None


@node
class Utmost(Node):
    amount: Node
    extent: str
    name: str | None


@node
class Costs(Node):
    amount: Node


@node
class HowOften(Node):
    times: int

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> HowOften:
        return cls(span, clauses, *(children or [1]))


@node
class LimitSpan(Node):
    word: str


@node
class Limit(Node):
    often: HowOften
    each: LimitSpan
    kinds: Kinds | None


@node
class Playable(Node):
    names: Names


@node
class Deepest(Node):
    most: int
    block: Block | None

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Deepest:
        return cls(span, clauses, children[0], children[1] if len(children) > 1 else None)


@node
class Move(Node):
    what: Node
    to: tuple[Node, ...]


@node
class Rise(Node):
    what: Node
    by: Node
    limit: Node | None


@node
class Fall(Node):
    what: Node
    by: Node
    limit: Node | None


@node
class TurnInto(Node):
    what: Node
    negated: str | None
    word: str
    roles: Roles


@node
class Become(Node):
    what: Node
    value: Node


@node
class Let(Node):
    word: str
    value: Node


@node
class Show(Node):
    what: Node
    who: Node


@node
class Record(Node):
    what: Node


@node
class Shuffle(Node):
    what: Node


@node
class AsIf(Node):
    who: Node
    role: Node


@node
class Run(Node):
    call: Node
    as_if: AsIf | None


@node
class Open(Node):
    call: Node


@node
class Stop(Node):
    what: Node


@node
class Prevent(Node):
    pass


@node
class Perform(Node):
    word: str
    phrase: Node | None
    roles: Roles

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Perform:
        word, *phrase, roles = children
        return cls(span, clauses, word, phrase[0] if phrase else None, roles)


@node
class PerformAt(Node):
    word: str
    where: Where
    roles: Roles


@node
class Modal(Node):
    word: str
    repeatedly: str | None

    @classmethod
    def build(cls, span: Span, clauses: tuple[str, ...], children: list[Any]) -> Modal:
        return cls(span, clauses, children[0], children[1] if len(children) > 1 else None)


@node
class Offer(Node):
    who: Node
    modal: Modal
    calls: tuple[Node, ...]


@node
class ForbiddenDeeds(Node):
    calls: tuple[Node, ...]


@node
class Forbid(Node):
    who: Node
    deeds: ForbiddenDeeds
    condition: Node | None


@node
class CapMost(Node):
    amount: Node


@node
class CapLeast(Node):
    amount: Node


@node
class Capped(Node):
    what: Node
    cap: Node


@node
class OneOf(Node):
    desc: Desc


@node
class Exactly(Node):
    number: Node
    many: Node


@node
class AtMostOf(Node):
    number: Node
    many: Node


@node
class AtLeastOf(Node):
    number: Node
    many: Node


@node
class Between(Node):
    low: Node
    high: Node
    many: Node


@node
class AnyNumber(Node):
    many: Node


@node
class Choose(Node):
    who: Node
    picked: Node


@node
class Roll(Node):
    who: Node
    picked: Node


@node
class Wins(Node):
    who: Node


@node
class Scores(Node):
    who: Node
    amount: Node


@node
class Loses(Node):
    who: Node
    amount: Node


@node
class GoesOut(Node):
    who: Node


@node
class Draw(Node):
    pass


@node
class ElseIf(Node):
    condition: Node
    block: Block


@node
class Otherwise(Node):
    block: Block


@node
class IfThen(Node):
    condition: Node
    block: Block
    others: tuple[ElseIf | Otherwise, ...]


@node
class OrderFrom(Node):
    who: Node


@node
class Secretly(Node):
    pass


@node
class ForEach(Node):
    desc: Desc
    manner: Node | None
    block: Block


@node
class Until(Node):
    condition: Node


@node
class Times(Node):
    number: Node


@node
class Repeat(Node):
    how_often: Node
    block: Block


@node
class AllPass(Node):
    pass


@node
class TurnsUntil(Node):
    condition: Node


@node
class TakeTurns(Node):
    first: Node
    last: Node | None
    block: Block


@node
class May(Node):
    who: Node
    repeatedly: str | None
    block: Block


@node
class Way(Node):
    name: str
    condition: Node | None
    block: Block


@node
class ChooseOne(Node):
    who: Node
    ways: tuple[Way, ...]


@node
class Lasting(Node):
    until: Node
    block: Block


@node
class WhileSo(Node):
    condition: Node
    block: Block


@node
class Together(Node):
    block: Block


@node
class InOneGo(Node):
    block: Block


@node
class Follow(Node):
    walk: The
    block: Block
