"""What goes on as long as some player is something, while only those who are not out can stop being it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dsl import model
from dsl.lint.doubts import Doubt
from dsl.model import Block, Rulebook, Selection
from dsl.model.visit import definitions_of, nodes_in
from dsl.model.world import Attribute
from dsl.text.diagnostics import Diagnostic
from dsl.text.standard_library import is_library


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """Loops that a player who is out keeps going for ever."""
    if not any(_ends_of(book, book.world.out)):
        return
    own = (definition for definition in definitions_of(book) if not is_library(definition.span.file))
    for node in (node for item in (book.play, *own) for node in nodes_in(item)):
        if isinstance(node, model.Repeat) and node.until is not None:
            yield node.span, partial(_warning, book, node)


def _warning(book: Rulebook, loop: model.Repeat) -> Diagnostic | None:
    found = _some_player(book, loop.until)
    flags = [one.attribute for one in found.conditions if isinstance(one, model.Flag)] if found else []
    if len(flags) != 1 or flags[0] is book.world.out or not _visits_players_alone(book, loop.body):
        return None
    ends, visited = [*_ends_of(book, flags[0], on=False)], _visited(loop.body)
    if not ends or not all(isinstance(end.what, model.Use) and end.what.variable in visited for end in ends):
        return None  # somebody else can take it from who is out
    if any(end in line.body for line in loop.body if isinstance(line, model.ForEach) for end in ends):
        return None  # whoever is visited is it no more, also who goes out
    word, player = flags[0].name, book.world.players.name
    message = f"Who is {word} and goes out stays {word}, and is not visited below: this goes on for ever then."
    hint = f"say of whom it is asked: a {player} that is {word} and that is not out"
    return Diagnostic("W0110", message, loop.until.span if loop.until else loop.span, hints=(hint,))


def _some_player(book: Rulebook, until: model.Condition | None) -> Selection | None:
    """Of which players there has to be one for the loop to go on."""
    match until:
        case model.Not(condition=model.Exists(selection=found)) if found.kind is book.world.players:
            return found if len(found.conditions) == 1 else None
        case _:  # asks for something else, or for more
            return None


def _visits_players_alone(book: Rulebook, body: Block) -> bool:
    lines = [line for line in body if not isinstance(line, model.Text)]
    return bool(lines) and all(_visits_players(book, line) for line in lines)


def _visits_players(book: Rulebook, line: model.Statement) -> bool:
    return isinstance(line, model.ForEach) and line.selection.kind is book.world.players


def _visited(body: Block) -> set[model.Variable]:
    return {line.selection.variable for line in body if isinstance(line, model.ForEach)}


def _ends_of(book: Rulebook, flag: Attribute | None, on: bool = True) -> Iterator[model.TurnInto]:
    """Where somebody becomes it, or is it no more."""
    for node in (node for item in (book.setup, book.play, *definitions_of(book)) for node in nodes_in(item)):
        if isinstance(node, model.TurnInto) and node.attribute is flag and node.on == on:
            yield node
