"""`for each Player, in secret`: the choices that belong to the answer of each player, and the changes that follow.

Verbs that ask are taken apart, so that their choices stand in a row with the others. What is asked must come before any
change: nobody may learn from a change what another has chosen while somebody still chooses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dsl import model as m
from dsl.model import Definition, Node, Statement, Variable
from dsl.model.visit import carried_out, definitions_of, nodes_in
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic

Line = m.Choose | m.ChooseSeveral | m.Let
ASKING = (
    m.Choose, m.ChooseOne, m.ChooseSeveral, m.Offer, m.May, m.Roll, m.Open, m.Follow, m.InSecret, m.DoPhase
)  # fmt: skip


class NotInSecret(Exception):
    """The block cannot be carried out in secret; `diagnostic` says why."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic("E0420", message, span)


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
        self.players = {player}  # the variables that mean whoever decides
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
            case _ if asks((node,)):
                raise NotInSecret("In secret, players can only choose things, one choice after another.", node.span)
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
        self.choices.append(node)

    def inlined(self, node: m.Perform, procedure: m.Procedure) -> None:
        """A verb that asks: its parameters get their values, and its lines stand in its place."""
        if procedure in self.verbs:
            raise NotInSecret(f"In secret, `{procedure.name}` can ask only once.", node.span)
        self.verbs.append(procedure)
        for parameter, argument in zip(procedure.parameters, node.arguments, strict=True):
            self.line(m.Let(node.span, (), parameter, argument))
        self.block(procedure.body)


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
