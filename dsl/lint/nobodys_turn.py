"""Who is spoken of as active where nobody has a turn, and so is nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from dsl import model
from dsl.lint import own_subject
from dsl.lint.doubts import Doubt
from dsl.lint.limits import is_turns
from dsl.lint.unreachable import reached
from dsl.model import Definition, Node, Rulebook
from dsl.model.visit import definitions_of, fields_in, nodes_in
from dsl.resolve.complaints import with_turns
from dsl.text.diagnostics import Diagnostic, Note
from dsl.text.standard_library import is_library

LAST = (
    "if whoever had the last turn is meant: the latest {0}, and at the left edge: a {0} can be latest, and in "
    "each turn: every {0} becomes not latest, and after that: the {0} becomes latest"
)


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """One for each phrase that means the active player."""
    in_turns = cache(lambda: _in_turns(book))
    for definition in (None, *definitions_of(book)):
        if definition is not None and (is_library(definition.span.file) or _means_another(definition)):
            continue
        for node in _outside_turns(definition or (book.setup, book.play)):
            if isinstance(node, model.ActivePlayer):
                yield node.span, partial(_warning, book, node, definition, in_turns)


def _means_another(definition: Definition) -> bool:
    """Whether it says of a player what is so of the active player, where that one is meant of whom it is asked."""
    return isinstance(definition, model.Quality) and own_subject.warning(definition) is not None


def _in_turns(book: Rulebook) -> set[Definition]:
    """All that a turn can lead to, as every rule can that follows from what happens."""
    everything = (book.setup, book.play, *definitions_of(book))
    turns = [node for part in everything for node in nodes_in(part) if is_turns(node)]
    edges = (model.TURN_BEGINS, model.TURN_COMES, model.TURN_ENDS)
    inside = [(turn.body, turn.until) for turn in turns]
    rules = (*book.rules, *book.endings, *(d for name, d in book.procedures.items() if name in edges))
    return reached([*inside, *rules], book, set()) if turns else set()


def _outside_turns(part: object) -> Iterator[Node]:
    """The nodes of a definition or of lines, but for those that are done in turns."""
    for inner in fields_in(part):
        if isinstance(inner, Node):
            yield inner
        if isinstance(inner, model.TakeTurns) and inner.active:
            yield inner.first
            yield from _outside_turns(inner.first)
        elif not isinstance(inner, Definition):
            yield from _outside_turns(inner)


def _warning(
    book: Rulebook, node: model.ActivePlayer, by: Definition | None, in_turns: Callable[[], set[Definition]]
) -> Diagnostic | None:
    """What is odd there; nothing where neither a line of the setup or the play nor a rule leads to it in no turn."""
    player = book.world.players.name
    if by is not None and by in in_turns():
        return None
    begins = (*book.setup, *book.play, *(() if in_turns() else (*book.rules, *book.endings)))
    first = by and next((one for one in begins if by in reached([one], book, set())), None)
    if by is not None and first is None:
        return None
    notes = (Note("it comes to this from here, in no turn", first.span),) if first and first is not by else ()
    message = f"Nobody has a turn here, so the active {player} is nobody, and what is done with nobody is left out."
    turns = (with_turns(book.world, by),) if isinstance(by, model.Phase) and not in_turns() else ()
    return Diagnostic("W0115", message, node.span, hints=(*turns, LAST.format(player)), notes=notes)
