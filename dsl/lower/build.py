"""The program while it is being made: arrays, tables, functions, rules and decisions, each declared once."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import pairwise
from typing import Literal, Protocol, TypeVar

from dsl import model as r
from dsl.analysis.base import Analysis
from dsl.core import Core
from dsl.ir import nodes as ir
from dsl.ir.program import Decision, Rule
from dsl.ir.visit import with_rule
from dsl.late import dataclass
from dsl.lower.modes import Mode
from dsl.lower.nothing import may_be_nothing, missing
from dsl.lower.ops import NOTHING, ZERO, either, equal, negation, plus, simple
from dsl.model import Node, Variable
from dsl.model.visit import free, pieces_in
from dsl.model.world import Kind
from dsl.secrecy import Observations
from dsl.source import Span

Parameters = tuple[tuple[str, ir.Type], ...]
Sentence = Callable[[object], str]
T = TypeVar("T")

NO_DECISION = Decision("offer", "", "", 0, ())


class Stated(Hashable, Protocol):
    """A part of the rulebook that is a rule of its own."""

    @property
    def clauses(self) -> tuple[str, ...]: ...
    @property
    def span(self) -> Span: ...


class Build(Analysis):
    """Names are declared when they are first asked for; the bodies of functions are written later, in `finish`.

    `sentence` gives a rule in words. `times` are the phases and windows from which what asks somebody is reached;
    `asking` are these nodes by the numbers of their decisions. `breaches` are the rules of statements that can fail and
    cite no clause. `seen` is what the check for secrets has observed.
    """

    def __init__(
        self, analysis: Analysis, core: Core, language: Language, sentence: Sentence, seen: Observations
    ) -> None:
        super().__init__(analysis.book, analysis.examples)
        self.known = analysis.known
        self.core = core
        self.times = core.times
        self.language, self.seen = language, seen
        self.sentence: Sentence = lambda node: sentence(core.as_written(node))
        self.arrays: dict[str, ir.Array] = {}
        self.tables: dict[str, ir.Table] = {}
        self.functions: dict[str, ir.Function] = {}
        self.results: dict[str, ir.Type | None] = {}
        self.faults: dict[str, str] = {}
        self.rules: list[Rule] = []
        self.breaches: dict[Node, int] = {}
        self.decisions: list[Decision] = [NO_DECISION]
        self.asking: dict[int, Node] = {}
        self._queue: deque[tuple[str, Callable[[], ir.Function]]] = deque()
        self._numbers: Counter[str] = Counter()

    # -------------------------------------------------------------------------------------------------------- declaring

    def number(self, hint: str) -> str:
        """A name that nothing has yet."""
        self._numbers[hint] += 1
        return f"{hint}#{self._numbers[hint]}"

    def array(self, name: str, count: int, section: ir.Section, kind: ir.Type = ir.INT, initial: int = 0) -> str:
        if name not in self.arrays:
            self.arrays[name] = ir.Array(name, count, kind, section, initial=initial)
        return name

    def table(self, name: str, values: Callable[[], tuple[int, ...]], kind: ir.Type = ir.INT) -> str:
        if name not in self.tables:
            self.tables[name] = ir.Table(name, values(), kind)
        return name

    def fault(self, code: str, text: str) -> str:
        self.faults[code] = text
        return code

    def rule_of(self, stated: Stated, name: str, reason: str = "") -> int:
        """The number of the rule that a part of the rulebook is."""
        return self.rule(stated, name, stated, stated.clauses, stated.span, reason)

    def rule(
        self, key: Hashable, name: str, node: object, clauses: tuple[str, ...], span: Span, reason: str = ""
    ) -> int:
        """The number of a rule, which is declared when it is first asked for."""

        def make() -> int:
            about = pieces_in(node) if isinstance(node, r.Statement) else ()
            self.rules.append(Rule(name, self.sentence(node), clauses, span, reason, about))
            return len(self.rules) - 1

        return self.once(("rule", self.in_the_text(key)), make)

    def in_the_text(self, key: Hashable) -> Hashable:
        """What is the same for all forms of one part of the rulebook."""
        match key:
            case r.Definition():
                return key.original
            case Node() | r.Need():
                return type(self.core.as_written(key)), key.span
            case tuple():
                return tuple(self.in_the_text(part) for part in key)
            case _:  # numbers and names are the same in all forms
                return key

    # -------------------------------------------------------------------------------------------------------- functions

    def value(
        self,
        name: str,
        parameters: Parameters,
        body: Callable[[], ir.Block],
        result: ir.Type = ir.INT,
        span: Span | None = None,
    ) -> str:
        return self._define(name, "value", parameters, body, result, span)

    def procedure(
        self, name: str, parameters: Parameters, body: Callable[[], ir.Block], span: Span | None = None
    ) -> str:
        return self._define(name, "procedure", parameters, body, None, span)

    def options(self, name: str, parameters: Parameters, body: Callable[[], ir.Block], span: Span | None = None) -> str:
        return self._define(name, "options", parameters, body, None, span)

    def _define(
        self,
        name: str,
        kind: Literal["value", "options", "procedure"],
        parameters: Parameters,
        body: Callable[[], ir.Block],
        result: ir.Type | None,
        span: Span | None,
    ) -> str:
        if name not in self.results:
            self.results[name] = result
            self._queue.append((name, lambda: ir.Function(name, kind, parameters, body(), result, span)))
        return name

    def finish(self) -> None:
        """Writes the bodies of all functions, and of those that come up in doing so."""
        while self._queue:
            name, make = self._queue.popleft()
            self.functions[name] = make()


@dataclass(frozen=True)
class Lifted:
    """The set of all elements for which a condition holds.

    `cheap`: found without a loop. `narrow`: of a few elements, whatever the position.
    """

    members: ir.Expr
    cheap: bool = True
    narrow: bool = False


class Language(Protocol):
    """How the parts of a sentence become parts of the program. The modules behind it meet here only."""

    def expression(self, env: Env, node: r.Expression) -> ir.Expr:
        """The value of a phrase; -1 for nothing."""

    def condition(self, env: Env, node: r.Condition) -> ir.Expr:
        """1 if the sentence is so, else 0."""

    def lift(self, env: Env, variable: Variable, condition: r.Condition) -> Lifted | None:
        """The elements of the variable's kind for which the condition holds; None if it must be tested one by one."""

    def reached(self, env: Env, node: r.OnWalk) -> ir.Expr:
        """The set of spaces that a walk visits, or where it ends."""

    def on_walk(self, env: Env, node: r.OnWalk) -> ir.Expr:
        """Whether a walk visits a space."""

    def walk_end(self, env: Env, node: r.WalkEnd) -> ir.Expr:
        """The last space of a walk along a direction."""

    def statement(self, scene: Scene, node: r.Statement) -> ir.Block:
        """What carries out a statement."""

    def was_recorded(self, env: Env, node: r.Recorded) -> ir.Expr:
        """Whether a position was recorded so often."""

    def can(self, env: Env, node: r.CanDo) -> ir.Expr:
        """Whether an action could be offered."""

    def in_the_end(self, env: Env, action: r.Act, condition: r.Condition) -> ir.Expr:
        """Whether an answer begins a way that leads as far as any, where a need asks for that."""

    def can_power(self, env: Env, node: r.CanDoPower) -> ir.Expr:
        """Whether a power could be carried out."""


class Env:
    """What the variables of the text are in the function that is being written, and which names it has used up."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.values: dict[Variable, ir.Expr] = {}
        self._names: Counter[str] = Counter()

    def fresh(self, hint: str) -> str:
        """A name for a local that the function does not have yet."""
        self._names[hint] += 1
        return hint if self._names[hint] == 1 else f"{hint}#{self._names[hint]}"

    def bind(self, variable: Variable) -> str:
        """A new local for a variable of the text; returns its name, which is none of those that the lowering gives."""
        name = self.fresh(f"the {variable.name}")
        self.values[variable] = ir.Local(name)
        return name

    def expression(self, node: r.Expression) -> ir.Expr:
        return self.build.language.expression(self, node)

    def counted(self, node: r.Expression) -> ir.Expr:
        """A number in a sum; nothing counts 0."""
        value = self.expression(node)
        if node.kind.below_zero:
            return ir.Binary("*", value, negation(missing(self, node, value)))
        if not may_be_nothing(self.build, node):
            return value
        guard = ir.If(equal(ir.Local("value"), NOTHING), (ir.Return(ZERO),))
        name = self.build.value("counted", (("value", ir.INT),), lambda: (guard, ir.Return(ir.Local("value"))))
        return ir.Call(name, (value,))

    def condition(self, node: r.Condition) -> ir.Expr:
        return self.build.language.condition(self, node)

    def lift(self, variable: Variable, condition: r.Condition) -> Lifted | None:
        return self.build.language.lift(self, variable, condition)

    def parameters(self, variables: tuple[Variable, ...]) -> Parameters:
        """Binds the variables to the parameters of the function."""
        return tuple((self.bind(v), type_of(v)) for v in variables)


class Scene(Env):
    """A procedure that is being written.

    `title` names what it belongs to; `actor` is who acts; `ending` is the rule of the end that is carried out;
    `asked` is the local that is set when a player is asked.
    `bounds` are the conditions of the `while` blocks around: before each line in them it is seen whether they hold.
    `words` are the rulebook's own words before a statement.
    """

    def __init__(self, build: Build, mode: Mode, title: str, actor: ir.Expr | None = None) -> None:
        super().__init__(build)
        self.mode = mode
        self.title = title
        self.actor = actor
        self.ending: int | None = None
        self.asked: str | None = None
        self.bounds: tuple[r.Condition, ...] = ()
        self.words: Mapping[r.Statement, str] = {}

    def inside(self) -> Scene:
        """The same procedure, where more variables are bound."""
        inner = copy(self)
        inner.values = dict(self.values)
        return inner

    def block(self, statements: Sequence[r.Statement]) -> ir.Block:
        """All statements in order; those that encode clauses, or may end the game, are marked."""
        found: list[ir.Block] = []
        notes = ((text, node) for text, node in pairwise(statements) if isinstance(text, r.Text))
        words = {node: self.build.world.filled(text.text) for text, node in notes}
        self.words = {**self.words, **words}
        for k, node in enumerate(statements):
            mark = (ir.Mark(self.rule(node)),) if node.clauses else ()
            done = self.build.language.statement(self, node)
            found += [self.still() if k else (), mark, with_rule(done, partial(self.breach, node))]
        return tuple(s for part in found for s in part)

    def still(self) -> ir.Block:
        """Leaves the loop where what a `while` block around rests on has ended."""
        return tuple(ir.If(self.condition(r.Not(c.span, c)), (ir.Break(),)) for c in self.bounds)

    def rule(self, node: r.Statement) -> int:
        """The rule that a statement is."""
        return self.build.rule_of(node, self.title, self.words.get(node, ""))

    def breach(self, node: r.Statement) -> int:
        """The rule that cannot be carried out where a guard of a statement does not hold."""
        if node.clauses:
            return self.rule(node)
        number = self.build.rule(("breach", node), self.title, node, (), node.span)
        return self.build.breaches.setdefault(node, number)


def type_of(variable: Variable) -> ir.Type:
    """One thing is a number; several things are a set, numbered from the first of their kind."""
    return ir.Bits(variable.kind.size) if variable.many else ir.INT


def outlined(
    env: Env,
    hint: str,
    nodes: tuple[Node, ...],
    body: Callable[[Env], ir.Block],
    result: ir.Type = ir.INT,
    without: tuple[Variable, ...] = (),
) -> ir.Call:
    """A call of a value function made of these nodes; the variables that they use become its parameters.

    Equal hints and nodes give the same function. `without` are variables that the body brings in itself.
    """
    variables = tuple(v for v in free(nodes) if v not in without)
    inner = Env(env.build)
    parameters = inner.parameters(variables)
    name = env.build.once((hint, nodes), lambda: env.build.number(hint))
    env.build.value(name, parameters, lambda: body(inner), result, nodes[0].span if nodes else None)
    return ir.Call(name, tuple(env.values[v] for v in variables))


class Made(r.Derived):
    """A condition that the lowering made. `uses` are the variables on which it depends."""

    make: Callable[[Env], ir.Expr]
    uses: tuple[r.Use, ...]


def guarded(
    env: Env,
    name: str,
    arguments: Sequence[ir.Expr],
    maybe: Sequence[bool],
    make: Callable[[tuple[ir.Expr, ...]], ir.Expr],
    nothing: ir.Const = NOTHING,
) -> ir.Expr:
    """`make(arguments)`, or `nothing` if one of those that may be nothing is. `name` must tell what is made."""
    if not any(maybe) and all(simple(a) for a in arguments):
        return make(tuple(arguments))
    names = tuple(f"a{i}" for i in range(len(arguments)))
    given = tuple(ir.Local(n) for n in names)

    def body() -> ir.Block:
        missing = either(*(equal(a, NOTHING) for a, m in zip(given, maybe, strict=True) if m))
        guard = (ir.If(missing, (ir.Return(nothing),)),) if any(maybe) else ()
        return (*guard, ir.Return(make(given)))

    mask = "".join("?" if m else "." for m in maybe)
    env.build.value(f"{name}{mask}", tuple((n, ir.INT) for n in names), body, nothing.type)
    return ir.Call(f"{name}{mask}", tuple(arguments))


def index_of(kind: Kind, number: ir.Expr) -> ir.Expr:
    """The place of an element in its kind, counted from 0."""
    return plus(number, -first_of(kind))


def first_of(kind: Kind) -> int:
    """The lowest value of an element of the kind."""
    return kind.first
