"""What stands twice where it can stand once, and what stands where nothing is done any more."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import pairwise

from dsl import model, tree
from dsl.model import Block, Statement
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note

ONCE: dict[type, str] = {
    tree.Language: "the language of the rulebook",
    tree.Setup: "the setup",
    tree.Play: "the course of the game",
    tree.WaitingOrder: "that players choose the order of what waits for them",
    tree.Starts: "where the pieces are at first",
    tree.KeepsOrder: "`keeps order`",
    tree.Visible: "who sees it",
    tree.Plural: "the plural",
    tree.Shape: "the shape of the board",
    tree.WalkFrom: "where the walk starts",
    tree.WalkOn: "how the walk goes on",
    tree.WalkOnce: "what is visited once",
}
LINED = tree.Game | tree.Piece | tree.Place | tree.Board | tree.Walk


def said_twice(items: Iterable[tuple[tree.Node, str | None]]) -> Iterator[Diagnostic]:
    """The items and lines that can stand once, where they stand again; each item with its variant."""
    items = list(items)
    yield from _twice((type(item), variant, item) for item, variant in items)
    for item, _ in items:
        if isinstance(item, LINED):
            yield from _twice((type(line), None, line) for line in item.lines)
    examples = [(item.title, item.span) for item, _ in items if isinstance(item, tree.Example)]
    yield from _named_twice(examples, "An example")


def _twice(nodes: Iterable[tuple[type, Hashable, tree.Node]]) -> Iterator[Diagnostic]:
    first: dict[Hashable, Span] = {}
    for sort, variant, node in nodes:
        if sort in ONCE and first.setdefault((sort, variant), node.span) is not node.span:
            message = f"This stands here for the second time: {ONCE[sort]}."
            yield Diagnostic("E0341", message, node.span, notes=(Note("It is said here, too.", first[sort, variant]),))


def _named_twice(named: Iterable[tuple[str, Span]], what: str) -> Iterator[Diagnostic]:
    first: dict[str, Span] = {}
    for name, span in named:
        if first.setdefault(name, span) is not span:
            notes = (Note("It is here, too.", first[name]),)
            yield Diagnostic("E0202", f"{what} “{name}” is there twice.", span, notes=notes)


def incomplete(value: tree.Value) -> Iterator[Diagnostic]:
    """Cases of a value behind one that always applies; or that the value has none when no case applies."""
    *others, last = value.meaning
    always = next((line for line in others if not isinstance(line, tree.Case) or line.condition is None), None)
    if always is not None:
        message = "This case always applies, so that those after it never do."
        yield Diagnostic("E0320", message, always.span, hints=("… if …",))
    elif isinstance(last, tree.Case) and (others or last.condition):
        message = f"The last case of {value.word} is `otherwise …`, so that it always has a value."
        yield Diagnostic("E0320", message, last.span, hints=("otherwise …",))


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
    return False
