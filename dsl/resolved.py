"""The rulebook with every name resolved and every type known: what `lower` and `phrases` both read.

Names are gone: a node points at the `Kind`, `Attribute`, definition or `Variable` that was meant. Identity of
variables and definitions is by object. A phrase that may find nothing (`an Asteroid in the Stock`) has the value
"nothing"; what is done with nothing does nothing, and no sentence about nothing is true except that nothing is so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from dsl.spans import Span
from dsl.world import Attribute, Kind, World


@dataclass(eq=False)
class Variable:
    """What a binder brings in. `name` is how the text speaks of it (a kind's name or a word).

    `many`: a set of elements of the kind, not one.
    """

    name: str
    kind: Kind
    many: bool = False
    span: Span | None = None


@dataclass(frozen=True, eq=False)
class Node:
    span: Span


# ------------------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, eq=False)
class Expression(Node):
    """A phrase with a value of `kind`; `maybe` if the value can be nothing."""

    kind: Kind
    maybe: bool


@dataclass(frozen=True, eq=False)
class Constant(Expression):
    """A number, or an element by its number (a location by its number among all locations). `name` is what was said."""

    value: int
    name: str


@dataclass(frozen=True, eq=False)
class Setting(Expression):
    """A named number."""

    value: int
    name: str


@dataclass(frozen=True, eq=False)
class Use(Expression):
    """The value of a variable."""

    variable: Variable


@dataclass(frozen=True, eq=False)
class Get(Expression):
    """`the Level of the Bomb`: an attribute (not a flag) of a piece."""

    attribute: Attribute
    of: Expression


@dataclass(frozen=True, eq=False)
class Known(Expression):
    """`what Imperial knows of the Weapon of the Installation`: the attribute's value if the player sees it, else
    nothing."""

    who: Expression
    what: Get


@dataclass(frozen=True, eq=False)
class PlaceOf(Expression):
    """The location where a piece is; nothing if that is not in `kind` (a kind of space, or LOCATION).

    `stated`: the text says so ("the Cell of the Ship"); otherwise the piece stands for its place.
    """

    piece: Expression
    stated: bool


@dataclass(frozen=True, eq=False)
class PlaceFor(Expression):
    """`the Stock of the Player`: the one of the places `place` (one for each player) that belongs to `owner`."""

    place: Kind
    owner: Expression


@dataclass(frozen=True, eq=False)
class EndOf(Expression):
    """The top or bottom piece of an ordered place, as a value; as a destination see `Move.end`."""

    place: Expression
    end: Literal["top", "bottom"]


@dataclass(frozen=True, eq=False)
class OwnerOf(Expression):
    """The owner of a piece or place."""

    of: Expression


@dataclass(frozen=True, eq=False)
class OpponentOf(Expression):
    """The other of two players."""

    of: Expression


@dataclass(frozen=True, eq=False)
class ActivePlayer(Expression):
    """The player whose turn it is."""


@dataclass(frozen=True, eq=False)
class Apply(Expression):
    """A value of the game: `the front of the Bomb`."""

    value: Value
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Neighbour(Expression):
    """`the neighbour of the Bomb along the heading of the Bomb`: a space, or nothing at the edge of the board."""

    of: Expression
    along: Expression


@dataclass(frozen=True, eq=False)
class Distance(Expression):
    """The fewest steps between two spaces of one board, whatever stands on it; nothing where there is no way."""

    start: Expression
    end: Expression


@dataclass(frozen=True, eq=False)
class WalkEnd(Expression):
    """`the end of the Beam`: the last space of a walk that goes on along a direction."""

    walk: Walk


@dataclass(frozen=True, eq=False)
class Count(Expression):
    """`the number of covered Shields`."""

    selection: Selection


@dataclass(frozen=True, eq=False)
class Extreme(Expression):
    """`the highest Face among the shot`; of nothing: highest, lowest are nothing, total is 0. `of` may use the
    selection's variable."""

    which: Literal["highest", "lowest", "total"]
    of: Expression
    selection: Selection


@dataclass(frozen=True, eq=False)
class Best(Expression):
    """`the Cell of lowest height among empty Cells`: the first element with the highest or lowest value of `of`."""

    which: Literal["highest", "lowest"]
    of: Expression
    selection: Selection


@dataclass(frozen=True, eq=False)
class Arithmetic(Expression):
    operator: Literal["plus", "minus", "multiplied by", "divided by"]
    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class Pick(Expression):
    """`an Asteroid in the Stock`, `the red Shield`: the first that fits, or nothing."""

    selection: Selection
    article: Literal["a", "the"]


@dataclass(frozen=True, eq=False)
class Selection(Node):
    """The elements of a kind which meet all conditions, each about `variable`.

    `among`: a `many` variable or None; then only its members. `words` and `place` are conditions, too; they are kept
    apart as they were said: qualities before the noun ("open Cell"), the place after it ("on F7"), then `that …`.
    """

    variable: Variable
    kind: Kind
    words: tuple[Condition, ...] = ()
    place: Condition | None = None
    that: tuple[Condition, ...] = ()
    among: Variable | None = None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*self.words, *((self.place,) if self.place else ()), *self.that)


# -------------------------------------------------------------------------------------------------------- conditions


@dataclass(frozen=True, eq=False)
class Condition(Node):
    """A sentence that is so or not."""


@dataclass(frozen=True, eq=False)
class Compare(Condition):
    """`is`, `is at least` …; on elements only = and !=."""

    operator: Literal["=", "!=", ">=", "<=", ">", "<"]
    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False)
class Flag(Condition):
    """`the Installation is face-up`."""

    attribute: Attribute
    of: Expression


@dataclass(frozen=True, eq=False)
class Holds(Condition):
    """A quality of the game: `the Cell is open`, `the Bomb is visible from the Installation`."""

    quality: Quality
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Located(Condition):
    """The piece (or space) `what` is at the location `where`.

    `where` is an expression of one location or a piece on which it lies, or a `Kind` of locations (a board's spaces,
    `a Stock`, the whole board).
    """

    preposition: str
    what: Expression
    where: Expression | Kind


@dataclass(frozen=True, eq=False)
class Owned(Condition):
    """`the Man is owned by the Player`; also said as `a Bay of the Player`."""

    what: Expression
    by: Expression


Relation = Literal["beside", "straight from", "crossed", "followed", "side of", "next to", "in line"]


@dataclass(frozen=True, eq=False)
class Related(Condition):
    """A relation of the board between spaces (edges, directions).

    beside: (a, b) are neighbours; straight from: (a, b), a lies on a straight row through b; crossed: (x, a, b), the
    line between the centres of a and b passes through the inside of x; followed: (edge, a, b), it runs along the edge;
    side of: (space, edge), the space is one of the two beside the edge; next to: (direction, direction), one
    step round; in line: (space, line).
    """

    relation: Relation
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class OnWalk(Condition):
    """`the Moon is on a Safe Way`: the walk reaches the space."""

    space: Expression
    walk: Walk


@dataclass(frozen=True, eq=False)
class Exists(Condition):
    selection: Selection


@dataclass(frozen=True, eq=False)
class ForAll(Condition):
    """`every Cell beside the Edge is blocked`: `condition` is about the selection's variable."""

    selection: Selection
    condition: Condition


@dataclass(frozen=True, eq=False)
class Not(Condition):
    condition: Condition


@dataclass(frozen=True, eq=False)
class All(Condition):
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, eq=False)
class Any(Condition):
    """`line_clauses` are cited on the lines under `any of these`, where it was written so."""

    conditions: tuple[Condition, ...]
    line_clauses: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class CanDo(Condition):
    """`Imperial can Place Asteroid on D6`: the test with which the action is offered."""

    who: Expression
    invocation: Invocation


@dataclass(frozen=True, eq=False)
class HasWon(Condition):
    """`Imperial is the winner` (in examples)."""

    who: Expression


# -------------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, eq=False)
class Statement(Node):
    clauses: tuple[str, ...]


Block = tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Text(Statement):
    """The designer's words."""

    text: str


@dataclass(frozen=True, eq=False)
class Move(Statement):
    """`what` is one piece, or every piece of a selection; `end`: to the top or bottom of an ordered place.

    `to` is a location, or a piece: then onto that piece.
    """

    what: Expression | Selection
    to: Expression
    end: Literal["top", "bottom"] | None


@dataclass(frozen=True, eq=False)
class Change(Statement):
    """A number rises or falls; `limit`: but not above / below."""

    direction: Literal["rises", "falls"]
    target: Get
    by: Expression
    limit: Expression | None


@dataclass(frozen=True, eq=False)
class Become(Statement):
    """An attribute gets a value."""

    target: Get
    value: Expression


@dataclass(frozen=True, eq=False)
class TurnInto(Statement):
    """A flag of one piece, or of every piece of a selection, is set (`on`) or taken away."""

    attribute: Attribute
    what: Expression | Selection
    on: bool


@dataclass(frozen=True, eq=False)
class Let(Statement):
    """`implied`: no line of its own; the condition above brought the thing in ("if there is a Ship … the Ship")."""

    variable: Variable
    value: Expression
    implied: bool = False


@dataclass(frozen=True, eq=False)
class Choose(Statement):
    """`who` chooses one element; the variable is nothing if there is none."""

    who: Expression
    selection: Selection
    variable: Variable


@dataclass(frozen=True, eq=False)
class Roll(Statement):
    """Rolls `number` dice (pieces of `kind`, the first ones), setting `face`; `variable` is the set of dice rolled."""

    who: Expression
    number: Expression
    kind: Kind
    face: Attribute
    variable: Variable


@dataclass(frozen=True, eq=False)
class Invocation(Node):
    """An action with the arguments that are stated; None where the player may choose."""

    action: Action
    arguments: tuple[Expression | None, ...]


@dataclass(frozen=True, eq=False)
class Offer(Statement):
    """`who` may (or must) do one of the actions; `repeatedly`: again and again until they pass."""

    who: Expression
    must: bool
    repeatedly: bool
    invocations: tuple[Invocation, ...]


@dataclass(frozen=True, eq=False)
class DoPhase(Statement):
    phase: Phase


@dataclass(frozen=True, eq=False)
class DoAction(Statement):
    """Carries out an action's effects as `who`, without asking whether it is allowed."""

    who: Expression
    invocation: Invocation


@dataclass(frozen=True, eq=False)
class DoPower(Statement):
    """Carries out the power that is the value of `which` (a kind of powers); does nothing for nothing."""

    which: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Perform(Statement):
    """A verb of the game with its arguments."""

    procedure: Procedure
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Win(Statement):
    """The player wins, and the game is over."""

    who: Expression


@dataclass(frozen=True, eq=False)
class Draw(Statement):
    """Nobody wins, and the game is over."""


@dataclass(frozen=True, eq=False)
class If(Statement):
    """The first branch whose condition holds; a branch with no condition is `otherwise`."""

    branches: tuple[tuple[Condition | None, Block], ...]


@dataclass(frozen=True, eq=False)
class ForEach(Statement):
    """`order_from`: a selection of players in seating order from this one; None: in the order of their numbers."""

    selection: Selection
    order_from: Expression | None
    body: Block


@dataclass(frozen=True, eq=False)
class Repeat(Statement):
    """A number of times, or until a condition holds (tested before each turn), or both."""

    times: Expression | None
    until: Condition | None
    body: Block


@dataclass(frozen=True, eq=False)
class TakeTurns(Statement):
    """Players act in seating order from `first`; `player` is whose turn it is. Without `until` and `all_pass`: for
    ever (until the game ends)."""

    first: Expression
    player: Variable
    all_pass: bool
    until: Condition | None
    body: Block


@dataclass(frozen=True, eq=False)
class Stop(Statement):
    """Leaves the phase at once."""

    phase: Phase


@dataclass(frozen=True, eq=False)
class Together(Statement):
    body: Block


# ------------------------------------------------------------------------------------------------------- definitions


@dataclass(eq=False)
class Definition:
    """Something with a heading. `parameters` in the order of the heading; `prepositions` says how each is attached
    ("" for the one that follows the name at once)."""

    name: str
    label: str
    parameters: tuple[Variable, ...]
    prepositions: tuple[str, ...]
    span: Span
    clauses: tuple[str, ...]
    variant: str | None = None
    chapter: str = ""
    texts: list[Text] = field(default_factory=list)


@dataclass(eq=False)
class Need:
    """`only if …`: `name` as given by `called`, or made from the sentence; `afterwards`: tested on the result."""

    condition: Condition
    afterwards: bool
    name: str
    span: Span
    clauses: tuple[str, ...]


@dataclass(eq=False)
class Action(Definition):
    """`actor` is "the Player". `head` are the choices that belong to the answer; `cost`, if any, is paid after them,
    then `effects` happen."""

    actor: Variable | None = None
    needs: list[Need] = field(default_factory=list)
    head: list[Choose] = field(default_factory=list)
    cost: Expression | None = None
    cost_clauses: tuple[str, ...] = ()
    effects: Block = ()


@dataclass(eq=False)
class Power(Definition):
    """One element (`number`) of the kind `family`."""

    family: Kind | None = None
    number: int = 0
    actor: Variable | None = None
    effects: Block = ()


@dataclass(eq=False)
class Procedure(Definition):
    """A verb; `actor` is who does it. `needs` only in `to pay`, which `costs` uses."""

    actor: Variable | None = None
    needs: list[Need] = field(default_factory=list)
    body: Block = ()


@dataclass(eq=False)
class Phase(Definition):
    body: Block = ()


@dataclass(eq=False)
class Value(Definition):
    """Cases in order: (value, condition); the last has no condition. `kind` is the kind of all of them."""

    kind: Kind | None = None
    maybe: bool = False
    cases: list[tuple[Expression, Condition | None, tuple[str, ...]]] = field(default_factory=list)


@dataclass(eq=False)
class Quality(Definition):
    """All conditions must hold; the first parameter is the subject. `condition_clauses` goes with `conditions`."""

    conditions: list[Condition] = field(default_factory=list)
    condition_clauses: list[tuple[str, ...]] = field(default_factory=list)


@dataclass(eq=False)
class Walk(Definition):
    """Ways over a board's spaces. `here` is the space reached.

    Either `along` (a direction: one way, a straight one) or `onward` (a selection of the spaces to go on to, which may
    speak of `here`): every way. A walk along a direction stops at a space where one of `stops` holds; where that is
    the edge of the board, at the last space. The start is always on the walk.
    """

    here: Variable | None = None
    start: Expression | None = None
    along: Expression | None = None
    onward: Selection | None = None
    stops: list[Condition] = field(default_factory=list)
    line_clauses: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(eq=False)
class StandingRule(Definition):
    """`whenever` the condition holds, the body is applied."""

    condition: Condition | None = None
    body: Block = ()


@dataclass(eq=False)
class Trigger(Definition):
    """After a piece of `subject` (the variable's kind) enters or leaves a place, or gets a flag.

    enters, leaves: `place` is an expression of one location or a kind of locations; `place_variable` is bound to the
    space where the heading brings one in. becomes: `flag`.
    """

    event: Literal["enters", "leaves", "becomes"] = "enters"
    subject: Variable | None = None
    place: Expression | Kind | None = None
    place_variable: Variable | None = None
    flag: Attribute | None = None
    body: Block = ()


@dataclass(eq=False)
class Ending(Definition):
    condition: Condition | None = None
    body: Block = ()


# ---------------------------------------------------------------------------------------------------------- examples


@dataclass(frozen=True, eq=False)
class ExampleStep(Node):
    """`variables`: none of its own; those of the example are shared by all its steps."""

    clauses: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Given(ExampleStep):
    """Made true: a piece is somewhere, an attribute has a value, a flag is set, `there is` a piece (which binds).

    `pick`: the selection of the piece that is moved or changed is bound to this variable for the later steps.
    """

    condition: Condition


@dataclass(frozen=True, eq=False)
class WhenDoes(ExampleStep):
    who: Expression
    invocation: Invocation


@dataclass(frozen=True, eq=False)
class WhenChooses(ExampleStep):
    """One answer to each open choice, in order."""

    who: Expression
    what: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class WhenRolls(ExampleStep):
    faces: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class WhenPasses(ExampleStep):
    who: Expression


@dataclass(frozen=True, eq=False)
class Then(ExampleStep):
    condition: Condition


@dataclass(frozen=True, eq=False)
class Said(ExampleStep):
    """The designer's words."""

    text: str


@dataclass(eq=False)
class Example:
    """A worked example in `phase` (None: from the start of play)."""

    title: str
    phase: Phase | None
    steps: tuple[ExampleStep, ...]
    span: Span
    clauses: tuple[str, ...]
    variant: str | None = None
    chapter: str = ""


# ---------------------------------------------------------------------------------------------------------- the book


@dataclass(eq=False)
class Rulebook:
    """The whole rulebook, in the order of the file (`order`: definitions, examples, kinds, places, boards, texts).

    `procedures["pay"]` is what `costs` uses.
    """

    name: str
    label: str
    language: str
    world: World
    low_players: int
    high_players: int
    game_texts: list[Text] = field(default_factory=list)
    game_clauses: tuple[str, ...] = ()
    setup: Block = ()
    setup_texts: list[Text] = field(default_factory=list)
    play: Block = ()
    phases: dict[str, Phase] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    powers: dict[str, Power] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    values: list[Value] = field(default_factory=list)
    qualities: list[Quality] = field(default_factory=list)
    walks: dict[str, Walk] = field(default_factory=dict)
    standing: list[StandingRule] = field(default_factory=list)
    triggers: list[Trigger] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    variants: dict[str, str] = field(default_factory=dict)
    variant_clauses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    chapters: list[Chapter] = field(default_factory=list)


@dataclass(eq=False)
class Chapter:
    """A chapter of the printed book with what stands in it, in order: world objects, definitions, examples, texts."""

    title: str
    items: list[object] = field(default_factory=list)
