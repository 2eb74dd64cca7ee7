"""What the words for a node depend on: the world, who is spoken to, and what a variable is called where it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, TypeVar

from dsl.late import dataclass
from dsl.model import Action, Condition, Expression, Position, Statement, Value, Variable, Window
from dsl.model.world import Attribute, Kind, World
from dsl.prose.forms import Form, Step, You

NodeType = TypeVar("NodeType")
Says = Callable[[Any, Any], Any]

EXPRESSIONS: dict[type, Says] = {}
CONDITIONS: dict[type, Says] = {}
STATEMENTS: dict[type, Says] = {}
STORY: dict[type, Says] = {}
TABLES = (EXPRESSIONS, CONDITIONS, STATEMENTS, STORY)


def says(table: dict[type, Says], node_class: type[NodeType]) -> Callable[[Callable[[Scope, NodeType], Any]], Any]:
    """Enters a function in the table of those that find words for nodes of a class."""

    def enter(function: Callable[[Scope, NodeType], Any]) -> Any:
        table[node_class] = function
        return function

    return enter


@dataclass(frozen=True, eq=False)
class Scope:
    """Where a node is spoken of.

    `meant` gives the form of a variable that is not simply "the …"; `me` is the seat that is "you" here, if one is;
    `anybody`: several can be.
    `stored` are variables of pieces known to lie off the board, which are put, not moved. `rolled` are the sets of dice
    that were rolled. `actor` does what is told; `brief` are things whose own names nothing speaks of again; `settled`
    are numbers of which the setup, or a roll, says what they are. `setup`: before play; `story`: in a worked example.
    `number`: the only sort of numbers that players choose. `turn`: whoever is spoken to is the active player, and
    `first` had the first of these turns. `doing` carries out what a definition says. `agreed`: variants that are told
    by themselves, so that what they go over need not speak of them. `each` is what the values of several powers, told
    as one, are called. `untold` are the identities of lines that are left out. `stores` are places of which nobody is
    told: what is put there is taken away, which examples call off the board, but for the kinds `not_away`.
    `bearings` are directions of pieces that lead towards these.
    `reader` is the seat of whoever reads this, if it is for one alone. `several`: two players are called as more are;
    `always_two`: no other number plays.
    `taught`: by a page from which people learn, `starts` are then what things are set to before play, and `noted` the
    positions that have just been noted, which nobody is told; `given` are the values of names; what a line crosses is
    `between` its ends, as no line of sight is followed past edges. `sorts_lying` says
    of which sorts the pieces are that ever lie in a place; `passed_on` are kinds of things that come to belong to
    others; `articled` are names of pieces with an article.
    `doable` is an action of which it was just said that somebody can do it. `answered` are windows of which it is told
    where they are opened what players can do in them.
    """

    world: World
    meant: Mapping[Variable, Form] = field(default_factory=dict)
    me: int | None = None
    anybody: bool = False
    stored: frozenset[Variable] = frozenset()
    rolled: frozenset[Variable] = frozenset()
    actor: Form = field(default_factory=You)
    brief: frozenset[Variable] = frozenset()
    settled: frozenset[Attribute] = frozenset()
    all_pass: bool = False
    setup: bool = False
    story: bool = False
    turn: bool = False
    first: Form | None = None
    doing: Form = field(default_factory=You)
    number: Kind | None = None
    agreed: frozenset[str] = frozenset()
    each: Variable | None = None
    untold: frozenset[int] = frozenset()
    stores: frozenset[Kind] = frozenset()
    not_away: frozenset[Kind] = frozenset()
    bearings: frozenset[Value] = frozenset()
    reader: int | None = None
    several: bool = False
    always_two: bool = False
    taught: bool = False
    between: bool = False
    starts: frozenset[tuple[Form, Form]] = frozenset()
    noted: frozenset[Position] = frozenset()
    given: Mapping[Variable, Expression] = field(default_factory=dict)
    sorts_lying: Callable[[Kind], tuple[Kind, ...]] = lambda _: ()
    passed_on: frozenset[Kind] = frozenset()
    articled: frozenset[str] = frozenset()
    doable: tuple[Form, Action] | None = None
    answered: frozenset[Window] = frozenset()

    @property
    def are_two(self) -> bool:
        """Whether there are two players, so that each has but one opponent."""
        return self.world.players.size == 2 and not self.several

    def meaning(self, variable: Variable | None, form: Form) -> Scope:
        """The same place, where the variable is spoken of as `form`."""
        return replace(self, meant={**self.meant, variable: form}) if variable else self

    def form(self, node: Expression) -> Form:
        """The noun, number or name for an expression."""
        found: Form = EXPRESSIONS[type(node)](self, node)
        return found

    def clause(self, node: Condition) -> Form:
        """The sentence for a condition."""
        found: Form = CONDITIONS[type(node)](self, node)
        return found


def one(form: Form, node: Statement, *children: Step) -> tuple[Step, ...]:
    """A statement that is one sentence, with what stands under it."""
    return (Step(form, children=children, clauses=node.clauses),)
