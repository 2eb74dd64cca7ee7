"""What has a heading: actions, powers, qualities, rules."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from dsl.late import dataclass
from dsl.model.world import Attribute, Kind, Shown
from dsl.source import Span

if TYPE_CHECKING:  # the model is a web: sentences are made of phrases, phrases of sentences
    from dsl.model.base import Variable
    from dsl.model.conditions import Condition
    from dsl.model.expressions import Expression, Price, Selected, Selection
    from dsl.model.statements import Barring, Block, Choose, ChooseSeveral, Let, Text

Edge = Literal["beginning", "end"]

# Names, which no text says, of procedures that are carried out then.
TURN_BEGINS = "the beginning of a turn"  # what is limited in a turn is counted anew; also when the last turn is over
TURN_COMES = "a turn that is waited for"  # see `Lasting`
TURN_ENDS = "the end of a turn"  # likewise


@dataclass(eq=False)
class Definition:
    """Something with a heading. `parameters` in the order of the heading; `prepositions` says how each is attached
    ("" for the one that follows the name at once). `texts` are the designer's words about it, `short` what the guide
    tells in place of its lines; `leaves_out` are the needs that these may leave out, by name."""

    name: str
    label: str
    parameters: tuple[Variable, ...]
    prepositions: tuple[str, ...]
    span: Span
    clauses: tuple[str, ...]
    variant: str | None = None
    chapter: str = ""
    texts: list[Text] = field(default_factory=list)
    short: list[Text] = field(default_factory=list)
    leaves_out: list[str] = field(default_factory=list)
    form_of: Definition | None = None

    @property
    def original(self) -> Definition:
        """The definition of the rulebook, of which this one may be the form for one window (`dsl.core.per_window`)."""
        return self.form_of or self


@dataclass(eq=False)
class Position(Definition):
    """What makes two positions the same: pieces with what is told of each, and values.

    Of what was recorded the `last` so many are remembered.
    """

    pictured: tuple[Selected | Expression, ...] = ()
    last: int = 1


@dataclass(eq=False)
class Need:
    """`only if …`: `name` as given by `called`, or made from the sentence; `afterwards`: tested on the result.

    `overrides` are the exceptions to it. `by`: the exception that brings it in.
    """

    condition: Condition
    afterwards: bool
    name: str
    span: Span
    clauses: tuple[str, ...]
    overrides: tuple[Override, ...] = ()
    by: Override | None = None


@dataclass(eq=False)
class Playable(Definition):
    """What can be done only in certain phases and windows, if `playable` names any."""

    playable: tuple[Phase | Window, ...] = ()
    playable_clauses: tuple[str, ...] = ()


@dataclass(eq=False)
class Act(Playable):
    """Something that a player does: an action or a power. `actor` is "the Player".

    `head` are the choices that belong to the answer, and what is given a name between them; `costs`, if any, are paid
    after them (`payment`, once the book is in core statements), then `effects` happen. Before all of this `counted`
    counts that it is done, where that is limited.
    """

    actor: Variable | None = None
    needs: list[Need] = field(default_factory=list)
    head: list[Choose | ChooseSeveral | Let] = field(default_factory=list)
    costs: tuple[Price, ...] = ()
    cost_clauses: tuple[str, ...] = ()
    payment: Block = ()
    effects: Block = ()
    counted: Block = ()


@dataclass(eq=False)
class Action(Act):
    """Something that players are offered to do."""


@dataclass(eq=False)
class Power(Act):
    """One element (`number`) of the kind `family`.

    `each`: it is one of several, which one text tells for each value of a kind and which are told once; what the text
    calls the value. The `value` of this one stands in its lines.
    """

    family: Kind | None = None
    number: int = 0
    each: Variable | None = None
    value: int = 0


@dataclass(eq=False)
class Procedure(Definition):
    """A verb; `actor` is who does it. `needs` only in `to pay`, which `costs` uses."""

    actor: Variable | None = None
    needs: list[Need] = field(default_factory=list)
    body: Block = ()


@dataclass(eq=False)
class AtEdge(Procedure):
    """A rule that is followed where each of `times` begins or ends; without any, so in each turn, or where the `game`
    does. `every`: they are all phases there are. `turns`: it is in the turns of these. It is done as a verb is."""

    edge: Edge = "beginning"
    game: bool = False
    every: bool = False
    turns: bool = False
    times: tuple[Phase | Window, ...] = ()


@dataclass(eq=False)
class Phase(Definition):
    """`anew`: where it begins, and where it is over, what is limited in it is counted anew."""

    body: Block = ()
    anew: Block = ()


@dataclass(eq=False)
class Window(Definition):
    """A time at which players may step in; `anew` as of phases."""

    body: Block = ()
    anew: Block = ()


@dataclass(frozen=True, eq=False)
class Layer:
    """What an effect that lasts makes of a value, while `active` is so; `amount` is about the value's parameter."""

    how: Literal["set", "rises", "at least", "at most"]
    amount: Expression
    active: Condition


@dataclass(eq=False)
class Value(Definition):
    """Cases in order: (value, condition); the last has no condition. `kind` is the kind of all of them.

    The first cases are those of the exceptions, `overrides`. `layers`: effects that can last, in the order in which
    they apply. `shown`: no line defines it, as it is what pieces show at a side.
    """

    kind: Kind | None = None
    maybe: bool = False
    cases: list[tuple[Expression, Condition | None, tuple[str, ...]]] = field(default_factory=list)
    overrides: tuple[Override, ...] = ()
    layers: tuple[Layer, ...] = ()
    shown: Shown | None = None

    @property
    def general(self) -> list[tuple[Expression, Condition | None, tuple[str, ...]]]:
        """The cases that the definition itself has."""
        return self.cases[len(self.overrides) :]


@dataclass(eq=False)
class Quality(Definition):
    """All conditions must hold; the first parameter is the subject. `condition_clauses` goes with `conditions`.

    `about`: the word for what is so in the whole game, which has no parameters (`the week is over`). `verb`: its name
    is one, in the third person (`beats`).
    """

    about: str = ""
    verb: bool = False
    conditions: list[Condition] = field(default_factory=list)
    condition_clauses: list[tuple[str, ...]] = field(default_factory=list)


@dataclass(eq=False)
class Walk(Definition):
    """Ways over a board's spaces. `here` is the space reached.

    `start` is one space, or a selection: then the first step leads to any of them. How it goes on is one of three:
    `along` (a direction: one way, a straight one), `onward` (a selection of the spaces to go on to, which may speak of
    `here`), `turns` (a selection of the directions to go on along, which may speak of `here` and of `came`, the
    direction of the last step; at the start that is `heading`). A walk stops at a space where one of `stops` holds; a
    straight one also at the edge of the board. The start is always on the walk. `once`: it comes to no space, or along
    no direction to one space, twice. `line_clauses` are cited on its lines: `start`, `on`, `once`, `stop 0`, `stop 1` …
    """

    here: Variable | None = None
    came: Variable | None = None
    start: Expression | Selection | None = None
    heading: Expression | None = None
    along: Expression | None = None
    onward: Selection | None = None
    turns: Selection | None = None
    stops: list[Condition] = field(default_factory=list)
    once: bool = False
    line_clauses: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(eq=False)
class StandingRule(Definition):
    """`whenever` the condition holds, the body is applied."""

    condition: Condition | None = None
    body: Block = ()


@dataclass(eq=False)
class Bar(Definition):
    """What nobody may do. `overrides` are the exceptions to it."""

    barrings: tuple[Barring, ...] = ()
    overrides: tuple[Override, ...] = ()


@dataclass(eq=False)
class Happening(Definition):
    """What is done when something happens to `subject` (a thing of the variable's kind).

    enters, leaves: `place` is an expression of one location or a kind of locations; `place_variable` is bound to the
    space where the heading brings one in. becomes: `attribute` is a flag that it gets. rises, falls: `attribute` is a
    number of it. does: the player does one of `deeds`: one, of whose parameters `given` brings in those that are not
    None; several, of which nothing is brought in; or all powers of a family, of which `which` is the one that is done.
    """

    event: Literal["enters", "leaves", "becomes", "rises", "falls", "does"] = "enters"
    subject: Variable | None = None
    place: Expression | Kind | None = None
    place_variable: Variable | None = None
    attribute: Attribute | None = None
    deeds: tuple[Act, ...] = ()
    given: tuple[Variable | None, ...] = ()
    which: Variable | None = None
    body: Block = ()

    @property
    def things(self) -> tuple[Variable, ...]:
        """What the deed is done with, as far as the heading brings it in; of a family, which deed it is."""
        if self.which is not None:
            return (self.which,)
        return tuple(variable for variable in self.given if variable is not None)

    def bound(self, deed: Act) -> list[tuple[Variable, Variable]]:
        """What of the deed is brought in: the variable here, and the parameter."""
        if not self.given:
            return []
        return [(v, parameter) for v, parameter in zip(self.given, deed.parameters, strict=True) if v is not None]


@dataclass(eq=False)
class Before(Happening):
    """It is done when something is about to happen, and may prevent it."""


@dataclass(eq=False)
class Trigger(Happening):
    """It is done after something has happened."""


@dataclass(eq=False)
class WaitingOrder(Definition):
    """Each player chooses the order of the rules that wait for that player."""


@dataclass(eq=False)
class Ending(Definition):
    """An end of the game; `called`: the rulebook gives it a name."""

    condition: Condition | None = None
    body: Block = ()
    called: bool = False


@dataclass(eq=False)
class Override(Definition):
    """An exception to `of`, or to the need `need` of it: where `condition` is so (None: always) this counts instead.

    `over` are other exceptions to the same that it goes over, too. What counts are `needs`, `meaning` or `body`.
    """

    of: Definition | None = None
    need: Need | None = None
    over: tuple[Override, ...] = ()
    condition: Condition | None = None
    needs: list[Need] = field(default_factory=list)
    meaning: Expression | None = None
    body: Block = ()


def spoken(definition: Definition) -> str:
    """The definition as a message speaks of it: by its heading."""
    match definition:
        case Quality(about=about) if about:
            return f"`the {about} is {definition.name}`"
        case Quality():
            return f"`{definition.parameters[0].kind.name} {'' if definition.verb else 'is '}{definition.name}`"
        case Value():
            return f"`the {definition.name}`"
        case StandingRule() | Happening() | Bar() | AtEdge():
            return f"`rule {definition.name}`"
        case Procedure():
            return f"`to {definition.name}`"
        case Override():
            return f"`exception {definition.name}`"
        case Ending():
            return "`the game ends when …`"
        case _:  # all others are called as their class is
            return f"`{type(definition).__name__.lower()} {definition.name}`"
