"""The space of a piece that never lies on such a space itself: it lies on another piece, and that lies there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dsl import model
from dsl.analysis.base import Analysis, roots
from dsl.analysis.partitions import leaves, leaves_of
from dsl.analysis.whereabouts import can_be_in
from dsl.lint.doubts import Doubt
from dsl.model import Node, Rulebook
from dsl.model.world import Kind
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import articled
from dsl.text.standard_library import is_library


def _carriers(book: Rulebook) -> list[Kind]:
    """The kinds of pieces on which others can lie."""
    return [info.kind for info in book.world.piece_infos.values() if info.takes]


def doubts(book: Rulebook, analysis: Analysis) -> Iterator[Doubt]:
    """Places that are nothing wherever they are asked for."""
    for root in roots(analysis) if _carriers(book) else ():
        for node in _asked(root):
            yield node.span, partial(_warning, analysis, node)


def _asked(node: Node) -> Iterator[model.PlaceOf]:
    """The places of pieces that are asked for by the text, or stand for the pieces in what every board has."""
    match node:
        case model.OnOneBoard():  # on the other boards they need not be
            return
        case model.PlaceOf(stated=True):
            yield node
        case model.BuiltIn(arguments=arguments) | model.Related(arguments=arguments):
            yield from (one for one in arguments if isinstance(one, model.PlaceOf) and not one.stated)
        case _:  # others ask for no place of a piece
            pass
    for inner in node.inside:
        yield from _asked(inner)


def _warning(analysis: Analysis, node: model.PlaceOf) -> Diagnostic | None:
    """What is wrong where none of the pieces can lie there, but on others that can."""
    pieces, spaces = leaves_of(analysis, node.piece.kind), node.kind
    if spaces.sort != "space" or is_library(node.span.file) or any(can_be_in(analysis, one, spaces) for one in pieces):
        return None
    under = [leaf for leaf in leaves(analysis) if any(can_be_in(analysis, one, leaf.kind) for one in pieces)]
    there = next((leaf.kind for leaf in under if can_be_in(analysis, leaf, spaces)), None)
    if there is None:
        return None
    piece, on, space = node.piece.kind.name, there.name, spaces.name
    word = "-".join(on.lower().split())
    lies = f"{articled(piece)} can lie on {articled(on)}, but never on {articled(space)} itself"
    meant = f"at the left edge: the {word} of {articled(piece)} means the {on} under the {piece}"
    hints = (f"{meant}, and here: the {space} of the {word} of …",)
    return Diagnostic("W0107", f"This is always nothing: {lies}.", node.span, hints=hints)
