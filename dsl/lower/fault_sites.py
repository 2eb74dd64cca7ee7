"""Where a rule cannot be carried out: each guard knows the sentence that it belongs to, the clause of that, and whom it
could have asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dsl import model as m
from dsl.analysis.base import roots
from dsl.analysis.effects import reached
from dsl.lower.build import Build
from dsl.model import Node
from dsl.model.visit import definitions_of, nodes_in, parts_of

Cited = tuple[Node, tuple[str, ...]]


def cite_breaches(build: Build) -> None:
    """A sentence that can fail and cites nothing itself encodes the clause of what it stands in."""
    for definition in definitions_of(build.book):
        for node, clauses in _cited(parts_of(definition), tuple(definition.clauses)):
            number = build.breaches.get(node)
            if number is not None:
                build.rules[number] = replace(build.rules[number], clauses=clauses)


def name_offers(build: Build) -> None:
    """Notes which decisions between actions the turns of a loop can lead to: where none is come to, it has no end."""
    loops = [n for root in roots(build) for n in nodes_in(root) if isinstance(n, m.Repeat | m.While | m.TakeTurns)]
    for node in loops:
        number = build.known.get(("rule", build.in_the_text(node if node.clauses else ("breach", node))))
        if isinstance(number, int):
            inside = set(reached(build, node.body))
            asked = tuple(k for k, offer in build.asking.items() if isinstance(offer, m.Offer) and offer in inside)
            build.rules[number] = replace(build.rules[number], asked=asked)


def _cited(nodes: Iterable[Node], clauses: tuple[str, ...]) -> Iterator[Cited]:
    """Every node with its own clauses, or else those of the nearest one around it that has some."""
    waiting = [(node, clauses) for node in nodes]
    while waiting:
        node, around = waiting.pop()
        own = getattr(node, "clauses", ()) or around
        yield node, own
        waiting += [(inner, own) for inner in node.inside]
