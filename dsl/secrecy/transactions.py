"""Transactions: what is done in one go is in sight. A step that showed something, or drew it, could not be put back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dsl import model as m
from dsl.analysis.base import Analysis
from dsl.analysis.effects import Change, befores, changes
from dsl.analysis.partitions import leaves_of
from dsl.analysis.unordered import ends_drawn
from dsl.analysis.whereabouts import can_be_in
from dsl.model import Node
from dsl.model.core import Assign
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute, Kind
from dsl.text.diagnostics import Note, refuse


def check_in_sight(analysis: Analysis, node: m.InOneGo) -> None:
    """Raises Refused for the first thing in the steps that not all see."""
    for change in sorted(changes(analysis, node.body), key=lambda change: isinstance(change, m.Act)):
        notes = (Note("This is done in one go.", node.span),)
        for rule in befores(analysis, change):
            message = f"In one go no rule comes before a step, but {rule.label} would come before this."
            refuse("E0345", message, change.span, notes=(*notes, Note("The rule stands here.", rule.span)))
        hidden = next(_hidden(analysis, change), None)
        if hidden is not None:
            refuse("E0345", f"In one go only what all see is done: {hidden}.", change.span, notes=notes)


def _hidden(analysis: Analysis, change: Change) -> Iterator[str]:
    """What not all see of the things that a change is about."""
    match change:
        case m.Act():
            for kind in dict.fromkeys(parameter.kind for parameter in change.parameters):
                yield from _of_pieces(analysis, kind)
            for node in (n for part in (*change.head, *change.effects) for n in nodes_in(part)):
                yield from _chosen(analysis, node)
        case m.Move(what=what) | m.Show(what=what):
            yield from _of_pieces(analysis, what.kind)
        case Assign(attribute=attribute):
            yield from _of_attribute(attribute)
            if change.flag is not None:
                yield from _shown_by(analysis, attribute)
        case m.Roll() | m.Shuffle() | m.Record():  # they have no place in what is done in one go at all
            return
        case _:
            assert_never(change)


def _shown_by(analysis: Analysis, flag: Attribute) -> Iterator[str]:
    for other in analysis.world.all_attributes:
        if other.seen.until == flag.name and other.of.is_a(flag.of):
            yield f"what becomes {flag.name} is shown"
    for place in analysis.world.places.values():
        if place.seen.until == flag.name:
            yield f"what is in the {place.kind.name} is shown"


def _chosen(analysis: Analysis, node: Node) -> Iterator[str]:
    if ends_drawn(analysis, node):
        yield "the top or bottom of the pile is drawn"
    if isinstance(node, m.Choose | m.ChooseSeveral):
        yield from _of_pieces(analysis, node.selection.kind)


def _of_pieces(analysis: Analysis, kind: Kind) -> Iterator[str]:
    """Where such pieces can be out of sight, and what of them is."""
    if kind.sort != "piece":
        return
    for place in analysis.world.places.values():
        if place.seen.by != "all" and any(can_be_in(analysis, leaf, place.kind) for leaf in leaves_of(analysis, kind)):
            yield f"not all see the {kind.plural} in the {place.kind.name}"
    for attribute in analysis.world.all_attributes:
        if attribute.of.sort == "piece" and attribute.of.meets(kind):
            yield from _of_attribute(attribute)


def _of_attribute(attribute: Attribute) -> Iterator[str]:
    if attribute.seen.by != "all":
        yield f"not all see the {attribute.name} of a {attribute.of.name}"
