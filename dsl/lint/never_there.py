"""Rules that wait for pieces in places to which such pieces never come; moves to where none of them may lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dsl import model
from dsl.analysis.base import Analysis
from dsl.analysis.partitions import leaves, leaves_of
from dsl.analysis.whereabouts import locations_of, whereabouts
from dsl.lint.doubts import Doubt
from dsl.model import Rulebook
from dsl.model.visit import definitions_of, nodes_in
from dsl.model.world import Kind
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.standard_library import is_library


def doubts(book: Rulebook, analysis: Analysis) -> Iterator[Doubt]:
    """Rules that are never followed, and moves that would always stop the game."""
    for rule in (*book.triggers, *book.befores):
        if rule.place is not None and not is_library(rule.span.file):
            yield rule.span, partial(_warning, analysis, rule)
    for definition in (book.setup, book.play, *definitions_of(book)):
        for node in nodes_in(definition):
            if (
                isinstance(node, model.Move)
                and isinstance(node.what, model.EndOf)
                and node.what.place.kind.sort == "place"
            ):
                yield node.span, partial(_refused, analysis, node, node.what.place.kind)


def _warning(analysis: Analysis, rule: model.Happening) -> Diagnostic | None:
    """What is wrong where none of the pieces can ever lie there."""
    assert rule.subject is not None
    assert rule.place is not None
    kind, there = rule.subject.kind, locations_of(analysis, rule.place)
    if any(whereabouts(analysis)[leaf] & there for leaf in leaves_of(analysis, kind)):
        return None
    goal = rule.place.kind if isinstance(rule.place, model.Expression) else rule.place
    place = rule.place
    where = place.name if isinstance(place, model.Constant) and goal.sort == "space" else _some(goal)
    message = f"{model.spoken(rule)} is there in vain: nothing ever brings {_some(kind)} to {where}."
    taken = analysis.world.taken_by(goal) if goal.sort in ("place", "space") else []
    refused = bool(taken) and not any(k.start < kind.stop and kind.start < k.stop for k, _ in taken)
    holder = analysis.world.board_of(goal).name if goal.sort == "space" else goal.name
    hints = (f"under {holder}: takes {kind.name if kind.unique else kind.plural}",) if refused else ()
    return Diagnostic("W0101", message, rule.span, hints=(*hints, "leave it out"))


def _refused(analysis: Analysis, move: model.Move, place: Kind) -> Diagnostic | None:
    """What is wrong where all that can lie at the end of a place is none that another takes."""
    there = locations_of(analysis, place)
    lying = [leaf for leaf in leaves(analysis) if whereabouts(analysis)[leaf] & there]
    goal = move.to.kind
    taken = analysis.world.taken_by(goal) if goal.sort in ("place", "space") else []
    kinds = [leaf.kind for leaf in lying]
    if not (kinds and taken) or any(k.start < one.stop and one.start < k.stop for one in kinds for k, _ in taken):
        return None
    holder = analysis.world.board_of(goal).name if goal.sort == "space" else goal.name
    names = " and ".join(dict.fromkeys(one.plural for one in kinds))
    message = f"This can never be: in {_some(place)} lie {names}, and the {holder} takes none."
    hints = tuple(f"under {holder}: takes {name}" for name in dict.fromkeys(one.plural for one in kinds))
    return Diagnostic("W0101", message, move.span, hints=hints)


def _some(kind: Kind) -> str:
    return f"the {kind.name}" if kind.unique else articled(kind.name)
