"""What happens: the statements of a block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.model.base import Node
from dsl.model.world import Attribute, Kind

if TYPE_CHECKING:  # the model is a web: sentences are made of phrases, phrases of sentences
    from dsl.model.base import Variable
    from dsl.model.conditions import Condition
    from dsl.model.definitions import Act, Action, Override, Phase, Position, Power, Walk
    from dsl.model.expressions import Expression, Extreme, Selection


class Statement(Node):
    clauses: tuple[str, ...]


Block = tuple[Statement, ...]


class Text(Statement):
    """The designer's words."""

    text: str


class Move(Statement):
    """`what` is one piece, or every piece of a selection; `end`: to the top or bottom of an ordered place.

    `to` is a location, or a piece: then onto that piece.
    """

    what: Expression | Selection
    to: Expression
    end: Literal["top", "bottom"] | None


class Record(Statement):
    """`record the Setting`: the position as it is now is remembered."""

    position: Position


class Shuffle(Statement):
    """The pieces of an ordered place get an order that nobody knows."""

    place: Expression


class Show(Statement):
    """`who`, or everybody (None), gets to know a piece, or every piece of a selection, and all that lies on it."""

    what: Expression | Selection
    who: Expression | None


class Let(Statement):
    """`implied`: no line of its own; the condition above brought the thing in ("if there is a Ship … the Ship")."""

    variable: Variable
    value: Expression
    implied: bool = False


class Choose(Statement):
    """`who` chooses one element; the variable is nothing if there is none."""

    who: Expression
    selection: Selection
    variable: Variable


class ChooseSeveral(Statement):
    """`who` chooses a set, `variable`: at least `least` and at most `most` elements (None: any number; twice the same
    phrase: exactly so many). Of fewer than `least` candidates it is all."""

    who: Expression
    least: Expression | None
    most: Expression | None
    selection: Selection
    variable: Variable


class Way(Node):
    """One of the ways between which somebody chooses; `condition`: what must be so for it to be taken, if anything."""

    clauses: tuple[str, ...]
    name: str
    condition: Condition | None
    body: Block


class Roll(Statement):
    """Rolls `number` dice, the first of those selected, setting `face`; `variable` is the set of dice rolled."""

    who: Expression
    number: Expression
    selection: Selection
    face: Attribute
    variable: Variable

    @property
    def kind(self) -> Kind:
        return self.selection.kind


class Invocation(Node):
    """An action with the arguments that are stated; None where the player may choose."""

    action: Action
    arguments: tuple[Expression | None, ...]


class Offer(Statement):
    """`who` may (or must) do one of the actions; `repeatedly`: again and again until they pass."""

    who: Expression
    must: bool
    repeatedly: bool
    invocations: tuple[Invocation, ...]


class PowerCall(Node):
    """The power that is the value of `which` (a kind of powers), and for what: each of `arguments` by its preposition.

    `members` are the powers that it can be.
    """

    which: Expression
    prepositions: tuple[str, ...]
    arguments: tuple[Expression, ...]
    members: tuple[Power, ...]

    def given(self, power: Power) -> tuple[Expression, ...]:
        """The arguments in the order of the power's own heading."""
        found = dict(zip(self.prepositions, self.arguments, strict=True))
        return tuple(found[preposition] for preposition in power.prepositions)


class Score(Statement):
    """What the player has in the end is so much more, or, where it is not a `gain`, less."""

    who: Expression
    gain: bool
    amount: Expression


class If(Statement):
    """The first branch whose condition holds; a branch with no condition is `otherwise`."""

    branches: tuple[tuple[Condition | None, Block], ...]


class Overruled(If):
    """What is done, with its exceptions: a branch for each of `overrides`, and the general one as the last."""

    overrides: tuple[Override, ...]


class ForEach(Statement):
    """`order_from`: a selection of players in seating order from this one. `first`: of those that are left, one that
    has this is next. With neither they come in the order of their numbers."""

    selection: Selection
    order_from: Expression | None
    body: Block
    first: Extreme | None = None


class Repeat(Statement):
    """A number of times, or until a condition holds (tested before each turn), or both; with neither, until left."""

    times: Expression | None
    until: Condition | None
    body: Block


class While(Statement):
    """A block that belongs to a condition: when that ends, what is left of the block is dropped.

    It is tested before each line of the block, also of those under it; what a line calls is done whole.
    """

    condition: Condition
    body: Block


class Follow(Statement):
    """Goes along a way of the walk; at each space, `here`, the body is done. `who` chooses where several lead on."""

    who: Expression
    walk: Walk
    arguments: tuple[Expression, ...]
    here: Variable
    body: Block


class TakeTurns(Statement):
    """Players act in seating order from `first`; `player` is whose turn it is. Without `until` and `all_pass`: for
    ever (until the game ends). `active`: whose turn it is becomes the active player (in a window nobody does)."""

    first: Expression
    player: Variable
    active: bool
    all_pass: bool
    until: Condition | None
    body: Block


class Stop(Statement):
    """Leaves the phase at once."""

    phase: Phase


class StopRepeating(Statement):
    """Leaves the nearest `Repeat` around it; only branches and ways to choose from stand between."""


class BarredAct(Node):
    """An action or power with what is said of the things it is done with: by their places, -1 for whoever does it."""

    act: Act
    given: tuple[tuple[int, Expression | Selection], ...]


class Barring(Node):
    """`a Ship that is damaged cannot Jump while …`: who or what cannot, `subject`, is given with each act."""

    clauses: tuple[str, ...]
    subject: Expression | Selection
    acts: tuple[BarredAct, ...]
    condition: Condition | None


class Deepest(Statement):
    """The first line of a verb, window or trigger, which can go on `most` times, one inside the other.

    `instead` is done where it would begin once more.
    """

    most: int
    instead: Block


class Prevent(Statement):
    """What is about to happen does not happen."""


class Together(Statement):
    """Several changes that are one. `found_first`: they are moves of every piece of some selections, all of which are
    found before anything is moved."""

    body: Block
    found_first: bool = False


class FinalTest(Node):
    """What must hold where steps taken in one go are done; `name` as given by `called`."""

    clauses: tuple[str, ...]
    name: str
    condition: Condition


class InOneGo(Statement):
    """Offers to `who`, one after another, whose steps count as one change; it is put back unless the tests hold.
    One that is `sure` is begun again in place of being given up."""

    who: Expression
    sure: bool
    body: Block
    tests: tuple[FinalTest, ...]
