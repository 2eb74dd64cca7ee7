"""What is wrong: complaints, and how the rest of the text goes on behind one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NoReturn

from dsl import tree
from dsl.model import Phase
from dsl.model.world import World
from dsl.resolve.context import Context, Scope
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note

MOST = 50  # complaints in one run
NO_VERB = "No verb is called"
NOBODY_ACTS = "`the Player` is spoken of, but nobody acts here; whose turn it is is said otherwise."
# By which other word it can be called what a rulebook means by such a word.
OTHERWISE_CALLED = {
    "top": "summit", "bottom": "ground", "end": "finish", "place": "standing", "owner": "holder", "left": "remainder",
    "right": "claim", "distance": "gap", "neighbour": "companion", "direction": "course", "opposite": "counterpart",
    "opponent": "rival",
}  # fmt: skip


def nobody_acts(span: Span) -> Diagnostic:
    return Diagnostic("E0203", NOBODY_ACTS, span, hints=("the active Player",))


def with_turns(world: World, phase: Phase) -> str:
    """Where the Player of a phase is whose turn it is."""
    turns = f"take turns from {world.players.elements[0]} until all pass"
    return f"say whose turn it is where it is gone through: {turns}, and under it: do {phase.name}"


class Wrong(Exception):
    """Something cannot be resolved; the line it stands on is given up, the rest goes on."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Consequence(Wrong):
    """Something cannot be resolved because a line before has a fault; that one was complained of."""


class Enough(Exception):
    """So much is wrong that the rest need not be looked at."""


def wrong(
    code: str,
    message: str,
    span: Span,
    hints: tuple[str, ...] = (),
    near: Iterable[str] = (),
    notes: tuple[Note, ...] = (),
) -> NoReturn:
    """Gives up the line with a complaint."""
    raise Wrong(Diagnostic(code, message, span, hints=hints, near=tuple(near), notes=notes))


def called_as_in_every_game(word: str, span: Span) -> NoReturn:
    message = f"Every game has a value that is called {word}. Another one needs another word, in all lines alike."
    wrong("E0202", message, span, near=[other for other in (OTHERWISE_CALLED.get(word),) if other])


def unsupported(construct: str, span: Span) -> NoReturn:
    """The sentence is one of the language, but nothing carries it out yet."""
    wrong("E0111", f"The language knows {construct}, but this version cannot carry it out yet.", span)


@contextmanager
def declaring(context: Context, *names: str) -> Iterator[None]:
    """As `faults_noted`; where something goes wrong, nobody complains that these names are not declared."""
    before = len(context.diagnostics)
    with faults_noted(context):
        yield
    for name in names if len(context.diagnostics) > before else ():
        context.failed.setdefault(name, []).extend(context.diagnostics[before:])


def is_consequence(context: Context, diagnostic: Diagnostic) -> bool:
    """Whether the complaint is about a name that a declaration with another fault would have declared."""
    if diagnostic.code not in ("E0201", "E0205", "E0328", "E0354"):
        return False
    own = diagnostic in context.failed.get("Direction", ())  # that of a board
    if context.spaceless and not own and (diagnostic.code in ("E0328", "E0354") or not diagnostic.near):
        return True
    return any(
        re.search(rf"(called|has no) {re.escape(name)}\b|\b{re.escape(name)} has no ", diagnostic.message)
        for name, faults in context.failed.items()
        if diagnostic not in faults
    )


@contextmanager
def faults_noted(context: Context) -> Iterator[None]:
    """What goes wrong inside is noted, and the next line goes on."""
    try:
        yield
    except Consequence:
        return
    except Wrong as error:
        context.diagnostics.append(error.diagnostic)
        if len(context.diagnostics) >= MOST:
            raise Enough from error


@contextmanager
def faults_noted_in(context: Context, node: tree.Node, scope: Scope) -> Iterator[None]:
    """As `faults_noted`; where something goes wrong, nobody complains that what the line brings in is not there. That
    nobody acts here is told of all lines under it, too, which are not read."""
    done = False
    before = len(context.diagnostics)
    with faults_noted(context):
        yield
        done = True
    if not done:
        scope.missing |= set(names_in(node))
        told = next((d for d in context.diagnostics[before:] if d.message == NOBODY_ACTS), None)
        context.diagnostics += [replace(told, span=span) for span in actors_in(node)] if told else []


def names_in(node: tree.Node) -> Iterator[str]:
    """The names that a line may bring in."""
    spoken = {item.noun for item in node.whole if isinstance(item, tree.The)}
    for item in node.whole:
        if isinstance(item, tree.Noun) and (item.called or item not in spoken):
            yield item.called or item.name
        if isinstance(item, tree.Let):
            yield item.word


def actors_in(node: tree.Node) -> Iterator[Span]:
    """Where `the Player` stands on lines below, but for those in which somebody acts."""
    acting = [n.block for n in node.whole if isinstance(n, tree.TakeTurns)]
    acting += [n.block for n in node.whole if isinstance(n, tree.ForEach) and "Player" in names_in(n.desc)]
    inside = {n for block in acting for n in block.whole}
    for item in node.whole:
        actor = isinstance(item, tree.Noun) and item.name == "Player" and not item.called
        if actor and item.span.line > node.span.line and item not in inside:
            yield item.span
