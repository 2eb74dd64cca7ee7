"""Definitions of what a player is that speak of the active player alone: each player is so then, or none."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.lint.doubts import Doubt, sure
from dsl.model import ActivePlayer, Quality, Rulebook
from dsl.model.visit import depends, nodes_in
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """One for each definition of a quality."""
    for quality in book.qualities:
        yield quality.span, sure(warning(quality))


def warning(quality: Quality) -> Diagnostic | None:
    """What is odd in the definition of what a player is."""
    subject = next(iter(quality.parameters), None)
    if subject is None or subject.kind.sort != "player":
        return None
    if any(depends(condition, subject) for condition in quality.conditions):
        return None
    active = next((n for n in nodes_in(tuple(quality.conditions)) if isinstance(n, ActivePlayer)), None)
    if active is None:  # a state of the game, which is so for all of them, may be meant
        return None
    name = subject.name
    message = (
        f"All are {quality.name} or none: this speaks of the active {name}, not of {articled(name)} who is asked of."
    )
    return Diagnostic("W0113", message, active.span, hints=(f"in place of the active {name}: the {name}",))
