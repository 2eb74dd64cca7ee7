"""Rules that wait for pieces in places to which such pieces never come."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dsl import model
from dsl.analysis.base import Analysis
from dsl.analysis.partitions import leaves_of
from dsl.analysis.whereabouts import locations_of, whereabouts
from dsl.lint.doubts import Doubt
from dsl.model import Rulebook
from dsl.model.world import Kind
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.standard_library import is_library


def doubts(book: Rulebook, analysis: Analysis) -> Iterator[Doubt]:
    """Rules that are never followed."""
    for rule in (*book.triggers, *book.befores):
        if rule.place is not None and not is_library(rule.span.file):
            yield rule.span, partial(_warning, analysis, rule)


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


def _some(kind: Kind) -> str:
    return f"the {kind.name}" if kind.unique else articled(kind.name)
