"""Lines: what happens."""

from __future__ import annotations

from dsl.tree.base import Node
from dsl.tree.headings import Block
from dsl.tree.phrases import Desc, Extreme, Noun, Roles, The, Where, WordOrName


class Several(Node):
    """`a Rook, a Knight in the Box`: one after the other."""

    parts: tuple[Node, ...]


class InOrder(Node):
    """The first of several to the first of the places, and so on."""


class ToEach(Node):
    desc: Desc
    in_order: InOrder | None


class Move(Node):
    """`to` are places that are named, or one `ToEach`."""

    what: Node
    to: tuple[Node, ...]


class Rise(Node):
    what: Node
    by: Node
    limit: Node | None = None


class Fall(Node):
    what: Node
    by: Node
    limit: Node | None = None


class TurnInto(Node):
    what: Node
    negated: str | None
    word: str
    roles: Roles


class Become(Node):
    what: Node
    value: Node


class Let(Node):
    word: str
    value: Node


class Show(Node):
    what: Node
    who: Node


class Record(Node):
    what: Node


class Shuffle(Node):
    what: Node


class Swap(Node):
    one: Node
    other: Node


class PassOn(Node):
    """`each Player passes their Hand to the left`."""

    each: str
    their: str
    place: str
    side: str


class AsIf(Node):
    who: Node
    role: Node


class Run(Node):
    call: Node
    as_if: AsIf | None


class Open(Node):
    call: Node


class Stop(Node):
    what: Node


class StopRepeating(Node):
    pass


class Prevent(Node):
    pass


class Perform(Node):
    word: str
    phrase: Node | None
    roles: Roles


class PerformAt(Node):
    word: str
    where: Where
    roles: Roles


class ForbiddenDeeds(Node):
    calls: tuple[Node, ...]


class Forbid(Node):
    who: Node
    deeds: ForbiddenDeeds
    condition: Node | None


class CapMost(Node):
    amount: Node


class CapLeast(Node):
    amount: Node


class Capped(Node):
    what: Node
    cap: Node


class Held(Node):
    """What has a quality for a while."""

    what: Node
    word: str


class Wins(Node):
    who: Node


class Ranked(Node):
    """`the highest wealth`."""

    extreme: Extreme
    attribute: WordOrName


class BestWins(Node):
    noun: Noun
    ranks: tuple[Ranked, ...]


class Scores(Node):
    who: Node
    amount: Node


class Loses(Node):
    who: Node
    amount: Node


class GoesOut(Node):
    who: Node


class Draw(Node):
    pass


class NothingHappens(Node):
    pass


class ElseIf(Node):
    condition: Node
    block: Block


class Otherwise(Node):
    block: Block


class IfThen(Node):
    condition: Node
    block: Block
    others: tuple[ElseIf | Otherwise, ...]


class OrderFrom(Node):
    who: Node


class OrderBy(Node):
    extreme: Extreme
    attribute: WordOrName


class Secretly(Node):
    pass


class ForEach(Node):
    desc: Desc
    manner: Node | None
    block: Block


class Until(Node):
    condition: Node


class Times(Node):
    number: Node


class Repeat(Node):
    how_often: Node | None
    block: Block


class AllPass(Node):
    pass


class TurnsUntil(Node):
    condition: Node


class TakeTurns(Node):
    first: Node
    last: Node | None
    block: Block


class Together(Node):
    block: Block


class WithoutGivingUp(Node):
    pass


class InOneGo(Node):
    sure: WithoutGivingUp | None
    block: Block


class Follow(Node):
    walk: The
    block: Block
