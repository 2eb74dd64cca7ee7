"""What carries out what: from a statement to the definitions that it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import model
from dsl.model import Definition, DoPhase, Node, Rulebook
from dsl.model.visit import nodes_in


def performed(book: Rulebook, node: model.Node) -> tuple[Definition, ...]:
    """The definitions that a statement carries out."""
    match node:
        case model.Perform(procedure=definition) | model.Open(window=definition):
            return (definition,)
        case model.DoPower(call=call):
            return tuple(d for power in call.members for d in with_cost(book, power))
        case model.DoAction(invocation=invocation):
            return with_cost(book, invocation.action)
        case model.Offer(invocations=invocations):
            return tuple(d for i in invocations for d in with_cost(book, i.action))
        case _:  # whatever else is done, or said, is done by itself
            return ()


def with_cost(book: Rulebook, action: model.Act) -> tuple[Definition, ...]:
    pay = book.procedures.get("pay")
    return (action, pay) if pay is not None and action.cost is not None else (action,)


def begun(node: Node) -> tuple[Definition, ...]:
    """The phase or window that a statement begins."""
    match node:
        case DoPhase(phase=time) | model.Open(window=time):
            return (time,)
        case _:  # all others last no longer than they take
            return ()


def rules(book: Rulebook) -> tuple[Definition, ...]:
    """What follows by itself."""
    return (*book.standing, *book.triggers, *book.befores, *book.endings)


def done_in(book: Rulebook, parts: Iterable[object]) -> Iterator[Node]:
    """All that is done in the course of these, by way of all that they carry out; without what follows by itself."""
    waiting, done = list(parts), set[Definition]()
    while waiting:
        for node in nodes_in(waiting.pop()):
            yield node
            others = begun(node) or performed(book, node)
            waiting += [definition for definition in others if definition not in done]
            done.update(others)
