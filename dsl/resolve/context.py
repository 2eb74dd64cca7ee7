"""What every part of the resolver shares: the world so far, the definitions by name, the scopes, the complaints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, NoReturn

from dsl import model, tree
from dsl.model import Rulebook, Variable
from dsl.model.world import LOCATION, NUMBER, Attribute, Kind, World
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note, near
from dsl.text.inflection import articled, plural, singular


class Wrong(Exception):
    """Something cannot be resolved; the line it stands on is given up, the rest goes on."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Consequence(Wrong):
    """Something cannot be resolved because a line before has a fault; that one was complained of."""


class Enough(Exception):
    """So much is wrong that the rest need not be looked at."""


MOST = 50  # complaints in one run


def wrong(
    code: str,
    message: str,
    span: Span,
    hints: tuple[str, ...] = (),
    near: Iterable[str] = (),
    notes: tuple[Note, ...] = (),
) -> NoReturn:
    """Gives up the line with a complaint."""
    raise Wrong(Diagnostic(code, message, span, hints=hints, near=tuple(near), notes=notes))


def unsupported(construct: str, span: Span) -> NoReturn:
    """The sentence is one of the language, but nothing carries it out yet."""
    wrong("E0111", f"The language knows {construct}, but this version cannot carry it out yet.", span)


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


class Context:
    """The state of one resolving run."""

    def __init__(self, world: World, book: Rulebook) -> None:
        self.world = world
        self.book = book
        self.diagnostics: list[Diagnostic] = []
        self.absent: set[str] = set()  # actions and powers of variants that are not in play
        self.no_seats: dict[str, str] = {}  # seats that nobody has, and with how many players somebody does
        self.tables_apart: dict[str, tuple[str, tree.Table]] = {}  # those not in play, and under which heading
        self.plurals: dict[str, Kind] = {}
        self.acting: set[Variable] = set()  # variables of whoever acts
        self.maybe: set[Variable] = set()  # variables that may be nothing
        self.in_end = False  # whether the block of an end is resolved
        self.completing = 0  # values that are resolved because others speak of them
        self.somes: list[
            list[model.Selection] | None
        ] = []  # what `a Boat` brings in inside a sentence, see `Nouns.some`
        self.in_window = False  # whether the lines of a window are resolved
        self.walked: dict[model.Walk, Kind] = {}  # along the spaces of which board a walk leads
        self.followed: list[tuple[model.Walk, Span]] = []  # walks that are followed, and where
        self.qualities: dict[str, list[model.Quality]] = {}
        self.values: dict[str, list[model.Value]] = {}

        self.unfilled: dict[model.Value, tree.Value] = {}  # values whose meaning is not resolved yet
        self.needing: set[model.Procedure] = set()  # verbs that ask for something: only `to pay` may
        self.scopes: dict[model.Definition, Scope] = {}  # what the lines of a definition can speak of
        self.barred: list[BarNeed] = []
        self.exceptions: dict[model.Override, tree.Override] = {}
        self.effects: dict[model.Modify, Effect] = {}
        self.bans: dict[tuple[model.Action, int], Ban] = {}  # of an action and one of its parameters
        self.ways: dict[str, str] = {}  # what is printed of ways, and rules, between which somebody chooses, by name
        self.limits: dict[model.Act, list[Limit]] = {}
        self.failed: dict[str, list[Diagnostic]] = {}  # names that a declaration with a fault would have declared
        self.spaceless = False  # a board has a fault, so that the names of its spaces are not known

    @contextmanager
    def declaring(self, *names: str) -> Iterator[None]:
        """As `line`; where something goes wrong, nobody complains that these names are not declared."""
        before = len(self.diagnostics)
        with self.line():
            yield
        for name in names if len(self.diagnostics) > before else ():
            self.failed.setdefault(name, []).extend(self.diagnostics[before:])

    def is_consequence(self, diagnostic: Diagnostic) -> bool:
        """Whether the complaint is about a name that a declaration with another fault would have declared."""
        if diagnostic.code not in ("E0201", "E0205", "E0328", "E0354"):
            return False
        own = diagnostic in self.failed.get("Direction", ())  # that of a board
        if self.spaceless and not own and (diagnostic.code in ("E0328", "E0354") or not diagnostic.near):
            return True
        return any(
            re.search(rf"(called|has no) {re.escape(name)}\b|\b{re.escape(name)} has no ", diagnostic.message)
            for name, faults in self.failed.items()
            if diagnostic not in faults
        )

    @contextmanager
    def line(self) -> Iterator[None]:
        """What goes wrong inside is noted, and the next line goes on."""
        try:
            yield
        except Consequence:
            return
        except Wrong as error:
            self.diagnostics.append(error.diagnostic)
            if len(self.diagnostics) >= MOST:
                raise Enough from error

    @contextmanager
    def line_of(self, node: tree.Node, scope: Scope) -> Iterator[None]:
        """As `line`; where something goes wrong, nobody complains that what the line brings in is not there."""
        done = False
        with self.line():
            yield
            done = True
        if not done:
            scope.missing |= set(names_in(node))

    # -------------------------------------------------------------------------------------------------------- names

    def find_kind(self, name: str) -> Kind | None:
        """The kind of that name, singular or plural."""
        if name in ("Number", "Numbers"):
            return NUMBER
        if name in ("Place", "Places"):
            return LOCATION
        return self.world.kinds.get(name) or self.plurals.get(name)

    def kind(self, name: str, span: Span) -> Kind:
        """The kind of that name, or a complaint with near names."""
        found = self.find_kind(name)
        if found is None:
            known = [*self.world.kinds, *self.plurals, "Number"]
            irregular = [kind.plural for kind in self.world.kinds.values() if plural(kind.name) == name]
            close = irregular or near(name, known) or self.near_names(name)
            wrong("E0201", f"There is no kind called {name}.", span, near=close)
        return found

    def singular(self, name: str, span: Span) -> None:
        """Complains of a plural where one thing is spoken of."""
        kind = self.plurals.get(name)
        if kind is not None and name not in self.world.kinds:
            wrong("E0209", f"One thing is spoken of here, and {name} are several.", span, near=(kind.name,))

    def several(self, name: str, span: Span) -> None:
        """Complains of a singular where several things are spoken of."""
        kind = self.world.kinds.get(name)
        plural = next((p for p, k in self.plurals.items() if k is kind and self.is_plural_of(p, k)), None)
        if kind is not None and plural is not None and name not in self.plurals:
            other = self.world.kinds.get(singular(name))
            plural = next((p for p, k in self.plurals.items() if k is other), plural)
            wrong("E0209", f"Several things are spoken of here, and {name} is one.", span, near=(plural,))

    def is_plural_of(self, name: str, kind: Kind) -> bool:
        """Whether it is the plural that the rulebook gives, or the regular one where it gives none."""
        return name != plural(kind.name) or not any(k is kind and p != name for p, k in self.plurals.items())

    def constant(self, name: str, span: Span) -> model.Expression | None:
        """The thing of that name: a player, a space, a spot, a place, a power, a setting, a piece that is unique."""
        setting = self.world.settings.get(name)
        if setting:
            return model.Setting(span, NUMBER, False, setting.value, name)
        for kind in self.world.kinds.values():
            if name in kind.elements and kind.sort in ("player", "space", "place", "power", "line", "board", "row"):
                return model.Constant(span, kind, False, kind.start + kind.elements.index(name), name)
        for board in self.world.boards.values():
            if name in board.spots and not board.each:
                return model.Constant(span, board.spaces, False, board.spots[name], name)
        found = self.world.kinds.get(name)
        if found and found.sort == "piece" and found.unique:
            return model.Constant(span, found, False, found.start, name)
        return None

    def near_names(self, name: str) -> list[str]:
        return near(name, self.all_names())

    def nothing_called(self, name: str) -> str:
        """What is said of a Name that nothing has; if it looks like that of a space, what the spaces are called."""
        boards = [b for b in self.world.boards.values() if b.spaces.elements and built(name) == built(b.one.names[0])]
        told = [f"The spaces of the {b.name} are {b.one.names[0]} to {b.one.names[-1]}." for b in boards]
        return " ".join([f"There is nothing called {name}.", *told])

    def spoken_of(self, kind: Kind) -> tuple[str, ...]:
        """How a sentence speaks of one thing of a kind."""
        place = self.world.places.get(kind.name)
        if place is not None and place.each:
            return (f"the {kind.name} of the Player",)
        holders = [x.of.name for x in self.world.all_attributes if x.name == kind.name and kind.sort != "piece"]
        if holders:
            return tuple(f"the {kind.name} of the {holder}" for holder in holders)
        return (f"the {kind.name}",) if kind.unique else (articled(kind.name), f"the {kind.name}")

    def all_words(self) -> list[str]:
        """Everything that the rulebook has a Name or a word for."""
        attributes = {x.name for x in self.world.all_attributes}
        elements = {e for k in self.world.kinds.values() for e in k.elements if k.sort in ("enumeration", "direction")}
        verbs = set(self.book.procedures)
        return [*self.all_names(), *sorted({*self.values, *self.qualities, *attributes, *elements, *verbs})]

    def all_names(self) -> list[str]:
        """Everything that has a Name, for near names."""
        elements = [e for k in self.world.kinds.values() if k.sort != "edge" for e in k.elements if e[:1].isupper()]
        spots = [s for b in self.world.boards.values() for s in b.spots]
        own = [
            *self.book.actions,
            *self.book.phases,
            *self.book.windows,
            *self.book.walks,
            *self.world.settings,
            *self.world.boards,
        ]
        return [*self.world.kinds, *elements, *spots, *own, *self.absent]


def names_in(node: tree.Node) -> Iterator[str]:
    """The names that a line may bring in."""
    for item in node.whole:
        if isinstance(item, tree.Noun):
            yield item.called or item.name
        if isinstance(item, tree.Let):
            yield item.word


def built(name: str) -> str:
    """A Name with each number and each row of capitals as one sign: A12 is built as B3 is."""
    return re.sub("[A-Z]+", "A", re.sub("-?[0-9]+", "0", name))
