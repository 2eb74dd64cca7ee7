"""What stands behind the end of the game, and ends that contradict themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dsl import model, tree
from dsl.core.per_window import definitions, parts_of
from dsl.model import Block, Definition, Rulebook, Statement
from dsl.resolve.in_play import InPlay
from dsl.text.diagnostics import Diagnostic, Note


def faults(text: InPlay, book: Rulebook) -> Iterator[Diagnostic]:
    """Lines that are never reached, but for those of ends, and ends at which somebody wins and nobody does."""
    plays = [item.section for item in text.items if isinstance(item.node, tree.Play)]
    told_twice = len({*plays}) < len(plays)  # of which is complained elsewhere
    course = [block for line in book.play for block in blocks_in(line)] if told_twice else blocks_in((book.play,))
    others = [d for d in definitions(book) if not isinstance(d, model.Ending)]
    for block in (*course, *blocks_in((book.setup,)), *(block for d in others for block in blocks_in(d))):
        unreached = never_reached(block, book.world.out is not None)
        if unreached:
            yield unreached
    for ending in book.endings:
        doubtful = won_and_drawn(ending.body)
        if doubtful:
            yield doubtful


def blocks_in(item: object) -> Iterator[Block]:
    """All rows of lines inside; definitions that they name are not entered."""
    for part in parts_of(item):
        if isinstance(part, tuple) and part and all(isinstance(line, Statement) for line in part):
            yield part
        if not isinstance(part, Definition):
            yield from blocks_in(part)


def never_reached(block: Block, out: bool) -> Diagnostic | None:
    """The first line of a block that stands behind the end of the game, or behind what has no end. `out`: players can
    go out, which ends turns without an end."""
    lines = [line for line in block if not isinstance(line, model.Text)]
    for last, line in pairwise(lines):
        if ends_the_game(last):
            notes = (Note("Here the game is over.", last.span),)
            return Diagnostic("E0342", "This never happens: the game is over before.", line.span, notes=notes)
        if _endless(last) and not out:
            notes = (Note("These turns have no end.", last.span),)
            message = "This never happens: the turns before it go on for ever."
            return Diagnostic("E0342", message, line.span, hints=("take turns … until …",), notes=notes)
    return None


def won_and_drawn(block: Block) -> Diagnostic | None:
    """Where an end says that nobody wins beside somebody who does."""
    drawn = next((s for s in block if isinstance(s, model.Draw)), None)
    won = next((s for s in block if isinstance(s, model.Win)), None)
    if drawn is None or won is None:
        return None
    notes = (Note("Here somebody wins.", won.span),)
    return Diagnostic("E0342", "At this end nobody would win beside somebody who does.", drawn.span, notes=notes)


def _endless(statement: Statement) -> bool:
    """Whether nothing in the sentence says when it is over."""
    return isinstance(statement, model.TakeTurns) and statement.until is None and not statement.all_pass


def ends_the_game(statement: Statement) -> bool:
    """Whether the game is over after it, whatever the position."""
    match statement:
        case model.Draw():
            return True
        case model.Win(who=who):
            return not who.maybe
        case model.If(branches=branches):
            always = branches[-1][0] is None
            return always and all(any(ends_the_game(s) for s in body) for _, body in branches)
        case model.Together(body=body):
            return any(ends_the_game(s) for s in body)
    return False  # behind whatever else is done the game may go on
