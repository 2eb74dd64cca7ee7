"""Sugar: statements that say in one line what several simpler ones say. `dsl.core` tells which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.model.base import Node
from dsl.model.statements import Block, Invocation, Move, PowerCall, Statement, Way
from dsl.model.world import Attribute, Kind

if TYPE_CHECKING:  # the model is a web: sentences are made of phrases, phrases of sentences
    from dsl.builtins.signature import BuiltInValue
    from dsl.model.definitions import Action, Phase, Procedure, Window
    from dsl.model.expressions import Apply, Expression, Get, Selection


class Forbid(Statement):
    """Nobody may do the action with the piece `what`, the parameter at `place` (from 0), or the player not (-1).

    `other`, at `other_place`: only where it is done with this, too.
    """

    what: Expression
    action: Action
    place: int
    other: Expression | None = None
    other_place: int | None = None


class Modify(Statement):
    """The value `target` is set to the amount, rises or falls by it, or is at least or at most that."""

    target: Apply
    how: Literal["set", "rises", "falls", "at least", "at most"]
    amount: Expression


class Hold(Statement):
    """The thing has the quality."""

    what: Expression
    attribute: Attribute


Lasts = Literal["turn", "next turn", "until turn", "in turn"]


class Lasting(Statement):
    """`body` lasts until the end of the turn of `whose` (if that is on, of this one), or of the next turn; until the
    next turn; or in the next turn alone.

    `carried` are the changes that it means.
    """

    whose: Expression
    lasts: Lasts
    body: tuple[Forbid | Modify | Hold, ...]
    carried: Block


class DoPhase(Statement):
    phase: Phase


class DoAction(Statement):
    """Carries out an action's effects as `who`, without asking whether it is allowed."""

    who: Expression
    invocation: Invocation


class DoPower(Statement):
    """Carries out a power; does nothing for nothing. `who` does it as if they owned it; None: whoever acts here."""

    who: Expression | None
    call: PowerCall


class Perform(Statement):
    """A verb of the game with its arguments."""

    procedure: Procedure
    arguments: tuple[Expression, ...]


class Open(Statement):
    """Opens a window, which runs until it closes."""

    window: Window
    arguments: tuple[Expression, ...]


class InSecret(Statement):
    """All players of a selection choose at once, none sees what the others choose; then the changes are carried out.

    `body`: choices of the selection's player, then changes.
    """

    selection: Selection
    body: Block


class Win(Statement):
    """The player wins, and the game is over."""

    who: Expression


class Rank(Node):
    """By what players are compared: the same value of the one and of the other."""

    which: Literal["highest", "lowest"]
    of: Expression
    of_rival: Expression


class BestWins(Statement):
    """Those of the players win than whom no rival is better in the first rank that tells them apart."""

    players: Selection
    rivals: Selection
    ranks: tuple[Rank, ...]


class Draw(Statement):
    """Nobody wins, and the game is over."""


class NothingHappens(Statement):
    """Stands where something could."""


class Change(Statement):
    """A number rises or falls; `limit`: but not above / below."""

    direction: Literal["rises", "falls"]
    target: Get
    by: Expression
    limit: Expression | None


class Become(Statement):
    """An attribute gets a value."""

    target: Get
    value: Expression


class Swap(Statement):
    """Two pieces change places; of two places, `moves` are those of all that lies in them."""

    one: Expression
    other: Expression
    moves: tuple[Move, ...] = ()


class PassOn(Statement):
    """Each player hands on what lies in their `place` to the neighbour at a `side`: `moves` are those of all of it."""

    place: Kind
    side: BuiltInValue
    moves: tuple[Move, ...]


class InOrder(Statement):
    """Several pieces, the first to the first of some spaces, and so on; `those` describes the spaces, if the text does
    not name them."""

    moves: tuple[Move, ...]
    those: Selection | None


class TurnInto(Statement):
    """A flag of one piece, or of every piece of a selection, is set (`on`) or taken away."""

    attribute: Attribute
    what: Expression | Selection
    on: bool


class ChooseOne(Statement):
    """`who` chooses one of the ways that can be taken, and its body is done; if there is none, nothing is."""

    who: Expression
    ways: tuple[Way, ...]


class May(Statement):
    """`who` may do the body, or pass; `repeatedly`: again and again until they pass."""

    who: Expression
    repeatedly: bool
    body: Block


Sugar = (
    Become | BestWins | Change | ChooseOne | DoPhase | DoAction | DoPower | Draw | InOrder | InSecret | Lasting | May
    | NothingHappens | Open | PassOn | Perform | Swap | TurnInto | Win
)  # fmt: skip
