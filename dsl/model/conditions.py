"""Sentences that are so or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.model.base import Node
from dsl.model.world import Attribute, Kind

if TYPE_CHECKING:  # the model is a web: sentences are made of phrases, phrases of sentences
    from dsl.builtins.signature import BuiltInRelation
    from dsl.model.base import Variable
    from dsl.model.definitions import Act, Bar, Phase, Position, Quality, Walk, Window
    from dsl.model.examples import Taken
    from dsl.model.expressions import Expression, Selection
    from dsl.model.statements import Block, Invocation, PowerCall


class Condition(Node):
    """A sentence that is so or not."""


class Compare(Condition):
    """`is`, `is at least` …; on elements only = and !=."""

    operator: Literal["=", "!=", ">=", "<=", ">", "<"]
    left: Expression
    right: Expression


class Flag(Condition):
    """`the Installation is face-up`."""

    attribute: Attribute
    of: Expression


class Holds(Condition):
    """A quality of the game: `the Cell is open`, `the Bomb is visible from the Installation`.

    `otherwise`: what counts where an argument is of another sort than this definition is for.
    """

    quality: Quality
    arguments: tuple[Expression, ...]
    otherwise: Holds | None = None


class IsA(Condition):
    """`the Component is a Pod`: whether a thing is of a sort of its kind."""

    what: Expression
    kind: Kind


class Located(Condition):
    """The piece (or space) `what` is at the location `where`.

    `where` is an expression of one location or a piece on which it lies, or a `Kind` of locations (a board's spaces,
    `a Stock`, the whole board). With the preposition `under` it is said the other way round: `where` is under `what`.
    """

    preposition: str
    what: Expression
    where: Expression | Kind


class InSet(Condition):
    """`the Card is in the stake`: it is one of the elements of the set `members` (a variable that is `many`)."""

    what: Expression
    members: Variable


class Owned(Condition):
    """`the Man is owned by the Player`; also said as `a Bay of the Player`."""

    what: Expression
    by: Expression


class Related(Condition):
    """`A is straight from B`: a relation that every game has, of its subject and its arguments in that order."""

    relation: BuiltInRelation
    arguments: tuple[Expression, ...]


class LinePast(Condition):
    """`some line from A to B touches no dark Cell`: a straight one, from any point of A to any point of B."""

    start: Expression
    end: Expression
    selection: Selection


class OnWalk(Condition):
    """`the Moon is on a Safe Way`: the walk reaches the space. `ends`: some way of it ends there."""

    space: Expression
    walk: Walk
    arguments: tuple[Expression, ...] = ()
    ends: bool = False


class Exists(Condition):
    selection: Selection


class ForAll(Condition):
    """`every Cell beside the Edge is blocked`: `condition` is about the selection's variable."""

    selection: Selection
    condition: Condition


class Some(Condition):
    """`the Lamp is beside a Boat`: of some element `condition` holds, which is about the selection's variable.

    `found`: said as `there is a Boat` and, behind it, `the Lamp is beside the Boat`."""

    selection: Selection
    condition: Condition
    found: bool = False


class Not(Condition):
    condition: Condition


class All(Condition):
    conditions: tuple[Condition, ...]


class Any(Condition):
    """`line_clauses` are cited on the lines under `any of these`, where it was written so."""

    conditions: tuple[Condition, ...]
    line_clauses: tuple[tuple[str, ...], ...] = ()


class OnOneBoard(Any):
    """`the Ship is beside the Rock`, where there are several boards on which both can be: the same on each of them."""


class Waived(Any):
    """A need that falls away where one of the first conditions holds; the last one is what the need says."""


class Barred(Not):
    """The need of `act`, which `rule` forbids: `condition`, in which it does so, is not so."""

    rule: Bar
    act: Act


class CanDo(Condition):
    """`Imperial can Place Asteroid on D6`: the test with which the action is offered."""

    who: Expression
    invocation: Invocation


class Could(CanDo):
    """`Imperial could Place Asteroid on D6` (in examples): the same test, whoever is asked."""


class Offered(CanDo):
    """`Imperial can Place Asteroid on D6`, said in an example: the player is asked now, and may do that."""


class Asked(Condition):
    """`Imperial is asked` (in examples): the next answer is this player's; of nobody (None): there is none to give."""

    who: Expression | None


class Choosable(Condition):
    """`Rebel can choose the Asteroid on F9` (in examples): the player is asked now, and may choose that."""

    who: Expression
    what: Expression | Taken


class CanPass(Condition):
    """`Rebel can pass` (in examples): the player is asked now, and may pass."""

    who: Expression


class CanDoPower(Condition):
    """`the Player can do the Technique`: whether the power could be carried out here and now."""

    who: Expression
    call: PowerCall


class Unbarred(Condition):
    """No effect that lasts forbids the action, of which this is a need, to `what`; `meaning` says so in numbers.

    `other`: none forbids it to the two together.
    """

    what: Expression
    meaning: Condition
    other: Expression | None = None


class Unspent(Condition):
    """The limit, of which this is the need, leaves room: it was done less than `times` times, `each` turn or game, or
    each time `time` is gone through, `per` actor and thing that it is done with. `meaning` says so in numbers."""

    times: int
    each: Literal["turn", "game", "time"]
    time: Phase | Window | None
    per: tuple[Variable, ...]
    meaning: Condition


class Utmost(Condition):
    """`only if eventually the total Face among Dice in the Hand is as low as possible`: a need of an action or power.

    Doing it again and again, until that is no longer possible, can lead nobody further than what begins so.
    """

    which: Literal["highest", "lowest"]
    amount: Expression


def utmost_in(condition: Condition) -> Utmost | None:
    """What a need asks of the end, if it does; it may fall away by an exception."""
    last = condition.conditions[-1] if isinstance(condition, Waived) else condition
    return last if isinstance(last, Utmost) else None


class HasDone(Condition):
    """`who` has done something with a limit so many times (in examples, where it is made so): `carried` counts it.

    `arguments` are what it was done with, as far as that is said.
    """

    who: Expression
    deed: Act
    arguments: tuple[Expression | None, ...]
    times: int
    carried: Block


class Recorded(Condition):
    """`the Setting was recorded at least 3 times`; `before` is once at least."""

    position: Position
    times: Expression


class HasWon(Condition):
    """`Imperial is the winner` (in examples); of nobody (None): the game is over without a winner."""

    who: Expression | None


class HasScored(Condition):
    """`Red scores 3`, `Red loses 3`: what the player has in the end (in examples)."""

    who: Expression
    gain: bool
    amount: Expression


class Derived(Condition):
    """What no text says: a stage behind the resolver has made it. It reads what stands inside it, and no more."""
