"""Definitions of what a player is that speak of the active player alone: each player is so then, or none."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.lint.doubts import Doubt, sure
from dsl.model import ActivePlayer, Quality, Rulebook
from dsl.model.visit import depends, nodes_in
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """One for each definition of what a player is."""
    for quality in book.qualities:
        if quality.parameters and quality.parameters[0].kind.sort == "player":
            yield quality.span, sure(_warning(quality))


def _warning(quality: Quality) -> Diagnostic | None:
    subject = quality.parameters[0]
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
