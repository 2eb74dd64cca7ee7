"""Lines: what happens."""

from __future__ import annotations

from dsl.late import dataclass
from dsl.tree.base import Node
from dsl.tree.headings import Block
from dsl.tree.phrases import Desc, Extreme, Noun, Roles, The, Where, WordOrName


@dataclass(frozen=True, eq=False)
class Several(Node):
    """`a Rook, a Knight in the Box`: one after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class InOrder(Node):
    """The first of several to the first of the places, and so on."""


@dataclass(frozen=True, eq=False)
class ToEach(Node):
    desc: Desc
    in_order: InOrder | None


@dataclass(frozen=True, eq=False)
class Move(Node):
    """`to` are places that are named, or one `ToEach`."""

    what: Node
    to: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Rise(Node):
    what: Node
    by: Node
    limit: Node | None


@dataclass(frozen=True, eq=False)
class Fall(Node):
    what: Node
    by: Node
    limit: Node | None


@dataclass(frozen=True, eq=False)
class TurnInto(Node):
    what: Node
    negated: str | None
    word: str
    roles: Roles


@dataclass(frozen=True, eq=False)
class Become(Node):
    what: Node
    value: Node


@dataclass(frozen=True, eq=False)
class Let(Node):
    word: str
    value: Node


@dataclass(frozen=True, eq=False)
class Show(Node):
    what: Node
    who: Node


@dataclass(frozen=True, eq=False)
class Record(Node):
    what: Node


@dataclass(frozen=True, eq=False)
class Shuffle(Node):
    what: Node


@dataclass(frozen=True, eq=False)
class Swap(Node):
    one: Node
    other: Node


@dataclass(frozen=True, eq=False)
class PassOn(Node):
    """`each Player passes their Hand to the left`."""

    each: str
    their: str
    place: str
    side: str


@dataclass(frozen=True, eq=False)
class AsIf(Node):
    who: Node
    role: Node


@dataclass(frozen=True, eq=False)
class Run(Node):
    call: Node
    as_if: AsIf | None


@dataclass(frozen=True, eq=False)
class Open(Node):
    call: Node


@dataclass(frozen=True, eq=False)
class Stop(Node):
    what: Node


@dataclass(frozen=True, eq=False)
class StopRepeating(Node):
    pass


@dataclass(frozen=True, eq=False)
class Prevent(Node):
    pass


@dataclass(frozen=True, eq=False)
class Perform(Node):
    word: str
    phrase: Node | None
    roles: Roles


@dataclass(frozen=True, eq=False)
class PerformAt(Node):
    word: str
    where: Where
    roles: Roles


@dataclass(frozen=True, eq=False)
class ForbiddenDeeds(Node):
    calls: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Forbid(Node):
    who: Node
    deeds: ForbiddenDeeds
    condition: Node | None


@dataclass(frozen=True, eq=False)
class CapMost(Node):
    amount: Node


@dataclass(frozen=True, eq=False)
class CapLeast(Node):
    amount: Node


@dataclass(frozen=True, eq=False)
class Capped(Node):
    what: Node
    cap: Node


@dataclass(frozen=True, eq=False)
class Held(Node):
    """What has a quality for a while."""

    what: Node
    word: str


@dataclass(frozen=True, eq=False)
class Wins(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class Ranked(Node):
    """`the highest wealth`."""

    extreme: Extreme
    attribute: WordOrName


@dataclass(frozen=True, eq=False)
class BestWins(Node):
    noun: Noun
    ranks: tuple[Ranked, ...]


@dataclass(frozen=True, eq=False)
class Scores(Node):
    who: Node
    amount: Node


@dataclass(frozen=True, eq=False)
class Loses(Node):
    who: Node
    amount: Node


@dataclass(frozen=True, eq=False)
class GoesOut(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class Draw(Node):
    pass


@dataclass(frozen=True, eq=False)
class NothingHappens(Node):
    pass


@dataclass(frozen=True, eq=False)
class ElseIf(Node):
    condition: Node
    block: Block


@dataclass(frozen=True, eq=False)
class Otherwise(Node):
    block: Block


@dataclass(frozen=True, eq=False)
class IfThen(Node):
    condition: Node
    block: Block
    others: tuple[ElseIf | Otherwise, ...]


@dataclass(frozen=True, eq=False)
class OrderFrom(Node):
    who: Node


@dataclass(frozen=True, eq=False)
class OrderBy(Node):
    extreme: Extreme
    attribute: WordOrName


@dataclass(frozen=True, eq=False)
class Secretly(Node):
    pass


@dataclass(frozen=True, eq=False)
class ForEach(Node):
    desc: Desc
    manner: Node | None
    block: Block


@dataclass(frozen=True, eq=False)
class Until(Node):
    condition: Node


@dataclass(frozen=True, eq=False)
class Times(Node):
    number: Node


@dataclass(frozen=True, eq=False)
class Repeat(Node):
    how_often: Node | None
    block: Block


@dataclass(frozen=True, eq=False)
class AllPass(Node):
    pass


@dataclass(frozen=True, eq=False)
class TurnsUntil(Node):
    condition: Node


@dataclass(frozen=True, eq=False)
class TakeTurns(Node):
    first: Node
    last: Node | None
    block: Block


@dataclass(frozen=True, eq=False)
class Together(Node):
    block: Block


@dataclass(frozen=True, eq=False)
class WithoutGivingUp(Node):
    pass


@dataclass(frozen=True, eq=False)
class InOneGo(Node):
    sure: WithoutGivingUp | None
    block: Block


@dataclass(frozen=True, eq=False)
class Follow(Node):
    walk: The
    block: Block
