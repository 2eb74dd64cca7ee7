"""`for each Player, in secret`: the choices that belong to the answer of each player, and the changes that follow.

Verbs that ask are taken apart, so that their choices stand in a row with the others. So are cases in which somebody is
asked: which case it is gets a name among the choices, those in it have nothing to choose in others, and what is done in
it is done where it was that case. What is asked must come before any change: nobody may learn from a change what
another has chosen while somebody still chooses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from dsl import model as m
from dsl.model import Definition, Node, Statement, Variable
from dsl.model.visit import carried_out, definitions_of, nodes_in
from dsl.model.world import NUMBER
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled

Line = m.Choose | m.ChooseSeveral | m.Let
ASKING = (
    m.Choose, m.ChooseOne, m.ChooseSeveral, m.Offer, m.May, m.Roll, m.Open, m.Follow, m.InSecret, m.DoPhase
)  # fmt: skip


class NotInSecret(Exception):
    """The block cannot be carried out in secret; `diagnostic` says why."""

    def __init__(self, message: str, span: Span, *hints: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic("E0420", message, span, hints=hints)


@dataclass(frozen=True)
class Answer:
    """What each player decides: choices and names for values, in order; then what is carried out.

    `verbs` are those whose lines stand in the place of their calls.
    """

    choices: tuple[Line, ...]
    changes: m.Block
    verbs: tuple[m.Procedure, ...]


def answer(node: m.InSecret) -> Answer:
    """The parts of a block in secret. Raises NotInSecret."""
    parts = _Parts(node.selection.variable)
    parts.block(node.body)
    return Answer(tuple(parts.choices), tuple(parts.changes), tuple(parts.verbs))


class _Parts:
    def __init__(self, player: Variable) -> None:
        self.player = player
        self.players = {player}  # the variables that mean whoever decides
        self.case: tuple[m.Condition, ...] = ()  # in which choices are made
        self.choices: list[Line] = []
        self.changes: list[Statement] = []
        self.verbs: list[m.Procedure] = []

    def block(self, block: Iterable[Statement]) -> None:
        for node in block:
            self.line(node)

    def line(self, node: Statement) -> None:
        match node:
            case m.Text():
                return
            case m.Let() if not self.changes:
                self.named(node)
            case m.Choose() | m.ChooseSeveral():
                self.choice(node)
            case m.Perform(procedure=procedure) if asks((node,)):
                self.inlined(node, procedure)
            case m.If(branches=branches) if asks((node,)) and not isinstance(node, m.Overruled):
                self.cases(node, branches)
            case _ if asks((node,)):
                message = "In secret, players can only choose things, one choice after another."
                raise NotInSecret(message, node.span, *chosen_instead(node))
            case _:  # nobody is asked: it is done when all have answered
                self.changes.append(node)

    def named(self, node: m.Let) -> None:
        self.choices.append(node)
        if isinstance(node.value, m.Use) and node.value.variable in self.players:
            self.players.add(node.variable)

    def choice(self, node: m.Choose | m.ChooseSeveral) -> None:
        if not isinstance(node.who, m.Use) or node.who.variable not in self.players:
            raise NotInSecret("In secret, all choose for themselves.", node.span)
        if self.changes:
            raise NotInSecret("In secret, choices stand before all changes.", node.span)
        those = replace(node.selection, that=(*node.selection.that, *self.case))
        self.choices.append(replace(node, selection=those))

    def cases(self, node: m.If, branches: Sequence[tuple[m.Condition | None, m.Block]]) -> None:
        """Each case has choices, then changes; those of all cases are told apart by the names of the cases."""
        around, before = self.case, self.changes
        others: tuple[m.Condition, ...] = ()
        done = list[Statement]()
        for condition, body in branches:
            self.case, self.changes, made = (*around, *others), [*before], len(self.choices)
            if condition is not None:
                which = Variable("case", NUMBER)
                self.choices.append(m.Let(node.span, (), which, self.counted(condition), implied=True))
                self.case = (*self.case, is_so(node.span, which, 1))
                others = (*others, is_so(node.span, which, 0))
            here = m.All(node.span, self.case)
            self.block(body)
            own = frozenset(line.variable for line in self.choices[made:] if not isinstance(line, m.Let))
            for of_chosen, changes in groupby(self.changes[len(before) :], partial(is_of, own)):
                told = tuple(changes)  # of what is chosen only in this case nothing is done in others
                done += told if of_chosen else [m.If(node.span, node.clauses, ((here, told),))]
        self.case, self.changes = around, [*before, *done]

    def counted(self, condition: m.Condition) -> m.Count:
        """1 where it is so, else 0: as many players as decide here and have it so."""
        who = Variable(self.player.name, self.player.kind)
        span = condition.span
        one, other = (m.Use(span, who.kind, False, variable) for variable in (who, self.player))
        those = m.Selection(span, who, who.kind, that=(m.Compare(span, "=", one, other), condition))
        return m.Count(span, NUMBER, False, those)

    def inlined(self, node: m.Perform, procedure: m.Procedure) -> None:
        """A verb that asks: its parameters get their values, and its lines stand in its place."""
        if procedure in self.verbs:
            raise NotInSecret(f"In secret, `{procedure.name}` can ask only once.", node.span)
        self.verbs.append(procedure)
        for parameter, argument in zip(procedure.parameters, node.arguments, strict=True):
            self.line(m.Let(node.span, (), parameter, argument))
        self.block(procedure.body)


def chosen_instead(node: Statement) -> tuple[str, ...]:
    """How the same can be chosen as a thing."""
    match node:
        case m.ChooseOne(ways=ways):
            *others, last = [way.name.lower().replace(" ", "-") for way in ways]
            return (
                f"at the left edge: Way is one of {', '.join([*others, last])}, and here: the Player chooses a Way, "
                f"and behind all choices: if the Way is {last}, …",
            )
        case m.May(body=(m.Choose(selection=those, variable=one), *_)):
            many = f"{those.kind.plural} called {one.name if one.is_nickname else 'picked'}"
            return (f"the Player chooses at most 1 among {many} …, and behind all choices: what is done with it",)
        case m.Offer(invocations=calls):
            first = next((x.action for x in calls if x.action.parameters), None)
            kind = articled(first.parameters[0].kind.name) if first else "a thing"
            return (f"the Player chooses {kind} …, and behind all choices: what {calls[0].action.name} does with it",)
        case m.Roll():
            return ("say before or behind this what is rolled, under `for each Player`: all see what dice show",)
        case _:  # may do anything
            return ()


def is_of(chosen: frozenset[Variable], line: Statement) -> bool:
    """Whether this is done with what was chosen alone: nothing is done where nothing was."""
    match line:
        case m.Move(what=m.Use(variable=variable)):
            return variable in chosen
        case m.Move(what=m.Selection() as those) | m.ForEach(selection=those):
            sets = {those.among, *(c.members for c in those.conditions if isinstance(c, m.InSet))}
            return not chosen.isdisjoint(sets)
        case _:  # may be done without it
            return False


def is_so(span: Span, which: Variable, number: int) -> m.Condition:
    use = m.Use(span, NUMBER, False, which)
    return m.Compare(span, "=", use, m.Constant(span, NUMBER, False, number, str(number)))


def asks(nodes: Iterable[Node]) -> bool:
    """Whether somebody can be asked while this is carried out."""
    done: set[Definition] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ASKING):
            return True
        waiting += node.inside
        for definition in carried_out(node):
            if definition not in done:
                done.add(definition)
                waiting += body_of(definition)
    return False


def body_of(definition: Definition) -> Iterator[Node]:
    match definition:
        case m.Action(head=head, effects=effects):
            yield from (*head, *effects)
        case m.Power(effects=effects):
            yield from effects
        case m.Procedure(body=body):
            yield from body
        case _:  # no other is carried out by the statements above
            pass


def in_secret(book: m.Rulebook) -> Iterator[m.InSecret]:
    """All blocks in secret of a rulebook."""
    for item in (book.setup, book.play, *definitions_of(book)):
        yield from (node for node in nodes_in(item) if isinstance(node, m.InSecret))
