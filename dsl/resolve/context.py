"""What the functions of the resolver share: the one context of a run, and the scopes of its sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from dsl import model, tree
from dsl.model import Rulebook, Selection, Variable
from dsl.model.world import Attribute, Kind, World
from dsl.resolve.antecedents import Levels, Named
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic

Sort = Literal["turn", "until turn", "in turn"]


@dataclass(eq=False)
class Timer:
    """How long something lasts for things, see `dsl.resolve.timers`: for each player numbers of the things.

    `on` are not 0 while it lasts; where it ends with a turn, they say how many ends of turns have to come. `waiting`,
    of what lasts in a turn that has to come, are not 0 until that begins.
    """

    sort: Sort
    on: tuple[Attribute, ...]
    waiting: tuple[Attribute, ...] = ()


@dataclass(eq=False)
class Ban:
    """What forbids an action to a thing for a while, or to two things together.

    `timers` are those of what the action is done with at one place: one, or several, each with the attribute that says
    for which thing at the other place it is.
    """

    timers: tuple[tuple[Timer, Attribute | None], ...]
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

    `timer`, and `amount`, what was said last; or `sums`: for each player what is added now, and what takes its place at
    the next beginning or end of a turn at which something changes.
    """

    sort: Sort
    timer: Timer | None = None
    amount: Attribute | None = None
    sums: tuple[tuple[Attribute, Attribute], ...] = ()


@dataclass
class Scope:
    """The variables that can be spoken of. `asked` are those of them that were; `missing` are names that lines with
    faults would have brought in. What stands `instead` of the lines of the scope around it names things anew. `phase`:
    whose lines these are. What was `met` by needs is spoken of by names that nothing else has."""

    parent: Scope | None = None
    variables: list[Variable] = field(default_factory=list)
    asked: set[Variable] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    instead: bool = False
    phase: model.Phase | None = None
    met: list[Variable] = field(default_factory=list)

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
            around = self.parent.find(name) if self.parent else []
            met = [v for v in self.met if v.name == name]
            return around or (met if len(met) == 1 else [])
        last = found[-1]
        return [v for v in found if v.span and last.span and v.span.line == last.span.line]

    def hidden_by(self, name: str) -> list[Variable]:
        """The variables around that something of that name, brought in here first, would hide."""
        if self.parent is None or self.instead or any(v.name == name for v in self.variables):
            return []
        around = [v for v in self.parent.variables if v.name == name]
        return around or self.parent.hidden_by(name)

    def outwards(self) -> Iterator[Scope]:
        """The scope, and those around it."""
        yield self
        if self.parent:
            yield from self.parent.outwards()

    def names(self) -> list[str]:
        return [variable.name for one in self.outwards() for variable in (*one.variables, *one.met)]

    def lacks(self, name: str) -> bool:
        """Whether a line with a fault would have brought in something of that name."""
        return name in self.missing or (self.parent is not None and self.parent.lacks(name))

    def of_phase(self) -> model.Phase | None:
        """The phase that these lines belong to, if they do."""
        return next((one.phase for one in self.outwards() if one.phase is not None), None)

    def ask(self, variable: Variable) -> None:
        scope: Scope | None = self
        while scope:
            scope.asked.add(variable)
            scope = scope.parent


@dataclass(frozen=True)
class OneOfSeveral:
    """A power of `power … for each …`: what the text calls the values, and which of them, counted from 0, it has."""

    each: Variable
    number: int


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
    """What the functions of one run share. Beside each part stands which modules write it, and which read it."""

    world: World  # the box fills it; all read it
    book: Rulebook  # headings, rules and bodies fill it; all read it

    # By the names of places that do not say what they take: the kinds of which all in them are. `lying` -> sorts
    lying: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    # Which looks were said where: by what it is of, for each section. Written and read by `looks`.
    looks: dict[tuple[str, str], dict[str | None, Span]] = field(default_factory=dict)

    # What is not in play, so that nobody calls it unknown. Written by `in_play` and `rulebook`.
    no_seats: dict[str, str] = field(default_factory=dict)  # seats that nobody has, and how many somebody: box, nouns
    absent: set[str] = field(default_factory=set)  # actions and powers: whatever names them
    tables_apart: dict[str, tuple[str, tree.Table]] = field(default_factory=dict)  # and their headings: box

    # What has been brought in for sentences to speak of.
    plurals: dict[str, Kind] = field(default_factory=dict)  # box -> names, groups
    forms: dict[str, str] = field(default_factory=dict)  # box -> full_names: other forms of the names of rows
    values: dict[str, list[model.Value]] = field(default_factory=dict)  # headings -> values, and near names
    qualities: dict[str, list[model.Quality]] = field(default_factory=dict)  # headings -> qualities
    truths: dict[str, dict[str, model.Quality]] = field(default_factory=dict)  # by what is so, and by how it is
    walked: dict[model.Walk, Kind] = field(default_factory=dict)  # spaces along which walks lead: headings -> built_in
    needing: dict[model.Procedure, tree.Procedure] = field(default_factory=dict)  # verbs: headings -> statements
    several: dict[tree.Power, list[tree.Power]] = field(default_factory=dict)  # of one text: box -> rulebook
    one_of: dict[tree.Power, OneOfSeveral] = field(default_factory=dict)  # and which each of them is: box -> headings
    own_value: dict[model.Power, Variable] = field(default_factory=dict)  # of those: headings -> bodies
    fixed: dict[Variable, tuple[Kind, int]] = field(
        default_factory=dict
    )  # what stands for one value: headings -> nouns
    ways: dict[str, str] = field(default_factory=dict)  # as printed, what is chosen between: rulebook -> examples
    scopes: dict[model.Definition, Scope] = field(default_factory=dict)  # of its lines: blocks, rules -> overrides

    # Where in the text the run is.
    unfilled: dict[model.Value, tree.Value] = field(default_factory=dict)  # not read yet: headings -> values
    meaningless: set[model.Value] = field(default_factory=set)  # whose meaning was complained of: values
    completing: int = 0  # values that are read because others speak of them, one inside the other: values
    said_with: set[Variable] = field(default_factory=set)  # what verbs, values and qualities are said with
    acting: set[Variable] = field(default_factory=set)  # who acts: headings -> names
    ends: dict[Variable, model.EndOf] = field(default_factory=dict)  # named by `let`: changes -> nouns
    maybe: set[Variable] = field(default_factory=set)  # what may be nothing: changes, choices -> nouns
    said_to_be: dict[Variable, list[Kind]] = field(default_factory=dict)  # in the lines that are read: names
    somes: list[list[Selection] | None] = field(default_factory=list)  # of `a Boat`: predicates -> selections
    named: dict[tree.It, Levels] = field(default_factory=dict)  # before each pronoun: rulebook -> pronouns
    meant: dict[tree.It, Named] = field(default_factory=dict)  # by each pronoun: pronouns
    described: dict[tree.Noun, model.Expression] = field(default_factory=dict)  # the one: selections -> expressions
    in_example: bool = False  # whether the lines of an example are read: examples -> selections
    in_window: bool = False  # whether the lines of a window are read: bodies, overrides -> statements

    # What can be finished only when all is read: each by the module that collects it.
    acts: dict[model.Phase, dict[Span, Diagnostic]] = field(default_factory=dict)  # where who is unsaid: actors
    doubted: dict[model.Phase, dict[Span, Diagnostic]] = field(default_factory=dict)  # who acts: blocks -> actors
    followed: list[tuple[model.Walk, Span]] = field(default_factory=list)  # and where: statements -> walks
    edges: list[tuple[model.AtEdge, tree.AtEdge]] = field(default_factory=list)  # and when: edges
    barred: list[BarNeed] = field(default_factory=list)  # prohibitions -> overrides
    exceptions: dict[model.Override, tree.Override] = field(default_factory=dict)  # overrides
    effects: dict[model.Modify, Effect] = field(default_factory=dict)  # lasting
    bans: dict[tuple[model.Action, int, int | None, Sort], Ban] = field(default_factory=dict)  # of its places: lasting
    held: dict[Attribute, dict[Sort, Timer]] = field(default_factory=dict)  # of qualities for a while: lasting
    limits: dict[model.Act, list[Limit]] = field(default_factory=dict)  # limits

    # What is wrong: written by way of `complaints`.
    diagnostics: list[Diagnostic] = field(default_factory=list)
    failed: dict[str, list[Diagnostic]] = field(default_factory=dict)  # names that a declaration with a fault declares
    taken: set[str] = field(default_factory=set)  # words of values of every game that a heading has, too
    spaceless: bool = False  # a board has a fault, so that nobody knows the names of its spaces: boards -> complaints
