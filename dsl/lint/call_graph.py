"""What carries out what: from a statement to the definitions that it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl import model
from dsl.model import Definition, DoPhase, Node, Rulebook
from dsl.model.visit import carried_out, nodes_in, with_cost


def performed(book: Rulebook, node: model.Node) -> tuple[Definition, ...]:
    """The definitions that a statement carries out."""
    match node:
        case model.Open(window=window):
            return (window,)
        case model.Offer(invocations=invocations):
            return tuple(d for i in invocations for d in with_cost(book, i.action))
        case _:  # whatever else is done, or said, is done by itself
            return tuple(d for one in carried_out(node) for d in with_cost(book, one))


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
