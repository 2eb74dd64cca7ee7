"""What the functions of the resolver share: the one context of a run, and the scopes of its sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from dsl import model, tree
from dsl.model import Rulebook, Selection, Variable
from dsl.model.world import Attribute, Kind, World
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic


@dataclass(eq=False)
class Ban:
    """What forbids an action to a thing: for each player a number, see `dsl.resolve.lasting`."""

    numbers: tuple[Attribute, ...]
    span: Span
    clauses: tuple[str, ...] = ()


@dataclass(eq=False)
class Limit:
    """How often something may be done, see `dsl.resolve.limits`: `times`, `each` turn or game, or each time that `time`
    is gone through.

    It is counted for each of `per`: `counts` are numbers of the elements of the kind of `carrier`, one of `per` (None:
    of a single thing), for each combination of elements of the others.
    """

    span: Span
    clauses: tuple[str, ...]
    times: int
    each: Literal["turn", "game", "time"]
    time: model.Phase | model.Window | None
    per: tuple[Variable, ...]
    carrier: Variable | None
    counts: dict[tuple[int, ...], Attribute] = field(default_factory=dict)

    @property
    def others(self) -> tuple[Variable, ...]:
        return tuple(variable for variable in self.per if variable is not self.carrier)


@dataclass(eq=False)
class Effect:
    """What a sentence makes of a value for a while: the numbers of the things of which it is one.

    `ends`: for each player, how many ends of turns have to come, and `amount`, what was said last; or `sums`: for each
    player what is added until the first, and until the second end of a turn from now on.
    """

    ends: tuple[Attribute, ...] = ()
    amount: Attribute | None = None
    sums: tuple[tuple[Attribute, Attribute], ...] = ()

    @property
    def numbers(self) -> tuple[Attribute, ...]:
        return (*self.ends, *((self.amount,) if self.amount else ()), *(one for pair in self.sums for one in pair))


@dataclass
class Scope:
    """The variables that can be spoken of. `asked` are those of them that were; `missing` are names that lines with
    faults would have brought in. What stands `instead` of the lines of the scope around it names things anew."""

    parent: Scope | None = None
    variables: list[Variable] = field(default_factory=list)
    asked: set[Variable] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    instead: bool = False

    def inner(self, *variables: Variable) -> Scope:
        return Scope(self, list(variables))

    def add(self, variable: Variable) -> Variable:
        self.variables.append(variable)
        return variable

    def find(self, name: str) -> list[Variable]:
        """The variables of that name in the innermost scope that has any. What was brought in last hides what came
        before it in the same scope, as long as they stand on different lines."""
        found = [v for v in self.variables if v.name == name]
        if not found:
            return self.parent.find(name) if self.parent else []
        last = found[-1]
        return [v for v in found if v.span and last.span and v.span.line == last.span.line]

    def hidden_by(self, name: str) -> list[Variable]:
        """The variables around that something of that name, brought in here first, would hide."""
        if self.parent is None or self.instead or any(v.name == name for v in self.variables):
            return []
        around = [v for v in self.parent.variables if v.name == name]
        return around or self.parent.hidden_by(name)

    def names(self) -> list[str]:
        return [v.name for v in self.variables] + (self.parent.names() if self.parent else [])

    def lacks(self, name: str) -> bool:
        """Whether a line with a fault would have brought in something of that name."""
        return name in self.missing or (self.parent is not None and self.parent.lacks(name))

    def ask(self, variable: Variable) -> None:
        scope: Scope | None = self
        while scope:
            scope.asked.add(variable)
            scope = scope.parent


@dataclass(frozen=True)
class BarNeed:
    """A need by which a rule forbids an act; the things in `scope`, of which the rule speaks, mean those of the act."""

    rule: model.Bar
    act: model.Act
    need: model.Need
    scope: Scope
    meant: dict[Variable, Variable]


@dataclass
class Context:
    """What one run over a rulebook shares: with each part who writes it, and who reads it."""

    # What the run is for. The box fills the world; headings, rules and bodies fill the book. All read both.
    world: World
    book: Rulebook

    # What is not in play, so that nobody calls it unknown: written by `rulebook`, read where names are.
    no_seats: dict[str, str] = field(default_factory=dict)  # seats that nobody has, and with how many players somebody
    absent: set[str] = field(default_factory=set)  # actions and powers of variants
    tables_apart: dict[str, tuple[str, tree.Table]] = field(default_factory=dict)  # and under which heading they stand

    # What has been brought in: by the box, and by the headings; read by whoever meets a name or a word.
    plurals: dict[str, Kind] = field(default_factory=dict)
    ways: dict[str, str] = field(default_factory=dict)  # what is printed of ways, and rules, between which one chooses
    values: dict[str, list[model.Value]] = field(default_factory=dict)
    qualities: dict[str, list[model.Quality]] = field(default_factory=dict)
    walked: dict[model.Walk, Kind] = field(default_factory=dict)  # along the spaces of which board a walk leads
    needing: set[model.Procedure] = field(default_factory=set)  # verbs that ask for something: only `to pay` may

    # Values whose meaning is not resolved yet: written by headings, emptied by `values`.
    unfilled: dict[model.Value, tree.Value] = field(default_factory=dict)
    completing: int = 0  # of them, how many are resolved because others speak of them, one inside the other

    # What a sentence can speak of, as far as scopes do not say it.
    acting: set[Variable] = field(default_factory=set)  # variables of whoever acts: `headings` to `names`
    maybe: set[Variable] = field(default_factory=set)  # variables that may be nothing: statements to nouns
    scopes: dict[model.Definition, Scope] = field(default_factory=dict)  # of lines: `blocks` to `overrides`
    somes: list[list[Selection] | None] = field(
        default_factory=list
    )  # what `a Boat` brings in, see `predicates.of_some`
    in_window: bool = False  # whether the lines of a window are resolved: `bodies` to `statements`

    # What needs all the rest: collected by the module of that name, which finishes it when all is read.
    followed: list[tuple[model.Walk, Span]] = field(default_factory=list)  # walks that are followed, and where
    barred: list[BarNeed] = field(default_factory=list)
    exceptions: dict[model.Override, tree.Override] = field(default_factory=dict)
    effects: dict[model.Modify, Effect] = field(default_factory=dict)
    bans: dict[tuple[model.Action, int], Ban] = field(default_factory=dict)  # of an action and one of its parameters
    limits: dict[model.Act, list[Limit]] = field(default_factory=dict)

    # What is wrong: written by way of `complaints`.
    diagnostics: list[Diagnostic] = field(default_factory=list)
    failed: dict[str, list[Diagnostic]] = field(default_factory=dict)  # names that a declaration with a fault declares
    spaceless: bool = False  # a board has a fault, so that the names of its spaces are not known
