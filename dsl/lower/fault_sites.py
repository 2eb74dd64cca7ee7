"""Where a rule cannot be carried out: each guard knows the sentence that it belongs to, and the clause of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dsl.lower.build import Build
from dsl.model import Node
from dsl.model.visit import definitions_of, parts_of

Cited = tuple[Node, tuple[str, ...]]


def cite_breaches(build: Build) -> None:
    """A sentence that can fail and cites nothing itself encodes the clause of what it stands in."""
    for definition in definitions_of(build.book):
        for node, clauses in _cited(parts_of(definition), tuple(definition.clauses)):
            number = build.breaches.get(node)
            if number is not None:
                build.rules[number] = replace(build.rules[number], clauses=clauses)


def _cited(nodes: Iterable[Node], clauses: tuple[str, ...]) -> Iterator[Cited]:
    """Every node with its own clauses, or else those of the nearest one around it that has some."""
    waiting = [(node, clauses) for node in nodes]
    while waiting:
        node, around = waiting.pop()
        own = getattr(node, "clauses", ()) or around
        yield node, own
        waiting += [(inner, own) for inner in node.inside]
