"""What is said of a player's pieces where no piece of that kind ever belongs to anybody."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from dsl.analysis.base import Analysis
from dsl.lint.doubts import Doubt
from dsl.model import Owned, OwnerOf, Rulebook
from dsl.model.visit import definitions_of, nodes_in
from dsl.model.world import Kind
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.standard_library import is_library


def doubts(book: Rulebook, analysis: Analysis) -> Iterator[Doubt]:
    """One for each time that it is said."""
    for definition in (book.setup, book.play, *definitions_of(book)):
        for node in nodes_in(definition):
            match node:
                case Owned(what=thing):
                    so = "this is never so"
                case OwnerOf(of=thing):
                    so = "it has no owner"
                case _:  # asks for no owner
                    continue
            if thing.kind.sort == "piece" and not is_library(node.span.file):
                yield node.span, partial(_warning, analysis, thing.kind, node.span, so)


def _warning(analysis: Analysis, kind: Kind, span: Span, so: str) -> Diagnostic | None:
    world = analysis.world
    infos = [info for info in world.piece_infos.values() if info.owners and info.kind.meets(kind)]
    if not infos or world.changes_owner(kind) or any(max(info.owners) >= 0 for info in infos):
        return None
    message = f"No {kind.name} ever belongs to a player, so {so}."
    return Diagnostic("W0114", message, span, hints=tuple(islice(_places(analysis, kind), 1)))


def _places(analysis: Analysis, kind: Kind) -> Iterator[str]:
    """Where a player can have it."""
    for place in analysis.world.places.values():
        taken = [taken for taken, _ in place.takes]
        if place.per == (analysis.world.players,) and any(kind.meets(one) for one in taken):
            yield f"{articled(kind.name)} in the {place.kind.name} of the Player"
